// All longest games: the families of their positions, as a table and as drawings.

const LongestGames = (() => {
  'use strict';

  const { records, data, make, number, boxText, plural, fileLink, gameLink, walkLink, boardAddress, tableOf } = Morpion;

  /** The known games of a family: the records, and our own with their files. */
  function known(family) {
    const ours = (name) => data.report.games.find((g) => g.file === name);
    const told = (name) => (ours(name) ? ['our own ', gameLink(ours(name))] : [`the record ${name}`]);
    return family.known.flatMap((name, i) => [i ? ', ' : null, ...told(name)]);
  }

  function words(walk, { moves, positions, families, theorem, list, sha256 }) {
    const one = positions === 1;
    return [
      `Proven: all games of ${walk.name} with ${moves} moves end in ${one ? 'one position' : `one of ${number(positions)} positions`}, up to symmetry, on ${plural(families.length, 'set')} of dots. `,
      fileLink(data.links.results, theorem, theorem.split('/').pop()), ' lists the certificates that show it, and ', walkLink(walk, list, list), ' the positions. ',
      'To repeat it: ', make('code', {}, `morpion-check results/${theorem}`), ', which says that the SHA-256 of the list is ', make('code.digest', {}, sha256), '.',
    ];
  }

  function table(walk, longest) {
    const heads = ['family', 'box', 'positions', 'lines in all', 'lines in some', 'games known', 'a game'];
    const rows = longest.families.map((f, i) => [
      make('a', { href: `#family-${i + 1}` }, String(i + 1)), boxText(f.box), number(f.positions), number(f.common), number(f.varying), make('span', {}, known(f)), f.file ? walkLink(walk, f.file, 'file') : '–',
    ]);
    return tableOf('Families of positions', heads, rows);
  }

  /** Pictures are made when they come into view. */
  const lazy = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      lazy.unobserve(target);
      target.append(target.picture());
    }
  }, { rootMargin: '300px' });

  function drawing(walk, family, moves, name) {
    const svg = Drawing.thumbnail(walk.variant, moves, true);
    svg.setAttribute('aria-label', `${name}: a game of ${moves.length} moves, of whose lines ${family.varies.length} are not in all positions`);
    const lines = svg.querySelectorAll('.line');
    for (const i of family.varies) lines[i].classList.add('varies');
    return svg;
  }

  function figure(walk, family, i) {
    const moves = records.readMoves(family.moves) ?? [];
    const [name, address] = [`Family ${i + 1}`, boardAddress(walk.variant, moves)];
    const pic = make('div.pic');
    pic.picture = () => drawing(walk, family, moves, name);
    lazy.observe(pic);
    const parts = [make('b', {}, name), `, ${plural(family.positions, 'position')}`, family.known.length ? [', with ', known(family)].flat() : null];
    const link = address && make('div', {}, make('a', { href: address, 'aria-label': `${name}: open on the board` }, 'open on the board'));
    return make('figure.family.card', { id: `family-${i + 1}` }, pic, make('figcaption', {}, parts.flat(), link));
  }

  /** Shows those of a walk, or hides the section. */
  function show(walk) {
    const $ = (id) => document.getElementById(id);
    const { longest } = walk;
    $('longest').hidden = !longest;
    if (!longest) return;
    $('longest-title').textContent = `Every game of ${longest.moves} moves`;
    $('longest-words').replaceChildren(...words(walk, longest));
    $('longest-table').replaceChildren(table(walk, longest));
    $('families').replaceChildren(...longest.families.map((f, i) => figure(walk, f, i)));
  }

  return { show };
})();
