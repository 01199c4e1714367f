//! Sampling: one random game after the other (Cazenave 2007, section 3.1).

use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// Plays uniformly random games until the budget is spent.
#[derive(Clone, Copy, Debug)]
pub struct Sampling;

impl<G: Game> Searcher<G> for Sampling {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut moves = Vec::new();
        while !run.is_over() {
            let score = game.random_game(&mut run.rng, &mut moves);
            run.finished(score, &moves);
        }
    }
}
