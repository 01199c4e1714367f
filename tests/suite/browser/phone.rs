//! Phones: nothing is wider than the screen, messages are seen, whatever opens can be closed, and letters can be read.

use serde_json::json;

use super::chromium::Page;
use super::play::{moves, place};
use super::{keep, page_address};

fn phone(name: &str) -> Page {
    let mut page = Page::open();
    page.screen(390, 844, true);
    page.prefers("prefers-reduced-motion", "reduce");
    page.visit(&page_address(name));
    page
}

/// Fails if a page scrolls sideways.
#[test]
#[ignore = "needs Chromium"]
fn nothing_is_wider_than_the_screen() {
    let mut page = Page::open();
    for width in [390, 320] {
        page.screen(width, 700, true);
        page.visit(&page_address("index.html"));
        assert_eq!(page.eval("document.documentElement.scrollWidth"), width);
        keep(&format!("report-{width}"), &page.picture());
        page.visit(&page_address("play.html"));
        keep(&format!("board-{width}"), &page.picture());
        for variant in ["5D", "5T", "4D", "4T"] {
            page.tap(&format!("#variants [data-value='{variant}']"));
            for shelf in ["records", "ours", "own"] {
                page.tap(&format!("#games [data-value={shelf}]"));
                let wide = page.eval("document.documentElement.scrollWidth");
                assert_eq!(wide, width, "{variant} {shelf}");
            }
        }
    }
    page.assert_content();
}

/// Fails if the label of a button that is switched on cannot be read while a pointer hangs over it or after a tap.
#[test]
#[ignore = "needs Chromium"]
fn a_button_that_is_on_can_be_read() {
    let mut page = Page::open();
    let ground = "getComputedStyle(document.getElementById('hint')).backgroundColor";
    for is_phone in [false, true] {
        page.screen(if is_phone { 390 } else { 1360 }, 844, is_phone);
        page.visit(&page_address("play.html"));
        let before = page.eval(ground);
        if is_phone {
            page.tap("#hint");
            assert_eq!(
                page.eval(ground),
                "rgba(0, 0, 0, 0)",
                "off, and nothing sticks"
            );
            page.tap("#hint");
        } else {
            let (x, y) = page.middle("#hint");
            page.call(
                "Input.dispatchMouseEvent",
                json!({"type": "mouseMoved", "x": x, "y": y}),
            );
        }
        assert_eq!(page.eval(ground), before);
    }
}

/// Fails if the message that a file is refused is out of view.
#[test]
#[ignore = "needs Chromium"]
fn a_message_is_seen_wherever_one_is() {
    let mut page = phone("play.html");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no.psol");
    std::fs::write(&file, "no game").unwrap();
    page.eval("document.getElementById('files').open = true; document.getElementById('open').scrollIntoView({block: 'center', behavior: 'instant'}); 0");
    page.choose_file("#file", file.to_str().unwrap());
    page.wait("!document.getElementById('note').hidden");
    let seen = "(() => { const r = document.getElementById('note').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth; })()";
    assert_eq!(page.eval(seen), true);
    page.tap("#note [aria-label='Close this message']");
    assert_eq!(page.eval("document.getElementById('note').hidden"), true);
}

/// Fails if the facts of a box cover the map for good.
#[test]
#[ignore = "needs Chromium"]
fn the_facts_of_a_box_can_be_closed() {
    let mut page = phone("index.html");
    let seen = "document.getElementById('detail').getClientRects().length";
    page.eval("document.getElementById('tiles').scrollIntoView({behavior: 'instant'}); 0");
    assert_eq!(page.eval(seen), 0, "nothing was asked");
    page.tap("#tiles .tile[data-index='1']");
    assert_eq!(page.text("#detail h3"), "(1,0,0,0)");
    assert_eq!(page.eval(seen), 1);
    super::keep("report-map-phone", &page.picture());
    page.tap("#detail .close");
    assert_eq!(page.eval(seen), 0);
    assert_eq!(
        page.eval("document.querySelectorAll('#tiles .on').length"),
        0
    );
    page.assert_content();
}

