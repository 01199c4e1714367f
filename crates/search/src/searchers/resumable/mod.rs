//! Searches that can be stopped at any time and go on later: the common part of all algorithms that leave checkpoints.
//!
//! An algorithm says how a job begins, how it goes on from a [`Stage`] and what a step is. This module decides, for all algorithms, when
//! a stage goes to the [`StageWatch`], and so into a checkpoint.

mod checkpoint;
#[cfg(test)]
pub(super) mod checks;
mod open;

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use rand::{Rng as _, SeedableRng};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(super) use checkpoint::numbers;
pub use checkpoint::{Beginning, Checkpoint, CheckpointError, WithGames};
pub(super) use open::open;

use crate::game::Code;
use crate::games::Playable;
use crate::games::game::Rng;
use crate::geometry::Move;
use crate::running::{Run, Searcher};

/// The functions of [`Method`](crate::searchers::Method) about files, for a resumable algorithm: it goes on from checkpoints of these
/// stages.
macro_rules! resumes {
    ($($stage:ty),+) => {
        fn is_checkpoint(&self, path: &std::path::Path) -> bool {
            [$($crate::searchers::Checkpoint::<$stage>::is_at(path)),+].contains(&true)
        }

        fn open<G: $crate::games::Playable<Move = $crate::game::Code> + Sync + 'static>(
            &mut self,
            root: &G,
            files: $crate::searchers::Files,
            jobs: usize,
        ) -> Result<$crate::searchers::Opened<G>, $crate::searchers::CheckpointError> {
            $crate::searchers::resumable::open(self, root, files, jobs)
        }
    };
}
pub(super) use resumes;

/// The state of one job of a search.
pub trait Stage: Clone + Send + Display {
    /// The argument of [`Self::is_due`] that makes a checkpoint every minute or two, or after each step where one takes longer.
    const EVERY: u64;

    /// The name of its algorithm, in the first line of checkpoints.
    const ALGORITHM: &'static str;

    /// The form in which a file holds the stage.
    type Saved: Serialize + DeserializeOwned;

    /// Whether it is time to hand the stage over.
    fn is_due(&self, every: u64) -> bool;

    /// The seed from which the random numbers went on when the stage was last handed over; `None` before.
    fn seed(&mut self) -> &mut Option<u64>;

    /// Notes that the stage was handed over, and the seed from which the random numbers go on.
    fn handed_over(&mut self, seed: u64) {
        *self.seed() = Some(seed);
    }

    /// Whether nothing is left to do.
    fn is_done(&self) -> bool {
        false
    }

    /// Files to be left beside the checkpoint: extensions and contents.
    fn beside(&self) -> Vec<(&'static str, Vec<u8>)> {
        Vec::new()
    }

    /// The stage as a file holds it.
    fn saved(&self) -> Self::Saved;

    /// The stage from what a file holds; `game` stands where the search begins.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    fn restored<G: Playable<Move = Code>>(saved: Self::Saved, game: &mut G)
    -> Result<Self, String>;
}

/// An algorithm that goes on from where it stands.
pub trait Resumable: Clone + Sync + 'static {
    /// The state of one job.
    type Stage: Stage + 'static;

    /// The tools that a job needs besides its stage; no checkpoint holds them.
    type Tools;

    /// The stage at which a job begins.
    fn first_stage(&self) -> Self::Stage;

    /// The game that the search begins with; `None` if the algorithm cannot begin with one, empty if it begins with none in
    /// particular. The game begins with the moves the search must keep.
    fn start(&mut self) -> Option<&mut Vec<Move>> {
        None
    }

    /// Makes the algorithm and the stages of a checkpoint fit each other.
    ///
    /// # Errors
    /// Says why the algorithm cannot go on from there.
    fn resume(&mut self, _stages: &mut [Self::Stage]) -> Result<(), String> {
        Ok(())
    }

    /// Prepares to go on from a stage, and hands in the games that the stage holds; `None` if nothing is left to do.
    fn tools<G: Playable<Move = Code>>(
        &self,
        stage: &mut Self::Stage,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<Self::Tools>;

    /// Goes on by one step.
    fn step<G: Playable<Move = Code>>(
        &self,
        stage: &mut Self::Stage,
        tools: &mut Self::Tools,
        game: &mut G,
        run: &mut Run<'_, G>,
    );
}

