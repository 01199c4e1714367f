//! Theorems about all positions, and the file of these that the program writes.

use crate::command::run;
use crate::listing::{all_of, settings};
use crate::prover::{CLOSED, OPEN, header};
use crate::rules::size;
use crate::sample::{outcomes, sample};
use crate::theorem::{Folder, verify};
use morpion_check::part::{check_part, divisible, merge, summary::Part};
use morpion_check_core::geometry::BoxSize;
use morpion_check_core::sha256::sha256;
use morpion_check_core::state::Objects;
use morpion_check_core::theorem::{FILE_NAME, Failure, Theorem};
use morpion_check_core::walk::Form;
use morpion_check_core::witness;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// No game arrives at any other box than the cross, if these were true.
const NOWHERE: &str = "arrival 1,0,0,0 top x.cert\narrival 1,1,0,0 top-right x.cert\n";

fn concluded(head: &str, lines: &str) -> Result<String, Failure> {
    Theorem::parse(&format!("morpion-theorem 1\n{head}\n{lines}"))?.conclusion()
}

/// Fails if a box may be left out, or may have too weak a statement.
#[test]
fn every_box_that_games_reach_is_covered() {
    let games = |lines: &str| concluded("objects games\nall-of 82", &format!("{lines}{NOWHERE}"));
    let said = "all games with at least 82 moves end in the positions that its certificates list";
    for line in [
        "all-of 82 a.cert",
        "at-most 81 a.cert",
        "at-most 5 a.cert",
        "empty a.cert",
    ] {
        assert_eq!(
            games(&format!("box 0,0,0,0 {line}\n")).unwrap(),
            said,
            "{line}"
        );
    }
    let weak = games("box 0,0,0,0 at-most 82 a.cert\n");
    assert!(matches!(weak, Err(Failure::TooWeak(BoxSize::CROSS))));
    assert!(matches!(games(""), Err(Failure::NotListed(BoxSize::CROSS))));
    // From a box whose long games are listed games go on.
    let first = "box 0,0,0,0 all-of 82 a.cert\n";
    let open = concluded("objects games\nall-of 82", first);
    assert!(matches!(open, Err(Failure::NotListed(found)) if found != BoxSize::CROSS));
    let further = format!("{first}box 1,1,0,0 all-of 82 b.cert\narrival 1,0,0,0 top x.cert\n");
    let open = concluded("objects games\nall-of 82", &further);
    assert!(matches!(open, Err(Failure::NotListed(_))));
}

/// Fails if a line of another kind of theorem, or with another number, may stand in one about positions, or the reverse.
#[test]
fn theorems_about_positions_are_read_strictly() {
    let line = |head: &str, lines: &str| match concluded(head, lines) {
        Err(Failure::Line(line)) => line,
        other => panic!("{other:?}"),
    };
    let list = "box 0,0,0,0 all-of 82 a.cert\n";
    for (head, at) in [
        ("objects graphs\nall-of 82", 3),
        ("objects symmetric-graphs\nall-of 82", 3),
        ("within 0,0,0,0\nobjects games\nall-of 82", 4),
        ("objects games\nall-of 0", 3),
        ("objects games\nall-of 082", 3),
        ("objects games\nall-of listed", 3),
        ("objects games\nall-of 82\nat-most 81", 4),
        ("objects games\nat-most 81\nall-of 82", 4),
        // Another number, and a theorem of another kind.
        ("objects games\nall-of 81", 4),
        ("objects games\nall-of 83", 4),
        ("objects games\nat-most 81", 4),
        ("objects games\nat-most 82", 4),
        ("objects games\nat-most listed", 4),
        ("within 0,0,0,0\nobjects games\nat-most 81", 5),
    ] {
        assert_eq!(line(head, list), at, "{head}");
    }
    let head = "objects games\nall-of 82";
    for bad in [
        "box 0,0,0,0 all-of 0 a.cert\n",
        "box 0,0,0,0 all-of 082 a.cert\n",
        "box 0,0,0,0 all-of a.cert\n",
        "arrival 1,0,0,0 all-of a.cert\n",
        "box 0,1,0,0 all-of 82 a.cert\n",
    ] {
        assert_eq!(line(head, bad), 4, "{bad}");
    }
    assert_eq!(
        line(head, &format!("{list}box 0,0,0,0 at-most 9 b.cert\n")),
        5
    );
    assert!(concluded(head, &list.replace("0,0,0,0", "1,0,0,0")).is_err());
}

