//! `morpion-recount` through the binary: counts that agree, counts that do not, and misuse.

use std::process::Command;

/// The exit status and the output, for a file with this text.
fn recount(name: &str, text: &str) -> (Option<i32>, String) {
    recount_with(&["--draw", "0"], name, text)
}

fn recount_with(options: &[&str], name: &str, text: &str) -> (Option<i32>, String) {
    let path = std::env::temp_dir().join(format!("recount-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion-recount"));
    let output = command.args(options).arg(&path).output().unwrap();
    std::fs::remove_file(path).unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), said)
}

#[test]
fn numbers_of_roots_are_compared() {
    let header = "morpion count 1\nvariant 4D\ncut 3\nunits 1\n";
    let (status, said) = recount("right", &format!("{header}0 1174 1 :\n"));
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = recount("wrong", &format!("{header}0 1175 1 :\n"));
    assert_eq!(status, Some(1));
    assert!(said.starts_with("unit 0: 1174 roots"), "{said}");
}

#[test]
fn units_are_drawn_from_the_small_ones_where_asked() {
    // The numbers are made up: the units drawn are printed, and do not agree.
    let text = "morpion count 1\nvariant 4D\ncut 1\nunits 3\n0 5 :\n1 3 :\n2 9 :\n";
    let few = ["--draw", "9", "--seed", "4", "--most", "4"];
    let (status, said) = recount_with(&few, "small", text);
    assert_eq!(status, Some(1));
    assert!(said.contains("drawn from 1 units with --seed 4"), "{said}");
}

#[test]
fn what_is_no_file_of_counts_is_told() {
    for (name, text) in [
        ("empty", ""),
        ("version", "morpion count 2\nvariant 4D\ncut 3\nunits 1\n"),
        ("variant", "morpion count 1\nvariant 6D\ncut 3\nunits 1\n"),
        (
            "line",
            "morpion count 1\nvariant 4D\ncut 3\nunits 1\n0 x :\n",
        ),
    ] {
        assert_eq!(recount(name, text).0, Some(2), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_misuse() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion-recount"));
    let output = command.arg(std::ffi::OsStr::from_bytes(b"\xff")).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}
