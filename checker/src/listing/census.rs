//! What lists of positions say in words: that of a certificate, and those of a theorem together.
//!
//! Promise: a [`Census`] gives a number only of positions that it is given, each counted once up to symmetry. That they are all, is
//! for the theorem to show (`paper/certificate.md`, section 7).

use super::{Position, Register};
use crate::certificate::{Claim, Kind};
use std::fmt;

/// The kind of objects of a theorem about all positions, and the number of moves that they have at least.
pub(crate) struct Census(pub(crate) Kind, pub(crate) u64);

impl fmt::Display for Census {
    /// What is said as long as nobody has seen all positions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(object, k) = self;
        write!(
            f,
            "all {object}s with at least {} end in the positions that its certificates list",
            several(*k, "move")
        )
    }
}

impl Census {
    /// What is said when its certificates list these.
    pub(crate) fn counted<'p>(&self, positions: impl Iterator<Item = &'p Position>) -> String {
        let Self(object, k) = self;
        let mut register = Register::default();
        register.add(positions);
        let n = register.positions().len();
        if n == 0 {
            return format!("no {object} has more than {} moves", k - 1);
        }
        let is_longer = |position: &Position| position.moves() as u64 > *k;
        let (moves, rest) = if register.positions().any(is_longer) {
            (format!("{k} or more moves"), "")
        } else {
            (several(*k, "move"), ", and none with more")
        };
        let (are, they_lie) = if n == 1 {
            ("exists", "it lies")
        } else {
            ("exist", "they lie")
        };
        format!(
            "up to symmetry exactly {} of {object}s with {moves} {are}{rest}; {they_lie} on {}; the SHA-256 of the list is {}",
            several(n as u64, "position"),
            sets(&register),
            register.digest()
        )
    }
}

/// What a valid certificate says, which lists these positions if it lists any.
pub fn words(claim: &Claim, positions: &[Position]) -> String {
    if !claim.all_of {
        return claim.to_string();
    }
    let mut register = Register::default();
    register.add(positions);
    let listed = match positions.len() {
        0 => {
            let all_of = false;
            return format!("{}: none is listed", Claim { all_of, ..*claim });
        }
        1 => "one position".to_owned(),
        n => {
            let (classes, sets) = (register.positions().len(), sets(&register));
            format!("one of {n} positions, {classes} up to symmetry, on {sets}")
        }
    };
    format!("{} {listed}", all_end_in(claim))
}

/// What stands before the positions.
pub(crate) fn all_end_in(claim: &Claim) -> String {
    let (object, size) = (Kind(claim.objects, claim.symmetric), claim.size);
    let moves = several(claim.k, "move");
    format!("all {object}s with at least {moves} whose bounding box is exactly {size} end in")
}

fn sets(register: &Register) -> String {
    let sets = several(register.sets_of_dots() as u64, "set");
    format!("{sets} of dots")
}

/// `1 move`, `2 moves`
fn several(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Claim;
    use crate::folder::{Listed, Outcome, Seen};
    use crate::geometry::BoxSize;
    use crate::sample::needed;
    use crate::state::Objects;
    use std::time::Duration;

    const CROSS: Claim = Claim {
        size: BoxSize::CROSS,
        arrival: None,
        objects: Objects::Games,
        symmetric: false,
        k: 1,
        all_of: true,
    };

    /// What is proven by certificates that list these, if they are verified.
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
        let outcome = seen.outcomes(0).pop();
        outcome
            .as_ref()
            .map_or_else(String::new, Outcome::to_string)
    }

    /// Positions of one move each, which are the first two the same up to symmetry, and one of two moves.
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

    /// Fails if a number is told of what has not been verified whole, or of what failed.
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

    /// Fails if a sample passes over lists for their bytes.
    #[test]
    fn lists_are_begun_as_long_as_there_is_time() {
        assert_eq!(needed(1_000_000, Some(CROSS)), Duration::ZERO);
        let all_of = false;
        let bound = Claim { all_of, ..CROSS };
        assert!(needed(1_000_000, Some(bound)) > Duration::from_secs(100));
    }

    #[test]
    fn a_certificate_says_how_many_positions_it_lists() {
        let all = positions();
        let start = "all games with at least 1 move whose bounding box is exactly 0,0,0,0 end in";
        let said = |positions: &[Position]| words(&CROSS, positions);
        assert_eq!(said(&all[..1]), format!("{start} one position"));
        assert_eq!(
            said(&all[..3]),
            format!("{start} one of 3 positions, 1 up to symmetry, on 1 set of dots")
        );
        let none =
            "no game whose bounding box is exactly 0,0,0,0 has 1 or more moves: none is listed";
        assert_eq!(said(&[]), none);
    }
}
