//! The growing tree, and its open nodes whose states are in memory: depth first, or where the bound is largest.

use std::collections::HashMap;

use super::SearchError;
use super::expand::{Expansion, Search};
use super::outcome::Effort;
use super::problem::Subproblem;
use super::workers::Store;
use crate::tree::{Branching, Id, Node, Tree};
use morpion_rules::geometry::Move;

/// Below this depth a node is left open.
const MAX_DEPTH: u32 = 1000;

/// The state that all workers share.
pub(super) struct Frontier<'a> {
    search: &'a Search<'a>,
    pub(super) tree: Tree,
    /// The nodes to be looked at: open ones, and branched ones below which nodes are open. Depth first, the next one is the last.
    pub(super) ahead: Vec<(Id, Subproblem)>,
    /// Branched nodes that are not complete, or whose parents are not.
    bounded: HashMap<Id, Bounded>,
    pub(super) witness: Option<Result<Vec<Move>, SearchError>>,
    /// How many more open nodes may be looked at.
    pub(super) left: u64,
    /// How many nodes shall be open in the end; `None` where none need be.
    pub(super) wanted: Option<u32>,
    pub(super) effort: Effort,
}

/// A branched node: its value and, if it was branched on a cell, that cell with its primal weight.
struct Bounded {
    value: i32,
    cell: Option<(usize, f64)>,
}

/// A node to be looked at.
pub(super) struct Task {
    pub(super) id: Id,
    pub(super) leaf: Subproblem,
    /// The branching of the node, if it was branched before.
    pub(super) recorded: Option<Branching>,
}

/// The result of a task.
pub(super) struct Done {
    pub(super) id: Id,
    pub(super) expansion: Expansion,
    /// The number of evaluations that the task took.
    pub(super) evaluations: u64,
}

impl<'a> Frontier<'a> {
    /// A tree to be grown from these nodes of it.
    pub(super) fn new(search: &'a Search<'a>, tree: Tree, ahead: Vec<(Id, Subproblem)>) -> Self {
        Self {
            search,
            tree,
            ahead,
            bounded: HashMap::new(),
            witness: None,
            left: u64::MAX,
            wanted: None,
            effort: Effort::default(),
        }
    }

    /// The next node, and its state.
    fn next(&mut self) -> Option<(Id, Subproblem)> {
        let Some(wanted) = self.wanted else {
            return self.ahead.pop();
        };
        if self.tree.open() >= wanted {
            return None;
        }
        let bound_above = |place: &usize| {
            let parent = self.tree.parent(self.ahead[*place].0)?;
            Some(self.bounded.get(&parent)?.value)
        };
        let next = (0..self.ahead.len()).max_by_key(bound_above)?;
        Some(self.ahead.swap_remove(next))
    }

    fn branched(&mut self, id: Id, on: Branching, children: [Option<Subproblem>; 2]) {
        let ids = match *self.tree.node(id) {
            Node::Branched(_, ids) => ids,
            _ => self.tree.branch(id, on),
        };
        // The first child is looked at first.
        for (id, child) in ids.into_iter().zip(children).rev() {
            match child {
                Some(leaf) if self.tree.open_below(id) > 0 => self.ahead.push((id, leaf)),
                Some(_) => {}
                None => self.tree.close(id),
            }
        }
    }

    /// Learns from the branchings that are complete now that nothing is open below `id`.
    fn complete(&mut self, id: Id) {
        let mut here = Some(id);
        while let Some(id) = here.filter(|&id| self.tree.open_below(id) == 0) {
            if let Node::Branched(_, children) = *self.tree.node(id) {
                let values = children.map(|child| self.bounded.remove(&child).map(|b| b.value));
                if let Some(&Bounded { value, cell }) = self.bounded.get(&id)
                    && let Some(cell) = cell
                {
                    self.search.learn(cell, value, values);
                }
            }
            here = self.tree.parent(id);
        }
    }
}

impl Store for Frontier<'_> {
    type Task = Task;
    type Done = Done;

    fn take(&mut self) -> Option<Task> {
        if self.witness.is_some() {
            return None;
        }
        while let Some((id, leaf)) = self.next() {
            let recorded = match self.tree.node(id) {
                Node::Branched(on, _) => Some(*on),
                _ if leaf.depth > MAX_DEPTH => continue,
                _ if self.left == 0 => {
                    self.ahead.push((id, leaf));
                    return None;
                }
                _ => None,
            };
            self.left -= u64::from(recorded.is_none());
            self.effort.nodes += 1;
            return Some(Task { id, leaf, recorded });
        }
        None
    }

    fn give(&mut self, done: Done) {
        let id = done.id;
        self.effort.evaluations += done.evaluations;
        match done.expansion {
            Expansion::Closed => self.tree.close(id),
            Expansion::Listed(count) => self.tree.list(id, count),
            Expansion::Branched {
                on,
                value,
                cell,
                children,
            } => {
                self.bounded.insert(id, Bounded { value, cell });
                self.branched(id, on, *children);
            }
            Expansion::Decided(witness) => self.witness = Some(witness),
            Expansion::Left => {}
        }
        self.complete(id);
    }
}
