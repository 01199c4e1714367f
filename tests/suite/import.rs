//! `morpion import`: certificates made elsewhere become results, and only good ones do.

use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use morpion_proof::engine::{Evidence, Objects, UpperBound};
use morpion_results::read_folder;
use predicates::prelude::*;
use predicates::str::contains;

fn morpion(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.args(arguments).timeout(Duration::from_secs(300));
    command
}

/// Makes a certificate; unfinished ones come from a results folder.
fn certificate(bounding_box: &str, at_least: &str, path: &Path) {
    let question = [
        "box",
        bounding_box,
        "--at-least",
        at_least,
        "--engine",
        "exact",
    ];
    let path = path.to_str().unwrap();
    morpion(&question)
        .args(["--certificate", path])
        .assert()
        .success();
}

fn unfinished(results: &Path, time: &str) -> std::path::PathBuf {
    let save = results.to_str().unwrap();
    morpion(&["box", "5,3,1,1", "--at-least", "85", "--engine", "exact"])
        .args(["--save", save, "--time-limit", time])
        .assert()
        .code(1);
    results.join("unfinished/5-3-1-1.graphs.at-most-84.cert.zst")
}

fn import(results: &Path, paths: &[&Path]) -> assert_cmd::assert::Assert {
    let mut command = morpion(&["import", "--out", results.to_str().unwrap()]);
    command.args(paths).assert()
}

#[test]
fn complete_certificates_become_proofs_once() {
    let folder = tempfile::tempdir().unwrap();
    let (results, made) = (folder.path().join("r"), folder.path().join("made"));
    fs::create_dir(&made).unwrap();
    certificate("1,1,1,0", "75", &made.join("a.cert"));
    certificate("1,1,1,0", "80", &made.join("b.cert"));
    fs::write(made.join("notes.txt"), "no certificate").unwrap();
    import(&results, &[&made])
        .code(0)
        .stdout(contains("imported: no graph").and(contains("b.cert")));
    let (_, facts) = read_folder(&results).unwrap();
    let known = facts.values().next().unwrap();
    let bound = known.bound(Objects::Graphs, Evidence::Proven);
    assert_eq!(bound, Some(UpperBound::AtMost(74)));
    assert!(known.effort().nodes > 0 && known.effort().evaluations > 0);
    let before = fs::read(results.join("boxes/1-1-1-0.json")).unwrap();
    import(&results, &[&made]).code(0).stdout(
        contains("already known")
            .count(2)
            .and(contains("imported").not()),
    );
    assert_eq!(
        fs::read(results.join("boxes/1-1-1-0.json")).unwrap(),
        before
    );
    morpion(&["check", results.to_str().unwrap()])
        .assert()
        .success();
}

#[test]
fn bad_certificates_are_refused_and_good_ones_beside_them_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let (results, good) = (folder.path().join("r"), folder.path().join("good.cert"));
    certificate("1,1,1,0", "80", &good);
    let mut bytes = fs::read(&good).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 3;
    let bad = folder.path().join("bad.cert");
    fs::write(&bad, bytes).unwrap();
    let turned = folder.path().join("turned.cert");
    certificate("0,1,1,1", "80", &turned);
    import(&results, &[&bad, &turned, &good])
        .code(1)
        .stdout(contains("bad.cert: refused: the checker rejects it"))
        .stdout(contains("turned.cert: refused: it is about box (0,1,1,1)"))
        .stdout(contains("good.cert: imported"));
    morpion(&["check", results.to_str().unwrap()])
        .assert()
        .success();
}

#[test]
fn unfinished_certificates_are_gone_on_with_unless_more_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    let less = unfinished(&folder.path().join("less"), "0.2");
    let more = unfinished(&folder.path().join("more"), "1");
    let kept = results.join("unfinished/5-3-1-1.graphs.at-most-84.cert.zst");
    import(&results, &[&less])
        .code(0)
        .stdout(contains("% explored"));
    assert_eq!(fs::read(&kept).unwrap(), fs::read(&less).unwrap());
    import(&results, &[&more])
        .code(0)
        .stdout(contains("imported"));
    import(&results, &[&less])
        .code(0)
        .stdout(contains("already known"));
    assert_eq!(fs::read(&kept).unwrap(), fs::read(&more).unwrap());
    let save = results.to_str().unwrap();
    morpion(&[
        "box",
        "5,3,1,1",
        "--at-least",
        "85",
        "--engine",
        "exact",
        "--save",
        save,
    ])
    .assert()
    .success();
    assert!(!kept.exists());
    import(&results, &[&more])
        .code(0)
        .stdout(contains("already known"));
    morpion(&["check", save]).assert().success();
}

#[test]
fn misuse_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    import(&results, &[]).code(2);
    import(&results, &[Path::new("no/such/file.cert")])
        .code(2)
        .stderr(contains("cannot read no/such/file.cert"));
    import(&results, &[folder.path()])
        .code(2)
        .stderr(contains("no certificates"));
}
