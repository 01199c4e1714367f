//! What looks for long games: one file an algorithm, and their names and parameters.

mod algorithm;
mod families;
mod learned;
mod nrpa;
mod openings;
mod options;
mod policy;
mod pool;
mod ranked_reward;
mod resumable;
mod sampling;
mod tempering;
mod variation;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use learned::LearnedPolicy;
pub use nrpa::Nrpa;
pub use openings::{Book, Openings};
pub use options::{Options, OptionsError};
pub use pool::{Pool, Sweep};
pub use ranked_reward::{Learning, RankedReward, Watch};
pub use resumable::{Checkpoint, CheckpointError, Resumable, Resumed, Stage, StageWatch};
pub use sampling::Sampling;
pub use tempering::{Ladder, Tempering};
