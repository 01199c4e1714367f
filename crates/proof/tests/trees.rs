//! The trees of eight questions of different kinds, on one thread: byte for byte as they were.
//!
//! A deliberate change of trees (another branching, another schedule, a new rule) changes `trees.csv`: run this test, copy what it prints,
//! and say in the commit which trees became smaller. Any other change must leave that file alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use morpion_proof::branch_and_bound::{Limits, Params, Start, refute};
use morpion_proof::claim::{Claim, Objects, Setting, Subject};
use morpion_rules::geometry::Variant;
use sha2::{Digest, Sha256};

const EXPECTED: &str = include_str!("trees.csv");

/// Box, kind, K and arrival of a claim, as a line of the file begins.
fn claim(line: &str) -> Claim {
    let fields: Vec<&str> = line.split(';').collect();
    let kinds = BTreeMap::from([
        ("games", (Objects::Games, false)),
        ("graphs", (Objects::Graphs, false)),
        ("symmetric games", (Objects::Games, true)),
        ("symmetric graphs", (Objects::Graphs, true)),
    ]);
    let (objects, symmetric) = kinds[fields[1]];
    let setting = Setting {
        variant: Variant::D5,
        symmetric,
    };
    let subject = Subject::new(setting, fields[0].parse().unwrap(), objects);
    Claim {
        arrival: Some(fields[3])
            .filter(|by| *by != "-")
            .map(|by| by.parse().unwrap()),
        ..Claim::about(subject, fields[2].parse().unwrap())
    }
}

/// The line with the tree of its question: the number of nodes and a digest.
fn answered(line: &str) -> String {
    let outcome = refute(
        claim(line),
        &Params::default(),
        &Limits::default(),
        Start::Root,
    );
    let tree = outcome.unwrap().tree;
    assert!(tree.is_complete(), "{line}");
    let digest = Sha256::digest(tree.write());
    let asked: Vec<&str> = line.split(';').take(4).collect();
    let mut text = format!("{};{};", asked.join(";"), tree.nodes().count());
    digest
        .iter()
        .take(8)
        .for_each(|byte| write!(text, "{byte:02x}").unwrap());
    text
}

#[test]
fn trees_are_what_they_were() {
    let (head, lines) = EXPECTED.split_once('\n').unwrap();
    let found: Vec<String> = lines.lines().map(answered).collect();
    let pairs = lines.lines().zip(&found);
    let changed = pairs.filter(|(was, is)| was != is);
    let changed: String = changed
        .map(|(was, is)| format!("was {was}\nis  {is}\n"))
        .collect();
    assert!(
        changed.is_empty(),
        "trees have changed:\n{changed}if they should, crates/proof/tests/trees.csv must be:\n{head}\n{}\n",
        found.join("\n")
    );
}
