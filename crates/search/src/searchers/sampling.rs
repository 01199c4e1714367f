//! Sampling: one random game after the other (Cazenave 2007, section 3.1).

use crate::games::game::{Game, Rng, below, game_by};
use crate::running::{Run, Searcher};

/// How the moves of a random game are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Uniformly.
    Uniform,
    /// Uniformly among the moves after which the most moves are legal (the mobility
    /// heuristic, section 2.3).
    Mobility,
}

/// Plays random games until the budget is spent.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// How moves are drawn.
    pub draw: Draw,
}

impl<G: Game> Searcher<G> for Sampling {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut moves = Vec::new();
        while !run.is_over() {
            let score = match self.draw {
                Draw::Uniform => game.random_game(&mut run.rng, &mut moves),
                Draw::Mobility => mobile_game(game, &mut run.rng, &mut moves),
            };
            run.finished(score, &moves);
        }
    }
}

/// A random game by the mobility heuristic from here to the end; the position stays.
pub(super) fn mobile_game<G: Game>(game: &mut G, rng: &mut Rng, moves: &mut Vec<G::Move>) -> u32 {
    let mut best = Vec::new();
    game_by(game, rng, moves, |game, rng| {
        most_mobile(game, &mut best);
        best[below(rng, best.len())]
    })
}

/// The legal moves after which the most moves are legal.
fn most_mobile<G: Game>(game: &mut G, best: &mut Vec<G::Move>) {
    best.clear();
    let mut most = 0;
    for i in 0..game.legal().len() {
        let mv = game.legal()[i];
        game.play(mv);
        let mobility = game.legal().len();
        game.undo();
        if mobility > most {
            best.clear();
            most = mobility;
        }
        if mobility == most {
            best.push(mv);
        }
    }
}
