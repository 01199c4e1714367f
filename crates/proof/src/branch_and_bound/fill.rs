//! Completing a part of an object: the rest is given, the search decides what is left.
//!
//! What it finds is checked against the rules; that it finds nothing shows nothing about a box, only
//! about this part of it, and leaves no certificate.

use super::expand::Search;
use super::outcome::{Effort, SearchError};
use super::params::Params;
use super::problem::Problem;
use super::question::{Given, Question};
use super::run::{Limits, grow};
use crate::geometry::Move;
use crate::tree::{Id, Tree};

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// An object as asked for, checked against the rules; games are in an order of play.
    pub witness: Option<Vec<Move>>,
    /// Whether there is none, as far as this search goes.
    pub is_exhausted: bool,
    /// What was spent.
    pub effort: Effort,
}

/// Looks for an object of the question that agrees with what is given.
///
/// # Errors
/// See [`SearchError`]; running out of time is not an error.
pub fn fill(
    question: Question,
    given: &Given,
    params: &Params,
    limits: &Limits<'_>,
) -> Result<Filled, SearchError> {
    // One is looked for, even where all are asked for.
    let question = Question {
        all_of: false,
        ..question
    };
    let problem = Problem::new(question, params)?;
    let Some(root) = problem.root_given(given) else {
        return Ok(Filled {
            witness: None,
            is_exhausted: true,
            effort: Effort::default(),
        });
    };
    let tree = Tree::new(problem.header().clone());
    let outcome = grow(&Search::new(&problem), tree, vec![(Id::ROOT, root)], limits)?;
    Ok(Filled {
        is_exhausted: outcome.tree.is_complete() && outcome.witness.is_none(),
        witness: outcome.witness,
        effort: outcome.effort,
    })
}
