//! The words of the board: the rules of the variant that is played, advice where nothing can be done, days, and plain words.

use serde_json::{Value, json};

use super::chromium::Page;
use super::page_address;
use super::play::{board, click_cell, moves, play_by_keys};

/// Replays the three moves that the figure of the rules shows; returns how many of them are legal, and how many of their dots the last
/// line runs through.
fn legal_moves_shown(page: &mut Page, variant: &str) -> Value {
    page.eval(&format!(
        "(() => {{ const R = Morpion.rules; const b = new R.Board('{variant}'); const [last] = [...document.querySelectorAll('#rules figure:not([hidden]) svg g:last-child')]; \
         const dots = [...last.querySelectorAll('.put')].map((c) => [Number(c.getAttribute('cx')), Number(c.getAttribute('cy'))]); \
         const ends = [...last.querySelectorAll('.drawn')].map((p) => p.getAttribute('d').match(/\\d+/g).map(Number).join()); \
         const turned = (e) => e.split(',').slice(2).concat(e.split(',').slice(0, 2)).join(); let made = null; \
         const count = dots.filter(([x, y], i) => {{ made = b.legalMoves().find((m) => m.x === x && m.y === y && [ends[i], turned(ends[i])].includes(Lines.ends('{variant}', m).flat().join())); if (made) b.advance(R.encode(made)); return made; }}).length; \
         const cells = made ? R.lineCells(R.VARIANTS['{variant}'], made).map(String) : []; \
         return [count, dots.filter((d) => cells.includes(String(d))).length]; }})()"
    ))
}

/// Fails if the rules beside a board of four dots in a line are those of five.
#[test]
#[ignore = "needs Chromium"]
fn the_rules_are_those_of_the_variant() {
    let mut page = board();
    for (variant, cross, row) in [
        ("4D", 24, "four"),
        ("5T", 36, "five"),
        ("4T", 24, "four"),
        ("5D", 36, "five"),
    ] {
        page.click(&format!("#variants [data-value='{variant}']"));
        let shown = "[...document.querySelectorAll('#rules p, #rules figure')].filter((e) => e.checkVisibility())";
        let told = page.eval(&format!("{shown}.map((e) => e.textContent).join(' ')"));
        let told = told.as_str().unwrap();
        assert!(
            told.contains(&format!(
                "from a cross of {cross} dots, each move adds a dot that completes a row of {row}"
            )),
            "{told}"
        );
        assert!(
            told.contains(&format!("In {variant}, ")) || told.contains(&format!("in {variant} ")),
            "{told}"
        );
        assert_eq!(
            page.eval(&format!(
                "{shown}.filter((e) => e.tagName === 'FIGURE').length"
            )),
            1
        );
        assert_eq!(
            legal_moves_shown(&mut page, variant),
            json!([3, 3]),
            "{variant}"
        );
    }
    page.assert_content();
}

/// Fails if a search from a game that has ended counts hundreds of thousands of games without a move.
#[test]
#[ignore = "needs Chromium"]
fn a_finished_game_is_not_searched() {
    let mut page = board();
    page.eval("globalThis.begun = 0; const Own = Worker; globalThis.Worker = class extends Own { constructor(...a) { super(...a); begun++; } }; 0");
    play_by_keys(&mut page);
    page.click("#search-button");
    let words = page.text("#search-words");
    assert!(
        words.contains("No move is left here") && words.contains("Undo"),
        "{words}"
    );
    assert_eq!(page.text("#search-button"), "Search");
    assert_eq!(page.eval("begun"), 0);
    page.assert_content();
}

/// Fails if a user who presses Read before pasting gets a message about an empty file, or if an error stays after a game was saved.
#[test]
#[ignore = "needs Chromium"]
fn an_empty_field_says_what_to_do_and_an_error_goes() {
    let mut page = board();
    let folder = tempfile::tempdir().unwrap();
    let downloads = json!({"behavior": "allow", "downloadPath": folder.path()});
    page.call("Page.setDownloadBehavior", downloads);
    page.eval("document.getElementById('files').open = true; 0");
    for text in ["", "  \\n"] {
        page.eval(&format!(
            "document.getElementById('paste').value = '{text}'; 0"
        ));
        page.click("#read");
        let said = page.text("#note");
        assert!(
            said.contains("paste a game into the field above"),
            "{said:?}"
        );
    }
    click_cell(&mut page, 3, -1);
    page.click("#read");
    page.wait("!document.getElementById('note').hidden");
    page.click("#save");
    page.wait("document.getElementById('note').hidden");
    assert_eq!(moves(&mut page), 1);
    page.assert_content();
}

/// Fails if the board says `1 legal moves`, or words that only the program's authors know.
#[test]
#[ignore = "needs Chromium"]
fn the_score_is_in_plain_words() {
    let mut page = board();
    let address = page.eval(
        "(() => { const R = morpionRules(); const F = morpionRecords(R); \
         for (;;) { const b = new R.Board('5D'); const codes = []; while (b.count > 1) { const c = b.legal[Math.floor(Math.random() * b.count)]; codes.push(c); b.advance(c); } \
         if (b.count === 1) return F.writeAddress('5D', codes); } })()",
    );
    page.visit(&page_address(&format!(
        "play.html{}",
        address.as_str().unwrap()
    )));
    let score = page.text("#score");
    assert!(score.contains("legal move1"), "{score}");
    for word in ["room left", "slot", "up to symmetry"] {
        assert!(!score.contains(word), "{score}");
    }
    page.assert_content();
}

/// Fails if a game that is played in the evening, or the puzzle of that day, has the date of another day. At any hour one of these
/// zones has another date than Greenwich.
#[test]
#[ignore = "needs Chromium"]
fn a_day_is_that_of_the_player() {
    for zone in ["Etc/GMT-14", "Etc/GMT+12"] {
        let mut page = board();
        page.call("Emulation.setTimezoneOverride", json!({"timezoneId": zone}));
        page.visit(&page_address("play.html"));
        let here = page.eval("new Date().toLocaleDateString('sv-SE')");
        play_by_keys(&mut page);
        let kept = page.eval("Keep.games()[0].date");
        let puzzle = page.eval("Goals.ofDay(new Date().toLocaleDateString('sv-SE')).name");
        page.click("#end .button:last-child");
        page.click("#box-of-day");
        page.wait(&format!(
            "location.hash === '#5D!{}'",
            puzzle.as_str().unwrap()
        ));
        assert_eq!(kept, here, "{zone}");
        page.assert_content();
    }
}
