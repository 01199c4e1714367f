//! Positions as the searchers know them, plain and symmetric.

pub(crate) mod game;
mod lesson;
mod plain;
mod reaching;
mod retrace;
mod rollouts;
mod start;
mod symmetric;
mod symmetric_count;

pub use crate::game::Span;
pub use game::{Game, Playable, Rng};
pub(crate) use lesson::Lesson;
pub use plain::Plain;
pub use reaching::Reaching;
pub(crate) use retrace::retrace;
pub use start::{StartError, StartPosition};
pub use symmetric::Symmetric;
pub use symmetric_count::count_symmetric;
