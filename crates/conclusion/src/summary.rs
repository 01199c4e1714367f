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
    /// Version of this form.
    pub version: u32,
    /// What was to be shown.
    #[serde(flatten)]
    pub scope: Scope,
    /// What was shown.
    pub conclusion: Conclusion,
    /// The same in words.
    pub sentence: String,
    /// What follows from claims and proofs together.
    pub claimed: LevelSummary,
    /// What follows from proofs alone.
    pub proven: LevelSummary,
    /// The boxes met when claims are believed, smallest first.
    pub boxes: Vec<BoxRow>,
    /// Boxes outside the largest box that would be next.
    pub outside: Vec<BoundingBox>,
}

/// One level of evidence.
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
    /// What one level of evidence shows, in numbers.
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
