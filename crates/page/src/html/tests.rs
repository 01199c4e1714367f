//! The pages as text: nothing that comes from a file can leave its place.

use super::*;
use crate::Sources;

/// The pages without any results; templates, style and scripts are the same with results.
fn pages() -> Pages {
    let empty = tempfile::tempdir().unwrap();
    let sources = Sources::under(empty.path());
    let report = Report::read(&sources).unwrap();
    Pages::new(&report, &Links::below("files", &sources), false)
}

/// The text between the first `open` and the next `close`.
fn between<'a>(text: &'a str, open: &str, close: &str) -> &'a str {
    let rest = text.split_once(open).expect(open).1;
    rest.split_once(close).expect(close).0
}

#[test]
fn no_character_of_the_data_means_anything_to_a_reader_of_html() {
    let json = serde_json::to_string("</script><!--<b>&\u{2028}\u{2029}").unwrap();
    let safe = inert(&json);
    assert!(
        !safe.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
        "{safe}"
    );
    let back: String = serde_json::from_str(&safe).unwrap();
    assert_eq!(back, "</script><!--<b>&\u{2028}\u{2029}");
}

#[test]
fn values_are_neither_tags_nor_templates() {
    let value = |name: &str| match name {
        "x" => quoted("<b title=\"{{ y }}\">"),
        _ => panic!("{name}"),
    };
    let page = filled("<p title=\"{{ x }}\">{{ x }}</p>", &value);
    let safe = "&lt;b title=&quot;{{ y }}&quot;&gt;";
    assert_eq!(page, format!("<p title=\"{safe}\">{safe}</p>"));
}

#[test]
fn the_data_in_the_pages_is_the_report() {
    let pages = pages();
    for page in [&pages.report, &pages.play] {
        let json = between(
            page,
            r#"<script type="application/json" id="data">"#,
            "</script>",
        );
        let data: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(data["report"]["format"], "morpion-report");
        assert_eq!(data["links"]["games"][0], "files/games");
        assert_eq!(data["live"], false);
    }
}

#[test]
fn the_policy_names_the_script_and_the_style_and_nothing_else() {
    let pages = pages();
    for page in [&pages.report, &pages.play] {
        assert_eq!(
            page.matches("<script").count(),
            2,
            "the data and the script"
        );
        assert_eq!(page.matches("<style").count(), 1);
        let script = between(page, "<script>", "</script>");
        let style = between(page, "<style>", "</style>");
        let policy = between(page, "Content-Security-Policy\" content=\"", "\"");
        for text in [script, style] {
            assert!(
                policy.contains(&digest(text)),
                "the browser would refuse it"
            );
        }
        assert!(policy.contains("default-src 'none'"));
        assert!(!policy.contains("unsafe"));
    }
}

#[test]
fn the_pages_need_nothing_beside_them() {
    let pages = pages();
    for page in [&pages.report, &pages.play] {
        for tag in [
            "<script src",
            "<link rel=\"stylesheet",
            "<img",
            "@import",
            "url(",
        ] {
            assert!(!page.contains(tag), "{tag}");
        }
    }
    assert!(pages.report.len() + pages.play.len() < 5_000_000);
}

#[test]
fn scripts_never_write_markup() {
    for script in [SHARED, REPORT, PLAY].concat() {
        for word in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "</script",
            "<!--",
        ] {
            assert!(!script.contains(word), "{word}");
        }
    }
}
