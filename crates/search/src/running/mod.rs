//! A search on its threads: budgets, seeds, what the jobs share, and the games that are kept; with toy games for tests.

mod found;
mod meeting;
mod run;
mod save;
#[cfg(test)]
mod tests;

pub use found::{FoundError, found_games};
pub use run::{Budget, Improvement, Observer, Outcome, Plan, Run, Searcher, Snapshot, run};
pub use save::{Keeper, SaveError};
#[cfg(test)]
pub(crate) use tests::toy;
