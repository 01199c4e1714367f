//! `morpion prove` through the binary: misuse, and with HiGHS whole runs over small boxes.

use assert_cmd::Command;
use predicates::prelude::*;

fn morpion() -> Command {
    Command::cargo_bin("morpion").unwrap()
}

#[test]
fn misuse_is_refused_in_one_sentence() {
    let empty = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (["--engine", "oracle"], "without an engine `oracle`"),
        (["--max-box", "1,2,3"], "is not a box"),
        (["--variant", "6D"], "is not a variant"),
        (["--jobs", "0"], "0 is not in 1..=1024"),
        (["--time-limit", "soon"], "is not a time"),
        (["--box-time-limit", "-1"], "unexpected argument"),
        (["--at-most", "many"], "invalid"),
        (["--objects", "dots"], "graphs, games"),
    ] {
        morpion()
            .current_dir(empty.path())
            .arg("prove")
            .args(arguments.map(str::to_owned))
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(words));
    }
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
}

#[test]
fn help_says_what_a_plain_run_asks() {
    morpion()
        .args(["prove", "--help"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("--at-most 82"))
        .stdout(predicate::str::contains("--max-box"))
        .stdout(predicate::str::contains("130 interrupted"));
}

#[cfg(feature = "highs")]
mod highs {
    use crate::waiting::{signal, wait_until};
    use std::collections::BTreeMap;
    use std::ffi::OsString;
    use std::path::Path;
    use std::process::{Child, Stdio};

    use super::*;

    fn prove(folder: &Path, arguments: &[&str]) -> Command {
        let mut command = morpion();
        command
            .args(["prove", "--engine", "highs", "--jobs", "2", "--out"])
            .arg(folder)
            .args(arguments);
        command
    }

    fn summary(folder: &Path, arguments: &[&str], code: i32) -> serde_json::Value {
        let mut command = prove(folder, arguments);
        let output = command
            .arg("--json")
            .assert()
            .code(code)
            .get_output()
            .clone();
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(value["format"], "morpion-summary");
        value
    }

    fn check(folder: &Path) {
        morpion().arg("check").arg(folder).assert().code(0);
    }

    #[test]
    fn a_small_run_prints_the_table_and_the_sentence_and_checks() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("5D");
        prove(&folder, &["--max-box", "1,0,0,0"])
            .assert()
            .code(0)
            .stdout(predicate::str::contains("LP bound"))
            .stdout(predicate::str::contains(
                "No graph of Morpion 5D whose bounding box lies within (1,0,0,0) has more than",
            ))
            .stdout(predicate::str::contains(
                "claimed by floating-point solvers, not proven",
            ))
            .stderr(predicate::str::contains("(0,0,0,0): at most"));
        check(&folder);
        // Again: nothing is left to do, and the outcome is the same.
        let first = summary(&folder, &["--max-box", "1,0,0,0"], 0);
        prove(&folder, &["--max-box", "1,0,0,0"])
            .assert()
            .code(0)
            .stderr(predicate::str::contains("boxes known from earlier runs: 2"))
            .stderr(predicate::str::contains("at most").not());
        assert_eq!(summary(&folder, &["--max-box", "1,0,0,0", "-q"], 0), first);
        assert_eq!(first["boxes"].as_array().unwrap().len(), 2);
        assert_eq!(
            first["boxes"][1]["resized_from"][0],
            serde_json::json!([0, 0, 0, 0])
        );
    }

    #[test]
    fn at_most_is_shown_or_refuted() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("5D");
        let maxima = summary(&folder, &["--max-box", "1,0,0,0"], 0);
        let bound = u32::try_from(maxima["claimed"]["bound"].as_u64().unwrap()).unwrap();
        let (enough, short) = (bound.to_string(), (bound - 1).to_string());
        let other = parent.path().join("other");
        let shown = summary(&other, &["--max-box", "1,0,0,0", "--at-most", &enough], 0);
        assert_eq!(shown["conclusion"]["outcome"], "bounded");
        check(&other);
        let refuted = summary(&other, &["--max-box", "1,0,0,0", "--at-most", &short], 1);
        assert_eq!(refuted["conclusion"]["outcome"], "refuted");
        check(&other);
    }

    #[test]
    fn bounds_on_graphs_serve_games_and_questions_about_games_are_answered() {
        let parent = tempfile::tempdir().unwrap();
        let (both, games) = (parent.path().join("both"), parent.path().join("games"));
        let graphs = summary(&both, &["--max-box", "1,0,0,0"], 0);
        let bound = graphs["claimed"]["bound"].to_string();
        let about_games = [
            "--max-box",
            "1,0,0,0",
            "--objects",
            "games",
            "--at-most",
            bound.as_str(),
        ];
        for folder in [both, games] {
            let found = summary(&folder, &about_games, 0);
            assert_eq!(found["conclusion"]["evidence"], "claimed");
            let words = found["sentence"].as_str().unwrap();
            assert!(
                words.starts_with("No game of Morpion 5D whose bounding box"),
                "{words}"
            );
            check(&folder);
        }
    }

    #[test]
    fn symmetric_runs_keep_a_folder_of_their_own() {
        let parent = tempfile::tempdir().unwrap();
        let mut command = morpion();
        command
            .current_dir(parent.path())
            .args(["prove", "--symmetric", "--max-box", "1,0,1,0", "--json"])
            .assert()
            .code(0);
        let folder = parent.path().join("results/5D-symmetric");
        check(&folder);
        prove(&folder, &["--max-box", "1,0,1,0"])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("5D with point symmetry"));
    }

    /// A user who names an engine is told why it has nothing to do.
    #[test]
    fn proofs_that_answer_are_repeated_whichever_engine_is_named() {
        let parent = tempfile::tempdir().unwrap();
        // The committed evidence, of which a few boxes are asked for.
        let evidence = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let run = |folder: &std::path::Path, arguments: &[&str]| {
            let mut command = morpion();
            command.current_dir(folder);
            let asked = ["prove", "--max-box", "1,0,0,0", "--at-most", "84"];
            command.args(asked).args(arguments);
            command.assert().code(0)
        };
        run(evidence, &[]).stderr(predicate::str::contains("nothing is solved").not());
        run(evidence, &["--engine", "highs"])
            .stderr(predicate::str::contains(
                "nothing is solved; to have it solved anew",
            ))
            .stdout(predicate::str::contains("not proven").not());
        run(parent.path(), &["--engine", "highs"])
            .stderr(predicate::str::contains("nothing is solved").not())
            .stdout(predicate::str::contains(
                "claimed by floating-point solvers",
            ));
    }

    /// Several threads for one box, where that is asked for.
    #[test]
    fn a_parallel_search_comes_to_the_same_maxima() {
        let parent = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| parent.path().join(name));
        let within = ["--max-box", "1,0,0,0"];
        let alone = summary(&one, &within, 0);
        let together = summary(&two, &[&within[..], &["--parallel"]].concat(), 0);
        assert_eq!(alone["claimed"], together["claimed"]);
        morpion()
            .args(["prove", "--engine", "exact", "--parallel"])
            .current_dir(parent.path())
            .assert()
            .code(2)
            .stderr(predicate::str::contains("--parallel is for HiGHS"));
    }

    /// A run that would go on for very long.
    const LONG: [&str; 2] = ["--max-box", "4,3,1,1"];

    fn start(folder: &Path, asked: &[&str]) -> Child {
        std::process::Command::new(env!("CARGO_BIN_EXE_morpion"))
            .args(["prove", "--engine", "highs", "--jobs", "2"])
            .args(asked)
            .arg("--out")
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn wait_for_boxes(child: &mut Child, folder: &Path, boxes: usize) {
        let count = || std::fs::read_dir(folder.join("boxes")).map_or(0, Iterator::count);
        wait_until(child, "boxes are settled", |_| count() >= boxes);
    }

    #[test]
    fn a_killed_run_leaves_sound_results_and_its_folder_free() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("5D");
        let mut child = start(&folder, &LONG);
        wait_for_boxes(&mut child, &folder, 2);
        prove(&folder, &["--max-box", "0,0,0,0"])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("another run is working on"));
        child.kill().unwrap();
        child.wait().unwrap();
        check(&folder);
        prove(&folder, &["--max-box", "1,0,0,0"]).assert().code(0);
        check(&folder);
    }

    /// The answers about each box, by the name of its file: when each came, and how long it took.
    fn answers(folder: &Path) -> BTreeMap<OsString, Vec<serde_json::Value>> {
        let entries = std::fs::read_dir(folder.join("boxes")).unwrap();
        let files = entries.map(|entry| entry.unwrap());
        // A file that was being written when the run was killed is no box file yet.
        let files = files.filter(|file| file.path().extension().is_some_and(|e| e == "json"));
        let answers = files.map(|file| {
            let bytes = std::fs::read(file.path()).unwrap();
            let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            let claims = value["claims"].as_array().unwrap();
            (file.file_name(), claims.clone())
        });
        answers.collect()
    }

    /// The claims of a summary about each box, and its conclusion about all.
    fn claims(summary: &serde_json::Value) -> Vec<serde_json::Value> {
        let boxes = summary["boxes"].as_array().unwrap().iter();
        let claims = boxes.map(|b| serde_json::json!([b["box"], b["graphs"]]));
        claims.chain([summary["conclusion"].clone()]).collect()
    }

    #[test]
    fn a_killed_run_goes_on_and_asks_nothing_twice() {
        let parent = tempfile::tempdir().unwrap();
        let [killed, whole] = ["killed", "whole"].map(|name| parent.path().join(name));
        let asked = ["--at-most", "84", "--max-box", "2,1,1,1"];
        let mut child = start(&killed, &asked);
        wait_for_boxes(&mut child, &killed, 3);
        child.kill().unwrap();
        child.wait().unwrap();
        let before = answers(&killed);
        assert!(!before.is_empty(), "nothing was kept");
        let resumed = summary(&killed, &asked, 0);
        assert_eq!(claims(&resumed), claims(&summary(&whole, &asked, 0)));
        let after = answers(&killed);
        let (left, all) = [&before, &after]
            .map(|a| a.values().map(Vec::len).sum::<usize>())
            .into();
        assert!(left < all, "nothing was left to do");
        for (name, known) in before {
            assert!(after[&name].starts_with(&known), "{}", name.display());
        }
        // At most two questions for each box: whether there is more, and whether there is anything.
        assert!(after.values().all(|answers| answers.len() <= 2));
        check(&killed);
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupt_says_how_to_go_on() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("5D");
        let mut child = start(&folder, &LONG);
        wait_for_boxes(&mut child, &folder, 2);
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(
            words.contains("to go on: morpion prove --engine highs"),
            "{words}"
        );
        check(&folder);
    }
}
