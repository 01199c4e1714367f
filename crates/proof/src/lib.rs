//! The proof that no game in a box has more than so many moves, found in exact integers and written down.
//!
//! From the ground up: [`claim`] (what is asked and shown of a box), [`bound`] (the exact bound of a node), [`tree`] (proofs as values,
//! and as bytes), [`branch_and_bound`] (the search), [`engine`] (what every engine answers, and the exact one). The crate stands on `morpion-rules` and puts every certificate before
//! `morpion-check`. What only claims (the integer program and HiGHS) and what is on disk are not here.

pub mod bound;
pub mod branch_and_bound;
pub mod claim;
pub mod engine;
pub mod tree;
