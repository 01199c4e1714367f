//! Why a certificate about lines is rejected.

use morpion_check_core::reasons;
use std::fmt;

reasons! {
    /// The reasons for which a certificate about lines is rejected.
    Reason {
        Header: "the first line is not that of a certificate about lines",
        Truncated: "the certificate ends too early",
        Trailing: "something follows the last node",
        Text: "this is not text",
        Word: "this is no step of a proof",
        Number: "this is no number, or too large a one",
        Line: "this is no line, or one that was there before",
        Many: "there are more than 2,000 lines",
        Missing: "this move, line or cell is not there",
        Out: "nothing keeps this move out of all games of the node",
        Excludes: "nothing keeps these two moves from standing in one game of the node",
        Blocked: "this line need not be drawn, or some move may draw it",
        Row: "this is no row that the games of the node satisfy",
        Bound: "the bound is not small enough",
        Deep: "the tree is too deep",
    }
}

/// Why and where a certificate about lines was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reject {
    /// The reason for the rejection.
    pub reason: Reason,
    /// The line of the file, counted from 1.
    pub line: usize,
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Reject {}
