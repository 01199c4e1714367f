//! The targets of the fuzzer, which are given hostile files: the same functions that a test of the checker runs on the corpus.

#[path = "../../tests/hostile/targets.rs"]
mod targets;

pub use targets::{certificate, of_lines, other, unpacking};
