//! The program `morpion-check`: what it prints and how it exits.

use crate::packed::with_checksum;
use crate::prover::prove;
use crate::rules::size;
use crate::sample::two_theorems;
use crate::theorem::Folder;
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::packed::xxh64;
use morpion_check_core::state::Objects;
use std::path::Path;
use std::process::Command;

/// Exit status, standard output, standard error.
pub(crate) fn run(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion-check"));
    let output = command
        .args(arguments)
        .current_dir(&folder.0)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("plain text");
    (
        output.status.code().expect("it exits"),
        text(output.stdout),
        text(output.stderr),
    )
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write(
        "good.cert",
        prove(BoxSize::CROSS, Objects::Graphs, 67, 40, 20, None),
    );
    folder.write(
        "open.cert",
        prove(BoxSize::CROSS, Objects::Graphs, 60, 10, 2, None),
    );
    folder.write("bad.cert", b"MORPCERT\x08");
    let theorem = "morpion-theorem 1\nwithin 0,0,0,0\nobjects games\nat-most 66\nbox 0,0,0,0 at-most 66 good.cert\n";
    folder.write("theorem.txt", theorem);
    folder
}

/// Somebody may have left out the name of the file for hints or positions.
#[test]
fn no_certificate_is_overwritten_by_hints_or_positions() {
    let folder = folder();
    for option in ["--hints", "--positions"] {
        let before = std::fs::read(folder.0.join("good.cert")).unwrap();
        let (status, out, _) = run(&folder, &[option, "good.cert", "open.cert"]);
        assert_eq!(status, 2);
        let words = "it holds something else: name another file";
        assert!(out.contains(words), "{out}");
        assert_eq!(std::fs::read(folder.0.join("good.cert")).unwrap(), before);
    }
    // Older hints are replaced.
    for _ in 0..2 {
        let (status, ..) = run(&folder, &["--hints", "hints", "good.cert"]);
        assert_eq!(status, 0);
    }
}

/// Hints were once written with the words that no position is listed.
#[test]
fn what_is_shown_is_said_in_the_same_words_beside_hints() {
    let folder = folder();
    let lists = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lists");
    let mut paths = vec!["good.cert".to_owned()];
    for name in [
        "4-1-4-1.symmetric-games.all-64.cert.zst",
        "2-2-2-1.games.all-82.cert.zst",
    ] {
        paths.push(lists.join(name).to_str().expect("plain text").to_owned());
    }
    for path in &paths {
        let (status, out, _) = run(&folder, &[path]);
        assert_eq!(status, 0, "{out}");
        let beside_hints = run(&folder, &["--hints", "hints", path]);
        assert_eq!(beside_hints, (0, out, String::new()));
    }
}

#[test]
fn prints_what_is_proven() {
    let folder = folder();
    let (status, out, err) = run(&folder, &["good.cert"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with(
        "good.cert: valid: no graph whose bounding box is exactly 0,0,0,0 has 67 or more moves ("
    ));
    let (status, out, _) = run(&folder, &["--jobs", "3", "."]);
    assert_eq!(status, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].ends_with(
        "good.cert: valid: no graph whose bounding box is exactly 0,0,0,0 has 67 or more moves"
    ));
    let (status, named, _) = run(&folder, &["--jobs", "3", "theorem.txt"]);
    assert_eq!((status, named), (0, out.replace("./", "")));
    assert_eq!(
        lines[1],
        "./theorem.txt: proven: no game whose bounding box lies within 0,0,0,0, up to symmetry, has more than 66 moves"
    );
    for options in [&["--plain", "."][..], &["--jobs", "2", "--plain", "."]] {
        assert_eq!(run(&folder, options), run(&folder, &["."]));
    }
    let plain = run(&folder, &["--plain", "good.cert"]);
    assert_eq!(plain, run(&folder, &["good.cert"]));
    assert_eq!(
        run(&folder, &["--quiet", ".", "good.cert"]),
        (0, String::new(), String::new())
    );
}

#[test]
fn says_what_is_rejected_or_unfinished() {
    let folder = folder();
    let (status, out, _) = run(&folder, &["-q", "good.cert", "bad.cert"]);
    assert_eq!(
        (status, out.as_str()),
        (
            1,
            "bad.cert: rejected: byte 8, node 0: the version is not 9: certificates of versions 1 to 8 are read by programs of their time\n"
        )
    );
    let (status, out, _) = run(&folder, &["open.cert"]);
    assert_eq!(status, 1);
    assert!(out.starts_with("open.cert: unfinished: "), "{out}");
    folder.write(
        "theorem.txt",
        "morpion-theorem 1\nobjects games\nat-most 66\nbox 0,0,0,0 at-most 66 good.cert\n",
    );
    let (status, out, _) = run(&folder, &["--quiet", "."]);
    assert_eq!(
        (status, out.as_str()),
        (
            1,
            "./theorem.txt: rejected: the box 1,1,0,0 is not listed\n"
        )
    );
    folder.write(
        "theorem.txt",
        "morpion-theorem 1\nobjects games\nat-most 66\nbox 0,0,0,0 at-most 66 bad.cert\n",
    );
    let (status, out, _) = run(&folder, &["."]);
    assert_eq!((status, out.lines().count()), (1, 2), "{out}");
}

