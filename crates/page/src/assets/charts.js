// Charts: bars with a line of their sums, and histograms.

const Charts = (() => {
  'use strict';

  const { make, draw, short } = Morpion;

  /** Round numbers from 0 to at least `most`. */
  function ticks(most, about = 4) {
    const rough = Math.max(most, 1e-9) / about;
    const unit = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= rough);
    const list = [];
    for (let n = 0; n < most + step * 0.999; n += step) list.push(n);
    return list;
  }

  /** A chart as wide as its place: its units are pixels, so letters are as large on a phone as on a desk. */
  function fitted(drawn) {
    const place = make('div.chart-place');
    let last = 0;
    new ResizeObserver(([{ contentRect }]) => {
      const width = Math.round(contentRect.width);
      if (width === 0 || width === last) return;
      last = width;
      place.replaceChildren(drawn(width));
    }).observe(place);
    return place;
  }

  /** How many scores lie between two numbers below a chart: a multiple of five. */
  const apart = (span, width) => Math.max(1, Math.ceil((span / (width / 60)) / 5) * 5);

  function frame(width, height, label) {
    return draw('svg.chart', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  }

  /** Bars from the largest, and the share that the first ones make together. */
  const ranking = (items, about) => fitted((width) => rankingOf(items, about, width));

  function rankingOf(items, { label, unit, told, chosen }, w) {
    const [h, left, right, top, bottom] = [300, 50, 48, 12, 44];
    const svg = frame(w, h, label);
    // Ten times as many is as far up everywhere: the largest box takes a million times as many as the least.
    const decades = Math.max(1, Math.ceil(Math.log10(items[0]?.value ?? 1)));
    const y = (n) => top + (h - top - bottom) * (1 - Math.log10(Math.max(n, 1)) / decades);
    const step = (w - left - right) / Math.max(items.length, 1);
    for (let k = 0; k <= decades; k++) svg.append(draw('path.axis', { d: `M${left} ${y(10 ** k)}H${w - right}` }), draw('text', { x: left - 8, y: y(10 ** k) + 4, 'text-anchor': 'end' }, short(10 ** k)));
    const total = items.reduce((sum, i) => sum + i.value, 0) || 1;
    let sum = 0;
    const line = [`M${left} ${h - bottom}`];
    const bars = items.map((it, k) => {
      sum += it.value;
      line.push(`L${left + step * (k + 1)} ${top + (h - top - bottom) * (1 - sum / total)}`);
      const share = sum / total;
      return draw('rect.bar-shape', {
        x: left + step * k + step * 0.1, y: y(it.value), width: step * 0.8, height: Math.max(h - bottom - y(it.value), 0.5),
        pointerenter: () => told(it, k, share), click: () => chosen(it),
      });
    });
    // Wide, invisible, so that small bars can be met.
    svg.append(...bars, draw('path.total', { d: line.join('') }));
    for (const share of [0, 0.5, 1]) svg.append(draw('text', { x: w - right + 8, y: top + (h - top - bottom) * (1 - share) + 4 }, `${100 * share} %`));
    svg.append(draw('text', { x: left, y: h - 24 }, `the ${items.length} boxes, by ${unit}`), draw('text', { x: left, y: h - 7 }, 'line: share of all'));
    return svg;
  }

  /** How often each score occurred: series of {name, colour, counts}. */
  const histogram = (series, label) => fitted((width) => histogramOf(series, label, width));

  function histogramOf(series, label, w) {
    const [h, left, right, top, bottom] = [220, 46, 10, 10, 28];
    const svg = frame(w, h, label);
    const scores = series.flatMap((s) => Object.keys(s.counts).filter((k) => s.counts[k]).map(Number));
    if (!scores.length) return svg;
    const [low, high] = [Math.min(...scores) - 1, Math.max(...scores) + 1];
    const shares = series.map((s) => Math.max(...Object.values(s.counts)) / Object.values(s.counts).reduce((a, b) => a + (b || 0), 0));
    const scale = ticks(100 * Math.max(...shares.filter(Number.isFinite), 0.001), 3);
    const ceiling = scale[scale.length - 1] / 100;
    const x = (n) => left + ((w - left - right) * (n - low)) / (high - low);
    const y = (s) => top + (h - top - bottom) * (1 - s / ceiling);
    for (const n of scale) svg.append(draw('path.axis', { d: `M${left} ${y(n / 100)}H${w - right}` }), draw('text', { x: left - 6, y: y(n / 100) + 4, 'text-anchor': 'end' }, `${+n.toPrecision(3)} %`));
    const every = apart(high - low, w);
    for (let n = Math.ceil(low / every) * every; n <= high; n += every) svg.append(draw('text', { x: x(n), y: h - 8, 'text-anchor': 'middle' }, String(n)));
    const wide = (w - left - right) / (high - low);
    series.forEach((s) => {
      const total = Object.values(s.counts).reduce((a, b) => a + (b || 0), 0);
      const bars = Object.entries(s.counts).filter(([, n]) => n).map(([score, n]) => `M${x(Number(score)) - wide * 0.42} ${y(n / total)}h${wide * 0.84}V${h - bottom}h${-wide * 0.84}z`);
      const shape = draw('path', { d: bars.join(''), 'fill-opacity': 0.55 });
      shape.style.setProperty('fill', s.colour);
      svg.append(shape);
    });
    return svg;
  }

  function keys(series) {
    return make('div.keys', {}, series.map((s) => {
      const key = make('span', {}, s.name);
      key.style.setProperty('--c', s.colour);
      return key;
    }));
  }

  /** Mean, deviation and ends of {score: count}. */
  function statistics(counts) {
    const list = Object.entries(counts).filter(([, n]) => n).map(([s, n]) => [Number(s), n]);
    const runs = list.reduce((sum, [, n]) => sum + n, 0);
    if (!runs) return null;
    const mean = list.reduce((sum, [s, n]) => sum + s * n, 0) / runs;
    const spread = list.reduce((sum, [s, n]) => sum + n * (s - mean) ** 2, 0);
    return { runs, mean, deviation: Math.sqrt(spread / Math.max(runs - 1, 1)), min: list[0][0], max: list[list.length - 1][0] };
  }

  return { ranking, histogram, keys, statistics };
})();
