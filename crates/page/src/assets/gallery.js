// Games and graphs: small pictures to choose from, and a large drawing to step through.

const Gallery = (() => {
  'use strict';

  const { records, make, boxText, gameLink, walkLink, sourceLink, boardAddress, data, rules } = Morpion;

  /** A large drawing with its controls, under a heading of a level; `show(item)` takes {variant, title, moves, ordered, lines}. */
  function viewer(figure, level) {
    const stage = make('div.stage');
    const caption = make('figcaption', { 'aria-live': 'polite' });
    let board = null;
    let item = null;
    const stepper = Drawing.stepper((n) => board.show(item.moves, n));
    figure.replaceChildren(caption, stage, stepper.element);
    return {
      stepper,
      show(next, upto = next.moves.length) {
        stepper.stop();
        item = next;
        board = new Drawing.Board({ variant: item.variant, numbered: item.ordered, ordered: item.ordered });
        board.setRegion(Drawing.regionOf(item.variant, item.moves, 1));
        board.show(item.moves, upto);
        stage.replaceChildren(board.svg, Zoom.attach(board));
        stepper.set(item.moves.length, upto);
        caption.replaceChildren(make(level, {}, item.title), make('div.where', {}, item.lines()));
      },
    };
  }

  /** An item with its moves read when they are needed. */
  function item(parts, text) {
    let moves = null;
    return { ordered: true, ...parts, get moves() { return (moves ??= records.readMoves(text) ?? []); } };
  }

  function boardLink(variant, moves) {
    const address = boardAddress(variant, moves);
    return address && make('a', { href: address }, 'open on the board');
  }

  function ofBox(walk, b, kind) {
    const found = kind === 'game' ? b.game : b.graph;
    const name = kind === 'game' ? 'Game' : 'Graph';
    const parts = {
      id: `${walk.folder}/${b.box.join('-')}/${kind}`, variant: walk.variant, ordered: kind === 'game', size: found.size, box: b.box,
      title: `${name} of ${found.size} moves in ${boxText(b.box)}`, sub: boxText(b.box),
      lines() {
        const order = kind === 'game' ? null : make('span', {}, 'in no order of play');
        return [make('span.soft', {}, found.by), order, sourceLink(walk, b, found), kind === 'game' && boardLink(walk.variant, this.moves)].filter(Boolean);
      },
    };
    return item(parts, found.moves);
  }

  function ofGame(game, isOurs) {
    const own = game.symmetric ? ', kept symmetric' : '';
    const parts = {
      id: `${game.variant}/${game.file ?? game.name}`, variant: game.variant, size: game.size, box: game.box,
      title: isOurs ? `${game.variant}: ${game.size} moves, found here${own}` : game.name.includes(game.variant) ? game.name : `${game.name} (${game.variant})`, sub: isOurs ? `${game.search.search.algorithm}, seed ${game.search.seed}` : game.name,
      lines() {
        const notes = game.notes.map((n) => (/^https?:\/\/[^\s]+$/.test(n) ? make('a', { href: n, rel: 'noopener' }, 'source') : make('span.soft', {}, n)));
        const box = game.box && make('span', {}, `box ${boxText(rules.canonicalBox(game.box))}`);
        const how = game.search && make('code', {}, game.search.command);
        return [...notes, box, how, game.file && gameLink(game), boardLink(game.variant, this.moves)].filter(Boolean);
      },
    };
    return item(parts, game.moves);
  }

  /** A game that the theorem file lists. */
  function ofWitness(walk, w) {
    const parts = {
      id: `${walk.folder}/witness/${w.file}`, variant: walk.variant, size: w.size, box: w.box, title: `Witness of ${w.size} moves for ${boxText(w.box)}`, sub: boxText(w.box),
      lines() {
        return [make('span.soft', {}, 'listed in the theorem file; the checker replays it'), walkLink(walk, `certificates/${w.file}`, 'its file'), boardLink(walk.variant, this.moves)].filter(Boolean);
      },
    };
    return item(parts, w.moves);
  }

  const longestFirst = (list) => list.sort((a, b) => b.size - a.size);

  /** What there is to look at, by kind. */
  function shelves(report, walk) {
    const boxes = walk ? walk.boxes : [];
    const games = longestFirst(boxes.filter((b) => b.game?.size > 0 && b.game.moves).map((b) => ofBox(walk, b, 'game')));
    const graphs = longestFirst(boxes.filter((b) => b.graph?.moves).map((b) => ofBox(walk, b, 'graph')));
    const witnesses = (walk?.theorem?.games ?? []).map((w) => ofWitness(walk, w));
    const all = [
      ['boxes', 'longest game of each box', games],
      ['graphs', 'graphs larger than games', graphs],
      ['witnesses', 'witnesses of the theorem', witnesses],
      ['ours', 'found by our searchers', report.games.map((g) => ofGame(g, true))],
      ['records', 'records', report.records.map((g) => ofGame(g, false))],
    ];
    return all.filter(([, , list]) => list.length);
  }

  function create(report, { shelves: row, thumbs, figure }) {
    const view = viewer(figure, 'h3');
    let [all, chosen] = [[], null];
    // Pictures are made when they come into view.
    const lazy = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        lazy.unobserve(target);
        target.append(Drawing.thumbnail(target.item.variant, target.item.moves, target.item.ordered));
      }
    }, { rootMargin: '300px' });

    function thumb(it) {
      const picture = make('div.pic');
      picture.item = it;
      lazy.observe(picture);
      const button = make('button.thumb', { type: 'button', click: () => choose(it), 'data-id': it.id }, picture, make('span', {}, make('b', {}, String(it.size)), ` ${it.sub}`));
      button.setAttribute('aria-label', `${it.size} ${it.sub}: ${it.title}`);
      return make('div', { role: 'listitem' }, button);
    }
    function choose(it) {
      chosen = it.id;
      view.show(it);
      mark();
    }
    function mark() {
      for (const b of thumbs.querySelectorAll('.thumb')) b.setAttribute('aria-current', String(b.dataset.id === chosen));
    }
    /** Shows a shelf, and the first that stands on it. */
    function open(name) {
      const [, , list] = all.find(([k]) => k === name);
      thumbs.replaceChildren(...list.map(thumb));
      choose(list[0]);
    }
    function setWalk(walk) {
      all = shelves(report, walk);
      if (!all.length) return;
      const [first] = all;
      const buttons = Morpion.choice('Which', all.map(([k, name, list]) => [k, `${name} (${list.length})`]), first[0], open);
      row.replaceChildren(buttons);
      open(first[0]);
      return buttons;
    }
    return {
      setWalk,
      /** Shows what fits a box, and brings it into view. */
      showBox(walk, b, which) {
        choose(ofBox(walk, b, which === 'graph' && b.graph.moves ? 'graph' : 'game'));
        figure.scrollIntoView({ block: 'center' });
      },
    };
  }

  return { create, viewer, item, ofGame };
})();
