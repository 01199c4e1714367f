//! Larger graphs and longer games of boxes.
//!
//! Graphs: the exact engine fills parts of the largest known graph anew. Games: a pool of games within the box. A find is a lower bound,
//! which the rules of the game show; nothing here closes a box.

mod attempt;
mod graphs;
mod improver;
mod window;

pub use attempt::{Improved, improve};
pub use improver::{ImproveError, Improver, News, Request};
