//! Demands: sets of marks of which every object that satisfies a state has at least one as a move.

use crate::geometry::{Board, bits};

/// A set of marks, a row or a cut of section 2 of `paper/certificate.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// Of a row: its direction, and the first cell of its straight. `None` for a cut.
    pub row: Option<(usize, usize)>,
    /// Cells with their marks in the set, one bit for each; only marks whose lines lie in the box.
    pub marks: Vec<(usize, u32)>,
}

impl Demand {
    /// The row of direction `d` through cell `v`.
    pub fn row(board: &Board, d: usize, v: usize) -> Self {
        let first = board.straight(d, v).next().unwrap_or(v);
        let mask = 0b11111 << (5 * d);
        let marks = board.straight(d, v).map(|w| (w, board.in_box[w] & mask));
        Self {
            row: Some((d, first)),
            marks: marks.collect(),
        }
    }

    /// The cut of a set of cells, in increasing order: the marks that place one of them by a line that holds no other.
    pub fn cut(board: &Board, set: &[usize]) -> Self {
        let is_external = |v: usize, m: usize| {
            let cells = board.lines[board.line_of[v][m]].cells;
            cells
                .iter()
                .all(|w| *w == v || set.binary_search(w).is_err())
        };
        let external = |&v: &usize| {
            let marks = bits(board.in_box[v]).filter(|&m| is_external(v, m));
            (v, marks.fold(0, |mask, m| mask | 1 << m))
        };
        Self {
            row: None,
            marks: set.iter().map(external).collect(),
        }
    }
}
