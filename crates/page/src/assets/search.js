// The page's searcher: random games, nested and reflexive search (Cazenave 2009, 2007), and nested rollout policy adaptation (Rosin 2011), from any
// position.
//
// It runs in a worker that is made of the text of this function and of the rules, so that it works from a disk, too; to
// cancel it, the worker is ended. It tells what it has done a few times a second, and of every better game at once.

/* exported morpionSearch */
function morpionSearch(rules) {
  'use strict';

  /** How far one step moves the policy, and how many searches of the level below make one. */
  const ALPHA = 1;
  const WIDTH = 100;
  /** The longest game there could be: far beyond all bounds known. */
  const LONGEST = 720;
  const [LEAST, MOST] = [1e-30, 1e30];

  /** xoshiro128**, seeded by splitmix32: numbers in [0, 1). */
  function randomNumbers(seed) {
    let s = seed >>> 0;
    const word = () => {
      s = (s + 0x9e3779b9) >>> 0;
      let z = s;
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      return (z ^ (z >>> 16)) >>> 0;
    };
    let [a, b, c, d] = [word(), word(), word(), word()];
    return () => {
      const x = Math.imul(b, 5);
      const result = Math.imul((x << 7) | (x >>> 25), 9) >>> 0;
      const t = b << 9;
      c ^= a; d ^= b; b ^= c; a ^= d; c ^= t;
      d = (d << 11) | (d >>> 21);
      return result / 4294967296;
    };
  }

  /** A game with the moves that were legal at each of its steps. */
  class Line {
    constructor() {
      this.score = -1;
      this.moves = new Int32Array(LONGEST);
      this.ends = new Int32Array(LONGEST);
      this.legal = new Int32Array(LONGEST * 64);
    }

    copy(other) {
      this.score = other.score;
      this.moves.set(other.moves.subarray(0, other.score));
      this.ends.set(other.ends.subarray(0, other.score));
      this.legal.set(other.legal.subarray(0, other.score ? other.ends[other.score - 1] : 0));
    }
  }

  class Searcher {
    /** Searches on from a game, in a box if there is one; `told` hears of every finished game. */
    constructor({ variant, codes, box = null, seed }, told) {
      this.board = new rules.Board(variant, box);
      for (const code of codes) this.board.advance(code);
      this.root = this.board.save();
      this.kept = codes.length;
      this.random = randomNumbers(seed);
      this.told = told;
      this.step = new Float64Array(rules.CODES);
      this.touched = new Int32Array(LONGEST * 64);
      this.lines = [];
      this.policies = [];
    }

    line(level) { return (this.lines[level] ??= new Line()); }

    /** One random game, into the line of level 0: from the root, or from a position to which some moves have led. */
    randomGame(from = this.root, way = []) {
      const { board, random } = this;
      const line = this.line(0);
      board.restore(from);
      line.moves.set(way);
      let n = way.length;
      while (board.count > 0) {
        const code = board.legal[(random() * board.count) | 0];
        line.moves[n++] = code;
        board.advance(code);
      }
      line.score = n;
      this.told(line);
      return line;
    }

    /**
     * A game that is played step by step (nested search: Cazenave 2009; reflexive search: Cazenave 2007). At each step, searches of the level below are made:
     * as many from the position as `games` says for the level, or for 0 one behind each legal move. The longest game met is followed until a longer
     * one comes, and returned.
     */
    stepwise(games, level = games.length, from = this.root, way = []) {
      const { board } = this;
      if (level === 0) return Array.from(this.randomGame(from, way).moves.subarray(0, this.line(0).score));
      const went = way.slice();
      let best = null;
      for (let at = from; ; at = board.save()) {
        board.restore(at);
        const legal = Array.from(board.legal.subarray(0, board.count));
        if (!legal.length) return best ?? this.stepwise(games, 0, at, went);
        for (const first of games[level - 1] ? new Array(games[level - 1]).fill(null) : legal) {
          board.restore(at);
          if (first !== null) board.advance(first);
          const found = this.stepwise(games, level - 1, board.save(), first === null ? went : [...went, first]);
          if (!best || found.length > best.length) best = found;
        }
        const next = best[went.length];
        went.push(next);
        board.restore(at);
        board.advance(next);
      }
    }

    /** One game drawn by the policy's weights, into the line of level 0. */
    weightedGame(weights) {
      const { board, random } = this;
      const line = this.line(0);
      const { moves, ends, legal } = line;
      board.restore(this.root);
      let [n, end] = [0, 0];
      while (board.count > 0) {
        let sum = 0;
        const first = end;
        for (let i = 0; i < board.count; i++) {
          const code = board.legal[i];
          legal[end++] = code;
          sum += weights[code];
        }
        let left = random() * sum;
        let i = first;
        while (i < end - 1 && (left -= weights[legal[i]]) >= 0) i++;
        moves[n] = legal[i];
        ends[n++] = end;
        board.advance(legal[i]);
      }
      line.score = n;
      this.told(line);
    }

    /** Leaves the best game of a search in the line of its level. */
    nest(level, policy) {
      if (level === 0) return this.weightedGame(policy);
      const own = (this.policies[level] ??= new Float64Array(rules.CODES));
      own.set(policy);
      const best = this.line(level);
      best.score = -1;
      for (let i = 0; i < WIDTH; i++) {
        this.nest(level - 1, own);
        const below = this.line(level - 1);
        if (below.score >= best.score) best.copy(below);
        this.adapt(own, best);
      }
      return undefined;
    }

    /** Moves the policy towards a game: one exponential for every code that was ever legal in it. */
    adapt(weights, line) {
      const { step, touched } = this;
      const { moves, ends, legal } = line;
      let [count, from] = [0, 0];
      for (let t = 0; t < line.score; t++) {
        const to = ends[t];
        let sum = 0;
        for (let i = from; i < to; i++) sum += weights[legal[i]];
        const scale = ALPHA / sum;
        for (let i = from; i < to; i++) {
          const code = legal[i];
          if (step[code] === 0) touched[count++] = code;
          step[code] -= scale * weights[code];
        }
        step[moves[t]] += ALPHA;
        from = to;
      }
      for (let i = 0; i < count; i++) {
        const code = touched[i];
        const weight = weights[code] * Math.exp(step[code]);
        weights[code] = weight < LEAST ? LEAST : weight > MOST ? MOST : weight;
        step[code] = 0;
      }
    }

    /** One whole search with a policy that knows nothing. */
    search(level) {
      const blank = (this.blank ??= new Float64Array(rules.CODES).fill(1));
      this.nest(level, blank);
    }
  }

  /**
   * Answers one request {variant, codes, box, level, stepwise, seed, games}. `stepwise`, if any, says how a game is played step by step; otherwise level 0 draws at
   * random. `games`, if any, ends it.
   */
  function serve(request, post) {
    const began = Date.now();
    const counts = [];
    let [games, best, next] = [0, -1, 0];
    const report = (done) => post({ kind: 'progress', games, seconds: (Date.now() - began) / 1000, counts: counts.slice(), best, done });
    const isOver = () => (request.games && games >= request.games) || (request.seconds && Date.now() - began >= 1000 * request.seconds);
    const Over = {};
    const told = (line) => {
      games++;
      const score = searcher.kept + line.score;
      counts[score] = (counts[score] || 0) + 1;
      if (score > best) {
        best = score;
        post({ kind: 'better', score, codes: request.codes.concat(Array.from(line.moves.subarray(0, line.score))), games, seconds: (Date.now() - began) / 1000 });
      }
      if ((games & 31) === 0 || request.games) {
        if (Date.now() >= next) {
          next = Date.now() + 150;
          report(false);
        }
        if (isOver()) throw Over;
      }
    };
    const searcher = new Searcher(request, told);
    try {
      for (;;) {
        if (request.stepwise) searcher.stepwise(request.stepwise);
        else if (request.level === 0) searcher.randomGame();
        else searcher.search(request.level);
      }
    } catch (end) {
      if (end !== Over) throw end;
    }
    report(true);
  }

  return { Searcher, serve, randomNumbers };
}

if (typeof module !== 'undefined') module.exports = morpionSearch;
