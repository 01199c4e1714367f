// What the searchers make of each legal move: the button, and what it says. The worker's part is `weigher.js`.

const Weigh = (() => {
  'use strict';

  const { rules, make, icon, plural, number } = Morpion;
  const SECONDS = 2;
  const SHOWN = 5;

  /** `position()` gives {variant, codes, box, isShortest}; `told(moves)` hears what is known of each legal move: [{code, best, mean}]. */
  function create(place, { position, told, say }) {
    let worker = null;
    const words = make('p.result', { role: 'status', id: 'weigh-words' });
    const list = make('ol.small-text');
    const button = make('button.button', { type: 'button', id: 'weigh-button', click: start }, icon('bulb'), 'What of each move?');

    function stop() {
      worker?.terminate();
      worker = null;
    }
    function reset() {
      stop();
      words.textContent = '';
      list.replaceChildren();
    }
    function start() {
      reset();
      const asked = position();
      [worker] = Crew.start(`(${morpionWeigh})(search).weigh`, 1, say) ?? [null];
      if (!worker) return;
      words.textContent = 'Playing on behind each move…';
      worker.onerror = () => { reset(); say('The searcher broke off.', true); };
      worker.onmessage = ({ data: { moves, isDone } }) => {
        show(moves, asked.isShortest);
        told(moves);
        if (isDone) stop();
      };
      worker.postMessage({ ...asked, seed: Crew.seed(), seconds: SECONDS });
    }
    function show(moves, isShortest) {
      const games = moves.reduce((sum, m) => sum + m.games, 0);
      words.textContent = moves.length ? `${number(games)} games behind ${plural(moves.length, 'move')}; the ${isShortest ? 'shortest' : 'longest'} on the board, the best moves here:` : 'No move is left here. Undo some moves first.';
      list.replaceChildren(...moves.slice(0, SHOWN).map((m) => make('li', {}, `${rules.moveText(rules.decode(m.code))}: ${isShortest ? 'down' : 'up'} to ${m.best}, ${m.mean.toFixed(1)} on average`)));
    }
    place.append(make('div.row', {}, button), words, list);
    return { reset };
  }

  return { create };
})();
