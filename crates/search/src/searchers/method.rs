//! What an algorithm has beside its search: what it makes of a task, and how it goes on from a file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde::Serialize;

use super::resumable::CheckpointError;
use crate::game::Code;
use crate::games::{Playable, StartError, StartPosition};
use crate::geometry::{Move, Variant};
use crate::record::Continued;
use crate::running::Searcher;

/// What is looked for, and from where.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where games begin, and the box they keep to.
    pub start: StartPosition,
    /// Whether each move is played together with its image under the half turn.
    pub symmetric: bool,
    /// A whole game to search around; empty for none.
    pub around: Vec<Move>,
    /// What came after the moves that are kept, in the game they are from. Most algorithms have no use for it.
    pub rest: Vec<Move>,
    /// Searches side by side, at least 1.
    pub jobs: usize,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Task {
    /// Any game of a variant, from the cross, by one job with seed 1.
    pub const fn of(variant: Variant) -> Self {
        Self {
            start: StartPosition {
                variant,
                within: None,
                kept: Vec::new(),
            },
            symmetric: false,
            around: Vec::new(),
            rest: Vec::new(),
            jobs: 1,
            seed: 1,
        }
    }
}

/// Why an algorithm does not do what it is asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettleError {
    /// The search cannot start there.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It does not search around games.
    #[error("--from needs --keep MOVES: how many moves of the game to keep")]
    Around,
    /// It plays one move at a time.
    #[error(
        "this algorithm plays one move at a time: leave out --symmetric, or use another algorithm"
    )]
    Symmetric,
    /// Its network plays another variant.
    #[error(
        "the network has learnt {learnt}: give one of {variant} with --prior, or add --variant {learnt}"
    )]
    Learnt {
        /// What it has learnt.
        learnt: Variant,
        /// What is asked for.
        variant: Variant,
    },
    /// Annealing would end before its first step.
    #[error("annealing cools from --t0 {t0} down to --t1 {t1}: give a --t1 of at most {t0}")]
    Temperatures {
        /// The first temperature.
        t0: f64,
        /// The frozen temperature.
        t1: f64,
    },
    /// The network cannot be had.
    #[error(transparent)]
    Network(#[from] crate::learn::NetworkError),
    /// Nor can that of a checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// The files of a search that can be gone on with.
#[derive(Clone, Debug)]
pub struct Files {
    /// What the game is called that is gone on from.
    pub from: Option<Continued>,
    /// The checkpoint that is gone on from.
    pub resumed: Option<PathBuf>,
    /// The checkpoint that is left.
    pub left: PathBuf,
}

/// A search that is ready.
pub struct Opened<G> {
    /// What searches.
    pub searcher: Box<dyn Searcher<G>>,
    /// The game that is gone on from, if it is one.
    pub from: Option<Continued>,
    /// Why its checkpoint could not be kept, which ends the search.
    pub fault: Fault,
}

/// Why a checkpoint could not be kept.
pub type Fault = Arc<Mutex<Option<CheckpointError>>>;

/// An algorithm with its parameters, which are as they are kept beside a game once they are settled.
pub trait Method: Clone + Serialize + 'static {
    /// Fills in what depends on the task, and takes from it what it has a use for.
    ///
    /// # Errors
    /// When the algorithm cannot do it.
    fn settle(&mut self, _task: &mut Task) -> Result<(), SettleError> {
        Ok(())
    }

    /// Whether one search comes to an end of its own, without a budget.
    fn ends(&self) -> bool {
        false
    }

    /// Whether the algorithm goes on from this file.
    fn is_checkpoint(&self, _path: &Path) -> bool {
        false
    }

    /// Makes ready to search from `root`, with checkpoints where the algorithm has them.
    ///
    /// # Errors
    /// When the checkpoint to go on from is none.
    fn open<G>(
        &mut self,
        _root: &G,
        files: Files,
        _jobs: usize,
    ) -> Result<Opened<G>, CheckpointError>
    where
        G: Playable<Move = Code> + Sync + 'static,
        Self: Searcher<G>,
    {
        Ok(Opened {
            searcher: Box::new(self.clone()),
            from: files.from,
            fault: Fault::default(),
        })
    }
}
