//! Demands: sets of marks of which every object that satisfies a node uses at least one.
//!
//! A *row* demands a line of its direction on a straight, since a branching said so. A *cut* demands of a set of dots that the
//! first of them to be placed needs none of the others: the loop formula of answer set programming as a
//! covering row. `paper/certificate.md`, section 2; `paper/notes`.

use super::kernel::{Frame, LENGTH};
use super::lattice::{CellRows, SIZE};
use super::node::{Mark, along};

/// All lines of one direction on one straight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) direction: usize,
    /// Cells of the box on the straight, in the direction's order: where its lines start, if there are any from there.
    pub(super) starts: Vec<usize>,
}

/// One demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    Row(Row),
    /// The cut of a set of cells.
    Cut(Cut),
}

/// A set of cells, one of them present, and its marks when it was made, those that are forbidden by now included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) cells: CellRows,
    pub(super) marks: Vec<Mark>,
}

/// The demands of a node; children share what their parent had.
pub(super) type Demands = Vec<std::sync::Arc<Demand>>;

impl Row {
    /// The row of direction `d` through a cell of the box.
    pub(super) fn through(frame: &Frame, cell: usize, d: usize) -> Self {
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
    pub(super) fn lines(&self) -> impl Iterator<Item = [Mark; LENGTH]> + '_ {
        let full = (self.starts.len() + 1).saturating_sub(LENGTH);
        self.starts[..full].iter().map(|&start| {
            std::array::from_fn(|position| Mark {
                cell: along(start, self.direction, position as isize),
                direction: self.direction,
                position,
            })
        })
    }
}

impl Demand {
    pub(super) fn row(&self) -> Option<&Row> {
        match self {
            Self::Row(row) => Some(row),
            Self::Cut(_) => None,
        }
    }

    /// The marks of which one is used; some may be forbidden.
    pub(super) fn marks(&self) -> Box<dyn Iterator<Item = Mark> + '_> {
        match self {
            Self::Row(row) => Box::new(row.lines().flatten()),
            Self::Cut(cut) => Box::new(cut.marks.iter().copied()),
        }
    }
}

/// Whether all of them are rows.
pub(super) fn only_rows(demands: &Demands) -> bool {
    demands.iter().all(|demand| demand.row().is_some())
}

/// Whether a mark places one of the cells by a line that holds no other of them.
pub(super) fn is_external(mark: Mark, cells: &CellRows) -> bool {
    cells.contains(mark.cell) && mark.line().all(|w| w == mark.cell || !cells.contains(w))
}
