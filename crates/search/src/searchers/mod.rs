//! The searchers of the papers.

mod algorithm;
mod annealing;
mod learned;
mod nested;
mod nrpa;
mod options;
mod path;
mod policy;
mod pool;
mod random_sampling;
mod ranked_reward;
mod reflexive;
mod sampling;
mod uct;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use annealing::Annealing;
pub use learned::{Known, LearnedPolicy};
pub use nested::Nested;
pub use nrpa::Nrpa;
pub use options::{Options, OptionsError};
pub use pool::{Checkpoint, Pool, PoolError, Sweep, Sweeping, Watch as PoolWatch};
pub use random_sampling::{Rs1, Rs2};
pub use ranked_reward::{Learning, RankedReward, Watch};
pub use reflexive::Reflexive;
pub use sampling::{Draw, Sampling};
pub use uct::Uct;
