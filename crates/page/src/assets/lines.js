// "Which line?": several lines run through a dot, and one is chosen, on the board or from a list.

const Lines = (() => {
  'use strict';

  const { rules, make, draw, announce } = Morpion;
  const { CELL } = Drawing;
  const COLOURS = ['--t1', '--t5', '--t2', '--t4', '--t0', '--t3'];
  /** Between lines that run in one direction, in units of the drawing. */
  const APART = 5;

  const cellsOf = (variant, move) => rules.lineCells(rules.VARIANTS[variant], move);
  const ends = (variant, move) => {
    const cells = cellsOf(variant, move);
    return [cells[0], cells[cells.length - 1]];
  };

  /** The line of a move as a path, moved aside by so many units. */
  function path(variant, move, aside = 0) {
    const { dx, dy } = rules.DIRECTIONS[move.dir];
    const far = aside / Math.hypot(dx, dy);
    return `M${ends(variant, move).map(([x, y]) => `${x * CELL - dy * far} ${y * CELL + dx * far}`).join('L')}`;
  }

  const words = (variant, move) => `${rules.DIRECTIONS[move.dir].name}, ${ends(variant, move).map(rules.cellText).join(' to ')}`;

  /** How far each line is moved aside, so that those of one direction lie side by side. */
  function places(moves) {
    return moves.map((m, i) => {
      const alike = moves.filter((o) => o.dir === m.dir);
      return (moves.slice(0, i).filter((o) => o.dir === m.dir).length - (alike.length - 1) / 2) * APART;
    });
  }

  /** A cell of each line, away from the dot, each cell once. */
  function badgeCells(variant, moves) {
    const taken = new Set();
    return moves.map((m) => {
      const far = ([x, y]) => -Math.max(Math.abs(x - m.x), Math.abs(y - m.y));
      const cells = cellsOf(variant, m).sort((a, b) => far(a) - far(b));
      const place = cells.find((c) => !taken.has(c.join())) ?? cells[0];
      taken.add(place.join());
      return place;
    });
  }

  /** Asks on `layer` of a drawing and in `place`, which stands where `tools` are; `chosen(move)` hears the answer. */
  function create({ layer, place, tools, chosen, closed }) {
    let moves = [];

    function close() {
      if (!moves.length) return;
      moves = [];
      layer().replaceChildren();
      place.hidden = true;
      tools.classList.remove('covered');
    }

    /** `more(move)` is said of each line, too. */
    function open(variant, among, more) {
      close();
      moves = among;
      const [aside, badges] = [places(moves), badgeCells(variant, moves)];
      const parts = moves.map((m, i) => {
        const [x, y] = badges[i];
        const line = draw('path.option', { d: path(variant, m, aside[i]), click: (e) => { e.stopPropagation(); chosen(m); } });
        const badge = draw('g.option', { click: (e) => { e.stopPropagation(); chosen(m); } }, draw('circle', { cx: x * CELL, cy: y * CELL, r: 9.5 }), draw('text', { x: x * CELL, y: y * CELL }, String(i + 1)));
        const button = make('button.button.line', { type: 'button', click: () => chosen(m) }, make('b', {}, String(i + 1)), words(variant, m) + more(m));
        const all = [line, badge, button];
        const light = (isOn) => () => {
          layer().classList.toggle('dim', isOn);
          for (const part of all) part.classList.toggle('lit', isOn);
        };
        for (const part of all) {
          part.style.setProperty('--c', `var(${COLOURS[i % COLOURS.length]})`);
          for (const [kind, isOn] of [['pointerenter', true], ['pointerleave', false], ['focus', true], ['blur', false]]) part.addEventListener(kind, light(isOn));
        }
        return { line, badge, button };
      });
      // No line covers a number.
      layer().classList.remove('dim');
      layer().replaceChildren(...parts.map((p) => p.line), ...parts.map((p) => p.badge));
      place.replaceChildren(make('span', {}, 'Which line?'), ...parts.map((p) => p.button), make('button.button', { type: 'button', click: () => { close(); closed(); } }, 'None'));
      place.hidden = false;
      tools.classList.add('covered');
      announce(`${moves.length} lines run through this dot. ${moves.map((m, i) => `${i + 1}: ${words(variant, m)}${more(m)}`).join('. ')}. Press a number.`);
    }

    return { open, close, isOpen: () => moves.length > 0, nth: (n) => moves[n - 1] };
  }

  return { create, path, ends };
})();
