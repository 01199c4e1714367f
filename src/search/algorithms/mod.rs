//! The searchers of the papers.

pub(super) mod algorithm;
pub(super) mod annealing;
#[cfg(feature = "learn")]
pub(super) mod learned;
pub(super) mod lesson;
pub(super) mod nested;
pub(super) mod nrpa;
pub(super) mod options;
pub(super) mod path;
pub(super) mod policy;
pub(super) mod pool;
pub(super) mod random_sampling;
#[cfg(feature = "learn")]
pub(super) mod ranked_reward;
pub(super) mod reflexive;
pub(super) mod sampling;
pub(super) mod uct;
