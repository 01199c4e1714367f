//! A position on the way from where a search began.

use crate::games::game::{Game, Rng};
use crate::running::Run;

/// A position, the moves that led to it, and games from it.
pub(super) struct Path<'g, G: Game> {
    game: &'g mut G,
    /// From where the search began to here.
    moves: Vec<G::Move>,
    /// The end of the last game.
    tail: Vec<G::Move>,
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

    /// The moves from the `from`th on.
    pub(super) fn moves_from(&self, from: usize) -> &[G::Move] {
        &self.moves[from..]
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

    /// Plays a game from here to the end, tells `run` of it, and returns its score; `draw`
    /// plays it. The position stays as it is, [`Self::tail`] holds the moves.
    pub(super) fn finish(
        &mut self,
        run: &mut Run<'_, G>,
        draw: impl FnOnce(&mut G, &mut Rng, &mut Vec<G::Move>) -> u32,
    ) -> u32 {
        let score = draw(self.game, &mut run.rng, &mut self.tail);
        let here = self.moves.len();
        self.moves.extend_from_slice(&self.tail);
        run.finished(score, &self.moves);
        self.moves.truncate(here);
        score
    }

    /// The end of the last game of [`Self::finish`].
    pub(super) fn tail(&self) -> &[G::Move] {
        &self.tail
    }
}
