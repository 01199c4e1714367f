// The table of the boxes: sorted by any column, filtered by state and by the digits of the box.

const BoxTable = (() => {
  'use strict';

  const { rules, make, number, boxText, bytes, duration, walkLink, scrolling } = Morpion;

  const sizeOf = (bound) => (bound === null || bound === undefined ? null : bound === 'empty' ? 0 : bound.atmost);
  const strongest = (b) => sizeOf(b.games.claimed ?? b.games.proven);
  const order = (b) => b.box.reduce((sum, d) => sum * 61 + d, b.box.reduce((x, y) => x + y, 0));
  const gap = (b) => (b.fate !== 'empty' && b.fate !== 'never' && b.game && strongest(b) !== null ? strongest(b) - b.game.size : null);

  /** Whether a text begins a box, turned or in the mirror: `4,3`, `(1,3,4,2)`, `431`. */
  function begins(text, box) {
    const plain = text.replace(/[\s()]/g, '');
    return /^[\d,]*$/.test(plain) && rules.boxImages(box).some((image) => image.join().startsWith(plain) || image.join('').startsWith(plain));
  }

  const COLUMNS = [
    { name: 'box', value: order, cell: (b, walk, go) => make('button.link', { type: 'button', click: () => go() }, boxText(b.box)) },
    { name: 'state', text: true, value: (b) => Object.keys(BoxMap.FATES).indexOf(b.fate), cell: (b) => make(`span.state.${b.fate}`, {}, BoxMap.FATES[b.fate][0]) },
    { name: 'bound', value: strongest, cell: (b) => (strongest(b) === null ? '–' : b.games.proven === 'empty' ? 'empty' : String(strongest(b))) },
    { name: 'game', value: (b) => b.game?.size ?? null },
    { name: 'gap', value: gap },
    { name: 'graph', value: (b) => b.graph?.size ?? null },
    { name: 'paper', value: (b) => b.paper },
    { name: 'nodes', value: (b) => b.nodes || null },
    { name: 'evaluations', value: (b) => b.evaluations || null },
    { name: 'core time', value: (b) => b.core_milliseconds || null, cell: (b) => duration(b.core_milliseconds / 1000) },
    { name: 'certificate', value: (b) => b.certificate?.bytes ?? null, cell: (b, walk) => (b.certificate ? walkLink(walk, b.certificate.file, bytes(b.certificate.bytes)) : '–') },
    { name: 'file', text: true, value: order, cell: (b, walk) => (b.file ? walkLink(walk, b.file, b.file.split('/').pop()) : '–') },
  ];

  function rowOf(b, walk, go) {
    return make('tr', {}, COLUMNS.map((c) => make(c.text ? 'td.text-cell' : 'td', {}, c.cell ? c.cell(b, walk, go) : number(c.value(b)))));
  }

  function create(walk, { place, filters, choose }) {
    const rows = walk.boxes.map((b, i) => rowOf(b, walk, () => choose(i)));
    let [by, down] = [0, false];
    const shown = new Set(Object.keys(BoxMap.FATES));
    let [wanted, paperOnly] = ['', false];
    const heads = COLUMNS.map((c, k) => make(c.text ? 'th.text-cell' : 'th', { scope: 'col', 'data-name': c.name }, make('button', { type: 'button', click: () => sort(k) }, c.name)));
    const body = make('tbody');
    const count = make('span.small-text.soft', { role: 'status' });

    function sort(k) {
      [by, down] = [k, k === by ? !down : k > 1];
      refresh();
    }
    function matches(b) {
      return shown.has(b.fate) && begins(wanted, b.box) && (!paperOnly || b.paper !== null);
    }
    function refresh() {
      const { value } = COLUMNS[by];
      const rank = (i) => value(walk.boxes[i]);
      const list = rows.map((_, i) => i).filter((i) => matches(walk.boxes[i]));
      // What has no value stands last, whichever way.
      list.sort((i, k) => {
        const [a, b] = [rank(i), rank(k)];
        if (a === null || b === null) return (a === null) - (b === null) || i - k;
        return (down ? b - a : a - b) || i - k;
      });
      body.replaceChildren(...list.map((i) => rows[i]));
      heads.forEach((h, k) => (k === by ? h.setAttribute('aria-sort', down ? 'descending' : 'ascending') : h.removeAttribute('aria-sort')));
      count.textContent = `${list.length} of ${rows.length} boxes`;
    }
    const toggle = (fate) => make('label', {}, make('input', { type: 'checkbox', checked: true, change: (e) => { e.target.checked ? shown.add(fate) : shown.delete(fate); refresh(); } }), make(`span.state.${fate}`, {}, BoxMap.FATES[fate][0]));
    const present = Object.keys(BoxMap.FATES).filter((f) => walk.boxes.some((b) => b.fate === f));
    const papers = walk.boxes.some((b) => b.paper !== null);
    filters.replaceChildren(
      make('input', { type: 'search', placeholder: 'box, e.g. 4,3', 'aria-label': 'Boxes that begin with, up to symmetry', input: (e) => { wanted = e.target.value; refresh(); } }),
      ...present.map(toggle),
      papers ? make('label', {}, make('input', { type: 'checkbox', change: (e) => { paperOnly = e.target.checked; refresh(); } }), 'only those of the paper') : '', count);
    scrolling(place, make('table', {}, make('caption.visually-hidden', {}, `The boxes of ${walk.name}`), make('thead', {}, make('tr', {}, heads)), body));
    refresh();
    return { mark: (i) => rows.forEach((r, k) => r.classList.toggle('on', k === i)) };
  }

  return { create };
})();
