//! The lines that `morpion-check` prints about certificates of octagons, and its exit status.

use crate::certificates::Certificate;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of the test with this name.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("octagons")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn run(folder: &PathBuf, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion-check"));
    let output: Output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    (
        output.status.code().expect("it exits"),
        String::from_utf8(output.stdout).expect("text"),
    )
}

fn part(from: u32, to: u32) -> Vec<u8> {
    compress_to_vec(
        &Certificate::new(700, (from, to), 40).bytes()[..],
        CompressionLevel::Fastest,
    )
}

#[test]
fn a_whole_certificate_is_valid() {
    let folder = folder("whole");
    fs::write(folder.join("all.cert.zst"), part(0, 55)).unwrap();
    let line = "all.cert.zst: valid: no game of 5T has more than 700 moves (55 octagons, 55 nodes, 2200 steps)\n";
    assert_eq!(run(&folder, &["all.cert.zst"]), (0, line.to_owned()));
    assert_eq!(
        run(&folder, &["--quiet", "--jobs", "1", "all.cert.zst"]),
        (0, String::new())
    );
}

#[test]
fn a_folder_of_parts_is_valid_together() {
    let folder = folder("parts");
    for (name, from, to) in [("a", 0, 20), ("b", 20, 54), ("c", 54, 55)] {
        fs::write(folder.join(format!("{name}.cert.zst")), part(from, to)).unwrap();
    }
    let (status, out) = run(&folder, &["."]);
    assert_eq!(status, 0, "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(
        lines[1],
        "./b.cert.zst: a part: octagons 20 up to 54 of 55 hold no more than 700 moves (34 nodes, 1360 steps)"
    );
    let last = "./a.cert.zst to ./c.cert.zst: valid: no game of 5T has more than 700 moves (55 octagons, 55 nodes, 2200 steps)";
    assert_eq!(lines[3], last);
    let (status, out) = run(&folder, &["c.cert.zst", "a.cert.zst"]);
    assert_eq!(status, 1);
    let last = out.lines().last().unwrap();
    assert_eq!(
        last,
        "c.cert.zst to a.cert.zst: unfinished: for 700 moves this is not all of the list; name the other parts, too"
    );
}

#[test]
fn a_bad_certificate_is_rejected() {
    let folder = folder("bad");
    fs::write(
        folder.join("bad.cert"),
        Certificate::new(700, (0, 55), 0).bytes(),
    )
    .unwrap();
    fs::write(folder.join("damaged.cert.zst"), &part(0, 55)[..200]).unwrap();
    let (status, out) = run(&folder, &["bad.cert"]);
    assert_eq!(
        (status, &out[..]),
        (
            1,
            "bad.cert: rejected: octagon 0: the bound is not small enough\n"
        )
    );
    let (status, out) = run(&folder, &["damaged.cert.zst"]);
    assert_eq!(status, 2, "{out}");
}

/// What cannot be read is no reason to be silent about it, nor about what is not packed.
#[test]
fn damaged_certificates_of_a_folder_are_named_beside_good_ones() {
    let folder = folder("mixed");
    fs::write(folder.join("good.cert.zst"), part(0, 55)).unwrap();
    fs::write(folder.join("plain.cert"), "MORPCERT").unwrap();
    fs::write(folder.join("damaged.cert.zst"), &part(0, 55)[..200]).unwrap();
    let (status, out) = run(&folder, &["."]);
    assert_eq!(status, 2, "{out}");
    for words in [
        "damaged.cert.zst: cannot be read",
        "plain.cert: rejected",
        "valid: no game of 5T has more than 700 moves",
    ] {
        assert!(out.contains(words), "{out}");
    }
}
