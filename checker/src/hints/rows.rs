//! R1 as the other checker repeats it: by the bound, with multipliers of slots only.
//!
//! If every allowed line of a row holds one of some cells, each of which has the multiplier of one move, no more lines without a common
//! cell fit into the row than there are such cells. For lines in a row there are always so few cells that this is all that is to be
//! said. Where a line holds two of them, it takes the room of two.

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

    /// The multipliers by which R1 finds something among these marks of each cell, for objects of so many moves or more; and whether
    /// they close the node, otherwise they forbid something. They do the same where a move counts nothing: then only present cells
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

/// Of a row the fewest cells that meet all allowed lines: the last ones of as many as fit.
fn met(allowed: &[bool]) -> Vec<usize> {
    packed(allowed).map(|n| n + 4).collect()
}

/// For each allowed line with which one line fewer fits: as few cells that meet all lines, two of them on it.
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

/// So many numbers above 0 with this sum, which is not less.
fn shares(sum: i64, count: usize) -> impl Iterator<Item = i64> {
    let (n, count) = (count, count as i64);
    (0..n).map(move |k| sum / count + i64::from((k as i64) < sum % count))
}

#[cfg(test)]
mod tests;
