//! `morpion compare` and `morpion boxes` through the binary.

use crate::common::*;
use assert_cmd::Command;
use morpion_proof::claim::Scope;
use morpion_rules::geometry::BoundingBox;
use predicates::prelude::*;

fn morpion() -> Command {
    Command::cargo_bin("morpion").unwrap()
}

#[test]
fn the_list_of_boxes_is_what_the_command_prints() {
    morpion()
        .args(["boxes", "--max-box", "2,1,1,1"])
        .assert()
        .code(0)
        .stdout(include_str!("../../boxes/5D-within-2111.txt"));
    let symmetric = morpion()
        .args(["boxes", "--symmetric", "--max-box", "2,1,2,1"])
        .assert()
        .code(0);
    symmetric.stdout("0,0,0,0\n1,0,1,0\n1,1,1,1\n2,0,2,0\n2,1,2,1\n");
}

#[test]
fn boxes_refuses_what_is_no_box_or_too_large() {
    for bad in ["2,1,1", "x", "2,1,1,61", "60,60,60,60"] {
        morpion()
            .args(["boxes", "--max-box", bad])
            .assert()
            .code(2)
            .stdout("");
    }
}

#[test]
fn without_results_nothing_of_others_counts_as_ours() {
    let empty = tempfile::tempdir().unwrap();
    morpion()
        .current_dir(empty.path())
        .arg("compare")
        .assert()
        .code(0)
        .stdout(predicate::str::contains("none yet"))
        .stdout(predicate::str::contains("84 (2016), 121 (2013)"))
        .stdout(predicate::str::contains("5T"));
    morpion()
        .current_dir(empty.path())
        .args(["compare", "--variant", "4D"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("5D").not());
}

fn compare(folder: &std::path::Path) -> serde_json::Value {
    let output = morpion()
        .args(["compare", "--json", "--results"])
        .arg(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["format"], "morpion-compare");
    value["variants"][0].clone()
}

#[test]
fn a_bound_is_ours_only_when_no_box_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let engine = WorldEngine::new(world(51, 6, 25));
    let longest = engine.world.values().map(Vec::len).max().unwrap();
    let scope = Scope {
        max_box: Some(BoundingBox::new(1, 1, 0, 0)),
        ..MAXIMA
    };
    run_in(folder.path(), PLAIN, scope, LIMITS, &engine).unwrap();
    assert_eq!(
        compare(folder.path())["claimed_bound"],
        serde_json::Value::Null
    );
    run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    let comparison = compare(folder.path());
    assert_eq!(comparison["claimed_bound"], longest);
    assert_eq!(comparison["proven_bound"], serde_json::Value::Null);
    assert_eq!(comparison["published"][0]["moves"], 84);
    morpion()
        .args(["compare", "--results"])
        .arg(folder.path())
        .assert()
        .code(0)
        .stdout(predicate::str::contains("5D by box"))
        .stdout(predicate::str::contains("(1,0,0,0)"))
        .stdout(predicate::str::contains("claimed"));
}

#[test]
fn results_about_something_else_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let engine = WorldEngine::new(world(51, 2, 5));
    run_in(folder.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    morpion()
        .args(["compare", "--variant", "5T", "--results"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(predicate::str::contains(
            "holds results about 5D, not about 5T",
        ));
    std::fs::write(folder.path().join("boxes/1-0-0-0.json"), "garbage").unwrap();
    morpion()
        .args(["compare", "--results"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(predicate::str::contains("1-0-0-0.json cannot be used"));
}

#[test]
fn games_found_by_searches_are_shown_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("results/games");
    let search = |more: &[&str]| {
        let arguments = ["search", "sampling", "--playouts", "50", "-q", "-o"];
        let mut command = morpion();
        command.args(arguments).arg(&games).args(more);
        let output = command.arg("--json").output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        report["best"].as_u64().unwrap()
    };
    let symmetric = search(&["--variant", "4T", "--symmetric"]);
    let plain = search(&["--variant", "4T", "--seed", "2"]);
    let output = morpion()
        .current_dir(folder.path())
        .args(["compare", "--variant", "4T", "--json"])
        .output()
        .unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let [one, two] = [0, 1].map(|i| value["variants"][i].clone());
    assert_eq!(
        (&one["symmetric"], &two["symmetric"]),
        (&false.into(), &true.into())
    );
    assert_eq!(one["found_here"], plain.max(symmetric));
    assert_eq!(two["found_here"], symmetric);
    assert_eq!(two["best_game"], symmetric);
    assert!(one["best_game"].as_u64().unwrap() >= 62, "the record stays");

    for entry in std::fs::read_dir(&games).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "msr") {
            std::fs::write(path, "MSR1:broken").unwrap();
        }
    }
    morpion()
        .current_dir(folder.path())
        .arg("compare")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("4T-"));
}

/// The longest game of a box is the longest that anything here has found: `box`, or a search.
#[test]
fn games_of_box_and_of_search_are_the_longest_known_of_their_box() {
    let folder = tempfile::tempdir().unwrap();
    let best_game = || {
        let mut compare = morpion();
        compare.current_dir(folder.path());
        let output = compare.args(["compare", "--json", "--results", "r", "--games", "g"]);
        let value: serde_json::Value =
            serde_json::from_slice(&output.output().unwrap().stdout).unwrap();
        let boxes = value["variants"][0]["boxes"].as_array().unwrap().clone();
        let row = boxes
            .iter()
            .find(|row| row["box"] == serde_json::json!([1, 0, 0, 0]));
        row.unwrap()["best_game"].as_u64().unwrap()
    };
    let run = |line: &str| {
        let mut command = morpion();
        command.current_dir(folder.path()).args(line.split(' '));
        command.assert().success();
    };
    run("box 1,0,0,0 --at-least 69 --results r");
    assert_eq!(best_game(), 7);
    // Another image of the box.
    run("search nrpa --level 2 --playouts 3000 --max-box 0,1,0,0 -o g");
    let searched = best_game();
    assert!(searched >= 50, "{searched}");
    run("box 0,0,1,0 --objects games --at-least 62 --results r");
    assert!(best_game() >= 62);
}
