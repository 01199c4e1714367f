//! *Beat the box*: the goals that can be reached, the games that earn stars, that stars are kept, and that no move leaves the box.

use std::collections::BTreeSet;

use morpion_rules::geometry::{BoundingBox, Cell, Move, Variant};
use morpion_rules::record::moves_text;
use serde_json::{Value, json};

use super::chromium::Page;
use super::page_address;
use super::play::{board, click_cell, moves, open};

/// Starts towards a goal, as its list has it.
fn start(page: &mut Page, goal: &str) {
    page.eval("document.querySelectorAll('#boxes details').forEach((d) => { d.open = true; }); 0");
    page.click(&format!("#boxes [data-goal='{goal}']"));
}

fn text(cell: Cell) -> String {
    format!("({},{})", cell.x, cell.y)
}

/// Plays moves with the mouse.
fn play(page: &mut Page, variant: Variant, game: &[Move]) {
    for mv in game {
        click_cell(page, mv.dot().x.into(), mv.dot().y.into());
        let cells: Vec<Cell> = mv.line.cells(variant).collect();
        let (first, last) = (text(cells[0]), text(cells[cells.len() - 1]));
        page.eval(&format!(
            "[...document.querySelectorAll('#ask:not([hidden]) .line')].find((b) => b.textContent.includes('{first} to {last}'))?.click(); 0"
        ));
    }
}

/// The stars that a goal has brought, as they are read out.
fn stars(page: &mut Page, goal: &str) -> String {
    let label = page.eval(&format!(
        "document.querySelector(\"#boxes [data-goal='{goal}'] .stars\").getAttribute('aria-label')"
    ));
    label.as_str().unwrap().to_owned()
}

/// The boxes of 5D of the report in the page whose longest game is known and proven, with that game.
fn known(page: &mut Page) -> Vec<(BoundingBox, Vec<Move>)> {
    let boxes = page.eval(
        "Morpion.data.report.walks.find((w) => w.name === '5D').boxes.map((b) => [b.box, b.games.proven, b.game?.moves])",
    );
    let all = boxes.as_array().unwrap().iter().filter_map(|b| {
        let game = moves_text::read(b[2].as_str()?).unwrap();
        let is_longest = b[1] == json!({"atmost": game.len()});
        let bounding_box = serde_json::from_value(b[0].clone()).unwrap();
        is_longest.then_some((bounding_box, game))
    });
    all.collect()
}

fn name(bounding_box: BoundingBox) -> String {
    bounding_box.distances().map(|d| d.to_string()).join("-")
}

/// Fails if a box is offered whose longest game is not proven, or not known; or if a box whose longest game is, is not offered.
#[test]
#[ignore = "needs Chromium"]
fn the_boxes_to_beat_are_those_whose_longest_game_is_proven() {
    let mut page = board();
    let known = known(&mut page);
    assert!(known.len() >= 66, "{}", known.len());
    let offered = page.eval("Goals.boxes.map((g) => [g.name, g.moves])");
    let wanted: Vec<Value> = known
        .iter()
        .map(|(b, game)| json!([name(*b), game.len()]))
        .collect();
    assert_eq!(offered, json!(wanted));
    for (bounding_box, game) in known {
        let filled = BoundingBox::of_moves(Variant::D5, &game).unwrap();
        assert_eq!(filled.canonical(), bounding_box, "the game fills it");
    }
    page.assert_content();
}

/// Fails if the bound is reached and there is no star, or if the star is gone after a reload, or although its game is still there.
#[test]
#[ignore = "needs Chromium"]
fn a_box_that_is_beaten_stays_beaten() {
    let mut page = board();
    let (_, game) = known(&mut page).remove(0);
    start(&mut page, "0-0-0-0");
    for (from, to, shown) in [
        (0, 41, "0 of 3 stars"),
        (41, 42, "1 of 3 stars"),
        (42, 51, "2 of 3 stars"),
    ] {
        play(&mut page, Variant::D5, &game[from..to]);
        page.click("#games .row > .button");
        assert_eq!(stars(&mut page, "0-0-0-0"), shown, "{to} moves");
    }
    play(&mut page, Variant::D5, &game[51..]);
    assert_eq!(moves(&mut page), 56);
    assert!(page.text("#end").contains("The box is beaten!"));
    for way in ["play.html", "play.html#5D!0-0-0-0"] {
        page.visit(&page_address(way));
        assert_eq!(stars(&mut page, "0-0-0-0"), "3 of 3 stars", "{way}");
    }
    // A game that is deleted takes its stars with it, and brings them back.
    page.click("#games [data-value=own]");
    page.click("#games .shelf .tool");
    assert_ne!(stars(&mut page, "0-0-0-0"), "3 of 3 stars");
    page.click("#note .button");
    assert_eq!(stars(&mut page, "0-0-0-0"), "3 of 3 stars");
    page.assert_content();
}

