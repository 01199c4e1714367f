//! Searchers side by side: which ones run, their runs as CSV, and the results beside those of papers.
//!
//! Promises: a run is one search with one seed on one thread. So the same line of the CSV is the same search wherever and however often it
//! is made, but for its seconds (and its games, where the budget is one of time). A run that stands in the CSV is not made again.
//!
//! From the ground up: [`law`] (how probable each score is), [`runs`] (made, kept and read), [`contest`] (which searcher runs how often),
//! [`papers`] (the contests of four papers), [`standing`] (what the runs say).

pub mod contest;
pub mod law;
pub mod papers;
pub mod runs;
pub mod standing;
