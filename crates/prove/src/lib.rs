//! The process: asks an engine about one box after another, reports its answers, and takes in certificates made elsewhere.

mod answer_line;
mod box_report;
mod cores;
mod driver;
mod import;
mod progress;
mod queue;
mod run;
mod solve;

pub use answer_line::answer_line;
pub use box_report::{BoxReport, BoxResult};
pub use driver::{ask_each, explore};
pub use import::{ImportError, Imported, Importer};
pub use progress::Pace;
pub use run::{Event, Limits, Observer, ProveError, Run};
pub use solve::no_proof_refuted;
