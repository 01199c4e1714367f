//! Help, manual pages and completions.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

fn morpion(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("morpion").unwrap().args(args).assert()
}

#[test]
fn the_help_says_where_to_begin() {
    morpion(&["--help"])
        .success()
        .stdout(contains("First steps: morpion box"));
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man");
    morpion(&["man", "--out", out.to_str().unwrap()]).success();
    for (page, words) in [
        ("morpion.1", "morpion"),
        ("morpion-prove.1", "at\\-most"),
        ("morpion-improve.1", "nodes"),
    ] {
        let text = std::fs::read_to_string(out.join(page)).unwrap();
        assert!(text.contains(words), "{page}");
    }
    morpion(&["man"]).success().stdout(contains(".TH morpion"));
}

#[test]
fn completions_know_the_subcommands() {
    morpion(&["completions", "bash"])
        .success()
        .stdout(contains("improve").and(contains("enumerate")));
}
