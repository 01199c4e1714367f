//! No game is lost: a game that was left can be brought back, moves that were undone are still there after a visit, and the player's
//! best is kept.

use serde_json::json;

use super::chromium::Page;
use super::page_address;
use super::play::{board, click_cell, moves, open, play_by_keys};

/// Plays three moves that do not meet.
fn play_three(page: &mut Page) {
    for (x, y) in [(3, -1), (6, -1), (-1, 3)] {
        click_cell(page, x, y);
    }
    assert_eq!(moves(page), 3);
}

fn own_games(page: &mut Page) -> String {
    page.click("#games [data-value=own]");
    page.text("#games .shelf")
}

/// Fails if a new game, another variant, a record, or a file takes the place of a game without a way back.
#[test]
#[ignore = "needs Chromium"]
fn a_game_that_is_left_can_be_brought_back() {
    let mut page = board();
    play_three(&mut page);
    page.click("#new");
    assert_eq!(moves(&mut page), 0);
    page.click("#undo");
    assert_eq!(moves(&mut page), 3, "a new game is undone");
    page.click("#variants [data-value='4T']");
    assert_eq!(moves(&mut page), 0);
    page.click("#note .button");
    assert_eq!(moves(&mut page), 3, "another variant");
    page.click("#games .entry");
    assert_eq!(moves(&mut page), 82);
    page.click("#note .button");
    assert_eq!(moves(&mut page), 3, "a record");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.psol");
    std::fs::write(&file, "(28,28)\n(31,30) | +2\n").unwrap();
    assert!(open(&mut page, &file).contains("1 move of 5D"));
    let shelf = own_games(&mut page);
    assert!(shelf.contains("3unfinished"), "{shelf}");
    page.click("#games .entry");
    assert_eq!(moves(&mut page), 3, "from the shelf");
    page.assert_content();
}

/// Fails if the address holds only the moves that are shown, or a page that is closed takes its game with it.
#[test]
#[ignore = "needs Chromium"]
fn undone_moves_outlast_the_page() {
    let mut page = board();
    play_three(&mut page);
    page.press("u");
    page.press("u");
    page.wait("location.hash.endsWith('.1')");
    let address = page.eval("location.href").as_str().unwrap().to_owned();
    for way in [address.as_str(), &page_address("play.html")] {
        page.visit(way);
        assert_eq!(moves(&mut page), 1, "{way}");
        for n in [2, 3] {
            page.press("r");
            assert_eq!(moves(&mut page), n);
        }
        page.press("u");
        page.press("u");
        page.wait("location.hash.endsWith('.1')");
    }
    // Somebody else's game is opened: the player's own is put aside.
    page.visit(&page_address("play.html#5T"));
    page.click("#variants [data-value='5D']");
    assert!(own_games(&mut page).contains("3unfinished"));
    page.assert_content();
}

/// Fails if the end of a game says nothing about the player's best, or counts a game that was not played.
#[test]
#[ignore = "needs Chromium"]
fn the_end_of_a_game_stands_beside_ones_best() {
    let mut page = board();
    let best = |page: &mut Page| page.text("#score .big div:nth-child(2) dd");
    assert_eq!(best(&mut page), "–");
    // A record whose last move is played by hand is not the player's own game.
    page.click("#games .entry");
    page.press("u");
    page.eval("document.querySelector('#board svg').focus(); 0");
    page.press("n");
    page.press("Enter");
    let words = page.text("#end");
    assert!(words.contains("not counted as your best"), "{words}");
    assert_eq!(best(&mut page), "–");
    page.click("#end .button");
    play_by_keys(&mut page);
    let first = moves(&mut page);
    assert!(page.text("#end").contains("Your first game"));
    assert_eq!(best(&mut page), first.to_string());
    page.click("#end .button");
    play_by_keys(&mut page);
    let second = moves(&mut page);
    let verb = if second > first { "was" } else { "has" };
    let words = page.text("#end");
    assert!(
        words.contains(&format!("Your best {verb} {first}.")),
        "{words}"
    );
    // The tools come back.
    page.click("#end .row .button:last-child");
    page.click("#undo");
    assert_eq!(moves(&mut page), second - 1);
    page.assert_content();
}

/// Fails if games in the browser's memory are trusted without a check.
#[test]
#[ignore = "needs Chromium"]
fn what_is_kept_is_not_trusted() {
    let mut page = board();
    let markup = r#"{"variant":"5D","moves":"<img src=x onerror='window.hacked=1'>","at":"<b>","date":"<script>window.hacked=2</script>"}"#;
    let far = r#"{"variant":"5D","moves":"(3,-1) | 0","at":1e99,"date":"","helped":"<b>"}"#;
    for text in [
        markup,
        far,
        "null",
        "[[[",
        "7",
        r#"{"variant":"constructor","moves":"","date":""}"#,
    ] {
        // A page writes its game down as it is left: the report's does not.
        page.visit(&page_address("index.html"));
        let stored =
            json!({"table": text, "aside": format!("[{text}]"), "games": format!("[{text}]")});
        page.eval(&format!("for (const [k, v] of Object.entries({stored})) localStorage.setItem(`morpion.${{k}}`, v); 0"));
        page.visit(&page_address("play.html"));
        page.click("#games [data-value=own]");
        page.eval("document.querySelectorAll('#games .entry').forEach((b) => b.click()); 0");
        assert_eq!(page.eval("window.hacked ?? 0"), 0);
        assert!(moves(&mut page) <= 1);
    }
    page.assert_content();
}
