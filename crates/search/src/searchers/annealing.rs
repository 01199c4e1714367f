//! Simulated annealing with forward and backward moves (Hyyrö and Poranen 2007, section 2.2).
//!
//! A step draws a move, uniformly, from the legal moves and those that can be taken back. A forward move is played. A backward move is
//! made with probability e^(-1/t) at temperature t, and always at the end of a game; otherwise a forward move, drawn anew, is played
//! instead. The paper's loop makes one step more at each temperature than its r.
//!
//! The paper's best position may have legal moves left. Here a position that is better than all before it is also played on to the end at
//! random, beside the walk: so the result is always a finished game.

use super::method::{Method, SettleError, Task};
use super::numbers::{below_one, positive};
use crate::game::{Code, TwoWay};
use crate::games::game::{Playable, Rng, below, unit};
use crate::running::{Run, Searcher};

/// Simulated annealing with moves forward and back (Hyyrö and Poranen 2007).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, clap::Args)]
pub struct Annealing {
    /// The first temperature, above 0 and at most 100. The paper's best: 1.8 in 4D, 3.6 in 4T, 3.2 in 5D, 8 in 5T; its longest games are
    /// from 10 to 9 in 5T, and from 2 to 1.8 in 5D.
    #[arg(long, value_name = "T", default_value_t = 3.2, value_parser = positive)]
    pub t0: f64,
    /// The frozen temperature, at most the first: the search ends below it [default: the first, so one temperature only].
    #[arg(long, value_name = "T", value_parser = positive)]
    pub t1: Option<f64>,
    /// What the temperature is multiplied by after every r steps, above 0 and below 1; the paper has 0.99999 in 5D, 0.9999 in 5T.
    #[arg(long, value_name = "A", default_value_t = 0.99, value_parser = below_one)]
    pub alpha: f64,
    /// Steps at each temperature, at least 1; the paper has 10^4 to 8 x 10^7.
    #[arg(long, short, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub r: u64,
}

/// Steps between two looks at the clock.
const INTERVAL: u64 = 1024;

impl Method for Annealing {
    fn settle(&mut self, _task: &mut Task) -> Result<(), SettleError> {
        let (t0, t1) = (self.t0, *self.t1.get_or_insert(self.t0));
        match t1 <= t0 {
            true => Ok(()),
            false => Err(SettleError::Temperatures { t0, t1 }),
        }
    }

    fn ends(&self) -> bool {
        true
    }
}