/// Fails if a game that was found by others earns stars, or one that does not fill the box.
#[test]
#[ignore = "needs Chromium"]
fn only_games_of_ones_own_that_fill_the_box_earn_stars() {
    let mut page = board();
    let known = known(&mut page);
    let game = |box_name: &str| {
        let (_, game) = known.iter().find(|(b, _)| name(*b) == box_name).unwrap();
        game.clone()
    };
    let file = tempfile::tempdir().unwrap();
    let path = file.path().join("game.txt");
    std::fs::write(&path, moves_text::write(&game("1-0-0-0"))).unwrap();
    open(&mut page, &path);
    page.click("#games .row > .button");
    assert_eq!(stars(&mut page, "1-0-0-0"), "0 of 3 stars");
    // The longest game of the cross's own square is long enough for the next box, but does not reach its top.
    start(&mut page, "1-0-0-0");
    play(&mut page, Variant::D5, &game("0-0-0-0"));
    assert!(page.text("#goal").contains("Not reached yet: top."));
    page.click("#games .row > .button");
    assert_eq!(stars(&mut page, "1-0-0-0"), "0 of 3 stars");
    assert_eq!(stars(&mut page, "0-0-0-0"), "3 of 3 stars");
    page.assert_content();
}

/// Fails if a move that leaves the box is made, by hand or by a searcher, or is offered; or if the box does not turn with the board.
#[test]
#[ignore = "needs Chromium"]
fn no_move_leaves_the_box() {
    let mut page = board();
    let hints = "document.querySelectorAll('#board .hint').length";
    assert_eq!(page.eval(hints), 28);
    start(&mut page, "1-0-0-0");
    assert_eq!(page.eval(hints), 22, "those at three sides are left out");
    click_cell(&mut page, 3, 10);
    assert!(page.text("#board .refusal").contains("outside the box"));
    assert_eq!(moves(&mut page), 0);
    click_cell(&mut page, 3, -1);
    assert_eq!(moves(&mut page), 1);
    page.click(".tools [aria-label='Turn the board by a quarter']");
    click_cell(&mut page, 3, -1);
    assert_eq!(moves(&mut page), 1);
    assert!(page.text("#goal").contains("Box (0,1,0,0)"));
    page.click("#search-button");
    page.wait("!document.getElementById('show-it').hidden");
    page.click("#show-it");
    let box_of = "Morpion.rules.boxOf(Morpion.rules.VARIANTS['5D'], Morpion.records.readMoves(JSON.parse(localStorage.getItem('morpion.games'))[0].moves)).join()";
    assert_eq!(page.eval(box_of), "0,1,0,0");
    page.click("#leave-goal");
    assert_eq!(page.eval("document.getElementById('goal').hidden"), true);
    page.assert_content();
}

/// Fails if the board that ends at a box has other moves than all legal ones whose dots lie inside.
#[test]
#[ignore = "needs Chromium"]
fn a_board_that_ends_at_a_box_agrees_with_the_plain_one() {
    let mut page = board();
    let differ = page.eval(
        "(() => { const R = morpionRules(); const { randomNumbers } = morpionSearch(R); const random = randomNumbers(1); const faults = []; \
         for (let t = 0; t < 24; t++) { const name = ['5D', '5T', '4D', '4T'][t % 4]; const box = [t % 3, (t >> 2) % 3, (t >> 1) % 2, t % 2]; \
           const [board, plain] = [new R.Board(name, box), new R.Position(name)]; \
           for (;;) { const codes = plain.legalMoves().filter((m) => R.isInBox(R.VARIANTS[name], box, m.x, m.y)).map(R.encode).sort((a, b) => a - b); \
             if (board.legalCodes().join() !== codes.join()) { faults.push(`${name} ${box} ${plain.moves.length}`); break; } \
             if (!codes.length) break; const code = codes[Math.floor(random() * codes.length)]; plain.play(R.decode(code)); board.advance(code); } } \
         return faults; })()",
    );
    assert_eq!(differ, json!([]));
}

