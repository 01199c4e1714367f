//! The rules of Morpion Solitaire: what everything else here, but for the checker, is built on.
//!
//! From the ground up: [`geometry`] (cells, lines, boxes, symmetries), [`game`] (positions, games and graphs), [`record`] (files of
//! games). Nothing here knows of bounds, engines or results. `morpion-check` has rules of its own, written anew: what is proven must
//! not rest on a fault in these.

pub mod game;
pub mod geometry;
pub mod record;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
