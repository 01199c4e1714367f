//! The interface through which a searcher knows a game.

use crate::game::{Board, Regrowth, Span, TwoWay};
use crate::geometry::{Move, Variant};

pub(crate) use crate::game::{below, unit};

/// The random numbers of all searchers: fast, and the same on every machine.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A position of a one-player game that ends, and the way back from it.
///
/// Playing and undoing must bring the same legal list back in the same order: searches are
/// repeatable only then.
pub trait Game: Clone + Send {
    /// One move.
    type Move: Copy + Eq + std::fmt::Debug + Send + Sync + 'static;

    /// The legal moves; none at the end of the game.
    fn legal(&self) -> &[Self::Move];

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic when the move is not legal.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move; returns whether there was one.
    fn undo(&mut self) -> bool;

    /// Number of moves played.
    fn depth(&self) -> usize;

    /// The value of the game if it ends here; more is better.
    fn score(&self) -> u32;

    /// A number for the move that does not depend on the position, below [`Self::codes`].
    fn code(&self, mv: Self::Move) -> usize;

    /// One more than the largest [`Self::code`].
    fn codes(&self) -> usize;

    /// Plays uniformly random moves from here to the end, writes them to `moves` (cleared
    /// before) and returns the score there. The position stays as it is.
    fn random_game(&mut self, rng: &mut Rng, moves: &mut Vec<Self::Move>) -> u32;

    /// As [`Self::random_game`], with every move drawn in proportion to the weight of its
    /// code. Weights are positive and finite.
    fn weighted_game(&mut self, weights: &[f32], rng: &mut Rng, moves: &mut Vec<Self::Move>)
    -> u32;

    /// Writes to `spans`, cleared before, when each code is legal in the game `moves` from here;
    /// a code that becomes legal again has several. The position stays as it is.
    ///
    /// Fast right after the game was drawn by [`Self::weighted_game`].
    ///
    /// # Panics
    /// May panic when the moves are not legal.
    fn spans(&mut self, moves: &[Self::Move], spans: &mut Vec<Span>);
}

/// Computes the spans of [`Game::spans`] from the legal lists alone.
pub(crate) fn spans_by_replay<G: Game>(game: &mut G, moves: &[G::Move], spans: &mut Vec<Span>) {
    spans.clear();
    for (step, &mv) in (0u16..).zip(moves) {
        for &mv in game.legal() {
            let code = game.code(mv) as u32;
            let is_on = |s: &&mut Span| s.code == code && s.to == step;
            match spans.iter_mut().find(is_on) {
                Some(span) => span.to = step + 1,
                None => spans.push(Span {
                    code,
                    from: step,
                    to: step + 1,
                }),
            }
        }
        game.play(mv);
    }
    for _ in moves {
        game.undo();
    }
}

/// A game of Morpion Solitaire, plain or symmetric.
pub trait Playable: Game {
    /// The rules.
    fn variant(&self) -> Variant;

    /// The position as a board, if every move is one move of a game; `None` if a move stands for more.
    fn board(&self) -> Option<&Board> {
        None
    }

    /// A regrowth, which cuts games from here and grows them again; `None` where games are no games of Morpion Solitaire.
    fn regrowth(&self) -> Option<Regrowth> {
        None
    }

    /// A walk in both directions from here; `None` where games are no games of Morpion Solitaire.
    fn two_way(&self) -> Option<TwoWay> {
        None
    }

    /// The score of the game that [`Regrowth::child`] makes, in the terms of [`Game::score`].
    fn child_score(&self, regrowth: &Regrowth) -> u32 {
        regrowth.score() as u32
    }

    /// The whole game from the starting cross when `moves` are played here.
    fn whole_game(&self, moves: &[Self::Move]) -> Vec<Move>;
}
