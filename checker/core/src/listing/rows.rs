//! R1: how many lines the rows can hold together, and which lines take too much room. `paper/certificate.md`, section 9.

use crate::geometry::{Board, DIRECTIONS};
use crate::state::{Contradiction, State};

/// The rows of a box: for each row the numbers of its lines, from end to end.
#[derive(Debug)]
pub struct Rows(Vec<Vec<usize>>);

impl Rows {
    /// The rows that hold a line.
    pub fn new(board: &Board) -> Self {
        let mut rows = Vec::new();
        for (d, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            for v in 0..board.cells() {
                let (x, y) = board.position(v);
                // The row begins where no cell is before v.
                if board.cell(x - dx, y - dy).is_none() {
                    let cells = (0..).map_while(|n| board.cell(x + n * dx, y + n * dy));
                    rows.push(cells.filter_map(|w| line_from(board, w, d)).collect());
                }
            }
        }
        rows.retain(|row: &Vec<usize>| !row.is_empty());
        Self(rows)
    }

    /// The numbers of the lines of each row, from end to end: line n begins at the row's cell n.
    pub fn lines(&self) -> &[Vec<usize>] {
        &self.0
    }

    /// R1, once, for objects with `moves` or more moves: forbids each line together with which too few lines fit into all rows.
    pub(super) fn apply(
        &self,
        board: &Board,
        state: &mut State,
        moves: u64,
    ) -> Result<(), Contradiction> {
        let is_allowed = |line: &usize| {
            let cells = board.lines[*line].cells.iter().enumerate();
            let mut marks = cells.map(|(i, &w)| state.allowed(w) >> mark(board, *line, i) & 1);
            marks.any(|bit| bit != 0)
        };
        let allowed = |row: &Vec<usize>| row.iter().map(is_allowed).collect::<Vec<bool>>();
        let rows: Vec<Vec<bool>> = self.0.iter().map(allowed).collect();
        let most: u64 = rows.iter().map(|row| fit(row)).sum();
        let slack = most.checked_sub(moves).ok_or(Contradiction)?;
        for (row, allowed) in self.0.iter().zip(&rows) {
            for n in (0..row.len()).filter(|&n| allowed[n]) {
                // Beside line n: the lines that end before it, and those that begin after it.
                let before = fit(&allowed[..n.saturating_sub(4)]);
                let behind = fit(&allowed[allowed.len().min(n + 5)..]);
                if before + 1 + behind + slack < fit(allowed) {
                    for (i, &w) in board.lines[row[n]].cells.iter().enumerate() {
                        state.forbid(w, 1 << mark(board, row[n], i));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The line in direction d whose first cell is v.
fn line_from(board: &Board, v: usize, d: usize) -> Option<usize> {
    let begins = board.in_box[v] >> (5 * d) & 1 != 0;
    begins.then(|| board.line_of[v][5 * d])
}

/// The mark that places cell i of a line.
fn mark(board: &Board, line: usize, i: usize) -> usize {
    5 * board.lines[line].direction + i
}

/// The greatest number of allowed lines of a row without a common cell.
fn fit(allowed: &[bool]) -> u64 {
    packed(allowed).count() as u64
}

/// A largest set of allowed lines of a row without a common cell: to take the first that fits is never worse than any other.
pub fn packed(allowed: &[bool]) -> impl Iterator<Item = usize> + use<'_> {
    let mut free = 0;
    (0..allowed.len()).filter(move |&n| {
        let fits = allowed[n] && n >= free;
        if fits {
            free = n + 5;
        }
        fits
    })
}

#[cfg(test)]
mod tests;
