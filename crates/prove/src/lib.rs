//! The process: asks an engine about one box after another, and takes in certificates made elsewhere.

mod adopt;
mod cores;
mod driver;
mod queue;
mod run;
mod solve;

pub use adopt::{AdoptError, Adopted, Adopter};
pub use driver::ask_each;
pub use driver::explore;
pub use run::{Event, Limits, Observer, ProveError, Run};