/// A function that learns of a job and its stage. The job stops if it breaks.
pub type TellStage<'a, S> = dyn Fn(usize, &S) -> ControlFlow<()> + Send + Sync + 'a;

/// Watches a search: learns of the stage of each job now and then.
pub struct StageWatch<'a, S> {
    /// The argument of [`Stage::is_due`].
    pub every: u64,
    /// The function that learns of stages.
    pub tell: Box<TellStage<'a, S>>,
}

impl<S: Stage> StageWatch<'_, S> {
    /// Hands a stage over. The random numbers begin anew from a seed in the stage, so a search that resumes there draws the same ones.
    fn hand_over<G: Playable>(&self, stage: &mut S, run: &mut Run<'_, G>) -> ControlFlow<()> {
        let seed = run.rng.next_u64();
        run.rng = Rng::seed_from_u64(seed);
        stage.handed_over(seed);
        (self.tell)(run.job(), stage)
    }
}

/// Searches from the beginning, with no watch.
impl<A: Resumable, G: Playable<Move = Code>> Searcher<G> for A {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let nobody = StageWatch {
            every: u64::MAX,
            tell: Box::new(|_, _| ControlFlow::Continue(())),
        };
        go_on(self, self.first_stage(), game, run, &nobody);
    }
}

/// Goes on until the run is over.
fn go_on<A: Resumable, G: Playable<Move = Code>>(
    algorithm: &A,
    mut stage: A::Stage,
    game: &mut G,
    run: &mut Run<'_, G>,
    watch: &StageWatch<'_, A::Stage>,
) {
    if let Some(seed) = *stage.seed() {
        run.rng = Rng::seed_from_u64(seed);
    }
    let Some(mut tools) = algorithm.tools(&mut stage, game, run) else {
        return;
    };
    while !run.is_over() && !stage.is_done() {
        algorithm.step(&mut stage, &mut tools, game, run);
        if stage.is_due(watch.every) && watch.hand_over(&mut stage, run).is_break() {
            return;
        }
    }
    // The last stage must not be lost, even if the watch wants no more.
    let _ = watch.hand_over(&mut stage, run);
}

/// A search that goes on from stages, watched.
pub struct Resumed<'a, A: Resumable> {
    algorithm: A,
    /// The stage of each job; `None` once the job has begun.
    stages: Vec<Mutex<Option<A::Stage>>>,
    watch: StageWatch<'a, A::Stage>,
}

impl<'a, A: Resumable> Resumed<'a, A> {
    /// Goes on from these stages, by job; other jobs begin anew. `watch` learns of the stage of each now and then.
    pub fn new(algorithm: A, stages: Vec<A::Stage>, watch: StageWatch<'a, A::Stage>) -> Self {
        let keep = |stage| Mutex::new(Some(stage));
        Self {
            algorithm,
            stages: stages.into_iter().map(keep).collect(),
            watch,
        }
    }
}

impl<A: Resumable, G: Playable<Move = Code>> Searcher<G> for Resumed<'_, A> {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let stage = self.stages.get(run.job()).map(|stage| stage.lock());
        let stage = stage.map(|stage| stage.unwrap_or_else(PoisonError::into_inner).take());
        // A search that has come to its end has no more to do.
        if let Some(stage) = stage.unwrap_or_else(|| Some(self.algorithm.first_stage())) {
            go_on(&self.algorithm, stage, game, run, &self.watch);
        }
    }
}
