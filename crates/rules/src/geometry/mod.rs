//! Cells, directions, lines, moves, symmetries and bounding boxes.
//!
//! The frame: x grows right, y grows down, and the starting cross fills the
//! square `0..=span-1` in both coordinates (`span` is 10 for the 5 variants and
//! 7 for the 4 variants). Everything here is plain data; nothing depends on a
//! position of the game.

mod arrival;
mod bounding_box;
mod cell;
mod cross;
mod line;
mod symmetry;
mod variant;

pub use arrival::{Arrival, ParseArrivalError};
pub use bounding_box::{BoundingBox, MAX_DISTANCE, ParseBoxError, Region};
pub use cell::{Cell, Direction};
pub use cross::{cross_cells, is_cross_cell};
pub use line::{Line, MAX_LINE_LENGTH, Move};
pub use symmetry::Symmetry;
pub use variant::{ParseVariantError, Variant};

#[cfg(test)]
mod tests;
