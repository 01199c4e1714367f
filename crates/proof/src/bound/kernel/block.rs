//! The marks of a block of cells: the least of their costs, and the shares that their costs give them.

use super::super::fixed_point::SHARE;
use super::super::layout::LANES;
use super::planes::{Lanes, Planes};
use std::hint::black_box;

/// All bits: a mask, and the cost of a mark that is not allowed. No line costs as much.
pub(super) const ALL: u16 = u16::MAX;

/// The same mark of each cell of a block.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct BlockMark {
    /// The place of the costs of its lines.
    pub(super) cost: usize,
    /// The place of its shares.
    pub(super) share: usize,
    /// Mask of the cells for which it is not allowed.
    pub(super) forbidden: Lanes,
}

/// The least costs of allowed marks, by cell.
// This, `of_marks` and `divide` are not inlined, so that what they add up stays in registers.
#[inline(never)]
pub(super) fn cheapest(marks: &[BlockMark], lines: &Planes) -> Lanes {
    let mut cheapest = [ALL; LANES];
    for mark in marks {
        let costs = lines.lanes(mark.cost);
        for i in 0..LANES {
            cheapest[i] = cheapest[i].min(costs[i] | mark.forbidden[i]);
        }
    }
    cheapest
}

/// How the marks of a block are weighted.
pub(super) struct Weights {
    pub(super) width: u16,
    pub(super) shift: u32,
    /// best' of the page.
    pub(super) least: Lanes,
}

impl Weights {
    /// No overflow: the width times its power of two is below 2,048, so that the 21 weights of a cell stay below 43,008.
    #[inline(always)]
    pub(super) fn of(&self, cost: u16, i: usize) -> u16 {
        self.width.saturating_sub(cost.wrapping_sub(self.least[i])) << self.shift
    }

    /// Writes the weights of the marks where their shares will be; returns `all` with them added, by cell.
    #[inline(never)]
    pub(super) fn of_marks(
        &self,
        marks: &[BlockMark],
        lines: &Planes,
        shares: &mut Planes,
        all: Lanes,
    ) -> Lanes {
        let mut sum = [0; LANES];
        for mark in marks {
            let costs = lines.lanes(mark.cost);
            let mut weights = [0; LANES];
            for i in 0..LANES {
                weights[i] = self.of(costs[i] | mark.forbidden[i], i);
                sum[i] += weights[i];
            }
            *shares.lanes_mut(mark.share) = weights;
        }
        std::array::from_fn(|i| all[i] + sum[i])
    }
}

/// Makes the weights of marks into shares, at most 1,024 each; returns `given` with them added, by cell.
#[inline(never)]
pub(super) fn divide(
    marks: &[BlockMark],
    scale: &Lanes,
    shares: &mut Planes,
    given: Lanes,
) -> Lanes {
    let mut sum = [0; LANES];
    for mark in marks {
        let shares = shares.lanes_mut(mark.share);
        let scale = black_box(scale);
        for i in 0..LANES {
            shares[i] = high_product(shares[i], scale[i]);
        }
        for i in 0..LANES {
            sum[i] += shares[i];
        }
    }
    std::array::from_fn(|i| given[i] + sum[i])
}

/// The smaller of 65,535 and 2^26 / z, rounded down, of totals z that are 0 or at least 1,024.
// Not inlined, so that what follows does not go on with the 32 bits that this takes.
#[inline(never)]
pub(super) fn reciprocals(totals: &Lanes) -> Lanes {
    const DIVIDEND: u32 = 1 << 26;
    /// From here to twice as much the floating-point numbers are the integers, and their last bits count them: what is added to this
    /// one is rounded to the nearest. (A cast would do, but compilers make one of it for each lane.)
    const INTEGERS: f32 = (1 << 23) as f32;
    let mut quotients = [0; LANES];
    for i in 0..LANES {
        let total = u32::from(totals[i].max(SHARE));
        // The dividend and the totals are exact, so what is rounded is at most one too large.
        let quotient = DIVIDEND as f32 / total as f32;
        let quotient = (quotient + INTEGERS).to_bits() - INTEGERS.to_bits();
        let is_large = quotient * total > DIVIDEND;
        quotients[i] = (quotient - u32::from(is_large)).min(65_535) as u16;
    }
    quotients
}

#[inline(always)]
fn high_product(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}
