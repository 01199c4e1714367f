//! Larger graphs and longer games of boxes.
//!
//! Graphs: parts of the largest graph known are filled anew by the exact engine. Games: a pool of games within the box.
//! What is found is a lower bound, which the rules of the game show; nothing here closes a box.

mod attempt;
mod graphs;
mod improver;
mod window;

pub use attempt::{Improved, improve};
pub use improver::{ImproveError, Improver, News, Request};
