//! The summary of a run: the table and the verdict as data, for `--json`.
//!
//! All numbers are integers. A summary holds nothing that cannot be derived from the box files, so it is not kept.

use std::collections::BTreeMap;

use petgraph::Direction::Incoming;
use serde::{Deserialize, Serialize};

use super::sentence::sentence;
use super::verdict::{Conclusion, Level, Scope, Verdict};
use crate::claim::{Evidence, Objects, UpperBound};
use crate::geometry::{BoundingBox, Variant};
use crate::results::BoxFacts;
use crate::results::write_json;

/// The name that opens every summary.
const FORMAT: &str = "morpion-summary";
/// The version of the form below.
const VERSION: u32 = 1;

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// `morpion-summary`.
    pub format: String,
    /// Version of this form.
    pub version: u32,
    /// The rules.
    pub variant: Variant,
    /// Whether only point-symmetric positions count.
    pub symmetric: bool,
    /// Graphs or games.
    pub objects: Objects,
    /// The bound that was to be shown.
    pub at_most: Option<u32>,
    /// The largest box looked at.
    pub max_box: Option<BoundingBox>,
    /// What was shown.
    pub conclusion: Conclusion,
    /// The same in words.
    pub sentence: String,
    /// What follows from claims and proofs together.
    pub claimed: LevelSummary,
    /// What follows from proofs alone.
    pub proven: LevelSummary,
    /// The boxes met when claims are believed, smallest first.
    pub boxes: Vec<BoxLine>,
    /// Boxes outside the largest box that would be next.
    pub outside: Vec<BoundingBox>,
}

/// One level of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// One box: a row of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxLine {
    /// The box, canonical.
    #[serde(rename = "box")]
    pub bounding_box: BoundingBox,
    /// The boxes met that it was resized from.
    pub resized_from: Vec<BoundingBox>,
    /// Optimum of the linear relaxation in thousandths, rounded up; a hint.
    pub lp_bound_thousandths: Option<i64>,
    /// Size of the largest graph known to fit.
    pub best_graph: Option<u32>,
    /// Length of the longest game known to fit.
    pub best_game: Option<u32>,
    /// The strongest bound, claimed or proven.
    pub claimed: Option<UpperBound>,
    /// The strongest bound that is proven.
    pub proven: Option<UpperBound>,
    /// Whether the bound falls short of what was asked.
    pub open: bool,
    /// Where the search of an open box was stopped in the middle: the share of its tree that is
    /// closed, in millionths rounded down.
    #[serde(default)]
    pub explored_millionths: Option<u32>,
    /// Branch-and-bound nodes over all runs.
    #[serde(default)]
    pub nodes: u64,
    /// Evaluations of the exact bound over all runs.
    #[serde(default)]
    pub evaluations: u64,
    /// Time spent on the box over all runs.
    pub milliseconds: u64,
    /// The same times the threads at work.
    #[serde(default)]
    pub core_milliseconds: u64,
}

impl Summary {
    /// Puts the verdict and the facts it rests on together.
    pub fn new(verdict: &Verdict, facts: &BTreeMap<BoundingBox, BoxFacts>) -> Self {
        let Scope {
            setting,
            objects,
            max_box,
            at_most,
        } = verdict.scope;
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            variant: setting.variant,
            symmetric: setting.symmetric,
            objects,
            at_most,
            max_box,
            conclusion: verdict.conclusion,
            sentence: sentence(verdict),
            claimed: LevelSummary::new(&verdict.claimed),
            proven: LevelSummary::new(&verdict.proven),
            boxes: box_lines(verdict, facts),
            outside: verdict.claimed.outside.iter().copied().collect(),
        }
    }

    /// The summary as JSON, with a line end.
    pub fn to_json(&self) -> String {
        write_json(self)
    }
}

impl LevelSummary {
    fn new(level: &Level) -> Self {
        Self {
            bound: level.bound,
            met: level.graph.node_count(),
            empty: level.empty.len(),
            open: level.open.iter().copied().collect(),
        }
    }
}

fn box_lines(verdict: &Verdict, facts: &BTreeMap<BoundingBox, BoxFacts>) -> Vec<BoxLine> {
    let mut boxes: Vec<BoundingBox> = verdict.claimed.graph.nodes().collect();
    boxes.sort_by_key(|&b| b.by_size());
    boxes
        .into_iter()
        .map(|b| match facts.get(&b) {
            Some(facts) => box_line(verdict, facts),
            None => box_line(verdict, &BoxFacts::new(b)),
        })
        .collect()
}

fn box_line(verdict: &Verdict, facts: &BoxFacts) -> BoxLine {
    let bounding_box = facts.bounding_box;
    let level = &verdict.claimed;
    let mut resized_from: Vec<BoundingBox> = level
        .graph
        .neighbors_directed(bounding_box, Incoming)
        .collect();
    resized_from.sort_unstable();
    let objects = verdict.scope.objects;
    let effort = facts.effort();
    let milliseconds = |seconds: f64| (seconds * 1000.0).round() as u64;
    BoxLine {
        bounding_box,
        resized_from,
        lp_bound_thousandths: facts.lp_bound.map(|b| (b * 1000.0).ceil() as i64),
        best_graph: facts.best(Objects::Graphs),
        best_game: facts.best(Objects::Games),
        claimed: facts.bound(objects, Evidence::Claimed),
        proven: facts.bound(objects, Evidence::Proven),
        open: level.open.contains(&bounding_box),
        explored_millionths: verdict.explored.get(&bounding_box).copied(),
        nodes: effort.nodes,
        evaluations: effort.evaluations,
        milliseconds: milliseconds(effort.seconds),
        core_milliseconds: milliseconds(effort.core_seconds),
    }
}
