// Files of games: Pentasol text and MSR records, read and written as the program does, and refused in its words. What else may hold a
// game is for `reader.js` to tell.
//
// Reading gives {variant, moves, metadata}; whether it is a game is for `rules.replay` to say. The compact form of MSR is
// packed, and the browser unpacks it in pieces, so reading and writing are promises.

/* exported morpionRecords */
function morpionRecords(rules) {
  'use strict';

  const MAX_FILE_BYTES = 1024 * 1024;
  const MAX_COMPACT_BYTES = 16 * 1024;
  /** The longest text a compact record of that size may hold; more is no game. */
  const MAX_UNPACKED_BYTES = 4 * MAX_FILE_BYTES;
  const PREFIX = 'MS1:';
  /** Where the reference of a Pentasol file lies in our frame, and where we write it in theirs. */
  const CORNER = 3;
  const WRITTEN_CORNER = 28;
  const CENTRE = 2;

  /** A text that is no record. */
  class RecordError extends Error {}

  const refuse = (words) => { throw new RecordError(words); };

  /** A short quotation: one line of at most 160 characters. */
  function excerpt(text) {
    const all = Array.from(text);
    const shown = all.slice(0, 160).join('').replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
    return all.length > 160 ? `${shown}...` : shown;
  }

  /** The lines of a text by number, from 1, without comments, the number in front (`12.`) and typographic minus signs. */
  function plainLines(text) {
    const plain = (line) => line.split('#')[0].trim().replace(/^\d+(?:[.):](?=[\s(])|(?=\s*\())/, '').trimStart().replace(/[\u2212\u2013]/g, '-');
    return text.split(/\r\n?|\n/).map((line, i) => [i + 1, plain(line)]).filter(([, line]) => line);
  }

  /** The moves of a list such as `(3,-1) | 0; (7,4) \ 2`; null if it is none. */
  function readMoves(text) {
    if (text.trim() === '') return [];
    const moves = [];
    for (const part of text.split(';')) {
      const found = /^\s*\(\s*([+-]?\d{1,4})\s*,\s*([+-]?\d{1,4})\s*\)\s*([-|\\/])\s+(\d)\s*$/.exec(part);
      if (!found || +found[4] > 4) return null;
      const dir = rules.DIRECTIONS.findIndex((d) => d.letter === found[3]);
      moves.push({ x: +found[1], y: +found[2], dir, position: +found[4] });
    }
    return moves;
  }

  const writeMoves = (moves) => moves.map(rules.moveText).join('; ');

  // Pentasol.

  function readPentasol(text) {
    const comments = text.split(/[\r\n]/).map((line) => line.trim()).filter((line) => line[0] === '#').map((line) => line.slice(1).trim());
    const moves = [];
    let corner = null;
    for (const [number, line] of plainLines(text)) {
      const at = (words) => refuse(`line ${number}: ${words}`);
      if (corner) moves.push(readPentasolMove(line, corner, at));
      else corner = readReference(line, at);
    }
    if (!corner) refuse('the file holds only comments, no reference `(X,Y)` and no moves');
    refuseTurnedSigns(moves);
    const description = comments.join('\n');
    return { variant: variantSaid(comments, moves), moves, metadata: description ? { description } : {} };
  }

  /** The variant that our own first line names, if the moves are a game of it: a game of 5T may be one of 5D as well. */
  function variantSaid(comments, moves) {
    const said = comments.map((c) => /^Morpion Solitaire (5[TD])\b/.exec(c)?.[1]).find(Boolean);
    return said && rules.playAll(said, moves).position ? said : null;
  }

  /** What stands between the parentheses a text starts with, and what follows; null if it is not even `(a,b)`. */
  function splitCell(text) {
    const close = text.indexOf(')');
    if (text[0] !== '(' || close < 0) return null;
    const inside = text.slice(1, close);
    const comma = inside.indexOf(',');
    if (comma < 0) return null;
    return { numbers: [inside.slice(0, comma).trim(), inside.slice(comma + 1).trim()], rest: text.slice(close + 1).trimStart() };
  }

  const readNumber = (text) => (/^[+-]?[0-9]{1,6}$/.test(text) ? parseInt(text, 10) : null);

  function readNumbers(numbers, at) {
    return numbers.map((text) => readNumber(text) ?? at(`\`${excerpt(text)}\` is not a coordinate: use a whole number`));
  }

  function readReference(line, at) {
    const found = splitCell(line);
    if (!found) at(`\`${excerpt(line)}\` is not a reference: write the north-west inner corner of the cross as \`(X,Y)\``);
    if (found.rest === '') return readNumbers(found.numbers, at);
    return at(`\`${excerpt(line)}\` stands where the reference \`(X,Y)\` belongs; files without a reference are in a dialect that also `
      + "turns the sign of each move's last number around, so they are not read: have the program that wrote it write MSR instead");
  }

  function readPentasolMove(line, corner, at) {
    const notAMove = () => at(`\`${excerpt(line)}\` is not a move: write \`(x,y) D o\`, for example \`(27,25) - +2\``);
    const found = splitCell(line) ?? notAMove();
    const [fileX, fileY] = readNumbers(found.numbers, at);
    const [x, y] = [fileX - corner[0] + CORNER, fileY - corner[1] + CORNER];
    if (!rules.isNear(rules.VARIANTS['5T'], x, y)) at(`the dot \`(${fileX},${fileY})\` lies too far from the cross`);
    const [letter] = Array.from(found.rest);
    if (letter === undefined) notAMove();
    const dir = rules.DIRECTIONS.findIndex((d) => d.letter === letter);
    if (dir < 0) at(`\`${excerpt(letter)}\` is not a direction: use - | \\ or /`);
    const last = found.rest.slice(letter.length).trim();
    if (last === '') notAMove();
    const steps = readNumber(last);
    if (steps === null || Math.abs(steps) > CENTRE) at(`\`${excerpt(last)}\` is not a place on the line: use a whole number from -2 to 2`);
    return { x, y, dir, position: CENTRE - steps };
  }

  /** Refuses a game that is legal only after every sign has been turned around. */
  function refuseTurnedSigns(moves) {
    const isLegal = (list) => Boolean(rules.playAll('5T', list).position);
    if (!isLegal(moves) && isLegal(moves.map((m) => ({ ...m, position: 2 * CENTRE - m.position })))) {
      refuse('the moves are a game only if the sign of each last number is turned around: this is another dialect of Pentasol, '
        + 'which is not read; have the program that wrote it write MSR');
    }
  }

  function writePentasol(name, moves, metadata = {}) {
    if (rules.VARIANTS[name].length !== 5) refuse(`Pentasol files know only lines of five dots, so ${name} needs MSR: use msr or json`);
    const comments = [`Morpion Solitaire ${name}, ${moves.length} moves`];
    const notes = [metadata.description, metadata.author && `Author: ${metadata.author}`, metadata.source && `Source: ${metadata.source}`];
    for (const line of notes.filter(Boolean).flatMap((note) => note.split(/\r?\n/))) {
      const plain = line.replace(/\p{Cc}/gu, ' ').trim();
      if (plain && !comments.includes(plain)) comments.push(plain);
    }
    const shift = WRITTEN_CORNER - CORNER;
    const lines = moves.map((m) => {
      const steps = CENTRE - m.position;
      return `(${m.x + shift},${m.y + shift}) ${rules.DIRECTIONS[m.dir].letter} ${steps > 0 ? '+' : ''}${steps}`;
    });
    return [...comments.map((c) => `# ${c}`), `(${WRITTEN_CORNER},${WRITTEN_CORNER})`, ...lines, ''].join('\n');
  }

  // MSR.

  const badMsr = (words) => refuse(`the MSR record cannot be read: ${excerpt(words)}`);

  const isWhole = (n, low, high) => Number.isInteger(n) && n >= low && n <= high;

  function readMsr(json) {
    let raw;
    try {
      raw = JSON.parse(json);
    } catch (error) {
      return badMsr(`invalid JSON: ${error.message}`);
    }
    const name = variantName(raw.variant);
    if (!isWhole(raw.score, 0, Number.MAX_SAFE_INTEGER)) badMsr('invalid JSON: `score` is not a number of moves');
    if (!Array.isArray(raw.moves)) badMsr('invalid JSON: missing field `moves`');
    const listed = raw.moves.map(checkMsrMove);
    const version = raw.version === undefined ? '0.1' : String(raw.version);
    if (!['0', '1'].includes(version.split('.')[0])) {
      refuse(`version \`${excerpt(version)}\` of MSR is not known here: have the record written as version 0.1`);
    }
    if (raw.score !== listed.length) refuse(`the record says it has ${raw.score} moves, but lists ${listed.length}`);
    const moves = listed.map((m, i) => placeMsrMove(name, m, i + 1));
    return { variant: name, moves, metadata: msrMetadata(raw) };
  }

  function variantName(code) {
    const upper = typeof code === 'string' ? code.toUpperCase() : badMsr('invalid JSON: missing field `variant`');
    const turned = /^[TD][45]$/.test(upper) ? upper[1] + upper[0] : upper;
    return Object.hasOwn(rules.VARIANTS, turned) ? turned : badMsr(`invalid JSON: unknown variant: ${code}`);
  }

  function checkMsrMove(m, index) {
    const dir = m && rules.DIRECTIONS.findIndex((d) => d.msr === m.dir);
    const small = (n) => isWhole(n, -32768, 32767);
    if (!m || !small(m.x) || !small(m.y) || dir < 0 || !isWhole(m.pos, 0, 255)) badMsr(`invalid JSON: move ${index + 1} is not of the form x, y, dir, pos`);
    return { x: m.x, y: m.y, dir, position: m.pos };
  }

  function placeMsrMove(name, move, number) {
    const v = rules.VARIANTS[name];
    if (move.position >= v.length) refuse(`move ${number}: \`pos\` is ${move.position}, but a line of ${name} has places 0 to ${v.length - 1}`);
    if (!rules.isNear(v, move.x, move.y)) refuse(`move ${number}: the dot (${move.x},${move.y}) lies too far from the cross`);
    return move;
  }

  function msrMetadata(raw) {
    const metadata = {};
    for (const field of ['producer', 'saved_at', 'description', 'author', 'source', 'transcribed_by']) {
      if (typeof raw[field] === 'string') metadata[field] = raw[field];
    }
    return metadata;
  }

  const readPackedMsr = async (text) => readMsr(await unpack(text));

  /** Undoes the compact form, giving up as soon as it holds more than any game. */
  async function unpack(text) {
    if (text.length > MAX_COMPACT_BYTES) refuse(`a record of more than ${MAX_COMPACT_BYTES} bytes is not a game`);
    const base64 = text.slice(PREFIX.length).trim();
    if (!/^[\w-]*$/.test(base64) || base64.length % 4 === 1) badMsr('invalid Base64');
    const bytes = Uint8Array.from(atob(base64.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const parts = [];
    let size = 0;
    try {
      const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        size += piece.value.length;
        parts.push(piece.value);
        if (size > MAX_UNPACKED_BYTES) {
          await reader.cancel();
          break;
        }
      }
    } catch {
      badMsr('invalid DEFLATE stream');
    }
    if (size > MAX_UNPACKED_BYTES) refuse(`a record of more than ${MAX_UNPACKED_BYTES} bytes is not a game`);
    return new TextDecoder().decode(await new Blob(parts).arrayBuffer());
  }

  function writeJson(name, moves, metadata = {}) {
    const v = rules.VARIANTS[name];
    const [t, r, b, l] = rules.boxOf(v, moves);
    const legal = rules.playAll(name, moves).position.legalMoves().length;
    const { producer, saved_at, description, author, source } = metadata;
    const record = {
      version: '0.1', producer, variant: name, score: moves.length, available_moves: legal, terminal: legal === 0,
      bbox: [-l, -t, v.span - 1 + r, v.span - 1 + b], saved_at, description, author, source,
      moves: moves.map((m) => ({ x: m.x, y: m.y, dir: rules.DIRECTIONS[m.dir].msr, pos: m.position })),
    };
    return record;
  }

  const writeMsrJson = (name, moves, metadata) => `${JSON.stringify(writeJson(name, moves, metadata), null, 2)}\n`;

  async function writeMsr(name, moves, metadata) {
    const packed = new Blob([JSON.stringify(writeJson(name, moves, metadata))]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const base64 = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''));
    return `${PREFIX}${base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}\n`;
  }

  // The address bar: the variant, three letters a move, how many of the moves are on the board if that is not all, and what is to be reached.

  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

  function writeAddress(name, codes, at = codes.length, goal = '') {
    const letters = codes.map((c) => LETTERS[c >> 12] + LETTERS[(c >> 6) & 63] + LETTERS[c & 63]);
    return `#${name}${codes.length ? `.${letters.join('')}` : ''}${at < codes.length ? `.${at}` : ''}${goal ? `!${goal}` : ''}`;
  }

  /** {variant, moves, at, goal} of an address; null if it is none. */
  function readAddress(hash) {
    const found = /^#([45][TD])(?:\.([\w-]*))?(?:\.(\d{1,4}))?(?:!([\w-]{1,40}))?$/.exec(hash);
    if (!found) return null;
    const letters = found[2] ?? '';
    if (letters.length % 3 !== 0 || letters.length > 3 * 1000) return null;
    const moves = [];
    for (let i = 0; i < letters.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => LETTERS.indexOf(letters[i + k]));
      const code = (a << 12) | (b << 6) | c;
      if (code >= rules.CODES) return null;
      moves.push(rules.decode(code));
    }
    return { variant: found[1], moves, at: Math.min(found[3] ?? moves.length, moves.length), goal: found[4] ?? '' };
  }

  return {
    MAX_FILE_BYTES, RecordError, refuse, excerpt, plainLines, readMoves, readPentasol, readMsr, readPackedMsr, writeMoves, writePentasol,
    writeMsr, writeMsrJson, writeAddress, readAddress,
  };
}

if (typeof module !== 'undefined') module.exports = morpionRecords;
