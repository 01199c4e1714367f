// What this browser keeps of one's games: those that ended, those that were put aside, and the one on the board.
//
// The memory may hold anything, or be forbidden: what is no game is passed over.

const Keep = (() => {
  'use strict';

  const { rules, records, memory } = Morpion;
  /** How many games that ended are kept of a variant, and how many unfinished ones in all. */
  const [ENDED, ASIDE] = [20, 12];

  const sizeOf = (g) => (g.moves ? g.moves.split(';').length : 0);
  const today = () => new Date().toISOString().slice(0, 10);
  const isSame = (a) => (b) => a.variant === b.variant && a.moves === b.moves;
  const isBeginning = (g, own) => g.variant === own.variant && own.moves.startsWith(g.moves);
  const isGame = (g) => g && Object.hasOwn(rules.VARIANTS, g.variant) && typeof g.moves === 'string' && typeof g.date === 'string';
  const list = (name) => {
    const stored = memory.read(name, []);
    return (Array.isArray(stored) ? stored : []).filter(isGame);
  };

  /** The games that ended and those that were kept by hand: [{variant, moves, date, helped}], moves as text. */
  const games = () => list('games');
  /** The unfinished ones, the newest first: [{variant, moves, at, date, helped}]. */
  const unfinished = () => list('aside');

  const stored = ({ variant, moves, at, helped, touched }) => ({ variant, moves: records.writeMoves(moves), at, date: today(), helped: Boolean(helped), touched: Boolean(touched) });

  /** Keeps a game, in place of the unfinished beginnings of it. */
  function keep(game) {
    const own = stored({ ...game, at: game.moves.length });
    const all = [...games().filter((g) => !isSame(own)(g)), own];
    memory.write('games', Object.keys(rules.VARIANTS).flatMap((v) => all.filter((g) => g.variant === v).sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, ENDED)));
    if (!own.helped) memory.write('aside', unfinished().filter((g) => !isBeginning(g, own)));
  }

  /** Puts an unfinished game aside, in place of the beginnings of it. */
  function putAside(game) {
    const own = stored(game);
    if (games().some(isSame(own))) return;
    memory.write('aside', [own, ...unfinished().filter((g) => !isBeginning(g, own))].slice(0, ASIDE));
  }

  function forget(game) {
    for (const [name, all] of [['games', games()], ['aside', unfinished()]]) memory.write(name, all.filter((g) => !isSame(game)(g)));
  }

  /** The longest game that one has played oneself, from the cross; 0 if there is none. */
  const best = (variant) => Math.max(0, ...games().filter((g) => g.variant === variant && !g.helped).map(sizeOf));

  /** The game on the board, for the next visit. */
  const table = () => {
    const g = memory.read('table', null);
    return isGame(g) ? g : null;
  };
  const writeTable = (game) => memory.write('table', stored(game));

  return { games, unfinished, keep, putAside, forget, best, table, writeTable, sizeOf };
})();
