//! `morpion check`: sound results pass, and every kind of fault is found and named.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::*;
use assert_cmd::Command;
use morpion_proof::claim::{Scope, Setting};
use morpion_proof::engine::{Evidence, Objects};
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_verify::check_folder;
use predicates::prelude::*;
use serde_json::{Value, json};

fn morpion() -> Command {
    Command::cargo_bin("morpion").unwrap()
}

/// A folder with the results of a small run.
fn results(scope: Scope, evidence: Evidence) -> (tempfile::TempDir, PathBuf) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("results/5D");
    let mut engine = WorldEngine::new(world(41, 6, 25));
    engine.evidence = evidence;
    run_in(&folder, PLAIN, scope, LIMITS, &engine).unwrap();
    (parent, folder)
}

fn scope(objects: Objects, at_most: Option<u32>, max_box: Option<BoundingBox>) -> Scope {
    Scope {
        setting: PLAIN,
        objects,
        at_most,
        max_box,
    }
}

#[test]
fn every_kind_of_run_leaves_sound_results() {
    let small = Some(BoundingBox::new(2, 1, 1, 1));
    for objects in [Objects::Graphs, Objects::Games] {
        for at_most in [None, Some(5), Some(60)] {
            for max_box in [None, small] {
                let (_parent, folder) =
                    results(scope(objects, at_most, max_box), Evidence::Claimed);
                let report = check_folder(&folder, |_, _| {}).unwrap();
                assert!(report.faults.is_empty(), "{:#?}", report.faults);
                assert!(report.boxes > 5);
            }
        }
    }
}

#[test]
fn interrupted_runs_are_sound_and_say_what_is_missing() {
    let (parent, folder) = results(MAXIMA, Evidence::Claimed);
    fs::remove_file(folder.join("boxes/1-1-0-0.json")).unwrap();
    morpion()
        .current_dir(parent.path())
        .arg("check")
        .assert()
        .code(0)
        .stdout(predicate::str::contains("1 without a bound on games"))
        .stdout(predicate::str::contains("the walk has not come to an end"))
        .stdout(predicate::str::contains("without a bound: (1,1,0,0)"))
        .stdout(predicate::str::contains("sound: no fault found"));
}

/// The conclusion about all games is stated, and only as far as the evidence goes.
#[test]
fn the_conclusion_names_its_evidence() {
    let conclusion = |scope, evidence| {
        let (_parent, folder) = results(scope, evidence);
        let report = check_folder(&folder, |_, _| {}).unwrap();
        (report.proven_bound, report.walk.bound)
    };
    let all = scope(Objects::Games, Some(60), None);
    let (proven, claimed) = conclusion(all, Evidence::Claimed);
    assert!(claimed.is_some_and(|n| n <= 60));
    assert_eq!(proven, None);
    let (proven, claimed) = conclusion(all, Evidence::Proven);
    assert_eq!(proven, claimed);
    assert!(proven.is_some());
    let small = scope(Objects::Games, Some(60), Some(BoundingBox::new(1, 0, 0, 0)));
    assert_eq!(conclusion(small, Evidence::Proven), (None, None));
}

#[test]
fn the_command_lists_folders_and_exit_codes() {
    let (parent, folder) = results(MAXIMA, Evidence::Claimed);
    let old = parent.path().join("results/5D.old-1");
    fs::create_dir(&old).unwrap();
    morpion()
        .current_dir(parent.path())
        .args(["check", "--json"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("\"sound\": true"));
    let missing = parent.path().join("nothing");
    for dir in [old, missing] {
        morpion()
            .arg("check")
            .arg(dir)
            .assert()
            .code(2)
            .stderr(predicate::str::contains("not a results folder"));
    }
    morpion()
        .current_dir(folder)
        .arg("check")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("run `morpion prove` first"));
}

/// The first record that is not what its sidecar says is a fault among those of the folders.
#[test]
fn games_that_are_not_what_they_say_are_faults() {
    let (parent, _) = results(MAXIMA, Evidence::Claimed);
    let games = parent.path().join("results/games");
    let mut search = morpion();
    let args = ["search", "sampling", "--playouts", "50", "-q", "-o"];
    search.args(args).arg(&games).assert().success();
    let sidecar =
        |e: fs::DirEntry| Some(e.path()).filter(|p| p.extension().is_some_and(|e| e == "json"));
    let mut files = fs::read_dir(&games).unwrap().map(Result::unwrap);
    edit(&files.find_map(sidecar).unwrap(), |v| v["moves"] = 3.into());
    let check = |args: &[&str]| {
        let mut check = morpion();
        check.current_dir(parent.path()).arg("check").args(args);
        check.assert().code(1)
    };
    check(&[]).stdout(
        predicate::str::contains("boxes").and(predicate::str::contains("FAULT: results/games/")),
    );
    check(&["--json"]).stdout(predicate::str::contains("\"sound\": false"));
}

#[test]
fn bounds_marked_proven_without_a_certificate_are_refused() {
    let (_parent, folder) = results(MAXIMA, Evidence::Proven);
    morpion()
        .arg("check")
        .arg(&folder)
        .assert()
        .code(1)
        .stdout(predicate::str::contains("its certificate cannot be read"))
        .stdout(predicate::str::contains("NOT SOUND"));
}

#[test]
fn files_that_cannot_be_read_are_listed_with_exit_code_2() {
    let (_parent, folder) = results(MAXIMA, Evidence::Claimed);
    fs::write(folder.join("boxes/1-0-0-0.json"), "{").unwrap();
    morpion()
        .arg("check")
        .arg(&folder)
        .assert()
        .code(2)
        .stdout(predicate::str::contains("FAULT").and(predicate::str::contains("1-0-0-0.json")));
}

