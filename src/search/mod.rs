//! Lower bounds: searchers for long games.
//!
//! What it promises: every improvement is a legal game of the rules asked for (it is replayed
//! before it is told); a budget is kept; the same seed and one job give the same games.
//!
//! The searchers know positions only through the small trait [`Game`], so each of them is
//! tested on toy games whose answers are known. [`Plain`] and [`Symmetric`] are the games that
//! matter. A [`Searcher`] works on one thread with a [`Run`] (its random numbers, its share of
//! the budget, where its finished games go); [`run()`] starts as many as there are jobs.
//!
//! The rooms: `games` (positions), `algorithms` (the papers' searchers), `windows` (what only an exact engine can do),
//! `running` (threads, budgets, and the games that are kept).

mod algorithms;
mod games;
mod running;
mod windows;

pub use algorithms::algorithm::{Algorithm, UnknownAlgorithm};
pub use algorithms::annealing::Annealing;
#[cfg(feature = "learn")]
pub use algorithms::learned::{Known, LearnedPolicy, PrimedNrpa};
pub use algorithms::nested::Nested;
pub use algorithms::nrpa::Nrpa;
pub use algorithms::options::{Options, OptionsError};
pub use algorithms::pool::{Checkpoint, Pool, PoolError, Sweep, Sweeping, Watch as PoolWatch};
pub use algorithms::random_sampling::{Rs1, Rs2};
#[cfg(feature = "learn")]
pub use algorithms::ranked_reward::{Learning, RankedReward, Watch};
pub use algorithms::reflexive::Reflexive;
pub use algorithms::sampling::{Draw, Sampling};
pub use algorithms::uct::Uct;
pub use games::game::{Game, Playable, Rng, Span};
pub use games::plain::Plain;
pub use games::start::{StartError, StartPosition};
pub use games::symmetric::Symmetric;
pub use games::symmetric_count::count_symmetric;
pub use games::two_way::TwoWay;
pub use games::two_way_symmetric::TwoWaySymmetric;
pub use running::found::{FoundError, FoundGame, found_games};
pub use running::run::{
    Budget, Improvement, Observer, Outcome, Plan, Run, Searcher, Snapshot, run,
};
pub use running::save::{Keeper, SaveError, Sidecar};
pub use windows::graphs::{GraphSearch, first_graphs};
pub use windows::polish::Polish;
