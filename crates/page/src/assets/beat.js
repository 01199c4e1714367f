// The pane where a goal is chosen, and the line over the board that says how far one is from it.

const Beat = (() => {
  'use strict';

  const { rules, make, boxText, icon, today } = Morpion;

  const row = (count) => make('span.stars', { role: 'img', 'aria-label': `${count} of 3 stars` }, '★'.repeat(count) + '☆'.repeat(3 - count));

  /** One goal as a button with the stars that it has brought. */
  function entry(goal, best, name, start) {
    const own = Goals.own(goal, best);
    return make('button.entry', { type: 'button', 'data-goal': goal.name, title: Goals.words(goal), click: () => start(goal) },
      make('b', {}, String(goal.moves)), make('span', {}, own === null ? name : `${name}, yours ${own}`), row(Goals.stars(goal, own)));
  }

  /** `start(goal)` begins a game towards a goal. */
  function create(place, start) {
    const sum = (goals, best) => goals.reduce((n, g) => n + Goals.stars(g, Goals.own(g, best)), 0);
    const ofDay = make('div');
    const all = make('ul.shelf');
    const short = make('ul.shelf');
    const count = make('summary');
    function refresh() {
      const best = Goals.reached();
      const day = Goals.ofDay(today());
      const list = (goals, name) => goals.map((g) => make('li', {}, entry(g, best, name(g), start)));
      if (day) ofDay.replaceChildren(make('button.button.primary', { type: 'button', id: 'box-of-day', click: () => start(day) }, icon('play'), `Box of the day: ${boxText(day.box)}`), ' ', row(Goals.stars(day, Goals.own(day, best))));
      all.replaceChildren(...list(Goals.boxes, (g) => boxText(g.box)));
      short.replaceChildren(...list(Goals.shortest, (g) => g.variant));
      count.textContent = `All ${Goals.boxes.length} boxes: ${sum(Goals.boxes, best)} of ${3 * Goals.boxes.length} stars`;
    }
    const few = Goals.shortest.length ? make('details', {}, make('summary', {}, 'The shortest game that cannot go on'), make('p.small-text.soft', {}, 'Found by search; that there is no shorter one is not proven.'), short) : null;
    place.replaceChildren(make('p.small-text', {}, 'The longest game in each of these boxes is known, and that none is longer is proven. Play one that reaches all four sides: a star for three quarters of its moves, two for nine tenths, three for all.'),
      ofDay, make('details', { id: 'all-boxes' }, count, all), few ?? '');
    refresh();
    return { refresh };
  }

  /** The line over the board. */
  function strip(place, goal, { moves, at }, leave) {
    place.hidden = !goal;
    if (!goal) return;
    const lacks = goal.box ? Goals.missing(goal, moves.slice(0, at)) : [];
    place.replaceChildren(make('span', {}, Goals.words(goal), lacks.length ? make('span.soft', {}, ` Not reached yet: ${lacks.join(', ')}.`) : ''), make('button.button', { type: 'button', id: 'leave-goal', click: leave }, 'Leave'));
  }

  /** The cells to show: the box with a margin, or else the game and what is near the cross. */
  function region(goal, { variant, moves }) {
    if (goal?.box) {
      const [t, r, b, l] = goal.box;
      const { span } = rules.VARIANTS[variant];
      return { left: -l - 1, top: -t - 1, right: span + r, bottom: span + b };
    }
    const [least, now] = [Drawing.regionOf(variant, [], 3), Drawing.regionOf(variant, moves, 2)];
    return { left: Math.min(least.left, now.left), top: Math.min(least.top, now.top), right: Math.max(least.right, now.right), bottom: Math.max(least.bottom, now.bottom) };
  }

  /** What of a drawing lies outside the box, as a path; `whole` is [x, y, width, height] of the drawing. */
  function outside(goal, whole) {
    if (!goal?.box) return '';
    const [[t, r, b, l], { span }] = [goal.box, rules.VARIANTS[goal.variant]];
    const frame = (x, y, w, h) => `M${x} ${y}h${w}v${h}h${-w}z`;
    const [x, y, w, h] = whole;
    // Its outer edge lies where nobody sees it.
    return frame(x - 9, y - 9, w + 18, h + 18) + frame(...[-l - 0.5, -t - 0.5, span + l + r, span + t + b].map((n) => n * Drawing.CELL));
  }

  return { create, strip, region, outside };
})();
