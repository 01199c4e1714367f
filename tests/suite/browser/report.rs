//! The report: the theorem, the map, the table, the drawings; and hostile results.

use std::fs;

use serde_json::{Value, json};

use super::chromium::Page;
use super::{address, keep, keep_views, page_address, pages_of};
use crate::page::two_longest_games;

fn report() -> Page {
    let mut page = Page::open();
    page.screen(1360, 900, false);
    page.prefers("prefers-reduced-motion", "reduce");
    page.visit(&page_address("index.html"));
    page
}

fn boxes(page: &mut Page) -> Value {
    page.eval("Morpion.data.report.walks[0].boxes.length")
}

#[test]
#[ignore = "needs Chromium"]
fn the_report_opens_from_the_disk_and_is_soon_drawn() {
    let mut page = Page::open();
    page.screen(1360, 900, false);
    let ready = page.visit(&page_address("index.html"));
    let painted =
        page.eval("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0");
    eprintln!("first drawing after {painted} ms, all of it after {ready} ms");
    // A second on an idle machine.
    assert!(painted.as_f64().unwrap() < 10_000.0);
    assert_eq!(
        page.text("#sentence"),
        "No game of Morpion 5D has more than 82 moves."
    );
    assert_eq!(page.text("#evidence"), "proven");
    for section in [
        "top",
        "map",
        "boxes",
        "games",
        "cost",
        "searchers",
        "others",
        "gaps",
    ] {
        page.eval(&format!("(document.getElementById('{section}') ?? document.body).scrollIntoView({{behavior: 'instant'}}); 0"));
        keep_views(&mut page, &format!("report-{section}"));
    }
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn the_tables_of_the_papers_have_their_curves() {
    let mut page = report();
    let curves = page.eval("document.querySelectorAll('#contest details img.curves').length");
    assert!(curves.as_u64().unwrap() > 10, "{curves}");
    assert!(!page.text("#contest").contains("[object"));
}

/// Fails if bars under proven boxes, of stopped searches for fewer moves, look like faults, or no legend explains them.
#[test]
#[ignore = "needs Chromium"]
fn a_proven_box_has_no_bar() {
    let mut page = report();
    let stopped =
        "Morpion.data.report.walks[0].boxes.findIndex((b) => b.fate === 'proven' && b.progress)";
    let index = page.eval(stopped).as_i64().unwrap();
    assert!(index >= 0, "no search below a proven bound was stopped");
    assert_eq!(
        page.eval("document.querySelectorAll('#tiles .works').length"),
        0
    );
    assert!(!page.text("#legend").contains("bar"));
    page.click(&format!("#tiles .tile[data-index='{index}']"));
    let facts = page.text("#detail .facts");
    assert!(
        facts.contains("a lower bound") && facts.contains("% of its search, then stopped"),
        "{facts}"
    );
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn the_map_has_every_box_and_goes_by_pointer_and_by_keys() {
    let mut page = report();
    let count = boxes(&mut page);
    assert_eq!(
        page.eval("document.querySelectorAll('#tiles .tile').length"),
        count
    );
    page.click("#tiles .tile[data-index='1']");
    assert_eq!(page.text("#detail h3"), "(1,0,0,0)");
    assert!(
        page.eval("document.querySelectorAll('.edges path').length")
            .as_u64()
            .unwrap()
            > 2
    );
    page.press("ArrowRight");
    assert_ne!(page.text("#detail h3"), "(1,0,0,0)");
    assert_eq!(
        page.eval("document.activeElement.classList.contains('on')"),
        true
    );
    keep("report-map-chosen", &page.picture());
    // One tile at a time is met by the tabulator.
    assert_eq!(
        page.eval("document.querySelectorAll('#tiles .tile[tabindex=\"0\"]').length"),
        1
    );
    page.press("Escape");
    assert_eq!(
        page.eval("document.querySelectorAll('#tiles .on').length"),
        0
    );
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn the_table_sorts_filters_and_links_to_files() {
    let mut page = report();
    let count = boxes(&mut page);
    assert_eq!(
        page.eval("document.querySelectorAll('#table tbody tr').length"),
        count
    );
    // The column of the longest games, longest first.
    page.click("#table thead th:nth-child(4) button");
    let games =
        "[...document.querySelectorAll('#table tbody tr')].map((r) => r.children[3].textContent)";
    assert_eq!(page.eval(&format!("{games}[0]")), "82");
    assert_eq!(
        page.eval("document.querySelector('#table th:nth-child(4)').getAttribute('aria-sort')"),
        "descending"
    );
    // A box is found however it is turned, and a text that is no box is not found.
    for (text, found) in [
        ("1,3,4,2", 1),
        ("(2, 1, 3, 4)", 1),
        ("abc", 0),
        ("4,x", 0),
        ("4,3,1,2", 1),
    ] {
        page.eval(&format!("(() => {{ const s = document.querySelector('#filters input[type=search]'); s.value = '{text}'; s.dispatchEvent(new Event('input')); }})()"));
        let rows = page.eval("document.querySelectorAll('#table tbody tr').length");
        assert_eq!(rows, found, "{text}");
    }
    assert_eq!(page.text("#table tbody td"), "(4,3,1,2)");
    let links = page.eval("[...document.querySelectorAll('#table tbody a')].map((a) => a.href)");
    for link in links.as_array().unwrap() {
        let path = link.as_str().unwrap().strip_prefix("file://").unwrap();
        assert!(fs::metadata(path).is_ok(), "{path}");
    }
    assert_eq!(
        links.as_array().unwrap().len(),
        2,
        "the certificate and the box file"
    );
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn the_record_can_be_stepped_through_to_82() {
    let mut page = report();
    page.click("#shelves [data-value=records]");
    page.click("#thumbs .thumb[data-id='5D/Rosin 82 (5D)']");
    page.click("#viewer .tool[aria-label='To the start']");
    assert_eq!(page.text("#viewer .count"), "0 / 82");
    for n in 1..=82 {
        page.eval("document.querySelector('#viewer .tool[aria-label=\"One move on\"]').click()");
        if n % 27 == 1 {
            assert_eq!(page.text("#viewer .count"), format!("{n} / 82"));
        }
    }
    assert_eq!(page.text("#viewer .count"), "82 / 82");
    assert_eq!(page.text("#viewer .newest text"), "82");
    assert_eq!(
        page.eval("document.querySelectorAll('#viewer .line:not(.gone)').length"),
        82
    );
    page.assert_content();
}

/// Fails if a reader who does not know the game meets figures first.
#[test]
#[ignore = "needs Chromium"]
fn a_newcomer_sees_what_the_game_is() {
    let mut page = Page::open();
    page.screen(390, 844, true);
    page.visit(&page_address("index.html"));
    assert_eq!(
        page.eval("document.querySelectorAll('.hero .three g').length"),
        3
    );
    let low = "document.querySelector('.hero .three').getBoundingClientRect().bottom < innerHeight";
    assert_eq!(page.eval(low), true);
    assert!(page.text(".hero .measure").contains("5T"));
    // On the board the rules are open on the first visit, and stay closed once they were closed.
    page.screen(1360, 900, false);
    page.visit(&page_address("play.html"));
    let open = "document.getElementById('rules').open";
    assert_eq!(page.eval(open), true);
    let seen =
        "document.querySelector('#rules .three').getBoundingClientRect().bottom < innerHeight";
    assert_eq!(page.eval(seen), true);
    page.visit(&page_address("play.html"));
    assert_eq!(page.eval(open), false, "on the second visit");
    page.click("#rules summary");
    page.visit(&page_address("play.html"));
    assert_eq!(page.eval(open), true, "opened by hand");
    page.assert_content();
}

/// Fails if another shelf is chosen, and the large drawing stays.
#[test]
#[ignore = "needs Chromium"]
fn a_shelf_shows_its_first() {
    let mut page = report();
    let kinds =
        page.eval("[...document.querySelectorAll('#shelves button')].map((b) => b.dataset.value)");
    for kind in kinds.as_array().unwrap() {
        page.click(&format!("#shelves [data-value={}]", kind.as_str().unwrap()));
        let title = page.text("#viewer h3");
        let first =
            page.eval("document.querySelector('#thumbs .thumb').getAttribute('aria-label')");
        assert!(first.as_str().unwrap().ends_with(&title), "{kind}");
        assert_eq!(
            page.eval("document.querySelector('#thumbs .thumb').getAttribute('aria-current')"),
            "true"
        );
    }
    page.assert_content();
}

/// Fails if the published bounds and records of others are left out, or have no source.
#[test]
#[ignore = "needs Chromium"]
fn the_limits_of_others_stand_with_their_sources() {
    let mut page = report();
    let text = page.text("#limits");
    for words in [
        "at most 485",
        "a game of 136",
        "at most 84",
        "exactly 35",
        "exactly 62",
        "counted",
        "claimed",
        "by hand",
    ] {
        assert!(text.contains(words), "{words}");
    }
    let links = "[...document.querySelectorAll('#limits li')].every((r) => r.querySelector('a[href^=http]'))";
    assert_eq!(page.eval(links), true);
    page.visit(&page_address("play.html#4D"));
    assert!(page.text("#score").contains("35, counted (M. Quist, 2008)"));
}

/// Fails if an author stands twice beside a record, or the figures of the theorem are not in an even row.
#[test]
#[ignore = "needs Chromium"]
fn the_first_screen_is_tidy() {
    let mut page = report();
    assert_eq!(page.text("#show .where").matches("Rosin").count(), 1);
    let rows = "new Set([...document.querySelectorAll('#figures dd')].map((d) => Math.round(d.getBoundingClientRect().top))).size";
    assert_eq!(page.eval(rows), 1);
}

/// Fails if a column is cut off on a page as wide as that of a desk.
#[test]
#[ignore = "needs Chromium"]
fn the_table_fits_a_desk() {
    let mut page = report();
    assert_eq!(
        page.eval("(() => { const t = document.getElementById('table'); return t.scrollWidth - t.clientWidth; })()"),
        0
    );
}

/// Fails if the longest games are missing, or are shown although they are not all listed.
#[test]
#[ignore = "needs Chromium"]
fn the_longest_games_are_drawn_where_they_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let (results, out) = (folder.path().join("results"), folder.path().join("pages"));
    fs::create_dir_all(&results).unwrap();
    pages_of(&results, &out);
    let mut page = Page::open();
    page.visit(&address(&out, "index.html"));
    assert_eq!(page.eval("document.getElementById('longest').hidden"), true);
    two_longest_games(&results);
    pages_of(&results, &out);
    page.visit(&address(&out, "index.html"));
    assert_eq!(page.text("#longest h2"), "Every game of 82 moves");
    let words = page.text("#longest-words");
    assert!(
        words.contains("end in one of 2 positions, up to symmetry, on"),
        "{words}"
    );
    page.eval("document.getElementById('families').scrollIntoView({behavior: 'instant'}); 0");
    page.eval("new Promise((done) => setTimeout(done, 300))");
    let families = page.eval("Morpion.data.report.walks[0].longest.families.length");
    for (what, of_each) in [
        ("#longest-table tbody tr", 1),
        (".family svg[role=img][aria-label^=Family]", 1),
        (".family a[href^=\"play.html#5D.\"]", 1),
        (".family .line", 82),
    ] {
        let found = page.eval(&format!("document.querySelectorAll('{what}').length"));
        assert_eq!(
            found.as_u64(),
            families.as_u64().map(|n| n * of_each),
            "{what}"
        );
    }
    let varying = page.eval("document.querySelectorAll('.family .varies').length");
    assert_eq!(
        varying,
        page.eval(
            "Morpion.data.report.walks[0].longest.families.reduce((n, f) => n + f.varies.length, 0)"
        )
    );
    let table = page.text("#longest-table");
    for known in ["the record Rosin 82", "our own 5D-082-nrpa-seed6.psol"] {
        assert!(table.contains(known), "{table}");
    }
    keep_views(&mut page, "report-longest");
    page.assert_content();
}

/// Fails if a witness of the theorem is not drawn.
#[test]
#[ignore = "needs Chromium"]
fn every_witness_of_the_theorem_is_drawn_and_links_to_its_file() {
    let mut page = report();
    page.click("#shelves [data-value=witnesses]");
    let drawn = page.eval(
        "[...document.querySelectorAll('#thumbs .thumb')].map((b) => { b.click(); return [b.querySelector('b').textContent, document.querySelector('#viewer .count').textContent, \
         document.querySelectorAll('#viewer .line:not(.gone)').length, document.querySelector('#viewer .where a').href]; })",
    );
    let drawn = drawn.as_array().unwrap();
    assert_eq!(
        Value::from(drawn.len()),
        page.eval("Morpion.data.report.walks[0].theorem.witnesses")
    );
    for one in drawn {
        let size = one[0].as_str().unwrap();
        assert_eq!(one[1], format!("{size} / {size}"));
        assert_eq!(one[2].to_string(), size);
        let path = one[3].as_str().unwrap().strip_prefix("file://").unwrap();
        assert!(fs::metadata(path).is_ok(), "{path}");
    }
    page.assert_content();
}

#[test]
#[ignore = "needs Chromium"]
fn the_other_walk_and_print_work() {
    let mut page = report();
    page.click("#walks [data-value='5D-symmetric']");
    assert_eq!(
        page.eval("document.querySelectorAll('#tiles .tile').length"),
        17
    );
    let pdf = page.call("Page.printToPDF", json!({"printBackground": true}));
    assert!(pdf["data"].as_str().unwrap().len() > 10_000);
    page.assert_content();
}

/// Markup in every place that holds text.
const MARKUP: &str = "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=2'><svg onload='window.hacked=3'>\u{2028}${window.hacked=4}";

#[test]
#[ignore = "needs Chromium"]
fn nothing_in_the_results_runs_as_script() {
    let mut page = Page::open();
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    fs::create_dir_all(results.join("5D/boxes")).unwrap();
    fs::create_dir_all(results.join("games")).unwrap();
    let run =
        json!({"format": "morpion-results", "version": 1, "variant": "5D", "symmetric": false});
    fs::write(results.join("5D/run.json"), run.to_string()).unwrap();
    let found = json!({"size": 1, "by": MARKUP, "moves": "(4,3) - 4"});
    let effort = json!({"seconds": 1e308, "core_seconds": 1e308, "nodes": u64::MAX, "evaluations": u64::MAX});
    let claim = json!({"objects": "games", "k": u32::MAX, "evidence": "claimed", "engine": MARKUP, "status": MARKUP, "date": MARKUP,
        "effort": effort, "explored": 0.5});
    let file = json!({"format": "morpion-box", "version": 2, "variant": "5D", "symmetric": false, "box": [0, 0, 0, 0], "lp_bound": 1e308,
        "best_graph": found, "best_game": found, "claims": [claim]});
    fs::write(results.join("5D/boxes/0-0-0-0.json"), file.to_string()).unwrap();
    let side = json!({"format": "morpion-game", "version": 1, "variant": "5D", "symmetric": false, "moves": 1, "search": {"algorithm": MARKUP},
        "command": MARKUP, "seed": u64::MAX, "jobs": 1, "job": 0, "playouts": u64::MAX, "seconds": 1e308, "date": MARKUP, "program": MARKUP});
    fs::write(results.join("games/a <b> & 'c'.json"), side.to_string()).unwrap();
    fs::write(
        results.join("games/a <b> & 'c'.psol"),
        format!(
            "# {}\n(28,28)\n(29,28) - -2\n",
            MARKUP.replace('\u{2028}', " ")
        ),
    )
    .unwrap();
    let out = folder.path().join("pages");
    pages_of(&results, &out);
    for name in ["index.html", "play.html"] {
        page.visit(&address(&out, name));
        page.eval("document.querySelectorAll('.thumb, .segments button, .entry').forEach((b) => b.click()); 0");
        page.eval("new Promise((done) => setTimeout(done, 300))");
        assert_eq!(page.eval("window.hacked ?? 0"), 0, "{name}");
        assert_eq!(page.eval("document.images.length"), 0, "{name}");
    }
    page.visit(&address(&out, "index.html"));
    assert!(
        page.text("#found").contains("<script>"),
        "it is there, as text"
    );
    page.assert_content();
}
