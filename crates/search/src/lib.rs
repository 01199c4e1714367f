//! Searchers for long games: lower bounds.
//!
//! Promises: every improvement is a legal game of the chosen rules (it is replayed before it is reported); a budget is kept; the same
//! seed and one job give the same games.
//!
//! From the ground up: [`games`] (positions as the searchers know them), [`running`] (threads, budgets, and the games that are kept),
//! [`windows`] (parts of games completed in all ways), [`searchers`] (the papers' searchers, by name).
//!
//! The searchers know positions only through the small trait [`games::Game`], so each of them is
//! tested on toy games whose answers are known. [`games::Plain`] and [`games::Symmetric`] are the games that
//! matter. A [`running::Searcher`] works on one thread with a [`running::Run`] (its random numbers, its share of
//! the budget, where its finished games go); [`running::run()`] starts as many as there are jobs.
//!
//! A new searcher is a file in `searchers` and three lines: `paper/where-a-question-goes.md` has the recipe.

pub mod games;
pub mod running;
pub mod searchers;
pub mod windows;

use morpion_count as count;
use morpion_learner as learn;
use morpion_output::{files, text};
use morpion_rules::{game, geometry, record};
