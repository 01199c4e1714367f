//! A game that a policy learns from.

use super::game::Game;
use crate::game::Span;

/// A game with what a policy learns from it.
#[derive(Clone, Debug)]
pub(crate) struct Lesson<M> {
    pub(crate) score: u32,
    pub(crate) moves: Vec<M>,
    pub(crate) codes: Vec<u32>,
    pub(crate) spans: Vec<Span>,
}

impl<M: Copy> Lesson<M> {
    /// No game yet.
    pub(crate) const fn new() -> Self {
        Self::of(0, Vec::new())
    }

    /// A game of which nothing else is known yet.
    pub(crate) const fn of(score: u32, moves: Vec<M>) -> Self {
        Self {
            score,
            moves,
            codes: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Fills in codes and spans, from where `game` stands.
    pub(crate) fn study<G: Game<Move = M>>(&mut self, game: &mut G) {
        game.spans(&self.moves, &mut self.spans);
        self.codes.clear();
        let code = |&mv: &M| game.code(mv) as u32;
        self.codes.extend(self.moves.iter().map(code));
    }
}
