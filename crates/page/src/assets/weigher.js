// What the searchers make of each legal move: short searches behind all of them in turn, by a worker of this page.

/* exported morpionWeigh */
function morpionWeigh(search) {
  'use strict';

  /** How many random games one round makes behind each move where short games are wanted. */
  const ROUND = 100;

  /**
   * Answers one request {variant, codes, box, seed, seconds, isShortest} with what is known after each round: [{code, best,
   * mean, games}], the best first. Lengths are those of whole games; the best is the longest, or, if that is wanted, the shortest.
   */
  function weigh(request, post) {
    const began = Date.now();
    let now = null;
    const searcher = new search.Searcher(request, (line) => {
      const size = searcher.kept + 1 + line.score;
      const isBetter = request.isShortest ? size < now.best : size > now.best;
      if (isBetter || now.games === 0) now.best = size;
      now.games++;
      now.mean += (size - now.mean) / now.games;
    });
    const { board, root } = searcher;
    const moves = Array.from(root.legal, (code) => {
      board.restore(root);
      board.advance(code);
      return { code, best: 0, mean: 0, games: 0, after: board.save() };
    });
    const sign = request.isShortest ? 1 : -1;
    const report = (isDone) => post({ moves: moves.map(({ code, best, mean, games }) => ({ code, best, mean, games })).sort((a, b) => sign * (a.best - b.best) || sign * (a.mean - b.mean)), isDone });
    const isOver = () => Date.now() - began >= 1000 * request.seconds;
    do {
      for (now of moves) {
        searcher.root = now.after;
        if (request.isShortest) for (let i = 0; i < ROUND; i++) searcher.randomGame();
        else searcher.search(1);
      }
      report(false);
    } while (!isOver());
    report(true);
  }

  return { weigh };
}

if (typeof module !== 'undefined') module.exports = morpionWeigh;