#[test]
fn misuse_and_unreadable_files_exit_with_2() {
    let folder = folder();
    for arguments in [
        &[][..],
        &["--nonsense"],
        &["--jobs"],
        &["--jobs", "0", "good.cert"],
        &["--jobs", "x", "good.cert"],
        &["--sample"],
        &["--sample", "m", "."],
        &["--sample", "-1s", "."],
        &["--sample", "10d", "."],
        &["--sample", "10m", "good.cert"],
        &["--seed", "x", "."],
    ] {
        let (status, out, err) = run(&folder, arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.ends_with("see morpion-check --help\n"), "{err}");
    }
    let (status, out, _) = run(&folder, &["none.cert", "bad.cert"]);
    assert_eq!((status, out.lines().count()), (2, 2));
    std::fs::remove_file(folder.0.join("good.cert")).unwrap();
    assert_eq!(run(&folder, &["."]).0, 2);
    std::fs::remove_file(folder.0.join("theorem.txt")).unwrap();
    assert_eq!(run(&folder, &["."]).0, 2);
}

#[test]
fn explains_itself() {
    let folder = folder();
    let (status, out, _) = run(&folder, &["--help"]);
    assert_eq!(status, 0);
    assert!(out.contains("Exit status"));
    assert_eq!(
        run(&folder, &["-V"]).1,
        concat!("morpion-check ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn a_name_that_looks_like_an_option_needs_two_dashes() {
    let folder = folder();
    folder.write(
        "-x.cert",
        prove(size([1, 0, 0, 0]), Objects::Games, 75, 100, 5, None),
    );
    assert_eq!(run(&folder, &["-x.cert"]).0, 2);
    let (status, out, _) = run(&folder, &["--", "-x.cert"]);
    assert_eq!(status, 0);
    assert!(out.contains("no game whose bounding box is exactly 1,0,0,0 has 75 or more moves"));
}

#[test]
fn all_theorem_files_of_a_folder_count() {
    let folder = two_theorems();
    let (status, out, _) = run(&folder, &["."]);
    assert_eq!((status, out.lines().count()), (0, 4), "{out}");
    let last: Vec<&str> = out.lines().skip(2).collect();
    assert!(
        last[0].starts_with("./theorem-graphs.txt: proven: no graph "),
        "{out}"
    );
    assert!(
        last[1].starts_with("./theorem.txt: proven: no game "),
        "{out}"
    );
    let broken = "morpion-theorem 1\nobjects graphs\nat-most 66\n";
    folder.write("theorem-graphs.txt", broken);
    let (status, out, _) = run(&folder, &["-q", "."]);
    let said = "./theorem-graphs.txt: rejected: the box 0,0,0,0 is not listed\n";
    assert_eq!((status, out.as_str()), (1, said));
}

#[test]
fn samples_say_that_they_are_samples() {
    let folder = two_theorems();
    let (status, out, err) = run(&folder, &["--quiet", "--sample", "0s", "--seed", "17", "."]);
    assert_eq!((status, err.as_str()), (1, ""));
    assert_eq!(out.lines().count(), 2);
    for line in out.lines() {
        assert!(line.contains("--seed 17"), "{out}");
        assert!(
            line.ends_with("an average one may take, 1 s") && !line.contains("proven"),
            "{out}"
        );
    }
    let (_, _, err) = run(&folder, &["--sample", "0s", "."]);
    assert!(err.starts_with("in 0 s few of 2 certificates "), "{err}");
    let (status, out, err) = run(&folder, &["--sample", "1h", "theorem.txt"]);
    assert_eq!((status, out.lines().count()), (0, 3), "{out}");
    assert_eq!(err, "");
    assert!(
        out.lines().last().unwrap().contains(": proven: no game "),
        "{out}"
    );
    // A fault for which no certificate has to be verified is seen at once.
    std::fs::remove_file(folder.0.join("b.cert")).unwrap();
    let (status, out, _) = run(&folder, &["--sample", "0", "theorem.txt"]);
    assert_eq!(status, 2, "{out}");
    assert_eq!(
        out.lines().last(),
        Some("theorem.txt: rejected: not verified are b.cert")
    );
    folder.write("b.cert", b"MORPCERT\x08");
    assert_eq!(run(&folder, &["--sample", "0", "."]).0, 1);
}

/// Witnesses take one line however many there are, and a rejected certificate one however many theorems list it.
#[test]
fn witnesses_take_one_line_and_so_does_a_rejected_certificate() {
    let folder = two_theorems();
    folder.write("none.moves", "");
    folder.write("one.moves", "3 -1 1 0\n");
    for theorem in ["theorem.txt", "theorem-graphs.txt"] {
        let text = std::fs::read_to_string(folder.0.join(theorem)).unwrap();
        folder.write(theorem, text + "witness 0,0,0,0 0 none.moves\n");
    }
    let text = std::fs::read_to_string(folder.0.join("theorem.txt")).unwrap();
    folder.write("theorem.txt", text + "witness 1,0,0,0 1 one.moves\n");
    let (status, out, _) = run(&folder, &["."]);
    assert_eq!((status, out.lines().count()), (0, 5), "{out}");
    assert_eq!(
        out.lines().next(),
        Some("2 witnesses hold, of 0 to 1 moves")
    );
    folder.write("a.cert", b"MORPCERT\x08");
    let (status, out, _) = run(&folder, &["-q", "."]);
    assert_eq!(
        (status, out.matches("a.cert: rejected").count()),
        (1, 1),
        "{out}"
    );
}

/// The program `script` gives it a terminal.
#[test]
fn on_a_terminal_it_shows_how_far_it_has_come() {
    let folder = two_theorems();
    let program = env!("CARGO_BIN_EXE_morpion-check");
    let mut command = Command::new("script");
    let line = format!("{program} theorem.txt");
    command
        .args(["-qec", &line, "/dev/null"])
        .current_dir(&folder.0);
    let output = command.output().expect("script is installed (util-linux)");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        shown.contains("0 of 2 certificates, 0.0 % of their bytes"),
        "{shown}"
    );
    assert!(shown.contains("proven: no game"), "{shown}");
}

#[test]
fn a_wrong_content_checksum_is_refused() {
    let folder = folder();
    let content = std::fs::read(folder.0.join("good.cert")).unwrap();
    let sum = xxh64(&content) as u32;
    for (name, sum) in [("right.cert.zst", sum), ("wrong.cert.zst", sum ^ 1)] {
        folder.write(name, with_checksum(&content, sum));
    }
    let (status, out, _) = run(&folder, &["-q", "right.cert.zst"]);
    assert_eq!((status, out.as_str()), (0, ""));
    let (status, out, _) = run(&folder, &["-q", "right.cert.zst", "wrong.cert.zst"]);
    let said = "wrong.cert.zst: cannot be read: its checksum is wrong\n";
    assert_eq!((status, out.as_str()), (2, said));
    let theorem = std::fs::read_to_string(folder.0.join("theorem.txt")).unwrap();
    folder.write(
        "theorem.txt",
        theorem.replace("good.cert", "wrong.cert.zst"),
    );
    for options in [&["."][..], &["--sample", "0s", "."]] {
        assert_eq!(run(&folder, options).0, 2, "{options:?}");
    }
}

#[test]
fn parts_print_summaries_that_are_merged() {
    let folder = two_theorems();
    for part in ["1/2", "2/2"] {
        let (status, out, err) = run(&folder, &["--part", part, "."]);
        assert_eq!((status, err.as_str()), (0, ""));
        assert!(out.starts_with("morpion-part 1\nchecker morpion-check "));
        folder.write(&part.replace('/', "-of-"), out);
    }
    let (status, out, _) = run(&folder, &["--merge", ".", "1-of-2", "2-of-2"]);
    assert_eq!((status, out.matches(": proven: ").count()), (0, 2), "{out}");
    let (status, out, _) = run(&folder, &["--merge", ".", "1-of-2"]);
    assert_eq!(status, 1, "{out}");
    assert!(
        out.contains("b.cert: not verified: its bytes 0 to "),
        "{out}"
    );
    assert!(
        out.contains("./theorem.txt: rejected: not verified are b.cert"),
        "{out}"
    );
    folder.write(
        "half",
        &std::fs::read(folder.0.join("1-of-2")).unwrap()[..200],
    );
    let (status, out, _) = run(&folder, &["--merge", ".", "half", "2-of-2"]);
    let said = "half: refused: this is no summary, or not all of one\n";
    assert_eq!((status, out.as_str()), (1, said));
    assert_eq!(run(&folder, &["--merge", ".", "none"]).0, 2);
    for misuse in [
        &["--part", "0/2", "."][..],
        &["--part", "3/2", "."],
        &["--part", "1/2", ".", "."],
    ] {
        assert_eq!(run(&folder, misuse).0, 2, "{misuse:?}");
    }
    // Failures are printed on standard error, and there is no summary.
    std::fs::remove_file(folder.0.join("b.cert")).unwrap();
    let (status, out, err) = run(&folder, &["--part", "1/2", "."]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("b.cert: cannot be read"), "{err}");
}
