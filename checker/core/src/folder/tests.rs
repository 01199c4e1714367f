//! Conclusions from certificates that list positions.

use super::*;

use crate::format::{Claim, Kind};
use crate::geometry::BoxSize;
use crate::state::Objects;

const CROSS: Claim = Claim {
    size: BoxSize::CROSS,
    arrival: None,
    objects: Objects::Games,
    symmetric: false,
    k: 1,
    all_of: true,
};

/// The outcome, in words, of a theorem whose certificates list these positions, and are verified (or not) as `verified` says.
fn proven(k: u64, lists: &[&[Position]], verified: Option<bool>) -> String {
    let listed = |positions: &&[Position]| Listed {
        users: vec![0],
        claim: Some(CROSS),
        verified,
        positions: positions.to_vec(),
        path: "a.cert".into(),
        ..Listed::default()
    };
    let census = Census(Kind(Objects::Games, false), k);
    let seen = Seen {
        said: vec![Ok((census.to_string(), Some(census)))],
        listed: lists.iter().map(listed).collect(),
    };
    let outcome = seen.outcomes().pop();
    outcome
        .as_ref()
        .map_or_else(String::new, Outcome::to_string)
}

/// Three positions of one move each, of which the first two are the same up to symmetry, and one of two moves.
fn positions() -> [Position; 4] {
    let left = [-1, 3, 0, 0];
    let right = [10, 3, 0, 4];
    let above = [3, -1, 1, 0];
    [vec![left], vec![right], vec![above], vec![left, right]].map(|moves| Position { moves })
}

/// Fails if a position is counted twice, or one of two that differ is not.
#[test]
fn each_position_is_counted_once_over_all_certificates() {
    let all = positions();
    let of_one = proven(1, &[&all[..2], &all[2..3]], Some(true));
    let start = "proven: up to symmetry exactly 1 position of games with 1 move exists, and none with more; \
         it lies on 1 set of dots; the SHA-256 of the list is ";
    assert!(of_one.starts_with(start), "{of_one}");
    assert_eq!(of_one, proven(1, &[&all[1..2]], Some(true)));
    let of_two = proven(1, &[&all[..1], &all[2..]], Some(true));
    let start = "proven: up to symmetry exactly 2 positions of games with 1 or more moves exist; they lie on 2 sets of dots; ";
    assert!(of_two.starts_with(start), "{of_two}");
    assert_ne!(of_one[of_one.len() - 64..], of_two[of_two.len() - 64..]);
    let of_none = "proven: no game has more than 81 moves";
    assert_eq!(proven(82, &[&[], &[]], Some(true)), of_none);
}

/// Fails if a number of positions is given although not everything was verified, or something failed.
#[test]
fn nothing_is_counted_before_all_is_verified() {
    let list: &[Position] = &positions();
    let sampled = proven(1, &[list], None);
    let said = "it says that all games with at least 1 move end in the positions that its certificates list; 0 of 1";
    assert!(sampled.contains(said), "{sampled}");
    assert!(!sampled.contains("exactly"), "{sampled}");
    let failed = proven(1, &[list], Some(false));
    assert_eq!(failed, "rejected: not verified are a.cert");
}

#[test]
fn a_certificate_says_how_many_positions_it_lists() {
    let all = positions();
    let start = "all games with at least 1 move whose bounding box is exactly 0,0,0,0 end in";
    let said = |positions: &[Position]| listing::words(&CROSS, positions);
    assert_eq!(said(&all[..1]), format!("{start} one position"));
    assert_eq!(
        said(&all[..3]),
        format!("{start} one of 3 positions, 1 up to symmetry, on 1 set of dots")
    );
    let none = "no game whose bounding box is exactly 0,0,0,0 has 1 or more moves: none is listed";
    assert_eq!(said(&[]), none);
}
