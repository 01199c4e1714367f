// The side of the board: the games to step through, one's own best, and files.

const Shelf = (() => {
  'use strict';

  const { rules, records, data, make, icon, memory, choice, number } = Morpion;
  const KEPT = 20;

  /** One's best games: [{variant, moves, date}], whatever the memory holds. */
  function ownGames() {
    const stored = memory.read('games', []);
    const isGame = (g) => g && Object.hasOwn(rules.VARIANTS, g.variant) && typeof g.moves === 'string' && typeof g.date === 'string';
    return (Array.isArray(stored) ? stored : []).filter(isGame);
  }

  function keep(variant, moves) {
    const text = records.writeMoves(moves);
    const others = ownGames().filter((g) => g.variant !== variant || g.moves !== text);
    const all = [...others, { variant, moves: text, date: new Date().toISOString().slice(0, 10) }];
    const size = (g) => g.moves.split(';').length;
    const best = Object.keys(rules.VARIANTS).flatMap((v) => all.filter((g) => g.variant === v).sort((a, b) => size(b) - size(a)).slice(0, KEPT));
    memory.write('games', best);
  }

  function remove(game) {
    memory.write('games', ownGames().filter((g) => g.variant !== game.variant || g.moves !== game.moves));
  }

  function games(place, { variant, load, keepThis }) {
    let kind = 'records';
    const list = make('ul.shelf');
    const entry = (size, name, moves, extra, from) => make('li', {}, make('button.entry', { type: 'button', click: () => load(variant(), records.readMoves(moves) ?? [], from) }, make('b', {}, String(size)), make('span', {}, name)), extra);
    function recorded(all) {
      return all.filter((g) => g.variant === variant()).map((g) => {
        const notes = g.search ? [g.symmetric ? 'symmetric' : '', `seed ${g.search.seed}`] : [g.notes[0] ?? ''];
        return entry(g.size, [g.name, ...notes].filter(Boolean).join(', '), g.moves, null, g.name);
      });
    }
    function own() {
      const mine = ownGames().filter((g) => g.variant === variant());
      return mine.map((g) => {
        const bin = make('button.tool', { type: 'button', 'aria-label': 'Forget this game', title: 'Forget this game', click: () => { remove(g); refresh(); } }, icon('bin'));
        return entry(g.moves ? g.moves.split(';').length : 0, g.date, g.moves, bin, 'own game');
      });
    }
    function refresh() {
      const shown = kind === 'own' ? own() : recorded(kind === 'records' ? data.report.records : data.report.games);
      const none = { own: 'None kept yet in this browser. A game that ends is kept by itself.', ours: 'None of this variant.', records: 'None of this variant.' }[kind];
      list.replaceChildren(...(shown.length ? shown : [make('li.soft.small-text', {}, none)]));
    }
    const kinds = choice('Which games', [['records', 'Records'], ['ours', 'Ours'], ['own', 'Yours']], kind, (k) => { kind = k; refresh(); });
    place.replaceChildren(make('div.row', {}, kinds, make('button.button', { type: 'button', click: () => { keepThis(); kind = 'own'; kinds.press(kind); refresh(); } }, icon('keep'), 'Keep')), list);
    refresh();
    return { refresh };
  }

  function download(name, text) {
    const link = make('a', { href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  const FORMS = { psol: 'Pentasol', msr: 'MSR, compact', json: 'MSR, readable' };

  /** The text of a game in a form. */
  async function written(form, variant, moves) {
    const about = { producer: data.report.program, saved_at: new Date().toISOString().replace(/\.\d+/, ''), description: 'played on the board' };
    if (form === 'psol') return records.writePentasol(variant, moves, { description: about.description });
    return form === 'msr' ? records.writeMsr(variant, moves, about) : records.writeMsrJson(variant, moves, about);
  }

  function files(place, { game, read, say }) {
    const input = make('input', { type: 'file', class: 'visually-hidden', id: 'file', tabindex: -1, 'aria-label': 'A file of a game', accept: '.psol,.msr,.json,.txt', change: () => { if (input.files[0]) read(input.files[0]); input.value = ''; } });
    const form = make('select', { 'aria-label': 'Form of the file' }, Object.entries(FORMS).map(([value, name]) => make('option', { value }, name)));
    const text = make('textarea', { id: 'paste', 'aria-label': 'A game as text', spellcheck: 'false', placeholder: 'Paste a game: Pentasol, MSR, or moves such as (3,-1) | 0; (6,-1) | 0' });
    async function save() {
      const { variant, moves } = game();
      try {
        download(`${variant}-${String(moves.length).padStart(3, '0')}.${form.value}`, await written(form.value, variant, moves));
      } catch (error) {
        say(error.message, true);
      }
    }
    async function copyLink() {
      try {
        await navigator.clipboard.writeText(location.href);
        say('The address of this game is copied.');
      } catch {
        say('The address bar holds this game: copy it from there.');
      }
    }
    place.replaceChildren(
      make('div.row', {}, make('button.button', { type: 'button', id: 'open', click: () => input.click() }, icon('open'), 'Open'), input, form, make('button.button', { type: 'button', id: 'save', click: save }, icon('save'), 'Save')),
      make('p.small-text.soft', {}, 'Or drop a file anywhere on this page, or paste a game. The address bar holds the game, too.'),
      make('div.row', {}, make('button.button', { type: 'button', click: copyLink }, icon('link'), 'Copy the address')),
      text,
      make('div.row', {}, make('button.button', { type: 'button', id: 'read', click: () => read(text.value) }, icon('paste'), 'Read this text'), make('button.button', { type: 'button', click: () => { text.value = records.writeMoves(game().moves); text.select(); } }, 'Write this game')));
  }

  return { games, files, keep, ownGames, written, number };
})();
