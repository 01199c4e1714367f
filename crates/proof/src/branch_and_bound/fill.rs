//! Completing a part of an object: the rest is given, the search decides what is left.
//!
//! The rules check what the search finds. If it finds nothing, that shows nothing about a box, only about this part of an object, and
//! leaves no certificate.

use super::expand::Search;
use super::outcome::{Outcome, SearchError};
use super::params::Params;
use super::problem::{Given, Problem};
use super::run::{Limits, grow_from};
use crate::claim::Claim;
use crate::tree::Tree;

/// Looks for an object that refutes the claim and agrees with what is given. If the tree is complete without a witness, there is no such
/// object; but that tree is no proof of the claim.
///
/// # Errors
/// See [`SearchError`]; running out of time is not an error.
pub fn fill(
    claim: Claim,
    given: &Given,
    params: &Params,
    limits: &Limits<'_>,
) -> Result<Outcome, SearchError> {
    // The search looks for one object, even if the claim is that all are listed.
    let claim = Claim {
        all_of: false,
        ..claim
    };
    let problem = Problem::new(claim, params)?;
    let tree = Tree::new(problem.header().clone());
    grow_from(
        &Search::new(&problem),
        tree,
        problem.root_given(given),
        limits,
    )
}
