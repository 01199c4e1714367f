//! Proves in exact integers how many moves games and graphs in a box can have, and writes the proof down.
//!
//! From the ground up: [`claim`] (questions and statements about a box), [`bound`] (the exact bound of a node), [`tree`] (proofs as
//! values, and as bytes), [`branch_and_bound`] (the search), [`engine`] (the interface of every engine, and the exact one). The crate
//! stands on `morpion-rules` and gives every certificate to `morpion-check-core`. What only claims (the integer program and HiGHS) and
//! what is on disk are in other crates.

pub mod bound;
pub mod branch_and_bound;
pub mod claim;
pub mod engine;
pub mod tree;
