//! `morpion model` through the binary.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

fn model(args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("morpion").unwrap();
    command.arg("model").args(args).assert()
}

#[test]
fn files_go_where_they_are_sent_and_counts_to_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    for (format, start) in [("lp", "\\ "), ("opb", "* #variable=")] {
        let path = folder.path().join(format!("program.{format}"));
        let file = path.to_str().unwrap();
        model(&["4,3,1,1", "--format", format, "-o", file])
            .success()
            .stdout("")
            .stderr(contains("5D (4,3,1,1): 2230 columns"));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(start));
        model(&["4,3,1,1", "--format", format])
            .success()
            .stdout(text);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn rows_are_named_after_their_rules() {
    let all = [
        "1,0,1,0",
        "--variant",
        "4T",
        "--symmetric",
        "--order",
        "ord",
        "--at-least",
        "20",
        "--format",
        "lp",
        "-o",
        "-",
    ];
    let mut checks = model(&all).success();
    for rule in [
        "L3_", "L4_", "L5_top", "L6_dot_", "L6_move_", "L7_", "at_least", "ord_0_m1",
    ] {
        checks = checks.stdout(contains(rule));
    }
    model(&["0,0,0,0", "--order", "cuts", "--format", "opb"])
        .success()
        .stdout(contains("* tri_"));
}

#[test]
fn opb_refuses_continuous_columns() {
    model(&["0,0,0,0", "--order", "ord", "--format", "opb"])
        .code(2)
        .stdout("")
        .stderr(contains("0-1 columns only").and(contains("write lp, or")));
}

#[test]
fn bad_boxes_and_words_are_refused() {
    for bad in [
        "-1,0,0,0",
        "1,2,3",
        "",
        "61,0,0,0",
        "99999999999,0,0,0",
        "a,b,c,d",
    ] {
        model(&[bad, "--format", "lp"])
            .code(2)
            .stderr(contains("is not a box").and(contains("for example")));
    }
    model(&["--format", "lp"]).code(2).stderr(contains("<BOX>"));
    model(&["0,0,0,0"]).code(2).stderr(contains("--format"));
    model(&["0,0,0,0", "--format", "xls"])
        .code(2)
        .stderr(contains("lp or opb"));
    model(&["0,0,0,0", "--format", "lp", "--variant", "6D"])
        .code(2)
        .stderr(contains("is not a variant"));
}

#[test]
fn an_unwritable_file_is_one_clear_sentence() {
    model(&["0,0,0,0", "--format", "lp", "-o", "no/such/folder/x.lp"])
        .code(2)
        .stderr(starts_with("morpion: cannot write no/such/folder/x.lp"));
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;

    model(&["0,0,0,0", "--format", "lp", "-o", "/dev/null"]).success();
    let kind = std::fs::metadata("/dev/null").unwrap().file_type();
    assert!(kind.is_char_device());
}
