//! Which room of this house stands in which crate and may use which: one table, held against every import, and drawn in `paper/overview.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A room: its name, what is done there, and the rooms it uses, which stand above it in the table.
type Room = (&'static str, &'static str, &'static [&'static str]);

/// The crates from the ground up, but for the checker, with which they share no code: name, what it is for, where its rooms stand, and
/// those from the ground up.
const CRATES: [(&str, &str, &str, &[Room]); 8] = [
    (
        "morpion-rules",
        "the game",
        "crates/rules/src",
        &[
            ("geometry", "cells, lines, boxes, symmetries", &[]),
            ("game", "positions, games and graphs", &["geometry"]),
            ("record", "files of games", &["game", "geometry"]),
        ],
    ),
    (
        "morpion-count",
        "what counts",
        "crates/count/src",
        &[("count", "every position, each once", &["geometry"])],
    ),
    (
        "morpion-proof",
        "what proves",
        "crates/proof/src",
        &[
            (
                "claim",
                "what is asked and shown of a box",
                &["game", "geometry"],
            ),
            ("bound", "the exact bound of a node", &["geometry"]),
            (
                "tree",
                "proofs as values, and as bytes",
                &["bound", "game", "geometry"],
            ),
            (
                "branch_and_bound",
                "grows a proof tree",
                &["bound", "game", "geometry", "tree"],
            ),
            (
                "engine",
                "what bounds a box",
                &["branch_and_bound", "claim", "game", "geometry", "tree"],
            ),
        ],
    ),
    (
        "morpion-hulls",
        "what bounds 5T",
        "crates/hulls/src",
        &[
            ("family", "octagons, many at a time", &[]),
            ("board", "the rows of a family", &["family"]),
            ("row", "the best filling of a row", &["board"]),
            ("prices", "prices of cells", &["board", "row"]),
            ("average", "all ways to fill a row", &["board", "row"]),
            (
                "soft",
                "finds prices",
                &["average", "board", "prices", "row"],
            ),
            ("certificate", "what is written", &["board", "prices"]),
            (
                "divide",
                "divides families",
                &["board", "certificate", "family", "prices", "row", "soft"],
            ),
        ],
    ),
    (
        "morpion-output",
        "what is written",
        "crates/output/src",
        &[
            ("text", "dates and tables as text", &[]),
            ("files", "files written whole", &[]),
            ("draw", "pictures", &["geometry"]),
        ],
    ),
    (
        "morpion-learner",
        "what learns",
        "crates/learner/src",
        &[(
            "learn",
            "a network that learns from its own games",
            &["files", "game", "geometry"],
        )],
    ),
    (
        "morpion-search",
        "what searches",
        "crates/search/src",
        &[
            (
                "games",
                "positions as the searchers know them",
                &["count", "game", "geometry"],
            ),
            (
                "running",
                "budgets, threads, games kept",
                &["files", "games", "geometry", "record", "text"],
            ),
            (
                "windows",
                "parts of games filled anew",
                &["branch_and_bound", "game", "games", "geometry", "running"],
            ),
            (
                "searchers",
                "what looks for long games",
                &[
                    "files", "game", "games", "geometry", "learn", "running", "windows",
                ],
            ),
        ],
    ),
    (
        "morpion",
        "the program",
        "src",
        &[
            ("model", "the integer program", &["game", "geometry"]),
            (
                "highs",
                "the integer program given to HiGHS",
                &["engine", "game", "geometry", "model"],
            ),
            (
                "results",
                "what is on disk",
                &[
                    "claim", "count", "engine", "files", "game", "geometry", "record", "text",
                ],
            ),
            (
                "conclusion",
                "what follows from it",
                &["claim", "geometry", "record", "results", "text"],
            ),
            (
                "prove",
                "the process over the boxes",
                &[
                    "branch_and_bound",
                    "claim",
                    "engine",
                    "game",
                    "geometry",
                    "results",
                    "text",
                    "tree",
                ],
            ),
            (
                "units",
                "a question split over machines",
                &[
                    "branch_and_bound",
                    "claim",
                    "engine",
                    "files",
                    "geometry",
                    "record",
                    "results",
                    "tree",
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
                    "draw",
                    "engine",
                    "files",
                    "geometry",
                    "record",
                    "results",
                    "running",
                    "text",
                ],
            ),
            (
                "cli",
                "the command line",
                &[
                    "branch_and_bound",
                    "claim",
                    "conclusion",
                    "count",
                    "draw",
                    "engine",
                    "files",
                    "game",
                    "games",
                    "geometry",
                    "highs",
                    "model",
                    "page",
                    "prove",
                    "record",
                    "results",
                    "running",
                    "searchers",
                    "text",
                    "tree",
                    "units",
                    "verify",
                    "windows",
                ],
            ),
        ],
    ),
];

