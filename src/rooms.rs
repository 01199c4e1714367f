//! Which room of this house may use which: one table, held against every import, and drawn in `paper/overview.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The rooms from the ground up: name, what is done there, and the rooms it uses, which stand above it in this list.
const ROOMS: [(&str, &str, &[&str]); 20] = [
    ("text", "dates and tables as text", &[]),
    ("files", "files written whole", &[]),
    ("geometry", "cells, lines, boxes, symmetries", &[]),
    ("game", "positions, games and graphs", &["geometry"]),
    ("record", "files of games", &["geometry"]),
    ("draw", "pictures", &["geometry"]),
    (
        "claim",
        "what is asked and shown of a box",
        &["game", "geometry"],
    ),
    ("model", "the integer program", &["game", "geometry"]),
    (
        "bound",
        "the exact bound, its search and certificates",
        &["game", "geometry", "record"],
    ),
    (
        "engine",
        "what bounds a box",
        &["bound", "claim", "game", "geometry", "model"],
    ),
    (
        "results",
        "what is on disk",
        &[
            "claim", "engine", "files", "game", "geometry", "record", "text",
        ],
    ),
    (
        "conclusion",
        "what follows from it",
        &["claim", "engine", "geometry", "record", "results", "text"],
    ),
    (
        "prove",
        "the process over the boxes",
        &["claim", "engine", "game", "geometry", "results", "text"],
    ),
    (
        "units",
        "a question split over machines",
        &["bound", "claim", "engine", "files", "geometry", "results"],
    ),
    (
        "learn",
        "a network that learns from its own games",
        &["draw", "files", "game", "geometry"],
    ),
    (
        "search",
        "looks for long games",
        &[
            "bound", "files", "game", "geometry", "learn", "record", "text",
        ],
    ),
    (
        "tables",
        "experiments of the papers, run again",
        &[
            "draw", "files", "game", "geometry", "learn", "search", "text",
        ],
    ),
    (
        "verify",
        "checks what was left on disk",
        &["claim", "conclusion", "engine", "geometry", "results"],
    ),
    (
        "page",
        "pages to look at and to play",
        &[
            "claim",
            "conclusion",
            "engine",
            "files",
            "geometry",
            "record",
            "results",
            "search",
            "tables",
            "text",
        ],
    ),
    (
        "cli",
        "the command line",
        &[
            "bound",
            "claim",
            "conclusion",
            "draw",
            "engine",
            "files",
            "game",
            "geometry",
            "learn",
            "model",
            "page",
            "prove",
            "record",
            "results",
            "search",
            "tables",
            "text",
            "units",
            "verify",
        ],
    ),
];

type Arrows = BTreeMap<String, BTreeSet<String>>;

fn allowed() -> Arrows {
    let to = |rooms: &[&str]| rooms.iter().map(|r| (*r).to_owned()).collect();
    let rooms = ROOMS.into_iter();
    rooms
        .map(|(room, _, uses)| (room.to_owned(), to(uses)))
        .collect()
}

/// The rooms that the code of each room names, comments left aside.
fn found(folder: &Path, room: Option<&str>, arrows: &mut Arrows) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let name = room.unwrap_or(&stem);
        if path.is_dir() {
            found(&path, Some(name), arrows);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let code = fs::read_to_string(&path).unwrap();
            let used = arrows.entry(name.to_owned()).or_default();
            used.extend(named(&code).filter(|other| other != name));
        }
    }
}

fn named(code: &str) -> impl Iterator<Item = String> {
    let code = code.lines().filter(|l| !l.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            rest[..end.unwrap_or(rest.len())].to_owned()
        })
}

/// An arrow that leads to a room, or to one that it does not lead to (and was forgotten), is told by name.
#[test]
fn rooms_use_exactly_those_that_the_table_allows() {
    let mut arrows = Arrows::new();
    found(Path::new("src"), None, &mut arrows);
    for outside in ["lib", "main", "rooms", "testing"] {
        arrows.remove(outside);
    }
    for arrows in arrows.values_mut() {
        // Macros and items of the crate's root.
        arrows.remove("");
    }
    assert_eq!(arrows, allowed());
}

#[test]
fn no_room_uses_one_that_stands_below_it() {
    let mut above = BTreeSet::new();
    for (room, _, uses) in ROOMS {
        assert!(uses.iter().all(|used| above.contains(used)), "{room}");
        above.insert(room);
    }
}

/// The picture of the table: an arrow is left out where others lead to the same room.
fn picture() -> String {
    let arrows = allowed();
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut text = "```mermaid\ngraph BT\n".to_owned();
    for (room, what, uses) in ROOMS {
        let _ = writeln!(text, "    {room}[\"{room}: {what}\"]");
        let through = |used: &&str| {
            uses.iter()
                .any(|by| by != used && reached[by].contains(used))
        };
        for used in uses.iter().filter(|used| !through(used)) {
            let _ = writeln!(text, "    {room} --> {used}");
        }
        let mut all: BTreeSet<&str> = uses.iter().copied().collect();
        all.extend(uses.iter().flat_map(|used| reached[used].clone()));
        reached.insert(room, all);
    }
    assert_eq!(arrows.len(), reached.len(), "a room is listed twice");
    text + "```\n"
}

#[test]
fn the_picture_in_the_documentation_is_that_of_the_table() {
    let page = fs::read_to_string("paper/overview.md").unwrap();
    let drawn = picture();
    assert!(
        page.contains(&drawn),
        "draw it anew in paper/overview.md:\n{drawn}"
    );
}
