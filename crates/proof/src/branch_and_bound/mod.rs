//! Branch and bound: grows a proof [`Tree`](crate::tree::Tree) until nothing is open, or until an object turns up that answers the
//! question otherwise.
//!
//! One step is [`Search::expand`]: it takes an open node with its state, a [`Subproblem`], and closes it, branches it or finds an object.
//! It touches no tree. The loop around it is in `run`: workers take subproblems from one frontier and write the outcomes into one tree.
//! The loop alone decides the order of the subproblems and when to end, and the tree is whole at any moment.
//!
//! | here | in the literature | in `paper/certificate.md` |
//! |---|---|---|
//! | [`Problem::bound`] | dual bound, reduced-cost fixing | sections 3 to 5 |
//! | [`Branching`] | branching | section 5 |
//! | `pseudo_costs`, `strong` | pseudo-costs, strong branching | |
//! | `listing` | enumeration of the solutions below a node | section 9, LISTED |
//! | `dive` in `refute` | diving heuristic | |
//!
//! Promise: a fault in here cannot prove anything false, since the independent checker judges every certificate; nothing is called proven
//! before that.

mod children;
mod choose;
mod expand;
mod fill;
mod frontier;
mod header;
mod listing;
mod marks;
mod numbers;
mod outcome;
mod params;
mod problem;
mod pseudo_costs;
mod refute;
mod run;
mod strong;
#[cfg(test)]
mod tests;
mod witness;
pub mod workers;

pub use crate::tree::Branching;
pub use expand::{Expansion, Search};
pub use fill::fill;
pub use outcome::{Effort, Outcome, SearchError};
pub use params::Params;
pub use problem::{Given, Problem, Subproblem};
pub use refute::{Start, refute, root_bound};
pub use run::Limits;
