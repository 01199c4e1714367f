//! A network that learns Morpion Solitaire from its own games.
//!
//! One room, [`learn`], on top of `morpion-rules`. Nothing that proves uses it. The program plays by a network
//! that comes along; what it found is in `paper/notes/25-learner.md`.

pub mod learn;

use morpion_output::files;
use morpion_rules::{game, geometry};
