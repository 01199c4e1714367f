//! A search on its threads: budgets, seeds, what the jobs share, and the games that are kept.

pub(super) mod found;
pub(super) mod meeting;
pub(super) mod run;
pub(super) mod save;
