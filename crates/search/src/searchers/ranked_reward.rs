//! The ranked-reward learner as a searcher (Wang, Preuss, Emmerich and Plaat 2020), iteration by iteration.
//!
//! An iteration is played and learnt from as a whole before its games are handed in, so a budget in games may end the search within
//! an iteration whose games are all known. What was learnt in an iteration that was cut off is lost.

use std::fmt;

use super::method::{Method, SettleError, Task};
use super::resumable::{self, Resumable, Stage};
use crate::game::{Board, Code};
use crate::games::Playable;
use crate::learn::{self, Learner, Params, Trained};
use crate::running::Run;

/// Ranked reward (Wang, Preuss, Emmerich and Plaat 2020): a network that learns from its own games alone. For plain games only.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, clap::Args)]
pub struct RankedReward {
    /// Iterations [default: 1000, or those of the checkpoint it goes on from].
    #[arg(long = "I", visible_alias = "iterations", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(skip)]
    pub iterations: Option<u32>,
    /// What it learns by.
    #[command(flatten)]
    #[serde(flatten)]
    pub params: Params,
    /// Where the random numbers start.
    #[arg(skip)]
    #[serde(skip)]
    pub seed: u64,
    /// Threads, at least 1. They make no difference to what is learnt.
    #[arg(skip)]
    #[serde(skip)]
    pub threads: usize,
}

impl Method for RankedReward {
    /// One job, whose threads are those of the task.
    fn settle(&mut self, task: &mut Task) -> Result<(), SettleError> {
        self.params.iterations = self.iterations.unwrap_or(self.params.iterations);
        self.seed = task.seed;
        self.threads = std::mem::replace(&mut task.jobs, 1);
        match task.symmetric {
            true => Err(SettleError::Symmetric),
            false => Ok(()),
        }
    }

    fn ends(&self) -> bool {
        true
    }

    resumable::resumes!(Learning);
}

/// A learner between two iterations.
#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct Learning {
    /// The learner; `None` before the first iteration.
    learner: Option<Learner>,
    seed: Option<u64>,
}

impl Learning {
    /// The network as it is now; `None` before the first iteration.
    pub(super) fn network(&self) -> Option<Trained> {
        self.learner.as_ref().map(Trained::of)
    }
}

impl Resumable for RankedReward {
    type Stage = Learning;
    type Tools = rayon::ThreadPool;

    fn first_stage(&self) -> Learning {
        Learning::default()
    }

    /// A learner goes on with its own parameters; only the number of iterations can be set anew.
    fn resume(&mut self, stages: &mut [Learning]) -> Result<(), String> {
        let Some(learner) = stages.iter_mut().find_map(|stage| stage.learner.as_mut()) else {
            return Ok(());
        };
        if learner.seed() != self.seed {
            return Err(format!(
                "it began with another seed: add --seed {}",
                learner.seed()
            ));
        }
        let told = Params {
            iterations: Params::default().iterations,
            ..self.params.clone()
        };
        if told != Params::default() {
            return Err("it has its own parameters: give no other than --I".to_owned());
        }
        if let Some(iterations) = self.iterations {
            learner.set_iterations(iterations);
        }
        if learner.is_done() {
            let done = learner.iterations();
            return Err(format!(
                "it has done its {done} iterations: give more with --I"
            ));
        }
        self.params = learner.params().clone();
        Ok(())
    }

    fn tools<G: Playable<Move = Code>>(
        &self,
        stage: &mut Learning,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<rayon::ThreadPool> {
        let board = game.board()?;
        // A search that begins again has another seed, so that it learns something else.
        let seed = self.seed.wrapping_add(run.playouts());
        let begun = || Learner::new(board.clone(), self.params.clone(), seed);
        let learner = stage.learner.get_or_insert_with(begun);
        let best = learner.best().to_vec();
        hand_in(game, &[best], run);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
        Some(
            pool.build()
                .expect("the system gives the threads asked for"),
        )
    }

    fn step<G: Playable<Move = Code>>(
        &self,
        stage: &mut Learning,
        pool: &mut rayon::ThreadPool,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        let Some(learner) = &mut stage.learner else {
            return;
        };
        let before = learner.clone();
        let games = {
            let alarm = run.alarm();
            pool.install(|| learner.iterate(&alarm))
        };
        match games {
            Some(games) => {
                hand_in(game, &games, run);
                run.note(&stage.to_string());
            }
            None => *learner = before,
        }
        run.look_at_clock();
    }
}

/// Hands in finished games that are given as whole games.
fn hand_in<G: Playable<Move = Code>>(game: &G, games: &[Vec<Code>], run: &mut Run<'_, G>) {
    let kept = game.board().map_or(0, |board| board.len());
    for game in games.iter().filter(|g| g.len() > kept) {
        run.moved(game.len() - kept);
        if !run.finished(game.len() as u32, &game[kept..]) {
            return;
        }
    }
}

impl Stage for Learning {
    /// After each iteration.
    const EVERY: u64 = 1;

