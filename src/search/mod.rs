//! Lower bounds: searchers for long games.
//!
//! What it promises: every improvement is a legal game of the rules asked for (it is replayed
//! before it is told); a budget is kept; the same seed and one job give the same games.
//!
//! The searchers know positions only through the small trait [`Game`], so each of them is
//! tested on toy games whose answers are known. [`Plain`] and [`Symmetric`] are the games that
//! matter. A [`Searcher`] works on one thread with a [`Run`] (its random numbers, its share of
//! the budget, where its finished games go); [`run()`] starts as many as there are jobs.

mod algorithm;
mod game;
mod nrpa;
mod options;
mod plain;
mod policy;
mod rollouts;
mod run;
mod sampling;
mod save;
mod start;
mod symmetric;
#[cfg(test)]
mod toy;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use game::{Game, Playable, Rng, Span};
pub use nrpa::Nrpa;
pub use options::Options;
pub use plain::Plain;
pub use run::{Budget, Improvement, Observer, Outcome, Plan, Run, Searcher, Snapshot, run};
pub use sampling::{Draw, Sampling};
pub use save::{Keeper, SaveError, Sidecar};
pub use start::{StartError, StartPosition};
pub use symmetric::Symmetric;
