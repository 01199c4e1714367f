//! Positions as the searchers know them, plain and symmetric, with toy games for their tests.

pub(super) mod game;
pub(super) mod plain;
pub(super) mod retrace;
pub(super) mod rollouts;
pub(super) mod start;
pub(super) mod symmetric;
pub(super) mod symmetric_count;
#[cfg(test)]
pub(super) mod toy;
pub(super) mod two_way;
pub(super) mod two_way_symmetric;