    const ALGORITHM: &'static str = "ranked-reward";

    type Saved = Self;

    fn is_due(&self, every: u64) -> bool {
        every == 1
    }

    fn seed(&mut self) -> &mut Option<u64> {
        &mut self.seed
    }

    fn is_done(&self) -> bool {
        self.learner.as_ref().is_some_and(Learner::is_done)
    }

    /// The diary, and the network alone.
    fn beside(&self) -> Vec<(&'static str, Vec<u8>)> {
        let files = |learner: &Learner| {
            let diary = learn::csv(learner.diary()).into_bytes();
            vec![("csv", diary), ("network", Trained::of(learner).to_bytes())]
        };
        self.learner.as_ref().map(files).unwrap_or_default()
    }

    fn saved(&self) -> Self {
        self.clone()
    }

    fn restored<G: Playable<Move = Code>>(saved: Self, game: &mut G) -> Result<Self, String> {
        let Some(start) = saved.learner.as_ref().map(Learner::start) else {
            return Ok(saved);
        };
        let limit = game.board().map(Board::limit);
        if start.variant() != game.variant() {
            return Err(format!("it is of {}", start.variant()));
        }
        if limit.is_some_and(|limit| limit != start.limit()) {
            return Err("its games end at another box, or at none".to_owned());
        }
        Ok(saved)
    }
}

/// The diary's entry about the last iteration.
impl fmt::Display for Learning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let learner = self.learner.as_ref();
        match learner.and_then(|learner| learner.diary().last()) {
            Some(entry) => entry.fmt(f),
            None => f.write_str("no iteration yet"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Symmetric;
    use crate::geometry::Variant;
    use crate::learn::Shape;
    use crate::running::toy::search;
    use crate::searchers::resumable::checks::{plain, told};

    fn tiny(iterations: u32) -> RankedReward {
        RankedReward {
            params: Params {
                iterations,
                episodes: 10,
                shape: Shape {
                    radius: 2,
                    hidden: vec![4],
                },
                ..Params::default()
            },
            seed: 5,
            threads: 1,
            ..RankedReward::default()
        }
    }

    #[test]
    fn every_game_of_an_iteration_counts_and_budgets_are_kept() {
        let count = |most| {
            search(&plain(Variant::D4), &tiny(3), most)
                .snapshot
                .playouts
        };
        assert_eq!(count(u64::MAX), 30);
        assert_eq!(count(15), 15);
    }

    #[test]
    fn who_watches_may_stop_and_goes_on_with_the_best_game_known() {
        let root = plain(Variant::D4);
        let stages = told(&root, &tiny(9), Vec::new(), 1, 2);
        let learner = stages[1].learner.clone().unwrap();
        assert_eq!(learner.iterations(), 2);
        let best = learner.best().len();
        // The best game, known before, and those of one iteration more.
        let rest = told(&root, &tiny(9), vec![stages[1].clone()], 1, 1);
        let longer = rest[0].learner.as_ref().unwrap();
        assert_eq!(longer.iterations(), 3);
        assert!(longer.best().len() >= best);
        let whole = told(&root, &tiny(9), Vec::new(), 1, 3);
        let whole = whole[2].learner.as_ref().unwrap();
        assert_eq!(whole.network().params(), longer.network().params());
    }

    /// A checkpoint decides all parameters but the number of iterations.
    #[test]
    fn a_checkpoint_goes_on_with_its_own_parameters() {
        let done = told(&plain(Variant::D4), &tiny(2), Vec::new(), 1, 2);
        let resume = |learner: RankedReward| {
            let mut learner = learner;
            let refused = learner.resume(&mut done.clone()[1..]);
            refused.map(|()| learner.params)
        };
        let longer = RankedReward {
            iterations: Some(4),
            seed: 5,
            ..RankedReward::default()
        };
        assert_eq!(resume(longer.clone()).unwrap(), tiny(4).params);
        let refused = |learner| resume(learner).unwrap_err();
        assert!(refused(tiny(2)).contains("no other than --I"));
        let again = RankedReward {
            iterations: None,
            ..longer.clone()
        };
        assert!(refused(again).contains("has done its 2 iterations"));
        let other = RankedReward { seed: 6, ..longer };
        assert!(refused(other).contains("--seed 5"));
    }

    #[test]
    fn symmetric_games_are_left_alone() {
        let root = Symmetric::new(Board::new(Variant::D4)).unwrap();
        assert!(search(&root, &tiny(1), u64::MAX).best.is_none());
        let mut task = Task {
            symmetric: true,
            ..Task::of(Variant::D4)
        };
        assert!(tiny(1).settle(&mut task).is_err());
    }
}
