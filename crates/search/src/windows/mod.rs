//! Windows of a game: their moves are taken out, and the game is completed anew in all ways.

mod completion;
mod polish;

pub use completion::Filled;
pub use polish::Polish;
