//! Planes: small numbers, one for each cell of a box, laid out so that compilers turn loops over them into vector instructions.
//!
//! The cells of a line of direction d are d's *stride* apart, so lines need no tables, only planes read at an offset. Planes
//! are surrounded by margins wide enough for every line that starts or ends in the box. At the edges of the box an offset
//! leads to cells of other rows or into the margin; code that reads there must not depend on these values.

use crate::bound::{LANES, entries};
use crate::geometry::Board;

/// One number for each of the cells that a loop takes at a time. Planes are filled up with cells that are no cells of the box.
pub(crate) type Lanes = [u16; LANES];

/// Some planes with margins. All entries are zero at first, and those of margins stay so.
#[derive(Debug)]
pub(crate) struct Planes {
    length: usize,
    margin: usize,
    /// From a cell of a line to the next one, by direction.
    strides: [isize; 4],
    entries: Vec<u16>,
}

impl Planes {
    pub(crate) fn new(board: &Board, count: usize) -> Self {
        let (length, width) = (entries(board), board.size.width());
        let margin = (4 * (width + 1)).next_multiple_of(LANES);
        // The width is at most 22.
        let width = width as isize;
        Self {
            length,
            margin,
            strides: [1, width, width + 1, 1 - width],
            entries: vec![0; count * (length + 2 * margin)],
        }
    }

    /// Where the entry of plane `p` lies that belongs to the cell `steps` steps along direction `d` from cell 0.
    pub(crate) fn place(&self, p: usize, d: usize, steps: isize) -> usize {
        let origin = p * (self.length + 2 * self.margin) + self.margin;
        // At most four steps, which the margin allows for.
        origin.wrapping_add_signed(steps * self.strides[d])
    }

    /// The entries from a place on.
    #[inline]
    pub(crate) fn lanes(&self, place: usize) -> &Lanes {
        let lanes = self.entries[place..].first_chunk();
        lanes.expect("places of cells have margins behind them")
    }

    /// The entries from a place on.
    #[inline]
    pub(crate) fn lanes_mut(&mut self, place: usize) -> &mut Lanes {
        let lanes = self.entries[place..].first_chunk_mut();
        lanes.expect("places of cells have margins behind them")
    }

    /// Plane `p`, moved by `steps` steps along direction `d`.
    #[inline]
    pub(crate) fn moved(&self, p: usize, d: usize, steps: isize) -> &[Lanes] {
        let place = self.place(p, d, steps);
        self.entries[place..][..self.length].as_chunks().0
    }

    /// Plane `p`.
    pub(crate) fn plane_mut(&mut self, p: usize) -> &mut [Lanes] {
        let place = self.place(p, 0, 0);
        self.entries[place..][..self.length].as_chunks_mut().0
    }

    /// Makes all entries zero.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(0);
    }
}
