//! The memory of the kernel: a number for each cell, and around them zeros as far as lines reach.

use crate::bound::fixed_point::LENGTH;
use crate::bound::layout::{LANES, Layout};

/// The numbers of neighbouring cells.
pub(super) type Lanes = [u16; LANES];

/// Some planes of numbers, one for each cell of a box, which can be read at the neighbours of all cells, too.
#[derive(Clone)]
pub(super) struct Planes {
    /// Plane after plane, each between margins, after some numbers that are there for alignment.
    numbers: Box<[u16]>,
    front: usize,
    /// Numbers of a plane without its margins.
    length: usize,
    margin: usize,
}

impl Planes {
    pub(super) fn new(layout: &Layout, count: usize) -> Self {
        let steps = (0..4).map(|d| layout.step(d).unsigned_abs());
        let reach = (LENGTH - 1) * steps.max().expect("there are four directions");
        let (length, margin) = (layout.len(), reach.next_multiple_of(LANES));
        let numbers = vec![0; count * (length + 2 * margin) + LANES].into_boxed_slice();
        Self {
            // Blocks that begin where a line of the cache does are written in half the time.
            front: numbers.as_ptr().align_offset(64).min(LANES),
            numbers,
            length,
            margin,
        }
    }

    /// The place of the number that lies `offset` after that of cell 0 of a plane.
    #[inline(always)]
    pub(super) fn place(&self, plane: usize, offset: isize) -> usize {
        let first = self.front + plane * (self.length + 2 * self.margin) + self.margin;
        first.wrapping_add_signed(offset)
    }

    /// The numbers of a plane that lie `offset` further than those of the cells.
    #[inline(always)]
    pub(super) fn moved(&self, plane: usize, offset: isize) -> &[u16] {
        &self.numbers[self.place(plane, offset)..][..self.length]
    }

    /// The numbers of the cells.
    #[inline(always)]
    pub(super) fn cells(&self, plane: usize) -> &[u16] {
        self.moved(plane, 0)
    }

    /// The numbers of the cells.
    #[inline(always)]
    pub(super) fn cells_mut(&mut self, plane: usize) -> &mut [u16] {
        let first = self.place(plane, 0);
        &mut self.numbers[first..][..self.length]
    }

    /// The numbers from a place on, as many as a block has cells.
    #[inline(always)]
    pub(super) fn lanes(&self, place: usize) -> &Lanes {
        let lanes = self.numbers[place..].first_chunk();
        lanes.expect("lines stay inside the margins")
    }

    /// The numbers from a place on, as many as a block has cells.
    #[inline(always)]
    pub(super) fn lanes_mut(&mut self, place: usize) -> &mut Lanes {
        let lanes = self.numbers[place..].first_chunk_mut();
        lanes.expect("all blocks lie inside the margins")
    }

    /// Makes all numbers 0.
    pub(super) fn clear(&mut self) {
        self.numbers.fill(0);
    }
}

/// Adds up five series of numbers.
pub(super) fn add_five(sums: &mut [u16], [a, b, c, d, e]: [&[u16]; LENGTH]) {
    let n = sums.len();
    let (a, b, c, d, e) = (&a[..n], &b[..n], &c[..n], &d[..n], &e[..n]);
    for i in 0..n {
        sums[i] = a[i] + b[i] + c[i] + d[i] + e[i];
    }
}
