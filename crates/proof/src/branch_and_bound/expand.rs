//! One step of the search: an open node is closed, branched, listed or answered.

use std::sync::atomic::{AtomicI32, Ordering};

use super::SearchError;
use super::problem::{Problem, Subproblem};
use super::pseudo_costs::{PseudoCosts, primal_weight};
use crate::bound::dual_bound::DualBound;
use crate::bound::fixed_point::UNIT;
use crate::tree::Branching;
use morpion_rules::geometry::Move;

/// A claim, and what all workers have learned about it. Nothing learned enters a tree; it decides where nodes are branched.
pub struct Search<'a> {
    pub(super) problem: &'a Problem,
    pub(super) costs: PseudoCosts,
    /// How far the value at the root lies above the target.
    pub(super) root_gap: AtomicI32,
    /// Whether this search only looks for a game, move by move from the cross.
    pub(super) dives: bool,
}

/// The result of one step at an open node.
pub enum Expansion {
    /// The node is closed, as bounding it shows.
    Closed,
    /// This many objects satisfy the node, and all are known.
    Listed(u32),
    /// The node is branched.
    Branched {
        /// The branching.
        on: Branching,
        /// The dual bound of the node, in units of 1/1024 move.
        value: i32,
        /// The cell that is decided, if one is, and its weight in the relaxed solution.
        cell: Option<(usize, f64)>,
        /// The children, each `None` if the rules refute it.
        children: Box<[Option<Subproblem>; 2]>,
    },
    /// Nothing is left to decide: an object that refutes the claim, checked against the rules.
    Decided(Result<Vec<Move>, SearchError>),
    /// The node stays open: going on is not worthwhile, or the branching does not fit the node.
    Left,
}

impl<'a> Search<'a> {
    /// Nothing learned yet.
    pub fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            costs: PseudoCosts::new(&problem.instance),
            root_gap: AtomicI32::new(0),
            dives: false,
        }
    }

    /// A search that only looks for a game. If it finds none, that shows nothing.
    pub(super) fn dive(problem: &'a Problem) -> Self {
        Self {
            dives: true,
            ..Self::new(problem)
        }
    }

    /// Bounds an open node, then closes it, branches it (by the `recorded` branching, if there is one) or finds an object.
    pub fn expand(
        &self,
        worker: &mut DualBound,
        mut leaf: Subproblem,
        recorded: Option<Branching>,
    ) -> Expansion {
        let Some(value) = self.bound(worker, &mut leaf) else {
            return Expansion::Closed;
        };
        if let Some(on) = recorded {
            return self.split(worker, &leaf, on, value);
        }
        if self.dives && !self.goes_forward() {
            return Expansion::Left;
        }
        if let Some(count) = self.problem.count_listed(&mut leaf) {
            return Expansion::Listed(count);
        }
        match self.choose(worker, &leaf, value) {
            Some(on) => self.split(worker, &leaf, on, value),
            None => self
                .problem
                .witness(&leaf.node)
                .map_or(Expansion::Left, Expansion::Decided),
        }
    }

    /// The value of a node, or `None` when that closes it.
    pub(super) fn bound(&self, worker: &mut DualBound, leaf: &mut Subproblem) -> Option<i32> {
        let value = self.problem.bound(worker, leaf)?;
        if leaf.depth == 0 {
            let target = self.problem.in_units(self.problem.header.target());
            self.root_gap.store(value - target, Ordering::Relaxed);
        }
        Some(value)
    }

    fn split(&self, worker: &DualBound, leaf: &Subproblem, on: Branching, value: i32) -> Expansion {
        let Some(children) = self.problem.children(leaf, on) else {
            return Expansion::Left;
        };
        let weight = |cell: usize| (cell, primal_weight(worker.primal[cell]));
        Expansion::Branched {
            on,
            value,
            cell: self.problem.cell(on).map(weight),
            children: Box::new(children),
        }
    }

    /// Updates the pseudo-costs with the values of both children of a branching; `None` for a child that is closed.
    pub(super) fn learn(
        &self,
        (cell, weight): (usize, f64),
        value: i32,
        children: [Option<i32>; 2],
    ) {
        for (side, child) in children.into_iter().enumerate() {
            let degradation = self.degradation(value, child);
            self.costs.update(cell, weight, side, degradation);
        }
    }

    /// The degradation: how far the value fell from a node to its child, of value `None` if it was closed.
    pub(super) fn degradation(&self, value: i32, child: Option<i32>) -> f64 {
        /// A closed node counts as if the bound had fallen this much below the target.
        const CLOSED_BONUS: i32 = UNIT / 4;
        let target = self.problem.in_units(self.problem.header.target());
        f64::from(value.saturating_sub(child.unwrap_or(target - CLOSED_BONUS)))
    }
}
