//! The rules of Morpion Solitaire. Everything here but the checker is built on this crate.
//!
//! From the ground up: [`geometry`] (cells, lines, boxes, symmetries), [`game`] (positions, games and graphs), [`record`] (files of
//! games). The crate knows nothing of bounds, engines or results. `morpion-check` has rules of its own, written anew, so that no fault in
//! these can make a proof wrong.

pub mod game;
pub mod geometry;
pub mod record;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
