//! A position, with the moves that led to it from where the search began.

use super::draw::Draw;
use crate::games::game::Game;
use crate::running::Run;

/// A position, the moves that led to it, and the last game from it.
pub(super) struct Path<'g, G: Game> {
    game: &'g mut G,
    /// The moves from where the search began to here.
    moves: Vec<G::Move>,
    /// The rest of the last game that was searched for, from here to its end.
    pub(super) tail: Vec<G::Move>,
}

impl<'g, G: Game> Path<'g, G> {
    pub(super) const fn new(game: &'g mut G) -> Self {
        Self {
            game,
            moves: Vec::new(),
            tail: Vec::new(),
        }
    }

    pub(super) fn legal(&self) -> &[G::Move] {
        self.game.legal()
    }

    /// Number of moves since the search began.
    pub(super) const fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        self.moves.push(mv);
    }

    /// Goes back to where there were `len` moves.
    pub(super) fn back_to(&mut self, len: usize) {
        while self.moves.len() > len {
            self.moves.pop();
            self.game.undo();
        }
    }

    /// Plays a random game from here to the end, tells `run` of it, and returns its score. The position stays, [`Self::tail`]
    /// is the game.
    pub(super) fn finish(&mut self, draw: Draw, run: &mut Run<'_, G>) -> u32 {
        let score = draw.game(self.game, &mut run.rng, &mut self.tail);
        let (moves, tail) = (&self.moves, &self.tail);
        run.moved(tail.len());
        run.finished_as(score, || [&moves[..], tail].concat());
        score
    }

    /// The game from the move `from` on: the way here and [`Self::tail`].
    pub(super) fn game_from(&self, from: usize) -> impl Iterator<Item = G::Move> {
        let way = self.moves[from..].iter();
        way.chain(&self.tail).copied()
    }
}
