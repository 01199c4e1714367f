//! The verdict that the facts about boxes allow, as one pure function.
//!
//! Promise: a level of evidence concludes only from statements of that level or better. The
//! level *proven* walks over the boxes anew and stops only at boxes *proven* empty, so a
//! single box that is merely claimed, or open, anywhere in the walk leaves the level
//! open. Soundness of the walk: the [module above](super).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::growth::{BoxGraph, Fate, Walk, boxes_within, walk};
use super::questions::next;
use morpion_proof::claim::{Evidence, Objects, Scope, UpperBound};
use morpion_results::Facts;
use morpion_rules::geometry::BoundingBox;

/// The walk over the boxes and its conclusion at one level of evidence.
#[derive(Clone, Debug)]
pub struct Level {
    /// The boxes met, within [`Scope::max_box`].
    pub walk: Walk,
    /// Boxes met that are shown to fit nothing.
    pub empty: BTreeSet<BoundingBox>,
    /// Boxes met without a good enough bound.
    pub open: BTreeSet<BoundingBox>,
    /// When nothing is open: no object in a box met has more moves than this. 0 when
    /// nothing fits but the starting position.
    pub bound: Option<u32>,
    /// Of graphs only: whether the boxes met, together with boxes bounded otherwise, are all
    /// boxes within [`Scope::max_box`], so that the bound holds even for graphs in boxes
    /// that the walk does not meet.
    pub every_box: bool,
}

/// The conclusions from the facts about boxes, at both levels of evidence.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The positions and boxes that the verdict is about, and the bound asked for.
    pub scope: Scope,
    /// The conclusion from claims and proofs together.
    pub claimed: Level,
    /// The conclusion from proofs alone.
    pub proven: Level,
    /// The largest object listed for a box met, and its box (the smallest such box).
    pub best: Option<(u32, BoundingBox)>,
    /// When maxima are asked for: boxes met, claims believed, whose bound no listed object attains.
    pub unsettled: BTreeSet<BoundingBox>,
    /// Boxes open when claims are believed whose search was stopped in the middle: the share of its
    /// tree that is closed, in millionths rounded down.
    pub explored: BTreeMap<BoundingBox, u32>,
    /// The outcome.
    pub conclusion: Conclusion,
}

/// The outcome in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase", deny_unknown_fields)]
pub enum Conclusion {
    /// Nothing in scope has more moves than `bound`, and it is at most [`Scope::at_most`].
    Bounded {
        /// The strongest bound.
        bound: u32,
        /// The level of evidence that shows it.
        evidence: Evidence,
    },
    /// A listed object of `size` moves in `bounding_box` exceeds [`Scope::at_most`].
    Refuted {
        /// Number of moves.
        size: u32,
        /// The box for which it is listed.
        #[serde(rename = "box")]
        bounding_box: BoundingBox,
    },
    /// Neither a bound nor an object that exceeds it is shown.
    Open,
}

impl Verdict {
    /// The conclusion at this level of evidence.
    pub const fn level(&self, evidence: Evidence) -> &Level {
        match evidence {
            Evidence::Claimed => &self.claimed,
            Evidence::Proven => &self.proven,
        }
    }

    /// Whether everything asked for is shown, by claims at least.
    pub fn is_shown(&self) -> bool {
        matches!(self.conclusion, Conclusion::Bounded { .. }) && self.unsettled.is_empty()
    }

    /// Whether everything asked for is shown, by proofs alone.
    pub fn is_proven(&self) -> bool {
        let evidence = Evidence::Proven;
        matches!(self.conclusion, Conclusion::Bounded { evidence: e, .. } if e == evidence)
            && self.is_shown()
    }

    /// Whether the bound is attained by a listed object.
    pub fn is_tight(&self) -> bool {
        match self.conclusion {
            Conclusion::Bounded { bound, .. } => self.best.is_some_and(|(size, _)| size == bound),
            _ => false,
        }
    }
}

/// Draws the conclusion from the facts.
pub fn verdict(facts: &Facts, scope: Scope) -> Verdict {
    let claimed = level(facts, scope, Evidence::Claimed);
    let proven = level(facts, scope, Evidence::Proven);
    let best = best(facts, scope, [&claimed, &proven]);
    let conclusion = conclude(scope, &claimed, &proven, best);
    Verdict {
        scope,
        best,
        unsettled: unsettled(facts, scope, &claimed),
        explored: explored(facts, scope, &claimed),
        claimed,
        proven,
        conclusion,
    }
}

