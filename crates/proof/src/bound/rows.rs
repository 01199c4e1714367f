//! Demanded rows: straights on which a branching said that a line is drawn.
//!
//! `paper/certificate.md`, section 2, rules P11 and P12, and section 3.

use super::kernel::{Frame, LENGTH};
use super::lattice::SIZE;
use super::node::{Mark, along};

/// All lines of one direction on one straight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) direction: usize,
    /// Cells of the box on the straight, in the direction's order: where its lines start, if there are any from there.
    pub(crate) starts: Vec<usize>,
}

/// The demanded rows of a node; children share what their parent had.
pub(crate) type Rows = Vec<std::sync::Arc<Row>>;

impl Row {
    /// The row of direction `d` through a cell of the box.
    pub(crate) fn through(frame: &Frame, cell: usize, d: usize) -> Self {
        let is_inside = |v: usize| v < SIZE && frame.inside.contains(v);
        let mut first = cell;
        while is_inside(along(first, d, -1)) {
            first = along(first, d, -1);
        }
        let mut starts = vec![first];
        while is_inside(along(starts[starts.len() - 1], d, 1)) {
            starts.push(along(starts[starts.len() - 1], d, 1));
        }
        Self {
            direction: d,
            starts,
        }
    }

    /// Its marks, line by line, those that are not allowed included.
    pub(crate) fn lines(&self) -> impl Iterator<Item = [Mark; LENGTH]> + '_ {
        let full = (self.starts.len() + 1).saturating_sub(LENGTH);
        self.starts[..full].iter().map(|&start| {
            std::array::from_fn(|position| Mark {
                cell: along(start, self.direction, position as isize),
                direction: self.direction,
                position,
            })
        })
    }

    /// Its marks, those that are not allowed included.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        self.lines().flatten()
    }
}
