//! Hints for the checker proven in Coq. `checker/verified/test.sh` tests that they suffice for it; the tests here, that writing them
//! changes no verdict, and that each kind of claim has hints of its own.

use crate::rules::size;
use crate::sources::Random;
use morpion_check::hints::check_with_hints;
use morpion_check_core::format::{Claim, Reject};
use morpion_check_core::geometry::Board;
use morpion_check_core::listing::Register;
use morpion_check_core::packed;
use morpion_check_core::walk::{Form, Listed, Verdict, positions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn read(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../results/5D/certificates");
    packed::read(&folder.join(name)).expect("the certificate is there")
}

/// What is shown without hints.
fn walked(file: &[u8]) -> Result<Listed, Reject> {
    positions(file, Form::Fast, None)
}

/// Fails if the walk takes another way when hints are written, or if they do not begin with the claim.
#[test]
fn hints_change_no_verdict() {
    let file = read("6-1-0-0.graphs.at-most-82.cert.zst");
    let mut hints = Vec::new();
    let (result, written) = check_with_hints(&file, Form::Fast, &mut hints);
    assert_eq!(result, walked(&file));
    written.expect("a vector takes all bytes");
    assert_eq!(hints[..7], [19, 3, 6, 1, 0, 0, 82]);
    assert!(hints.len() > 1000, "{} bytes", hints.len());
}

/// Fails if a rejected certificate gets through when hints are written.
#[test]
fn hints_do_not_hide_a_rejection() {
    let mut file = read("6-1-0-0.graphs.at-most-82.cert.zst");
    file.pop();
    let (result, _) = check_with_hints(&file, Form::Fast, &mut Vec::new());
    assert_eq!(result, walked(&file));
    assert!(result.is_err());
}

/// Fails if certificates about symmetric objects have other hints than the claim says.
#[test]
fn symmetric_objects_have_hints_of_their_own() {
    let file = read("../../5D-symmetric/certificates/1-0-1-0.games.at-most-68.cert.zst");
    let mut hints = Vec::new();
    let (result, written) = check_with_hints(&file, Form::Fast, &mut hints);
    assert_eq!(result, walked(&file));
    written.expect("a vector takes all bytes");
    assert_eq!(hints[..7], [19, 5, 1, 0, 1, 0, 68]);
}

/// A list of point-symmetric games that is quick to check.
const LIST: &str = "../../../checker/tests/lists/4-1-4-1.symmetric-games.all-64.cert.zst";

/// The positions that a certificate lists, up to symmetry.
fn listed(file: &[u8]) -> Register {
    let (_, found) = positions(file, Form::Fast, None)
        .expect("a certificate of the repository is valid; if rules or format changed, it must be made anew");
    let mut register = Register::default();
    register.add(&found);
    register
}

/// Fails if hints of a list do not name each of its positions by its line, or do not begin with the claim.
#[test]
fn hints_of_a_list_name_its_positions() {
    let file = read(LIST);
    let mut hints = Vec::new();
    let (result, written) = check_with_hints(&file, Form::Fast, &mut hints);
    let register = listed(&file);
    assert_eq!(result, walked(&file));
    written.expect("a vector takes all bytes");
    assert_eq!(hints[..7], [19, 10, 4, 1, 4, 1, 63]);
    assert!(register.positions().len() > 0);
    for position in register.positions() {
        let line = position.to_string();
        assert!(
            hints
                .windows(line.len())
                .any(|text| text == line.as_bytes())
        );
    }
}

/// The next number of hints.
fn number(hints: &mut &[u8]) -> usize {
    let mut sum = 0;
    for shift in (0..).step_by(7) {
        let (&byte, rest) = hints.split_first().expect("the hints go on");
        *hints = rest;
        sum |= usize::from(byte & 127) << shift;
        if byte < 128 {
            break;
        }
    }
    sum
}

fn list(hints: &mut &[u8]) -> Vec<usize> {
    (0..number(hints)).map(|_| number(hints)).collect()
}

/// The multipliers of uses of each FIX and CLOSE, of hints about a box that is empty (paper/hints.md).
fn uses_of(mut hints: &[u8]) -> Vec<Vec<usize>> {
    let hints = &mut hints;
    let mut found = Vec::new();
    while !hints.is_empty() {
        let (numbers, lists) = match number(hints) {
            0 | 13 => (0, 0),
            4 | 12 | 15 | 20 => (1, 0),
            2 | 5 | 6 | 9 | 16 | 18 => (2, 0),
            1 => (3, 0),
            7 => (1, 1),
            8 => (0, 1),
            10 | 14 => (0, 6),
            19 => (5, 0),
            code => panic!("there is no operation {code}"),
        };
        for _ in 0..numbers {
            number(hints);
        }
        let mut lists: Vec<_> = (0..lists).map(|_| list(hints)).collect();
        if lists.len() == 6 {
            found.extend(lists.pop());
        }
    }
    found
}

/// Fails if hints lack the multipliers of uses, or give them to cells that are not inner.
#[test]
fn hints_tell_of_uses() {
    let mut file = read("7-0-1-0.graphs.empty.cert.zst");
    let [before, now] = [0, 1].map(|uses| {
        file[15] = uses;
        let mut hints = Vec::new();
        let (result, written) = check_with_hints(&file, Form::Fast, &mut hints);
        assert_eq!(result, walked(&file));
        written.expect("a vector takes all bytes");
        uses_of(&hints)
    });
    assert!(before.iter().all(Vec::is_empty));
    let told = now.iter().filter(|uses| !uses.is_empty());
    assert!(told.clone().count() > 10);
    let board = Board::new(size([7, 0, 1, 0]));
    for uses in told {
        let proper = uses.iter().zip(&board.inner);
        assert!(
            proper
                .clone()
                .all(|(&u, &inner)| u <= 5500 && (u == 0 || inner))
        );
        assert!(uses.len() == board.cells() && uses.iter().any(|&u| u > 0));
    }
}

/// The sentence that the checker proven in Coq shows by these hints, if long games may end in the positions of the file `list`;
/// `None` if it refuses.
fn shown(program: &Path, list: &Path, hints: &[u8]) -> Option<String> {
    let mut child = Command::new(program)
        .arg("--positions")
        .arg(list)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may stop reading early, when it refuses.
    let _ = child.stdin.take().expect("a pipe").write_all(hints);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    Some(text.trim_end().strip_prefix("shown: ")?.to_owned())
}

/// A claim in the words of the proven checker; `listed` is the number of positions of the list.
fn in_its_words(claim: &Claim, listed: usize) -> String {
    let size = claim.size;
    let symmetric = if claim.symmetric {
        "point-symmetric "
    } else {
        ""
    };
    let object = format!("{symmetric}{}", claim.objects);
    match (claim.arrival, claim.k) {
        (Some(by), _) => {
            let name = by.to_string();
            let sides = ["top", "right", "bottom", "left"];
            let sides = sides.map(|side| u8::from(name.split('-').any(|s| s == side)).to_string());
            let sides = sides.join(",");
            format!("no game's last move made its bounding box {size} by growing {sides}")
        }
        (None, 0) => format!("no {object} has the bounding box {size}"),
        (None, k) if claim.all_of => format!(
            "every {object} of {k} or more moves whose bounding box is {size} ends, up to symmetry, in one of the {listed} positions"
        ),
        (None, k) => {
            let most = k - 1;
            format!("no {object} whose bounding box is {size} has more than {most} moves")
        }
    }
}

/// Fails if a damaged certificate is shown, by the hints written of it, although it is not valid, or shows something else.
#[test]
#[ignore = "needs the program extracted from Coq; checker/verified/test.sh builds and names it"]
fn damaged_certificates_are_shown_only_if_they_are_valid() {
    let program = PathBuf::from(std::env::var_os("MORPION_CHECKED").expect("the program's path"));
    let count = std::env::var("MORPION_DAMAGED").map_or(200, |n| n.parse().expect("a number"));
    let files = [
        "6-1-0-0.graphs.at-most-82.cert.zst",
        "5-0-0-0.graphs.at-most-82.cert.zst",
        "7-3-2-1.games.not-by-top-right.cert.zst",
        "6-3-3-1.games.not-by-right-bottom.cert.zst",
        "../../5D-symmetric/certificates/1-0-1-0.games.at-most-68.cert.zst",
        "../../../checker/tests/lists/2-2-2-1.games.all-82.cert.zst",
        LIST,
    ]
    .map(read);
    let register = listed(&files[6]);
    let list = std::env::temp_dir().join(format!("positions-{}", std::process::id()));
    std::fs::write(&list, register.text()).expect("the list can be written");
    let mut random = Random::new(20);
    let (mut valid, mut refused) = (0, 0);
    for _ in 0..count {
        let mut file = files[random.below(files.len())].clone();
        for _ in 0..=random.below(3) {
            let place = random.below(file.len());
            // Half of all damage hits the header, where the claim stands.
            let place = place.min([place, 60][random.below(2)]);
            file[place] ^= 1 << random.below(8);
        }
        let mut hints = Vec::new();
        let (result, _) = check_with_hints(&file, Form::Fast, &mut hints);
        match (result, shown(&program, &list, &hints)) {
            (Ok((Verdict::Valid(claim, _), _)), Some(said)) => {
                let listed = register.positions().len();
                assert_eq!(said, in_its_words(&claim, listed));
                valid += 1;
            }
            (_, None) => refused += 1,
            (result, Some(said)) => panic!("{result:?}, but it is shown that {said}"),
        }
    }
    std::fs::remove_file(&list).expect("the list can be removed");
    println!("{count} damaged certificates: {valid} valid and shown, {refused} refused");
    assert!(refused > count / 2);
}