/// Fails if a table is cut off and nothing shows that there is more.
#[test]
#[ignore = "needs Chromium"]
fn tables_say_that_they_go_on() {
    let mut page = phone("index.html");
    page.wait("document.querySelector('#table.wider')");
    let hint = "getComputedStyle(document.getElementById('table'), '::before').content";
    assert!(page.eval(hint).as_str().unwrap().contains("more columns"));
    page.screen(1440, 900, false);
    page.wait("!document.querySelector('#table.wider')");
}

/// Fails if charts shrink with the screen, and their letters with them.
#[test]
#[ignore = "needs Chromium"]
fn letters_of_charts_keep_their_size() {
    // Kept as soon as there are any: a search draws its chart anew with every report.
    const SEEN: &str = "(window.sizes = [...document.querySelectorAll('.chart text')].filter((t) => t.getClientRects().length).map((t) => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a)).length";
    let mut page = phone("index.html");
    page.eval("document.querySelectorAll('details').forEach((d) => { d.open = true; }); 0");
    page.wait(SEEN);
    let report = page.eval("sizes");
    page.visit(&page_address("play.html"));
    page.eval("document.querySelector('#search [aria-label=\"How long\"]').value = '3'; 0");
    page.tap("#search-button");
    page.wait(SEEN);
    for sizes in [report, page.eval("sizes")] {
        let sizes = sizes.as_array().unwrap().clone();
        assert!(
            sizes.iter().all(|s| s.as_f64().unwrap() >= 11.0),
            "{sizes:?}"
        );
    }
    page.assert_content();
}

/// Fails if a long game cannot be read, since the board cannot be enlarged.
#[test]
#[ignore = "needs Chromium"]
fn two_fingers_look_closely() {
    let mut page = phone("play.html");
    page.tap("#variants [data-value='5T']");
    page.tap("#games .entry");
    assert_eq!(moves(&mut page), 178);
    page.eval("document.getElementById('board').scrollIntoView({block: 'center', behavior: 'instant'}); 0");
    let size = "document.querySelector('#board .ring circle').getBoundingClientRect().width";
    let before = page.eval(size).as_f64().unwrap();
    let (x, y) = page.middle("#board svg");
    let apart = |d: f64| vec![(x - d, y), (x + d, y)];
    page.touch(&[apart(20.0), apart(40.0), apart(60.0), apart(80.0)]);
    let after = page.eval(size).as_f64().unwrap();
    assert!(after > 2.5 * before, "{before} to {after}");
    super::keep("board-zoomed-phone", &page.picture());
    // One finger moves the enlarged board; the page stays.
    let left = "document.querySelector('#board .ring circle').getBoundingClientRect().left";
    let (from, top) = (page.eval(left).as_f64().unwrap(), page.eval("scrollY"));
    page.touch(&[vec![(x, y)], vec![(x + 15.0, y)], vec![(x + 30.0, y)]]);
    let to = page.eval(left).as_f64().unwrap();
    assert!((to - from - 30.0).abs() < 8.0, "{from} to {to}");
    assert_eq!(page.eval("scrollY"), top);
    assert_eq!(moves(&mut page), 178);
    page.tap("#lens [aria-label='The whole board']");
    assert_eq!(page.eval(size).as_f64().unwrap(), before);
    // Enlarged or not, a tap meets the dot it is on.
    page.tap("#new");
    page.tap("#lens [aria-label='Closer']");
    page.eval("document.getElementById('board').scrollIntoView({block: 'center', behavior: 'instant'}); 0");
    let dot = place(&mut page, 4, 3);
    page.touch(&[vec![dot]]);
    page.wait("document.querySelector('#now b').textContent === '1'");
    page.assert_content();
}
