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

/// Fails unless the file is a complete list of all symmetric games of at least 64 moves with the box (4,1,4,1).
#[track_caller]
fn assert_lists_all(file: &Path) {
    let (verdict, found) = positions(&packed::read(file).unwrap(), Form::Fast, None).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if claim.all_of && claim.k == 64));
    assert_eq!(found.len(), 1568);
}

#[test]
fn a_list_is_proven_told_and_kept() {
    let folder = tempdir().unwrap();
    let (file, results) = (folder.path().join("a.cert"), folder.path().join("results"));
    let kept = ["--results", results.to_str().unwrap()];
    let args = ["box", "1,4,1,4", "--at-least", "64", "--all-of"];
    let more = [
        "--symmetric",
        "--json",
        "--certificate",
        file.to_str().unwrap(),
    ];
    let output = morpion(&[&args[..], &more, &kept].concat()).success();
    let value: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(value["verdict"], "LISTED");
    assert_eq!(value["evidence"], "proven");
    assert_eq!(value["question"]["all_of"], true);
    let all = serde_json::json!({ "positions": 1568, "up_to_symmetry": 784, "sets_of_dots": 1 });
    assert_eq!(value["answer"]["listed"], all);
    assert_eq!(value["answer"]["bound"], serde_json::Value::Null);
    assert_lists_all(&file);
    let name = "4-1-4-1.games.all-64.cert.zst";
    let kept_file = results.join("certificates").join(name);
    assert_lists_all(&kept_file);
    let text = fs::read_to_string(results.join("boxes/4-1-4-1.json")).unwrap();
    assert!(text.contains("\"all_of\": true"), "{text}");
    // It is no bound; without its certificate it counts for nothing.
    let check = || morpion(&["check", kept[1]]);
    check()
        .success()
        .stdout(contains("0 claimed and 0 proven bounds"));
    let import = || {
        let file = kept_file.to_str().unwrap();
        morpion(&["import", "--symmetric", file, "--out", kept[1]])
    };
    import().success().stdout(contains("already known"));
    let units = folder.path().join("units");
    let units = ["--units", "2", "--out", units.to_str().unwrap()];
    let split = ["split", "--from", kept_file.to_str().unwrap()];
    morpion(&[&split[..], &units].concat())
        .code(2)
        .stderr(contains("not done in units"));
    let all_games = [&args[..], &kept].concat();
    morpion(&all_games).code(2);
    fs::remove_file(&kept_file).unwrap();
    check().code(1).stdout(contains(
        "marks `all games of 64 moves` for games as proven",
    ));
}

/// Fails if a list with nothing on it is not the bound that it is.
#[test]
fn a_list_of_nothing_is_a_bound() {
    let folder = tempdir().unwrap();
    let results = folder.path().to_str().unwrap();
    let args = [
        "box",
        "1,1,2,1",
        "--at-least",
        "83",
        "--all-of",
        "--results",
        results,
    ];
    morpion(&args)
        .success()
        .stdout(contains("at most 82 moves (proven)").and(ends_with("\nREFUTED (proven)\n")));
    let file = folder
        .path()
        .join("certificates/2-1-1-1.games.at-most-82.cert.zst");
    let (verdict, _) = positions(&packed::read(&file).unwrap(), Form::Fast, None).unwrap();
    assert!(matches!(verdict, Verdict::Valid(claim, _) if !claim.all_of && claim.k == 83));
    morpion(&["check", results])
        .success()
        .stdout(contains("1 proven bound"));
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
    // The unfinished list is its own: the bound neither takes it nor removes it.
    let packed = fs::read(&unfinished).unwrap();
    morpion(&["import", unfinished.to_str().unwrap(), "--out", results])
        .success()
        .stdout(contains("already known"));
    morpion(&args)
        .success()
        .stdout(ends_with("\nREFUTED (proven)\n"));
    assert!(!unfinished.exists());
    // A damaged one is reported.
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
