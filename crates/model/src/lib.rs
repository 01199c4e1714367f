//! The integer program of a box, L1-L7: built, named, checked and written.
//!
//! One [`IntegerProgram`] holds columns and rows in plain integers, so it can be compared with the rules of the game exactly, without a
//! solver. It promises that its integer solutions are exactly the graphs that fit the box (with the extra rows: the symmetric ones, the
//! games, those of a given size); the tests check that. Source: the slides "An upper bound of 84 for Morpion Solitaire 5D" (CCCG 2016);
//! where the rows differ in form from the slides, the builder says why.

mod build;
#[cfg(feature = "highs")]
pub mod highs;
mod index;
mod judge;
mod names;
mod order;
mod separate;
mod solution;
mod title;
mod write;

#[cfg(test)]
mod tests;

pub use judge::{Judgement, Misfit, judge, misfit};
pub use names::{RowName, Variable};
pub use separate::violated_order_cuts;
pub use solution::{Solution, SolutionFault, Unreadable};
pub use title::{NoTitle, read_title};
pub use write::{Format, NotBinary, ParseFormatError};

use index::Index;

use morpion_rules::geometry::{BoundingBox, Move, Variant};

/// The parameters of a program: its box, and which rules and extra rows it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The variant.
    pub variant: Variant,
    /// The box, which L5 makes exact.
    pub bounding_box: BoundingBox,
    /// L6: the final position maps to itself under the half turn.
    pub symmetric: bool,
    /// L7: order of play by `ord` variables and big-M rows.
    pub ord: bool,
    /// Order cuts of every triangle of cells. Those of pairs follow from L4: two moves that need each other's
    /// dots would draw parallel lines through the same two dots.
    pub triangle_cuts: bool,
    /// A row that demands at least this many moves.
    pub at_least: Option<u32>,
}

impl Spec {
    /// L1-L5 and nothing else: the graphs of a box.
    pub const fn graphs(variant: Variant, bounding_box: BoundingBox) -> Self {
        Self {
            variant,
            bounding_box,
            symmetric: false,
            ord: false,
            triangle_cuts: false,
            at_least: None,
        }
    }
}

/// One column (variable) of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The variable that it stands for, whose text is the column's name.
    pub variable: Variable,
    /// Smallest value.
    pub lower: i32,
    /// Largest value.
    pub upper: i32,
    /// Whether only integer values are meant.
    pub integer: bool,
    /// Coefficient in the objective, which is maximised.
    pub objective: i32,
}

/// How a row's sum compares with its right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Sum at most the right-hand side.
    AtMost,
    /// Sum at least the right-hand side.
    AtLeast,
    /// Sum equal to the right-hand side.
    Equal,
}

impl Sense {
    /// The usual ASCII symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Equal => "=",
        }
    }
}

/// One row (constraint) of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name, after its rule.
    pub name: RowName,
    /// Column positions and coefficients; no column twice, no zero.
    pub terms: Vec<(u32, i32)>,
    /// The comparison.
    pub sense: Sense,
    /// The right-hand side.
    pub rhs: i32,
}

/// The integer program of a box.
#[derive(Clone, Debug)]
pub struct IntegerProgram {
    /// The parameters from which it was built.
    pub spec: Spec,
    /// Dots row by row, then moves line by line, then `ord` if wanted.
    pub columns: Vec<Column>,
    /// The rows in the order of their rules.
    pub rows: Vec<Row>,
    index: Index,
}

impl IntegerProgram {
    /// The moves with a column, in column order.
    pub fn moves(&self) -> &[Move] {
        self.index.moves()
    }

    /// The values of all columns when `moves` are played, in this order; `None` when one
    /// of them has no column.
    ///
    /// `ord` is the time of play, from 1, and 0 for cells that no move places.
    pub fn assignment(&self, moves: &[Move]) -> Option<Vec<i64>> {
        let mut values: Vec<i64> = self.columns.iter().map(|c| i64::from(c.lower)).collect();
        for (time, &mv) in (1..).zip(moves) {
            // Added, not set: a move or dot that appears twice must break a bound.
            values[self.index.mv(mv)? as usize] += 1;
            values[self.index.dot(mv.dot())? as usize] += 1;
            if let Some(column) = self.index.ord(mv.dot()) {
                values[column as usize] = time;
            }
        }
        Some(values)
    }

    /// The moves whose columns round to 1 in a solver's solution, in column order.
    pub fn chosen_moves(&self, values: &[f64]) -> Vec<Move> {
        let first = self.index.first_move() as usize;
        let chosen = self.moves().iter().zip(&values[first..]);
        chosen
            .filter(|&(_, &v)| v > 0.5)
            .map(|(&mv, _)| mv)
            .collect()
    }
}