fn explored(facts: &Facts, scope: Scope, claimed: &Level) -> BTreeMap<BoundingBox, u32> {
    let Some(more) = scope.at_most.and_then(|n| n.checked_add(1)) else {
        return BTreeMap::new();
    };
    let share = |b: &BoundingBox| facts.get(b)?.explored_millionths(scope.objects, more);
    let open = claimed.open.iter();
    open.filter_map(|b| Some((*b, share(b)?))).collect()
}

fn unsettled(facts: &Facts, scope: Scope, claimed: &Level) -> BTreeSet<BoundingBox> {
    if scope.at_most.is_some() {
        return BTreeSet::new();
    }
    let is_open = |&b: &BoundingBox| next(facts, b, scope, Evidence::Claimed, true).is_some();
    claimed.walk.graph.nodes().filter(is_open).collect()
}

fn level(facts: &Facts, scope: Scope, evidence: Evidence) -> Level {
    let bound = |b: &BoundingBox| facts.get(b).and_then(|f| f.bound(scope.objects, evidence));
    let fate = |b| match bound(&b) {
        Some(UpperBound::Empty) => Fate::Empty,
        _ if facts.contains_key(&b) => Fate::Grows,
        _ => Fate::Unknown,
    };
    // Claims about arrivals are about games; they say nothing about graphs.
    let speaks_of_games = scope.objects == Objects::Games;
    let never = |b: BoundingBox, by| facts.get(&b)?.proof_of_no_arrival(by);
    let is_barred = |b, by| speaks_of_games && never(b, by).is_some();
    let walk = walk(scope.setting, scope.max_box, fate, is_barred);
    let graph = &walk.graph;
    let suffices = |b: &BoundingBox| is_good_enough(bound(b), scope.at_most);
    let is_empty = |b: &BoundingBox| bound(b) == Some(UpperBound::Empty);
    let empty: BTreeSet<BoundingBox> = graph.nodes().filter(is_empty).collect();
    let cut_off = |b: &BoundingBox| scope.setting.at_the_edge(*b) && !empty.contains(b);
    let open: BTreeSet<BoundingBox> = graph
        .nodes()
        .filter(|b| !suffices(b) || (scope.max_box.is_none() && cut_off(b)))
        .collect();
    // The bound speaks of everything that `every_box` covers, so both go together.
    let others = unmet_boxes(scope, graph);
    let every_box = others.as_ref().is_some_and(|o| o.iter().all(suffices));
    let others = others.filter(|_| every_box).into_iter().flatten();
    let bounds = graph.nodes().chain(others).filter_map(|b| bound(&b));
    let largest = bounds.map(moves_of).max().unwrap_or(0);
    let bound = open.is_empty().then_some(largest);
    Level {
        walk,
        empty,
        open,
        bound,
        every_box,
    }
}

fn is_good_enough(bound: Option<UpperBound>, at_most: Option<u32>) -> bool {
    match (bound, at_most) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(bound), Some(n)) => n.checked_add(1).is_none_or(|k| bound.refutes(k)),
    }
}

const fn moves_of(bound: UpperBound) -> u32 {
    match bound {
        UpperBound::Empty => 0,
        UpperBound::AtMost(n) => n,
    }
}

/// The boxes within the largest box that the walk did not meet; `None` for games, whose walk is enough;
/// and when there is no largest box, or it is too large to list.
fn unmet_boxes(scope: Scope, graph: &BoxGraph) -> Option<Vec<BoundingBox>> {
    if scope.objects == Objects::Games {
        return None;
    }
    let mut boxes = boxes_within(scope.setting, scope.max_box?)?;
    boxes.retain(|&b| !graph.contains_node(b));
    Some(boxes)
}

fn best(facts: &Facts, scope: Scope, levels: [&Level; 2]) -> Option<(u32, BoundingBox)> {
    let is_met = |b: BoundingBox| levels.iter().any(|l| l.walk.graph.contains_node(b));
    facts
        .values()
        .filter(|f| scope.covers(f.bounding_box) && is_met(f.bounding_box))
        .filter_map(|f| Some((f.best(scope.objects)?, f.bounding_box)))
        .max_by_key(|&(size, b)| (size, std::cmp::Reverse(b)))
}

fn conclude(
    scope: Scope,
    claimed: &Level,
    proven: &Level,
    best: Option<(u32, BoundingBox)>,
) -> Conclusion {
    if let (Some(n), Some((size, bounding_box))) = (scope.at_most, best)
        && size > n
    {
        return Conclusion::Refuted { size, bounding_box };
    }
    match (claimed.bound, proven.bound) {
        (claimed, Some(bound)) if claimed.is_none_or(|c| bound <= c) => Conclusion::Bounded {
            bound,
            evidence: Evidence::Proven,
        },
        (Some(bound), _) => Conclusion::Bounded {
            bound,
            evidence: Evidence::Claimed,
        },
        (None, _) => Conclusion::Open,
    }
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
