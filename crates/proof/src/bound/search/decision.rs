//! What a branching decides, and the two nodes it leads to.

use super::{Search, Task};
use crate::bound::certificate::Operation;
use crate::bound::domain::Domain;
use crate::bound::layout::Mark;
use crate::geometry::Symmetry;

/// A branching, in indices.
#[derive(Clone)]
pub(super) enum Decision {
    /// First `cell` present; then `cell` and `image` absent.
    Cell {
        cell: usize,
        image: usize,
        symmetry: Option<Symmetry>,
    },
    /// First forced, then forbidden.
    Mark(Mark),
}

impl Search<'_> {
    /// What an operation decides; `None` when it does not fit the node.
    pub(super) fn decision(&self, node: &Domain, operation: &Operation) -> Option<Decision> {
        match *operation {
            Operation::Cell { cell } => {
                let cell = self.index(cell)?;
                let decision = Decision::Cell {
                    cell,
                    image: cell,
                    symmetry: None,
                };
                node.is_free(cell).then_some(decision)
            }
            Operation::Mirror { symmetry, cell } => {
                let cell = self.index(cell)?;
                let symmetry = *Symmetry::ALL.get(symmetry as usize)?;
                let image = self.image(symmetry, cell);
                let decision = Decision::Cell {
                    cell,
                    image,
                    symmetry: Some(symmetry),
                };
                (node.is_free(cell) && image != cell).then_some(decision)
            }
            Operation::Mark { cell, code } => {
                let mark = Mark {
                    cell: self.index(cell)?,
                    direction: code as usize / 5,
                    position: code as usize % 5,
                };
                (mark.direction < 4 && node.allows(mark)).then_some(Decision::Mark(mark))
            }
            Operation::Row { .. }
            | Operation::Open
            | Operation::Closed
            | Operation::Refine { .. }
            | Operation::Multipliers(_) => None,
        }
    }

    /// One of the two nodes; `None` when its decision is contradictory.
    pub(super) fn child<'r>(
        &self,
        parent: &Task<'r>,
        decision: &Decision,
        side: usize,
    ) -> Option<Task<'r>> {
        let mut node = parent.node.clone();
        let multipliers = parent.multipliers.clone();
        let mut mirror = None;
        match (decision, side) {
            (&Decision::Cell { cell, .. }, 0) => node.set_present(cell),
            (
                &Decision::Cell {
                    cell,
                    image,
                    symmetry,
                },
                _,
            ) => {
                node.set_absent(cell);
                node.set_absent(image);
                mirror = symmetry;
            }
            (&Decision::Mark(mark), 0) => node.force(mark),
            (&Decision::Mark(mark), _) => node.forbid(mark),
        }
        node.propagate(&self.instance).ok()?;
        Some(Task {
            node,
            multipliers,
            depth: parent.depth + 1,
            end_games: parent.end_games,
            mirror,
            resume: if side == 0 {
                parent.resume.clone()
            } else {
                None
            },
            expected: parent.expected,
            bounded: None,
            attempt: parent.attempt.clone(),
        })
    }
}
