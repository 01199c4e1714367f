// The rules, twice: `Position`, a plain set of dots and a list of lines, which says why a move is refused in the words
// of the program; and `Board`, which keeps the legal moves up to date, for the hand and for the searcher.
//
// Cells are written in the program's frame: x grows right, y grows down, the cross fills (0,0) to (9,9), or (0,0) to
// (6,6) for lines of four. A move is {x, y, dir, position}: its dot, the direction's place in DIRECTIONS, and the dot's place
// on the line. Everything is inside one function, so that a worker can be made of its text.

/* exported morpionRules */
function morpionRules() {
  'use strict';

  /** The furthest a dot may lie from the cross. */
  const MAX_DISTANCE = 60;

  const DIRECTIONS = [
    { letter: '-', msr: 'H', name: 'horizontal', dx: 1, dy: 0 },
    { letter: '|', msr: 'V', name: 'vertical', dx: 0, dy: 1 },
    { letter: '\\', msr: 'DN', name: 'falling', dx: 1, dy: 1 },
    { letter: '/', msr: 'DP', name: 'rising', dx: 1, dy: -1 },
  ];

  const variant = (name, length, touching) => ({ name, length, touching, side: length - 1, span: 3 * (length - 1) - 2 });

  const VARIANTS = {
    '5T': variant('5T', 5, true),
    '5D': variant('5D', 5, false),
    '4T': variant('4T', 4, true),
    '4D': variant('4D', 4, false),
  };

  /** Whether a cell is one of the starting dots: the outline of a Greek cross. */
  function isCrossCell(v, x, y) {
    const last = v.span - 1;
    const low = v.side - 1;
    const high = 2 * low;
    if (x < 0 || y < 0 || x > last || y > last) return false;
    const middle = (n) => n >= low && n <= high;
    const edge = (n) => n === 0 || n === last;
    const inner = (n) => n === low || n === high;
    const outside = (n) => n <= low || n >= high;
    return (edge(y) && middle(x)) || (edge(x) && middle(y)) || (inner(y) && outside(x)) || (inner(x) && outside(y));
  }

  /** The starting dots as [x, y], row by row. */
  function crossCells(v) {
    const cells = [];
    for (let y = 0; y < v.span; y++) for (let x = 0; x < v.span; x++) if (isCrossCell(v, x, y)) cells.push([x, y]);
    return cells;
  }

  /** The first cell of a move's line. */
  function start(move) {
    const d = DIRECTIONS[move.dir];
    return [move.x - d.dx * move.position, move.y - d.dy * move.position];
  }

  /** The cells of a move's line, in order. */
  function lineCells(v, move) {
    const d = DIRECTIONS[move.dir];
    const [x, y] = start(move);
    return Array.from({ length: v.length }, (_, i) => [x + d.dx * i, y + d.dy * i]);
  }

  const cellText = ([x, y]) => `(${x},${y})`;
  const moveText = (m) => `(${m.x},${m.y}) ${DIRECTIONS[m.dir].letter} ${m.position}`;
  const key = (x, y) => `${x},${y}`;

  const isNear = (v, x, y) => {
    const far = MAX_DISTANCE;
    return x >= -far && y >= -far && x <= v.span - 1 + far && y <= v.span - 1 + far;
  };

  /** A game a quarter turn on, or in the mirror: which moves lead to which stays as it is. */
  function image(v, moves, isMirrored) {
    const last = v.span - 1;
    const map = ([x, y]) => (isMirrored ? [last - x, y] : [last - y, x]);
    return moves.map((move) => {
      const [[ax, ay], [bx, by]] = lineCells(v, move).map(map);
      const [x, y] = map([move.x, move.y]);
      const leads = (d, sign) => sign * d.dx === bx - ax && sign * d.dy === by - ay;
      const ahead = DIRECTIONS.findIndex((d) => leads(d, 1));
      if (ahead >= 0) return { x, y, dir: ahead, position: move.position };
      return { x, y, dir: DIRECTIONS.findIndex((d) => leads(d, -1)), position: v.length - 1 - move.position };
    });
  }

  /** How far the dots reach past the cross: [top, right, bottom, left]. */
  function boxOf(v, moves) {
    const last = v.span - 1;
    const box = [0, 0, 0, 0];
    for (const { x, y } of moves) {
      [-y, x - last, y - last, -x].forEach((d, i) => { if (d > box[i]) box[i] = d; });
    }
    return box;
  }

  /** A box turned and in the mirror: its eight images. */
  function boxImages([t, r, b, l]) {
    const turns = [[t, r, b, l], [r, b, l, t], [b, l, t, r], [l, t, r, b]];
    return turns.flatMap((box) => [box, [box[0], box[3], box[2], box[1]]]);
  }

  /** The lexicographically largest of the eight images of a box. */
  function canonicalBox(box) {
    return boxImages(box).reduce((a, c) => (a.join().localeCompare(c.join(), 'en', { numeric: true }) >= 0 ? a : c));
  }

  /** A box a quarter turn on, or in the mirror, as `image` moves a game. */
  const boxImage = ([t, r, b, l], isMirrored) => (isMirrored ? [t, l, b, r] : [l, t, r, b]);

  /** Whether a cell lies in a box. */
  const isInBox = (v, [t, r, b, l], x, y) => x >= -l && y >= -t && x < v.span + r && y < v.span + b;

  /** A legal game in the making, slow and easy to believe. */
  class Position {
    constructor(name) {
      this.variant = VARIANTS[name];
      this.dots = new Map(crossCells(this.variant).map(([x, y]) => [key(x, y), 0]));
      this.moves = [];
    }

    hasDot(x, y) { return this.dots.has(key(x, y)); }

    /** Plays a move, or returns why it is not legal. */
    play(move) {
      const fault = this.fault(move);
      if (fault) return fault;
      this.moves.push(move);
      this.dots.set(key(move.x, move.y), this.moves.length);
      return null;
    }

    /** Why a move is not legal; null if it is. */
    fault(move) {
      const v = this.variant;
      if (!(move.position >= 0 && move.position < v.length)) return 'its dot does not lie on its line';
      const [sx, sy] = start(move);
      if (!isNear(v, sx, sy) || !isNear(v, move.x, move.y)) return `it lies more than ${MAX_DISTANCE} cells from the cross`;
      const by = this.dots.get(key(move.x, move.y));
      const dot = cellText([move.x, move.y]);
      if (by === 0) return `${dot} is a dot of the cross`;
      if (by !== undefined) return `move ${by} already placed a dot at ${dot}`;
      const empty = lineCells(v, move).find(([x, y], i) => i !== move.position && !this.hasDot(x, y));
      if (empty) return `its line needs a dot at ${cellText(empty)}, where there is none`;
      return this.overlap(move);
    }

    /** Why no move places a dot in a cell; null if one does. */
    whyNot(x, y) {
      const { length } = this.variant;
      if (this.hasDot(x, y)) return 'there is a dot already';
      const starts = DIRECTIONS.flatMap((d, dir) => Array.from({ length }, (_, i) => [x - d.dx * i, y - d.dy * i, dir]));
      const faults = starts.map((s) => this.onlyGap(...s)).filter(Boolean).map((m) => this.fault(m));
      return faults.length ? (faults.includes(null) ? null : faults[0]) : `no row of ${length} is complete with it`;
    }

    overlap(move) {
      const v = this.variant;
      const cells = new Set(lineCells(v, move).map(([x, y]) => key(x, y)));
      for (let i = 0; i < this.moves.length; i++) {
        if (this.moves[i].dir !== move.dir) continue;
        const other = lineCells(v, this.moves[i]);
        const shared = other.filter(([x, y]) => cells.has(key(x, y))).length;
        if (shared > (v.touching ? 1 : 0)) {
          const count = shared === 1 ? '1 cell' : `${shared} cells`;
          return `its line shares ${count} with the line of move ${i + 1}, from ${cellText(other[0])} to ${cellText(other[v.length - 1])}`;
        }
      }
      return null;
    }

    /** Every legal move, by direction, then row by row of the line's first cell. */
    legalMoves() {
      const v = this.variant;
      const [t, r, b, l] = boxOf(v, this.moves).map((d) => d + 1);
      const found = [];
      for (let dir = 0; dir < 4; dir++) {
        for (let y = -t; y < v.span + b; y++) {
          for (let x = -l; x < v.span + r; x++) {
            const move = this.onlyGap(x, y, dir);
            if (move && !this.fault(move)) found.push(move);
          }
        }
      }
      return found;
    }

    /** The move that fills the one empty cell of the line from (x,y), if there is just one. */
    onlyGap(x, y, dir) {
      const d = DIRECTIONS[dir];
      let position = -1;
      for (let i = 0; i < this.variant.length; i++) {
        if (this.hasDot(x + d.dx * i, y + d.dy * i)) continue;
        if (position >= 0) return null;
        position = i;
      }
      return position < 0 ? null : { x: x + d.dx * position, y: y + d.dy * position, dir, position };
    }

    box() { return boxOf(this.variant, this.moves); }

    /** Four slots a dot, less those in use; null where a slot may serve two lines. */
    unusedSlots() { return unusedSlots(this.variant, this.moves.length); }
  }

  function unusedSlots(v, moves) {
    return v.touching ? null : 4 * (crossCells(v).length + moves) - moves * v.length;
  }

  /** Plays moves from the cross; {position} or {fault, number, move, text}, the text as the program words it. */
  function playAll(name, moves) {
    const position = new Position(name);
    for (let i = 0; i < moves.length; i++) {
      const fault = position.play(moves[i]);
      if (fault) {
        const text = `move ${i + 1}, ${moveText(moves[i])}, is not legal in ${name}: ${fault}`;
        return { fault, number: i + 1, move: moves[i], text };
      }
    }
    return { position };
  }

  /** Replays a list of moves under the variant it declares, or else as 5D, then as 5T. */
  function replay(declared, moves) {
    if (declared) return playAll(declared, moves);
    const d5 = playAll('5D', moves);
    if (d5.position) return d5;
    const t5 = playAll('5T', moves);
    if (t5.position) return t5;
    return { ...t5, text: `${t5.text} (in 5D the first illegal move is ${d5.number})` };
  }

  // The fast board. Its grid is 64 x 64 cells with the cross in the middle; lines keep out of a rim of 6 cells, so no
  // index leaves the grid. Games known reach 9 cells past the cross, the board 21.
  const WIDTH = 64;
  const OFFSET = 27;
  const RIM = 6;
  const CELLS = WIDTH * WIDTH;
  const STEPS = DIRECTIONS.map((d) => d.dy * WIDTH + d.dx);
  /** Number of codes of moves: 5 positions of 4 directions of a first cell. */
  const CODES = CELLS * 20;
  const cellOf = (x, y) => (y + OFFSET) * WIDTH + x + OFFSET;

  /** The code of a move: (first cell x 4 + direction) x 5 + position. */
  function encode(move) {
    const [x, y] = start(move);
    return (cellOf(x, y) * 4 + move.dir) * 5 + move.position;
  }

  function decode(code) {
    const position = code % 5;
    const line = (code - position) / 5;
    const dir = line & 3;
    const dot = (line >> 2) + STEPS[dir] * position;
    return { x: (dot % WIDTH) - OFFSET, y: Math.floor(dot / WIDTH) - OFFSET, dir, position };
  }

  const isOnBoard = (v, moves) => boxOf(v, moves).every((d) => d < OFFSET - RIM);

  const isRim = (c) => {
    const [x, y] = [c % WIDTH, Math.floor(c / WIDTH)];
    return Math.min(x, y) < RIM || Math.max(x, y) >= WIDTH - RIM;
  };

  /**
   * A position that keeps its legal moves. Two parallel lines overlap when they share a cell (disjoint) or a step (touching).
   * On a board that ends at a box, no move places a dot outside of it.
   */
  class Board {
    constructor(name, box = null) {
      this.variant = VARIANTS[name];
      this.length = this.variant.length;
      /** How many cells of a line must be free of parallel lines: all, or all but the last. */
      this.bars = this.variant.touching ? this.length - 1 : this.length;
      this.dots = new Uint8Array(CELLS);
      this.barred = new Uint8Array(CELLS);
      const isOutside = (c) => box && !isInBox(this.variant, box, (c % WIDTH) - OFFSET, Math.floor(c / WIDTH) - OFFSET);
      for (let c = 0; c < CELLS; c++) if (isRim(c) || isOutside(c)) this.barred[c] = 15;
      for (const [x, y] of crossCells(this.variant)) this.dots[cellOf(x, y)] = 1;
      this.legal = new Int32Array(512);
      this.count = 0;
      this.codes = [];
      this.history = [];
      for (let c = 0; c < CELLS; c++) if (this.dots[c]) this.addLinesThrough(c, true);
    }

    /** Adds the moves whose lines run through a cell; at the start a line is met from several cells. */
    addLinesThrough(cell, checkTwice) {
      for (let dir = 0; dir < 4; dir++) {
        const step = STEPS[dir];
        for (let back = 0; back < this.length; back++) {
          const code = this.moveOf(cell - step * back, dir);
          if (code >= 0 && !(checkTwice && this.isLegal(code))) this.legal[this.count++] = code;
        }
      }
    }

    /** The code of the move whose line starts at a cell; -1 if there is none. */
    moveOf(first, dir) {
      const step = STEPS[dir];
      const bit = 1 << dir;
      let gap = -1;
      for (let i = 0, c = first; i < this.length; i++, c += step) {
        if (i < this.bars && this.barred[c] & bit) return -1;
        if (this.dots[c] === 0) {
          if (gap >= 0) return -1;
          gap = i;
        }
      }
      // No line runs through an empty cell: one that is barred in all directions lies outside.
      return gap < 0 || this.barred[first + step * gap] === 15 ? -1 : (first * 4 + dir) * 5 + gap;
    }

    isLegal(code) { return this.legal.subarray(0, this.count).includes(code); }

    /** Plays a legal code, without a way back. */
    advance(code) {
      const position = code % 5;
      const line = (code - position) / 5;
      const dir = line & 3;
      const first = line >> 2;
      const step = STEPS[dir];
      const bit = 1 << dir;
      const dot = first + step * position;
      this.dots[dot] = 1;
      for (let i = 0, c = first; i < this.bars; i++, c += step) this.barred[c] |= bit;
      this.dropIllegal(dot, dir);
      this.addLinesThrough(dot, false);
    }

    /** Removes the moves that place the same dot or overlap the line just drawn. */
    dropIllegal(dot, dir) {
      let kept = 0;
      for (let i = 0; i < this.count; i++) {
        const code = this.legal[i];
        const position = code % 5;
        const line = (code - position) / 5;
        const own = line & 3;
        const first = line >> 2;
        if (first + STEPS[own] * position === dot) continue;
        if (own === dir && this.isBarred(first, own)) continue;
        this.legal[kept++] = code;
      }
      this.count = kept;
    }

    isBarred(first, dir) {
      const step = STEPS[dir];
      const bit = 1 << dir;
      for (let i = 0, c = first; i < this.bars; i++, c += step) if (this.barred[c] & bit) return true;
      return false;
    }

    /** Plays a legal code that can be taken back. */
    play(code) {
      this.history.push({ dots: this.dots.slice(), barred: this.barred.slice(), legal: this.legal.slice(0, this.count) });
      this.codes.push(code);
      this.advance(code);
    }

    undo() {
      const before = this.history.pop();
      if (!before) return;
      this.codes.pop();
      this.dots = before.dots;
      this.barred = before.barred;
      this.legal.set(before.legal);
      this.count = before.legal.length;
    }

    /** The codes of the legal moves, ascending. */
    legalCodes() { return Array.from(this.legal.subarray(0, this.count)).sort((a, b) => a - b); }

    legalMoves() { return this.legalCodes().map(decode); }

    moves() { return this.codes.map(decode); }

    /** What a searcher needs to come back here: see `restore`. */
    save() { return { dots: this.dots.slice(), barred: this.barred.slice(), legal: this.legal.slice(0, this.count) }; }

    restore(saved) {
      this.dots.set(saved.dots);
      this.barred.set(saved.barred);
      this.legal.set(saved.legal);
      this.count = saved.legal.length;
    }
  }

  /** The board after a game. */
  function boardAfter(name, moves, box = null) {
    const board = new Board(name, box);
    for (const m of moves) board.advance(encode(m));
    return board;
  }

  return {
    MAX_DISTANCE, DIRECTIONS, VARIANTS, CODES, Position, Board, boardAfter,
    isCrossCell, crossCells, start, lineCells, cellText, moveText, image, boxOf, boxImage, boxImages, canonicalBox, isInBox, unusedSlots, playAll, replay,
    isNear, encode, decode, isOnBoard,
  };
}

if (typeof module !== 'undefined') module.exports = morpionRules;
