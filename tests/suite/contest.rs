//! `morpion contest` as its users meet it.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;

fn contest(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command
        .arg("contest")
        .args(args)
        .arg("-q")
        .arg("-o")
        .arg(folder);
    command
}

/// The lines of the CSV without their seconds, in order.
fn runs(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("runs.csv")).unwrap();
    let lines = text
        .lines()
        .map(|line| line.rsplit_once(',').unwrap().0.to_owned());
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

const TWO: [&str; 5] = [
    "rs1 --samples 1",
    "rs2 --samples 3",
    "--variant",
    "4D",
    "--runs",
];

#[test]
fn searchers_stand_side_by_side_and_go_on_where_they_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    let printed = contest(&here, &[&TWO[..], &["4", "--jobs", "2"]].concat());
    let printed = { printed }
        .assert()
        .success()
        .stdout(contains("4D   rs2 --samples 3"));
    let table = fs::read(here.join("table.txt")).unwrap();
    assert_eq!(printed.get_output().stdout, table);
    let svg = fs::read_to_string(here.join("4d.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("rs1 --samples 1"));
    // Two runs first, a torn line, and then the rest.
    contest(&there, &[&TWO[..], &["2", "--jobs", "1"]].concat())
        .assert()
        .success();
    let csv = there.join("runs.csv");
    let text = fs::read_to_string(&csv).unwrap();
    fs::write(&csv, &text[..text.len() - 4]).unwrap();
    contest(&there, &[&TWO[..], &["4", "--jobs", "1"]].concat())
        .assert()
        .success();
    assert_eq!(runs(&here), runs(&there));
    assert_eq!(runs(&here).len(), 1 + 2 * 4);
}

#[test]
fn a_run_in_the_file_is_not_made_again_and_is_that_of_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let one = ["nested --level 1", "--runs", "1", "--seed", "9", "--json"];
    let output = contest(folder.path(), &one).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let best = report["rows"][0]["lines"][0]["best"].as_u64().unwrap();
    assert_eq!(
        (&report["runs"], &report["runs_asked"]),
        (&1.into(), &1.into())
    );
    let games = tempfile::tempdir().unwrap();
    let mut search = Command::cargo_bin("morpion").unwrap();
    search.args([
        "search", "nested", "--level", "1", "--seed", "9", "-q", "--json", "-o",
    ]);
    let found: Value =
        serde_json::from_slice(&search.arg(games.path()).output().unwrap().stdout).unwrap();
    assert_eq!(found["best"], best);
    // A score that no search could find stays.
    let csv = folder.path().join("runs.csv");
    let text = fs::read_to_string(&csv).unwrap();
    fs::write(&csv, text.replace(&format!(",{best},"), ",999,")).unwrap();
    contest(folder.path(), &one)
        .assert()
        .success()
        .stdout(contains("999"));
}

#[test]
fn a_paper_is_repeated_with_its_figures_beside_ours() {
    let folder = tempfile::tempdir().unwrap();
    let paper = [
        "--paper",
        "2023-report",
        "--only",
        "5T first",
        "--quick",
        "--runs",
        "3",
    ];
    let printed = contest(folder.path(), &paper).assert().success();
    printed
        .stdout(contains("Neveu and Doubabi"))
        .stdout(contains("61.0 of 5"));
    // A header, and four levels of three runs.
    assert_eq!(runs(folder.path()).len(), 1 + 4 * 3);
    let svg = folder
        .path()
        .join("neveu-data-manager-5t-first-steps-by-level.svg");
    assert!(
        fs::read_to_string(svg)
            .unwrap()
            .contains(">the paper's</text>")
    );
}

#[test]
fn misuse_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&[], "SEARCHER"),
        (&["luck"], "`luck` is no searcher"),
        (&["rs1", "-s", "3"], "stands in quotes"),
        (&["rs1", "--rums", "3"], "unexpected argument '--rums'"),
        (&["sampling"], "goes on for ever"),
        (&["--paper", "2008"], "2007-reflexive"),
        (
            &["--paper", "2007-reflexive", "--only", "6T"],
            "leave out --only",
        ),
        (
            &["--paper", "2007-reflexive", "--time-limit", "1"],
            "leave out --time-limit",
        ),
        (&["rs1", "--paper", "2023-report"], "cannot be used"),
    ];
    for (args, words) in cases {
        contest(folder.path(), args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(words));
    }
    fs::write(folder.path().join("runs.csv"), "not,a\nfile,of\n").unwrap();
    contest(folder.path(), &["rs1"])
        .assert()
        .code(2)
        .stderr(contains("is no file of runs"));
}
