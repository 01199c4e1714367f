//! The longest game of a family's lines: asks for one move more as long as games are found, and has the last answer checked.
//!
//! Promise: a bound is called proven only when the independent checker has accepted its certificate.

use morpion_check::lines::reject::Reject;
use morpion_check::lines::{Proven, check};
use morpion_rules::geometry::Move;

use crate::align::Family;
use crate::candidates::Candidates;
use crate::program::Unsolved;
use crate::search::{Progress, Question};
use crate::write::certificate;

/// The question for the longest game that a family's lines admit.
pub struct Longest<'a> {
    /// The moves that draw the lines of the family.
    pub candidates: &'a Candidates,
    /// The lines.
    pub family: &'a Family,
    /// The only number of moves to ask for, instead of one more than the family's longest game and then one more than was found.
    pub at_least: Option<usize>,
    /// Whether to stop.
    pub stop: &'a dyn Fn() -> bool,
    /// Called whenever a node ends, with the number of moves that are asked for.
    pub report: &'a dyn Fn(usize, Progress),
    /// Called with every game that is found.
    pub found: &'a dyn Fn(&[Move]),
}

/// The result of the search for the longest game.
#[derive(Debug, Default)]
pub struct Found {
    /// The longest game that was found.
    pub game: Option<Vec<Move>>,
    /// The checker's verdict on the last answer, and the certificate; `None` if a game answers the question, or nodes stayed open.
    pub proof: Option<(Proven, String)>,
    /// The number of moves that were asked for last.
    pub asked: usize,
    /// The number of nodes of the last search.
    pub nodes: usize,
    /// The number of nodes of the last search that stayed open.
    pub open: usize,
    /// If nodes stayed open: the length that no game exceeds, as HiGHS claims.
    pub claimed: Option<usize>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LongestError {
    /// HiGHS did not solve a linear program.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The checker rejects the certificate.
    #[error("the checker rejects the certificate; please report this: {0}")]
    Rejected(#[from] Reject),
}

impl Longest<'_> {
    /// Searches until the question is answered or [`Longest::stop`] says so.
    ///
    /// # Errors
    /// See [`LongestError`].
    pub fn search(&self) -> Result<Found, LongestError> {
        let mut found = Found {
            asked: self.at_least.unwrap_or(self.family.longest + 1),
            ..Found::default()
        };
        loop {
            let answer = Question {
                candidates: self.candidates,
                target: found.asked,
                // The lines that no game of the greatest length draws.
                first: &Vec::from_iter(0..self.family.beside_longest),
                stop: self.stop,
                report: &|progress| (self.report)(found.asked, progress),
            }
            .answer()?;
            (found.nodes, found.open) = (answer.nodes, answer.open);
            if let Some(game) = answer.game {
                (self.found)(&game);
                let length = game.len();
                found.game = Some(game);
                if self.at_least.is_some() {
                    return Ok(found);
                }
                found.asked = length + 1;
                continue;
            }
            found.claimed = (answer.open > 0 && answer.value > 0.0)
                .then(|| (answer.value + 1e-6).floor() as usize);
            if answer.open == 0 {
                let text = certificate(self.candidates, found.asked, &answer);
                found.proof = Some((check(text.as_bytes())?, text));
            }
            return Ok(found);
        }
    }
}

impl Found {
    /// Whether the last question was answered, one way or the other.
    pub fn is_answered(&self) -> bool {
        let length = self.game.as_ref().map_or(0, Vec::len);
        self.proof.is_some() || length >= self.asked
    }
}