fn edit(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut value: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    change(&mut value);
    fs::write(path, value.to_string()).unwrap();
}

/// Changes a file of sound results and returns the faults.
fn faults_after(scope: Scope, file: &str, change: impl FnOnce(&mut Value)) -> Vec<String> {
    let (_parent, folder) = results(scope, Evidence::Claimed);
    edit(&folder.join(file), change);
    let faults = check_folder(&folder, |_, _| {}).unwrap().faults;
    faults
        .iter()
        .map(|f| format!("{}: {}", f.path.display(), f.reason))
        .collect()
}

fn assert_fault(faults: &[String], file: &str, words: &str) {
    let found = faults.iter().any(|f| f.contains(file) && f.contains(words));
    assert!(found, "no fault of {file} says `{words}`: {faults:#?}");
}

const BOX: &str = "boxes/1-0-0-0.json";

#[test]
fn faults_of_box_files_are_found() {
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 10] = [
        (
            |v| v["box"] = json!([0, 1, 0, 0]),
            "canonical form is (1,0,0,0)",
        ),
        (
            |v| v["box"] = json!([2, 0, 0, 0]),
            "belongs in 2-0-0-0.json",
        ),
        (|v| v["variant"] = json!("5T"), "is about 5T"),
        (|v| v["version"] = json!(7), "format version is 7"),
        (|v| v["extra"] = json!(1), "unknown field"),
        (
            |v| v["claims"][0]["k"] = json!(2),
            "states `at most 1 move` for graphs (claimed), but lists one of",
        ),
        (|v| v["claims"][0]["k"] = json!(0), "states `fits nothing`"),
        (
            |v| {
                v["claims"][0]["objects"] = json!("games");
                v["claims"][0]["evidence"] = json!("proven");
            },
            "for games as proven, but its certificate cannot be read",
        ),
        (|v| v["best_graph"] = Value::Null, "a game is a graph"),
        (
            |v| {
                let game = v["best_game"]["moves"].as_str().unwrap();
                let moves: Vec<&str> = game.split("; ").collect();
                let backwards: Vec<&str> = moves.into_iter().rev().collect();
                v["best_game"]["moves"] = json!(backwards.join("; "));
            },
            "is played before the dots of its line are there",
        ),
    ];
    for (change, words) in cases {
        assert_fault(&faults_after(MAXIMA, BOX, change), BOX, words);
    }
}

#[test]
fn graphs_that_break_rules_or_do_not_fit_are_found() {
    for (from, words) in [
        ("graph", "listed graph does not hold"),
        ("game", "listed game does not hold"),
    ] {
        // Without its last moves the graph may span a smaller box: take all but one away.
        let faults = faults_after(MAXIMA, "boxes/1-1-0-0.json", |v| {
            let found = &mut v[format!("best_{from}")];
            let moves = found["moves"]
                .as_str()
                .unwrap()
                .split("; ")
                .next()
                .unwrap()
                .to_owned();
            found["moves"] = json!(moves);
            found["size"] = json!(1);
        });
        assert_fault(&faults, "1-1-0-0.json", words);
    }
}

#[test]
fn files_without_a_place_are_found() {
    let (_parent, folder) = results(MAXIMA, Evidence::Claimed);
    fs::write(folder.join("boxes/notes.txt"), "").unwrap();
    let faults = check_folder(&folder, |_, _| {}).unwrap().faults;
    assert!(
        faults[0]
            .reason
            .to_string()
            .contains("no run writes a file of this name")
    );
}

#[test]
fn symmetric_results_hold_only_symmetric_boxes_and_graphs() {
    let setting = Setting {
        variant: Variant::D5,
        symmetric: true,
    };
    let (_parent, folder) = results(MAXIMA, Evidence::Claimed);
    for entry in fs::read_dir(folder.join("boxes")).unwrap() {
        edit(&entry.unwrap().path(), |v| v["symmetric"] = json!(true));
    }
    edit(&folder.join("run.json"), |v| v["symmetric"] = json!(true));
    let report = check_folder(&folder, |_, _| {}).unwrap();
    assert_eq!(report.setting, setting);
    let words: Vec<String> = report.faults.iter().map(|f| f.reason.to_string()).collect();
    for wanted in ["no point-symmetric position has box", "half turn"] {
        assert!(
            words.iter().any(|w| w.contains(wanted)),
            "{wanted}: {words:#?}"
        );
    }
}

#[test]
fn folders_without_boxes_are_named_with_what_checks_them() {
    let (parent, _folder) = results(MAXIMA, Evidence::Claimed);
    for other in ["4D", "4T", "4D-symmetric"] {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
        let copy = parent.path().join("results").join(other);
        fs::create_dir(&copy).unwrap();
        for file in ["count.json", "units.txt"] {
            let from = committed.join(other).join(file);
            if from.exists() {
                fs::copy(from, copy.join(file)).unwrap();
            }
        }
    }
    fs::create_dir(parent.path().join("results/5T")).unwrap();
    fs::write(parent.path().join("results/5T/any.cert.zst"), "").unwrap();
    let whole = morpion().current_dir(&parent).arg("check").assert();
    whole
        .success()
        .stdout(predicate::str::contains(
            "morpion-recount results/4D/units.txt",
        ))
        .stdout(predicate::str::contains(
            "morpion enumerate --variant 4T --moves",
        ))
        .stdout(predicate::str::contains(
            "morpion enumerate --variant 4D --symmetric",
        ))
        .stdout(predicate::str::contains(
            "morpion-check results/5T/*.cert.zst",
        ))
        .stdout(predicate::str::contains("sound: no fault found"));
    let named = morpion()
        .current_dir(&parent)
        .args(["check", "results/4D"])
        .assert();
    named
        .code(2)
        .stderr(predicate::str::contains("morpion-recount"));
}
