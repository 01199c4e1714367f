//! The longest game that a given set of lines admits.
//!
//! Known games of one family share nearly all of their lines. Whether a longer one is made of the same lines is a question that can be
//! settled: moves exclude each other ([`Deduction`]), a linear program bounds the rest, and lines are required or left out one by one.

mod align;
mod bits;
mod candidates;
mod cliques;
mod closure;
mod grounding;
mod longest;
mod order_cuts;
mod program;
mod read;
mod rows;
mod search;
mod write;

pub use align::{Family, align};
pub use candidates::Candidates;
pub use closure::Deduction;
pub use longest::{Found, Longest, LongestError};
pub use program::{Multipliers, Unsolved};
pub use read::{Unreadable, read_lines};
pub use search::{Answer, Progress, Question, Step};
pub use write::certificate;
