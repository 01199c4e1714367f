//! The theorem in one sentence, and one word for its evidence.

use serde::Serialize;

use super::Walk;

/// The first sentence of the report, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Headline {
    /// The theorem, or the strongest statement that can be made without one.
    pub sentence: String,
    /// `proven`, `incomplete` (the box files say more than the theorem file), `claimed` or `open`.
    pub evidence: &'static str,
}

impl Headline {
    /// The headline for the walk over all games of 5D, if there is one.
    pub(super) fn of(walk: Option<&Walk>) -> Self {
        let bound = |n| format!("No game of Morpion 5D has more than {n} moves.");
        let Some(walk) = walk else {
            return Self::new("open", "There are no results about Morpion 5D here.");
        };
        match (walk.overall.proven, walk.overall.claimed) {
            (Some(n), _) if walk.is_proven => Self::new("proven", bound(n)),
            (Some(n), _) => Self::new("incomplete", format!("The box files say: {}", bound(n))),
            (None, Some(n)) => Self::new("claimed", format!("Claimed, not proven: {}", bound(n))),
            (None, None) => Self::new(
                "open",
                "How long a game of Morpion 5D can be is not settled here.",
            ),
        }
    }

    fn new(evidence: &'static str, sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        Self { sentence, evidence }
    }
}
