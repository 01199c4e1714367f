//! Completing a part of an object: the rest is given, the search decides what is left.
//!
//! What it finds is checked against the rules; that it finds nothing shows nothing about a box, only
//! about this part of it, and leaves no certificate.

use crate::geometry::{Cell, Move};

use super::refute::{Limits, Outcome, Params, Progress, Question, SearchError, Way, search_for};

/// What is known of the object from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Cells that hold a dot. Cells of the cross may be among them.
    pub present: Vec<Cell>,
    /// Cells of the box that hold none.
    pub absent: Vec<Cell>,
    /// Moves that are used.
    pub moves: Vec<Move>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// An object as asked for, checked against the rules; games are in an order of play.
    pub witness: Option<Vec<Move>>,
    /// Whether there is none, as far as this search goes.
    pub is_exhausted: bool,
    /// Effort.
    pub progress: Progress,
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
    let way = Way {
        given: Some(given),
        ..Way::default()
    };
    let (outcome, _) = search_for(question, params, limits, way)?;
    let Outcome {
        complete,
        witness,
        progress,
        ..
    } = outcome;
    Ok(Filled {
        is_exhausted: complete && witness.is_none(),
        witness,
        progress,
    })
}
