//! The bounds on all games of a setting, and the longest one known, at a glance.

use serde::Serialize;

use super::TheoremFile;
use morpion_conclusion::{Comparison, Published, Verdict};

/// The bounds on all games of a setting, and the longest one known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overall {
    /// The proven bound; `None` while a box is open.
    pub proven: Option<u32>,
    /// The bound when claims are believed.
    pub claimed: Option<u32>,
    /// Length of the longest game known.
    pub best_game: Option<u32>,
    /// The name of that game's record, or the box of the results that lists it.
    pub best_game_from: Option<String>,
    /// Size of the largest graph known.
    pub best_graph: Option<u32>,
    /// Bounds that others have published.
    pub published: Vec<Published>,
    /// Boxes that the walk over proofs meets without a proven bound.
    pub open: usize,
}

/// Whether the bound on all games may be called proven.
pub(super) fn is_proven(overall: &Overall, theorem: Option<&TheoremFile>) -> bool {
    let agrees = |t: &TheoremFile| t.is_whole() && overall.proven.map(u64::from) == t.at_most;
    theorem.is_some_and(agrees)
}

pub(super) fn overall(comparison: Comparison, verdict: &Verdict) -> Overall {
    Overall {
        proven: comparison.proven_bound,
        claimed: comparison.claimed_bound,
        best_game: comparison.best_game,
        best_game_from: comparison.best_game_from,
        best_graph: comparison.best_graph,
        published: comparison.published,
        open: verdict.proven.open.len(),
    }
}
