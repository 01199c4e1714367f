//! How many cells of each line are in a growing set: the counts that find closures.

use super::cell_set::CellSet;
use super::fixed_point::LENGTH;
use super::layout::{Layout, bits};

/// How many cells of each line are in a set.
#[derive(Clone)]
pub(crate) struct Counts {
    /// The counts, by first cell and direction.
    counts: Box<[[u8; 4]]>,
    /// First cells and directions of the lines of which one cell is missing.
    pub(super) ready: Vec<(usize, usize)>,
}

impl Counts {
    /// `lines` has by cell the lines through it.
    pub(crate) fn new(layout: &Layout, lines: &[u32], set: &CellSet) -> Self {
        let mut new = Self {
            counts: vec![[0; 4]; layout.len()].into(),
            ready: Vec::new(),
        };
        set.cells().for_each(|v| new.add(layout, lines, v));
        let Self { counts, ready } = &mut new;
        ready.retain(|&(start, d)| counts[start][d] == LENGTH as u8 - 1);
        new
    }

    /// Adds a cell, and the lines of which only one other is missing now to those that are ready.
    pub(super) fn add(&mut self, layout: &Layout, lines: &[u32], v: usize) {
        for bit in bits(lines[v].into()) {
            let (d, i) = (bit / LENGTH, bit % LENGTH);
            let start = layout.along(v, d, -(i as isize));
            let count = &mut self.counts[start][d];
            *count += 1;
            if *count == LENGTH as u8 - 1 {
                self.ready.push((start, d));
            }
        }
    }
}
