//! The exact bound engine for Morpion 5D: a Lagrangian bound in integers and a
//! depth-first branch-and-bound on it that writes a certificate as it goes.
//!
//! Promise: whatever goes wrong in here (a bug in the search, an early stop, a poor
//! multiplier), the certificate is judged by the independent checker in `checker/`;
//! a box is never called proven before that. The format and every rule: `paper/certificate.md`;
//! what was tried: `paper/notes`.

mod branching;
mod certificate;
mod end_game;
mod fill;
mod fixing;
mod grid;
pub mod kernel;
pub mod lattice;
mod node;
#[cfg(test)]
mod node_tests;
mod order;
mod place;
mod reach;
mod recipe;
pub mod refine;
mod refute;
mod root;
mod search;
#[cfg(test)]
mod sparse;
mod sweep;
mod written;

pub use certificate::{Header, ReadError, read_header};
pub use fill::{Filled, Given, fill};
pub use place::{Place, open_places, put_in};
pub use refute::{
    Grown, Limits, Outcome, Params, Progress, Question, SearchError, Until, grow, refute,
    refute_below,
};
pub use search::{Estimate, Scale};
