//! Every reason for a rejection has a test that names it: a reason that no test names may never occur, or be given for another one.
//!
//! Both are read from the sources: the reasons from their enums, the names from the tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where each enum of reasons stands, its name, and the module that tests know it by.
const ENUMS: [(&str, &str, &str); 6] = [
    ("core/src/format.rs", "Reason", "format"),
    ("core/src/witness.rs", "Reason", "witness"),
    ("core/src/theorem.rs", "Failure", "theorem"),
    ("src/lines/reject.rs", "Reason", "lines::reject"),
    ("src/octagons/reject.rs", "Reason", "octagons::reject"),
    ("src/part/mod.rs", "Misfit", "part"),
];

/// Reasons that no file can bring about: if they ever come, the checker itself is wrong.
const FAULTS_OF_OURS: [&str; 1] = ["octagons::reject::Reason::Prices"];

/// Where tests are.
const TESTS: [&str; 2] = ["tests", "core/src"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let below = paths.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    below
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// The code of a file, without comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The variants of an enum, of Rust's form or that of `reasons!`.
fn variants(code: &str, name: &str) -> BTreeSet<String> {
    let heads = [format!("enum {name} {{\n"), format!("    {name} {{\n")];
    let mut bodies = heads
        .iter()
        .filter_map(|head| Some(code.split_once(head)?.1));
    let body = bodies.next().unwrap_or_else(|| panic!("no enum {name}"));
    let body = body.split("\n}").next().unwrap_or(body);
    let lines = body.lines().map(str::trim);
    let names = lines.map(|line| {
        line.split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default()
    });
    names
        .filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
        .map(str::to_owned)
        .collect()
}

/// The variants of the enum that a file of tests names, either with the module or with the enum alone, where that one is in use.
fn named(code: &str, name: &str, module: &str) -> BTreeSet<String> {
    let of_module = format!("{module}::{name}::");
    let alone = format!("{name}::");
    let is_used = |line: &str| {
        let path = line.split_once(&format!("{module}::"));
        line.starts_with("use ")
            && path.is_some_and(|(_, names)| {
                names
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|n| n == name)
            })
    };
    let pattern = if code.lines().any(is_used) {
        alone
    } else {
        of_module
    };
    let after = code.split(&pattern).skip(1);
    let words = after.map(|rest| {
        rest.split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default()
    });
    words.map(str::to_owned).collect()
}

/// The code of all tests: that of the core stands in files of their own beside it.
fn tests() -> Vec<String> {
    let folders = TESTS.map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| sources(folder));
    let is_test = |path: &PathBuf| {
        path.iter()
            .any(|part| part == "tests" || part == "tests.rs")
    };
    let this = Path::new(file!()).file_name();
    let files = files.filter(|path| is_test(path) && path.file_name() != this);
    files.map(|path| code(&path)).collect()
}

#[test]
fn every_reason_to_reject_is_named_by_a_test() {
    let tests = tests();
    let mut missing = Vec::new();
    for (file, name, module) in ENUMS {
        let reasons = variants(&code(&root().join(file)), name);
        assert!(reasons.len() > 4, "{file}: {reasons:?}");
        let named: BTreeSet<String> = tests
            .iter()
            .flat_map(|code| named(code, name, module))
            .collect();
        let without = reasons
            .difference(&named)
            .map(|reason| format!("{module}::{name}::{reason}"));
        missing.extend(without);
    }
    assert_eq!(missing, FAULTS_OF_OURS, "these reasons no test names");
}

#[test]
fn no_enum_of_reasons_is_forgotten() {
    let folders = [root().join("core/src"), root().join("src")];
    for path in folders.iter().flat_map(|folder| sources(folder)) {
        let code = code(&path);
        let has_reasons = code.contains("reasons! {") && !code.contains("macro_rules! reasons");
        let is_known = ENUMS.iter().any(|(file, ..)| path.ends_with(file));
        assert!(
            is_known || !has_reasons,
            "{} has reasons, and ENUMS has it not",
            path.display()
        );
    }
}

#[test]
fn names_are_told_by_what_is_in_use() {
    let used =
        "use core::format::{Claim, Reason};\nlet a = Reason::One;\nlet b = witness::Reason::Two;\n";
    assert!(named(used, "Reason", "format").contains("One"));
    let other = named(
        "use core::witness;\nlet b = witness::Reason::Two;\n",
        "Reason",
        "format",
    );
    assert!(other.is_empty(), "{other:?}");
    let rust = "pub enum Reason {\n    One,\n    Two(u8),\n}\nenum Other {\n    Three,\n}\n";
    let expected = ["One", "Two"].map(str::to_owned);
    assert_eq!(variants(rust, "Reason"), BTreeSet::from(expected.clone()));
    let ours = "reasons! {\n    Reason {\n        One: \"a Wrong: word\",\n        Two: \"b\",\n    }\n}\n";
    assert_eq!(variants(ours, "Reason"), BTreeSet::from(expected));
}
