// How a game stands beside one's own best, the longest known, and the bound; and what is said when it has ended.

const Score = (() => {
  'use strict';

  const { rules, data, make, icon, number, boxText } = Morpion;

  const longest = (games, variant) => Math.max(0, ...games.filter((g) => g.variant === variant).map((g) => g.size));
  /** The longest game known of a variant. */
  const known = (variant) => longest([...data.report.records, ...data.report.games], variant);

  /** The strongest bound that does not rest on claims; one by boxes only when the theorem file says the same. */
  function bound(variant) {
    const of = (all) => all.find((w) => w.variant === variant && !w.symmetric);
    const walk = of(data.report.walks);
    if (walk) return { moves: walk.is_proven ? walk.overall.proven : null, evidence: 'proven' };
    return of(data.report.standings)?.bounds.find((b) => b.evidence !== 'claimed') ?? { moves: null, evidence: 'proven' };
  }

  function meter(variant, at) {
    const most = Math.max(known(variant), at, 1);
    const bar = make('div.meter', { role: 'img', 'aria-label': `${at} of ${known(variant)} moves, the longest game known` }, make('i'));
    bar.style.setProperty('--part', at / most);
    return bar;
  }

  const figure = (name, value, mine) => make(mine ? 'div.mine' : 'div', {}, make('dt', {}, name), make('dd', {}, value === null || value === 0 ? '–' : String(value)));

  function show(place, { variant, moves, at }, legal) {
    const v = rules.VARIANTS[variant];
    const box = rules.boxOf(v, moves.slice(0, at));
    const canonical = rules.canonicalBox(box);
    const slots = rules.unusedSlots(v, at);
    const rows = [
      [legal === 1 ? 'legal move' : 'legal moves', number(legal)],
      ['box', box.join() === canonical.join() ? boxText(box) : `${boxText(box)}, turned ${boxText(canonical)}`, 'How far the dots reach past the cross: top, right, bottom, left. Turned or mirrored, it is the box that the report lists.'],
      slots === null ? null : ['directions unused', number(slots), 'Each dot has four directions, and a line uses one of them at each of its dots. No two lines share one, so a game ends when all are used, at the latest.'],
      ...data.report.limits.filter((l) => l.variant === variant && !l.symmetric && l.what !== 'game').slice(0, 1).map((l) => ['limit by others', `${l.moves}, ${l.how} (${l.who.split(',')[0]}, ${l.year})`]),
    ].filter(Boolean);
    place.replaceChildren(
      make('dl.big', {}, make('div.mine', {}, make('dt', {}, at === 1 ? 'move' : 'moves'), make('dd', {}, String(at))), figure('your best', Keep.best(variant)), figure('longest known', known(variant)), figure(`${bound(variant).evidence} bound`, bound(variant).moves)),
      meter(variant, at), make('dl.facts', {}, rows.flatMap(([k, value, title]) => [make('dt', { title }, k), make('dd', { title }, value)])));
  }

  /** A game has ended: how it compares with the best before it. */
  function verdict({ variant, moves, helped }, before) {
    const [own, best] = [moves.length, known(variant)];
    if (own > best) return ['A game longer than any known!', `The longest game known had ${best}. Save it, and tell the world.`];
    if (own === best && !helped) return ['As long as the longest game known!', `Nobody has shown a longer one than ${best} moves.`];
    const beside = `The longest game known has ${best}.`;
    if (helped) return ['No move is left', `You went on from a game that was not yours, so it is not counted as your best. ${beside}`];
    if (before === 0) return ['Your first game', `It is your best, so far. ${beside}`];
    if (own > before) return ['Your best game!', `Your best was ${before}. ${beside}`];
    return ['No move is left', `Your best has ${before}. ${beside}`];
  }

  /** What is said at the end of a game, [title, words], with what can be done next: [name, icon, what it does]. */
  function end(place, game, [title, words], actions) {
    const own = game.moves.length;
    place.replaceChildren(
      make('div.end-words', {}, make('p.end-count', {}, make('b', {}, String(own)), own === 1 ? 'move' : 'moves'), make('div', {}, make('h2', {}, title), make('p', {}, words))),
      make('div.row', {}, actions.map(([name, picture, told], i) => make(i ? 'button.button' : 'button.button.primary', { type: 'button', click: told }, icon(picture), name))));
    place.hidden = false;
    return `${title}. ${own} moves. ${words}`;
  }

  return { show, verdict, end, known };
})();
