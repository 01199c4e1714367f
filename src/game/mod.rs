//! Positions and graphs: the fast board, exhaustive enumeration, and the slow
//! checker of graphs that everything else is tested against.

pub mod graph;

pub use graph::{Cycle, GraphFault, check_graph, order_moves};
