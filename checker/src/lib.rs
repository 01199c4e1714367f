//! Additions to the core of the checker ([`morpion_check_core`]): samples, checks in parts, hints, 5T, games of given lines, and recounts.
//!
//! Verdicts on certificates and theorems of 5D are computed and printed by the core, which knows nothing of this crate. [`sample`] draws
//! which certificates are verified in a given time, [`part`] divides a check among machines, [`hints`] writes what the checker that is
//! proven in Coq needs, [`octagons`] is about 5T, [`lines`] about the games that are made of given lines, and [`recount`] about counts of
//! positions. The command line is in `bin`.

pub mod hints;
pub mod lines;
pub mod octagons;
pub mod part;
pub mod recount;
pub mod sample;
