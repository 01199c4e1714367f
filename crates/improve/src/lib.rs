//! Larger graphs of boxes: parts of a graph are filled anew by the exact engine.
//!
//! What it finds is a lower bound, which anybody can check by the rules; nothing here closes a box.

mod graphs;
mod window;

pub use graphs::{GraphSearch, first_graphs};
