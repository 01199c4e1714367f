//! The decision that a branching stands for, and the two nodes it leads to.

use super::problem::{Problem, Subproblem};
use crate::bound::domain::Domain;
use crate::bound::layout::Mark;
use crate::tree::Branching;
use morpion_rules::geometry::Symmetry;

/// A branching, in indices of the layout.
#[derive(Clone, Copy)]
pub(super) enum Decision {
    /// First `cell` is present; then `cell` and `image` are absent.
    Cell {
        cell: usize,
        image: usize,
        symmetry: Option<Symmetry>,
    },
    /// First the mark is forced, then it is forbidden.
    Mark(Mark),
}

impl Problem {
    /// The decision that a branching stands for; `None` when it does not fit the node.
    pub(super) fn decision(&self, node: &Domain, on: Branching) -> Option<Decision> {
        match on {
            Branching::Cell { cell } => {
                let cell = self.numbered_cell(cell)?;
                node.is_free(cell).then_some(Decision::Cell {
                    cell,
                    image: cell,
                    symmetry: None,
                })
            }
            Branching::Mirror { symmetry, cell } => {
                let cell = self.numbered_cell(cell)?;
                let symmetry = *Symmetry::ALL.get(usize::from(symmetry))?;
                let image = self.image(symmetry, cell);
                (node.is_free(cell) && image != cell).then_some(Decision::Cell {
                    cell,
                    image,
                    symmetry: Some(symmetry),
                })
            }
            Branching::Mark { cell, code } => {
                let mark = Mark {
                    cell: self.numbered_cell(cell)?,
                    direction: usize::from(code) / 5,
                    position: usize::from(code) % 5,
                };
                (mark.direction < 4 && node.allows(mark)).then_some(Decision::Mark(mark))
            }
        }
    }

    /// The two children of a branching, each `None` if the rules refute it; `None` altogether when the branching does not fit.
    pub fn children(&self, parent: &Subproblem, on: Branching) -> Option<[Option<Subproblem>; 2]> {
        let decision = self.decision(&parent.node, on)?;
        Some([0, 1].map(|side| self.child(parent, decision, side)))
    }

    /// One of the two children; `None` if the rules refute it.
    pub(super) fn child(
        &self,
        parent: &Subproblem,
        decision: Decision,
        side: usize,
    ) -> Option<Subproblem> {
        let mirror = match decision {
            Decision::Cell { symmetry, .. } if side == 1 => symmetry,
            _ => None,
        };
        Some(Subproblem {
            node: self.decided(&parent.node, decision, side)?,
            multipliers: parent.multipliers.clone(),
            depth: parent.depth + 1,
            mirror,
            unlisted: parent.unlisted,
        })
    }

    /// The domain of one of the two children; `None` if the rules refute it.
    pub(super) fn decided(&self, node: &Domain, decision: Decision, side: usize) -> Option<Domain> {
        let mut node = node.clone();
        match (decision, side) {
            (Decision::Cell { cell, .. }, 0) => node.set_present(cell),
            (Decision::Cell { cell, image, .. }, _) => {
                node.set_absent(cell);
                node.set_absent(image);
            }
            (Decision::Mark(mark), 0) => node.force(mark),
            (Decision::Mark(mark), _) => node.forbid(mark),
        }
        node.propagate(&self.instance).ok()?;
        Some(node)
    }
}
