//! The searchers for long games: one file for each algorithm, with its parameters, and the list of them in `algorithm`.

mod algorithm;
mod annealing;
mod draw;
mod families;
mod learned;
mod method;
mod nested;
mod nrpa;
mod numbers;
mod openings;
mod path;
mod policy;
mod polish;
mod pool;
mod random_sampling;
mod ranked_reward;
mod reflexive;
mod resumable;
mod sampling;
mod stepwise;
mod tempering;
mod uct;
mod variation;

pub use algorithm::Algorithm;
pub use annealing::Annealing;
pub use draw::Draw;
pub use learned::LearnedPolicy;
pub use method::{Files, Left, Method, Opened, SettleError, Task};
pub use nested::Nested;
pub use nrpa::Nrpa;
pub use openings::{Book, Openings};
pub use pool::{Pool, Sweep};
pub use random_sampling::{Rs1, Rs2};
pub use ranked_reward::RankedReward;
pub use reflexive::Reflexive;
pub use resumable::{
    Beginning, Checkpoint, CheckpointError, Resumable, Resumed, Stage, StageWatch, TellStage,
    WithGames,
};
pub use sampling::Sampling;
pub use stepwise::Ties;
pub use tempering::{Ladder, Tempering};
pub use uct::Uct;
