// Workers of this page: each has the rules and the searchers, and serves the requests that are posted to it.

const Crew = (() => {
  'use strict';

  const source = (serves) => `'use strict';const rules=(${morpionRules})();const search=(${morpionSearch})(rules);const serve=${serves};onmessage=(e)=>serve(e.data,(m)=>postMessage(m));`;

  /** So many workers, `serves` being the code of what serves them; null, and the reason said, where the browser starts none. */
  function start(serves, count, say) {
    const url = URL.createObjectURL(new Blob([source(serves)], { type: 'text/javascript' }));
    try {
      return Array.from({ length: count }, () => new Worker(url));
    } catch {
      say('This browser starts no worker from this page, so the searcher cannot run.', true);
      return null;
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  /** A number to draw by. */
  const seed = () => (Math.random() * 2 ** 32) >>> 0;

  return { start, seed };
})();
