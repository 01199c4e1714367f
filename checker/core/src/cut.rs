//! Cuts: sets of marks of which every game that satisfies a state has at least one as a move.

use crate::geometry::{Board, bits};

/// The cut of a set of cells, section 2 of `paper/certificate.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Cells with their marks in the set, one bit for each; only marks whose lines lie in the box.
    pub marks: Vec<(usize, u32)>,
}

impl Cut {
    /// Of a set of cells, in increasing order: the marks that place one of them by a line that holds no other.
    pub fn new(board: &Board, set: &[usize]) -> Self {
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
            marks: set.iter().map(external).collect(),
        }
    }
}
