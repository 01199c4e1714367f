//! The experiments of the papers about Morpion Solitaire, run again: their figures beside ours.
//!
//! One room, [`tables`], on top of the searchers and the learner. Nothing else uses it but the command line and the pages, so that it
//! can go without loss for whoever wants only to prove or to search.

pub mod tables;

use morpion_learner::learn;
use morpion_output::{draw, files, text};
use morpion_rules::{game, geometry};
