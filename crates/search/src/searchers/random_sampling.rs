//! Random sampling, RS1 and RS2 (Hyyrö and Poranen 2007, section 2.1): random games decide every
//! move of one game.
//!
//! Among moves that do equally well the first is played; the paper leaves that open.

use super::path::Path;
use crate::games::game::Game;
use crate::running::{Run, Searcher};

/// RS1: plays the move whose random games are the longest on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Rs1 {
    /// Random games after every legal move (the paper's s), at least 1.
    pub samples: u32,
}

/// RS2: plays the first move of the longest random game from the position; games from earlier
/// positions are forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Rs2 {
    /// Random games at every step (the paper's s), at least 1.
    pub samples: u32,
}

impl<G: Game> Searcher<G> for Rs1 {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        play_by(game, run, |path, run| {
            let average = |path: &mut Path<'_, G>, run: &mut Run<'_, G>, mv| {
                let here = path.len();
                path.play(mv);
                // As many games after every move: the sum orders them as the average does.
                let sum = sum_of_games(path, run, self.samples);
                path.back_to(here);
                sum
            };
            let mut best = None;
            for mv in path.legal().to_vec() {
                let sum = average(path, run, mv)?;
                if best.is_none_or(|(most, _)| sum > most) {
                    best = Some((sum, mv));
                }
            }
            best.map(|(_, mv)| mv)
        });
    }
}

impl<G: Game> Searcher<G> for Rs2 {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        play_by(game, run, |path, run| {
            let mut best = None;
            for _ in 0..self.samples {
                let score = path.finish(run, G::random_game);
                if best.is_none_or(|(most, _)| score > most) {
                    best = path.tail().first().map(|&mv| (score, mv));
                }
                if run.is_over() {
                    return None;
                }
            }
            best.map(|(_, mv)| mv)
        });
    }
}

/// The sum of the scores of `count` random games; `None` when the search is to stop.
fn sum_of_games<G: Game>(path: &mut Path<'_, G>, run: &mut Run<'_, G>, count: u32) -> Option<u64> {
    let mut sum = 0;
    for _ in 0..count {
        sum += u64::from(path.finish(run, G::random_game));
        if run.is_over() {
            return None;
        }
    }
    Some(sum)
}

/// Plays what `choose` says until it has nothing to say or the game ends.
fn play_by<G: Game>(
    game: &mut G,
    run: &mut Run<'_, G>,
    choose: impl Fn(&mut Path<'_, G>, &mut Run<'_, G>) -> Option<G::Move>,
) {
    let mut path = Path::new(game);
    if path.legal().is_empty() {
        path.finish(run, G::random_game);
    }
    while !path.legal().is_empty()
        && let Some(mv) = choose(&mut path, run)
    {
        path.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::games::Plain;
    use crate::geometry::Variant;
    use crate::running::toy::{Walk, search};

    /// A walk of 5 steps to 3 sides: RS1 tries each of them, RS2 plays from where it stands.
    #[test]
    fn samples_are_played_at_every_step() {
        let walk = Walk::new(5, 3);
        let one = search(&walk, &Rs1 { samples: 7 }, u64::MAX);
        assert_eq!(one.snapshot.playouts, 5 * 3 * 7);
        let two = search(&walk, &Rs2 { samples: 7 }, u64::MAX);
        assert_eq!(two.snapshot.playouts, 5 * 7);
    }

    /// A step to the right side is worth 1 in the average, and the last step is always told.
    #[test]
    fn averages_find_the_best_walk() {
        let outcome = search(&Walk::new(8, 3), &Rs1 { samples: 200 }, u64::MAX);
        assert_eq!(outcome.snapshot.best, 8);
        let outcome = search(&Walk::new(5, 3), &Rs2 { samples: 500 }, u64::MAX);
        assert_eq!(outcome.snapshot.best, 5);
    }

    #[test]
    fn budgets_are_kept_and_the_seed_decides() {
        let root = Plain::new(Board::new(Variant::T5));
        for playouts in [1, 6, 7, 500] {
            let one = |_| search(&root, &Rs1 { samples: 3 }, playouts);
            let two = |_| search(&root, &Rs2 { samples: 10 }, playouts);
            for (a, b) in [(one(0), one(1)), (two(0), two(1))] {
                assert_eq!(a.snapshot.playouts, playouts);
                assert_eq!(a.best.unwrap().moves, b.best.unwrap().moves);
            }
        }
    }
}
