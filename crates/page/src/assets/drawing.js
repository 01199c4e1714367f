// Drawings of games: lines and dots in the order of the moves, and the controls to step through them.

const Drawing = (() => {
  'use strict';

  const { rules, make, draw, icon } = Morpion;
  /** Drawing units from one cell to the next. */
  const CELL = 24;
  /** How much larger than as a whole a drawing can be looked at. */
  const NEAREST = 8;
  const STOPS = 5;

  /** The colour of move `index` of `count`: its place in time. */
  function timeColour(index, count) {
    const place = (index / Math.max(count - 1, 1)) * STOPS;
    const low = Math.min(Math.floor(place), STOPS - 1);
    return `color-mix(in oklab, var(--t${low}) ${Math.round(100 * (1 - place + low))}%, var(--t${low + 1}))`;
  }

  const at = (n) => n * CELL;

  /** The cells to show: the box of the moves with a margin. */
  function regionOf(variant, moves, margin) {
    const v = rules.VARIANTS[variant];
    const [t, r, b, l] = rules.boxOf(v, moves).map((d) => d + margin);
    return { left: -l, top: -t, right: v.span - 1 + r, bottom: v.span - 1 + b };
  }

  /** A drawing of one game: `show(moves, upto)` redraws only what is new. */
  class Board {
    constructor({ variant, numbered = true, ordered = true, margin = 1, small = false, span = 0 }) {
      Object.assign(this, { variant, numbered, ordered, margin, small, span });
      this.v = rules.VARIANTS[variant];
      this.moves = [];
      this.shapes = [];
      this.layers = Object.fromEntries(['grid', 'frame', 'lines', 'rings', 'cross', 'top'].map((n) => [n, draw(`g.${n}`)]));
      this.svg = draw('svg.drawing', { role: 'img' }, ...Object.values(this.layers));
      if (small) this.svg.classList.add('small');
      this.lens = { scale: 1, x: 0, y: 0 };
      this.layers.cross.append(this.cross());
      this.setRegion(regionOf(variant, [], margin));
    }

    cross() {
      const r = 5;
      const dot = ([x, y]) => `M${at(x) - r} ${at(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
      return draw('path', { d: rules.crossCells(this.v).map(dot).join('') });
    }

    setRegion(region) {
      this.region = region;
      const [x, y] = [at(region.left) - 16, at(region.top) - 16];
      const [w, h] = [at(region.right) + 16 - x, at(region.bottom) + 16 - y];
      this.whole = [x, y, w, h];
      this.look(this.lens.scale, this.lens.x, this.lens.y);
      // A file may hold cells as far away as it likes: no grid as fine as that.
      if (this.small || w + h > 400 * CELL) return this.layers.grid.replaceChildren();
      const lines = [];
      for (let c = region.left; c <= region.right; c++) lines.push(`M${at(c)} ${y}v${h}`);
      for (let r = region.top; r <= region.bottom; r++) lines.push(`M${x} ${at(r)}h${w}`);
      return this.layers.grid.replaceChildren(draw('path', { d: lines.join('') }));
    }

    /** Looks from closer by, with a point in the middle; nothing outside the region is looked at. */
    look(scale, atX = 0, atY = 0) {
      const [left, up, w, h] = this.whole;
      const k = Math.max(1, Math.min(NEAREST, scale));
      const [wide, high] = [w / k, h / k];
      const x = Math.max(left, Math.min(left + w - wide, atX - wide / 2));
      const y = Math.max(up, Math.min(up + h - high, atY - high / 2));
      this.lens = { scale: k, x: x + wide / 2, y: y + high / 2 };
      this.svg.setAttribute('viewBox', `${x} ${y} ${wide} ${high}`);
    }

    /** Shows the first `upto` of these moves, coloured as part of all of them. */
    show(moves, upto = moves.length) {
      const isSame = moves === this.moves;
      if (!isSame) this.redraw(moves);
      this.shapes.forEach((shape, i) => shape.forEach((s) => s.classList.toggle('gone', i >= upto)));
      this.upto = upto;
      this.shapes.forEach(([, ring], i) => ring.classList.toggle('newest', !this.small && i === upto - 1));
      if (!this.small) this.frame(moves.slice(0, upto));
      this.svg.setAttribute('aria-label', this.words(moves, upto));
    }

    words(moves, upto) {
      const what = this.ordered ? 'game' : 'graph';
      const all = `${this.variant} ${what} of ${moves.length} moves, box (${rules.boxOf(this.v, moves).join(',')})`;
      return upto < moves.length ? `${all}, the first ${upto} moves` : all;
    }

    redraw(moves) {
      const common = this.moves.findIndex((m, i) => !moves[i] || !sameMove(m, moves[i]));
      const keep = common < 0 ? Math.min(this.moves.length, moves.length) : common;
      for (const shape of this.shapes.splice(keep)) shape.forEach((s) => s.remove());
      this.moves = moves;
      for (let i = keep; i < moves.length; i++) this.add(moves[i], i);
      this.shapes.forEach((shape, i) => shape.forEach((s) => s.style.setProperty('--c', this.colour(i))));
    }

    colour(i) {
      return this.ordered ? timeColour(i, Math.max(this.moves.length, this.span)) : `var(--d${this.moves[i].dir})`;
    }

    add(move, index) {
      const cells = rules.lineCells(this.v, move);
      const [[x0, y0], [x1, y1]] = [cells[0], cells[cells.length - 1]];
      const d = `M${at(x0)} ${at(y0)}L${at(x1)} ${at(y1)}`;
      const line = draw('g.line', {}, this.small ? null : draw('path.rim', { d }), draw('path.stroke', { d }));
      const ring = draw('g.ring', {}, draw('circle', { cx: at(move.x), cy: at(move.y), r: this.numbered ? 8.6 : 5 }));
      if (this.numbered) {
        const text = String(index + 1);
        ring.append(draw('text', { x: at(move.x), y: at(move.y), class: text.length > 2 ? 'long' : null }, text));
      }
      this.layers.lines.append(line);
      this.layers.rings.append(ring);
      this.shapes.push([line, ring]);
    }

    /** The bounding box of what is shown. */
    frame(moves) {
      const [t, r, b, l] = rules.boxOf(this.v, moves);
      const [x, y] = [at(-l) - 13, at(-t) - 13];
      const [w, h] = [at(this.v.span - 1 + r) + 13 - x, at(this.v.span - 1 + b) + 13 - y];
      const [old] = this.layers.frame.children;
      const shape = { x, y, width: w, height: h, rx: 8 };
      if (old) Object.entries(shape).forEach(([k, n]) => old.setAttribute(k, n));
      else this.layers.frame.append(draw('rect', shape));
    }
  }

  const sameMove = (a, b) => a.x === b.x && a.y === b.y && a.dir === b.dir && a.position === b.position;

  const SPEEDS = [2, 5, 12, 30];

  /** Controls that step through `count` moves and tell `told(n)`; `set(count, n)` when something else does. */
  function stepper(told) {
    let [count, now, timer, speed] = [0, 0, null, 5];
    const button = (name, label, click) => make('button.tool', { type: 'button', 'aria-label': label, title: label, click }, icon(name));
    const go = (n) => {
      now = Math.max(0, Math.min(count, n));
      refresh();
      told(now);
    };
    const slider = make('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Move', input: () => { stop(); go(Number(slider.value)); } });
    const label = make('output.count');
    const playing = button('play', 'Play', () => (timer ? stop() : start()));
    const rate = make('select', { 'aria-label': 'Moves a second', title: 'Moves a second', change: () => { speed = Number(rate.value); if (timer) { stop(); start(); } } },
      SPEEDS.map((s) => make('option', { value: s, selected: s === speed }, `${s}/s`)));
    function refresh() {
      slider.max = count;
      slider.value = now;
      slider.setAttribute('aria-valuetext', `move ${now} of ${count}`);
      label.textContent = `${now} / ${count}`;
    }
    function stop() {
      clearInterval(timer);
      timer = null;
      playing.replaceChildren(icon('play'));
      playing.setAttribute('aria-label', 'Play');
    }
    function start() {
      if (now >= count) go(0);
      playing.replaceChildren(icon('pause'));
      playing.setAttribute('aria-label', 'Pause');
      timer = setInterval(() => { go(now + 1); if (now >= count) stop(); }, 1000 / speed);
    }
    const element = make('div.stepper', { role: 'group', 'aria-label': 'Step through the moves' },
      button('first', 'To the start', () => { stop(); go(0); }), button('back', 'One move back', () => { stop(); go(now - 1); }), playing,
      button('next', 'One move on', () => { stop(); go(now + 1); }), button('last', 'To the end', () => { stop(); go(count); }), slider, label, rate);
    return { element, start, stop, set: (n, k) => { count = n; now = k; refresh(); }, setSpeed: (s) => { speed = s; rate.value = String(s); } };
  }

  /** A small picture without numbers. */
  function thumbnail(variant, moves, ordered) {
    const board = new Board({ variant, numbered: false, ordered, margin: 0, small: true });
    board.setRegion(regionOf(variant, moves, 0));
    board.show(moves);
    return board.svg;
  }

  return { Board, stepper, thumbnail, regionOf, sameMove, CELL, NEAREST };
})();
