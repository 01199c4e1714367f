//! A game that a policy learns from.

use super::policy::Policy;
use crate::search::games::game::{Game, Span};

/// A game with what a policy learns from it.
#[derive(Clone, Debug)]
pub(in crate::search) struct Lesson<M> {
    pub(super) score: u32,
    pub(super) moves: Vec<M>,
    pub(super) codes: Vec<u32>,
    pub(super) spans: Vec<Span>,
}

impl<M: Copy> Lesson<M> {
    /// No game yet.
    pub(super) const fn new() -> Self {
        Self {
            score: 0,
            moves: Vec::new(),
            codes: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// A game of which nothing else is known yet.
    pub(super) const fn of(score: u32, moves: Vec<M>) -> Self {
        Self {
            score,
            moves,
            codes: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Fills in codes and spans, from where `game` stands.
    pub(super) fn study<G: Game<Move = M>>(&mut self, game: &mut G) {
        game.spans(&self.moves, &mut self.spans);
        self.codes.clear();
        let code = |&mv: &M| game.code(mv) as u32;
        self.codes.extend(self.moves.iter().map(code));
    }

    /// Moves `policy` towards the game.
    pub(super) fn teach(&self, policy: &mut Policy, alpha: f32) {
        policy.adapt(&self.codes, &self.spans, alpha);
    }
}
