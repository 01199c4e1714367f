//! R1 as the proven checker repeats it: by the bound, with multipliers of slots only.
//!
//! If every allowed line of a row holds one of some cells, each of which has the multiplier of one move, no more lines without a common
//! cell fit into the row than there are such cells. In a row, as few such cells as lines fit are always enough, so the bound finds all
//! that R1 finds. A line that holds two of the cells takes the room of two lines.

use super::fixing::Prices;
use morpion_check_core::bound::UNIT;
use morpion_check_core::geometry::{Board, bits};
use morpion_check_core::listing::{self, packed};

/// The rows of a box.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    board: &'a Board,
    rows: listing::Rows,
}

impl<'a> Rows<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self {
            board,
            rows: listing::Rows::new(board),
        }
    }

    /// The multipliers by which the bound finds what R1 finds among these marks of each cell, for objects with `moves` or more moves;
    /// and whether they close the node (otherwise they forbid a line). They do the same where the gain is 0: then only present cells
    /// are asked for, and each of these pays for its line.
    pub(super) fn prices(&self, marks: &[u32], moves: usize) -> Option<(Prices, bool)> {
        let allowed = self.allowed(marks);
        let rows: Vec<Vec<bool>> = self
            .rows
            .lines()
            .iter()
            .map(|row| row.iter().map(|&line| allowed[line]).collect())
            .collect();
        let most: usize = rows.iter().map(|row| packed(row).count()).sum();
        let mut slots = [(); 4].map(|()| vec![0; self.board.cells()]);
        let mut forbids = false;
        for (lines, allowed) in self.rows.lines().iter().zip(&rows) {
            let late = if most == moves {
                wide(allowed)
            } else {
                Vec::new()
            };
            forbids |= !late.is_empty();
            let sets = if late.is_empty() {
                vec![met(allowed)]
            } else {
                late
            };
            let direction = self.board.lines[lines[0]].direction;
            for (set, share) in sets.iter().zip(shares(UNIT, sets.len())) {
                set.iter()
                    .for_each(|&n| slots[direction][self.cell(lines, n)] += share);
            }
        }
        let closes = most < moves;
        let prices = Prices {
            slots,
            sides: vec![0; self.board.sides.len()],
            uses: Vec::new(),
        };
        (closes || forbids).then_some((prices, closes))
    }

    /// By line: whether one of its marks is allowed.
    fn allowed(&self, marks: &[u32]) -> Vec<bool> {
        let mut allowed = vec![false; self.board.lines.len()];
        for (v, &mask) in marks.iter().enumerate() {
            bits(mask).for_each(|m| allowed[self.board.line_of[v][m]] = true);
        }
        allowed
    }

    /// Cell n of the row with these lines.
    fn cell(&self, lines: &[usize], n: usize) -> usize {
        let line = n.min(lines.len() - 1);
        self.board.lines[lines[line]].cells[n - line]
    }
}

/// The fewest cells of a row that meet all its allowed lines: the last cells of as many lines as fit.
fn met(allowed: &[bool]) -> Vec<usize> {
    packed(allowed).map(|n| n + 4).collect()
}

/// For each allowed line together with which one line fewer fits: as many cells as lines fit, two of them on it, that meet all lines.
fn wide(allowed: &[bool]) -> Vec<Vec<usize>> {
    let most = packed(allowed).count();
    let set = |n: usize| {
        let behind = allowed.len().min(n + 5);
        let before = met(&allowed[..n.saturating_sub(4)]);
        let ends = [n, n + 4].into_iter();
        let after = met(&allowed[behind..]).into_iter().map(|k| k + behind);
        before
            .into_iter()
            .chain(ends)
            .chain(after)
            .collect::<Vec<_>>()
    };
    let lines = (0..allowed.len()).filter(|&n| allowed[n]);
    lines.map(set).filter(|set| set.len() <= most).collect()
}

/// `count` numbers above 0 with the sum `sum`, which must not be less than `count`.
fn shares(sum: i64, count: usize) -> impl Iterator<Item = i64> {
    let (n, count) = (count, count as i64);
    (0..n).map(move |k| sum / count + i64::from((k as i64) < sum % count))
}

#[cfg(test)]
mod tests;
