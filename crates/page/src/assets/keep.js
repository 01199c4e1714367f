// Your games: those that ended, those that were put aside, and the one on the board.
//
// The promise: a game that was played is on the board, under Yours, or, where the browser keeps nothing, in this page, which
// then says so and offers to save it. Nothing is dropped to make room, and a page does not overwrite what another page wrote.
// The memory may hold anything, or be forbidden: what is no game is passed over.

const Keep = (() => {
  'use strict';

  const { rules, records, memory, today } = Morpion;

  const sizeOf = (g) => (g.moves ? g.moves.split(';').length : 0);
  const isSame = (a) => (b) => a.variant === b.variant && a.moves === b.moves;
  const isBeginning = (g, own) => g.variant === own.variant && own.moves.startsWith(g.moves);
  const isGame = (g) => g && Object.hasOwn(rules.VARIANTS, g.variant) && typeof g.moves === 'string' && typeof g.date === 'string';
  const keptIn = (name) => {
    const stored = memory.read(name, []);
    return (Array.isArray(stored) ? stored : []).filter(isGame);
  };

  /** The games that could not be written: they last as long as this page. */
  const unkept = { games: [], aside: [] };
  /** The game that this page found or wrote last as that of the next visit, and whether the one on the board could be written. */
  let [noted, isNoted] = [null, true];

  const list = (name) => {
    const kept = keptIn(name);
    return [...unkept[name].filter((g) => !kept.some(isSame(g))), ...kept];
  };
  /** Writes a list; what is new in it stays in this page if it cannot be written. Says whether it was. */
  function write(name, all) {
    const isWritten = memory.write(name, all);
    const kept = isWritten ? all : keptIn(name);
    unkept[name] = all.filter((g) => !kept.some(isSame(g)));
    return isWritten;
  }

  /** The games that ended and those that were kept by hand: [{variant, moves, date, helped}], moves as text, the longest first. */
  const games = () => list('games').sort((a, b) => sizeOf(b) - sizeOf(a));
  /** The unfinished ones, the newest first: [{variant, moves, at, date, helped}]. */
  const unfinished = () => list('aside');

  const stored = ({ variant, moves, at, helped, touched, goal }) => ({ variant, moves: records.writeMoves(moves), at, date: today(), helped: Boolean(helped), touched: Boolean(touched), goal: goal || undefined });

  /** A stored game with its moves, if it is one that the board can show; else null. */
  function readable(g) {
    const moves = isGame(g) ? records.readMoves(g.moves) : null;
    return moves && rules.playAll(g.variant, moves).position && rules.isOnBoard(rules.VARIANTS[g.variant], moves) ? { ...g, moves } : null;
  }

  /** Keeps a game, in place of the unfinished beginnings of it. Says whether it could be written. */
  function keep(game) {
    const own = stored({ ...game, at: game.moves.length });
    const isWritten = write('games', [...list('games').filter((g) => !isSame(own)(g)), own]);
    if (isWritten && !own.helped) write('aside', unfinished().filter((g) => !isBeginning(g, own)));
    return isWritten;
  }

  /** Puts an unfinished game of one's own aside, in place of the beginnings of it. Says whether it is kept. */
  function putAside(game) {
    if (game.moves.length === 0 || (game.helped && !game.touched)) return true;
    const own = stored(game);
    // A game that ended was kept when it did.
    if (rules.boardAfter(game.variant, game.moves).count === 0 || list('games').some(isSame(own))) return !unkept.games.some(isSame(own));
    return write('aside', [own, ...unfinished().filter((g) => !isBeginning(g, own))]);
  }

  function forget(game) {
    for (const name of ['games', 'aside']) write(name, list(name).filter((g) => !isSame(game)(g)));
  }

  /** Brings a forgotten game back: [the lists before, as `lists` gave them]. */
  const lists = () => [['games', list('games')], ['aside', list('aside')]];
  function restore(game, before) {
    for (const [name, all] of before) if (all.some(isSame(game))) write(name, [...all.filter(isSame(game)), ...list(name).filter((g) => !isSame(game)(g))]);
  }

  /** The longest game that one has played oneself, from the cross; 0 if there is none. */
  const best = (variant) => Math.max(0, ...games().filter((g) => g.variant === variant && !g.helped).map(sizeOf));

  /** The game of the last visit, with its moves, or null. */
  const table = () => readable(memory.read('table', null));

  /** The game on the board as a page begins. A page that does nothing to its game leaves what is noted as it is; but a game of one's own that only the address has is not kept. */
  function open(game) {
    noted = stored(game);
    const there = table();
    isNoted = !game.touched || Boolean(there && isBeginning(noted, stored(there)));
  }

  /** Notes the game on the board for the next visit. If another page noted one meanwhile, that is put aside first. */
  function writeTable(game) {
    const own = stored(game);
    if (isNoted && noted && isSame(own)(noted) && own.at === noted.at && own.goal === noted.goal) return;
    const there = table();
    if (there && !isSame(noted ?? own)(stored(there)) && !isBeginning(stored(there), own)) putAside(there);
    isNoted = memory.write('table', own) || own.moves === '';
    noted = own;
  }

  /** The games that only this page has, besides the one on the board; and whether that one is kept. */
  const atRisk = () => [...unkept.games, ...unkept.aside];
  const isSafe = () => isNoted && atRisk().length === 0;

  return { games, unfinished, keep, putAside, forget, lists, restore, best, table, open, writeTable, atRisk, isSafe, sizeOf };
})();