/// More moves than fit into any of the boxes of symmetric games.
const K: u64 = 500;

/// A theorem about symmetric games with K moves or more, made from the committed one: its empty boxes with their certificates, and for
/// all other boxes a certificate that lists nothing.
fn symmetric() -> (Folder, String) {
    let from =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../results/5D-symmetric/certificates");
    let folder = Folder::new();
    let committed = fs::read_to_string(from.join(FILE_NAME)).expect("it is there");
    let mut text = format!("morpion-theorem 1\nobjects symmetric-games\nall-of {K}\n");
    for line in committed.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["box", _, "empty", file] => {
                folder.write(file, fs::read(from.join(file)).expect("it is there"));
                text += &format!("{line}\n");
            }
            ["box", size, "at-most", ..] => {
                folder.write(&name(size), closed(size, K, true));
                text += &format!("box {size} all-of {K} {}\n", name(size));
            }
            _ => {}
        }
    }
    folder.write(FILE_NAME, &text);
    (folder, text)
}

fn name(size: &str) -> String {
    format!("{size}.cert").replace(',', "-")
}

/// The byte of the header that says whether the certificate lists positions: after magic, version, box, objects, gain and uses.
const LISTS: usize = 16;

/// A certificate that lists nothing, because nothing is so long.
fn closed(size: &str, k: u64, symmetric: bool) -> Vec<u8> {
    let claim = all_of(size.parse().expect("a box"), k, symmetric);
    [header(claim, &settings()), vec![CLOSED]].concat()
}

/// The files for which a theorem fails, as far as the look outside of the trees tells.
fn failing(folder: &Folder) -> Vec<String> {
    let (said, _) = outcomes(&folder.0, Some(&sample(0)));
    let names = said[0].strip_prefix("rejected: not verified are ");
    names.map_or_else(Vec::new, |names| {
        names.split(", ").map(str::to_owned).collect()
    })
}

/// A whole theorem over the boxes of the committed one. Fails if it is not proven, or if less is enough.
#[test]
fn a_theorem_about_positions_needs_the_certificate_of_every_box() {
    let (folder, text) = symmetric();
    assert_eq!(
        verify(&folder.0).unwrap(),
        "no point-symmetric game has more than 499 moves"
    );
    // A bound does as well.
    let bound = |most: u64| text.replacen("all-of 500 0-", &format!("at-most {most} 0-"), 1);
    let mut older = closed("0,0,0,0", K, true);
    older[LISTS] = 0;
    folder
        .write("0-0-0-0.cert", &older)
        .write(FILE_NAME, bound(499));
    assert_eq!(
        verify(&folder.0).unwrap(),
        "no point-symmetric game has more than 499 moves"
    );
    let mut weaker = closed("0,0,0,0", K + 1, true);
    weaker[LISTS] = 0;
    folder
        .write("0-0-0-0.cert", weaker)
        .write(FILE_NAME, bound(500));
    assert!(matches!(
        verify(&folder.0),
        Err(Failure::TooWeak(BoxSize::CROSS))
    ));
    // One that is unfinished does not.
    let mut open = closed("0,0,0,0", K, true);
    *open.last_mut().expect("it has a node") = OPEN;
    folder.write("0-0-0-0.cert", open).write(FILE_NAME, &text);
    assert!(
        matches!(verify(&folder.0), Err(Failure::Statements(files)) if files == ["0-0-0-0.cert"])
    );
    let rest = text.lines().filter(|line| !line.starts_with("box 2,1,2,1"));
    let rest: Vec<String> = rest.map(|line| format!("{line}\n")).collect();
    folder.write(FILE_NAME, rest.concat());
    assert!(
        matches!(verify(&folder.0), Err(Failure::NotListed(found)) if found == size([2, 1, 2, 1]))
    );
}

