//! Sentences about lists of positions: about that of a certificate, and about those of a theorem together.
//!
//! Promise: a [`Census`] gives a number only of positions that it is given, each counted once up to symmetry. The theorem has to show
//! that these are all (`paper/certificate.md`, section 7).

use super::position::Position;
use super::register::Register;
use crate::format::{Claim, Kind, all_end_in, several};
use std::fmt;

/// The kind of objects of a theorem about all positions, and the number of moves that they have at least.
pub(crate) struct Census(pub(crate) Kind, pub(crate) u64);

impl fmt::Display for Census {
    /// The sentence as long as not all positions have been seen.
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
    /// The sentence once all certificates are verified, and list these positions.
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

/// The sentence that a valid certificate proves; `positions` are those that it lists, if it lists any.
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

fn sets(register: &Register) -> String {
    let sets = several(register.sets_of_dots() as u64, "set");
    format!("{sets} of dots")
}
