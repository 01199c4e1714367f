// A game as a file of a picture, which carries the game: dropped on the board, it is played on.

const Picture = (() => {
  'use strict';

  const { rules, records, make, draw } = Morpion;
  const { carried, withGame } = morpionReader(rules, records);
  const { CELL } = Drawing;
  /** Colours of the first to the last move, on white paper. */
  const RAMP = [[59, 55, 148], [38, 112, 190], [18, 138, 124], [93, 143, 31], [201, 125, 10], [203, 47, 60]];

  function colour(index, count) {
    const place = (index / Math.max(count - 1, 1)) * (RAMP.length - 1);
    const low = Math.min(Math.floor(place), RAMP.length - 2);
    return `rgb(${RAMP[low].map((c, i) => Math.round(c + (place - low) * (RAMP[low + 1][i] - c))).join()})`;
  }

  /** SVG that needs nothing beside it, with a line of words below if there are any. */
  function svg(variant, moves, words = '') {
    const v = rules.VARIANTS[variant];
    const [t, r, b, l] = rules.boxOf(v, moves).map((d) => d + 1);
    const [x, y, w, h] = [-l * CELL, -t * CELL, (l + r + v.span - 1) * CELL, (t + b + v.span - 1) * CELL];
    const columns = Array.from({ length: w / CELL + 1 }, (_, i) => `M${x + i * CELL} ${y}v${h}`);
    const rows = Array.from({ length: h / CELL + 1 }, (_, i) => `M${x} ${y + i * CELL}h${w}`);
    const ink = (m, i) => ({ stroke: colour(i, moves.length), fill: 'none', 'stroke-width': 2.9, 'stroke-linecap': 'round', d: Lines.path(variant, m) });
    const text = (m, i) => draw('text', { x: m.x * CELL, y: m.y * CELL, dy: '.36em', 'text-anchor': 'middle', 'font-family': 'sans-serif', 'font-weight': 600, 'font-size': i > 98 ? 7 : 8.6 }, String(i + 1));
    const high = h + 24 + (words ? CELL : 0);
    const size = Math.min(13, (1.9 * w) / words.length);
    const line = words ? draw('text', { x: x + w / 2, y: y + h + CELL, 'text-anchor': 'middle', 'font-family': 'sans-serif', 'font-size': size, fill: '#26262e' }, words) : null;
    const picture = draw('svg', { viewBox: `${x - 12} ${y - 12} ${w + 24} ${high}`, width: 2 * w + 48, height: 2 * high },
      draw('title', {}, `${variant}, ${moves.length} moves`), draw('metadata', { id: 'morpion' }, carried(variant, moves)),
      draw('rect', { x: x - 12, y: y - 12, width: w + 24, height: high, fill: '#fffdf9' }), line, draw('path', { d: [...columns, ...rows].join(''), stroke: '#e4dfd3' }),
      moves.map((m, i) => draw('path', ink(m, i))),
      rules.crossCells(v).map(([cx, cy]) => draw('circle', { cx: cx * CELL, cy: cy * CELL, r: 5, fill: '#26262e' })),
      moves.flatMap((m, i) => [draw('circle', { cx: m.x * CELL, cy: m.y * CELL, r: 8.6, fill: '#fff', stroke: colour(i, moves.length), 'stroke-width': 1.8 }), text(m, i)]));
    return `${new XMLSerializer().serializeToString(picture)}\n`;
  }

  /** The same, painted. */
  async function png(variant, moves, words = '') {
    const image = make('img', { src: `data:image/svg+xml,${encodeURIComponent(svg(variant, moves, words))}` });
    await image.decode();
    const canvas = make('canvas', { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    const painted = await new Promise((done) => { canvas.toBlob(done); });
    return withGame(new Uint8Array(await painted.arrayBuffer()), variant, moves);
  }

  return { svg, png };
})();
