//! Positions and graphs: the fast board, and the slow checker of graphs
//! that everything else is tested against.

mod board;
mod clock;
mod code;
pub mod graph;
mod grid;
mod objects;
mod playout;
mod regrowth;
pub mod reorder;
mod rollout;
mod symmetric;
mod two_way;

pub use board::{Board, BoxTooLarge, PlayError, PlayFault, below, unit};
pub use code::{Code, MAX_REACH};
pub use graph::{Cycle, GraphFault, check_graph, order_moves};
pub use objects::Objects;
pub use playout::Playout;
pub use regrowth::Regrowth;
pub use reorder::{NoOrder, Tangle, order_lines};
pub use rollout::{Rollout, Span};
pub use symmetric::symmetric_game;
pub use two_way::TwoWay;
