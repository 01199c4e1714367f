//! The files of this crate stand in an order, from the ground up, and each uses only those above it: so there is no circle between them,
//! and a reader can begin at the top.
//!
//! Read from the code: `use` lines, groups in braces among them, and paths within expressions. What a folder's `mod.rs` passes on
//! counts as use of the file that it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The files as modules; a folder's name is its `mod.rs`.
const ORDER: &[&str] = &[
    "claim",
    "claim::setting",
    "claim::checked",
    "claim::name",
    "claim::scope",
    "claim::words",
    "bound",
    "bound::fixed_point",
    "bound::layout",
    "bound::cell_set",
    "bound::line_counts",
    "bound::instance",
    "bound::closure",
    "bound::precedence",
    "bound::domain",
    "bound::propagation",
    "bound::rows",
    "bound::dual_ascent",
    "bound::reduced_cost",
    "bound::kernel::planes",
    "bound::kernel",
    "bound::dual_bound",
    "bound::written",
    "bound::end_game::open_dots",
    "bound::end_game::program",
    "bound::end_game::separation",
    "bound::end_game",
    "tree",
    "tree::format",
    "tree::path",
    "branch_and_bound",
    "branch_and_bound::params",
    "branch_and_bound::outcome",
    "branch_and_bound::question",
    "branch_and_bound::problem",
    "branch_and_bound::numbers",
    "branch_and_bound::children",
    "branch_and_bound::pseudo_costs",
    "branch_and_bound::expand",
    "branch_and_bound::marks",
    "branch_and_bound::choose",
    "branch_and_bound::strong",
    "branch_and_bound::end_game",
    "branch_and_bound::listing",
    "branch_and_bound::witness",
    "branch_and_bound::workers",
    "branch_and_bound::frontier",
    "branch_and_bound::run",
    "branch_and_bound::refute",
    "branch_and_bound::fill",
    "engine",
    "engine::answer",
    "engine::exact",
];

/// A path, and the name it is used by.
type Used = (Vec<String>, String);

/// What one file names.
#[derive(Default)]
struct Names {
    /// By the name it passes them on under.
    passed_on: BTreeMap<String, Vec<String>>,
    used: Vec<Vec<String>>,
}

/// Words, `::`, and single characters.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut glued = false;
    for c in code.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        let continues = match tokens.last() {
            Some(last) if glued && is_word => {
                last.ends_with(|l: char| l.is_alphanumeric() || l == '_')
            }
            Some(last) => glued && c == ':' && last == ":",
            None => false,
        };
        if continues {
            tokens.last_mut().expect("there is one").push(c);
        } else if !c.is_whitespace() {
            tokens.push(c.to_string());
        }
        glued = !c.is_whitespace();
    }
    tokens
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The names from `at` on that are joined by `::`, and where they end.
fn path(tokens: &[String], mut at: usize) -> (Vec<String>, usize) {
    let mut names = vec![tokens[at].clone()];
    while tokens.get(at + 1).is_some_and(|t| t == "::")
        && tokens.get(at + 2).is_some_and(|t| is_name(t))
    {
        at += 2;
        names.push(tokens[at].clone());
    }
    (names, at + 1)
}

/// Reads a tree of a `use` line, after `front`; returns where it ends.
fn tree(tokens: &[String], mut at: usize, front: &[String], used: &mut Vec<Used>) -> usize {
    let mut names = front.to_vec();
    if is_name(&tokens[at]) {
        let (more, end) = path(tokens, at);
        names.extend(more);
        at = end;
    }
    if tokens[at] == "::" {
        at += 1;
    }
    if tokens[at] == "{" {
        at += 1;
        while tokens[at] != "}" {
            at = tree(tokens, at, &names, used);
            if tokens[at] == "," {
                at += 1;
            }
        }
        return at + 1;
    }
    if tokens[at] == "*" {
        at += 1;
    }
    if names.last().is_some_and(|last| last == "self") {
        names.pop();
    }
    let mut name = names.last().cloned().unwrap_or_default();
    if tokens[at] == "as" {
        name.clone_from(&tokens[at + 1]);
        at += 2;
    }
    used.push((names, name));
    at
}

