//! `morpion improve`: larger graphs and longer games of boxes, checked and kept.

use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use morpion_proof::engine::Objects;
use morpion_results::read_folder;
use predicates::prelude::*;
use predicates::str::contains;

fn improve(folder: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command
        .args(["improve", "--games", "no-such-folder", "--out"])
        .arg(folder)
        .args(more)
        .timeout(Duration::from_secs(300));
    command.assert()
}

#[test]
fn a_graph_that_is_large_enough_ends_the_search_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    let boxes = [
        "1,0,1,0",
        "0,0,0,0",
        "0,1,0,1",
        "--at-least",
        "45",
        "--time",
        "2m",
    ];
    improve(&results, &boxes)
        .code(0)
        .stdout(contains("(1,0,1,0)  largest graph").count(1));
    let (setting, facts) = read_folder(&results).unwrap();
    assert_eq!(facts.len(), 2);
    for known in facts.values() {
        let found = known.found(Objects::Graphs).unwrap();
        assert!(found.size() >= 45);
        assert!(found.by.starts_with("morpion improve"));
        morpion_results::check_object(setting, known.bounding_box, &found.moves).unwrap();
    }
    // It starts from the known object, so there is nothing to write.
    let file = results.join("boxes/1-0-1-0.json");
    let before = fs::read(&file).unwrap();
    improve(&results, &boxes)
        .code(0)
        .stdout(contains("as before"));
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn what_is_not_reached_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    let asked = ["1,0,0,0", "--at-least", "90", "--time", "0.5s", "--json"];
    let output = improve(&results, &asked)
        .code(1)
        .get_output()
        .stdout
        .clone();
    let lines: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(lines[0]["box"], serde_json::json!([1, 0, 0, 0]));
    assert_eq!(lines[0]["before"], serde_json::Value::Null);
    assert!(lines[0]["now"].as_u64() < Some(90));
}

#[test]
fn boxes_are_misused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    improve(&folder.path().join("r"), &["1,0"])
        .code(2)
        .stderr(contains("is not a box"));
}

#[test]
fn the_longest_game_known_is_kept_with_the_box() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    improve(&results, &["4,3,1,2", "--time", "0.1s"]).code(0);
    let (_, facts) = read_folder(&results).unwrap();
    let known = facts.values().next().unwrap();
    assert_eq!(known.best(Objects::Games), Some(82));
}

#[test]
fn games_reach_every_side_of_their_box_and_none_is_looked_for_beyond_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    let games = ["--objects", "games", "--at-least", "50", "--time", "2m"];
    // Random games hardly come so far up in so narrow a box.
    improve(&results, &[&["4,0,0,0"], &games[..]].concat())
        .code(0)
        .stdout(contains("(4,0,0,0)  longest game 5"));
    let (setting, facts) = read_folder(&results).unwrap();
    let known = facts.values().next().unwrap();
    let found = known.found(Objects::Games).unwrap();
    morpion_results::check_object(setting, known.bounding_box, &found.moves).unwrap();
    // Nothing is left to look for where no bound says that there might be more.
    improve(&results, &["--objects", "games"])
        .code(0)
        .stdout(contains("no longest game was looked for: no box is left"));
}

#[test]
fn symmetric_games_have_symmetric_boxes() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    let symmetric = ["--symmetric", "--objects", "games", "--time", "1m"];
    let asked = |more: &[&'static str]| [more, &symmetric].concat();
    improve(&results, &asked(&["1,0,1,0", "--at-least", "30"])).code(0);
    improve(&results, &asked(&["1,0,0,0"]))
        .code(2)
        .stderr(contains("2,1,2,1").or(contains("symmetric")));
    improve(&results, &["1,0,1,0", "--symmetric"])
        .code(2)
        .stderr(contains("add --objects games"));
}
