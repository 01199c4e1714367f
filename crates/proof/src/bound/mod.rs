//! The exact bound of a node: a Lagrangian bound in integers, and all that the rules of the game make of a node's decisions.
//!
//! Promise: whatever goes wrong in here (a poor multiplier, a bug), the certificate is judged by the independent checker in `checker/`;
//! a box is never called proven before that. Every rule: `paper/certificate.md`; what was tried: `paper/notes`.

pub(crate) mod end_game;
pub(crate) mod fixing;
mod grid;
pub mod kernel;
pub mod lattice;
pub(crate) mod node;
#[cfg(test)]
mod node_tests;
mod order;
mod reach;
mod recipe;
pub mod refine;
pub(crate) mod root;
mod rows;
#[cfg(test)]
mod sparse;
mod sweep;
pub(crate) mod written;