/// Fails if a bound is taken for a list, a list for a bound, or a list of other objects for the one that is named.
#[test]
fn each_list_is_what_is_said_of_it() {
    let (folder, text) = symmetric();
    assert!(failing(&folder).is_empty());
    let fails = |file: &[u8]| {
        folder.write("0-0-0-0.cert", file);
        failing(&folder) == ["0-0-0-0.cert"]
    };
    let good = closed("0,0,0,0", K, true);
    assert!(!fails(&good));
    let older = [&good[..LISTS], &[0], &good[LISTS + 1..]].concat();
    assert!(fails(&older), "a bound");
    assert!(fails(&closed("0,0,0,0", K + 1, true)), "another number");
    assert!(fails(&closed("0,0,0,0", K - 1, true)), "another number");
    assert!(fails(&closed("1,0,1,0", K, true)), "another box");
    assert!(
        fails(&closed("0,0,0,0", K, false)),
        "all games, not the symmetric ones"
    );
    assert!(fails(b"morpion-witness"));
    // The other way round.
    folder.write(
        FILE_NAME,
        text.replacen("all-of 500 0-", "at-most 499 0-", 1),
    );
    assert!(fails(&good), "a list where a bound is said to be");
    assert!(!fails(&older));
    let games = format!(
        "morpion-theorem 1\nobjects games\nall-of {K}\nbox 0,0,0,0 all-of {K} 0-0-0-0.cert\n"
    );
    folder.write(FILE_NAME, games);
    assert!(fails(&good), "the symmetric games, not all");
}

/// Fails if a sample is told as if all positions were known.
#[test]
fn a_sample_of_positions_counts_nothing() {
    let (folder, _) = symmetric();
    let (said, _) = outcomes(&folder.0, Some(&sample(0)));
    let words = "not repeated whole: it says that all point-symmetric games with at least 500 moves end in the positions that its \
         certificates list; 0 of ";
    assert!(said[0].starts_with(words), "{said:?}");
    assert_eq!(
        outcomes(&folder.0, Some(&sample(600))),
        outcomes(&folder.0, None)
    );
}

/// Fails if parts may prove what only a whole check counts.
#[test]
fn theorems_about_positions_are_not_checked_in_parts() {
    let (folder, _) = symmetric();
    let files = vec![folder.0.join(FILE_NAME)];
    let all = Part { number: 1, of: 1 };
    let outcomes = check_part(&files, all, (2, Form::Fast), &|_| {}).unwrap_err();
    assert!(
        outcomes[0]
            .to_string()
            .starts_with("rejected: not verified are 0-0-0-0.cert, ")
    );
    let merged = merge(&files, &[], 2, &|_| {}).unwrap();
    assert!(
        merged[0]
            .to_string()
            .starts_with("rejected: not verified are 0-0-0-0.cert, ")
    );
    assert_eq!(divisible(files.clone()), (vec![], files));
    // Alone it is refused; beside others, these are checked.
    let left_out = "theorem.txt: left out: a theorem about all positions is checked whole, without --part and --merge\n";
    let (status, out, err) = run(&folder, &["--part", "1/1", "theorem.txt"]);
    assert_eq!((status, out.as_str(), err.as_str()), (2, "", left_out));
    let (status, out, _) = run(&folder, &["--merge", "theorem.txt", "theorem.txt"]);
    assert_eq!((status, out.as_str()), (2, left_out));
    folder.write(
        "theorem-listed.txt",
        "morpion-theorem 1\nobjects games\nat-most listed\nbox 5,0,5,0 at-most 499 bound.cert\n",
    );
    let mut bound = closed("5,0,5,0", K, false);
    bound[LISTS] = 0;
    folder.write("bound.cert", bound);
    let (status, out, err) = run(&folder, &["--part", "1/1", "."]);
    assert_eq!((status, err), (0, format!("./{left_out}")));
    folder.write("summary", out);
    let (status, out, _) = run(&folder, &["--merge", ".", "summary"]);
    assert_eq!((status, out.lines().count()), (0, 2), "{out}");
    assert!(out.contains("./theorem-listed.txt: proven: no game has, by its bounding box"));
}

