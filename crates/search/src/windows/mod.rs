//! Windows of a game, whose moves are taken out and which is completed anew in all ways.

mod completion;
mod polish;

pub use completion::Filled;
pub use polish::Polish;
