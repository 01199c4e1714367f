//! `morpion search ranked-reward` as its users meet it: the files it leaves, how it goes on, and the tasks it refuses.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::waiting::wait_until;
use assert_cmd::Command;

/// Small enough for a test: 4D, a few games an iteration.
const SMALL: [&str; 11] = [
    "ranked-reward",
    "--variant",
    "4D",
    "--E",
    "8",
    "--radius",
    "2",
    "--hidden",
    "4",
    "--seed",
    "3",
];

fn search(folder: &Path, args: &[&str], more: &[&str]) -> Command {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command
        .arg("search")
        .args(args)
        .args(more)
        .arg("-o")
        .arg(folder);
    command
}

fn checkpoint(folder: &Path) -> PathBuf {
    folder.join("4D-ranked-reward-seed3.checkpoint")
}

/// The diary without the columns that are times.
fn diary(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("4D-ranked-reward-seed3.csv")).unwrap();
    let without_times = |line: &str| line.rsplitn(4, ',').last().unwrap().to_owned();
    text.lines().map(without_times).collect()
}

/// The moves of the one game in the folder, as text.
fn game(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths = entries.map(|e| e.unwrap().path());
    let record = paths.find(|p| p.extension().is_some_and(|e| e == "msr"));
    let loaded = morpion_rules::record::load(&record.unwrap()).unwrap();
    let position = morpion_rules::record::replay(&loaded, None).unwrap();
    format!("{:?}", position.moves())
}

#[test]
fn the_same_seed_is_the_same_run_on_any_number_of_threads() {
    let runs = [["--jobs", "1"], ["--jobs", "3"]].map(|jobs| {
        let folder = tempfile::tempdir().unwrap();
        let more = [&["--I", "3"], &jobs[..]].concat();
        search(folder.path(), &SMALL, &more).assert().code(0);
        for extension in ["checkpoint", "csv", "network"] {
            let path = checkpoint(folder.path()).with_extension(extension);
            assert!(path.exists(), "{}", path.display());
        }
        (diary(folder.path()), game(folder.path()))
    });
    assert_eq!(runs[0].0.len(), 4, "heads and three iterations");
    assert_eq!(runs[0], runs[1]);
}

/// It learns games of one box.
#[test]
fn a_run_goes_on_in_its_own_box() {
    let folder = tempfile::tempdir().unwrap();
    search(folder.path(), &SMALL, &["--I", "1"])
        .assert()
        .code(0);
    let from = checkpoint(folder.path());
    let from = ["--from", from.to_str().unwrap(), "--I", "2"];
    let more = [&from[..], &["--max-box", "1,1,1,1"]].concat();
    search(folder.path(), &SMALL, &more)
        .assert()
        .code(2)
        .stderr(predicates::str::contains("another box"));
}

/// Of an earlier run, of which the checkpoint was put away.
#[test]
fn a_network_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| search(folder.path(), &SMALL, more).assert().code(0);
    run(&["--I", "2"]);
    let network = checkpoint(folder.path()).with_extension("network");
    let before = std::fs::read(&network).unwrap();
    std::fs::remove_file(checkpoint(folder.path())).unwrap();
    run(&["--I", "3"]);
    assert_eq!(std::fs::read(&network).unwrap(), before);
    for extension in ["checkpoint", "csv", "network"] {
        let beside = format!("4D-ranked-reward-seed3-2.{extension}");
        assert!(folder.path().join(beside).exists(), "{extension}");
    }
}

#[test]
fn going_on_equals_no_interruption() {
    let whole = tempfile::tempdir().unwrap();
    search(whole.path(), &SMALL, &["--I", "4"]).assert().code(0);
    let parts = tempfile::tempdir().unwrap();
    search(parts.path(), &SMALL, &["--I", "2"]).assert().code(0);
    let path = checkpoint(parts.path());
    let from = ["--I", "4", "--from", path.to_str().unwrap()];
    let args = ["ranked-reward", "--variant", "4D", "--seed", "3"];
    search(parts.path(), &args, &from).assert().code(0);
    assert_eq!(diary(parts.path()), diary(whole.path()));
    assert_eq!(game(parts.path()), game(whole.path()));
}

#[test]
fn a_killed_run_goes_on_from_its_last_iteration() {
    let folder = tempfile::tempdir().unwrap();
    let path = checkpoint(folder.path());
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("morpion"))
        .arg("search")
        .args(SMALL)
        .args(["--I", "100000", "-q", "-o"])
        .arg(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Its name is taken first, by an empty file.
    let is_saved = || std::fs::metadata(&path).is_ok_and(|file| file.len() > 0);
    wait_until(&mut child, "its state is saved", |_| is_saved());
    child.kill().unwrap();
    child.wait().unwrap();
    // The diary is written just before the checkpoint.
    let iterations = || diary(folder.path()).len() - 1;
    let done = iterations();
    assert!(done >= 1);
    let more = (done + 1).to_string();
    let from = ["--I", &more, "--from", path.to_str().unwrap()];
    let args = ["ranked-reward", "--variant", "4D", "--seed", "3"];
    search(folder.path(), &args, &from).assert().code(0);
    assert_eq!(iterations(), done + 1);
}

#[test]
fn what_cannot_go_on_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    search(folder.path(), &SMALL, &["--I", "1"])
        .assert()
        .code(0);
    let good = checkpoint(folder.path());
    let bytes = std::fs::read(&good).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let damaged = write("damaged", &bytes[..bytes.len() - 7]);
    let foreign = write("foreign", b"5D-082 moves and nothing else");
    let of_4d = ["--variant", "4D", "--seed", "3"];
    let cases: [(&Path, &[&str], &str); 6] = [
        (&damaged, &of_4d, "it cannot be unpacked"),
        (&foreign, &of_4d, "foreign"),
        (&good, &["--seed", "3"], "it is of 4D"),
        (&good, &["--variant", "4D"], "add --seed 3"),
        (
            &good,
            &["--variant", "4D", "--seed", "3", "--lr", "0.1"],
            "give no other than --I",
        ),
        (&good, &of_4d, "has done its 1 iterations"),
    ];
    for (path, more, words) in cases {
        let args = ["ranked-reward", "--from", path.to_str().unwrap()];
        let assert = search(folder.path(), &args, more).assert().code(2);
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(said.contains(words), "{said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
    let symmetric = search(folder.path(), &SMALL, &["--symmetric"])
        .assert()
        .code(2);
    let said = String::from_utf8(symmetric.get_output().stderr.clone()).unwrap();
    assert!(said.contains("leave out --symmetric"), "{said}");
}
