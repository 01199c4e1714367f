//! A network that learns Morpion Solitaire from its own games.
//!
//! One room, [`learn`], on top of `morpion-rules`. Nothing that proves uses it. Searchers may begin where a network leans to, and the
//! program plays by one; what it found is in `paper/notes/25-learner.md`.

pub mod learn;

use morpion_output::{draw, files};
use morpion_rules::{game, geometry};
