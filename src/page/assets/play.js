// The board: a game that is played, stepped through, searched on from, and kept.

(() => {
  'use strict';

  const { rules, records, data, make, draw, icon, number, short, boxText, announce, choice, memory } = Morpion;
  const $ = (id) => document.getElementById(id);
  const { CELL } = Drawing;

  /** The game: all its moves, of which the first `at` are on the board. */
  const game = { variant: '5D', moves: [], at: 0 };
  let fast = null;
  let drawing = null;
  let top = null;
  let showsHints = Boolean(memory.read('hints', true));
  let options = [];
  let cursor = { x: 4, y: 4 };

  // What is known of a variant.

  const longest = (games, variant) => Math.max(0, ...games.filter((g) => g.variant === variant).map((g) => g.size));
  const record = (variant) => longest([...data.report.records, ...data.report.games], variant);
  const walkOf = (variant) => data.report.walks.find((w) => w.variant === variant && !w.symmetric);

  // Drawing.

  function setUp(variant) {
    game.variant = variant;
    drawing = new Drawing.Board({ variant, span: record(variant) });
    drawing.svg.setAttribute('tabindex', '0');
    drawing.svg.setAttribute('role', 'application');
    top = { hints: draw('g'), ghosts: draw('g'), options: draw('g'), cursor: draw('rect.cursor', { width: 20, height: 20, rx: 5 }) };
    drawing.layers.top.append(top.hints, top.ghosts, top.options, top.cursor);
    $('board').replaceChildren(drawing.svg);
    listen(drawing.svg);
    cursor = { x: Math.floor(rules.VARIANTS[variant].span / 2), y: -1 };
    variants.press(variant);
  }

  function fit() {
    const least = Drawing.regionOf(game.variant, [], 3);
    const now = Drawing.regionOf(game.variant, game.moves, 2);
    const region = { left: Math.min(least.left, now.left), top: Math.min(least.top, now.top), right: Math.max(least.right, now.right), bottom: Math.max(least.bottom, now.bottom) };
    if (Object.keys(region).some((k) => region[k] !== drawing.region[k])) drawing.setRegion(region);
  }

  function show() {
    closeOptions();
    fast = new rules.Board(game.variant);
    for (const m of game.moves.slice(0, game.at)) fast.advance(rules.encode(m));
    fit();
    drawing.show(game.moves, game.at);
    const label = `${drawing.words(game.moves, game.at)}. ${fast.count} legal moves. Arrow keys move the cursor, Enter plays, N goes to the next legal move.`;
    drawing.svg.setAttribute('aria-label', label);
    top.ghosts.replaceChildren();
    hints();
    placeCursor();
    stepper.set(game.moves.length, game.at);
    $('now').replaceChildren(make('b', {}, String(game.at)), game.at === 1 ? 'move' : 'moves');
    undo.disabled = game.at === 0;
    redo.disabled = game.at === game.moves.length;
    score();
    rememberAddress();
  }

  /** The legal moves by dot. */
  function byDot() {
    const dots = new Map();
    for (const m of fast.legalMoves()) {
      const key = `${m.x},${m.y}`;
      dots.set(key, [...(dots.get(key) ?? []), m]);
    }
    return dots;
  }

  function hints() {
    if (!showsHints) return top.hints.replaceChildren();
    const shapes = [...byDot().values()].flatMap((moves) => {
      const [{ x, y }] = moves;
      const dot = draw('circle.hint', { cx: x * CELL, cy: y * CELL, r: 6.5 });
      return moves.length > 1 ? [dot, draw('text.hint-count', { x: x * CELL, y: y * CELL }, String(moves.length))] : [dot];
    });
    return top.hints.replaceChildren(...shapes);
  }

  function ends(move) {
    const cells = rules.lineCells(rules.VARIANTS[game.variant], move);
    return [cells[0], cells[cells.length - 1]];
  }

  function linePath(move) {
    const [[x0, y0], [x1, y1]] = ends(move);
    return `M${x0 * CELL} ${y0 * CELL}L${x1 * CELL} ${y1 * CELL}`;
  }

  function ghosts(x, y) {
    const moves = byDot().get(`${x},${y}`) ?? [];
    top.ghosts.replaceChildren(...moves.map((m) => draw('path.ghost', { d: linePath(m) })), ...(moves.length ? [draw('circle.ghost-dot', { cx: x * CELL, cy: y * CELL, r: 6.5 })] : []));
    return moves.length > 0;
  }

  // Playing.

  function play(move) {
    const next = game.moves[game.at];
    if (!(next && Drawing.sameMove(next, move))) game.moves = [...game.moves.slice(0, game.at), move];
    game.at++;
    stepper.stop();
    show();
    const [from, to] = ends(move).map(rules.cellText);
    announce(`Move ${game.at}: dot ${rules.cellText([move.x, move.y])}, line from ${from} to ${to}. ${fast.count} legal moves left.`);
    if (fast.count === 0) finished();
  }

  function finished() {
    const own = game.at;
    Shelf.keep(game.variant, game.moves.slice(0, own));
    shelf.refresh();
    const best = record(game.variant);
    const words = own > best ? `, longer than the longest game known, of ${best}. Save it!` : own === best ? ', as long as the longest game known.' : `. The longest game known has ${best}.`;
    say(`No move is left: ${own} moves${words}`);
  }

  function choose(x, y) {
    const moves = byDot().get(`${x},${y}`) ?? [];
    closeOptions();
    if (moves.length === 1) play(moves[0]);
    else if (moves.length > 1) openOptions(moves);
    return moves.length > 0;
  }

  /** Several lines run through the dot: asks which. */
  function openOptions(moves) {
    options = moves;
    top.ghosts.replaceChildren();
    const badges = badgePlaces(moves);
    top.options.replaceChildren(...moves.map((m, i) => {
      const [x, y] = badges[i];
      return draw('g.option', { click: (e) => { e.stopPropagation(); play(m); } }, draw('path', { d: linePath(m) }), draw('circle', { cx: x * CELL, cy: y * CELL, r: 9.5 }), draw('text', { x: x * CELL, y: y * CELL }, String(i + 1)));
    }));
    const words = (m) => `${rules.DIRECTIONS[m.dir].name}, ${ends(m).map(rules.cellText).join(' to ')}`;
    $('ask').replaceChildren('Which line?', ...moves.map((m, i) => make('button.button', { type: 'button', click: () => { play(m); drawing.svg.focus(); } }, `${i + 1}: ${words(m)}`)), make('button.button', { type: 'button', click: closeOptions }, 'None'));
    $('ask').hidden = false;
    announce(`${moves.length} lines run through this dot. ${moves.map((m, i) => `${i + 1}: ${words(m)}`).join('. ')}. Press a number.`);
  }

  /** An end of each line, away from the dot, each end once. */
  function badgePlaces(moves) {
    const taken = new Set();
    return moves.map((m) => {
      const far = ([x, y]) => -Math.max(Math.abs(x - m.x), Math.abs(y - m.y));
      const cells = rules.lineCells(rules.VARIANTS[game.variant], m).sort((a, b) => far(a) - far(b));
      const place = cells.find((c) => !taken.has(c.join())) ?? cells[0];
      taken.add(place.join());
      return place;
    });
  }

  function closeOptions() {
    options = [];
    top?.options.replaceChildren();
    $('ask').hidden = true;
  }

  function step(to) {
    game.at = Math.max(0, Math.min(game.moves.length, to));
    show();
  }

  /** Puts a game on the board, if it is one. */
  function load(variant, moves, from, at = moves.length) {
    const { position, text } = variant ? rules.playAll(variant, moves) : rules.replay(null, moves);
    if (!position) return say(text, true);
    if (!rules.isOnBoard(position.variant, moves)) return say('This game reaches further than this board.', true);
    stepper.stop();
    if (position.variant.name !== game.variant || !drawing) setUp(position.variant.name);
    game.moves = moves;
    game.at = at;
    show();
    shelf.refresh();
    search.reset();
    return say(from ? `${from}: ${moves.length} moves of ${game.variant}.` : '');
  }

  async function read(source) {
    try {
      const isText = typeof source === 'string';
      if (!isText && source.size > records.MAX_FILE_BYTES) throw new records.RecordError(`a record of more than ${records.MAX_FILE_BYTES} bytes is not a game`);
      const found = isText ? await records.readText(source, game.variant) : await records.read(new Uint8Array(await source.arrayBuffer()));
      const name = isText ? 'Read' : source.name;
      load(found.variant, found.moves, name);
    } catch (error) {
      say(`${typeof source === 'string' ? '' : `${source.name}: `}${error.message}`, true);
    }
  }

  function say(words, isBad = false) {
    const note = $('note');
    note.textContent = words;
    note.hidden = !words;
    note.classList.toggle('bad', isBad);
    note.setAttribute('role', isBad ? 'alert' : 'status');
  }

  // The pointer and the keys.

  function cellAt(event) {
    const svg = drawing.svg;
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [Math.round(p.x / CELL), Math.round(p.y / CELL)];
  }

  /** On a small screen a finger may land beside the dot: the nearest legal one within a cell counts. */
  function nearest(event) {
    const [x, y] = cellAt(event);
    const dots = byDot();
    if (dots.has(`${x},${y}`)) return [x, y];
    if (event.pointerType !== 'touch') return [x, y];
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.svg.getScreenCTM().inverse());
    const far = ([a, b]) => Math.hypot(a * CELL - p.x, b * CELL - p.y);
    const close = [...dots.keys()].map((k) => k.split(',').map(Number)).sort((a, b) => far(a) - far(b))[0];
    return close && far(close) < CELL ? close : [x, y];
  }

  function listen(svg) {
    svg.addEventListener('pointermove', (e) => {
      if (options.length) return;
      svg.classList.toggle('can', ghosts(...cellAt(e)));
    });
    svg.addEventListener('pointerleave', () => top.ghosts.replaceChildren());
    svg.addEventListener('click', (e) => {
      const [x, y] = nearest(e);
      cursor = { x, y };
      placeCursor();
      choose(x, y);
    });
    svg.addEventListener('keydown', onBoardKey);
  }

  function placeCursor() {
    top.cursor.setAttribute('x', cursor.x * CELL - 10);
    top.cursor.setAttribute('y', cursor.y * CELL - 10);
  }

  function moveCursor(x, y) {
    const { left, right, top: up, bottom } = drawing.region;
    cursor = { x: Math.max(left, Math.min(right, x)), y: Math.max(up, Math.min(bottom, y)) };
    placeCursor();
    ghosts(cursor.x, cursor.y);
    const lines = (byDot().get(`${cursor.x},${cursor.y}`) ?? []).length;
    const dot = rules.isCrossCell(rules.VARIANTS[game.variant], cursor.x, cursor.y) ? ', a dot of the cross' : '';
    announce(`${rules.cellText([cursor.x, cursor.y])}${dot}${lines ? `, legal, ${lines === 1 ? 'one line' : `${lines} lines`}` : ''}`);
  }

  function nextLegal(back) {
    const list = [...byDot().keys()].map((k) => k.split(',').map(Number)).sort(([a, b], [c, d]) => b - d || a - c);
    if (!list.length) return;
    const isAfter = ([x, y]) => y > cursor.y || (y === cursor.y && x > cursor.x);
    const isBefore = ([x, y]) => y < cursor.y || (y === cursor.y && x < cursor.x);
    const next = back ? list.findLast(isBefore) ?? list[list.length - 1] : list.find(isAfter) ?? list[0];
    moveCursor(...next);
  }

  function onBoardKey(event) {
    const shift = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (shift) moveCursor(cursor.x + shift[0], cursor.y + shift[1]);
    else if (event.key === 'Enter' || event.key === ' ') choose(cursor.x, cursor.y);
    else if (event.key === 'n' || event.key === 'N') nextLegal(event.shiftKey);
    else if (options.length && options[Number(event.key) - 1]) play(options[Number(event.key) - 1]);
    else if (event.key === 'Escape') closeOptions();
    else return;
    event.preventDefault();
  }

  function onKey(event) {
    if (event.target.closest('input, textarea, select')) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if ((key === 'z' && command && !event.shiftKey) || (key === 'u' && !command)) step(game.at - 1);
    else if ((key === 'z' && command) || (key === 'y' && command) || (key === 'r' && !command)) step(game.at + 1);
    else if (key === 'h' && !command) toggleHints();
    else return;
    event.preventDefault();
  }

  // Score.

  function score() {
    const { variant, at } = game;
    const best = record(variant);
    const walk = walkOf(variant);
    const bound = walk?.is_proven ? walk.overall.proven : null;
    const box = rules.boxOf(rules.VARIANTS[variant], game.moves.slice(0, at));
    const waste = rules.unusedSlots(rules.VARIANTS[variant], at);
    const most = Math.max(best, at, 1);
    const meter = make('div.meter', { role: 'img', 'aria-label': `${at} of ${best} moves, the longest game known` }, make('i'));
    meter.style.setProperty('--part', at / most);
    const figure = (name, value, mine) => make(mine ? 'div.mine' : 'div', {}, make('dt', {}, name), make('dd', {}, value));
    const canonical = rules.canonicalBox(box);
    const same = box.join() === canonical.join();
    const rows = [
      ['legal moves', number(fast.count)], ['box', same ? boxText(box) : `${boxText(box)}, up to symmetry ${boxText(canonical)}`],
      ['waste', waste === null ? 'not counted where lines may touch' : `${number(waste)} unused slots`],
    ];
    $('score').replaceChildren(
      make('dl.big', {}, figure('moves', String(at), true), figure('longest known', best ? String(best) : '–'), figure('proven bound', bound === null ? 'none' : String(bound))),
      meter, make('dl.facts', {}, rows.flatMap(([k, v]) => [make('dt', {}, k), make('dd', {}, v)])));
  }

  // The address bar: browsers limit how often it may change.

  let addressTimer = null;

  function rememberAddress() {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      const address = records.writeAddress(game.variant, game.moves.slice(0, game.at).map(rules.encode));
      try {
        history.replaceState(null, '', address);
      } catch { /* then it is not remembered */ }
    }, 200);
  }

  function fromAddress() {
    const found = records.readAddress(location.hash);
    if (!found) {
      if (location.hash.length > 1 && !/^#[a-z]/.test(location.hash)) say('The address holds no game.', true);
      return false;
    }
    load(found.variant, found.moves, '');
    return true;
  }

  // The searcher.

  function createSearch(place) {
    let worker = null;
    let best = null;
    let base = 0;
    const series = { random: {}, searched: {} };
    const method = make('select', { 'aria-label': 'How to search' }, [['2', 'nested policy, quick'], ['3', 'nested policy, deep'], ['0', 'random games']].map(([v, n]) => make('option', { value: v }, n)));
    const time = make('select', { 'aria-label': 'How long' }, [3, 10, 30, 120].map((s) => make('option', { value: s, selected: s === 10 }, `${s} s`)));
    const button = make('button.button.primary', { type: 'button', id: 'search-button', click: () => (worker ? stop() : start()) });
    const words = make('p.result', { role: 'status', id: 'search-words' });
    const showIt = make('button.button', { type: 'button', id: 'show-it', hidden: true, click: stepThrough }, icon('play'), 'Step through it');
    const chart = make('div', { id: 'distribution' });

    function dress() {
      button.replaceChildren(icon(worker ? 'stop' : 'search'), worker ? 'Stop' : 'Search');
    }
    function stop() {
      worker?.terminate();
      worker = null;
      dress();
    }
    function source() {
      return `'use strict';const rules=(${morpionRules})();const search=(${morpionSearch})(rules);onmessage=(e)=>search.serve(e.data,(m)=>postMessage(m));`;
    }
    function start() {
      stepper.stop();
      const moves = game.moves.slice(0, game.at);
      [base, best] = [game.at, null];
      showIt.hidden = true;
      try {
        const url = URL.createObjectURL(new Blob([source()], { type: 'text/javascript' }));
        worker = new Worker(url);
        URL.revokeObjectURL(url);
      } catch {
        return say('This browser starts no worker from this page, so the searcher cannot run.', true);
      }
      const level = Number(method.value);
      const kind = level ? 'searched' : 'random';
      const before = { ...series[kind] };
      const own = worker;
      worker.onerror = () => { stop(); say('The searcher broke off.', true); };
      worker.onmessage = ({ data: m }) => {
        if (own !== worker) return;
        if (m.kind === 'better') best = m;
        else told(m, kind, before);
        if (m.done) stop();
      };
      worker.postMessage({ variant: game.variant, codes: moves.map(rules.encode), level, seed: (Math.random() * 2 ** 32) >>> 0, seconds: Number(time.value) });
      words.textContent = 'Searching…';
      return dress();
    }
    function told(m, kind, before) {
      series[kind] = { ...before };
      m.counts.forEach((n, s) => { if (n) series[kind][s] = (before[s] ?? 0) + n; });
      const rate = m.seconds > 0 ? Math.round(m.games / m.seconds) : 0;
      words.textContent = `${number(m.games)} games in ${m.seconds.toFixed(1)} s, ${number(rate)} a second; the best has ${m.best} moves${base ? ` (${m.best - base} more)` : ''}.`;
      words.dataset.rate = String(rate);
      words.dataset.best = String(m.best);
      showIt.hidden = !(best && best.score > base);
      distribution();
    }
    function distribution() {
      const list = [['random', 'random games', 'var(--t1)'], ['searched', 'searched games', 'var(--t5)']].map(([k, name, colour]) => ({ name, colour, counts: series[k], about: Charts.statistics(series[k]) })).filter((s) => s.about);
      if (!list.length) return chart.replaceChildren();
      const line = ({ name, about }) => `${name}: ${short(about.runs)}, mean ${about.mean.toFixed(1)}, deviation ${about.deviation.toFixed(1)}, ${about.min} to ${about.max}`;
      return chart.replaceChildren(Charts.histogram(list, `How long the games were. ${list.map(line).join('. ')}`), Charts.keys(list.map((s) => ({ ...s, name: line(s) }))));
    }
    function stepThrough() {
      stop();
      if (!best) return;
      const moves = best.codes.map(rules.decode);
      load(game.variant, moves, 'Found by the searcher', Math.min(base, moves.length));
      Shelf.keep(game.variant, moves);
      shelf.refresh();
      stepper.start();
    }
    place.replaceChildren(make('p.small-text.soft', {}, 'A searcher plays on from the position on the board: nested rollout policy adaptation, in a worker of this page.'), make('div.row', {}, method, time, button, showIt), words, chart);
    dress();
    return {
      /** The games that were counted went on from elsewhere. */
      reset() {
        if (worker) stop();
        [series.random, series.searched, best] = [{}, {}, null];
        showIt.hidden = true;
        words.textContent = '';
        distribution();
      },
    };
  }

  // The page.

  function tool(name, words, click, named) {
    return make(named ? 'button.tool.named' : 'button.tool', { type: 'button', 'aria-label': words, title: words, click }, icon(name), named ? named : null);
  }

  function toggleHints() {
    showsHints = !showsHints;
    memory.write('hints', showsHints);
    hint.setAttribute('aria-pressed', String(showsHints));
    hints();
  }

  const variants = choice('Variant', ['5D', '5T', '4D', '4T'].map((v) => [v, v]), '5D', (v) => load(v, [], ''));
  variants.title = '5 or 4 dots in a line; D: parallel lines share no dot, T: they may share an end';
  $('variants').append(variants);
  const undo = tool('undo', 'Undo (U)', () => { stepper.stop(); step(game.at - 1); }, 'Undo');
  const redo = tool('redo', 'Redo (R)', () => { stepper.stop(); step(game.at + 1); }, 'Redo');
  const hint = tool('bulb', 'Show the legal moves (H)', toggleHints, 'Hints');
  hint.setAttribute('aria-pressed', String(showsHints));
  const fresh = tool('new', 'New game', () => load(game.variant, [], ''), 'New');
  [undo.id, redo.id, hint.id, fresh.id] = ['undo', 'redo', 'hint', 'new'];
  const stepper = Drawing.stepper(step);
  $('under').append(make('div.tools', {}, undo, redo, hint, make('span.gap'), fresh), stepper.element);
  const search = createSearch($('search'));
  const shelf = Shelf.games($('games'), { variant: () => game.variant, load, keepThis: () => Shelf.keep(game.variant, game.moves.slice(0, game.at)) });
  Shelf.files($('file-tools'), { game: () => ({ variant: game.variant, moves: game.moves.slice(0, game.at) }), read, say });

  $('help').append(
    make('p', {}, 'Add a dot so that it completes a row of five (or four) dots, across, up or slanting, and draw the line through them. In the variants D, parallel lines share no dot; in T they may share an end. Go on for as long as you can.'),
    make('p', {}, 'Choose a dot; where several lines run through it, choose the line. With the keys: ', make('kbd', {}, 'arrows'), ' and ', make('kbd', {}, 'Enter'), ' on the board, ', make('kbd', {}, 'N'), ' for the next legal move, ', make('kbd', {}, 'U'), ' undo, ', make('kbd', {}, 'R'), ' redo, ', make('kbd', {}, 'H'), ' legal moves.'));

  document.addEventListener('keydown', onKey);
  addEventListener('hashchange', fromAddress);
  const drop = $('drop');
  addEventListener('dragover', (e) => { e.preventDefault(); drop.hidden = false; });
  addEventListener('dragleave', (e) => { if (!e.relatedTarget) drop.hidden = true; });
  addEventListener('drop', (e) => {
    e.preventDefault();
    drop.hidden = true;
    const [file] = e.dataTransfer.files;
    if (file) read(file);
    else if (e.dataTransfer.getData('text')) read(e.dataTransfer.getData('text'));
  });

  // Pasted anywhere but into a field: a game as text.
  addEventListener('paste', (e) => {
    if (e.target.closest?.('input, textarea, select')) return;
    const [file] = e.clipboardData?.files ?? [];
    const text = e.clipboardData?.getData('text') ?? '';
    if (!file && !text) return;
    e.preventDefault();
    read(file ?? text);
  });

  if (!fromAddress() && !drawing) load('5D', [], $('note').textContent);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
