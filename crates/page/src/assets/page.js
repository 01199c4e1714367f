// What both pages need: the data, elements made of text, numbers in words, light and dark.
//
// Everything that comes from a file is put on the page as text, never as markup.

const Morpion = (() => {
  'use strict';

  const rules = morpionRules();
  const records = morpionRecords(rules);
  const data = JSON.parse(document.getElementById('data').textContent);
  const SVG = 'http://www.w3.org/2000/svg';

  /** An element: `make('a.link', {href}, 'text', child)`; what is no element becomes text, and functions listen. */
  function make(name, attributes = {}, ...children) {
    const [tag, ...classes] = name.split('.');
    return fill(document.createElement(tag), classes, attributes, children);
  }

  const draw = (name, attributes = {}, ...children) => {
    const [tag, ...classes] = name.split('.');
    return fill(document.createElementNS(SVG, tag), classes, attributes, children);
  };

  function fill(element, classes, attributes, children) {
    if (classes.length) element.classList.add(...classes);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (typeof value === 'function') element.addEventListener(key, value);
      else element.setAttribute(key, value === true ? '' : value);
    }
    element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
    return element;
  }

  const ICONS = {
    first: 'M6 5v14M19 5l-9 7 9 7z', last: 'M18 5v14M5 5l9 7-9 7z', back: 'M15 5l-8 7 8 7', next: 'M9 5l8 7-8 7',
    play: 'M7 4.5l12 7.5-12 7.5z', pause: 'M8 5v14M16 5v14', undo: 'M4 9h10a5 5 0 0 1 0 10H9M8 5L4 9l4 4', redo: 'M20 9H10a5 5 0 0 0 0 10h5M16 5l4 4-4 4',
    bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z',
    file: 'M6 3h8l4 4v14H6zM14 3v4h4', open: 'M3 19V5h6l2 3h10v11zM3 11h18', save: 'M12 4v11M7 11l5 5 5-5M5 20h14', link: 'M9 15l6-6M8 12l-2 2a3.5 3.5 0 0 0 5 5l2-2M16 12l2-2a3.5 3.5 0 0 0-5-5l-2 2',
    new: 'M12 5v14M5 12h14', sun: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19',
    moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z', half: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18', search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21', stop: 'M6 6h12v12H6z',
    closer: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M7.5 10.5h6M10.5 7.5v6', farther: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M7.5 10.5h6', whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
    turn: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5', mirror: 'M12 3v18M9 7L3 18h6zM15 7l6 11h-6z', close: 'M6 6l12 12M18 6L6 18',
    paste: 'M8 5H5v16h14V5h-3M9 3h6v4H9z', keep: 'M6 3h12v18l-6-5-6 5z', bin: 'M5 7h14M10 7V4h4v3M7 7l1 14h8l1-14',
  };

  const icon = (name) => draw('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, draw('path', { d: ICONS[name] }));

  const number = (n) => (n === null || n === undefined ? '–' : Number(n).toLocaleString('en'));
  const boxText = (box) => `(${box.join(',')})`;
  const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

  function bytes(n) {
    if (n === null || n === undefined) return 'not there';
    if (n < 1000) return `${n} B`;
    return n < 1e6 ? `${(n / 1e3).toPrecision(3)} kB` : `${(n / 1e6).toPrecision(3)} MB`;
  }

  function duration(seconds) {
    if (!(seconds > 0)) return '–';
    if (seconds < 0.01) return '< 0.01 s';
    if (seconds < 10) return `${seconds.toFixed(2)} s`;
    if (seconds < 100) return `${seconds.toFixed(1)} s`;
    if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
    return `${(seconds / 3600).toFixed(1)} h`;
  }

  /** 12,345,678 as 12.3 M. */
  function short(n) {
    if (n < 10000) return number(n);
    return n < 1e6 ? `${(n / 1e3).toPrecision(3)} k` : `${(n / 1e6).toPrecision(3)} M`;
  }

  /** Today's date where the browser is, as 2026-11-28: the day of a puzzle, and of a game that is kept, is the player's. */
  function today() {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
  }

  /** The address of a file of a walk, or below another folder. */
  const fileLink = (base, path, text) => make('a', { href: `${base}/${path.split('/').map(encodeURIComponent).join('/')}` }, text ?? path);
  const gameLink = (game, text) => fileLink(data.links.games[game.folder], game.file, text);
  const walkLink = (walk, path, text) => fileLink(data.links.results, `${walk.folder}/${path}`, text);

  /** The file that a game or graph of a box is from: the box's own, or that of the game of ours that it is a beginning of. */
  function sourceLink(walk, b, found) {
    if (found.listed) return b.file && walkLink(walk, b.file, 'box file');
    const ours = data.report.games.find((g) => found.by.endsWith(g.file));
    return ours ? gameLink(ours, 'its file') : null;
  }

  /** The board's address for a game, if the board reaches far enough. */
  function boardAddress(variant, moves) {
    if (!rules.isOnBoard(rules.VARIANTS[variant], moves)) return null;
    return `play.html${records.writeAddress(variant, moves.map(rules.encode))}`;
  }

  // Memory of this browser: may be forbidden, and hold anything.
  const memory = {
    read(key, fallback) {
      try {
        return JSON.parse(localStorage.getItem(`morpion.${key}`)) ?? fallback;
      } catch {
        return fallback;
      }
    },
    /** Says whether it will be remembered. */
    write(key, value) {
      try {
        localStorage.setItem(`morpion.${key}`, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };

  const THEMES = ['auto', 'light', 'dark'];

  function setTheme(theme) {
    const button = document.getElementById('theme');
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    if (!button) return;
    button.replaceChildren(icon({ auto: 'half', light: 'sun', dark: 'moon' }[theme]));
    button.setAttribute('aria-label', `Colours: ${theme}. Change`);
    button.title = `Colours: ${theme}`;
  }

  function startTheme() {
    let theme = memory.read('theme', 'auto');
    if (!THEMES.includes(theme)) theme = 'auto';
    setTheme(theme);
    document.getElementById('theme')?.addEventListener('click', () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      memory.write('theme', theme);
      setTheme(theme);
    });
  }

  // What is folded is printed, too.
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll('details:not([open])')];
    for (const d of folded) d.open = true;
  });
  addEventListener('afterprint', () => { for (const d of folded) d.open = false; });

  /** Says something to those who cannot see it. */
  function announce(words) {
    const live = document.getElementById('live');
    if (live) live.textContent = words;
  }

  /** What scrolls sideways where it is wider than its place, and says so. */
  function scrolling(place, ...content) {
    place.replaceChildren(...content);
    new ResizeObserver(() => place.classList.toggle('wider', place.scrollWidth > place.clientWidth + 1)).observe(place);
    return place;
  }

  /** A table with what stands in its cells, text or elements. */
  function tableOf(caption, heads, rows) {
    const cell = (name, c, k) => make(k === 0 ? `${name}.text-cell` : name, {}, c);
    return scrolling(make('div.scroll.card', { tabindex: 0, role: 'region', 'aria-label': caption }), make('table', {}, make('caption.visually-hidden', {}, caption),
      make('thead', {}, make('tr', {}, heads.map((h, k) => cell('th', h, k)))), make('tbody', {}, rows.map((r) => make('tr', {}, r.map((c, k) => cell('td', c, k)))))));
  }

  /** A group of buttons of which one is pressed. */
  function choice(label, options, chosen, told) {
    const group = make('div.segments', { role: 'group', 'aria-label': label });
    const press = (value) => {
      for (const b of group.children) b.setAttribute('aria-pressed', String(b.dataset.value === String(value)));
    };
    for (const [value, text] of options) {
      group.append(make('button', { type: 'button', 'data-value': value, click: () => { press(value); told(value); } }, text));
    }
    press(chosen);
    group.press = press;
    return group;
  }

  startTheme();
  return {
    rules, records, data, make, draw, icon, number, short, boxText, plural, bytes, duration, today, fileLink, gameLink, walkLink, sourceLink, boardAddress, memory, announce, choice, scrolling, tableOf,
  };
})();
