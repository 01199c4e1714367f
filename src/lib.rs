//! Morpion Solitaire: upper bounds that can be checked, and the games that meet them.
//!
//! The folders, from the ground up; each uses only those above it (one table in `rooms.rs` says which, and a test holds every
//! import against it): `text` (dates and tables), `files` (writing files safely), [`geometry`] (cells, lines, boxes),
//! [`game`] (positions and graphs), [`record`] (files of games), `draw` (pictures), [`claim`] (what is asked and shown of a
//! box), [`model`] (the integer program), [`bound`] (the exact bound, its search and certificates), [`engine`] (what bounds a
//! box), `results` (what is on disk), `conclusion` (what follows from it), `prove` (the process over the boxes),
//! `units` (a question split over machines), `learn` (a network that learns from its own games), [`search`] (looks for long
//! games), `tables` (the experiments of the papers, run again), `verify` (checks what was left on disk), `page` (pages to
//! look at and to play), `cli`.
//!
//! Those with a link are the library. The others are the program's own, so the compiler finds what nobody uses there; the tests
//! reach a few of their items through `testing`.

pub mod bound;
pub mod claim;
#[doc(hidden)]
pub mod cli;
mod conclusion;
mod draw;
pub mod engine;
mod files;
pub mod game;
pub mod geometry;
#[cfg(feature = "learn")]
mod learn;
pub mod model;
mod page;
mod prove;
pub mod record;
mod results;
#[cfg(test)]
mod rooms;
pub mod search;
mod tables;
#[doc(hidden)]
pub mod testing;
mod text;
mod units;
mod verify;