type Arrows = BTreeMap<String, BTreeSet<String>>;

fn allowed(rooms: &[Room]) -> Arrows {
    let to = |used: &[&str]| used.iter().map(|r| (*r).to_owned()).collect();
    let rooms = rooms.iter();
    rooms
        .map(|(room, _, uses)| ((*room).to_owned(), to(uses)))
        .collect()
}

/// The rooms that the code of each room names, tests and comments left aside.
fn found(folder: &Path, room: Option<&str>, arrows: &mut Arrows) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let name = room.unwrap_or(&stem);
        if stem == "tests" || stem.ends_with("_tests") {
            continue;
        }
        if path.is_dir() {
            found(&path, Some(name), arrows);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let code = fs::read_to_string(&path).unwrap();
            let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
            let used = arrows.entry(name.to_owned()).or_default();
            used.extend(named(code).into_iter().filter(|other| other != name));
        }
    }
}

/// What code names in the root of any crate of ours.
fn named(code: &str) -> BTreeSet<String> {
    let code: Vec<&str> = code
        .lines()
        .filter(|l| !l.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let others = CRATES.map(|(krate, ..)| krate.replace('-', "_"));
    let roots = others.iter().map(String::as_str).chain(["crate"]);
    let after = roots.flat_map(|root| code.split(root).skip(1));
    let paths = after.filter_map(|text| text.strip_prefix("::"));
    let names = paths.flat_map(firsts).map(str::to_owned);
    // Rooms are modules: constants and types of a crate's root are none.
    names
        .filter(|name| name.starts_with(char::is_lowercase))
        .collect()
}

/// The first name of a path, or those of a group of paths in braces.
fn firsts(path: &str) -> Vec<&str> {
    let Some(group) = path.strip_prefix('{') else {
        return vec![first(path)];
    };
    let mut depth = 0;
    let end = group.find(|c| {
        depth += nesting(c);
        depth < 0
    });
    let mut depth = 0;
    let paths = group[..end.unwrap_or(group.len())].split(|c| {
        depth += nesting(c);
        depth == 0 && c == ','
    });
    let names = paths.map(|path| first(path.trim_start()));
    names.filter(|name| !name.is_empty()).collect()
}

fn nesting(c: char) -> i32 {
    i32::from(c == '{') - i32::from(c == '}')
}

fn first(path: &str) -> &str {
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
    &path[..end.unwrap_or(path.len())]
}

#[test]
fn names_are_found_in_groups_too() {
    let code = "
        // use crate::comment;
        use crate::{a, b::{self, c::D}, e::*,
            f::G,
        };
        use morpion_rules::{h};
        fn i() -> crate::j::K { crate::l() }
    ";
    let expected = ["a", "b", "e", "f", "h", "j", "l"].map(str::to_owned);
    assert_eq!(named(code), BTreeSet::from(expected));
}

#[test]
fn every_crate_is_in_the_table() {
    let listed = CRATES.map(|(_, _, src, _)| src).into_iter();
    let listed: BTreeSet<PathBuf> = listed
        .filter(|src| *src != "src")
        .map(PathBuf::from)
        .collect();
    let folders = fs::read_dir("crates").unwrap();
    let there = folders.map(|folder| folder.unwrap().path().join("src"));
    assert_eq!(listed, there.collect());
}

/// An arrow that leads to a room, or to one that it does not lead to (and was forgotten), is told by name.
#[test]
fn rooms_use_exactly_those_that_the_table_allows() {
    for (krate, _, src, rooms) in CRATES {
        let mut arrows = Arrows::new();
        found(Path::new(src), None, &mut arrows);
        for outside in ["lib", "main", "testing"] {
            arrows.remove(outside);
        }
        assert_eq!(arrows, allowed(rooms), "{krate}");
    }
}

fn rooms() -> impl Iterator<Item = &'static Room> {
    CRATES.into_iter().flat_map(|(.., rooms)| rooms)
}

#[test]
fn no_room_uses_one_that_stands_below_it() {
    let mut above = BTreeSet::new();
    for (room, _, uses) in rooms() {
        assert!(uses.iter().all(|used| above.contains(used)), "{room}");
        assert!(above.insert(room), "{room} is listed twice");
    }
}

/// The picture of the tables: an arrow is left out where others lead to the same room.
fn picture() -> String {
    let mut text = "```mermaid\ngraph BT\n".to_owned();
    for (krate, what, _, rooms) in CRATES {
        let id = krate.replace('-', "_");
        let _ = writeln!(text, "    subgraph {id}[\"{krate}: {what}\"]");
        for (room, what, _) in rooms {
            let _ = writeln!(text, "        {room}[\"{room}: {what}\"]");
        }
        text += "    end\n";
    }
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (room, _, uses) in rooms() {
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
