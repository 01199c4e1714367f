//! `morpion octagons`: from training to a certificate that the checker accepts.

use std::process::Command as Process;

use crate::docs::CHECKER;
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::str::contains;

fn octagons(folder: &tempfile::TempDir, arguments: &[&str]) -> Assert {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.current_dir(folder).arg("octagons").args(arguments);
    command.assert()
}

/// Of 55 octagons that could hold more than 700 moves.
const SMALL: [&str; 4] = ["--at-most", "700", "--training", "64"];

#[test]
fn a_certificate_is_made_in_parts_and_accepted() {
    let folder = tempfile::tempdir().unwrap();
    octagons(&folder, &[&SMALL[..], &["--share", "1/2"]].concat()).success();
    octagons(&folder, &SMALL).success().stdout(contains(
        "proven: no game of 5T has more than 700 moves (55 octagons",
    ));
    let certificate = folder.path().join("mine/octagons/700/at-most-700.cert.zst");
    let checked = Process::new(&*CHECKER).arg(&certificate).output().unwrap();
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{told}");
    assert!(
        told.contains("valid: no game of 5T has more than 700 moves"),
        "{told}"
    );
    // Everything is there: it is joined and checked again.
    octagons(&folder, &SMALL).success();
}

#[test]
fn a_sample_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    octagons(
        &folder,
        &[&SMALL[..], &["--sample", "20", "-o", "x"]].concat(),
    )
    .success()
    .stdout(contains("0 open"));
    assert!(!folder.path().join("x").exists());
    octagons(&folder, &["--at-most", "401"]).code(2);
}
