//! How many positions lists hold.

use std::fmt;

use morpion_check::listing::{Position, Register};
use serde::Serialize;

use crate::text::count;

/// What was listed, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Listed {
    /// Positions.
    pub positions: usize,
    /// Positions that no symmetry of the square makes one of the others.
    pub up_to_symmetry: usize,
    /// Sets of dots on which they lie, up to symmetry.
    pub sets_of_dots: usize,
}

impl Listed {
    /// What one certificate lists.
    pub(crate) fn of(positions: &[Position]) -> Self {
        let mut register = Register::default();
        register.add(positions);
        Self {
            positions: positions.len(),
            up_to_symmetry: register.positions().len(),
            sets_of_dots: register.sets_of_dots(),
        }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = count(self.positions, "position");
        let (different, sets) = (self.up_to_symmetry, self.sets_of_dots);
        let sets = if sets == 1 {
            "1 set of dots".to_owned()
        } else {
            format!("{sets} sets of dots")
        };
        write!(f, "{positions} ({different} up to symmetry) on {sets}")
    }
}
