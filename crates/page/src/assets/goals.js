// What can be reached on the board: in each box whose longest game is known and proven, a game as long as that; and in each
// variant, the shortest game that cannot go on.
//
// A goal stands in the address and in the memory as a word: a box as it lies on the board, `3-2-1-2`, or `shortest`. Stars
// are noted nowhere: they are those of the games under Yours, and a game that is deleted takes its stars with it.

const Goals = (() => {
  'use strict';

  const { rules, records, data, boxText, plural } = Morpion;
  const SHORTEST = 'shortest';
  /** What a star asks for, as parts of the longest game in a box, and of the shortest game known. */
  const [LONG, SHORT] = [[0.75, 0.9, 1], [1.5, 1.2, 1]];
  const SIDES = ['top', 'right', 'bottom', 'left'];
  const DAY = 24 * 60 * 60 * 1000;

  const isKnown = (b) => Boolean(b.game) && b.games.proven?.atmost === b.game.size;
  const boxes = data.report.walks.filter((w) => !w.symmetric).flatMap((w) => w.boxes.filter(isKnown).map((b) => ({ variant: w.variant, name: b.box.join('-'), box: b.box, moves: b.game.size })));
  const shortest = data.report.shortest.map((g) => ({ variant: g.variant, name: SHORTEST, moves: g.size }));

  const isSameBox = (a, b) => rules.canonicalBox(a).join() === rules.canonicalBox(b).join();

  /** The goal that a word names in a variant, its box as the word has it; null if there is none. */
  function find(variant, name) {
    if (typeof name !== 'string') return null;
    const box = /^\d{1,2}(-\d{1,2}){3}$/.test(name) ? name.split('-').map(Number) : null;
    const own = box ? boxes.find((b) => b.variant === variant && isSameBox(b.box, box)) : shortest.find((s) => s.variant === variant && s.name === name);
    return own ? { ...own, box, name, title: box ? `box ${boxText(box)}` : SHORTEST } : null;
  }

  /** Whether a word names a goal that a game may go on towards: no dot lies outside its box. */
  function isOf(variant, moves, name) {
    const goal = find(variant.name, name);
    return Boolean(goal) && (!goal.box || moves.every((m) => rules.isInBox(variant, goal.box, m.x, m.y)));
  }

  /** The box of a day, given as 2026-11-28: every box has its turn before one comes again. */
  function ofDay(date) {
    const days = Math.floor(Date.parse(date) / DAY);
    const divides = (a, b) => (b === 0 ? a : divides(b, a % b));
    let step = Math.ceil(0.618 * boxes.length);
    while (divides(step, boxes.length) > 1) step++;
    return boxes[(days * step) % boxes.length] ?? null;
  }

  /** The sides of a box that no dot of a game lies at. */
  function missing({ variant, box }, moves) {
    const reached = rules.boxOf(rules.VARIANTS[variant], moves);
    return SIDES.filter((_, i) => box && reached[i] < box[i]);
  }

  /** The stars of a game of so many moves that counts for a goal: 0 to 3. */
  function stars({ box, moves }, size) {
    if (size === null) return 0;
    return box ? LONG.filter((part) => size >= part * moves).length : SHORT.filter((part) => size <= part * moves).length;
  }

  /** Of the games of one's own that were looked at, the box and whether they can go on; null of those that do not count. */
  const looked = new Map();
  function look(g) {
    const key = `${g.variant} ${g.helped} ${g.moves}`;
    if (looked.has(key)) return looked.get(key);
    const moves = g.helped ? null : records.readMoves(g.moves);
    const counts = moves && rules.playAll(g.variant, moves).position;
    const about = counts ? { size: moves.length, box: rules.canonicalBox(counts.box()).join(), isOver: rules.boardAfter(g.variant, moves).count === 0 } : null;
    looked.set(key, about);
    return about;
  }

  /** What one's own games have reached: for each box, up to symmetry, the longest; for each variant, the shortest that ended. */
  function reached() {
    const best = new Map();
    for (const g of Keep.games()) {
      const about = look(g);
      if (!about) continue;
      const box = `${g.variant},${about.box}`;
      best.set(box, Math.max(about.size, best.get(box) ?? 0));
      if (about.isOver) best.set(g.variant, Math.min(about.size, best.get(g.variant) ?? about.size));
    }
    return best;
  }

  /** One's own best for a goal, among what `reached` gave; null if there is none. */
  const own = ({ variant, box }, best) => best.get(box ? [variant, rules.canonicalBox(box)].join() : variant) ?? null;

  /** What a goal asks for. */
  const words = ({ variant, box, moves }) => (box
    ? `Box ${boxText(box)}: no game that reaches all its sides is longer than ${moves}.`
    : `The shortest game of ${variant} that cannot go on: one of ${plural(moves, 'move')} is known.`);

  /** What is said of a game that ended, [title, words]. */
  function verdict(goal, { moves, helped }) {
    const [size, lacks] = [moves.length, missing(goal, moves)];
    if (helped) return ['No move is left', 'You went on from a game that was not yours, so it earns no stars.'];
    if (lacks.length) return ['No move is left', `A game counts when it reaches all sides of the box; this one has no dot at its ${lacks.join(', ')}.`];
    const count = stars(goal, size);
    if (!goal.box && size < goal.moves) return ['Shorter than any known!', `The shortest game known had ${goal.moves}. Save it, and tell the world.`];
    if (count === 3) return goal.box ? ['The box is beaten!', `Three stars: it is proven that no longer game fills this box.`] : ['As short as any known!', 'Three stars. Whether there is a shorter one is not known here.'];
    return [count ? `${plural(count, 'star')} of three` : 'No star yet', goal.box ? `The longest game that fills this box has ${goal.moves}.` : `The shortest game known has ${goal.moves}.`];
  }

  return { boxes, shortest, find, isOf, ofDay, missing, stars, reached, own, words, verdict };
})();
