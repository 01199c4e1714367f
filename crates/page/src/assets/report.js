// The report: puts the parts on the page, and where it is served, asks for news.

(() => {
  'use strict';

  const { data, records, make, number, short, boxText, plural, bytes, duration, fileLink, gameLink, walkLink, choice, tableOf } = Morpion;
  const $ = (id) => document.getElementById(id);

  let report = data.report;
  let walk = null;
  let map = null;
  let gallery = null;
  let hero = null;

  // The theorem.

  function theorem() {
    const { sentence, evidence } = report.headline;
    $('sentence').textContent = sentence;
    $('evidence').textContent = evidence;
    $('evidence').className = `chip ${evidence}`;
    const main = report.walks.find((w) => w.name === '5D');
    if (!main) return;
    const { proven, best_game: best, best_game_from: from, published } = main.overall;
    const words = [];
    if (best !== null) words.push(`The longest game known, ${from}, has ${best} moves.`);
    if (main.is_proven && best === proven) words.push('So it is as long as a game can be.');
    if (main.is_proven && best < proven) words.push(`Whether there is one of ${best + 1} to ${proven} moves is open.`);
    if (published.length) words.push(`The best limit published before, by others, is ${published[0].moves} (${published[0].year}).`);
    $('because').textContent = words.join(' ');
    $('figures').replaceChildren(...figures(main.theorem));
    $('trust').replaceChildren(...trust(main));
  }

  function figures(t) {
    if (!t) return [];
    const list = [[t.boxes, 'boxes bounded'], [t.empty, 'boxes empty'], [t.arrivals, 'ways no game takes'], [t.witnesses, 'games as witnesses']];
    return list.map(([n, name]) => make('div', {}, make('dt', {}, name), make('dd', {}, number(n))));
  }

  function trust(main) {
    const t = main.theorem;
    if (!t) return ['There is no theorem file about all games in these results.'];
    const count = t.boxes + t.empty + t.arrivals;
    return [
      fileLink(data.links.results, t.file, 'theorem.txt'), ` lists ${plural(count, 'certificate')} (${bytes(t.bytes)} with the witnesses). `,
      t.conclusion ? `If all of them hold, ${t.conclusion}: the checker derives which boxes are needed. ` : 'Its boxes are not all that are needed. ',
      t.missing.length ? `${plural(t.missing.length, 'file')} it lists are not there. ` : '',
      'To repeat them all: ', make('code', {}, `morpion-check results/${main.folder}/certificates`),
    ];
  }

  function showRecord() {
    const games = [...report.records, ...report.games].filter((g) => g.variant === '5D');
    const best = games.reduce((a, b) => (a && a.size >= b.size ? a : b), null);
    if (!best) return;
    const it = Gallery.ofGame(best, !report.records.includes(best));
    hero = Gallery.viewer($('show'), 'h2');
    const still = matchMedia('(prefers-reduced-motion: reduce), print').matches;
    hero.show(it, it.moves.length);
    hero.stepper.setSpeed(12);
    if (!still && !data.live) setTimeout(() => hero.stepper.start(), 900);
  }

  // The parts that show one walk.

  function choose(i) {
    table.mark(i);
  }

  let table = null;

  function showWalk(next) {
    walk = next;
    const showGame = (b, kind) => gallery.showBox(walk, b, kind);
    table = BoxTable.create(walk, { place: $('table'), filters: $('filters'), choose: (i) => { map.pick(i); $('map').scrollIntoView(); } });
    map = BoxMap.create(walk, { tiles: $('tiles'), detail: $('detail'), chosen: choose, showGame });
    gallery.setWalk(walk);
    LongestGames.show(walk);
    cost();
    gaps();
  }

  function walks() {
    if (report.walks.length < 2) return;
    const byFolder = (folder) => report.walks.find((w) => w.folder === folder);
    $('walks').replaceChildren(choice('Which games', report.walks.map((w) => [w.folder, w.name]), walk.folder, (f) => showWalk(byFolder(f))));
  }

  function cost() {
    const proofs = walk.boxes.map((b, index) => ({ b, index, value: (b.certificate?.nodes ?? 0) + b.arrivals.reduce((sum, a) => sum + a.certificate.nodes, 0) })).filter((p) => p.value > 0);
    proofs.sort((a, c) => c.value - a.value);
    const nodes = proofs.reduce((sum, p) => sum + p.value, 0);
    const size = walk.boxes.reduce((sum, b) => sum + (b.certificate?.bytes ?? 0) + b.arrivals.reduce((n, a) => n + (a.certificate.bytes ?? 0), 0), 0);
    const count = walk.boxes.reduce((sum, b) => sum + (b.certificate ? 1 : 0) + b.arrivals.length, 0);
    $('cost-words').textContent = `${plural(count, 'certificate')} of ${bytes(size)} with ${short(nodes)} nodes prove what is proven of ${walk.name}. Each bar is a box: the nodes of its certificates, as its file says. A node is a state of the search that a checker repeats.`;
    const tip = make('p.tooltip', { role: 'status' });
    const words = (p, k, share) => { tip.textContent = `${boxText(p.b.box)}: ${number(p.value)} nodes. ${k ? `The first ${k + 1} boxes of ${proofs.length} make` : `This one of ${proofs.length} makes`} ${(100 * share).toFixed(1)} % of all.`; };
    const chart = Charts.ranking(proofs, { label: `Nodes of the certificates by box, from ${short(proofs[0]?.value ?? 0)} down`, unit: 'nodes of their certificates', told: words, chosen: (p) => { map.pick(p.index); $('map').scrollIntoView(); } });
    if (proofs.length) words(proofs[0], 0, proofs[0].value / nodes);
    $('cost-chart').replaceChildren(chart, tip);
  }

  function gaps() {
    const items = walk.gaps.map((g) => make('li', {}, g.text, g.boxes.length
      ? make('details', {}, make('summary', {}, `which (${g.boxes.length})`), make('div.small-text', {}, g.boxes.map(boxText).join(' '))) : null));
    const others = report.standings.filter((s) => !s.bounds.length).map(kind);
    if (others.length) items.push(make('li', {}, `Any bound on the games of ${others.join(', ')}. `, make('a', { href: '#others' }, 'What others have shown'), ' is above.'));
    $('gap-list').replaceChildren(...items);
  }

  const kind = (s) => (s.symmetric ? `${s.variant}, symmetric` : s.variant);

  function standings() {
    const bound = (b) => `${b.moves} ${b.evidence}${b.of_all ? ' of all games' : ''}`;
    const none = (s) => (s.counted_to === null ? 'none' : `none (counted to ${s.counted_to} moves)`);
    const rows = report.standings.map((s) => [kind(s), s.best_game === null ? '–' : number(s.best_game), s.bounds.map(bound).join(', ') || none(s)]);
    $('standings').replaceChildren(tableOf('Every kind of game', ['games', 'longest known', 'bound here'], rows));
  }

  function limits() {
    const words = { bound: 'at most', maximum: 'exactly', game: 'a game of' };
    const item = (l) => make('li', {}, make('b', {}, kind(l)), make('span', {}, `${words[l.what]} ${l.moves}`), make('span', {}, l.how),
      make('span.source', {}, `${l.who}: `, make('a', { href: l.address, rel: 'noopener' }, l.work), `, ${l.year}`));
    $('limits').replaceChildren(...report.limits.map(item));
  }

  // The searchers.

  function found() {
    if (!report.games.length) return;
    const best = (g) => Math.max(0, ...report.records.filter((r) => r.variant === g.variant).map((r) => r.size));
    const rows = report.games.map((g) => [g.symmetric ? `${g.variant}, symmetric` : g.variant, number(g.size), g.symmetric ? '–' : number(best(g)), g.search.search.algorithm, String(g.search.seed), number(g.search.playouts), duration(g.search.seconds), g.search.date.slice(0, 10), gameLink(g)]);
    $('found').replaceChildren(make('h3', {}, 'Games found by our own searchers'), make('p.soft.small-text', {}, 'Each with the command, the seed and the time that found it in the file beside it.'),
      tableOf('Games found', ['variant', 'moves', 'record', 'searcher', 'seed', 'games tried', 'time', 'date', 'file'], rows));
  }

  /** The papers' tables: theirs beside ours, and the shares of our runs that reach a score. */
  function contest() {
    if (!report.searchers.length) return;
    const parts = Map.groupBy(report.searchers, (row) => row.heading);
    const papers = [...parts].map(([title, list]) => make('div', {}, make('h4', {}, title), list.map(experiment)));
    $('contest').replaceChildren(make('h3', {}, 'The papers’ tables, repeated'), make('p.soft.small-text', {}, 'Ours are runs with seeds of their own on one thread each, all of them in ', fileLink(data.links.results, 'searchers/runs.csv'), '. A difference is our mean less theirs, with its standard error; a star marks more than three of them, of ten runs at least. In the pictures a dashed line is the paper’s figure.'), ...papers);
  }

  function experiment(row) {
    const fixed = (n) => n.toFixed(1);
    const theirs = (t) => (t === null ? '–' : `${fixed(t.score)}${t.runs === 1 ? ', one run' : t.runs ? `, ${t.runs} runs` : ', best'}`);
    const lines = row.lines.map((l) => [l.column, theirs(l.theirs), fixed(l.mean), fixed(l.deviation), String(l.best), number(Math.round(l.runs)), l.seconds === null ? '–' : duration(l.seconds), l.difference === null ? '–' : `${fixed(l.difference[0])} ± ${fixed(l.difference[1])}${l.differs ? ' *' : ''}`]);
    const picture = make('img.curves', { src: `data:image/svg+xml,${encodeURIComponent(row.picture)}`, alt: `${row.label}: shares of runs that reach a score, as the table has them`, loading: 'lazy', width: 860, height: 380 });
    return make('details.card.experiment', {}, make('summary', {}, row.label), tableOf(row.label, ['', 'theirs', 'our mean', 'deviation', 'best', 'runs', 'time a run', 'difference'], lines), picture);
  }

  function all() {
    theorem();
    $('legend').replaceChildren(...BoxMap.legend(report.walks));
    gallery = Gallery.create(report, { shelves: $('shelves'), thumbs: $('thumbs'), figure: $('viewer') });
    const kept = walk && report.walks.find((w) => w.folder === walk.folder);
    const next = kept ?? report.walks[0];
    if (next) showWalk(next);
    else for (const id of ['map', 'boxes', 'games', 'longest', 'cost']) $(id).hidden = true;
    walks();
    found();
    contest();
    standings();
    limits();
    $('sources').replaceChildren(...report.walks.flatMap((w) => [walkLink(w, 'run.json', `results/${w.folder}`), ' ']));
  }

  // News of a run, where the page is served.

  let stamp = '';

  function tellNews(news) {
    const open = report.walks.map((w) => `${w.name}: ${w.overall.open ? `${w.overall.open} open of ${w.boxes.length} boxes` : `${w.boxes.length} boxes, none open`}`);
    const working = report.walks.flatMap((w) => w.boxes.filter((b) => b.progress).map((b) => `${boxText(b.box)} ${(100 * b.progress.explored).toFixed(2)} %`));
    const best = report.games.reduce((a, g) => (a && a.size >= g.size ? a : g), null);
    const parts = [...open, ...working.slice(0, 4)];
    if (best) parts.push(`longest game found here: ${best.variant} ${best.size}`);
    if (news.quiet_for !== null) parts.push(`last written ${news.quiet_for < 90 ? `${news.quiet_for} s` : duration(news.quiet_for)} ago`);
    if (news.fault) parts.push(`waiting: ${news.fault}`);
    $('news').textContent = parts.join(' · ');
    $('news').hidden = false;
  }

  async function ask() {
    try {
      const answer = await fetch(`news.json?since=${stamp}`);
      const news = await answer.json();
      stamp = news.stamp;
      if (news.report) {
        ({ report } = news);
        all();
      }
      tellNews(news);
    } catch {
      $('news').textContent = 'The server does not answer; what is shown is what it said last.';
      $('news').hidden = false;
    }
    setTimeout(ask, 2000);
  }

  all();
  showRecord();
  if (data.live) ask();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
