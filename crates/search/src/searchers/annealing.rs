//! Simulated annealing with forward and backward moves (Hyyrö and Poranen 2007, section 2.2).
//!
//! A step draws a move from the legal ones and those that can be taken back, all alike. A forward
//! move is played. A backward move is made with probability e^(-1/t) at temperature t, and always
//! at the end of a game; otherwise a forward move, drawn anew, is played instead.
//!
//! The paper's best position may have legal moves left. Here a position better than all before it is
//! played on to the end at random, aside from the walk: what is handed in is always a finished game.

use crate::games::TwoWay;
use crate::games::game::{Game, Rng, below, unit};
use crate::running::{Run, Searcher};

/// The algorithm with its parameters, under the paper's names.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Annealing {
    /// The first temperature, above 0.
    pub t0: f64,
    /// The frozen temperature: the search ends below it. At most `t0`.
    pub t1: f64,
    /// The temperature is multiplied by this after every `r` steps; above 0, below 1.
    pub alpha: f64,
    /// Steps at each temperature, at least 1.
    pub r: u64,
}

/// Steps between two looks at the clock.
const INTERVAL: u64 = 1024;

impl<G: Game> Searcher<G> for Annealing {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let mut position = game.two_way();
        if position.forward().is_empty() {
            run.finished(position.score(), &[]);
            return;
        }
        let mut best = position.score();
        for temperature in self.temperatures() {
            let acceptance = acceptance(temperature);
            for count in 1..=self.r {
                step(&mut position, acceptance, &mut run.rng);
                hand_in::<G>(&position, &mut best, run);
                if count.is_multiple_of(INTERVAL) {
                    run.look_at_clock();
                }
                if run.is_over() {
                    return;
                }
            }
        }
    }
}

impl Annealing {
    /// The temperatures, first to last.
    fn temperatures(&self) -> impl Iterator<Item = f64> {
        let (alpha, t1) = (self.alpha, self.t1);
        let cooler = move |&t: &f64| Some(t * alpha);
        std::iter::successors(Some(self.t0), cooler).take_while(move |&t| t >= t1)
    }
}

/// The probability of a backward move, once drawn, at temperature `t`.
fn acceptance(t: f64) -> f64 {
    (-1.0 / t).exp()
}

/// One step of the walk.
fn step<P: TwoWay>(position: &mut P, acceptance: f64, rng: &mut Rng) {
    let (forward, backward) = (position.forward(), position.backward());
    let drawn = below(rng, forward.len() + backward.len());
    if let Some(&mv) = forward.get(drawn) {
        position.play(mv);
    } else if forward.is_empty() || f64::from(unit(rng)) < acceptance {
        position.take_back(backward[drawn - forward.len()]);
    } else {
        position.play(forward[below(rng, forward.len())]);
    }
}

/// Hands in the position when it ends a game, and a game through it when it is the best so far.
fn hand_in<G: Game>(position: &G::TwoWay, best: &mut u32, run: &mut Run<'_, G>) {
    if position.forward().is_empty() {
        *best = position.score().max(*best);
        run.finished(position.score(), position.moves());
    } else if position.score() > *best {
        let mut end = position.clone();
        while !end.forward().is_empty() {
            end.play(end.forward()[below(&mut run.rng, end.forward().len())]);
        }
        *best = end.score();
        run.finished(end.score(), end.moves());
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::Board;
    use crate::games::{Plain, Symmetric};
    use crate::geometry::Variant;
    use crate::running::toy::{Walk, search};

    const TOY: Annealing = Annealing {
        t0: 2.0,
        t1: 2.0,
        alpha: 0.5,
        r: 1000,
    };

    /// On a walk of width w there are w moves forward and 1 back, until its end.
    #[test]
    fn backward_moves_are_accepted_by_the_formula() {
        const STEPS: u32 = 100_000;
        let mut rng = Rng::seed_from_u64(3);
        for (width, t) in [(1, 0.3), (1, 1.0), (1, 3.2), (1, 10.0), (4, 1.0)] {
            let mut middle = Walk::new(4, width).two_way();
            TwoWay::play(&mut middle, 0);
            let goes_back = |_: &u32| {
                let mut position = middle.clone();
                step(&mut position, acceptance(t), &mut rng);
                position.moves().is_empty()
            };
            let back = (0..STEPS).filter(goes_back).count();
            let wanted = (-1.0 / t).exp() / (width + 1) as f64;
            let found = back as f64 / f64::from(STEPS);
            // Five standard deviations at most.
            assert!(
                (found - wanted).abs() < 0.008,
                "{width} {t}: {found}, not {wanted}"
            );
        }
    }

    #[test]
    fn at_the_end_of_a_game_the_way_is_back_at_any_temperature() {
        let mut rng = Rng::seed_from_u64(4);
        let mut position = Walk::new(1, 2).two_way();
        TwoWay::play(&mut position, 1);
        step(&mut position, acceptance(1e-3), &mut rng);
        assert!(position.moves().is_empty());
    }

    #[test]
    fn temperatures_fall_from_the_first_to_the_frozen_one() {
        let falling = Annealing {
            t0: 8.0,
            t1: 1.0,
            ..TOY
        };
        let all: Vec<f64> = falling.temperatures().collect();
        assert_eq!(all, [8.0, 4.0, 2.0, 1.0]);
        assert_eq!(TOY.temperatures().count(), 1);
    }

    #[test]
    fn the_best_walk_is_found_with_enough_steps() {
        let many = Annealing { r: 100_000, ..TOY };
        let outcome = search(&Walk::new(6, 2), &many, u64::MAX);
        assert_eq!(outcome.snapshot.best, 6);
    }

    #[test]
    fn a_search_of_one_step_finishes_a_game() {
        let one = Annealing { r: 1, ..TOY };
        let outcome = search(&Plain::new(Board::new(Variant::D4)), &one, u64::MAX);
        assert_eq!(outcome.snapshot.playouts, 1);
        assert!(outcome.snapshot.best > 10);
    }

    #[test]
    fn budgets_are_kept_and_the_seed_decides() {
        let many = Annealing {
            r: 1_000_000,
            ..TOY
        };
        let board = || Board::new(Variant::T4);
        for playouts in [1, 2, 100] {
            let plain = |_| search(&Plain::new(board()), &many, playouts);
            let (a, b) = (plain(0), plain(1));
            assert_eq!(a.snapshot.playouts, playouts);
            assert_eq!(a.best.unwrap().moves, b.best.unwrap().moves);
            let root = Symmetric::new(board()).unwrap();
            let outcome = search(&root, &many, playouts);
            assert_eq!(outcome.snapshot.playouts, playouts);
        }
    }

    #[test]
    fn where_nothing_can_be_played_the_game_is_handed_in() {
        let mut board = Board::new(Variant::D5);
        board.play_out(&mut Rng::seed_from_u64(1));
        let outcome = search(&Plain::new(board.clone()), &TOY, u64::MAX);
        assert_eq!(outcome.snapshot.playouts, 1);
        assert_eq!(outcome.best.unwrap().moves.len(), board.len());
    }
}
