//! Morpion Solitaire: upper bounds that can be checked, and the games that meet them.
//!
//! What proves, counts, searches and learns are crates of their own; some of their rooms are used here under the names [`geometry`],
//! [`game`], [`record`], [`claim`], [`engine`], [`count`] and [`search`]. This crate is the program on top of them, and what only claims.
//! Its folders, from the ground up; each uses only those above it (one table in `tests/suite/rooms.rs` says which, and a test holds every
//! import against it, here and in the other crates): [`model`] (the integer program), `highs` (the program given to HiGHS), `results`
//! (what is on disk), `conclusion` (what follows from it), `prove` (the process over the boxes), `units` (a question split over
//! machines), `verify` (checks what was left on disk), `page` (pages to look at and to play), `cli`.
//!
//! Those with a link are the library. The others are the program's own, so the compiler finds what nobody uses there; the tests
//! reach a few of their items through `testing`.

// They panic where nobody reads any more, or the disk is full.
#![warn(clippy::print_stdout, clippy::print_stderr)]

#[doc(hidden)]
pub mod cli;
mod conclusion;
#[cfg(feature = "highs")]
pub mod highs;
pub mod model;
mod page;
mod prove;
mod results;
#[doc(hidden)]
pub mod testing;
mod units;
mod verify;

use morpion_learner::learn;
use morpion_output::{draw, files, text};

pub use morpion_count::count;
pub use morpion_proof as proof;
pub use morpion_proof::{claim, engine};
pub use morpion_rules::{game, geometry, record};
pub use morpion_search as search;
