//! The papers' experiments, run again: their figures beside ours.
//!
//! What it promises: every figure of a paper is as printed there ([`papers`]), every score of ours
//! is that of a game which was replayed, and the same seeds and budgets in games give the same scores
//! however many runs go side by side. Times are wall times of one thread, and say something
//! only about the machine and its other work.
//!
//! From the ground up: [`experiment`] (what is run), [`papers`] (the experiments, with the papers'
//! figures), [`choice`] (some of them), [`perform`](mod@perform) (runs them), [`archive`] (the
//! file of runs), [`statistics`], [`comparison`] (theirs beside ours), [`text`], [`curves`].

pub mod archive;
pub mod choice;
pub mod comparison;
pub mod curves;
pub mod experiment;
pub mod papers;
pub mod perform;
pub mod statistics;
pub mod text;

pub use archive::RunRecord;
pub use archive::{Archive, ArchiveError, Key};
pub use choice::Choice;
pub use comparison::{Comparison, compare};
pub use curves::pictures;
pub use experiment::Paper;
pub use experiment::Table;
pub use perform::{Job, Plan, cell, jobs, perform};
