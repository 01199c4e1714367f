// The board: a game that is played, stepped through, searched on from, and kept.

(() => {
  'use strict';

  const { rules, records, make, draw, icon, announce, choice, memory, plural } = Morpion;
  const reader = morpionReader(rules, records);
  const $ = (id) => document.getElementById(id);
  const { CELL } = Drawing;
  /** How long a message stays that nothing hangs on, in milliseconds. */
  const [BRIEF, LONG] = [2600, 9000];
  /** A continuation of so many moves is put aside when another one takes its place. */
  const CONTINUATION = 5;

  /**
   * The game: all its moves, of which the first `at` are on the board. It is `helped` where it did not begin here with the
   * cross, and `touched` where a move of it was played by hand. Its goal is a word, as `Goals.find` knows it, or empty.
   */
  let game = { variant: '5D', moves: [], at: 0, helped: false, touched: false, goal: '' };
  /** The games that others took the place of: undoing an empty board goes back to the last. */
  const past = [];
  let fast = null;
  /** What the searchers made of the legal moves, by code. */
  let weights = new Map();
  let drawing = null;
  let top = null;
  let showsHints = Boolean(memory.read('hints', true));
  let cursor = { x: 4, y: 4 };

  // Drawing.

  function setUp(variant) {
    drawing = new Drawing.Board({ variant, span: Score.known(variant) });
    drawing.svg.setAttribute('tabindex', '0');
    drawing.svg.setAttribute('role', 'application');
    top = { box: draw('path.goal-box'), hints: draw('g'), ghosts: draw('g'), lines: draw('g.lines-asked'), cursor: draw('rect.cursor', { width: 20, height: 20, rx: 5 }) };
    drawing.layers.grid.after(top.box);
    drawing.layers.top.append(top.hints, top.ghosts, top.lines, top.cursor);
    top.refusal = make('div.refusal', { hidden: true });
    $('board').replaceChildren(drawing.svg, top.refusal);
    listen(drawing.svg);
    $('lens').replaceChildren(Zoom.attach(drawing));
    cursor = { x: Math.floor(rules.VARIANTS[variant].span / 2), y: -1 };
    variants.press(variant);
    manual.show(variant);
  }

  function fit() {
    const region = Beat.region(goal(), game);
    if (Object.keys(region).some((k) => region[k] !== drawing.region[k])) drawing.setRegion(region);
    top.box.setAttribute('d', Beat.outside(goal(), drawing.whole));
  }

  const goal = () => Goals.find(game.variant, game.goal);

  const shown = () => game.moves.slice(0, game.at);

  function show() {
    lines.close();
    $('end').hidden = true;
    top.refusal.hidden = true;
    $('under').classList.remove('covered');
    fast = rules.boardAfter(game.variant, shown(), goal()?.box);
    weights = new Map();
    weigh.reset();
    fit();
    drawing.show(game.moves, game.at);
    const label = `${drawing.words(game.moves, game.at)}. ${plural(fast.count, 'legal move')}. Arrow keys move the cursor, Enter plays, N goes to the next legal move.`;
    drawing.svg.setAttribute('aria-label', label);
    top.ghosts.replaceChildren();
    hints();
    placeCursor();
    stepper.set(game.moves.length, game.at);
    $('now').replaceChildren(make('b', {}, String(game.at)), game.at === 1 ? 'move' : 'moves');
    undo.disabled = game.at === 0 && !isLeft();
    redo.disabled = game.at === game.moves.length;
    Score.show($('score'), game, fast.count);
    Beat.strip($('goal'), goal(), game, leaveGoal);
    remember();
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
      const [best] = weights.size ? [...weights.values()].filter((w) => moves.some((m) => rules.encode(m) === w.code)) : [];
      const dot = draw('circle.hint', { cx: x * CELL, cy: y * CELL, r: best ? 8.5 : 6.5 });
      const text = best ? String(best.best) : moves.length > 1 ? String(moves.length) : '';
      return text ? [dot, draw('text.hint-count', { x: x * CELL, y: y * CELL }, text)] : [dot];
    });
    return top.hints.replaceChildren(...shapes);
  }

  function ghosts(x, y) {
    const moves = byDot().get(`${x},${y}`) ?? [];
    top.ghosts.replaceChildren(...moves.map((m) => draw('path.ghost', { d: Lines.path(game.variant, m) })), ...(moves.length ? [draw('circle.ghost-dot', { cx: x * CELL, cy: y * CELL, r: 6.5 })] : []));
    return moves.length > 0;
  }

  // Playing.

  function play(move) {
    const next = game.moves[game.at];
    if (!(next && Drawing.sameMove(next, move))) {
      if (game.moves.length - game.at >= CONTINUATION) Keep.putAside(game);
      game.moves = [...shown(), move];
    }
    game.at++;
    game.touched = true;
    stepper.stop();
    say('');
    show();
    const [from, to] = Lines.ends(game.variant, move).map(rules.cellText);
    announce(`Move ${game.at}: dot ${rules.cellText([move.x, move.y])}, line from ${from} to ${to}. ${plural(fast.count, 'legal move')} left.`);
    if (fast.count === 0) finish();
  }

  function finish() {
    const before = Keep.best(game.variant);
    const isTowards = goal();
    keep(game);
    Score.show($('score'), game, 0);
    const close = () => {
      $('end').hidden = true;
      $('under').classList.remove('covered');
    };
    $('under').classList.add('covered');
    announce(Score.end($('end'), game, isTowards ? Goals.verdict(isTowards, game) : Score.verdict(game, before), [
      ['New game', 'new', () => begin(game.variant, game.goal)], ['Watch it', 'play', () => { close(); step(0); stepper.start(); }], ['Share', 'link', share],
      ['Save', 'save', () => files.save()], ['Close', 'close', close],
    ]));
  }

  /** Hands the picture, which carries the game, and the address on to others. */
  function share() {
    writeDown();
    const words = goal() ? `${Goals.words(goal())} Mine has ${game.moves.length}.` : `My game of ${game.variant} has ${plural(game.moves.length, 'move')}.`;
    return Share.share({ variant: game.variant, moves: game.moves, words, say });
  }

  /** Plays on without a goal. */
  function leaveGoal() {
    game.goal = '';
    show();
  }

  /** Keeps a game under Yours. */
  function keep(kept) {
    Keep.keep(kept);
    shelf.refresh();
    warn();
  }

  /** While a game is in no memory but this page's, a line under the board says so. */
  function warn() {
    $('unkept').hidden = Keep.isSafe();
  }

  function saveUnkept() {
    if (game.moves.length) files.save();
    for (const g of Keep.atRisk()) files.save({ variant: g.variant, moves: records.readMoves(g.moves) });
  }

  function choose(x, y) {
    const moves = byDot().get(`${x},${y}`) ?? [];
    const wasAsked = lines.isOpen();
    lines.close();
    if (moves.length === 1) play(moves[0]);
    else if (moves.length > 1) {
      top.ghosts.replaceChildren();
      lines.open(game.variant, moves, (m) => (weights.has(rules.encode(m)) ? `: ${weights.get(rules.encode(m)).best}` : ''));
    } else if (!wasAsked) refuse(x, y);
  }

  /** Says where the finger is why no move goes there. */
  function refuse(x, y) {
    const box = goal()?.box;
    const isOutside = box && !rules.isInBox(rules.VARIANTS[game.variant], box, x, y);
    const words = isOutside ? 'it lies outside the box' : rules.playAll(game.variant, shown()).position.whyNot(x, y);
    const [stage, at] = [$('board').getBoundingClientRect(), new DOMPoint(x * CELL, y * CELL).matrixTransform(drawing.svg.getScreenCTM())];
    const { refusal } = top;
    refusal.textContent = `No move here: ${words}.`;
    refusal.hidden = false;
    const half = refusal.offsetWidth / 2;
    refusal.style.left = `${Math.max(half, Math.min(stage.width - half, at.x - stage.left))}px`;
    refusal.style.top = `${Math.max(refusal.offsetHeight + 14, at.y - stage.top)}px`;
    clearTimeout(refusal.timer);
    refusal.timer = setTimeout(() => { refusal.hidden = true; }, BRIEF);
    announce(refusal.textContent);
  }

  function step(to) {
    game.at = Math.max(0, Math.min(game.moves.length, to));
    show();
  }

  function goBack() {
    stepper.stop();
    if (game.at > 0) step(game.at - 1);
    else if (isLeft()) bringBack();
  }

  /** Turns the game, or mirrors it. */
  function turn(isMirrored) {
    stepper.stop();
    game.moves = rules.image(rules.VARIANTS[game.variant], game.moves, isMirrored);
    if (goal()?.box) game.goal = rules.boxImage(goal().box, isMirrored).join('-');
    show();
  }

  // One game takes the place of another.

  /** Whether the board is empty because its game was left. */
  const isLeft = () => game.moves.length === 0 && past.length > 0;

  function set(next) {
    stepper.stop();
    if (next.variant !== drawing?.variant || drawing.lens.scale > 1) setUp(next.variant);
    game = { ...next };
    show();
    shelf.refresh();
    search.reset();
  }

  function bringBack() {
    const last = past.pop();
    if (!last) return;
    set(last);
    say('');
  }

  /** Puts a game on the board, if it is one; that which was there can be brought back. */
  function load(variant, moves, from, { at = moves.length, helped = false, touched = false, isFound = false, goal: towards = '' } = {}) {
    const { position, text } = variant ? rules.playAll(variant, moves) : rules.replay(null, moves);
    if (!position) return say(text, true);
    if (!rules.isOnBoard(position.variant, moves)) return say('This game reaches further than this board.', true);
    const next = { variant: position.variant.name, moves, at: Math.max(0, Math.min(moves.length, Math.trunc(at) || 0)), helped: Boolean(helped), touched: Boolean(touched), goal: Goals.isOf(position.variant, moves, towards) ? towards : '' };
    const isOther = records.writeMoves(game.moves) !== records.writeMoves(moves) || game.variant !== next.variant;
    const left = drawing && isOther && game.moves.length > 0 ? game : null;
    if (left) {
      past.push(left);
      Keep.putAside(left);
      warn();
    }
    set(next);
    const words = from ? `${from}: ${plural(moves.length, 'move')} of ${game.variant}.` : left ? `A new game of ${game.variant}.` : '';
    const order = isFound ? ' Its lines came in no order of play; one was found.' : '';
    return say(words + order, false, left && [`Back to the game of ${plural(left.moves.length, 'move')}`, bringBack]);
  }

  const begin = (variant, goal) => load(variant, [], '', { goal });

  async function read(source) {
    const isText = typeof source === 'string';
    try {
      // Of a picture, which may be larger than any text, the beginning is enough.
      const bytes = isText ? null : new Uint8Array(await source.slice(0, records.MAX_FILE_BYTES + 1).arrayBuffer());
      const found = isText ? await reader.readText(source, game.variant) : await reader.read(bytes);
      load(found.variant, found.moves, isText ? 'Read' : source.name, { helped: true, isFound: found.isFound });
    } catch (error) {
      say(`${isText ? '' : `${source.name}: `}${error.message}`, true);
      if (error.graph) $('note').firstElementChild.append(Drawing.thumbnail(error.graph.variant, error.graph.moves, false));
    }
  }

  /** A message where it is seen wherever one is on the page, with something that can be done about it: [name, what it does]. */
  function say(words, isBad = false, action = null) {
    const note = $('note');
    clearTimeout(note.timer);
    const hide = () => { note.hidden = true; };
    const act = action && make('button.button', { type: 'button', click: () => { hide(); action[1](); } }, action[0]);
    note.replaceChildren(make('span', {}, words), act ?? '', make('button.tool', { type: 'button', 'aria-label': 'Close this message', click: hide }, icon('close')));
    note.hidden = !words;
    note.classList.toggle('bad', isBad);
    note.setAttribute('role', isBad ? 'alert' : 'status');
    if (!isBad) note.timer = setTimeout(hide, LONG);
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
      if (lines.isOpen() || e.buttons) return;
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
    else if (lines.nth(Number(event.key))) play(lines.nth(Number(event.key)));
    else if (event.key === 'Escape') lines.close();
    else return;
    event.preventDefault();
  }

  function onKey(event) {
    if (event.target.closest('input, textarea, select')) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if ((key === 'z' && command && !event.shiftKey) || (key === 'u' && !command)) goBack();
    else if ((key === 'z' && command) || (key === 'y' && command) || (key === 'r' && !command)) step(game.at + 1);
    else if (key === 'h' && !command) toggleHints();
    else return;
    event.preventDefault();
  }

  // What is on the board stands in the address bar, which browsers let change only so often, and in the memory.

  let timer = null;

  function remember() {
    clearTimeout(timer);
    timer = setTimeout(writeDown, 200);
  }

  function writeDown() {
    clearTimeout(timer);
    Keep.writeTable(game);
    warn();
    try {
      history.replaceState({ helped: game.helped, touched: game.touched }, '', records.writeAddress(game.variant, game.moves.map(rules.encode), game.at, game.goal));
    } catch { /* then it is not remembered */ }
  }

  function fromAddress() {
    const found = records.readAddress(location.hash);
    if (!found) {
      if (location.hash.length > 1 && !/^#[a-z]/.test(location.hash)) say('The address holds no game.', true);
      return false;
    }
    // An empty game is nobody's: it is begun here. After a page was read anew the game is one's own: an address that somebody sent has no state.
    load(found.variant, found.moves, '', { at: found.at, helped: found.moves.length > 0, goal: found.goal, ...history.state });
    return true;
  }

  /** The game of the address, or else that of the last visit. */
  function start() {
    const last = Keep.table();
    const own = last?.moves.length ? last : null;
    if (!fromAddress() || !drawing) {
      const words = $('note').hidden ? '' : $('note').textContent;
      begin('5D');
      if (own) load(own.variant, own.moves, 'Your last game', own);
      if (words) say(words, true);
    } else if (own && own.variant === game.variant && own.moves.length === game.moves.length && own.moves.every((m, i) => Drawing.sameMove(m, game.moves[i]))) Object.assign(game, { helped: Boolean(own.helped), touched: Boolean(own.touched) });
    else if (own) Keep.putAside(own);
    Keep.open(game);
    if (game.touched) Keep.writeTable(game);
    warn();
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

  const variants = choice('Variant', ['5D', '5T', '4D', '4T'].map((v) => [v, v]), '5D', (v) => { if (v !== game.variant) begin(v); });
  const manual = Manual.create($('rules'));
  variants.title = '5 or 4 dots in a line; D: parallel lines share no dot, T: they may share an end';
  $('variants').append(variants);
  const undo = tool('undo', 'Undo (U)', goBack, 'Undo');
  const redo = tool('redo', 'Redo (R)', () => { stepper.stop(); step(game.at + 1); }, 'Redo');
  const hint = tool('bulb', 'Hints: show the legal moves (H)', toggleHints, 'Hints');
  hint.setAttribute('aria-pressed', String(showsHints));
  const fresh = tool('new', 'New game', () => begin(game.variant, game.goal), 'New');
  [undo.id, redo.id, hint.id, fresh.id] = ['undo', 'redo', 'hint', 'new'];
  const stepper = Drawing.stepper(step);
  $('under').append(
    make('div.tools', {}, undo, redo, hint, fresh, make('span.gap'), tool('turn', 'Turn the board by a quarter', () => turn(false)), tool('mirror', 'Mirror the board', () => turn(true)), make('div', { id: 'lens' })),
    stepper.element);
  const lines = Lines.create({ layer: () => top.lines, place: $('ask'), tools: $('under'), chosen: (m) => { play(m); drawing.svg.focus({ preventScroll: true }); }, closed: () => drawing.svg.focus({ preventScroll: true }) });
  const search = Seek.create($('search'), {
    game: () => ({ ...game, box: goal()?.box, isOver: fast.count === 0 }), say, before: () => stepper.stop(),
    found(moves, base) {
      load(game.variant, moves, 'Found by the searcher', { at: base, helped: true, goal: game.goal });
      keep(game);
      stepper.start();
    },
  });
  const weigh = Weigh.create($('search'), {
    position: () => ({ variant: game.variant, codes: shown().map(rules.encode), box: goal()?.box, isShortest: Boolean(goal()) && !goal().box }), say,
    told(moves) {
      weights = new Map(moves.map((m) => [m.code, m]));
      hints();
    },
  });
  const beat = Beat.create($('boxes'), ({ variant, name }) => begin(variant, name));
  const shelf = Shelf.games($('games'), { variant: () => game.variant, load, say, keepThis: () => keep({ ...game, moves: shown() }), changed: () => beat.refresh() });
  const files = Shelf.files($('file-tools'), { game: () => ({ variant: game.variant, moves: shown() }), read, say });

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

  addEventListener('pagehide', writeDown);
  document.addEventListener('visibilitychange', () => { if (document.hidden) writeDown(); });
  addEventListener('beforeunload', (e) => { writeDown(); if (!Keep.isSafe()) e.preventDefault(); });
  addEventListener('storage', () => shelf.refresh());
  $('unkept').append(make('span', {}, 'This browser cannot keep this game: its memory for this page is full or forbidden. Save it before you leave.'), make('button.button', { type: 'button', click: saveUnkept }, icon('save'), 'Save'));
  start();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
