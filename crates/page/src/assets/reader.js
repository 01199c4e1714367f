// The one reader: tells by what a file holds in which form its game is, as the program does (`record::read`), and finds an order of play
// for lines that come in none.
//
// Reading gives {variant, moves, metadata, isFound}; `isFound` where the order is not that of the file. A graph that cannot be played is
// refused, with the graph in the error.

/* exported morpionReader */
function morpionReader(rules, records) {
  'use strict';

  const { refuse, excerpt, plainLines, readMoves } = records;
  const STRICTEST_FIRST = ['5D', '5T', '4D', '4T'];
  const MAX_MOVES = 1000;
  /** Of the places where the cross may stand so many are tried, the nearest first. */
  const MAX_FRAMES = 200;
  const NO_PICTURE = 'the picture carries no game, as those do that `morpion draw` and the board write';

  const game = (variant, moves, isFound = false) => ({ variant, moves, metadata: {}, isFound });
  /** Lines of five dots leave open whether they may touch. */
  const declared = (name) => (rules.VARIANTS[name].length === 5 ? null : name);

  /** UTF-8, UTF-16 with its mark, or else Latin-1, in which old files write names in comments. */
  function decode(bytes) {
    const wide = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[(bytes[0] << 8) | bytes[1]];
    if (wide) return new TextDecoder(wide).decode(bytes);
    if (bytes.some((b) => b < 32 && b !== 9 && b !== 10 && b !== 13)) {
      refuse('this is a binary file, not a game: games are text, or PNG pictures that carry one');
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\ufeff+/, '');
    } catch {
      return Array.from(bytes, (b) => String.fromCharCode(b)).join('');
    }
  }

  /** Reads a game in any known form from bytes; of a picture the beginning is enough. */
  async function read(bytes) {
    if (SIGNATURE.every((b, i) => bytes[i] === b)) return readPng(bytes);
    if (bytes.length > records.MAX_FILE_BYTES) refuse(`a record of more than ${records.MAX_FILE_BYTES} bytes is not a game`);
    return readDecoded(decode(bytes));
  }

  /** Reads what was pasted: a game in any form, or moves as results list them, `(3,-1) | 0; (7,4) \ 2`. */
  async function readText(text, variant) {
    if (text.trim() === '') refuse('there is nothing to read yet: paste a game, such as (3,-1) | 0; (6,-1) | 0, then press again');
    const moves = readMoves(text);
    if (moves && moves.length) return game(variant, moves);
    return read(new TextEncoder().encode(text));
  }

  async function readDecoded(whole) {
    const text = whole.trim();
    if (text === '') refuse('the file is empty');
    if (text[0] === '{') return text.includes('"variant"') ? records.readMsr(text) : readLists(parsed(text));
    if (text.startsWith('MS1:')) return records.readPackedMsr(text);
    if (text[0] === '<') return readSvg(text);
    if (text[0] === '[' && (!isRows(whole) || isJson(text))) return readLists(parsed(text));
    const found = values(text) ?? listed(text);
    if (found) return found;
    // Untrimmed, so that line numbers count from the top.
    const [first] = plainLines(whole);
    if (!first) refuse('the file holds only comments, no reference `(X,Y)` and no moves');
    if (isRows(whole) || (numbers(first[1])?.length && first[1][0] !== '(')) return readRows(whole);
    if (first[1][0] === '(') return records.readPentasol(whole);
    return refuse(`\`${excerpt(first[1])}\` starts no game: a Pentasol file, an MSR record, a list of moves or lines, or a picture that carries its game does`);
  }

  // Pictures.

  const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];

  /** The text that a picture carries: the variant and the moves. */
  const carried = (variant, moves) => `${variant}: ${records.writeMoves(moves)}`;

  function readCarried(text) {
    const found = /^\s*([45][TD])\s*:([^<]*)$/i.exec(text);
    const moves = found && readMoves(found[2]);
    return moves && settle([found[1].toUpperCase()], moves, true);
  }

  function readSvg(text) {
    const [, id, carries] = /<metadata id="(morpion|morpion-solitaire-record)">([^<]*)<\/metadata>/.exec(text) ?? [];
    const found = id === 'morpion' ? readCarried(carries) : id && records.readPackedMsr(carries.trim());
    return found || refuse(NO_PICTURE);
  }

  function readPng(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const latin = (from, to) => String.fromCharCode(...bytes.subarray(from, to));
    for (let at = SIGNATURE.length; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
      const [kind, end] = [latin(at + 4, at + 8), at + 8 + view.getUint32(at)];
      if (kind === 'IDAT' || end + 4 > bytes.length) break;
      if (kind !== 'tEXt' || checkSum(bytes.subarray(at + 4, end)) !== view.getUint32(end)) continue;
      const [key, text] = latin(at + 8, Math.min(end, at + 100000)).split('\0');
      if (key === 'msr') return records.readPackedMsr(text.trim());
      const found = key === 'morpion' && readCarried(text);
      if (found) return found;
    }
    return refuse(NO_PICTURE);
  }

  /** A PNG file with the game in it, in a text chunk behind the header. */
  function withGame(png, variant, moves) {
    const text = new TextEncoder().encode(`tEXtmorpion\0${carried(variant, moves)}`);
    const number = (n) => new Uint8Array([n >>> 24, n >>> 16, n >>> 8, n]);
    const afterHeader = SIGNATURE.length + 25;
    return new Blob([png.subarray(0, afterHeader), number(text.length - 4), text, number(checkSum(text)), png.subarray(afterHeader)], { type: 'image/png' });
  }

  /** CRC-32. */
  function checkSum(bytes) {
    let sum = -1;
    for (const b of bytes) {
      sum ^= b;
      for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
    return ~sum >>> 0;
  }

  // Moves with their dots, in an order of play or not.

  /** The moves in the order of the list, or in one in which they can be played; null if they are no graph of any of these variants. */
  function settle(names, moves, asTheyAre = false) {
    if (moves.length > MAX_MOVES) refuse(`more than ${MAX_MOVES} moves: no game has as many, and a file holds one game`);
    const shown = (name) => (names.length > 1 ? declared(name) : name);
    const played = names.find((name) => rules.playAll(name, moves).position);
    if (played) return game(shown(played), moves);
    const name = names.find((n) => isGraph(n, moves));
    if (!name) return asTheyAre ? game(names[0], moves) : null;
    const ordered = inOrder(name, moves);
    if (ordered.length === moves.length) return game(shown(name), ordered, true);
    const error = new records.RecordError(`this is a graph of ${name} of ${moves.length} moves, not a game: there is no order in which they can be played (\`morpion draw\` draws it)`);
    throw Object.assign(error, { graph: { variant: name, moves } });
  }

  function isGraph(name, moves) {
    const v = rules.VARIANTS[name];
    const position = new rules.Position(name);
    const dots = new Set([...rules.crossCells(v), ...moves.map((m) => [m.x, m.y])].map(String));
    const fits = (m) => {
      const isClear = m.position < v.length && !position.overlap(m);
      position.moves.push(m);
      return isClear && rules.lineCells(v, m).every((c) => dots.has(String(c)));
    };
    return dots.size === rules.crossCells(v).length + moves.length && moves.every(fits);
  }

  /** As many of the moves as can be played, the first of the list first. */
  function inOrder(name, moves) {
    const position = new rules.Position(name);
    const waiting = [...moves];
    for (let at = 0; at >= 0;) {
      at = waiting.findIndex((m) => !position.fault(m));
      if (at >= 0) position.play(waiting.splice(at, 1)[0]);
    }
    return position.moves;
  }

  function listed(text) {
    const found = readCarried(text);
    const moves = !found && (text.includes(';') || !text.includes('\n')) && readMoves(text);
    return found || (moves && (settle(STRICTEST_FIRST, moves) ?? refuse('the moves are no graph of 5D')));
  }

  // The values of the columns of `morpion model`, as solvers write them.

  function values(text) {
    const seen = new Set();
    const moves = [];
    for (const [name, value] of text.split(/[\r\n]+/).flatMap(columns)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (Math.abs(value - Math.round(value)) > 1e-4 && !name.startsWith('ord_')) {
        refuse(`the column ${excerpt(name)} is not a whole number: a solution with fractions is no graph; \`morpion verify MODEL SOLUTION\` checks solutions`);
      }
      const found = value > 0.5 && /^move_(m?\d+)_(m?\d+)_([0-3])_([0-4])$/.exec(name);
      if (found) {
        const [x, y, dir, position] = found.slice(1).map((n) => Number(n.replace('m', '-')));
        const d = rules.DIRECTIONS[dir];
        moves.push({ x: x + d.dx * position, y: y + d.dy * position, dir, position });
      }
    }
    if (!seen.size) return null;
    if (!moves.length) refuse('no column move_X_Y_D_I has the value 1: the solution holds no moves');
    return settle(STRICTEST_FIRST, moves) ?? refuse('the moves are no graph of 5D');
  }

  /** [name, value] of the columns that a line gives values. */
  function columns(line) {
    const words = line.trim().split(/\s+/);
    const isOurs = (word) => /^(move|dot|ord)_/.test(word);
    if (words[0] === 'v') return words.slice(1).map((w) => [w.replace(/^-+/, ''), w[0] === '-' ? 0 : 1]).filter(([name]) => isOurs(name));
    const at = words.findIndex(isOurs);
    const isNumber = (word) => word !== undefined && Number.isFinite(Number(word));
    const before = words.slice(0, Math.max(at, 0)).filter(isNumber);
    const value = at < words.length - 1 ? (at <= 2 ? words[at + 1] : undefined) : before[3];
    return at >= 0 && isNumber(value) ? [[words[at], Number(value)]] : [];
  }

  // Rows of numbers: a dot, a line from dot to dot, with the dot that it placed, with all its dots; or moves `x y d i`: the dot, the
  // direction, which cell of the line the dot is.

  function numbers(line) {
    const words = line.replace(/[()[\],;]/g, ' ').split(/\s+/).filter(Boolean);
    return words.every((w) => /^[+-]?\d+$/.test(w) && Math.abs(w) <= 32000) ? words.map(Number) : null;
  }

  function isRows(text) {
    const rows = plainLines(text).map(([, line]) => numbers(line));
    return rows.every(Boolean) && rows.some((row) => row.length >= 4);
  }

  const neither = (place, text) => refuse(`${place}: \`${excerpt(text)}\` is neither a dot, \`x y\`, nor a line from dot to dot, \`x y x y\`, nor all the dots of a line`);

  const readRows = (text) => fromRows(plainLines(text).map(([n, line]) => ({ place: `line ${n}`, row: numbers(line) ?? neither(`line ${n}`, line) })));

  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch (error) {
      return refuse(`the JSON cannot be read: ${excerpt(error.message)}`);
    }
  }

  function isJson(text) {
    try {
      return Boolean(JSON.parse(text));
    } catch {
      return false;
    }
  }

  /** The lists of numbers in JSON, however deep. A point may be {X, Y}; the elements of a step are its line and its dot. */
  function lists(json) {
    const isNumber = (n) => typeof n === 'number';
    const isPoint = (p) => p && p.X !== undefined && p.Y !== undefined;
    if (!json || typeof json !== 'object') return [];
    if (!Array.isArray(json)) return json.Elements === undefined ? Object.values(json).flatMap(lists) : joined(lists(json.Elements));
    if (json.length && json.every(isNumber)) return [json];
    if (json.length && json.every(isPoint)) return [json.flatMap((p) => [p.X, p.Y])];
    return json.flatMap(lists);
  }

  function joined(all) {
    const [line, dot] = [...all].sort((a, b) => b.length - a.length);
    return all.length === 2 && line.length === 4 && dot.length === 2 ? [[...line, ...dot]] : all;
  }

  function readLists(json) {
    const rows = lists(json).map((row, i) => ({ place: `entry ${i + 1}`, row }));
    if (!rows.length) refuse('this is JSON, but neither an MSR record, which names its variant, nor a list of moves such as [[3,-1,3,3]]');
    for (const { place, row } of rows) if (!row.every((n) => Number.isInteger(n) && Math.abs(n) <= 32000)) neither(place, JSON.stringify(row));
    const [steps, isDisjoint] = [json.LineLength ?? json.SegmentLength, json.Disjoint ?? json.NoTouchingRule];
    return fromRows(rows, STRICTEST_FIRST.find((name) => name === `${steps + 1}${isDisjoint ? 'D' : 'T'}`));
  }

  function fromRows(rows, said) {
    const isMove = ([, , d, i], { length }) => length === 4 && d >= 0 && d < 4 && i >= 0 && i < 5;
    const isMoves = rows.every(({ row }) => isMove(row, row));
    const moves = isMoves && settle(said ? [said] : STRICTEST_FIRST, rows.map(({ row: [x, y, dir, position] }) => ({ x, y, dir, position })));
    if (moves) return moves;
    const strokes = [];
    const dots = [];
    // `x y d i` may be a line from dot to dot as well, but hardly all of a file both ways.
    const isLine = ({ row }) => { const s = stroke(row); return s && !(s.steps % 3 && s.steps % 4); };
    if (isMoves && !rows.every(isLine)) refuse('the moves are no graph of 5D');
    for (const { place, row } of rows) {
      if (row.length === 2) dots.push(row);
      else if (!row.length) continue;
      else if (![4, 5, 6, 8, 10].includes(row.length)) neither(place, row.join(' '));
      else strokes.push(stroke(row) ?? refuse(`${place}: \`${excerpt(row.join(' '))}\` runs along no row, column or diagonal`));
    }
    return drawn(strokes, dots, said);
  }

  const cellsOf = ({ x, y, dir, steps }) => Array.from({ length: steps + 1 }, (_, i) => [x + rules.DIRECTIONS[dir].dx * i, y + rules.DIRECTIONS[dir].dy * i]);

  /** The line between two cells; null if it runs along no row, column or diagonal. */
  function between([ax, ay], [bx, by]) {
    const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
    const leads = (sign) => rules.DIRECTIONS.findIndex((d) => sign * d.dx * steps === bx - ax && sign * d.dy * steps === by - ay);
    const [ahead, back] = [leads(1), leads(-1)];
    if (!steps || Math.max(ahead, back) < 0) return null;
    return ahead >= 0 ? { x: ax, y: ay, dir: ahead, steps } : { x: bx, y: by, dir: back, steps };
  }

  function stroke(row) {
    const cells = Array.from({ length: row.length >> 1 }, (_, i) => [row[2 * i], row[2 * i + 1]]);
    const [a, b, c] = cells;
    const placing = (line, dot) => (line && cellsOf(line).some((cell) => String(cell) === String(dot)) ? { ...line, dot } : null);
    if (row.length === 4) return between(a, b);
    if (row.length === 5) {
      const d = rules.DIRECTIONS[[3, 0, 2, 1][row[4] - 1]];
      return d ? placing(between(b, [b[0] + 4 * d.dx, b[1] + 4 * d.dy]), a) : null;
    }
    if (row.length === 6) return placing(between(a, b), c) ?? placing(between(b, c), a);
    const sorted = cells.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    const line = between(sorted[0], sorted[sorted.length - 1]);
    return line && String(cellsOf(line)) === String(sorted) ? line : null;
  }

  /** The game that is drawn, by the rules that the file states, or else by the strictest that fit. */
  function drawn(strokes, dots, said) {
    const isOf = (unit) => strokes.every((s) => s.steps % unit === 0);
    const length = isOf(3) && !isOf(4) ? '4' : '5';
    let fault = 'the drawing has no lines';
    for (const name of strokes.length ? (said ? [said] : STRICTEST_FIRST.filter((n) => n[0] === length)) : []) {
      const found = drawnAs(name, strokes, dots);
      if (found.moves) return game(said ?? declared(name), found.moves, found.isFound);
      fault = found;
    }
    return refuse(fault);
  }

  /** {moves, isFound}, or why there is no such game. */
  function drawnAs(name, strokes, dots) {
    const v = rules.VARIANTS[name];
    const unit = v.length - 1;
    const wrong = strokes.find((s) => s.steps % unit || (s.steps > unit && !v.touching));
    if (wrong) return `a line of ${wrong.steps + 1} dots: those of ${name} have ${v.length}`;
    if (strokes.reduce((sum, s) => sum + s.steps / unit, 0) > MAX_MOVES) return `more than ${MAX_MOVES} lines: no game has as many, and a file holds one game`;
    const lines = strokes.flatMap((s) => {
      const cells = cellsOf(s);
      return Array.from({ length: s.steps / unit }, (_, k) => ({ x: cells[k * unit][0], y: cells[k * unit][1], dir: s.dir, position: 0, dot: s.dot }));
    });
    // Where each line brings its dot, the others may be those of the start alone.
    const isStart = dots.length === rules.crossCells(v).length && strokes.every((s) => s.dot);
    let fault = `the dots drawn hold no cross of ${name}: draw all dots, or only lines; games from another start are not read`;
    for (const frame of frames(v, lines, dots, isStart)) {
      const moves = ordered(v, lines, frame);
      const placed = new Set([...rules.crossCells(v), ...moves.map((m) => [m.x, m.y])].map(String));
      const isDrawn = isStart || dots.every(([x, y]) => placed.has(`${x + frame[0]},${y + frame[1]}`)) && (!dots.length || new Set(dots.map(String)).size === placed.size);
      const isSaid = moves.every((m) => !m.dot || (m.dot[0] + frame[0] === m.x && m.dot[1] + frame[1] === m.y));
      const isGame = moves.length === lines.length && rules.playAll(name, moves).position;
      if (isGame && isDrawn && isSaid) return { moves: moves.map(({ x, y, dir, position }) => ({ x, y, dir, position })), isFound: moves.some((m, i) => m.index !== i) };
      fault = isGame ? 'the dots are not those that the lines placed' : `no game of ${name} looks like this`;
    }
    return fault;
  }

  /** The shifts that may bring the cross to its place: none, and those by which as many dots lie outside of it as there are lines. */
  function frames(v, lines, dots, isStart) {
    const cells = [...lines.flatMap((m) => rules.lineCells(v, m)), ...dots];
    const all = new Set(cells.map(String));
    const cross = rules.crossCells(v);
    const range = (i) => cells.reduce(([low, high], c) => [Math.min(low, c[i]), Math.max(high, c[i])], [Infinity, -Infinity]);
    const [xs, ys] = [range(0), range(1)];
    if ([xs, ys].some(([low, high]) => high - low > 2 * rules.MAX_DISTANCE)) refuse(`the drawing is wider or higher than ${2 * rules.MAX_DISTANCE} cells`);
    const drawnDots = new Set(dots.map(String));
    const inside = ([dx, dy], set) => cross.filter(([x, y]) => set.has(`${x - dx},${y - dy}`)).length;
    const showsCross = (frame) => !dots.length || inside(frame, drawnDots) === cross.length;
    if (isStart) return [[-Math.min(...dots.map((d) => d[0])), -Math.min(...dots.map((d) => d[1]))]].filter(showsCross);
    const found = showsCross([0, 0]) ? [[0, 0]] : [];
    for (let dx = -xs[1]; dx <= v.span - xs[0]; dx++) {
      for (let dy = -ys[1]; dy <= v.span - ys[0]; dy++) {
        if (inside([dx, dy], all) === all.size - lines.length && showsCross([dx, dy])) found.push([dx, dy]);
      }
    }
    const far = ([dx, dy]) => Math.abs(dx) + Math.abs(dy);
    return found.sort((a, b) => far(a) - far(b)).slice(0, MAX_FRAMES);
  }

  /** As many of the lines as can be drawn, each with the one dot that it lacks when its turn comes; the first of the list first. */
  function ordered(v, lines, [dx, dy]) {
    const there = new Set(rules.crossCells(v).map(String));
    const waiting = lines.map((m, index) => ({ ...m, index, x: m.x + dx, y: m.y + dy }));
    const lacks = (m) => rules.lineCells(v, m).flatMap((c, i) => (there.has(String(c)) ? [] : [[...c, i]]));
    const moves = [];
    for (;;) {
      const at = waiting.findIndex((m) => lacks(m).length === 1);
      if (at < 0) return moves;
      const [line] = waiting.splice(at, 1);
      const [[x, y, position]] = lacks(line);
      there.add(`${x},${y}`);
      moves.push({ ...line, x, y, position });
    }
  }

  return { read, readText, carried, withGame };
}

if (typeof module !== 'undefined') module.exports = morpionReader;
