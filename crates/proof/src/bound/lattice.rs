//! Memory layout of a node: planes of padded rows, the same for all boxes.
//!
//! Cell `(x, y)` of a box sits at index `(y - y_min + ROW_MARGIN) * STRIDE + (x - x_min + MARGIN)`.
//! The margin is as wide as the longest shift along a line, so a shifted row never
//! leaves the array; everything outside the box holds neutral values.

use crate::geometry::{BoundingBox, Cell, Direction, MAX_LINE_LENGTH, Region, Variant};

/// Cells of padding on each side: a line reaches this far from any of its cells.
pub const MARGIN: usize = MAX_LINE_LENGTH - 1;
/// Rows of padding: one more, so that a shifted row that starts in the padding stays inside.
pub const ROW_MARGIN: usize = MARGIN + 1;
/// Lanes in a row.
pub const STRIDE: usize = 32;
/// Rows, padding included.
pub const ROWS: usize = 32;
/// Widest box, as in the certificate format.
pub const WIDTH_MAX: usize = 22;
/// Highest box, as in the certificate format.
pub const HEIGHT_MAX: usize = 22;
/// Entries of a plane.
pub const SIZE: usize = STRIDE * ROWS;

const _: () = assert!(WIDTH_MAX + 2 * MARGIN <= STRIDE);
const _: () = assert!(HEIGHT_MAX + 2 * ROW_MARGIN <= ROWS);

/// One number per cell.
pub type Plane<T> = [T; SIZE];

/// The step of a direction as a difference of indices.
pub const fn shift(direction: usize) -> isize {
    let (dx, dy) = Direction::ALL[direction].vector();
    dy as isize * STRIDE as isize + dx as isize
}

const _: () = assert!(STRIDE == u32::BITS as usize);

/// A set of cells of the lattice: one word a row, one bit a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRows(pub(super) [u32; ROWS]);

impl CellRows {
    /// No cell.
    pub const EMPTY: Self = Self([0; ROWS]);

    /// Adds the cell of an index.
    pub(super) fn insert(&mut self, v: usize) {
        self.0[v / STRIDE] |= 1 << (v % STRIDE);
    }

    /// Takes the cell of an index out.
    pub(super) fn remove(&mut self, v: usize) {
        self.0[v / STRIDE] &= !(1 << (v % STRIDE));
    }

    /// Whether all members of the other set are members of this one.
    pub(super) fn contains_all(&self, other: &Self) -> bool {
        let missing = self.0.iter().zip(&other.0).map(|(a, b)| b & !a);
        missing.fold(0, |all, row| all | row) == 0
    }

    /// Whether the cell of an index is a member.
    pub(super) fn contains(&self, v: usize) -> bool {
        self.0[v / STRIDE] >> (v % STRIDE) & 1 != 0
    }

    /// Adds the members of `other`; calls `new` for each that was not there, in the order of their indices.
    pub(super) fn extend(&mut self, other: &Self, mut new: impl FnMut(usize)) {
        for (row, (mine, theirs)) in self.0.iter_mut().zip(&other.0).enumerate() {
            let mut added = theirs & !*mine;
            *mine |= theirs;
            while added != 0 {
                new(row * STRIDE + added.trailing_zeros() as usize);
                added &= added - 1;
            }
        }
    }
}

/// Where a box lies in the planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The cells of the box.
    pub region: Region,
}

impl Lattice {
    /// The lattice of a box, or `None` when the box is too wide or too high for the planes.
    pub fn new(variant: Variant, bounding_box: BoundingBox) -> Option<Self> {
        let region = bounding_box.region(variant);
        let fits = region.width() <= WIDTH_MAX && region.height() <= HEIGHT_MAX;
        fits.then_some(Self { region })
    }

    /// The index of a cell that is at most [`MARGIN`] cells outside the box.
    pub const fn index(&self, cell: Cell) -> usize {
        let row = (cell.y - self.region.y_min) as isize + ROW_MARGIN as isize;
        let column = (cell.x - self.region.x_min) as isize + MARGIN as isize;
        (row * STRIDE as isize + column) as usize
    }

    /// The cell of an index.
    pub const fn cell(&self, index: usize) -> Cell {
        let row = (index / STRIDE) as i16 - ROW_MARGIN as i16;
        let column = (index % STRIDE) as i16 - MARGIN as i16;
        Cell::new(self.region.x_min + column, self.region.y_min + row)
    }
}
