//! Tests of the checker from outside: each rule on its own, against naive references, and end to end through files.

mod census;
mod certificate;
mod command;
mod forms;
mod hints;
mod hunt;
mod listing;
mod naive;
mod packed;
mod part;
mod prover;
mod reading;
mod reasons;
mod recount;
mod refining;
mod rules;
mod sample;
mod soundness;
mod sources;
mod theorem;
