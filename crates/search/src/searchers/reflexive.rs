//! Reflexive Monte-Carlo search at any number of levels (Cazenave 2007, section 3.2).
//!
//! A game of level 0 is a random game. At every step of a game of level l, some games of level l - 1 are
//! played from the position (the prefix), and the first move of the best of them is played; what is left of the best
//! game is remembered, and has to be beaten at the next step. The paper calls levels 1, 2, 3
//! the meta-game, the meta-meta-game, and so on.

use super::path::Path;
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// The algorithm with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Reflexive {
    /// Games played at every step, from the ground level up: `[100, 1000]` plays one
    /// meta-meta-game, at each of its steps 1,000 meta-games, and at each of theirs 100 random games.
    pub games: Vec<u32>,
}

impl<G: Game> Searcher<G> for Reflexive {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        play_level(&self.games, &mut Path::new(game), run);
    }
}

/// Plays one game of level `games.len()` from here; returns its score and moves, and goes back.
fn play_level<G: Game>(
    games: &[u32],
    path: &mut Path<'_, G>,
    run: &mut Run<'_, G>,
) -> (u32, Vec<G::Move>) {
    let Some((&count, below)) = games.split_last() else {
        let score = path.finish(run, G::random_game);
        return (score, path.tail().to_vec());
    };
    let start = path.len();
    // The score and moves of the best game seen, its moves from `start` on.
    let mut best: (u32, Vec<G::Move>) = (0, Vec::new());
    while !path.legal().is_empty() && !run.is_over() {
        for _ in 0..count {
            let (score, moves) = play_level(below, path, run);
            // A game shorter than the way here can only be the one before the first.
            if score > best.0 || best.1.len() <= path.len() - start {
                best = (score, [path.moves_from(start), &moves].concat());
            }
            if run.is_over() {
                break;
            }
        }
        path.play(best.1[path.len() - start]);
    }
    let is_first = best.1.is_empty();
    path.back_to(start);
    if is_first && !run.is_over() {
        // Nothing could be played here.
        best.0 = path.finish(run, G::random_game);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::running::toy::{Walk, search};

    fn games(games: &[u32]) -> Reflexive {
        Reflexive {
            games: games.to_vec(),
        }
    }

    /// A walk of 5 steps: at each step of each level, every game below is played to its end.
    #[test]
    fn the_games_of_all_levels_are_played() {
        let count = |list: &[u32]| {
            let outcome = search(&Walk::new(5, 3), &games(list), u64::MAX);
            outcome.snapshot.playouts
        };
        assert_eq!(count(&[]), 1);
        assert_eq!(count(&[7]), 5 * 7);
        // A meta-game from step k has 5 - k steps.
        assert_eq!(count(&[7, 2]), 2 * 7 * (5 + 4 + 3 + 2 + 1));
    }

    #[test]
    fn the_best_walk_is_found_with_enough_games() {
        let outcome = search(&Walk::new(8, 3), &games(&[20, 20]), u64::MAX);
        assert_eq!(outcome.snapshot.best, 8);
    }

    #[test]
    fn the_budget_ends_a_search_at_once() {
        for playouts in [1, 6, 7, 50] {
            let outcome = search(&Walk::new(5, 3), &games(&[7, 2]), playouts);
            assert_eq!(outcome.snapshot.playouts, playouts);
        }
    }
}
