//! Strong branching: near the root, where every subtree repeats a poor choice, the search tries cells before it chooses one.
//!
//! A trial goes as far as a node of the search does; shorter trials mislead (`paper/notes/02-search.md`). The rules alone try marks.
//! Nothing of a trial enters the tree.

use std::sync::atomic::Ordering;

use super::children::Decision;
use super::expand::Search;
use super::problem::Subproblem;
use super::pseudo_costs::{best_cells, primal_weight};
use crate::bound::dual_bound::DualBound;
use crate::bound::fixed_point::UNIT;
use crate::bound::layout::Mark;
use crate::tree;

impl Search<'_> {
    /// Whether the node is large enough for trials: its gap is the measure. Where the multipliers of the sides
    /// may fall to nothing, gaps say nothing.
    pub(super) fn is_worth_trials(&self, leaf: &Subproblem, value: i32) -> bool {
        let gap = i64::from(value - self.problem.target(&leaf.node));
        self.problem.params.trials > 0 && gap >= self.trial_threshold()
    }

    /// The least gap that is worth trials, in units of the kernel.
    fn trial_threshold(&self) -> i64 {
        if self.problem.header.gain > 0 {
            return i64::from(self.problem.params.trial_moves) * i64::from(UNIT);
        }
        if !self.problem.header.balances_sides() {
            return i64::MAX;
        }
        let root_gap = i64::from(self.root_gap.load(Ordering::Relaxed));
        (root_gap * i64::from(self.problem.params.trial_gap.min(100)) + 99) / 100
    }

    /// The cell with the largest product of degradations among the most promising ones.
    pub(super) fn best_by_trial(
        &self,
        worker: &mut DualBound,
        leaf: &Subproblem,
        value: i32,
    ) -> Option<usize> {
        let count = self.problem.params.trials as usize;
        let primal = worker.primal.clone();
        let cells = best_cells(
            &self.problem.instance,
            &leaf.node,
            &primal,
            &self.costs,
            count,
        );
        let mut best: Option<(f64, usize)> = None;
        let mut worse = 0;
        for cell in cells {
            let score = [0, 1].map(|side| {
                let degradation = self.degradation(value, self.trial(worker, leaf, cell, side));
                self.costs
                    .update(cell, primal_weight(primal[cell]), side, degradation);
                worker.primal.copy_from_slice(&primal[..]);
                degradation.max(1.0)
            });
            let score = score[0] * score[1];
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, cell));
                worse = 0;
            } else {
                worse += 1;
                if worse >= self.problem.params.trial_patience {
                    break;
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// A mark of a present cell that the rules alone refute, dots with few alternatives first: branching on it
    /// takes an alternative away at the price of a closed node.
    pub(super) fn impossible_mark(&self, leaf: &Subproblem) -> Option<Mark> {
        let node = &leaf.node;
        let mut cells: Vec<usize> = self
            .problem
            .instance
            .cells()
            .filter(|&v| node.is_present(v) && node.options(v) > 1)
            .collect();
        cells.sort_by_key(|&v| node.options(v));
        let mut marks = cells.into_iter().flat_map(|v| node.marks_of(v));
        marks.find(|&m| self.problem.decided(node, Decision::Mark(m), 0).is_none())
    }

    /// The value of a child, or `None` when it is closed.
    fn trial(
        &self,
        worker: &mut DualBound,
        leaf: &Subproblem,
        cell: usize,
        side: usize,
    ) -> Option<i32> {
        let decision = Decision::Cell {
            cell,
            image: cell,
            symmetry: None,
        };
        let mut child = self.problem.child(leaf, decision, side)?;
        let value = self.problem.ascend(worker, &mut child, tree::NODE);
        (value >= self.problem.target(&child.node)).then_some(value)
    }
}
