//! What a node is branched on.

use std::sync::atomic::Ordering;

use super::{Search, Task};
use crate::bound::branching::{best_cell, best_mark, entering_mark};
use crate::bound::certificate::{Operation, symmetry_number};
use crate::bound::domain::Domain;
use crate::bound::dual_bound::DualBound;
use crate::bound::fixed_point::UNIT;
use crate::bound::layout::Mark;
use crate::game::Objects;

impl Search<'_> {
    /// Whether to branch on how a game goes on, where the target is near the bound at the root: in a dive for a game, and for
    /// symmetric games, whose end games no linear program closes, since the bound knows nothing of symmetry.
    pub(super) fn goes_forward(&self) -> bool {
        // A decision about a symmetric object is one about two dots.
        let scale = if self.header.symmetric { 2 } else { 1 };
        let near = self.params.forward_gap as i32 * scale * UNIT;
        let is_game = self.header.objects == Objects::Games && self.header.gain > 0;
        let tries = self.dives || is_game && self.header.symmetric;
        tries && self.root_gap.load(Ordering::Relaxed) <= near
    }

    /// The most promising decision, with cells tried if `tries` is the node's value; `None` when nothing is left to decide.
    pub(super) fn choose(
        &self,
        worker: &mut DualBound,
        task: &Task<'_>,
        tries: Option<i32>,
    ) -> Option<Operation> {
        let node = &task.node;
        let best = |worker: &DualBound, admit: &dyn Fn(usize) -> bool| {
            best_cell(&self.instance, node, &worker.primal, &self.gains, admit)
        };
        let on_cell = |v: usize| Operation::Cell {
            cell: self.number(v),
        };
        let on_mark = |m: Mark| Operation::mark(self.number(m.cell), m);
        let on_side = self.arrival_side(node);
        let is_due = |v: usize| on_side.is_none_or(|side| side.contains(&v));
        if let Some(symmetry) = task.mirror {
            let moved = |v: usize| is_due(v) && self.image(symmetry, v) != v;
            if let Some(cell) = best(worker, &moved) {
                return Some(Operation::Mirror {
                    symmetry: symmetry_number(symmetry),
                    cell: self.number(cell),
                });
            }
        }
        let entering = |worker: &DualBound| {
            let games = self.header.objects == Objects::Games;
            games.then(|| entering_mark(&self.instance, node, worker))?
        };
        if self.goes_forward()
            && let Some(mark) = entering(worker)
        {
            return Some(on_mark(mark));
        }
        if on_side.is_some() {
            return best(worker, &is_due).map(on_cell);
        }
        let cell = if let Some(value) = tries {
            self.best_by_trial(worker, task, value)
        } else {
            best(worker, &|_| true)
        };
        // With all dots known, their order is what is left to find out.
        cell.map(on_cell)
            .or_else(|| entering(worker).map(on_mark))
            .or_else(|| self.impossible_mark(task).map(on_mark))
            .or_else(|| best_mark(&self.instance, node, &worker.reduced).map(on_mark))
    }

    /// The cells of an arrival's side whose dot is not known yet: where it lies says more than anything else.
    fn arrival_side(&self, node: &Domain) -> Option<&[usize]> {
        let mut sides = self.instance.arrival_cells.iter().map(Vec::as_slice);
        sides.find(|side| !side.iter().any(|&v| node.is_present(v)))
    }
}
