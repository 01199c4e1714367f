//! The summary of a run: the table and the verdict as data, for `--json`.
//!
//! All numbers are integers. A summary holds nothing that cannot be derived from the box files, so it is not kept.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::paper_sizes;
use super::row::{BoxRow, Rows};
use super::sentence::sentence;
use super::verdict::{Conclusion, Level, Verdict};
use morpion_proof::claim::Scope;
use morpion_results::Facts;
use morpion_rules::geometry::BoundingBox;

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// `morpion-summary`.
    pub format: &'static str,
    /// Version of this format.
    pub version: u32,
    /// The positions and boxes that the run was about, and the bound that it was to show.
    #[serde(flatten)]
    pub scope: Scope,
    /// The outcome.
    pub conclusion: Conclusion,
    /// The outcome in words.
    pub sentence: String,
    /// The conclusion from claims and proofs together.
    pub claimed: LevelSummary,
    /// The conclusion from proofs alone.
    pub proven: LevelSummary,
    /// The boxes met when claims are believed, smallest first.
    pub boxes: Vec<BoxRow>,
    /// Boxes outside the largest box that the walk would meet next.
    pub outside: Vec<BoundingBox>,
}

/// The conclusion at one level of evidence, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelSummary {
    /// The bound, when no box is open.
    pub bound: Option<u32>,
    /// Number of boxes met.
    pub met: usize,
    /// Number of boxes met that are shown to fit nothing.
    pub empty: usize,
    /// Boxes met without a good enough bound.
    pub open: Vec<BoundingBox>,
}

impl Summary {
    /// Puts the verdict and the facts it rests on together.
    pub fn new(verdict: &Verdict, facts: &Facts) -> Self {
        Self {
            format: "morpion-summary",
            version: 2,
            scope: verdict.scope,
            conclusion: verdict.conclusion,
            sentence: sentence(verdict),
            claimed: LevelSummary::new(&verdict.claimed),
            proven: LevelSummary::new(&verdict.proven),
            boxes: rows(verdict, facts),
            outside: verdict.claimed.walk.outside.iter().copied().collect(),
        }
    }
}

impl LevelSummary {
    /// Counts the boxes of one level of evidence.
    pub fn new(level: &Level) -> Self {
        Self {
            bound: level.bound,
            met: level.walk.graph.node_count(),
            empty: level.empty.len(),
            open: level.open.iter().copied().collect(),
        }
    }
}

fn rows(verdict: &Verdict, facts: &Facts) -> Vec<BoxRow> {
    let mut boxes: Vec<BoundingBox> = verdict.claimed.walk.graph.nodes().collect();
    boxes.sort_by_key(|&b| b.by_size());
    let rows = Rows {
        verdict,
        facts,
        known: BTreeMap::new(),
        paper: paper_sizes(verdict.scope.setting),
    };
    boxes.into_iter().map(|b| rows.row(b)).collect()
}
