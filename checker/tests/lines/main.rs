//! Certificates about lines: by hand, with every step and row; a real one; and what must not be accepted.

mod families;
#[allow(unreachable_pub, reason = "the targets of the fuzzer use it, too")]
#[path = "../shared/games.rs"]
mod games;
mod hunt;
#[path = "../shared/random.rs"]
mod random;

use morpion_check::lines::check;
use morpion_check::lines::reject::Reason;
use morpion_check_core::packed;
use morpion_check_core::sha256::sha256;
use random::Random;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Two lines of 4D that overlap, along the upper side of the cross: a game draws one of them.
const TWO: &str = "morpion-lines 1 4D at-most 1 lines 2\nline 1 0 -\nline 2 0 -\n";

/// The reason why the certificate about [`TWO`] that goes on with these rows is rejected; `None` if it is valid.
fn two(rows: &str) -> Option<Reason> {
    fault(&format!("{TWO}{rows}"))
}

fn fault(text: &str) -> Option<Reason> {
    check(text.as_bytes()).err().map(|reject| reject.reason)
}

#[test]
fn every_row_counts_what_the_page_says() {
    // Either line runs through the slot (3,0), a cell of the cross; the two moves exclude each other.
    assert_eq!(two("refuted 1 1\n1 slot 3 0 - 0\n"), None);
    assert_eq!(two("refuted 1 1\n1 clique - 0 1\n"), None);
    assert_eq!(two("refuted 2 1\n2 clique - 0 1\n"), None);
    assert_eq!(two("refuted 1 0\n"), Some(Reason::Bound));
    // The bound is too large by the least that is possible; and rows about something else.
    assert_eq!(two("refuted 3 1\n2 clique - 0 1\n"), None);
    assert_eq!(two("refuted 3 1\n0 clique - 0 1\n"), Some(Reason::Bound));
    assert_eq!(two("refuted 1 1\n1 slot 1 0 - 0\n"), Some(Reason::Bound));
    assert_eq!(
        two("refuted 1 2\n1 dot 1,0\n1 dot 5,0\n"),
        Some(Reason::Bound)
    );
    // The cell (1,0) holds a dot only where it was placed, by a line that is the only one through it.
    assert_eq!(
        two("refuted 1 1\n1 order cell 1,0 1,0\n"),
        Some(Reason::Bound)
    );
    assert_eq!(two("refuted 1 1\n1 required 0\n"), Some(Reason::Row));
    assert_eq!(two("refuted 1 1\n1 clique - 0 0\n"), Some(Reason::Row));
    assert_eq!(two("refuted 1 1\n1 clique 1,0 0\n"), Some(Reason::Row));
    assert_eq!(two("refuted 1 1\n1 order move 0 1,0\n"), Some(Reason::Row));
    assert_eq!(
        two("refuted 1 1\n1 order cell 1,0 5,0\n"),
        Some(Reason::Row)
    );
    assert_eq!(two("refuted 1 1\n1 slot 1 0 - 1\n"), Some(Reason::Row));
    assert_eq!(two("refuted 1 1\n1 slot 9 9 - 0\n"), Some(Reason::Missing));
    assert_eq!(two("refuted 1 1\n1 dot 2,0\n"), Some(Reason::Missing));
    assert_eq!(two("refuted 1 1\n1 clique - 2\n"), Some(Reason::Missing));
    assert_eq!(two("refuted 1 1\n-1 dot 1,0\n"), Some(Reason::Number));
}

#[test]
fn every_step_needs_its_reason() {
    let drawn = "branched 0\nout 1\n";
    // Where line 0 is drawn line 1 is not, and no move is left to draw a line that must be drawn.
    assert_eq!(two(&format!("{drawn}refuted 1 0\nrefuted 1 0\n")), None);
    assert_eq!(
        two(&format!(
            "{drawn}branched 1\nblocked 1\nrefuted 1 0\nrefuted 1 0\n"
        )),
        None
    );
    assert_eq!(two("out 0\n"), Some(Reason::Out));
    assert_eq!(two("branched 0\nout 0\n"), Some(Reason::Out));
    assert_eq!(two("blocked 0\n"), Some(Reason::Blocked));
    assert_eq!(two("branched 0\nblocked 0\n"), Some(Reason::Blocked));
    assert_eq!(two("open\n"), Some(Reason::Word));
    assert_eq!(two(""), Some(Reason::Truncated));
    assert_eq!(
        two("refuted 1 1\n1 clique - 0 1\nout 0\n"),
        Some(Reason::Trailing)
    );
    assert_eq!(two(&"branched 0\n".repeat(500)), Some(Reason::Deep));
    // Lines that share no cell exclude nothing of each other, until a dot that one of them needs cannot be there.
    let apart = "morpion-lines 1 4D at-most 2 lines 2\nline 1 0 -\nline 1 6 -\n";
    assert_eq!(fault(&format!("{apart}refuted 1 0\n")), None);
    assert_eq!(
        fault(&format!("{apart}excludes 0 1\n")),
        Some(Reason::Excludes)
    );
    assert_eq!(
        fault(&format!("{apart}excludes 0 0\n")),
        Some(Reason::Excludes)
    );
}