/// Fails if two people have different boxes on one day, or some box never has its turn.
#[test]
#[ignore = "needs Chromium"]
fn the_box_of_a_day_hangs_on_its_date_alone() {
    let days = "Array.from({ length: Goals.boxes.length }, (_, i) => Goals.ofDay(new Date(Date.UTC(2026, 10, 28 + i)).toISOString().slice(0, 10)).name)";
    let mut page = board();
    let first = page.eval(days);
    let distinct: BTreeSet<&str> = first
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_str().unwrap())
        .collect();
    assert_eq!(distinct.len() as u64, page.eval("Goals.boxes.length"));
    page.visit(&page_address("play.html"));
    assert_eq!(page.eval(days), first);
    page.click("#box-of-day");
    let today = page.eval("Goals.ofDay(Morpion.today()).name");
    page.wait(&format!(
        "location.hash === '#5D!{}'",
        today.as_str().unwrap()
    ));
    page.assert_content();
}

/// Fails if the shortest game earns no stars, or a game that can go on earns some.
#[test]
#[ignore = "needs Chromium"]
fn the_shortest_game_earns_stars_in_every_variant() {
    let mut page = board();
    let games = page.eval("Morpion.data.report.shortest.map((g) => [g.variant, g.moves])");
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 4);
    for game in games {
        let variant: Variant = game[0].as_str().unwrap().parse().unwrap();
        let known = moves_text::read(game[1].as_str().unwrap()).unwrap();
        page.eval(
            "document.querySelectorAll('#boxes details').forEach((d) => { d.open = true; }); 0",
        );
        let entry = format!(
            "[...document.querySelectorAll(\"#boxes [data-goal='shortest']\")].find((b) => b.textContent.includes('{variant}'))"
        );
        page.eval(&format!("{entry}.click(); 0"));
        let (last, first) = known.split_last().unwrap();
        play(&mut page, variant, first);
        page.click("#games .row > .button");
        let label = format!("{entry}.querySelector('.stars').getAttribute('aria-label')");
        assert_eq!(page.eval(&label), "0 of 3 stars", "{variant}: it can go on");
        play(&mut page, variant, &[*last]);
        assert!(page.text("#end").contains("As short as any known!"));
        assert_eq!(page.eval(&label), "3 of 3 stars", "{variant}");
    }
    page.assert_content();
}

/// Fails if the picture that is handed on does not carry the game.
#[test]
#[ignore = "needs Chromium"]
fn the_card_that_is_shared_carries_the_game() {
    let mut page = board();
    let (_, game) = known(&mut page).remove(0);
    let folder = tempfile::tempdir().unwrap();
    page.call(
        "Page.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": folder.path()}),
    );
    start(&mut page, "0-0-0-0");
    play(&mut page, Variant::D5, &game);
    page.eval("[...document.querySelectorAll('#end .button')].find((b) => b.textContent === 'Share').click(); 0");
    page.wait("document.getElementById('note').textContent.includes('carries the game')");
    let path = folder.path().join("5D-056.png");
    let start = std::time::Instant::now();
    while !path.exists() {
        assert!(start.elapsed().as_secs() < 60);
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    page.eval("[...document.querySelectorAll('#end .button')].find((b) => b.textContent === 'New game').click(); 0");
    assert_eq!(moves(&mut page), 0);
    assert!(open(&mut page, &path).contains("56 moves of 5D"));
    page.assert_content();
}

/// Fails if the searchers' judgement of the moves does not come, or stays when the position changes.
#[test]
#[ignore = "needs Chromium"]
fn the_searchers_say_something_of_each_move() {
    let mut page = board();
    page.click("#weigh-button");
    page.wait("document.querySelectorAll('#board .hint-count').length === 28");
    assert!(page.text("#weigh-words").contains("behind 28 moves"));
    let best = page.eval("Number(document.querySelector('#board .hint-count').textContent)");
    assert!((30..=82).contains(&best.as_u64().unwrap()), "{best}");
    click_cell(&mut page, 3, -1);
    assert_eq!(page.text("#weigh-words"), "");
    assert_eq!(
        page.eval("document.querySelectorAll('#search li').length"),
        0
    );
    page.assert_content();
}
