//! Searchers side by side: what is run, its runs as CSV, and what they say, beside what papers have published.
//!
//! What it promises: a run is one search with one seed on one thread, so the same line of the CSV is the same search wherever and however often
//! it is made, but for its seconds (and its games, where a budget is one of time); a run that stands in the CSV is not made again.
//!
//! The rooms, from the ground up: [`law`] (how probable each score is), [`runs`] (made, kept and read), [`contest`] (who is run how often),
//! [`papers`] (the contests of four papers), [`standing`] (what the runs say).

pub mod contest;
pub mod law;
pub mod papers;
pub mod runs;
pub mod standing;
