//! What goes into an evaluation of the bound and what comes out of it.
//!
//! Source: `paper/certificate.md`, section 3. With integer multipliers every number is an
//! integer and no operation can overflow (see [`MULTIPLIER_MAX`]), so the value is
//! the bound, not an approximation of it. The arithmetic itself is in `sweep.rs` and `sparse.rs`;
//! [`Refiner`](super::refine::Refiner) is the way to it.

use super::lattice::{CellRows, Plane, SIZE, STRIDE};
use super::node::Mark;

/// Dots in a line; the engine is written for 5D.
pub const LENGTH: usize = 5;
/// Fixed point: one move is worth this many units.
pub const UNIT: i32 = 1024;
/// Largest multiplier of a slot, in units of 1/[`UNIT`]: nearly twelve moves. Infeasible nodes need large ones
/// (`paper/notes/19-multipliers.md`); five of them and what is added to them stay inside `u16`.
pub const MULTIPLIER_MAX: i32 = 12_000;
/// Largest multiplier of a side.
pub const SIDE_MAX: i32 = 2048;
/// Largest multiplier of a cut.
pub const DEMAND_MAX: i32 = 5000;
/// The mark of a dot, shared out among its marks.
pub const SHARE: u16 = 1024;
/// Stands for a mark that is not allowed in [`Restrictions`].
pub const FORBIDDEN: i16 = i16::MAX;

/// What a node of the search allows, in the form the kernel reads.
///
/// The masks hold 0 or -1 (all ones). Outside the box every mark is [`FORBIDDEN`] and
/// every mask 0.
#[derive(Clone)]
pub struct Restrictions {
    /// `marks[d][i][v]`: 0 when dot `v` may be placed as dot `i` of its line of direction
    /// `d`, else [`FORBIDDEN`].
    pub marks: [[Plane<i16>; LENGTH]; 4],
    /// Cells that a move must place.
    pub present: Plane<i16>,
    /// Cells that a move may place; contains `present`, never a dot of the cross.
    pub placeable: Plane<i16>,
}

/// What never changes within a box.
#[derive(Clone)]
pub struct Frame {
    /// Mask of the cells of the cross.
    pub cross: Plane<i16>,
    /// The same cells as a set: what a game starts from.
    pub start: CellRows,
    /// The least number of moves of what is looked for; 0 if any number will do.
    pub moves: u32,
    /// The sides that have multipliers: position in (top, right, bottom, left), cells.
    pub sides: Vec<(usize, Plane<i16>)>,
    /// The cells of every side that must hold a dot.
    pub side_cells: Vec<Vec<usize>>,
    /// The cells of every side whose only dot is the last of the game; each is one of `side_cells`.
    pub arrival_cells: Vec<Vec<usize>>,
    /// What a move earns: [`UNIT`], or 0 when only the sides count.
    pub gain: i16,
    /// Whether steps keep the sum of the side multipliers, so that they only weigh the sides against each other.
    pub balanced: bool,
    /// Cells in a row of the box.
    pub width: usize,
    /// Index of the first row of the box.
    pub first_row: usize,
    /// Index of its last row.
    pub last_row: usize,
}

/// Results of an evaluation; what lies outside the box, and what is said of absent cells, has no meaning.
#[derive(Clone)]
pub struct Workspace {
    /// Sum of the multipliers of each line, at the index of its first cell.
    pub line_cost: [Plane<i32>; 4],
    /// Cost of the cheapest allowed mark of the cell.
    pub cheapest: Plane<i32>,
    /// What placing the cell by its cheapest mark is worth.
    pub profit: Plane<i32>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            line_cost: [[0; SIZE]; 4],
            cheapest: [0; SIZE],
            profit: [0; SIZE],
        }
    }
}

impl Workspace {
    /// The cost of an allowed mark.
    pub(super) fn cost(&self, m: Mark) -> i32 {
        self.line_cost[m.direction][m.start()]
    }
}

impl Frame {
    /// Indices of the first lanes of the rows of the box.
    pub(super) fn rows(&self) -> impl Iterator<Item = isize> + use<> {
        (self.first_row..=self.last_row).map(|y| (y * STRIDE) as isize)
    }

    /// Indices of all lanes of these rows, those beside the box included.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        self.rows()
            .flat_map(|base| base as usize..base as usize + STRIDE)
    }
}