/// A certificate of the engine that lists the symmetric games with 64 moves or more and exactly this bounding box.
const LIST: &str = "4-1-4-1.symmetric-games.all-64.cert.zst";

/// A folder with this certificate, one of a bound, and a theorem about positions of which there are none.
fn lists() -> Folder {
    let (folder, _) = symmetric();
    let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/lists");
    let mut bound = closed("1,0,0,0", 100, false);
    bound[LISTS] = 0;
    folder
        .write(LIST, fs::read(from.join(LIST)).expect("it is there"))
        .write("bound.cert", bound)
        .write(
            "open.cert",
            [
                header(all_of(BoxSize::CROSS, 5, false), &settings()),
                vec![OPEN],
            ]
            .concat(),
        );
    folder
}

/// Fails if a position is missing from the file, is there twice, or is none, or if the file is not what the program says about it.
#[test]
fn positions_are_written_once_up_to_symmetry() {
    let folder = lists();
    let (status, out, err) = run(&folder, &["--positions", "list", LIST, "bound.cert", LIST]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let said = "valid: all point-symmetric games with at least 64 moves whose bounding box is exactly 4,1,4,1 end in one of 1568 \
         positions, 784 up to symmetry, on 1 set of dots (7359 nodes, ";
    assert_eq!(out.matches(said).count(), 2, "{out}");
    let list = fs::read_to_string(folder.0.join("list")).expect("it is written");
    let digest = sha256(list.as_bytes());
    let written =
        format!("list: written: positions up to symmetry: 784; sets of dots: 1; SHA-256: {digest}");
    assert_eq!(out.lines().last(), Some(written.as_str()));
    let lines = list
        .strip_prefix("morpion-positions 1\n")
        .expect("its first line");
    let different: BTreeSet<&str> = lines.lines().collect();
    assert_eq!((different.len(), lines.lines().count()), (784, 784));
    for line in different {
        let moves = line.replace(' ', "\n").replace(',', " ");
        let fits = |size| witness::check(&moves, size, 64, Objects::Graphs, true).is_ok();
        assert!(
            fits(size([4, 1, 4, 1])) || fits(size([1, 4, 1, 4])),
            "{line}"
        );
    }
    // Theorems count as well; what was there before is replaced, as by --hints.
    let (status, out, _) = run(&folder, &["--quiet", "--positions", "list", "theorem.txt"]);
    assert_eq!((status, out.as_str()), (0, ""));
    assert_eq!(
        fs::read_to_string(folder.0.join("list")).unwrap(),
        "morpion-positions 1\n"
    );
}

/// Fails if positions are written although not everything is valid.
#[test]
fn positions_are_written_only_if_everything_is_valid() {
    let folder = lists();
    let closed = "0-0-0-0.cert";
    let refused = |arguments: &[&str], status: i32, last: &str| {
        let all = [&["-q", "--positions", "list"], arguments].concat();
        let (code, out, _) = run(&folder, &all);
        assert_eq!(
            (code, out.lines().last()),
            (status, Some(last)),
            "{arguments:?}"
        );
        assert!(!folder.0.join("list").exists(), "{arguments:?}");
    };
    let invalid = "list: not written: not everything is valid";
    refused(&[closed, "open.cert"], 1, invalid);
    refused(&[closed, "none.cert"], 2, invalid);
    let none = "list: not written: no certificate that is named lists positions";
    refused(&["bound.cert"], 1, none);
    fs::remove_file(folder.0.join("2-1-2-1.cert")).expect("it is there");
    refused(&[closed, "."], 2, invalid);
    let (status, out, _) = run(&folder, &["--positions", "none/list", closed]);
    assert_eq!(status, 2);
    assert!(out.contains("none/list: cannot be written: "), "{out}");
    for misuse in [
        &["--positions"][..],
        &["--positions", "list"],
        &["--positions", "list", "--part", "1/1", "."],
        &["--positions", "list", "--merge", ".", "."],
        &["--positions", "list", "--hints", "h", closed],
        &["--positions", "list", "--sample", "1s", "."],
    ] {
        assert_eq!(run(&folder, misuse).0, 2, "{misuse:?}");
    }
}
