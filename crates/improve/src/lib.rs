//! Searches for larger graphs and longer games of boxes.
//!
//! For graphs, the exact engine fills parts of the largest known graph anew; for games, a pool of games searches within the box. An
//! object found shows a lower bound, by the rules of the game; nothing here closes a box.

mod attempt;
mod graphs;
mod improver;
mod window;

pub use attempt::{Improved, improve};
pub use improver::{ImproveError, Improver, News, Request};
