//! Positions and graphs: the fast board, exhaustive enumeration, and the slow
//! checker of graphs that everything else is tested against.

mod board;
pub mod enumerate;
pub mod graph;
mod grid;
mod objects;
mod playout;
mod symmetric;

pub use board::{Board, BoxTooLarge, PlayError};
pub use graph::{Cycle, GraphFault, check_graph, order_moves};
pub use grid::{Code, MAX_REACH};
pub use objects::Objects;
pub use playout::Playout;
pub use symmetric::symmetric_game;