impl<G: Playable<Move = Code>> Searcher<G> for Annealing {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let walk = game.two_way().filter(|walk| !walk.forward().is_empty());
        let Some(mut walk) = walk else {
            run.finished(game.score(), &[]);
            return;
        };
        let mut best = walk.score();
        for temperature in self.temperatures() {
            let acceptance = (-1.0 / temperature).exp();
            for count in 0..=self.r {
                step(&mut walk, acceptance, &mut run.rng);
                run.moved(1);
                hand_in(&walk, &mut best, run);
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
        let (alpha, t1) = (self.alpha, self.t1.unwrap_or(self.t0));
        let cooler = move |&t: &f64| Some(t * alpha);
        std::iter::successors(Some(self.t0), cooler).take_while(move |&t| t >= t1)
    }
}

/// One step of the walk; `acceptance` is the probability of a backward move, once drawn.
fn step(walk: &mut TwoWay, acceptance: f64, rng: &mut Rng) {
    let (forward, backward) = (walk.forward().len(), walk.backward().len());
    let drawn = below(rng, forward + backward);
    if drawn < forward {
        walk.play_nth(drawn);
    } else if forward == 0 || f64::from(unit(rng)) < acceptance {
        walk.take_back_nth(drawn - forward);
    } else {
        walk.play_nth(below(rng, forward));
    }
}

/// Hands in the position when it ends a game, and a game through it when it is the best so far.
fn hand_in<G: Playable<Move = Code>>(walk: &TwoWay, best: &mut usize, run: &mut Run<'_, G>) {
    if walk.forward().is_empty() {
        *best = walk.score().max(*best);
        run.finished_as(walk.score() as u32, || walk.moves().to_vec());
    } else if walk.score() > *best {
        let mut end = walk.clone();
        while !end.forward().is_empty() {
            end.play_nth(below(&mut run.rng, end.forward().len()));
        }
        *best = end.score();
        run.finished(end.score() as u32, end.moves());
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::Board;
    use crate::games::{Plain, Symmetric};
    use crate::geometry::Variant;
    use crate::running::toy::search;

    const SHORT: Annealing = Annealing {
        t0: 2.0,
        t1: None,
        alpha: 0.5,
        r: 1000,
    };

    /// After one move of 5D there are 26 or so moves forward, and one back.
    #[test]
    fn backward_moves_are_accepted_by_the_formula() {
        const STEPS: u32 = 100_000;
        let mut rng = Rng::seed_from_u64(3);
        for t in [0.3, 1.0, 10.0] {
            let mut middle = TwoWay::new(&Board::new(Variant::D5));
            middle.play_nth(0);
            let acceptance = f64::exp(-1.0 / t);
            let goes_back = |_: &u32| {
                let mut walk = middle.clone();
                step(&mut walk, acceptance, &mut rng);
                walk.moves().is_empty()
            };
            let back = (0..STEPS).filter(goes_back).count();
            let wanted = acceptance / (middle.forward().len() + 1) as f64;
            let found = back as f64 / f64::from(STEPS);
            // Five standard deviations at most.
            assert!((found - wanted).abs() < 0.003, "{t}: {found}, not {wanted}");
        }
    }

    #[test]
    fn at_the_end_of_a_game_the_way_is_back_at_any_temperature() {
        let mut rng = Rng::seed_from_u64(4);
        let mut walk = TwoWay::new(&Board::new(Variant::D4));
        while !walk.forward().is_empty() {
            walk.play_nth(0);
        }
        let length = walk.moves().len();
        step(&mut walk, 0.0, &mut rng);
        assert_eq!(walk.moves().len(), length - 1);
    }

    #[test]
    fn temperatures_fall_from_the_first_to_the_frozen_one() {
        let falling = Annealing {
            t0: 8.0,
            t1: Some(1.0),
            ..SHORT
        };
        let all: Vec<f64> = falling.temperatures().collect();
        assert_eq!(all, [8.0, 4.0, 2.0, 1.0]);
        assert_eq!(SHORT.temperatures().count(), 1);
        let mut heating = Annealing {
            t1: Some(3.0),
            ..SHORT
        };
        assert!(heating.settle(&mut Task::of(Variant::D5)).is_err());
    }

    /// The reference mean of 4D over seeds 1 to 20 with 10^6 steps at 1.8 is 34.1 (paper/notes/08).
    #[test]
    fn games_of_4d_come_to_their_reference() {
        let annealing = Annealing {
            t0: 1.8,
            r: 1_000_000,
            ..SHORT
        };
        let outcome = search(&Plain::new(Board::new(Variant::D4)), &annealing, u64::MAX);
        assert!(
            (33..=35).contains(&outcome.snapshot.best),
            "{}",
            outcome.snapshot.best
        );
        assert_eq!(outcome.snapshot.steps, annealing.r + 1);
    }

    #[test]
    fn budgets_are_kept_and_the_seed_decides() {
        let board = || Board::new(Variant::T4);
        let many = Annealing {
            r: 1_000_000,
            ..SHORT
        };
        for playouts in [1, 2, 100] {
            let plain = |_| search(&Plain::new(board()), &many, playouts);
            let (a, b) = (plain(0), plain(1));
            assert_eq!(a.snapshot.playouts, playouts);
            assert_eq!(a.best.unwrap().moves, b.best.unwrap().moves);
            let root = Symmetric::new(board()).unwrap();
            assert_eq!(search(&root, &many, playouts).snapshot.playouts, playouts);
        }
    }

    #[test]
    fn where_nothing_can_be_played_the_game_is_handed_in() {
        let mut board = Board::new(Variant::D5);
        board.play_out(&mut Rng::seed_from_u64(1));
        let outcome = search(&Plain::new(board.clone()), &SHORT, u64::MAX);
        assert_eq!(outcome.snapshot.playouts, 1);
        assert_eq!(outcome.best.unwrap().moves.len(), board.len());
    }
}
