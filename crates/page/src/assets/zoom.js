// A drawing that can be looked at closely: buttons, two fingers, or the wheel with Ctrl; once it is larger it is dragged.

const Zoom = (() => {
  'use strict';

  const { make, icon } = Morpion;
  const STEP = 1.5;
  /** How far a pointer may go and still have clicked, in pixels. */
  const STILL = 6;

  /** Lets `board`, a `Drawing.Board`, be enlarged; `element` has the buttons. */
  function attach(board) {
    const { svg } = board;
    const fingers = new Map();
    let [dragged, apart] = [0, 0];

    /** A point of the screen in the units of the drawing. */
    const unitsAt = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    const middle = () => {
      const r = svg.getBoundingClientRect();
      return [r.x + r.width / 2, r.y + r.height / 2];
    };

    /** Enlarges about a point of the screen, which stays where it is. */
    function zoom(factor, [x, y] = middle()) {
      const before = unitsAt(x, y);
      board.look(board.lens.scale * factor, board.lens.x, board.lens.y);
      const after = unitsAt(x, y);
      board.look(board.lens.scale, board.lens.x + before.x - after.x, board.lens.y + before.y - after.y);
      refresh();
    }
    function pan(dx, dy) {
      const [a, b] = [unitsAt(0, 0), unitsAt(dx, dy)];
      board.look(board.lens.scale, board.lens.x - (b.x - a.x), board.lens.y - (b.y - a.y));
    }
    function whole() {
      board.look(1);
      refresh();
    }

    const button = (name, label, click) => make('button.tool', { type: 'button', 'aria-label': label, title: label, click }, icon(name));
    const [closer, farther, all] = [button('closer', 'Closer', () => zoom(STEP)), button('farther', 'Farther', () => zoom(1 / STEP)), button('whole', 'The whole board', whole)];
    const element = make('div.lens', { role: 'group', 'aria-label': 'Zoom' }, closer, farther, all);
    function refresh() {
      const { scale } = board.lens;
      svg.classList.toggle('near', scale > 1);
      farther.disabled = all.disabled = scale <= 1;
      closer.disabled = scale >= Drawing.NEAREST;
    }

    const spread = () => {
      const [a, b] = [...fingers.values()];
      return [Math.hypot(a.x - b.x, a.y - b.y), [(a.x + b.x) / 2, (a.y + b.y) / 2]];
    };
    svg.addEventListener('pointerdown', (e) => {
      if (fingers.size === 0) dragged = 0;
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (fingers.size === 2) [apart] = spread();
    });
    svg.addEventListener('pointermove', (e) => {
      const last = fingers.get(e.pointerId);
      if (!last) return;
      const [dx, dy] = [e.clientX - last.x, e.clientY - last.y];
      dragged += Math.hypot(dx, dy);
      if (fingers.size === 1 && (board.lens.scale === 1 || dragged < STILL)) return;
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (fingers.size === 1) {
        svg.setPointerCapture(e.pointerId);
        pan(dx, dy);
      } else if (fingers.size === 2) {
        const [now, at] = spread();
        pan(dx / 2, dy / 2);
        zoom(now / Math.max(apart, 1), at);
        apart = now;
      }
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) svg.addEventListener(end, (e) => fingers.delete(e.pointerId));
    // What was dragged or pinched was not clicked.
    svg.addEventListener('click', (e) => { if (dragged >= STILL && board.lens.scale > 1) e.stopImmediatePropagation(); }, true);
    // One finger scrolls the page as long as the whole board is seen; two never do.
    svg.addEventListener('touchmove', (e) => { if (e.touches.length > 1 || board.lens.scale > 1) e.preventDefault(); }, { passive: false });
    svg.addEventListener('wheel', (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      zoom(2 ** (-e.deltaY / 200), [e.clientX, e.clientY]);
    }, { passive: false });
    svg.addEventListener('keydown', (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === '+' || e.key === '=') zoom(STEP);
      else if (e.key === '-') zoom(1 / STEP);
      else if (e.key === '0') whole();
      else return;
      e.preventDefault();
    });
    refresh();
    return element;
  }

  return { attach };
})();
