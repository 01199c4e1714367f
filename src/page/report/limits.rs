//! Limits on the length of all games that others have published, with their sources: `boxes/published.json`.

use serde::{Deserialize, Serialize};

use crate::geometry::Variant;

/// How a limit came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum How {
    /// A proof on paper.
    #[serde(rename = "by hand")]
    ByHand,
    /// A program went through all positions.
    #[serde(rename = "counted")]
    Counted,
    /// Floating-point solvers say so.
    #[serde(rename = "claimed")]
    Claimed,
}

/// A limit that others have published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limit {
    /// The rules.
    pub variant: Variant,
    /// Whether it speaks of point-symmetric games only.
    pub symmetric: bool,
    /// Number of moves.
    pub moves: u32,
    /// Whether there is a game as long as that.
    pub is_maximum: bool,
    /// What stands behind it.
    pub how: How,
    /// Who published it.
    pub who: String,
    /// When.
    pub year: u16,
    /// Where.
    pub work: String,
    /// Where it can be read.
    pub address: String,
}

/// All of them, the strongest of each game first.
pub(super) fn limits() -> Vec<Limit> {
    const FILE: &str = include_str!("../../../boxes/published.json");
    serde_json::from_str(FILE).expect("the pages' tests read the file")
}
