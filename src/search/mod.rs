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
mod annealing;
mod beam;
mod enumerate;
mod found;
mod game;
mod graphs;
mod line;
mod meeting;
mod nested;
mod nrpa;
mod options;
mod path;
mod plain;
mod policy;
mod polish;
mod random_sampling;
mod reflexive;
mod rollouts;
mod run;
mod sampling;
mod save;
mod start;
mod symmetric;
#[cfg(test)]
mod toy;
mod two_way;
mod two_way_symmetric;
mod uct;
mod window;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use annealing::Annealing;
pub use beam::BeamNrpa;
pub use enumerate::count_symmetric;
pub use found::{FoundError, FoundGame, found_games};
pub use game::{Game, Playable, Rng, Span};
pub use graphs::{GraphSearch, first_graphs};
pub use nested::Nested;
pub use nrpa::Nrpa;
pub use options::{Options, OptionsError};
pub use plain::Plain;
pub use polish::Polish;
pub use random_sampling::{Rs1, Rs2};
pub use reflexive::Reflexive;
pub use run::{Budget, Improvement, Observer, Outcome, Plan, Run, Searcher, Snapshot, run};
pub use sampling::{Draw, Sampling};
pub use save::{Keeper, SaveError, Sidecar};
pub use start::{StartError, StartPosition};
pub use symmetric::Symmetric;
pub use two_way::TwoWay;
pub use two_way_symmetric::TwoWaySymmetric;
pub use uct::Uct;
