//! An algorithm apart from its search: how it prepares itself for a task, and how it goes on from a file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde::Serialize;

use super::resumable::CheckpointError;
use crate::game::Code;
use crate::games::{Playable, StartError, StartPosition};
use crate::geometry::{Move, Variant};
use crate::record::Continued;
use crate::running::Searcher;

/// The games that are looked for, and where the search starts.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where games begin, and the box they keep to.
    pub start: StartPosition,
    /// Whether each move is played together with its image under the half turn.
    pub symmetric: bool,
    /// A whole game to search around; empty for none.
    pub around: Vec<Move>,
    /// The moves that follow the kept ones in the game they are from. Most algorithms do not use them.
    pub rest: Vec<Move>,
    /// The number of searches side by side, at least 1.
    pub jobs: usize,
    /// The seed of the random numbers.
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

/// The reason why an algorithm cannot do a task.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettleError {
    /// The search cannot start there.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The algorithm does not search around games.
    #[error("--from needs --keep MOVES: how many moves of the game to keep")]
    Around,
    /// The algorithm plays one move at a time.
    #[error(
        "this algorithm plays one move at a time: leave out --symmetric, or use another algorithm"
    )]
    Symmetric,
    /// The network plays another variant.
    #[error(
        "the network has learnt {learnt}: give one of {variant} with --prior, or add --variant {learnt}"
    )]
    Learnt {
        /// The variant that the network has learnt.
        learnt: Variant,
        /// The variant that is asked for.
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
    /// The file of the network cannot be read.
    #[error(transparent)]
    Network(#[from] crate::learn::NetworkError),
    /// The checkpoint that holds the network cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// The files from which a search goes on, and the one that it leaves.
#[derive(Clone, Debug)]
pub struct Files {
    /// The name of the game from which the search goes on.
    pub from: Option<Continued>,
    /// The checkpoint from which the search goes on.
    pub resumed: Option<PathBuf>,
    /// The checkpoint that the search leaves; if the file is there already and the search does not go on from it, one with a number.
    pub left: PathBuf,
}

/// A search that is ready.
pub struct Opened<G> {
    /// The searcher.
    pub searcher: Box<dyn Searcher<G>>,
    /// The game from which the search goes on, if it goes on from one.
    pub from: Option<Continued>,
    /// The checkpoint that it leaves.
    pub left: Arc<Mutex<Left>>,
}

/// The checkpoint of a search, as far as it is written.
#[derive(Debug, Default)]
pub struct Left {
    /// The file; `None` while there is none.
    pub checkpoint: Option<PathBuf>,
    /// Why it could not be kept, which ends the search.
    pub fault: Option<CheckpointError>,
}

/// An algorithm with its parameters. The search writes the settled parameters beside each game that it keeps.
///
/// The defaults are right for an algorithm that needs nothing from the task, searches until the budget is spent, and has no checkpoints.
pub trait Method: Clone + Serialize + 'static {
    /// Sets the parameters that depend on the task, and takes out of the task the games that the algorithm starts from.
    ///
    /// # Errors
    /// The algorithm cannot do this task.
    fn settle(&mut self, _task: &mut Task) -> Result<(), SettleError> {
        Ok(())
    }

    /// Whether one search ends by itself, without a budget.
    fn ends(&self) -> bool {
        false
    }

    /// Whether the algorithm goes on from this file.
    fn is_checkpoint(&self, _path: &Path) -> bool {
        false
    }

    /// Prepares a search from `root`, with checkpoints if the algorithm has them.
    ///
    /// # Errors
    /// The file from which the search should go on is no checkpoint of this algorithm.
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
            left: Arc::default(),
        })
    }
}
