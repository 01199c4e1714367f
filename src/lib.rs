//! Morpion Solitaire: upper bounds that can be checked, and the games that meet them.
//!
//! The folders, from the ground up; each uses only those above it:
//! [`geometry`] (cells, lines, boxes), [`game`] (positions and graphs), [`record`] (files of
//! games), [`draw`] (pictures), [`files`] (writing files safely), [`model`] (the integer
//! program), [`bound`] (the exact bound, its search and certificates), [`engine`] (what
//! bounds a box), [`resize`] (the exploration of boxes and what it leaves on disk),
//! [`units`] (a question split over machines), [`search`] (looks for long games), [`tables`] (the experiments of the papers, run again),
//! [`verify`] (checks what was left), [`page`] (pages to look at and to play), [`cli`].

pub mod bound;
pub mod cli;
pub mod draw;
pub mod engine;
pub mod files;
pub mod game;
pub mod geometry;
pub mod model;
pub mod page;
pub mod record;
pub mod resize;
pub mod search;
pub mod tables;
pub mod units;
pub mod verify;
