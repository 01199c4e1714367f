//! A run that is killed with SIGKILL in the middle loses the boxes in flight and no more.
//!
//! The run to be killed is this test program itself, started again as a child.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::*;
use crate::waiting::wait_until;
use morpion_results::read_folder;
use morpion_verify::check_folder;

const FOLDER: &str = "MORPION_TEST_RESULTS";

fn small_world() -> World {
    world(31, 5, 20)
}

/// The child only: a run that is slow enough to be killed.
#[test]
#[ignore = "started by `a_killed_run_resumes` as a child process"]
fn child() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("the parent names a folder"));
    let mut engine = WorldEngine::new(small_world());
    engine.delay = Duration::from_millis(15);
    run_in(&folder, PLAIN, MAXIMA, LIMITS, &engine).unwrap();
}

#[test]
fn a_killed_run_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r");
    let mut known = 0;
    for round in 1..=3 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "prove_killed::child"])
            .env(FOLDER, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Wait for progress, not for time.
        let wanted = known + 3;
        let count = || std::fs::read_dir(path.join("boxes")).map_or(0, Iterator::count);
        let what = format!("boxes are settled in round {round}");
        wait_until(&mut child, &what, |_| count() >= wanted);
        child.kill().unwrap();
        child.wait().unwrap();
        // The files that are there are whole, and nothing was lost.
        let (_, facts) = read_folder(&path).unwrap();
        assert!(
            facts.len() + 2 >= wanted,
            "temporary files were counted too"
        );
        assert!(facts.len() >= known);
        let report = check_folder(&path, |_, _| {}).unwrap();
        assert!(report.faults.is_empty(), "{:?}", report.faults);
        known = facts.len();
    }
    let engine = WorldEngine::new(small_world());
    let (facts, _) = run_in(&path, PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    assert_eq!(
        engine.questions().len(),
        facts.len() - known,
        "only what was not known"
    );
    let whole = tempfile::tempdir().unwrap();
    let (expected, _) = run_in(whole.path(), PLAIN, MAXIMA, LIMITS, &engine).unwrap();
    assert!(facts.keys().eq(expected.keys()));
    assert!(check_folder(&path, |_, _| {}).unwrap().faults.is_empty());
}
