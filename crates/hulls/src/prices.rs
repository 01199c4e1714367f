//! Prices, and the bound that they give.
//!
//! A dot costs the same in every cell, four shares, and pays a part of that in each of its four rows. The bound is section 5 of
//! `paper/octagons.md`: for any prices the moves of a position are at most 36 dots plus the best ways to fill all rows.

use crate::board::{Board, GRID};
use crate::row::{self, Scratch};
use crate::{CROSS, UNIT};

/// Prices of all cells of the grid, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// A quarter of what a dot costs.
    pub share: i32,
    /// By how much a cell costs more than a share in its row of direction 0, 1 and 2; in direction 3 so much less in all.
    pub more: Vec<[i32; 3]>,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            share: 0,
            more: vec![[0; 3]; GRID * GRID],
        }
    }
}

impl Prices {
    /// What a cell costs in its four rows.
    pub fn of(&self, cell: usize) -> [i32; 4] {
        let [a, b, c] = self.more[cell];
        [a, b, c, -(a + b + c)].map(|more| self.share + more)
    }

    /// An upper bound, in units, for the moves of all positions of the board, those counted apart included.
    pub fn bound(&self, board: &Board, memory: &mut Scratch) -> i64 {
        let mut prices = vec![0; 4 * board.cells.len()];
        for (&cell, slots) in board.cells.iter().zip(&board.slots) {
            for (slot, price) in slots.iter().zip(self.of(cell)) {
                prices[*slot] = price;
            }
        }
        let cross = i64::from(CROSS) * 4 * i64::from(self.share);
        let rows = board.rows.iter().map(|row| {
            let prices = &prices[row.start..row.start + row.length];
            row::best(
                prices,
                UNIT + 4 * self.share,
                row.lines,
                row.occupied,
                memory,
            )
        });
        rows.fold(cross + board.apart, |sum, best| {
            (sum + best).max(row::NEVER)
        })
    }
}
