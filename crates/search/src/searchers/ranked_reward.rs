//! The ranked-reward learner as a searcher (Wang, Preuss, Emmerich and Plaat 2020).
//!
//! An iteration is played and learnt from as a whole before its games are handed in, so a budget in games may end the search within
//! an iteration whose games are all known. What was learnt in an iteration that was cut off is lost.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use rand::Rng as _;

use crate::game::Code;
use crate::games::Plain;
use crate::games::game::{Game, Playable};
use crate::learn::{Learner, Params};
use crate::running::{Run, Searcher};

/// A learner that starts from nothing, on one thread; for plain games only (symmetric ones play two moves in one, and are left
/// without a game).
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RankedReward {
    /// What it learns by.
    #[serde(flatten)]
    pub params: Params,
}

impl<G: Playable<Move = Code>> Searcher<G> for RankedReward {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let Some(board) = game.board() else {
            return;
        };
        let seed = run.rng.next_u64();
        let mut learner = Learner::new(board.clone(), self.params.clone(), seed);
        learn(&mut learner, 1, run, &|_| ControlFlow::Continue(()));
    }
}

/// A learner that goes on from where it stands, watched.
pub struct Learning<'a> {
    learner: Mutex<Option<Learner>>,
    threads: usize,
    watch: Watch<'a>,
}

/// Told of the learner after every iteration; to break is to stop.
pub type Watch<'a> = &'a (dyn Fn(&Learner) -> ControlFlow<()> + Sync);

impl<'a> Learning<'a> {
    /// Goes on with `learner`, on so many threads; `watch` is told after every iteration.
    pub fn new(learner: Learner, threads: usize, watch: Watch<'a>) -> Self {
        Self {
            learner: Mutex::new(Some(learner)),
            threads,
            watch,
        }
    }
}

impl Searcher<Plain> for Learning<'_> {
    /// Goes on to the last iteration. A second call does nothing: there is no more to do.
    fn search(&self, _game: &mut Plain, run: &mut Run<'_, Plain>) {
        let mut learner = self.learner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut learner) = learner.take() {
            hand_in(learner.start().len(), &[learner.best().to_vec()], run);
            learn(&mut learner, self.threads, run, self.watch);
        }
    }
}

fn learn<G: Game<Move = Code>>(
    learner: &mut Learner,
    threads: usize,
    run: &mut Run<'_, G>,
    watch: Watch<'_>,
) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("the system gives the threads asked for");
    let kept = learner.start().len();
    while !run.is_over() && !learner.is_done() {
        let games = {
            let alarm = run.alarm();
            pool.install(|| learner.iterate(&alarm))
        };
        let Some(games) = games else {
            run.look_at_clock();
            return;
        };
        let stop = watch(learner).is_break();
        hand_in(kept, &games, run);
        run.look_at_clock();
        if stop {
            return;
        }
    }
}

/// Hands in finished games, whole ones.
fn hand_in<G: Game<Move = Code>>(kept: usize, games: &[Vec<Code>], run: &mut Run<'_, G>) {
    for game in games.iter().filter(|g| g.len() > kept) {
        if !run.finished(game.len() as u32, &game[kept..]) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::game::Board;
    use crate::games::Symmetric;
    use crate::geometry::Variant;
    use crate::learn::Shape;
    use crate::running::{Budget, Plan, run};

    fn tiny(iterations: u32) -> Params {
        Params {
            iterations,
            episodes: 10,
            shape: Shape {
                radius: 2,
                hidden: vec![4],
            },
            ..Params::default()
        }
    }

    fn plan(stop: &AtomicBool, playouts: Option<u64>) -> Plan<'_> {
        let budget = Budget {
            playouts,
            time: None,
        };
        Plan {
            budget,
            seed: 5,
            jobs: 1,
            repeat: false,
            stop,
        }
    }

    #[test]
    fn every_game_of_an_iteration_counts_and_budgets_are_kept() {
        let root = Plain::new(Board::new(Variant::D4));
        let stop = AtomicBool::new(false);
        let searcher = RankedReward { params: tiny(3) };
        let count = |most| {
            run(&root, &searcher, plan(&stop, most), &())
                .snapshot
                .playouts
        };
        assert_eq!(count(None), 30);
        assert_eq!(count(Some(15)), 15);
    }

    #[test]
    fn who_watches_may_stop_and_goes_on_with_the_best_game_known() {
        let root = Plain::new(Board::new(Variant::D4));
        let stop = AtomicBool::new(false);
        let left = Mutex::new(None);
        let watch = |learner: &Learner| {
            *left.lock().unwrap() = Some(learner.clone());
            match learner.iterations() {
                2 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let learner = Learner::new(Board::new(Variant::D4), tiny(9), 5);
        let first = run(
            &root,
            &Learning::new(learner, 1, &watch),
            plan(&stop, None),
            &(),
        );
        let learner = left.lock().unwrap().take().unwrap();
        assert_eq!(learner.iterations(), 2);
        let best = first.best.unwrap().moves.len();
        assert_eq!(learner.best().len(), best);
        // One game only: the best one, known before.
        let watch = |_: &Learner| ControlFlow::Continue(());
        let second = run(
            &root,
            &Learning::new(learner, 1, &watch),
            plan(&stop, Some(1)),
            &(),
        );
        assert_eq!(second.best.unwrap().moves.len(), best);
    }

    #[test]
    fn symmetric_games_are_left_alone() {
        let root = Symmetric::new(Board::new(Variant::D4)).unwrap();
        let stop = AtomicBool::new(false);
        let searcher = RankedReward { params: tiny(1) };
        assert!(run(&root, &searcher, plan(&stop, None), &()).best.is_none());
    }
}
