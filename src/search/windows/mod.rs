//! Filling parts of a game or a graph anew, exactly.

pub(super) mod graphs;
pub(super) mod polish;
pub(super) mod window;
