//! `morpion box --all-of` through the binary: lists of all long games of a box.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use morpion_check_core::packed;
use morpion_check_core::walk::positions;
use morpion_check_core::walk::{Form, Verdict};
use predicates::prelude::*;
use predicates::str::{contains, ends_with};
use tempfile::tempdir;

fn morpion(args: &[&str]) -> Assert {
    Command::cargo_bin("morpion").unwrap().args(args).assert()
}

/// Fails unless the file is a complete list of all games of at least so many moves, and this one is empty.
#[track_caller]
fn assert_lists_nothing(file: &Path, k: u64) {
    let (verdict, found) = positions(&packed::read(file).unwrap(), Form::Fast, None).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if claim.all_of && claim.k == k));
    assert_eq!(found.len(), 0);
}

#[test]
fn a_list_is_proven_written_and_kept() {
    let folder = tempdir().unwrap();
    let (file, results) = (folder.path().join("a.cert"), folder.path().join("results"));
    let args = ["box", "1,1,2,1", "--at-least", "83", "--all-of"];
    let kept = ["--results", results.to_str().unwrap()];
    morpion(&[&args[..], &["--certificate", file.to_str().unwrap()], &kept].concat())
        .success()
        .stdout(ends_with(
            "\nLISTED 0 positions (0 up to symmetry) on 0 sets of dots (proven)\n",
        ));
    assert_lists_nothing(&file, 83);
    let name = "2-1-1-1.games.all-83.cert.zst";
    let kept_file = results.join("certificates").join(name);
    assert_lists_nothing(&kept_file, 83);
    let text = fs::read_to_string(results.join("boxes/2-1-1-1.json")).unwrap();
    assert!(text.contains("\"all_of\": true"), "{text}");
    // It is no bound; without its certificate it counts for nothing.
    let check = || morpion(&["check", kept[1]]);
    check()
        .success()
        .stdout(contains("0 claimed and 0 proven bounds"));
    let import = || morpion(&["import", kept_file.to_str().unwrap(), "--out", kept[1]]);
    import().success().stdout(contains("already known"));
    let units = folder.path().join("units");
    let units = ["--units", "2", "--out", units.to_str().unwrap()];
    morpion(
        &[
            &["split", "--from", kept_file.to_str().unwrap()],
            &units[..],
        ]
        .concat(),
    )
    .code(2)
    .stderr(contains("not done in units"));
    let other = [&args[..], &["--symmetric"], &kept].concat();
    morpion(&other).code(2);
    fs::remove_file(&kept_file).unwrap();
    check().code(1).stdout(contains(
        "marks `all games of 83 moves` for games as proven",
    ));
}

#[test]
fn a_list_says_in_json_how_long_it_is() {
    let output = morpion(&[
        "box",
        "2,1,2,1",
        "--at-least",
        "84",
        "--all-of",
        "--symmetric",
        "--json",
    ])
    .success();
    let value: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(value["verdict"], "LISTED");
    assert_eq!(value["evidence"], "proven");
    assert_eq!(value["question"]["all_of"], true);
    let none = serde_json::json!({ "positions": 0, "up_to_symmetry": 0, "sets_of_dots": 0 });
    assert_eq!(value["answer"]["listed"], none);
    assert_eq!(value["answer"]["bound"], serde_json::Value::Null);
}

#[test]
fn a_list_that_was_stopped_is_gone_on_with() {
    let folder = tempdir().unwrap();
    let results = folder.path().to_str().unwrap();
    let args = [
        "box",
        "3,2,1,2",
        "--at-least",
        "84",
        "--all-of",
        "--results",
        results,
    ];
    let unfinished = folder
        .path()
        .join("unfinished/3-2-1-2.games.all-84.cert.zst");
    morpion(&[&args[..], &["--time-limit", "0"]].concat())
        .code(1)
        .stdout(ends_with("\nTIME_LIMIT\n"))
        .stderr(contains("goes on from here"));
    // What it is to become is its own: the bound neither takes it nor removes it.
    let packed = fs::read(&unfinished).unwrap();
    morpion(&["import", unfinished.to_str().unwrap(), "--out", results])
        .success()
        .stdout(contains("already known"));
    morpion(&args)
        .success()
        .stdout(contains("\nLISTED 0 positions"));
    assert!(!unfinished.exists());
    // A damaged one is told of.
    fs::create_dir_all(unfinished.parent().unwrap()).unwrap();
    fs::write(&unfinished, &packed[..packed.len() / 2]).unwrap();
    morpion(&args)
        .code(2)
        .stderr(predicate::str::is_empty().not());
}

#[test]
fn what_cannot_be_listed_is_misuse() {
    let asked = ["box", "2,1,1,1", "--at-least", "83", "--all-of"];
    for (more, words) in [
        (&["--objects", "graphs"][..], "only games can be listed"),
        (&["--variant", "4D"], "only in 5D"),
        (&["--engine", "highs"], "only the exact engine"),
        (&["--arriving", "top"], "cannot be used with"),
        (&["--order", "cuts"], "cannot be used with"),
    ] {
        morpion(&[&asked[..], more].concat())
            .code(2)
            .stdout("")
            .stderr(contains(words));
    }
    morpion(&["box", "2,1,1,1", "--all-of"])
        .code(2)
        .stderr(contains("--at-least"));
}
