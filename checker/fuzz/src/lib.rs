//! What is tried with hostile files: the same that a test of the checker tries with the corpus.

#[path = "../../tests/hostile/targets.rs"]
mod targets;

pub use targets::{certificate, of_lines, other, unpacking};
