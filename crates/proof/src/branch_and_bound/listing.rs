//! Listings: count all objects that satisfy a node, one after another, where that does not take long.
//!
//! This closes the nodes in which all dots are known. Section 9 of `paper/certificate.md`. The checker finds the positions themselves; here
//! only their number is needed.

use super::problem::{Problem, Subproblem};
use crate::bound::domain::Domain;
use crate::bound::layout::Mark;
use crate::bound::precedence::Contradiction;
use crate::bound::rows::Rows;
use crate::claim::Objects;

struct Listing<'a> {
    problem: &'a Problem,
    rows: Rows,
    /// By cell: how often a decision about it was contradictory.
    failures: Vec<u64>,
    /// How many more steps may be taken.
    left: u32,
    found: u32,
}

/// There are no steps left, or an object was found where there may be none.
struct NotListed;

impl Problem {
    /// The number of objects that satisfy a node in which all dots are known; `None` if they are not (then it nearly always takes too
    /// many steps), if it does take too many, or if LISTED may not say so: of graphs, and of more objects than none where the claim is
    /// that there are none.
    pub(super) fn count_listed(&self, leaf: &mut Subproblem) -> Option<u32> {
        let node = &leaf.node;
        let graphs = self.header.claim.subject.objects == Objects::Graphs;
        if graphs || self.instance.cells().any(|v| node.is_free(v)) {
            return None;
        }
        let mut listing = Listing {
            problem: self,
            rows: Rows::new(&self.instance),
            failures: vec![0; self.instance.layout.len()],
            left: self.steps(leaf.unlisted),
            found: 0,
        };
        let is_over = listing.look(node.clone(), None);
        leaf.unlisted += 1;
        is_over.is_ok().then_some(listing.found)
    }

    /// The most steps of a listing where so many above it were in vain. Few are tried first, since nearly every listing ends soon; all
    /// are tried once, since some nodes close in no other way; then few again, since all of them at each node below would take too long.
    fn steps(&self, unlisted: u32) -> u32 {
        let share = match unlisted {
            1 => 8,
            2 => 1,
            _ => 64,
        };
        (self.params.list_steps / share).max(1)
    }
}

impl Listing<'_> {
    /// Counts the objects that satisfy a domain, in which this cell was decided last.
    fn look(&mut self, mut node: Domain, last: Option<usize>) -> Result<(), NotListed> {
        self.left = self.left.checked_sub(1).ok_or(NotListed)?;
        if self.narrow(&mut node).is_err() {
            last.into_iter().for_each(|v| self.failures[v] += 1);
            return Ok(());
        }
        let Some(v) = self.undecided(&node) else {
            let object = self.problem.witness(&node);
            self.found += u32::from(matches!(object, Some(Ok(_))));
            let may_be_found = self.problem.header.claim.all_of || self.found == 0;
            return may_be_found.then_some(()).ok_or(NotListed);
        };
        for mark in node.marks_of(v) {
            self.look(forced(&node, mark), Some(v))?;
        }
        Ok(())
    }

    /// Applies all rules, R1 and P8 among them, until they change nothing.
    fn narrow(&self, node: &mut Domain) -> Result<(), Contradiction> {
        let instance = &self.problem.instance;
        node.propagate(instance)?;
        loop {
            let before = node.count_marks();
            let moves = self.problem.header.target().max(node.count_present());
            node.apply_rows(instance, &self.rows, moves)?;
            node.propagate(instance)?;
            // This call draws the consequences of its own conclusions, so it needs no propagation afterwards.
            node.apply_order(instance)?;
            if node.count_marks() == before {
                return Ok(());
            }
        }
    }

    /// The cell to be decided next, unless all are: the one with the fewest marks for each failure and one more; of several the first.
    fn undecided(&self, node: &Domain) -> Option<usize> {
        let open = self
            .problem
            .instance
            .cells()
            .filter(|&v| node.options(v) > 1);
        let product = |v: usize, w: usize| u64::from(node.options(v)) * (1 + self.failures[w]);
        open.min_by(|&v, &w| product(v, w).cmp(&product(w, v)))
    }
}

fn forced(node: &Domain, mark: Mark) -> Domain {
    let mut placed = node.clone();
    placed.force(mark);
    placed
}
