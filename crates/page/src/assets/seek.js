// The searcher's pane on the board: workers that play on from the position, what they have found, and how long their games were.

const Seek = (() => {
  'use strict';

  const { rules, make, icon, number, short, plural } = Morpion;
  const KINDS = [['random', 'random games', 'var(--t1)'], ['searched', 'searched games', 'var(--t5)']];
  const MOST_WORKERS = 16;
  /** What each way to search asks of the workers. */
  const METHODS = {
    quick: ['nested policy, quick', { level: 2 }],
    deep: ['nested policy, deep', { level: 3 }],
    nested: ['nested search', { stepwise: [0, 0] }],
    reflexive: ['reflexive search', { stepwise: [10, 10] }],
    random: ['random games', { level: 0 }],
  };

  const select = (label, options, chosen) => make('select', { 'aria-label': label, title: label }, options.map(([value, name]) => make('option', { value, selected: value === chosen }, name)));

  /** `game()` gives the position; `found(moves, base)` is asked to show a game that goes on from its first `base` moves. */
  function create(place, { game, found, say, before }) {
    let workers = [];
    let best = null;
    let base = 0;
    const series = { random: {}, searched: {} };
    const cores = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS));
    const crews = [1, 2, 4, 8, 16].filter((n) => n < cores);
    const method = select('How to search', Object.entries(METHODS).map(([value, [name]]) => [value, name]), 'quick');
    const crew = select('Workers: each searches by itself, on a core of its own', [...crews, cores].map((n) => [n, plural(n, 'worker')]), cores);
    const time = select('How long', [3, 10, 30, 120].map((s) => [s, `${s} s`]), 10);
    const button = make('button.button.primary', { type: 'button', id: 'search-button', click: () => (workers.length ? stop() : start()) });
    const words = make('p.result', { role: 'status', id: 'search-words' });
    const showIt = make('button.button', { type: 'button', id: 'show-it', hidden: true, click: () => { stop(); found(best.codes.map(rules.decode), base); } }, icon('play'), 'Step through it');
    const chart = make('div', { id: 'distribution' });

    function dress() {
      button.replaceChildren(icon(workers.length ? 'stop' : 'search'), workers.length ? 'Stop' : 'Search');
    }
    function stop() {
      for (const worker of workers) worker.terminate();
      workers = [];
      dress();
    }
    function start() {
      before();
      const { variant, moves, at, box, isOver } = game();
      [base, best] = [at, null];
      showIt.hidden = true;
      if (isOver) {
        words.textContent = 'No move is left here, so there is nothing to search. Undo some moves first.';
        return;
      }
      workers = Crew.start('search.serve', Number(crew.value), say) ?? [];
      if (!workers.length) return;
      const asked = METHODS[method.value][1];
      const kind = method.value === 'random' ? 'random' : 'searched';
      const earlier = { ...series[kind] };
      const crewNow = workers;
      const reports = new Map();
      crewNow.forEach((worker, i) => {
        worker.onerror = () => { stop(); say('The searcher broke off.', true); };
        worker.onmessage = ({ data: m }) => {
          if (crewNow !== workers) return;
          if (m.kind === 'better') {
            if (!best || m.score > best.score) best = m;
            return;
          }
          reports.set(i, m);
          told([...reports.values()], kind, earlier);
          if (reports.size === crewNow.length && [...reports.values()].every((r) => r.done)) stop();
        };
        worker.postMessage({ variant, codes: moves.slice(0, at).map(rules.encode), box, ...asked, seed: Crew.seed(), seconds: Number(time.value) });
      });
      words.textContent = 'Searching…';
      dress();
    }
    /** The workers' last reports, taken together. */
    function told(reports, kind, earlier) {
      series[kind] = { ...earlier };
      for (const m of reports) m.counts.forEach((n, s) => { if (n) series[kind][s] = (series[kind][s] ?? 0) + n; });
      const games = reports.reduce((sum, m) => sum + m.games, 0);
      const seconds = Math.max(...reports.map((m) => m.seconds));
      const longest = Math.max(...reports.map((m) => m.best));
      const rate = seconds > 0 ? Math.round(games / seconds) : 0;
      words.textContent = `${number(games)} games in ${seconds.toFixed(1)} s, ${number(rate)} a second; the best has ${longest} moves${base ? ` (${longest - base} more)` : ''}.`;
      Object.assign(words.dataset, { rate: String(rate), best: String(longest) });
      showIt.hidden = !(best && best.score > base);
      distribution();
    }
    function distribution() {
      const list = KINDS.map(([k, name, colour]) => ({ name, colour, counts: series[k], about: Charts.statistics(series[k]) })).filter((s) => s.about);
      if (!list.length) return chart.replaceChildren();
      const line = ({ name, about }) => `${name}: ${short(about.runs)}, mean ${about.mean.toFixed(1)}, deviation ${about.deviation.toFixed(1)}, ${about.min} to ${about.max}`;
      return chart.replaceChildren(Charts.histogram(list, `How long the games were. ${list.map(line).join('. ')}`), Charts.keys(list.map((s) => ({ ...s, name: line(s) }))));
    }
    place.replaceChildren(make('p.small-text.soft', {}, 'Searchers play on from the position on the board: nested rollout policy adaptation, or nested and reflexive search, in workers of this page.'), make('div.row', {}, method, crew, time, button, showIt), words, chart);
    dress();
    return {
      /** The games that were counted went on from elsewhere. */
      reset() {
        if (workers.length) stop();
        [series.random, series.searched, best] = [{}, {}, null];
        showIt.hidden = true;
        words.textContent = '';
        distribution();
      },
    };
  }

  return { create };
})();
