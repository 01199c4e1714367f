// The map of the boxes: one tile a box, in columns by how much it has grown; a chosen one shows where it comes from, where it
// leads, and its facts.

const BoxMap = (() => {
  'use strict';

  const { make, draw, icon, number, short, boxText, plural, bytes, duration, walkLink, data, rules } = Morpion;

  const FATES = {
    proven: ['proven', 'No game in it is longer than the bound, proven'],
    claimed: ['claimed', 'The bound is claimed by a floating-point solver'],
    empty: ['empty', 'It holds no game at all, proven'],
    never: ['never reached', 'No game comes to it, proven'],
    open: ['open', 'No bound'],
  };

  const digits = (box) => (box.every((d) => d < 10) ? box.join('') : box.join('·'));

  /** A bound in words: `at most 82`, `empty`. */
  const boundText = (bound) => (bound === 'empty' ? 'empty' : `at most ${bound.atmost}`);

  function bounds({ proven, claimed }) {
    const parts = [];
    if (claimed) parts.push(`${boundText(claimed)}, claimed`);
    if (proven) parts.push(`${boundText(proven)}, proven`);
    return parts.join('; ') || 'none';
  }

  /** Which tiles lead to which. */
  function relatives(walk) {
    const kin = walk.boxes.map(() => ({ from: [], to: [], barredFrom: [], barredTo: [] }));
    for (const [a, b] of walk.edges) {
      kin[a].to.push(b);
      kin[b].from.push(a);
    }
    for (const [a, b, by] of walk.barred) {
      kin[a].barredTo.push([b, by]);
      kin[b].barredFrom.push([a, by]);
    }
    return kin;
  }

  /** Whether a search of the box was stopped that may still settle it. One for less than a proven bound leaves the box settled. */
  const isAtWork = (b) => Boolean(b.progress) && (b.fate === 'open' || b.fate === 'claimed');

  function legend(walks) {
    const keys = Object.entries(FATES).map(([fate, [word]]) => make('span', {}, make(`span.tile.key.${fate}`, { 'aria-hidden': 'true' }), word));
    const works = walks.some((w) => w.boxes.some(isAtWork));
    const bar = works ? make('span', {}, make('span.tile.key.open.works', { 'aria-hidden': 'true' }), 'bar: how much of its search is done') : null;
    bar?.firstChild.style.setProperty('--done', 0.6);
    return [...keys, make('span', {}, make('span.ramp', { 'aria-hidden': 'true' }), 'fuller: longer games known'), ...(bar ? [bar] : [])];
  }

  function tileOf(b, i, longest) {
    const share = b.game ? b.game.size / longest : 0;
    const tile = make(`button.tile.${b.fate}`, { type: 'button', tabindex: -1, 'data-index': i }, digits(b.box));
    if (b.fate === 'proven') {
      // The square: most games are long.
      const depth = share ** 2.2;
      // Shades between these would leave neither dark nor light letters legible.
      const isDeep = depth > 0.6;
      tile.style.setProperty('--f', `${Math.round(isDeep ? 88 + 30 * (depth - 0.6) : 6 + 60 * depth)}%`);
      tile.classList.toggle('deep', isDeep);
    }
    if (isAtWork(b)) {
      tile.classList.add('works');
      tile.style.setProperty('--done', b.progress.explored);
    }
    const longestText = b.game ? `, longest game known ${b.game.size}` : '';
    tile.setAttribute('aria-label', `${digits(b.box)}: box ${boxText(b.box)}, ${FATES[b.fate][0]}, ${bounds(b.games)}${longestText}`);
    return tile;
  }

  function create(walk, { tiles: place, detail, chosen, showGame }) {
    const kin = relatives(walk);
    const longest = Math.max(1, ...walk.boxes.map((b) => b.game?.size ?? 0));
    const tiles = walk.boxes.map((b, i) => tileOf(b, i, longest));
    const columns = make('div.columns', { role: 'group', 'aria-label': 'Boxes by how far they have grown; arrow keys move' });
    const edges = draw('svg.edges', { 'aria-hidden': 'true' });
    const steps = new Map();
    walk.boxes.forEach((b, i) => {
      const sum = b.box.reduce((x, y) => x + y, 0);
      if (!steps.has(sum)) steps.set(sum, []);
      steps.get(sum).push(i);
    });
    for (const [sum, list] of steps) {
      columns.append(make('div.step', {}, make('span.sum', { 'aria-hidden': 'true', title: `${sum} cells beyond the cross in all` }, String(sum)), make('div.row-tiles', {}, list.map((i) => tiles[i]))));
    }
    place.replaceChildren(columns, edges);
    let [current, pinned] = [0, false];

    function pick(i, pin) {
      if (pinned && !pin) return;
      pinned = pin || pinned;
      tiles[current].tabIndex = -1;
      current = i;
      tiles[i].tabIndex = 0;
      const { from, to, barredFrom, barredTo } = kin[i];
      const close = new Set([...from, ...to, ...barredFrom.map(([k]) => k), ...barredTo.map(([k]) => k)]);
      place.classList.add('picked');
      detail.classList.toggle('asked', pinned);
      tiles.forEach((t, k) => {
        t.classList.toggle('on', k === i);
        t.classList.toggle('kin', close.has(k));
      });
      drawEdges(i);
      tell(i);
      chosen(i);
    }

    function tell(i) {
      const close = make('button.tool.close', { type: 'button', 'aria-label': 'Close', click: () => { unpick(); tiles[current].focus({ preventScroll: true }); } }, icon('close'));
      detail.replaceChildren(close, ...facts(walk, walk.boxes[i], kin[i], (k) => { pick(k, true); tiles[k].focus({ preventScroll: true }); }, showGame));
    }

    function unpick() {
      pinned = false;
      place.classList.remove('picked');
      detail.classList.remove('asked');
      tiles.forEach((t) => t.classList.remove('on', 'kin'));
      edges.replaceChildren();
    }

    function drawEdges(i) {
      const base = place.getBoundingClientRect();
      const point = (k, right) => {
        const r = tiles[k].getBoundingClientRect();
        return [(right ? r.right : r.left) - base.left, (r.top + r.bottom) / 2 - base.top];
      };
      const line = (a, b, name) => {
        const [[x0, y0], [x1, y1]] = [point(a, true), point(b, false)];
        const bend = (x1 - x0) / 2;
        return draw('path', { class: name, d: `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}` });
      };
      edges.replaceChildren(
        ...kin[i].from.map((k) => line(k, i, 'in')), ...kin[i].to.map((k) => line(i, k, 'out')),
        ...kin[i].barredFrom.map(([k]) => line(k, i, 'barred')), ...kin[i].barredTo.map(([k]) => line(i, k, 'barred')));
    }

    const indexOf = (event) => {
      const tile = event.target.closest?.('.tile');
      return tile ? Number(tile.dataset.index) : null;
    };
    const orders = [...steps.values()];
    function onKey(event) {
      const i = indexOf(event);
      if (i === null) return;
      const column = orders.findIndex((list) => list.includes(i));
      const row = orders[column].indexOf(i);
      const beside = (list) => list && list[Math.min(list.length - 1, Math.round((row * list.length) / orders[column].length))];
      const next = { ArrowDown: orders[column][row + 1], ArrowUp: orders[column][row - 1], ArrowRight: beside(orders[column + 1]), ArrowLeft: beside(orders[column - 1]), Home: 0, End: tiles.length - 1 }[event.key];
      if (event.key === 'Escape') unpick();
      if (next === undefined) return;
      event.preventDefault();
      pick(next, true);
      tiles[next].focus();
    }
    columns.addEventListener('click', (e) => { const i = indexOf(e); if (i !== null) pick(i, true); });
    columns.addEventListener('keydown', onKey);
    columns.addEventListener('pointerover', (e) => { const i = indexOf(e); if (i !== null && e.pointerType === 'mouse') pick(i, false); });
    columns.addEventListener('pointerleave', () => { if (!pinned) unpick(); });
    place.addEventListener('click', (e) => { if (indexOf(e) === null) unpick(); });
    tiles[0].tabIndex = 0;
    const start = walk.boxes.findIndex((b) => b.game?.size === longest);
    current = Math.max(start, 0);
    tiles[0].tabIndex = -1;
    tiles[current].tabIndex = 0;
    tell(current);
    addEventListener('resize', () => { if (place.classList.contains('picked') && place.contains(columns)) drawEdges(current); });
    return { pick: (i) => pick(i, true), unpick };
  }

  /** The box as a picture: the cross and how far the box reaches. */
  function shape(walk, [t, r, b, l]) {
    const v = rules.VARIANTS[walk.variant];
    const span = v.span - 1;
    const size = Math.max(span + l + r, span + t + b, 16) + 4;
    const [x, y] = [span / 2 + (r - l) / 2 - size / 2, span / 2 + (b - t) / 2 - size / 2];
    return draw('svg.shape', { viewBox: `${x} ${y} ${size} ${size}`, 'aria-hidden': 'true' },
      draw('rect', { x: -l - 0.6, y: -t - 0.6, width: span + l + r + 1.2, height: span + t + b + 1.2, rx: 0.8 }),
      rules.crossCells(v).map(([cx, cy]) => draw('circle.dot', { cx, cy, r: 0.32 })));
  }

  function certificateLine(walk, c) {
    return [walkLink(walk, c.file, c.file.split('/').pop()), ` ${bytes(c.bytes)}, ${plural(c.nodes, 'node')}`];
  }

  /** Everything known of a box. */
  function facts(walk, b, kin, go, showGame) {
    const rows = [];
    const row = (name, ...content) => rows.push(make('dt', {}, name), make('dd', {}, ...content));
    const seen = (found, kind) => [String(found.size), ' ', make('button.link', { type: 'button', click: () => showGame(b, kind) }, 'show'), make('span.soft', {}, ` ${found.by} `), found.listed ? null : Morpion.sourceLink(walk, b, found)].filter((c) => c !== null);
    row('games', bounds(b.games));
    if (b.graphs.proven || b.graphs.claimed) row('graphs', bounds(b.graphs));
    if (b.game) row('longest game', ...seen(b.game, 'game'));
    if (b.graph?.moves) row('largest graph', ...seen(b.graph, 'graph'));
    if (b.paper) row('the paper', `largest graph ${b.paper}`);
    if (b.certificate) row('certificate', ...certificateLine(walk, b.certificate));
    if (b.arrivals.length) row('no arrival', b.arrivals.map((a) => make('div', {}, `by ${a.by}: `, ...certificateLine(walk, a.certificate))));
    if (b.nodes) row('all searches', plural(b.nodes, 'node') + (b.evaluations ? `, ${short(b.evaluations)} evaluations` : ''));
    if (b.core_milliseconds > 0) row('core time', duration(b.core_milliseconds / 1000));
    if (b.progress) row(isAtWork(b) ? 'in progress' : 'a lower bound', `${(100 * b.progress.explored).toFixed(3)} % of its search${isAtWork(b) ? '' : ', then stopped'}`);
    if (b.file) row('file', walkLink(walk, b.file));
    const links = (title, list) => (list.length
      ? [make('div.small-text.soft', {}, title), make('div.kin-list', {}, list.map(([k, by]) => make('button.link', { type: 'button', click: () => go(k) }, boxText(walk.boxes[k].box) + (by ? ` by ${by}` : ''))))]
      : []);
    const plain = (list) => list.map((k) => [k]);
    return [
      shape(walk, b.box), make('h3', {}, boxText(b.box)), make(`span.chip.${b.fate}`, { title: FATES[b.fate][1] }, FATES[b.fate][0]), make('dl.facts', {}, rows),
      ...links('comes from', plain(kin.from)), ...links('leads to', plain(kin.to)), ...links('no game arrives from', kin.barredFrom), ...links('no game goes on to', kin.barredTo),
    ];
  }

  return { create, legend, bounds, boundText, FATES, data, number };
})();
