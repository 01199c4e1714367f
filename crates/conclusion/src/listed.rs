//! How many positions lists hold.

use std::fmt;

use morpion_check_core::listing::{Position, Register};
use serde::Serialize;

use morpion_output::text::count;

/// What was listed, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Positions.
    pub positions: usize,
    /// Positions that no symmetry of the square makes one of the others.
    pub up_to_symmetry: usize,
    /// Sets of dots on which they lie, up to symmetry.
    pub sets_of_dots: usize,
}

impl Listed {
    /// What a certificate lists.
    pub fn of(positions: &[Position]) -> Self {
        let mut register = Register::default();
        register.add(positions);
        Self::new(positions.len(), &register)
    }

    /// So many positions, of which the register has each once up to symmetry.
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
