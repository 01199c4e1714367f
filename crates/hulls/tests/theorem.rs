//! A small theorem from the search to the checker, and damage that must be refused.

use morpion_check::hulls::{Reject, check};
use morpion_hulls::divide::certify;
use morpion_hulls::family::Family;
use std::sync::LazyLock;

/// So weak that it takes a second: most families are too small anyway.
const MOVES: u32 = 700;

static CERTIFICATE: LazyLock<Vec<u8>> =
    LazyLock::new(|| certify(MOVES, Family::all(), |_, _| {}).bytes().to_vec());

/// Where the first line ends.
fn start() -> usize {
    CERTIFICATE.iter().position(|&b| b == b'\n').unwrap() + 1
}

#[test]
fn a_theorem_is_proven() {
    let proven = check(&CERTIFICATE).unwrap();
    assert_eq!(proven.at_most, MOVES);
    assert!(proven.priced > 100 && proven.families > proven.priced);
}

#[test]
fn symmetric_games_have_a_theorem_of_their_own() {
    let all = Family {
        symmetric: true,
        ..Family::all()
    };
    let bytes = certify(MOVES, all, |_, _| {}).bytes().to_vec();
    let proven = check(&bytes).unwrap();
    assert!(proven.symmetric && proven.at_most == MOVES);
    assert!(proven.priced > 10);
    // It leaves out all other hulls, so it proves nothing of all games.
    let end = bytes.iter().position(|&b| b == b'\n').unwrap();
    let mut other = format!("morpion-hulls 2 5T at-most {MOVES}").into_bytes();
    other.extend(&bytes[end..]);
    assert!(check(&other).is_err());
}

#[test]
fn the_bound_that_is_claimed_is_the_bound_that_is_checked() {
    let text = |moves: u32| {
        let mut bytes = format!("morpion-hulls 2 5T at-most {moves}\n").into_bytes();
        bytes.extend(&CERTIFICATE[start()..]);
        check(&bytes)
    };
    assert_eq!(text(MOVES + 1).unwrap().at_most, MOVES + 1);
    assert!(matches!(text(MOVES - 1), Err(Reject::Area | Reject::Bound)));
    assert!(matches!(text(0), Err(Reject::Area | Reject::Bound)));
}

#[test]
fn a_family_that_is_left_out_is_missed() {
    // All divisions are followed, so the first end stands in for all that comes after it.
    let end = CERTIFICATE.len();
    assert_eq!(check(&CERTIFICATE[..end - 1]), Err(Reject::Truncated));
    assert_eq!(check(&CERTIFICATE[..start()]), Err(Reject::Truncated));
    // "There is no hull", of all of them, and of each family that was closed by its area.
    let mut none = CERTIFICATE[..start()].to_vec();
    none.push(b'n');
    assert_eq!(check(&none), Err(Reject::HasHull));
    none.pop();
    none.push(b'a');
    assert_eq!(check(&none), Err(Reject::Area));
}

#[test]
fn what_follows_the_last_family_is_refused() {
    let mut bytes = CERTIFICATE.clone();
    bytes.push(b'n');
    assert_eq!(check(&bytes), Err(Reject::Trailing));
}

#[test]
fn other_first_lines_are_refused() {
    for line in [
        "morpion-hulls 2 5D at-most 700\n",
        "morpion-hulls 1 5T at-most 700\n",
        "morpion-hulls 2 5T at-most 7x0\n",
        "morpion-hulls 2 5T at-most \n",
        "",
    ] {
        assert_eq!(check(line.as_bytes()), Err(Reject::Header), "{line}");
    }
}

#[test]
fn damaged_bytes_are_refused_or_harmless() {
    // A changed byte may leave a proof of the same statement, but never of a better one, and nothing panics.
    let mut refused = 0;
    for i in 0..12 {
        let at = start() + i * 7919 % (CERTIFICATE.len() - start());
        let mut bytes = CERTIFICATE.clone();
        bytes[at] ^= 0x55;
        match check(&bytes) {
            Ok(proven) => assert_eq!(proven.at_most, MOVES),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0);
}

#[test]
fn prices_out_of_range_are_refused() {
    let mut bytes = CERTIFICATE[..start()].to_vec();
    bytes.extend([b'p', 9]);
    assert_eq!(check(&bytes), Err(Reject::Price));
    bytes.pop();
    bytes.extend([8, 0x80, 0xFF, 0x7F]);
    assert_eq!(check(&bytes), Err(Reject::Price));
}

#[test]
fn a_byte_that_is_no_kind_of_family_is_refused() {
    let mut bytes = CERTIFICATE[..start()].to_vec();
    bytes.push(b'x');
    assert_eq!(check(&bytes), Err(Reject::Token));
}

/// The prices that are kept at first are 0, and bound nothing.
#[test]
fn prices_that_bound_too_little_are_refused() {
    let mut bytes = CERTIFICATE[..start()].to_vec();
    bytes.extend([b'=', 0]);
    assert_eq!(check(&bytes), Err(Reject::Bound));
}

#[test]
fn prices_that_are_not_kept_are_refused() {
    let mut bytes = CERTIFICATE[..start()].to_vec();
    bytes.extend([b'=', 1]);
    assert_eq!(check(&bytes), Err(Reject::Recent));
}

#[test]
fn divisions_of_nothing_are_refused() {
    for division in [[b's', 6, 0].as_slice(), &[b'r', 4, 0, 0], &[b'r', 0, 0, 21]] {
        let mut bytes = CERTIFICATE[..start()].to_vec();
        bytes.extend(division);
        assert_eq!(check(&bytes), Err(Reject::Division));
    }
}

/// Those in the repository, which a package does not hold.
#[test]
fn the_committed_theorems_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/5T");
    let entries: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert!(!entries.is_empty());
    for entry in entries {
        let path = entry.unwrap().path();
        let bytes = zstd::decode_all(std::fs::File::open(&path).unwrap()).unwrap();
        let proven = check(&bytes).unwrap();
        let name = format!("at-most-{}.cert.zst", proven.at_most);
        assert_eq!(path.file_name().unwrap(), name.as_str());
        assert!(!proven.symmetric);
    }
}
