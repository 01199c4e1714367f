//! The choice of the cell or mark on which a node branches.

use std::sync::atomic::Ordering;

use super::expand::Search;
use super::marks::{best_mark, entering_mark};
use super::numbers::{on_cell, on_image, on_mark};
use super::problem::Subproblem;
use super::pseudo_costs::best_cell;
use crate::bound::domain::Domain;
use crate::bound::dual_bound::DualBound;
use crate::bound::fixed_point::UNIT;
use crate::claim::Objects;
use crate::tree::Branching;

impl Search<'_> {
    /// Whether to branch on how a game goes on, where the target is near the bound at the root: in a dive for a game, and for
    /// symmetric games, for which this was chosen when nothing closed their end games but branching.
    pub(super) fn goes_forward(&self) -> bool {
        let header = &self.problem.header;
        let subject = &header.claim.subject;
        let symmetric = subject.setting.symmetric;
        // A decision about a symmetric object is one about two dots.
        let scale = if symmetric { 2 } else { 1 };
        let near = self.problem.params.forward_gap as i32 * scale * UNIT;
        let is_game = subject.objects == Objects::Games && header.gain > 0;
        let tries = self.dives || is_game && symmetric;
        tries && self.root_gap.load(Ordering::Relaxed) <= near
    }

    /// The most promising branching; `None` when nothing is left to decide.
    pub(super) fn choose(
        &self,
        worker: &mut DualBound,
        leaf: &Subproblem,
        value: i32,
    ) -> Option<Branching> {
        let (problem, node) = (self.problem, &leaf.node);
        let best = |worker: &DualBound, admit: &dyn Fn(usize) -> bool| {
            best_cell(&problem.instance, node, &worker.primal, &self.costs, admit)
        };
        let on_side = self.arrival_side(node);
        let is_due = |v: usize| on_side.is_none_or(|side| side.contains(&v));
        if let Some(symmetry) = leaf.mirror {
            let moved = |v: usize| is_due(v) && problem.image(symmetry, v) != v;
            if let Some(cell) = best(worker, &moved) {
                return Some(on_image(symmetry, cell));
            }
        }
        let entering = |worker: &DualBound| {
            let games = problem.header.claim.subject.objects == Objects::Games;
            games.then(|| entering_mark(&problem.instance, node, worker))?
        };
        if self.goes_forward()
            && let Some(mark) = entering(worker)
        {
            return Some(on_mark(mark));
        }
        if on_side.is_some() {
            return best(worker, &is_due).map(on_cell);
        }
        let cell = if self.is_worth_trials(leaf, value) {
            self.best_by_trial(worker, leaf, value)
        } else {
            best(worker, &|_| true)
        };
        // With all dots known, their order is what is left to find out.
        cell.map(on_cell).or_else(|| {
            let mark = entering(worker)
                .or_else(|| self.impossible_mark(leaf))
                .or_else(|| best_mark(&problem.instance, node, &worker.reduced));
            mark.map(on_mark)
        })
    }

    /// The cells of an arrival's side whose dot is not known yet: where it lies says more than anything else.
    fn arrival_side(&self, node: &Domain) -> Option<&[usize]> {
        let mut sides = self
            .problem
            .instance
            .arrival_cells
            .iter()
            .map(Vec::as_slice);
        sides.find(|side| !side.iter().any(|&v| node.is_present(v)))
    }
}
