//! The number of positions in lists.

use std::fmt;

use morpion_check_core::listing::{Position, Register};
use serde::Serialize;

use morpion_output::text::count;

/// The number of positions in one or more lists, counted in three ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// The number of positions.
    pub positions: usize,
    /// The number of positions up to the symmetries of the square.
    pub up_to_symmetry: usize,
    /// The number of sets of dots of these positions, up to symmetry.
    pub sets_of_dots: usize,
}

impl Listed {
    /// Counts the positions that a certificate lists.
    pub fn of(positions: &[Position]) -> Self {
        let mut register = Register::default();
        register.add(positions);
        Self::new(positions.len(), &register)
    }

    /// Counts from the number of positions and a register that has each of them once up to symmetry.
    pub fn new(positions: usize, register: &Register) -> Self {
        Self {
            positions,
            up_to_symmetry: register.positions().len(),
            sets_of_dots: register.sets_of_dots(),
        }
    }

    /// The sets of dots in words.
    pub fn sets(self) -> String {
        format!("{} of dots", count(self.sets_of_dots, "set"))
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = count(self.positions, "position");
        let (different, sets) = (self.up_to_symmetry, self.sets());
        write!(f, "{positions} ({different} up to symmetry) on {sets}")
    }
}
