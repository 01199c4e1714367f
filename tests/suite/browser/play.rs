//! The board: a whole game, saved and opened again, the records, the searcher, and files that are no games.

use std::fs;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use morpion_rules::record;
use serde_json::{Value, json};

use super::chromium::Page;
use super::{ROOT, keep, keep_views, page_address};

pub(super) fn board() -> Page {
    let mut page = Page::open();
    page.screen(1360, 900, false);
    // An element that scrolls smoothly is not yet where a click is aimed at.
    page.prefers("prefers-reduced-motion", "reduce");
    page.visit(&page_address("play.html"));
    page
}

pub(super) fn moves(page: &mut Page) -> u64 {
    page.eval("Number(document.querySelector('#now b').textContent)")
        .as_u64()
        .unwrap()
}

/// The middle of a cell on the screen.
pub(super) fn place(page: &mut Page, x: i64, y: i64) -> (f64, f64) {
    let at = page.eval(&format!("(() => {{ const s = document.querySelector('#board svg'); const p = new DOMPoint({x} * 24, {y} * 24).matrixTransform(s.getScreenCTM()); return [p.x, p.y]; }})()"));
    (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
}

pub(super) fn click_cell(page: &mut Page, x: i64, y: i64) {
    let (x, y) = place(page, x, y);
    page.click_at(x, y);
}

/// Plays to the end by keys alone: the next legal dot, its first line.
pub(super) fn play_by_keys(page: &mut Page) {
    page.eval("document.querySelector('#board svg').focus(); 0");
    for _ in 0..400 {
        if page.eval("document.querySelectorAll('#board .hint').length") == 0 {
            return;
        }
        page.press("n");
        page.press("Enter");
        page.press("1");
    }
    panic!("the game does not end");
}

pub(super) fn open(page: &mut Page, path: &std::path::Path) -> String {
    page.eval("document.getElementById('note').textContent = ''; document.getElementById('files').open = true; 0");
    page.choose_file("#file", path.to_str().unwrap());
    page.wait("document.getElementById('note').textContent !== ''");
    page.text("#note")
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_played_undone_saved_and_opened_again() {
    let mut page = board();
    assert_eq!(
        page.eval("document.querySelectorAll('#board .hint').length"),
        28,
        "as many dots as moves"
    );
    click_cell(&mut page, 3, -1);
    assert_eq!(moves(&mut page), 1);
    page.click("#undo");
    assert_eq!(moves(&mut page), 0);
    page.press("r");
    assert_eq!(moves(&mut page), 1);
    play_by_keys(&mut page);
    let count = moves(&mut page);
    assert!(count > 20, "{count}");
    assert!(page.text("#end").contains(&format!("{count}moves")));
    keep_views(&mut page, "board-played");
    page.screen(1360, 900, false);

    let folder = tempfile::tempdir().unwrap();
    page.call(
        "Page.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": folder.path()}),
    );
    page.eval("document.getElementById('files').open = true; 0");
    page.click("#save");
    let path = folder.path().join(format!("5D-{count:03}.psol"));
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(50));
    }
    let saved = record::load(&path).unwrap();
    assert_eq!(
        record::replay(&saved, None).unwrap().moves().len() as u64,
        count
    );

    page.click("#end .button");
    assert_eq!(moves(&mut page), 0);
    let note = open(&mut page, &path);
    assert!(note.contains(&format!("{count} moves of 5D")), "{note}");
    assert_eq!(moves(&mut page), count);
    // The address bar holds the game: the same page elsewhere shows it.
    page.wait("location.hash.length > 10");
    let address = page.eval("location.href");
    page.visit(address.as_str().unwrap());
    assert_eq!(moves(&mut page), count);
    // The game that ended was kept.
    page.click("#games [data-value=own]");
    assert_eq!(
        page.eval("document.querySelectorAll('#games .entry').length"),
        1
    );
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn where_several_lines_run_through_a_dot_the_line_is_chosen() {
    let mut page = board();
    // At random, until two lines have the same dot.
    let found = page.eval(
        "(() => { const R = morpionRules(); const F = morpionRecords(R); const n = (m, a) => m.filter((c) => c.x === a.x && c.y === a.y).length; \
         for (;;) { const b = new R.Board('5D'); const codes = []; while (b.count) { const m = b.legalMoves(); const d = m.find((a) => n(m, a) === 2); \
         if (d) return [F.writeAddress('5D', codes), d.x, d.y, codes.length]; const c = b.legal[Math.floor(Math.random() * b.count)]; codes.push(c); b.advance(c); } } })()",
    );
    let (dot, before) = (
        [found[1].clone(), found[2].clone()],
        found[3].as_u64().unwrap(),
    );
    page.visit(&page_address(&format!(
        "play.html{}",
        found[0].as_str().unwrap()
    )));
    click_cell(
        &mut page,
        dot[0].as_i64().unwrap(),
        dot[1].as_i64().unwrap(),
    );
    assert_eq!(moves(&mut page), before);
    // Two lines and two numbers, no line over a number, each line in a colour of its own.
    let drawn = "[...document.querySelectorAll('#board .option')].map((e) => e.tagName)";
    assert_eq!(page.eval(drawn), json!(["path", "path", "g", "g"]));
    let colours = "new Set([...document.querySelectorAll('#board path.option')].map((e) => getComputedStyle(e).stroke)).size";
    assert_eq!(page.eval(colours), 2);
    let low = page.eval("document.getElementById('ask').getBoundingClientRect().bottom <= innerHeight && document.querySelector('.below').contains(document.getElementById('ask'))");
    assert_eq!(low, true, "what is asked stands where the tools were");
    let (x, y) = page.middle("#ask button:nth-of-type(2)");
    page.call(
        "Input.dispatchMouseEvent",
        json!({"type": "mouseMoved", "x": x, "y": y}),
    );
    let lit = "[...document.querySelectorAll('#board .lit')].map((e) => e.textContent).join()";
    assert_eq!(page.eval(lit), ",2", "the line and its number");
    keep("board-which-line", &page.picture());
    page.press("Escape");
    click_cell(
        &mut page,
        dot[0].as_i64().unwrap(),
        dot[1].as_i64().unwrap(),
    );
    page.click("#ask button:nth-of-type(2)");
    assert_eq!(moves(&mut page), before + 1);
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn all_variants_begin_and_the_record_is_stepped_through() {
    let mut page = board();
    for (variant, legal) in [("5T", 28), ("4D", 40), ("4T", 40), ("5D", 28)] {
        page.click(&format!("#variants [data-value='{variant}']"));
        assert!(
            page.text("#score").contains(&format!("legal moves{legal}")),
            "{variant}"
        );
        keep(&format!("board-{variant}"), &page.picture());
    }
    page.click("#games .entry");
    assert_eq!(moves(&mut page), 82);
    assert!(page.text("#score").contains("directions unused62"));
    page.click("#under .tool[aria-label='To the start']");
    assert_eq!(moves(&mut page), 0);
    for _ in 0..82 {
        page.eval("document.querySelector('#under .tool[aria-label=\"One move on\"]').click()");
    }
    assert_eq!(moves(&mut page), 82);
    assert_eq!(page.text("#board .newest text"), "82");
    // By itself, to the end.
    page.eval("const s = document.querySelector('#under select'); s.value = '30'; s.dispatchEvent(new Event('change')); 0");
    page.click("#under .tool[aria-label='Play']");
    page.wait("document.querySelector('#now b').textContent === '82' && document.querySelector('#under .tool[aria-label=Play]')");
    keep_views(&mut page, "board-record");
    page.assert_content();
}

/// Fails if a click that is no move is passed over in silence, or leaves a ring about the board.
#[test]
#[ignore = "needs Chromium"]
fn a_click_that_is_no_move_is_answered() {
    let mut page = board();
    click_cell(&mut page, 3, -1);
    for ((x, y), words) in [
        ((3, -1), "there is a dot already"),
        ((0, 0), "no row of 5 is complete with it"),
        ((3, 4), "its line shares 4 cells with the line of move 1"),
    ] {
        click_cell(&mut page, x, y);
        let said = page.text("#board .refusal");
        assert!(said.contains(words), "{said}");
        assert_eq!(
            page.eval("document.querySelector('.refusal').hidden"),
            false
        );
    }
    assert_eq!(moves(&mut page), 1);
    assert_eq!(
        page.eval("getComputedStyle(document.querySelector('#board svg')).outlineStyle"),
        "none"
    );
    page.assert_content();
}

/// Fails if the game cannot be turned, or is another one afterwards.
#[test]
#[ignore = "needs Chromium"]
fn a_game_is_turned_and_mirrored() {
    let mut page = board();
    page.click("#games .entry");
    let shown = "[...document.querySelectorAll('#board .ring')].map((r) => r.firstChild.getAttribute('cx')).join()";
    let (first, mut last) = (page.eval(shown), Value::Null);
    for (label, times) in [("Turn the board by a quarter", 4), ("Mirror the board", 2)] {
        for _ in 0..times {
            page.click(&format!(".tools [aria-label='{label}']"));
            assert_eq!(moves(&mut page), 82);
            assert_ne!(page.eval(shown), last);
            last = page.eval(shown);
            assert!(
                page.text("#score").contains("turned (4,3,1,2)")
                    || page.text("#score").contains("box(4,3,1,2)")
            );
        }
        assert_eq!(last, first, "{label}");
    }
    page.assert_content();
}

/// Fails if a picture that carries its game is not read, or carries another one.
#[test]
#[ignore = "needs Chromium"]
fn pictures_carry_their_game() {
    let mut page = board();
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("drawn.svg");
    let mut draw = assert_cmd::Command::cargo_bin("morpion").unwrap();
    draw.args(["draw", "record:5D/rosin82", "-o"]).arg(&drawn);
    draw.assert().success();
    let note = open(&mut page, &drawn);
    assert!(note.contains("82 moves of 5D"), "{note}");
    page.wait("location.hash.length > 200");
    let own = page
        .eval("Picture.svg('5D', morpionRecords(morpionRules()).readAddress(location.hash).moves)");
    let own = own.as_str().unwrap();
    resvg::usvg::Tree::from_str(own, &resvg::usvg::Options::default()).unwrap();
    let saved = folder.path().join("saved.svg");
    fs::write(&saved, own).unwrap();
    page.click("#new");
    let note = open(&mut page, &saved);
    assert!(note.contains("82 moves of 5D"), "{note}");
    let none = folder.path().join("none.svg");
    fs::write(&none, "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
    assert!(open(&mut page, &none).contains("carries no game"));
    page.assert_content();
}

/// Fails if hints, and the numbers to choose a move by, are printed.
#[test]
#[ignore = "needs Chromium"]
fn hints_are_not_printed() {
    let mut page = board();
    let seen = "document.querySelector('#board .hint').getClientRects().length";
    assert_eq!(page.eval(seen), 1);
    page.call("Emulation.setEmulatedMedia", json!({"media": "print"}));
    assert_eq!(page.eval(seen), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_drawn_within_a_frame_or_two() {
    let mut page = board();
    page.click("#games .entry");
    let times = page.eval(
        "(() => { const back = document.getElementById('undo'); const on = document.getElementById('redo'); const list = []; \
         for (let i = 0; i < 40; i++) { const t = performance.now(); (i % 2 ? on : back).click(); document.querySelector('#board svg').getBoundingClientRect(); list.push(performance.now() - t); } \
         return list.sort((a, b) => a - b)[20]; })()",
    );
    eprintln!("a move takes {times} ms at the end of a game of 82, the median of 40");
    assert!(times.as_f64().unwrap() < 100.0);
}

#[test]
#[ignore = "needs Chromium"]
fn the_searcher_goes_on_and_can_be_stopped() {
    let mut page = board();
    page.eval("document.querySelector('#search [aria-label=\"How long\"]').value = '3'; globalThis.begun = 0; const Own = Worker; globalThis.Worker = class extends Own { constructor(...a) { super(...a); begun++; } }; 0");
    let workers =
        page.eval("Number(document.querySelector('#search [aria-label^=Workers]').value)");
    page.click("#search-button");
    page.wait("document.getElementById('search-button').textContent === 'Search' && document.getElementById('search-words').dataset.rate");
    let rate = page
        .eval("Number(document.getElementById('search-words').dataset.rate)")
        .as_u64()
        .unwrap();
    eprintln!("the page's searcher: {rate} games a second");
    // 5,000 are promised on an idle machine.
    assert!(rate > 1000, "{rate}");
    let best = page
        .eval("Number(document.getElementById('search-words').dataset.best)")
        .as_u64()
        .unwrap();
    assert!((60..=82).contains(&best), "{best}");
    // As many workers as the machine has cores.
    assert_eq!(page.eval("begun"), workers);
    assert_eq!(
        workers,
        page.eval("Math.min(navigator.hardwareConcurrency, 16)")
    );
    keep_views(&mut page, "board-search");
    page.screen(1360, 900, false);
    page.click("#show-it");
    page.wait(&format!(
        "document.querySelector('#now b').textContent === '{best}'"
    ));
    page.click("#undo");
    page.click("#search-button");
    page.wait("document.getElementById('search-button').textContent === 'Stop'");
    page.click("#search-button");
    page.wait("document.getElementById('search-button').textContent === 'Search'");
    page.assert_content();
}

/// Fails if files are refused that once were: a drawing, a picture of a graph, a PNG picture.
#[test]
#[ignore = "needs Chromium"]
fn drawings_and_pictures_are_opened_and_graphs_are_shown() {
    let mut page = board();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // The second line needs the dot of the third.
    fs::write(
        path("drawing.txt"),
        "13 19 13 23\n11 20 15 20\n12 20 16 20\n",
    )
    .unwrap();
    let note = open(&mut page, &path("drawing.txt"));
    assert!(note.contains("no game of 5T looks like this"), "{note}");
    fs::write(path("drawing.txt"), "13 19 13 23\n12 20 16 20\n").unwrap();
    let note = open(&mut page, &path("drawing.txt"));
    assert!(note.contains("2 moves of 5D"), "{note}");
    let draw = |game: &str, name: &str| {
        let mut command = Command::cargo_bin("morpion").unwrap();
        command.args(["draw", game, "-o"]).arg(path(name));
        command.assert().success();
    };
    let graph = format!("{ROOT}/results/5D/certificates/1-1-1-0.graphs.moves");
    draw(&graph, "graph.png");
    let note = open(&mut page, &path("graph.png"));
    assert!(
        note.contains("this is a graph of 5D of 72 moves, not a game"),
        "{note}"
    );
    assert_eq!(
        page.eval("document.querySelectorAll('#note .drawing').length"),
        1
    );
    assert_eq!(moves(&mut page), 2);
    draw("record:5T/rosin178", "game.png");
    let note = open(&mut page, &path("game.png"));
    assert!(note.contains("178 moves of 5T"), "{note}");
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn files_that_are_no_games_are_refused_in_words() {
    let mut page = board();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let illegal = format!("{ROOT}/tests/data/records/illegal.psol");
    let words = record::replay(&record::load(illegal.as_ref()).unwrap(), None)
        .unwrap_err()
        .to_string();
    assert_eq!(open(&mut page, illegal.as_ref()), words);
    assert_eq!(
        page.eval("document.getElementById('note').classList.contains('bad')"),
        true
    );
    let markup = "<img src=x onerror='window.hacked=1'>";
    let named = file(
        &format!("{}.psol", markup.replace('/', "")),
        markup.as_bytes(),
    );
    assert!(open(&mut page, &named).contains("<img src=x"), "as text");
    let note = open(&mut page, &file("big.psol", &vec![b'('; 2_000_000]));
    assert!(note.contains("more than 1048576 bytes"), "{note}");
    // A megabyte of moves, each well-formed.
    let mut many = String::from("(28,28)\n");
    while many.len() < 1_000_000 {
        many.push_str("(31,30) | +2\n");
    }
    let start = Instant::now();
    let note = open(&mut page, &file("many.psol", many.as_bytes()));
    assert!(
        note.contains("move 2, (6,5) | 0, is not legal in 5T"),
        "{note}"
    );
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(moves(&mut page), 0);
    for text in [
        markup,
        "(3,-1) | 0; (3,-1) | 0",
        "MS1:AAAA",
        "{\"variant\":\"__proto__\",\"score\":0,\"moves\":[]}",
    ] {
        let text: Value = json!(text);
        page.eval(&format!("document.getElementById('paste').value = {text}; document.getElementById('note').textContent = ''; document.getElementById('read').click(); 0"));
        page.wait("document.getElementById('note').classList.contains('bad') && document.getElementById('note').textContent");
    }
    page.eval("document.getElementById('paste').value = '(3,-1) | 0; (6,-1) | 0'; document.getElementById('read').click(); 0");
    page.wait("document.querySelector('#now b').textContent === '2'");
    assert_eq!(page.eval("window.hacked ?? 0"), 0);
    page.assert_content();
}

/// Fails if games that are dropped on the page or pasted into it are not read.
#[test]
#[ignore = "needs Chromium"]
fn games_are_dropped_and_pasted() {
    let mut page = board();
    let events = [
        (
            "drop",
            "new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})",
        ),
        (
            "paste",
            "new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})",
        ),
    ];
    for (name, event) in events {
        page.eval(&format!(
            "(() => {{ const data = new DataTransfer(); data.items.add(new File(['(28,28)\\n(31,30) | +2\\n'], 'one.psol')); document.body.dispatchEvent({event}); }})()"
        ));
        page.wait("document.querySelector('#now b').textContent === '1'");
        page.click("#new");
        page.eval(&format!(
            "(() => {{ const data = new DataTransfer(); data.setData('text/plain', '(3,-1) | 0; (6,-1) | 0'); document.body.dispatchEvent({event}); }})()"
        ));
        page.wait("document.querySelector('#now b').textContent === '2'");
        page.click("#new");
        assert_eq!(moves(&mut page), 0, "{name}");
    }
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn what_the_browser_remembers_is_not_trusted() {
    let mut page = board();
    let stored = [
        r#"[{"variant":"5D","moves":"<img src=x onerror='window.hacked=1'>","date":"<script>window.hacked=2</script>"}]"#,
        r#"{"a":1}"#,
        "null",
        "[[[",
        r#"[1,null,{"variant":"constructor","moves":"","date":""}]"#,
    ];
    for text in stored {
        page.eval(&format!("localStorage.setItem('morpion.games', {}); localStorage.setItem('morpion.theme', '\"<b>\"'); 0", json!(text)));
        page.visit(&page_address("play.html#5D.AAAzzz"));
        page.click("#games [data-value=own]");
        page.eval("document.querySelectorAll('#games .entry').forEach((b) => b.click()); 0");
        assert_eq!(page.eval("window.hacked ?? 0"), 0);
        assert_eq!(moves(&mut page), 0);
    }
    for hash in ["#5D.A", "#5D.%3Cimg%3E", "#9X", "#5D.______"] {
        page.visit(&page_address(&format!("play.html{hash}")));
        assert_eq!(moves(&mut page), 0, "{hash}");
        assert!(!page.text("#note").is_empty(), "{hash}");
    }
    page.assert_content();
}
