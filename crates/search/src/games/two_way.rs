//! Positions from which moves are also taken back out of turn: the neighbourhood of Hyyrö and
//! Poranen (2007, section 2.2).

use crate::game::{Code, TwoWayBoard};

/// A position with forward moves, the legal ones, and backward moves, those that can be taken
/// back because no other move needs their dot.
///
/// A move just taken back is legal, so where moves were taken back there are forward moves.
pub trait TwoWay {
    /// One move.
    type Move: Copy + std::fmt::Debug;

    /// The legal moves; none at the end of the game.
    fn forward(&self) -> &[Self::Move];

    /// The moves that can be taken back; none where the search began.
    fn backward(&self) -> &[Self::Move];

    /// Plays a forward move.
    ///
    /// # Panics
    /// May panic when the move is none.
    fn play(&mut self, mv: Self::Move);

    /// Takes back a backward move.
    ///
    /// # Panics
    /// May panic when the move is none.
    fn take_back(&mut self, mv: Self::Move);

    /// What the game is worth if it ends here; more is better.
    fn score(&self) -> u32;

    /// The moves from where the search began to here, in an order of play.
    fn moves(&self) -> &[Self::Move];
}

impl TwoWay for TwoWayBoard {
    type Move = Code;

    fn forward(&self) -> &[Code] {
        self.forward()
    }

    fn backward(&self) -> &[Code] {
        self.backward()
    }

    fn play(&mut self, mv: Code) {
        self.play(mv);
    }

    fn take_back(&mut self, mv: Code) {
        self.take_back(mv);
    }

    fn score(&self) -> u32 {
        self.len() as u32
    }

    fn moves(&self) -> &[Code] {
        self.moves()
    }
}
