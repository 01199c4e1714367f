//! Tests from outside, most of them through the program: a file for each command, for each promise of the library that needs a naive
//! twin, for the results committed under `results/`, and for the commands that README.md and GUIDE.md tell the reader to type.
//! One binary, because each links everything.

mod browser;
mod census;
mod check;
mod circles;
mod common;
mod compare;
mod contest;
mod crates;
mod docs;
mod draw;
mod enumerate;
mod exact;
mod figures;
mod foreign;
mod forms;
mod game_laws;
mod game_reference;
mod help;
mod import;
mod improve;
mod learn;
#[cfg(feature = "highs")]
mod lines;
mod lists;
mod model;
mod mutation;
mod octagons;
mod one_box;
mod outputs;
mod page;
mod prove;
mod prove_driver;
mod prove_killed;
mod record;
mod record_cli;
mod record_fuzz;
mod reference;
mod results;
mod search;
mod signals;
mod store;
mod unfinished;
mod units;
mod verify;
mod waiting;
