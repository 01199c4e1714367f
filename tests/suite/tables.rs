//! `morpion tables` as its users meet it.

use std::path::Path;

use assert_cmd::Command;
use morpion::testing::tables::{Paper, RunRecord, archive};
use predicates::prelude::*;

/// The smallest table: all its searches end of themselves within a second.
const TINY: [&str; 6] = ["--only", "report/levels", "--runs", "1", "--quick", "-q"];

fn tables(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.arg("tables").args(more).arg("-o").arg(folder);
    command
}

fn runs(folder: &Path) -> Vec<RunRecord> {
    let text = std::fs::read_to_string(folder.join("runs.csv")).unwrap();
    archive::read(&text).unwrap()
}

fn scores(folder: &Path) -> Vec<u32> {
    runs(folder).iter().map(|r| r.score).collect()
}

#[test]
fn a_table_leaves_its_runs_its_text_and_its_curves() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    tables(folder, &TINY)
        .assert()
        .success()
        .stdout(predicate::str::contains("quick form"))
        .stdout(predicate::str::contains("level 3, one step"))
        .stdout(predicate::str::contains(Paper::Report.title()));
    let runs = runs(folder);
    assert_eq!(runs.len(), 8, "two rows of four levels");
    assert!(
        runs.iter()
            .all(|r| r.seed == 1 && (30..178).contains(&r.score))
    );
    // A search of level 0 is one random game.
    assert_eq!(runs[0].playouts, 1);
    for name in ["report-levels-5t", "report-levels-5d"] {
        let svg = std::fs::read_to_string(folder.join(format!("{name}.svg"))).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        let png = std::fs::read(folder.join(format!("{name}.png"))).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
    }
    let text = std::fs::read_to_string(folder.join("tables.txt")).unwrap();
    assert!(text.contains("report"));
}

#[test]
fn jobs_do_not_change_the_scores_and_seeds_do() {
    let score_of = |more: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let args = [&TINY[..], more].concat();
        tables(folder.path(), &args).assert().success();
        scores(folder.path())
    };
    let one = score_of(&["--jobs", "1"]);
    assert_eq!(one, score_of(&["--jobs", "3"]));
    assert_ne!(one, score_of(&["--jobs", "3", "--seed", "2"]));
}

/// A run that is in the file is taken from there: a score that no search could find stays.
#[test]
fn runs_in_the_folder_are_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    tables(folder, &TINY).assert().success();
    let mut known = runs(folder);
    known.truncate(3);
    known[1].score = 999;
    std::fs::write(folder.join("runs.csv"), archive::write(&known)).unwrap();
    tables(folder, &TINY).assert().success();
    let again = runs(folder);
    assert_eq!((again.len(), again[1].score), (8, 999));
    tables(folder, &[&TINY[..], &["--fresh"]].concat())
        .assert()
        .success();
    assert_ne!(runs(folder)[1].score, 999);
}

#[test]
fn more_runs_begin_with_the_same_ones() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    tables(folder, &TINY).assert().success();
    let one = scores(folder);
    let mut more = TINY;
    more[3] = "2";
    tables(folder, &more).assert().success();
    let every_other: Vec<u32> = scores(folder).into_iter().step_by(2).collect();
    assert_eq!(every_other, one);
}

/// A run is the search that anyone can repeat by its seed.
#[test]
fn a_run_has_the_score_of_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = [
        "--only",
        "report/levels",
        "--runs",
        "1",
        "--quick",
        "-q",
        "--seed",
        "9",
    ];
    tables(folder, &args).assert().success();
    let run = runs(folder)
        .into_iter()
        .find(|r| r.budget == "level 2, one step");
    let found = tempfile::tempdir().unwrap();
    let output = Command::cargo_bin("morpion")
        .unwrap()
        .args([
            "search",
            "-a",
            "nested",
            "--level",
            "2",
            "--one-step",
            "--shuffle",
        ])
        .args(["--variant", "5T", "--seed", "9", "-q", "--json", "-o"])
        .arg(found.path())
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let run = run.unwrap();
    assert_eq!(report["best"], run.score);
    assert_eq!(report["playouts"], run.playouts);
}

#[test]
fn the_tables_are_there_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let args = [&TINY[..], &["--json"]].concat();
    let output = tables(folder.path(), &args).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["runs"], report["runs_asked"]);
    let lines = report["tables"][0]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 8);
    assert_eq!(lines[1]["their_mean"], 61.0);
    assert_eq!(lines[1]["their_runs"], 5);
    assert_eq!(lines[1]["ours"]["runs"], 1);
    assert_eq!(lines[1]["scaled_down"], false);
}

#[test]
fn what_can_not_be_done_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (args, told) in [
        (["--only", "nested"], "there is no paper `nested`"),
        (["--only", "report/9"], "use one of levels, nested"),
        (["--runs", "0"], "invalid value '0'"),
    ] {
        tables(folder.path(), &args)
            .assert()
            .code(2)
            .stderr(predicate::str::contains(told));
    }
    std::fs::write(folder.path().join("runs.csv"), "not,a\nfile,of\n").unwrap();
    tables(folder.path(), &TINY)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("is no file of runs"));
}
