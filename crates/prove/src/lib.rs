//! The process: asks an engine about one box after another, and takes in certificates made elsewhere.

mod cores;
mod driver;
mod import;
mod queue;
mod run;
mod solve;

pub use driver::ask_each;
pub use driver::explore;
pub use import::{ImportError, Imported, Importer};
pub use run::{Event, Limits, Observer, ProveError, Run};
