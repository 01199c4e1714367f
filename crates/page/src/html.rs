//! The HTML files of the two pages: templates filled with style, scripts and data.
//!
//! Promise: text that comes from a file of results or a game stands in the pages in two ways only: as JSON in a block that
//! browsers do not run, in which no character can end the block, and as text that is escaped.

mod links;

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

pub use links::Links;

use super::PageError;
use super::report::Report;
use morpion_output::draw::escape;
use morpion_output::files::{FileError, write_atomically};

const STYLE: &str = concat!(
    include_str!("assets/base.css"),
    include_str!("assets/report.css"),
    include_str!("assets/play.css")
);

/// The files of scripts, in the order in which they are needed.
const SHARED: &[&str] = &[
    include_str!("assets/rules.js"),
    include_str!("assets/records.js"),
    include_str!("assets/page.js"),
    include_str!("assets/drawing.js"),
    include_str!("assets/zoom.js"),
];
const REPORT: &[&str] = &[
    include_str!("assets/map.js"),
    include_str!("assets/table.js"),
    include_str!("assets/gallery.js"),
    include_str!("assets/longest.js"),
    include_str!("assets/charts.js"),
    include_str!("assets/report.js"),
];
const PLAY: &[&str] = &[
    include_str!("assets/search.js"),
    include_str!("assets/weigher.js"),
    include_str!("assets/crew.js"),
    include_str!("assets/charts.js"),
    include_str!("assets/keep.js"),
    include_str!("assets/goals.js"),
    include_str!("assets/beat.js"),
    include_str!("assets/reader.js"),
    include_str!("assets/lines.js"),
    include_str!("assets/picture.js"),
    include_str!("assets/share.js"),
    include_str!("assets/score.js"),
    include_str!("assets/manual.js"),
    include_str!("assets/seek.js"),
    include_str!("assets/weigh.js"),
    include_str!("assets/shelf.js"),
    include_str!("assets/play.js"),
];

/// The pages of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// `index.html`, the report.
    pub report: String,
    /// `play.html`, the board.
    pub play: String,
}

/// The data that the scripts of a page read.
#[derive(Serialize)]
struct Data<'a> {
    report: &'a Report,
    links: &'a Links,
    /// Whether the page is served, and may ask for news.
    live: bool,
}

impl Pages {
    /// Makes the pages; `live` ones ask the server for news.
    pub fn new(report: &Report, links: &Links, live: bool) -> Self {
        let data = Data {
            report,
            links,
            live,
        };
        let json = serde_json::to_string(&data).expect("a report has only keys of text");
        let json = inert(&json);
        Self {
            report: render(
                include_str!("assets/report.html"),
                report,
                &json,
                &[SHARED, REPORT].concat(),
            ),
            play: render(
                include_str!("assets/play.html"),
                report,
                &json,
                &[SHARED, PLAY].concat(),
            ),
        }
    }
}

/// Writes the pages into a folder.
///
/// # Errors
/// The file system refuses; or a page of the same name is none of ours, and then nothing is written.
pub fn write_pages(pages: &Pages, folder: &Path) -> Result<(), PageError> {
    let files = [("index.html", &pages.report), ("play.html", &pages.play)];
    let files = files.map(|(name, text)| (folder.join(name), text));
    let is_foreign = |path: &Path| std::fs::read(path).is_ok_and(|old| !is_ours(&old));
    if let Some((path, _)) = files.iter().find(|(path, _)| is_foreign(path)) {
        return Err(PageError::Foreign(path.clone()));
    }
    for (path, text) in files {
        write_atomically(&path, text.as_bytes()).map_err(FileError::of("write", &path))?;
    }
    Ok(())
}

/// The titles of our pages.
const TITLES: [&str; 2] = [
    "<title>Morpion Solitaire: how long can a game be?</title>",
    "<title>Morpion Solitaire: the board</title>",
];

/// Whether this or an earlier version wrote this page.
fn is_ours(page: &[u8]) -> bool {
    let text = String::from_utf8_lossy(page);
    page.is_empty() || TITLES.iter().any(|title| text.contains(title))
}

/// JSON in which the characters that have a meaning in HTML or in scripts are escaped; they occur only inside strings.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

fn render(template: &str, report: &Report, json: &str, scripts: &[&str]) -> String {
    let script = scripts.join("\n");
    filled(template, &|name| match name {
        "head" => filled(include_str!("assets/head.html"), &|name| match name {
            "policy" => policy(&script),
            "style" => STYLE.to_owned(),
            _ => panic!("the head has no place named {name}"),
        }),
        "rules" => include_str!("assets/rules.html").to_owned(),
        "script" => script.clone(),
        "json" => json.to_owned(),
        "sentence" => quoted(&report.headline.sentence),
        "evidence" => quoted(report.headline.evidence),
        "made" => quoted(&report.made),
        "program" => quoted(report.program),
        _ => panic!("no page has a place named {name}"),
    })
}

/// A template with its places, `{{ name }}`, filled in one pass: no value is read as a template.
fn filled(template: &str, value: &dyn Fn(&str) -> String) -> String {
    let mut parts = template.split("{{ ");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" }}").expect("a place has an end");
        page.push_str(&value(name));
        page.push_str(rest);
    }
    page
}

/// Text for an element, or for an attribute in quotes.
fn quoted(text: &str) -> String {
    escape(text).replace('"', "&quot;")
}

/// The content security policy: the browser may run and load the scripts and the style inside the file, by their digests, and a worker
/// made of them.
fn policy(script: &str) -> String {
    let (script, style) = (digest(script), digest(STYLE));
    format!(
        "default-src 'none'; script-src {script}; style-src {style}; worker-src blob:; connect-src 'self'; img-src data:; \
         base-uri 'none'; form-action 'none'"
    )
}

fn digest(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests;
