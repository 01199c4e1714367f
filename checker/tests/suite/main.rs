//! Tests of the checker from outside: each rule on its own, against naive references, and end to end through files.

mod bound;
mod certificate;
mod command;
mod naive;
mod packed;
mod prover;
mod rules;
mod soundness;
mod sources;
mod straightforward;
mod theorem;
