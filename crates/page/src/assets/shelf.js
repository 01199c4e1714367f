// The side of the board: the games to step through, one's own, and files.

const Shelf = (() => {
  'use strict';

  const { rules, records, data, make, icon, choice, plural } = Morpion;

  /** `changed` hears that the games under Yours may be others now. */
  function games(place, { variant, load, say, keepThis, changed }) {
    let kind = 'records';
    const list = make('ul.shelf');
    const entry = (size, name, told, extra) => make('li', {}, make('button.entry', { type: 'button', click: told }, make('b', {}, String(size)), make('span', {}, name)), extra);
    const open = (g, from, more) => () => load(variant(), records.readMoves(g.moves) ?? [], from, more);
    function recorded(all) {
      return all.filter((g) => g.variant === variant()).map((g) => {
        const notes = g.search ? [g.symmetric ? 'symmetric' : '', `seed ${g.search.seed}`] : [];
        return entry(g.size, [g.name, ...notes].filter(Boolean).join(', '), open(g, g.name, { helped: true }));
      });
    }
    function forget(g) {
      const before = Keep.lists();
      Keep.forget(g);
      refresh();
      say(`Your game of ${plural(Keep.sizeOf(g), 'move')} is deleted.`, false, ['Bring it back', () => { Keep.restore(g, before); refresh(); }]);
    }
    function mine() {
      const own = (g, name, more) => {
        const bin = make('button.tool', { type: 'button', 'aria-label': 'Forget this game', title: 'Forget this game', click: () => forget(g) }, icon('bin'));
        return entry(Keep.sizeOf(g), [name, g.goal ? Goals.find(g.variant, g.goal)?.title : '', g.date, g.helped ? 'with help' : ''].filter(Boolean).join(', '), open(g, 'Your game', { helped: Boolean(g.helped), goal: g.goal, ...more }), bin);
      };
      const here = (all) => all.filter((g) => g.variant === variant());
      return [...here(Keep.unfinished()).map((g) => own(g, 'unfinished', { at: g.at })), ...here(Keep.games()).map((g) => own(g, ''))];
    }
    function refresh() {
      changed();
      const shown = kind === 'own' ? mine() : recorded(kind === 'records' ? data.report.records : data.report.games);
      const none = { own: 'None kept yet in this browser. A game that ends is kept by itself, and so is one that you put aside.', ours: 'None of this variant.', records: 'None of this variant.' }[kind];
      list.replaceChildren(...(shown.length ? shown : [make('li.soft.small-text', {}, none)]));
    }
    const kinds = choice('Which games', [['records', 'Records'], ['ours', 'Ours'], ['own', 'Yours']], kind, (k) => { kind = k; refresh(); });
    place.replaceChildren(make('div.row', {}, kinds, make('button.button', { type: 'button', click: () => { keepThis(); kind = 'own'; kinds.press(kind); refresh(); } }, icon('keep'), 'Keep')), list);
    refresh();
    return { refresh };
  }

  const FORMS = { psol: 'Pentasol', msr: 'MSR, compact', json: 'MSR, readable', svg: 'SVG, a picture', png: 'PNG, a picture' };

  /** What a file of a game in a form holds. */
  async function written(form, variant, moves) {
    const about = { producer: data.report.program, saved_at: new Date().toISOString().replace(/\.\d+/, ''), description: 'played on the board' };
    if (form === 'psol') return records.writePentasol(variant, moves, { description: about.description });
    if (form === 'svg' || form === 'png') return Picture[form](variant, moves);
    return form === 'msr' ? records.writeMsr(variant, moves, about) : records.writeMsrJson(variant, moves, about);
  }

  function files(place, { game, read, say }) {
    const input = make('input', { type: 'file', class: 'visually-hidden', id: 'file', tabindex: -1, 'aria-label': 'A file of a game', accept: '.psol,.msr,.json,.txt,.svg,.png,.moves,.sol,.sav', change: () => { if (input.files[0]) read(input.files[0]); input.value = ''; } });
    const form = make('select', { 'aria-label': 'Form of the file' }, Object.entries(FORMS).map(([value, name]) => make('option', { value }, name)));
    const text = make('textarea', { id: 'paste', 'aria-label': 'A game as text', spellcheck: 'false', placeholder: 'Paste a game: Pentasol, MSR, or moves such as (3,-1) | 0; (6,-1) | 0' });
    /** Saves the game on the board, or another. Pentasol has no lines of four dots: such a game becomes MSR. */
    async function save({ variant, moves } = game()) {
      const isLost = form.value === 'psol' && rules.VARIANTS[variant].length !== 5;
      const kind = isLost ? 'msr' : form.value;
      try {
        Share.download(Share.fileName(variant, moves, kind), await written(kind, variant, moves), 'text/plain');
        say(isLost ? `Pentasol files know only lines of five dots: this game of ${variant} is saved as MSR.` : '');
      } catch (error) {
        say(error.message, true);
      }
    }
    const readText = () => (text.value.trim() ? read(text.value) : say('There is no text to read yet: paste a game into the field above, then press this again.', true));
    const copyLink = async () => say(await Share.copyAddress() ? 'The address of this game is copied.' : 'The address bar holds this game: copy it from there.');
    place.replaceChildren(
      make('div.row', {}, make('button.button', { type: 'button', id: 'open', click: () => input.click() }, icon('open'), 'Open'), input, form, make('button.button', { type: 'button', id: 'save', click: () => save() }, icon('save'), 'Save')),
      make('p.small-text.soft', {}, 'Or drop a file anywhere on this page, or paste a game, in whatever form: lists of moves and drawings of other programs are read, too. A picture that was saved here, or by ', make('code', {}, 'morpion draw'), ', carries its game. So does the address bar.'),
      make('div.row', {}, make('button.button', { type: 'button', click: copyLink }, icon('link'), 'Copy the address')),
      text,
      make('div.row', {}, make('button.button', { type: 'button', id: 'read', click: readText }, icon('paste'), 'Read this text'), make('button.button', { type: 'button', click: () => { text.value = records.writeMoves(game().moves); text.select(); } }, 'Write this game')));
    return { save };
  }

  return { games, files };
})();
