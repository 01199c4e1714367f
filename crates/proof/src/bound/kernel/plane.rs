//! The memory of the kernel: a number for each cell, and zeros around them as far as lines reach.

use crate::bound::fixed_point::LENGTH;
use crate::bound::layout::{LANES, Layout};

/// The numbers of neighbouring cells.
pub(super) type Lanes = [u16; LANES];

/// A number for each cell of a box, which can be read at the neighbours of all cells, too.
#[derive(Clone)]
pub(super) struct Plane {
    numbers: Box<[u16]>,
    margin: usize,
}

impl Plane {
    pub(super) fn new(layout: &Layout) -> Self {
        let steps = (0..4).map(|d| layout.step(d).unsigned_abs());
        let reach = (LENGTH - 1) * steps.max().expect("there are four directions");
        let margin = reach.next_multiple_of(LANES);
        Self {
            numbers: vec![0; layout.len() + 2 * margin].into(),
            margin,
        }
    }

    /// The numbers that lie `offset` further than those of the cells.
    #[inline(always)]
    pub(super) fn moved(&self, offset: isize) -> &[u16] {
        let length = self.numbers.len() - 2 * self.margin;
        &self.numbers[self.margin.wrapping_add_signed(offset)..][..length]
    }

    /// The numbers of the cells.
    #[inline(always)]
    pub(super) fn cells(&self) -> &[u16] {
        self.moved(0)
    }

    /// The numbers of the cells.
    #[inline(always)]
    pub(super) fn cells_mut(&mut self) -> &mut [u16] {
        let length = self.numbers.len() - 2 * self.margin;
        &mut self.numbers[self.margin..][..length]
    }

    /// The numbers that lie `offset` further than those of a block of cells.
    #[inline(always)]
    pub(super) fn lanes(&self, block: usize, offset: isize) -> &Lanes {
        let start = (self.margin + block * LANES).wrapping_add_signed(offset);
        let lanes = self.numbers[start..].first_chunk();
        lanes.expect("lines stay inside the margins")
    }

    /// The numbers of a block of cells.
    #[inline(always)]
    pub(super) fn lanes_mut(&mut self, block: usize) -> &mut Lanes {
        let start = self.margin + block * LANES;
        let lanes = self.numbers[start..].first_chunk_mut();
        lanes.expect("all blocks lie inside the margins")
    }

    /// Makes all numbers 0.
    pub(super) fn clear(&mut self) {
        self.numbers.fill(0);
    }
}

/// Adds up five series of numbers.
#[inline(always)]
pub(super) fn add_five(sums: &mut [u16], [a, b, c, d, e]: [&[u16]; LENGTH]) {
    let n = sums.len();
    let (a, b, c, d, e) = (&a[..n], &b[..n], &c[..n], &d[..n], &e[..n]);
    for i in 0..n {
        sums[i] = a[i] + b[i] + c[i] + d[i] + e[i];
    }
}
