//! Filling parts of a game or a graph anew, exactly.

mod completion;
mod graphs;
mod polish;
mod window;

pub use graphs::{GraphSearch, first_graphs};
pub use polish::Polish;
