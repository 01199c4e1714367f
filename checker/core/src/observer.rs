//! Observers: code that watches while a certificate is checked.
//!
//! Promise: an observer changes nothing. It is lent what the walk knows, returns nothing, and is told so after the fact.

use crate::bound::Multipliers;
use crate::node::Decision;
use crate::state::State;

/// Is told what a walk does. Every method does nothing unless it is written anew.
pub trait Observer {
    /// So much is known at the node at hand now; `None` if it is refuted.
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

/// Nobody looks on.
impl Observer for () {}
