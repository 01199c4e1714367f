//! A position as the kernel holds it.
//!
//! It consists of sets of lines and of cells, in words of 64 bits. So a move takes some dozen operations on words, and undoing it only
//! drops the copy.

use super::tables::{EachWay, ORBIT, Tables};
use super::words::{Set, equal_to, increment, insert, union, without};

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Position<const W: usize, const M: usize, const P: usize> {
    /// For each line the number of dots on it, modulo 2^`P`. Since 2^`P` is at least the number of a line's cells, the lines that lack
    /// one dot can be told from all others.
    dots: [Set<W>; P],
    /// The lines that cannot be drawn beside the lines of the position.
    barred: Set<W>,
    /// The loose dots.
    pub(super) loose: Set<M>,
    /// For each image of the position the sum of the hashes of its lines.
    pub(super) hashes: EachWay<u32>,
}

impl<const W: usize, const M: usize, const P: usize> Position<W, M, P> {
    /// The position with the cross alone.
    pub(super) fn start(tables: &Tables<W, M>) -> Self {
        let mut dots = [[0; W]; P];
        for &cell in &tables.cross {
            dots = increment(&dots, &tables.through[cell]);
        }
        Self {
            dots,
            barred: [0; W],
            loose: [0; M],
            hashes: [0; ORBIT],
        }
    }

    /// The position after `line` is drawn, which places its dot on the cell `dot`.
    #[inline(always)]
    pub(super) fn after(&self, tables: &Tables<W, M>, line: usize, dot: usize) -> Self {
        let row = &tables.lines[line];
        let mut loose = without(&self.loose, &row.mask);
        insert(&mut loose, dot);
        Self {
            dots: increment(&self.dots, &tables.through[dot]),
            barred: union(&self.barred, &row.barred),
            loose,
            hashes: plus(&self.hashes, &row.hashes),
        }
    }

    /// The lines of `L` cells that lack one dot and conflict with none that is drawn.
    #[inline(always)]
    pub(super) fn legal<const L: usize>(&self) -> Set<W> {
        without(&equal_to(&self.dots, L - 1), &self.barred)
    }
}

#[inline(always)]
pub(super) fn plus(a: &EachWay<u32>, b: &EachWay<u32>) -> EachWay<u32> {
    let mut sum = *a;
    for (sum, term) in sum.iter_mut().zip(b) {
        *sum = sum.wrapping_add(*term);
    }
    sum
}
