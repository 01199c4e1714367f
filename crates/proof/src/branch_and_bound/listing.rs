//! Listings: all objects that satisfy a node, counted one after another, where that does not take long.
//!
//! Section 9 of `paper/certificate.md`. The checker finds the positions themselves; here only their number is needed.

use super::problem::{Leaf, Problem};
use crate::bound::domain::Domain;
use crate::bound::dual_bound::{DualBound, FineMultipliers};
use crate::bound::layout::Mark;

struct Listing<'a> {
    problem: &'a Problem,
    worker: &'a mut DualBound,
    multipliers: &'a FineMultipliers,
    /// How many more steps may be taken.
    left: u32,
    found: u32,
}

/// There are no steps left.
struct TooLong;

impl Problem {
    /// The number of objects that satisfy a node which has been bounded; `None` if it takes too many steps to find them.
    pub(super) fn count_listed(&self, worker: &mut DualBound, leaf: &Leaf) -> Option<u32> {
        let mut listing = Listing {
            problem: self,
            worker,
            multipliers: &leaf.multipliers,
            left: self.params.list_steps.max(1),
            found: 0,
        };
        let is_over = listing.look(leaf.node.clone());
        is_over.is_ok().then_some(listing.found)
    }
}

impl Listing<'_> {
    /// Counts the objects that satisfy a domain.
    fn look(&mut self, mut node: Domain) -> Result<(), TooLong> {
        self.left = self.left.checked_sub(1).ok_or(TooLong)?;
        if node.propagate(&self.problem.instance).is_err() || self.is_too_small(&node) {
            return Ok(());
        }
        let Some(v) = self.undecided(&node) else {
            let object = self.problem.witness(&node);
            self.found += u32::from(matches!(object, Some(Ok(_))));
            return Ok(());
        };
        for mark in node.marks_of(v) {
            self.look(forced(&node, mark))?;
        }
        if node.is_free(v) {
            node.set_absent(v);
            self.look(node)?;
        }
        Ok(())
    }

    /// Whether the bound says that what satisfies the domain has too few moves.
    fn is_too_small(&mut self, node: &Domain) -> bool {
        let value = self.worker.evaluate(node, self.multipliers);
        value < self.problem.target(node)
    }

    /// The cell with the fewest possibilities, but more than one; of several the first.
    fn undecided(&self, node: &Domain) -> Option<usize> {
        let possibilities = |v: &usize| node.options(*v) + u32::from(node.is_free(*v));
        let cells = self.problem.instance.cells();
        cells
            .filter(|v| possibilities(v) > 1)
            .min_by_key(possibilities)
    }
}

fn forced(node: &Domain, mark: Mark) -> Domain {
    let mut placed = node.clone();
    placed.force(mark);
    placed
}
