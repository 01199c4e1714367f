//! Why a certificate about octagons is rejected.

use morpion_check_core::reasons;
use std::fmt;

reasons! {
    /// The reasons for which a certificate about octagons is rejected.
    Reason {
        Header: "the first line is not that of a certificate about octagons of 5T",
        Moves: "it speaks of fewer than 402 moves",
        Truncated: "the certificate ends too early",
        Trailing: "something follows the last octagon",
        Range: "it names octagons that are not in the list",
        Tables: "it has more than 127 tables",
        Parameter: "a parameter of a step is out of range",
        Table: "it names a table that is not there",
        Schedule: "it names a schedule that is not there",
        Steps: "it asks for more steps than its schedule has",
        End: "a byte is no way to end a node",
        Question: "it asks a question about a side that is not open",
        Bound: "the bound is not small enough",
        Prices: "prices are not within their limits: please report this fault of morpion-check",
    }
}

/// Why and where a certificate about octagons was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reject {
    /// The reason for the rejection.
    pub reason: Reason,
    /// The number in the list of the octagon that is wrong, if it is one.
    pub octagon: Option<usize>,
}

impl From<Reason> for Reject {
    fn from(reason: Reason) -> Self {
        Self {
            reason,
            octagon: None,
        }
    }
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reason, octagon } = self;
        match octagon {
            None => reason.fmt(f),
            Some(number) => write!(f, "octagon {number}: {reason}"),
        }
    }
}

impl std::error::Error for Reject {}
