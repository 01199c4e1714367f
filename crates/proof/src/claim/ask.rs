//! The questions that an engine is asked.

use super::{Claim, Subject};
use morpion_rules::geometry::Arrival;

/// A question about one box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// How many moves has the largest of these objects?
    Maximum(Subject),
    /// Does this claim hold?
    Holds(Claim),
}

impl From<Claim> for Ask {
    fn from(claim: Claim) -> Self {
        Self::Holds(claim)
    }
}

impl From<Subject> for Ask {
    fn from(subject: Subject) -> Self {
        Self::Maximum(subject)
    }
}

impl Ask {
    /// The subject of the question.
    pub const fn subject(&self) -> &Subject {
        match self {
            Self::Maximum(subject) => subject,
            Self::Holds(claim) => &claim.subject,
        }
    }

    /// The claim that is asked about; `None` if the question is for the maximum.
    pub const fn claim(&self) -> Option<&Claim> {
        match self {
            Self::Maximum(_) => None,
            Self::Holds(claim) => Some(claim),
        }
    }

    /// The sides by which games arrive, if the question is only about those that do.
    pub fn arrival(&self) -> Option<Arrival> {
        self.claim()?.arrival
    }

    /// Whether the question asks for a list.
    pub fn is_list(&self) -> bool {
        self.claim().is_some_and(|claim| claim.all_of)
    }

    /// The least number of moves of an object that would refute the claim asked about, if there is one.
    pub fn at_least(&self) -> Option<u32> {
        self.claim().map(Claim::at_least)
    }

    /// The question in words: `graph of 85 moves?`, `largest graph?`
    pub fn in_words(&self) -> String {
        match self {
            Self::Maximum(subject) => format!("largest {}?", subject.objects.singular()),
            Self::Holds(claim) => claim.asked(),
        }
    }
}
