//! The exact bound of a node: its domain, the conclusions of the rules, and a Lagrangian bound in integers.
//!
//! Promise: a fault in here (a bug in a rule, a poor multiplier) cannot prove anything false. The independent checker in `checker/` judges
//! every certificate, and a box is never called proven before that. The rules are those of `paper/certificate.md`; `paper/notes` has what
//! was tried.
//!
//! A [`Domain`](domain::Domain) holds once which marks are allowed and which cells hold dots, cell by cell in the order of [`layout`]; all
//! code reads it there.
//!
//! | file | section of the page | the field calls it |
//! |---|---|---|
//! | `layout`, `cell_set`, `line_counts`, `instance` | 1 | an instance: what never changes while it is solved |
//! | `domain` | 2, the state | the domains of the variables |
//! | `propagation` | 2, P1 to P5, P9, P10 and S | constraint propagation |
//! | `precedence` | 2, P6 | transitive closure of precedences |
//! | `closure` | 2, P7 and P8 | consequences of Horn clauses, by counting |
//! | `fixed_point` | 3 and 4, units and ranges | fixed-point arithmetic |
//! | `dual_bound` | 3 and 4 | Lagrangian relaxation |
//! | `dual_ascent` | 4, the recipe | dual ascent: Nesterov's accelerated gradient on a smoothed bound |
//! | `kernel` | 3 and 4, every formula | the same; its averaged primal is that of the volume algorithm (Barahona, Anbil 2000) |
//! | `reduced_cost` | 3, fixing | reduced-cost fixing |
//! | `rows` | 9, R1 | a packing bound, row by row |

pub(crate) mod cell_set;
mod closure;
pub mod domain;
mod dual_ascent;
pub mod dual_bound;
pub mod fixed_point;
pub mod instance;
mod kernel;
pub mod layout;
mod line_counts;
pub(crate) mod precedence;
mod propagation;
pub(crate) mod reduced_cost;
pub(crate) mod rows;
#[cfg(test)]
mod tests;
