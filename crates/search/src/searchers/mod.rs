//! What looks for long games: one file an algorithm, and their names and parameters.

mod algorithm;
mod learned;
mod nrpa;
mod options;
mod policy;
mod pool;
mod ranked_reward;
mod sampling;
mod tempering;
mod variation;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use learned::LearnedPolicy;
pub use nrpa::Nrpa;
pub use options::{Options, OptionsError};
pub use pool::{Checkpoint, Pool, PoolError, Sweep, Sweeping, Watch as PoolWatch};
pub use ranked_reward::{Learning, RankedReward, Watch};
pub use sampling::Sampling;
pub use tempering::{Ladder, LadderCheckpoint, LadderError, LadderWatch, Ladders, Tempering};
