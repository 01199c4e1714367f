//! The versions 1 to 5 of certificates. To be deleted as one folder, with `src/former`.

mod bound;
mod certificate;
mod prover;
mod refining;
mod soundness;
mod straightforward;