/// What code names, tests and comments left aside.
fn names(code: &str) -> Names {
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let lines = code.lines().filter(|l| !l.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let tokens = tokens(&code);
    let mut found = Names::default();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "use" && tokens[at + 1] != "<" {
            // `pub use`, or `pub(crate) use`.
            let passes_on = at > 0 && matches!(tokens[at - 1].as_str(), "pub" | ")");
            let mut used = Vec::new();
            at = tree(&tokens, at + 1, &[], &mut used);
            for (path, name) in used {
                if passes_on {
                    found.passed_on.insert(name, path);
                } else {
                    found.used.push(path);
                }
            }
        } else if is_name(&tokens[at]) {
            let (path, end) = path(&tokens, at);
            found.used.extend((path.len() > 1).then_some(path));
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// All files under a folder, as modules.
fn files(folder: &Path, module: &[String], all: &mut BTreeMap<String, Names>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        if stem == "tests" || stem.ends_with("_tests") || stem == "lib" {
            continue;
        }
        let mut inner = module.to_vec();
        if stem != "mod" {
            inner.push(stem);
        }
        if path.is_dir() {
            files(&path, &inner, all);
        } else {
            all.insert(inner.join("::"), names(&fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The path from the root of the crate, if it stays inside.
fn from_root(path: &[String], module: &str, all: &BTreeMap<String, Names>) -> Option<Vec<String>> {
    let mut here: Vec<String> = module.split("::").map(str::to_owned).collect();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => return Some(rest[1..].to_vec()),
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                here.pop();
                rest = &rest[1..];
            }
        }
        child => {
            all.get(&format!("{module}::{child}"))?;
        }
    }
    here.extend_from_slice(rest);
    Some(here)
}

/// The file in which what the path names is written.
fn file(path: &[String], all: &BTreeMap<String, Names>) -> Option<String> {
    for end in (1..=path.len()).rev() {
        let module = path[..end].join("::");
        let Some(names) = all.get(&module) else {
            continue;
        };
        let passed_on = path.get(end).and_then(|name| names.passed_on.get(name));
        let inner = passed_on.and_then(|to| from_root(to, &module, all));
        return match inner {
            Some(inner) => file(&inner, all),
            None => Some(module),
        };
    }
    None
}

/// All files under a folder, with those that each uses.
fn arrows(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    files(Path::new(folder), &[], &mut all);
    let used = |(module, names): (&String, &Names)| {
        let paths = names
            .used
            .iter()
            .filter_map(|path| from_root(path, module, &all));
        let files = paths.filter_map(|path| file(&path, &all));
        (
            module.clone(),
            files.filter(|used| used != module).collect(),
        )
    };
    all.iter().map(used).collect()
}

#[test]
fn every_file_uses_only_those_that_stand_above_it() {
    let arrows = arrows("src");
    let listed: BTreeSet<&str> = ORDER.iter().copied().collect();
    assert_eq!(
        listed,
        arrows.keys().map(String::as_str).collect(),
        "list it in ORDER"
    );
    let place = |module: &str| ORDER.iter().position(|m| *m == module);
    for (module, used) in &arrows {
        for used in used {
            assert!(
                place(used) < place(module),
                "{module} uses {used}, which stands below it"
            );
        }
    }
}

/// The rules below this crate, but for files of games, which nothing that proves reads.
#[test]
fn no_circle_leads_through_the_rules() {
    let mut arrows = arrows("../rules/src");
    arrows.retain(|module, _| !module.starts_with("record"));
    assert!(arrows.len() > 10);
    while let Some(bottom) = arrows
        .iter()
        .find(|(_, used)| used.is_empty())
        .map(|(module, _)| module.clone())
    {
        arrows.remove(&bottom);
        for used in arrows.values_mut() {
            used.remove(&bottom);
        }
    }
    assert_eq!(arrows, BTreeMap::new(), "these use each other");
}

#[test]
fn groups_and_paths_within_expressions_are_read() {
    let names = names(
        "pub(crate) use a::B as C;
        use crate::{d, e::{F, self}, g::*};
        // use h::I;
        fn j() -> impl Iterator + use<> { super::k::l(m::N) }",
    );
    let paths: Vec<String> = names.used.iter().map(|path| path.join("::")).collect();
    let expected = [
        "crate::d",
        "crate::e::F",
        "crate::e",
        "crate::g",
        "super::k::l",
        "m::N",
    ];
    assert_eq!(paths, expected);
    assert_eq!(names.passed_on["C"], ["a", "B"]);
}
