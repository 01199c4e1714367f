//! Strong branching: near the root, where a poor choice is repeated in every subtree, cells are
//! tried before one of them is chosen.
//!
//! Source of the name: mixed-integer programming. A trial goes as far as a node of the search does;
//! shorter ones mislead (`paper/notes/02-search.md`). Marks are tried by the rules alone. Nothing of a
//! trial enters the certificate.

use std::sync::atomic::Ordering;

use super::super::branching::{best_cells, share};
use super::super::domain::Domain;
use super::super::dual_bound::DualBound;
use super::super::fixed_point::UNIT;
use super::super::layout::Mark;
use super::{Decision, NODE, Search, Task};

impl Search<'_> {
    /// Whether the node is large enough for trials: its gap is the measure. Where the multipliers of the sides
    /// may fall to nothing, gaps say nothing.
    pub(super) fn is_worth_trials(&self, node: &Domain, value: i32) -> bool {
        let gap = i64::from(value - self.target(node));
        self.params.trials > 0 && gap >= self.trial_threshold()
    }

    /// The least gap that is worth trials, in units of the kernel.
    fn trial_threshold(&self) -> i64 {
        if self.header.gain > 0 {
            return i64::from(self.params.trial_moves) * i64::from(UNIT);
        }
        if !self.header.balances_sides() {
            return i64::MAX;
        }
        let root_gap = i64::from(self.root_gap.load(Ordering::Relaxed));
        (root_gap * i64::from(self.params.trial_gap.min(100)) + 99) / 100
    }

    /// The cell with the largest product of gains among the most promising ones.
    pub(super) fn best_by_trial(
        &self,
        worker: &mut DualBound,
        task: &Task<'_>,
        value: i32,
    ) -> Option<usize> {
        let count = self.params.trials as usize;
        let presence = worker.primal.clone();
        let cells = best_cells(&self.instance, &task.node, &presence, &self.gains, count);
        let mut best: Option<(f64, usize)> = None;
        let mut worse = 0;
        for cell in cells {
            let score = [0, 1].map(|side| {
                let gain = self.gain(value, self.trial(worker, task, cell, side));
                self.gains.learn(cell, share(presence[cell]), side, gain);
                worker.primal.copy_from_slice(&presence[..]);
                gain.max(1.0)
            });
            let score = score[0] * score[1];
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, cell));
                worse = 0;
            } else {
                worse += 1;
                if worse >= self.params.trial_patience {
                    break;
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// A mark of a present cell that the rules alone refute, dots with few alternatives first: branching on it
    /// takes an alternative away at the price of a closed node.
    pub(super) fn impossible_mark(&self, task: &Task<'_>) -> Option<Mark> {
        let node = &task.node;
        let mut cells: Vec<usize> = self
            .instance
            .cells()
            .filter(|&v| node.is_present(v) && node.options(v) > 1)
            .collect();
        cells.sort_by_key(|&v| node.options(v));
        let mut marks = cells.into_iter().flat_map(|v| node.marks_of(v));
        marks.find(|&m| self.child(task, &Decision::Mark(m), 0).is_none())
    }

    /// The value of a child, or `None` when it is closed.
    fn trial(
        &self,
        worker: &mut DualBound,
        task: &Task<'_>,
        cell: usize,
        side: usize,
    ) -> Option<i32> {
        let decision = Decision::Cell {
            cell,
            image: cell,
            symmetry: None,
        };
        let mut child = self.child(task, &decision, side)?;
        let target = self.target(&child.node);
        let before = worker.evaluations;
        let value = worker.ascend(
            &child.node,
            &mut child.multipliers,
            self.header.schedules[NODE],
            target,
        );
        self.note_evaluations(worker, before);
        (value >= target).then_some(value)
    }
}
