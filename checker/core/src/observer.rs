//! Observers: code that watches while a certificate is checked.
//!
//! Promise: an observer changes nothing. It borrows what the walk knows, returns nothing, and is told of a step after the fact.

use crate::bound::Multipliers;
use crate::node::Decision;
use crate::state::State;

/// A watcher of a walk: each method is called after the step that it describes, and does nothing unless it is overridden.
pub trait Observer {
    /// The state of the node at hand, as far as it is known now; `None` if the node is refuted.
    fn settle(&mut self, _state: Option<&State>) {}
    /// The bound was computed with these multipliers; `closes` if it refutes the node.
    fn bound(&mut self, _fine: &Multipliers, _closes: bool) {}
    /// The node has two children; the first is next, the second waits.
    fn split(&mut self, _first: Decision, _second: Decision) {}
    /// R1 has forbidden lines, or has found a contradiction, from what was known.
    fn rows(&mut self) {}
    /// Only the position with these moves satisfies the node: (x, y, d, i) of each, sorted.
    fn listed(&mut self, _moves: &[[i8; 4]]) {}
    /// The node is a leaf; the child that waits is next.
    fn leave(&mut self) {}
}

/// The observer that ignores everything.
impl Observer for () {}
