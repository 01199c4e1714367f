//! Ctrl-C while certificates are checked: the program says how far it has come, and two signals at once are one.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::docs::CHECKER;
use crate::waiting::{signal, wait_until_it_has_worked};

/// Starts a program among the committed results, lets it work, and sends it two signals at once, as `timeout` does.
fn interrupted(program: &Path, arguments: &[&str]) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_it_has_worked(&mut child, 500);
    signal(&child, "-INT");
    signal(&child, "-INT");
    child.wait_with_output().unwrap()
}

fn morpion() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_morpion"))
}

#[track_caller]
fn assert_told(output: &Output, words: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("interrupted: "), "{told}");
    assert!(told.contains(words), "{told}");
}

#[test]
fn whoever_checks_certificates_says_how_many_were_checked() {
    let commands: [&[&str]; 2] = [&["prove"], &["prove", "--sample", "10m"]];
    for arguments in commands {
        let output = interrupted(morpion(), arguments);
        assert_told(&output, "were checked, and all of them hold");
    }
    let output = interrupted(morpion(), &["check", "results/5D"]);
    assert_told(&output, "checked");
    let theorem = "results/5D/certificates/theorem.txt";
    for arguments in [&[theorem][..], &["--sample", "10m", theorem]] {
        let output = interrupted(&CHECKER, arguments);
        assert_told(&output, "were checked, and those hold");
    }
}

/// Only boxes that were begun are told.
#[test]
fn an_interrupted_improve_tells_of_what_was_tried() {
    let boxes = ["improve", "3,3,3,2", "4,3,1,2", "--jobs", "1"];
    let folder = tempfile::tempdir().unwrap();
    let out = [
        "--time-limit",
        "1m",
        "--out",
        folder.path().to_str().unwrap(),
    ];
    let output = interrupted(morpion(), &[&boxes[..], &out[..]].concat());
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.lines().count() < 2, "{told}");
    assert!(!told.contains("was looked for"), "{told}");
}

/// The results so far are printed, and the second signal does not cut them off.
#[test]
fn two_signals_at_once_are_one() {
    let output = interrupted(morpion(), &["box", "4,3,1,2", "--jobs", "1"]);
    assert_eq!(output.status.code(), Some(130));
    assert!(!output.stdout.is_empty());
}
