//! Nested Monte-Carlo search (Cazenave 2009).
//!
//! A search of level 0 is a random game. A search of level l tries every legal move with a search
//! of level l - 1 behind it, remembers the best game it has ever seen, plays that game's next move,
//! and goes on until the game ends.

use super::path::Path;
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// The algorithm with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Nested {
    /// Levels of nesting.
    pub level: u8,
}

/// A game from some position on.
struct Found<M> {
    score: u32,
    moves: Vec<M>,
}

impl<G: Game> Searcher<G> for Nested {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        self.nest(self.level, &mut Path::new(game), run);
    }
}

impl Nested {
    fn nest<G: Game>(
        &self,
        level: u8,
        path: &mut Path<'_, G>,
        run: &mut Run<'_, G>,
    ) -> Found<G::Move> {
        if level == 0 || path.legal().is_empty() {
            let score = path.finish(run, G::random_game);
            return Found {
                score,
                moves: path.tail().to_vec(),
            };
        }
        let start = path.len();
        let mut best = None;
        while !path.legal().is_empty() {
            self.step(level, start, path, run, &mut best);
            let Some(Found { moves, .. }) = &best else {
                break;
            };
            if run.is_over() {
                break;
            }
            path.play(moves[path.len() - start]);
        }
        path.back_to(start);
        best.expect("the first step has tried a move")
    }

    /// Tries the legal moves; `best` is the best game from `start` on that was ever seen.
    fn step<G: Game>(
        &self,
        level: u8,
        start: usize,
        path: &mut Path<'_, G>,
        run: &mut Run<'_, G>,
        best: &mut Option<Found<G::Move>>,
    ) {
        let here = path.len();
        for mv in path.legal().to_vec() {
            path.play(mv);
            let found = self.nest(level - 1, path, run);
            if best.as_ref().is_none_or(|b| found.score > b.score) {
                let played = path.moves_from(start);
                *best = Some(Found {
                    score: found.score,
                    moves: [played, &found.moves].concat(),
                });
            }
            path.back_to(here);
            if run.is_over() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::games::Plain;
    use crate::geometry::Variant;
    use crate::running::toy::{Walk, search};

    /// Level 1 tries 3 + 3 + ... + 3 moves of a walk, one random game each.
    #[test]
    fn every_move_of_every_step_is_tried_once() {
        let outcome = search(&Walk::new(6, 3), &Nested { level: 1 }, u64::MAX);
        assert_eq!(outcome.snapshot.playouts, 18);
    }

    /// A search of level l sees every ending of l moves of the games it follows.
    #[test]
    fn enough_levels_find_the_best_walk() {
        let outcome = search(&Walk::new(4, 3), &Nested { level: 4 }, u64::MAX);
        assert_eq!(outcome.snapshot.best, 4);
    }

    #[test]
    fn the_budget_ends_a_search_at_once() {
        let root = Plain::new(Board::new(Variant::D4));
        for playouts in [1, 100, 1234] {
            let nested = Nested { level: 2 };
            let outcome = search(&root, &nested, playouts);
            assert_eq!(outcome.snapshot.playouts, playouts);
        }
    }

    #[test]
    fn deeper_searches_find_longer_games() {
        let root = Plain::new(Board::new(Variant::D4));
        let best = |level| search(&root, &Nested { level }, u64::MAX);
        let lengths: Vec<u32> = (0..3).map(|l| best(l).snapshot.best).collect();
        assert!(lengths.is_sorted(), "{lengths:?}");
        assert!(lengths[0] < lengths[2]);
    }
}