#[test]
fn the_form_is_the_one_of_the_page() {
    assert_eq!(
        fault("morpion-lines 2 4D at-most 1 lines 0\nrefuted 1 0\n"),
        Some(Reason::Header)
    );
    assert_eq!(
        fault("morpion-lines 1 6D at-most 1 lines 0\nrefuted 1 0\n"),
        Some(Reason::Header)
    );
    assert_eq!(
        fault("morpion-lines 1 4D at-most 1 lines 2001\n"),
        Some(Reason::Many)
    );
    assert_eq!(
        fault("morpion-lines 1 4D at-most 01 lines 0\n"),
        Some(Reason::Number)
    );
    assert_eq!(
        fault(&TWO.replace("line 2 0 -", "line 1 0 -")),
        Some(Reason::Line)
    );
    assert_eq!(
        check(b"morpion-lines 1 4D at-most 1 lines \xff\n")
            .unwrap_err()
            .reason,
        Reason::Text
    );
    assert_eq!(
        fault("morpion-lines 1 4D at-most 0 lines 0\nrefuted 1 0\n"),
        None
    );
    let reject = check(format!("{TWO}out 0\n").as_bytes()).unwrap_err();
    assert_eq!(
        reject.to_string(),
        "line 4: nothing keeps this move out of all games of the node"
    );
}

fn of_178() -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/5T/253-lines-at-most-178.cert.zst");
    String::from_utf8(packed::read(&path).unwrap()).unwrap()
}

#[test]
fn morpion_check_says_what_a_certificate_shows() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/5T/253-lines-at-most-178.cert.zst");
    let output = Command::new(env!("CARGO_BIN_EXE_morpion-check"))
        .arg(&path)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let words = "valid: no game of 5T that is made of these 253 lines has more than 178 moves (1 nodes, 67806 deductions); the SHA-256 of the lines is 1689a0a47d6feeedcd034ec39f9ecc259d55b1337abccdfccb9245d88d0bd26d\n";
    assert!(said.contains(words), "{said}");
    assert_eq!(output.status.code(), Some(0));
}

/// Two certificates are about the same lines if what is said of them is the same, whatever the order in which they come.
#[test]
fn lines_are_told_by_their_digest() {
    let digest = |one: &str, other: &str| {
        let text = format!(
            "morpion-lines 1 4D at-most 1 lines 2\nline {one}\nline {other}\nrefuted 1 1\n1 clique - 0 1\n"
        );
        check(text.as_bytes()).unwrap().digest
    };
    let rows = b"line 1 0 -\nline 2 0 -\n";
    assert_eq!(digest("1 0 -", "2 0 -"), sha256(rows));
    assert_eq!(digest("2 0 -", "1 0 -"), sha256(rows));
    assert_ne!(digest("0 1 |", "0 2 |"), sha256(rows));
}

#[test]
fn numbers_have_one_form() {
    for start in ["+1 0", "01 0", "1 -0", "1 00", "1 101", "-101 0"] {
        let text = TWO.replace("line 1 0", &format!("line {start}"));
        let rows = "refuted 1 1\n1 clique - 0 1\n";
        assert_eq!(fault(&format!("{text}{rows}")), Some(Reason::Number));
    }
}

/// Certificates about lines are not passed over in a folder that also holds certificates about octagons.
#[test]
fn a_folder_may_hold_lines_and_octagons() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lines-and-octagons");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("a.cert.zst", &format!("{TWO}refuted 1 1\n1 clique - 0 1\n"));
    write("b.cert.zst", &format!("{TWO}refuted 1 0\n"));
    write("c.cert.zst", "morpion-octagons 1 5T at-most 700\n");
    let mut check = Command::new(env!("CARGO_BIN_EXE_morpion-check"));
    let output = check.arg(&folder).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    for words in [
        "a.cert.zst: valid: no game of 4D that is made of these 2 lines has more than 1 moves",
        "b.cert.zst: rejected: line 4: the bound is not small enough",
        "c.cert.zst: rejected: the certificate ends too early",
    ] {
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(output.status.code(), Some(1));
}

/// A game of 178 moves is made of these lines, so a certificate that claims that there is none is rejected, however it is changed.
#[test]
fn nothing_false_is_valid() {
    let text = of_178().replacen("at-most 178", "at-most 177", 1);
    let rows: Vec<&str> = text.lines().collect();
    let refuted = rows
        .iter()
        .position(|row| row.starts_with("refuted"))
        .unwrap();
    assert_eq!(fault(&text), Some(Reason::Bound));
    let mut random = Random::new(1);
    for _ in 0..4 {
        // A multiplier is changed; and there is a deduction more, which mostly does not follow.
        let mut changed = rows[..refuted].join("\n");
        let at = random.pick(&Vec::from_iter(refuted + 1..rows.len()));
        let _ = write!(
            changed,
            "\nexcludes {} {}",
            random.below(1036),
            random.below(1036)
        );
        for (i, row) in rows.iter().enumerate().skip(refuted) {
            let (factor, rest) = row.split_once(' ').unwrap();
            let factor = if i == at {
                format!("{}", random.below(20_000))
            } else {
                factor.to_owned()
            };
            let _ = write!(changed, "\n{factor} {rest}");
        }
        assert!(fault(&format!("{changed}\n")).is_some());
    }
}
