//! The code that a reader must read to believe a verdict, and its order: imports run one way, and the promised lengths hold.

use morpion_check::part::summary;
use morpion_check_core::sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Files of a crate by module (`listing::rows`), and which modules each names.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The texts of files by module, without their tests.
fn modules(
    sources: impl IntoIterator<Item = (&'static str, &'static [u8])>,
) -> Vec<(String, String)> {
    let module = |(name, text): (&str, &[u8])| {
        let path = name.trim_end_matches(".rs").trim_end_matches("/mod");
        let text = std::str::from_utf8(text).expect("a text");
        let text = text.split("#[cfg(test)]\nmod tests {").next();
        (path.replace('/', "::"), text.unwrap_or("").to_owned())
    };
    sources.into_iter().map(module).collect()
}

fn core() -> Vec<(String, String)> {
    modules(sources::SOURCES)
}

fn arrows(files: &[(String, String)]) -> Arrows {
    let all: BTreeSet<&str> = files.iter().map(|(module, _)| module.as_str()).collect();
    let named = |(module, text): &(String, String)| {
        let mut named = named(module, text, &all);
        named.remove(module);
        (module.clone(), named)
    };
    files.iter().map(named).collect()
}

/// The modules that the code of a module names. A root is followed by a module at once, never by a group in braces.
fn named(module: &str, text: &str, all: &BTreeSet<&str>) -> BTreeSet<String> {
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let roots = [
        ("crate::", ""),
        ("morpion_check_core::", ""),
        ("super::", parent),
        ("mod ", module),
    ];
    let mut named = BTreeSet::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        for (root, under) in roots {
            for rest in line.split(root).skip(1) {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let name = &rest[..end.unwrap_or(rest.len())];
                assert!(
                    !name.is_empty(),
                    "{module}: a group after {root} hides what it names"
                );
                let path = format!("{under}::{name}");
                let path = path.trim_start_matches("::");
                // A name that is no module belongs to the parent.
                let found = all.get(path).or_else(|| all.get(under));
                named.extend(found.map(|module| (*module).to_owned()));
            }
        }
    }
    named
}

/// Removes modules that use none of those left, again and again, until none is left.
fn assert_no_circle(mut left: Arrows) {
    while !left.is_empty() {
        let is_free =
            |(_, used): &(&String, &BTreeSet<String>)| used.iter().all(|u| !left.contains_key(u));
        let free: Vec<String> = left
            .iter()
            .filter(is_free)
            .map(|(m, _)| m.clone())
            .collect();
        assert!(!free.is_empty(), "a circle: {left:#?}");
        left.retain(|module, _| !free.contains(module));
    }
}

#[test]
fn no_file_of_the_checker_is_in_a_circle() {
    assert_no_circle(arrows(&core()));
    let program = "bin/morpion-check/";
    let (of_program, of_library): (Vec<_>, Vec<_>) = summary::SOURCES
        .into_iter()
        .partition(|(name, _)| name.starts_with(program));
    assert_no_circle(arrows(&modules(of_library)));
    let own = of_program
        .into_iter()
        .map(|(name, text)| (&name[program.len()..], text));
    assert_no_circle(arrows(&modules(own)));
}

#[test]
#[should_panic(expected = "a circle")]
fn a_circle_is_found() {
    let file = |module: &str, text: &str| (module.to_owned(), text.to_owned());
    assert_no_circle(arrows(&[
        file("a", "use crate::b::B;"),
        file("b", "mod c;"),
        file("b::c", "// use crate::d;\nuse crate::a;"),
    ]));
}

/// The modules in the order in which the documentation of the core has them read.
fn reading_order(lib: &str) -> Vec<String> {
    let list = lib
        .split("in this order")
        .nth(1)
        .expect("it says in which order");
    let list = list
        .split("`morpion-check-core`")
        .next()
        .expect("a first part");
    let names = list
        .split("[`")
        .skip(1)
        .filter_map(|rest| rest.split("`]").next());
    let mut order = Vec::new();
    for name in names.map(str::to_owned) {
        if !order.contains(&name) {
            order.push(name);
        }
    }
    order
}

#[test]
fn files_are_read_in_an_order_in_which_none_uses_a_later_one() {
    let files = core();
    let lib = &files
        .iter()
        .find(|(module, _)| module == "lib")
        .expect("lib.rs")
        .1;
    let order = reading_order(lib);
    let place = |module: &str| {
        let top = module.split("::").next();
        order.iter().position(|name| Some(name.as_str()) == top)
    };
    for (module, used) in arrows(&files) {
        if ["lib", "main", "sources"].contains(&module.as_str()) {
            continue;
        }
        let own = place(&module);
        assert!(own.is_some(), "{module} is not in the order");
        for other in used {
            assert!(
                place(&other) <= own,
                "{module} uses {other}, which is read later"
            );
        }
    }
}

/// Counts all modules that the program of the core passes through, from its `main` on; then those that only choose multipliers fast.
#[test]
fn what_a_verdict_passes_through_is_as_short_as_promised() {
    let files = core();
    let arrows = arrows(&files);
    let mut passed = BTreeSet::from(["lib".to_owned()]);
    let mut next = vec!["main".to_owned()];
    while let Some(module) = next.pop() {
        next.extend(
            arrows[&module]
                .iter()
                .filter(|m| !passed.contains(*m))
                .cloned(),
        );
        passed.insert(module);
    }
    let others: Vec<_> = arrows
        .keys()
        .filter(|module| !passed.contains(*module))
        .collect();
    assert_eq!(others, ["sources"]);
    let lines = |is_counted: &dyn Fn(&str) -> bool| {
        let files = files
            .iter()
            .filter(|(m, _)| passed.contains(m) && is_counted(m));
        let count: usize = files.map(|(_, text)| text.lines().count()).sum();
        format!(
            "fewer than {} lines",
            grouped((count + 1).next_multiple_of(100))
        )
    };
    let all = lines(&|_| true);
    let fast = lines(&|module| module.starts_with("fast"));
    let promised = |page: &str, text: &str, said: &str| {
        let words = text
            .replace("//!", "")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(words.contains(said), "{page} should say: {said}");
    };
    let lib = &files
        .iter()
        .find(|(module, _)| module == "lib")
        .expect("lib.rs")
        .1;
    for said in [&all, &fast] {
        promised("lib.rs", lib, said);
    }
    for page in ["paper/article.md", "paper/checking.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
        promised(page, &std::fs::read_to_string(path).expect(page), &all);
    }
    for (module, text) in &files {
        let lines = text.lines().count();
        assert!(
            lines < 510,
            "{module} has {lines} lines: divide it, 509 are the most"
        );
    }
}

/// A number with a comma before its last three digits.
fn grouped(number: usize) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{},{:03}", number / 1000, number % 1000)
}

#[test]
fn every_source_is_part_of_the_checkers_name() {
    let known =
        |files: &[(&str, &[u8])]| files.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(on_disk("src", ""), known(&summary::SOURCES));
    assert_eq!(on_disk("core/src", ""), known(&sources::SOURCES));
}

/// The names of all files of Rust in a folder and the folders there, without tests.
fn on_disk(root: &str, folder: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(root)
        .join(folder);
    let files = std::fs::read_dir(path).expect("the folder is there");
    let names = files.map(|file| file.expect("a file").file_name().into_string().unwrap());
    let inside = |name: String| match name.strip_suffix(".rs") {
        Some("tests") => BTreeSet::new(),
        Some(_) => BTreeSet::from([format!("{folder}{name}")]),
        None => on_disk(root, &format!("{folder}{name}/")),
    };
    names.flat_map(inside).collect()
}
