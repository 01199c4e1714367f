// The rules on the board, for the variant that is played: how many dots the cross has, how long a row is, three moves, and the
// keys.

const Manual = (() => {
  'use strict';

  const { rules, make, draw, memory } = Morpion;
  /** Three moves from a cross of four-dot rows, as [dot, ends of its line]; the third goes through the dots of both others. */
  const MOVES = [[[3, 2], [[0, 2], [3, 2]]], [[4, 3], [[4, 3], [4, 6]]], [[1, 0], [[1, 0], [4, 3]]]];

  function panel(i) {
    const v = rules.VARIANTS['4D'];
    const fresh = (k) => (k === i ? '.new' : '');
    const shown = MOVES.slice(0, i + 1);
    return draw('g', { transform: `translate(${8 * i} 0)` },
      shown.map(([, [[x, y], [u, w]]], k) => draw(`path.drawn${fresh(k)}`, { d: `M${x} ${y}L${u} ${w}` })),
      rules.crossCells(v).map(([cx, cy]) => draw('circle.dot', { cx, cy, r: 0.24 })),
      shown.map(([[cx, cy]], k) => draw(`circle.put${fresh(k)}`, { cx, cy, r: 0.42 })));
  }

  const picture = () => draw('svg', { viewBox: '-1 -1 24 8', role: 'img', 'aria-label': 'Three moves: a dot that completes a row across, one that completes a row upright, and one that completes a slanting row through both.' }, MOVES.map((_, i) => panel(i)));

  const keys = () => make('p.small-text', {}, 'Choose a dot; where several lines run through it, choose the line. With the keys: ', make('kbd', {}, 'arrows'), ' and ', make('kbd', {}, 'Enter'), ' on the board, ', make('kbd', {}, 'N'), ' for the next legal move, ', make('kbd', {}, 'U'), ' undo, ', make('kbd', {}, 'R'), ' redo, ', make('kbd', {}, 'H'), ' legal moves, ', make('kbd', {}, '+'), ' ', make('kbd', {}, '-'), ' ', make('kbd', {}, '0'), ' zoom; two fingers do, too.');

  /** The card is open on the first visit, then as it was left. */
  function openAsLeft(card) {
    card.open = Boolean(memory.read('rules', true));
    memory.write('rules', Boolean(memory.read('rules', false)));
    card.firstElementChild.addEventListener('click', () => memory.write('rules', !card.open));
  }

  /** `place` holds the rules for rows of five, a figure and a text; what is another word for rows of four says which. */
  function create(place) {
    const five = [place.querySelector('figure'), place.querySelector('p')];
    const four = five.map((part) => part.cloneNode(true));
    four[0].querySelector('svg').replaceWith(picture());
    for (const word of four[1].querySelectorAll('[data-four]')) word.textContent = word.dataset.four;
    five[1].after(...four, keys());
    openAsLeft(place);
    return {
      show(variant) {
        const isFour = rules.VARIANTS[variant].length === 4;
        for (const part of five) part.hidden = isFour;
        for (const part of four) part.hidden = !isFour;
      },
    };
  }

  return { create };
})();
