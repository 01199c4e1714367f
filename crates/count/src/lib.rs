//! How many positions there are after n moves, counted one by one and estimated.
//!
//! One room, [`count`], on top of `morpion-rules`. `morpion-recount` counts parts of it again, by other means and with code of its
//! own.

pub mod count;

use morpion_rules::geometry;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
