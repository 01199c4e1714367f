//! One box as a row: the known facts at a glance. Tables, comparisons and pages show different columns of it.

use std::collections::BTreeMap;

use petgraph::Direction::Incoming;
use serde::Serialize;

use super::verdict::Verdict;
use morpion_proof::claim::{Evidence, Objects, UpperBound};
use morpion_results::{BoxFacts, Facts, Found};
use morpion_rules::geometry::BoundingBox;

/// A bound with its evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bound {
    /// The strongest proven bound.
    pub proven: Option<UpperBound>,
    /// The strongest bound of all, if it is stronger than the proven one.
    pub claimed: Option<UpperBound>,
}

impl Bound {
    fn of(known: &BoxFacts, objects: Objects) -> Self {
        let proven = known.bound(objects, Evidence::Proven);
        let strongest = known.bound(objects, Evidence::Claimed);
        Self {
            proven,
            claimed: strongest.filter(|_| strongest != proven),
        }
    }

    /// The strongest bound of all, proven or claimed.
    pub(crate) fn strongest(self) -> Option<UpperBound> {
        self.claimed.or(self.proven)
    }
}

/// The known facts about a box, as a row. All numbers are integers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoxRow {
    /// The box, canonical.
    #[serde(rename = "box")]
    pub bounding_box: BoundingBox,
    /// The boxes that it was resized from in the walk that believes claims.
    pub resized_from: Vec<BoundingBox>,
    /// Optimum of the linear relaxation in thousandths, rounded up; a hint.
    pub lp_bound_thousandths: Option<i64>,
    /// Size of the largest graph known to fit.
    pub best_graph: Option<u32>,
    /// Length of the longest game known to fit.
    pub best_game: Option<u32>,
    /// Bounds on graphs.
    pub graphs: Bound,
    /// Bounds on games.
    pub games: Bound,
    /// Whether the walk that believes claims meets the box, and no bound on it is good enough.
    pub open: bool,
    /// Whether it is proven that no game comes to this box at all: nothing is open, and every way there ends in boxes that
    /// are proven to fit nothing or is one by which no game arrives.
    pub never_reached: bool,
    /// The strongest bound on games minus the length of the longest game known.
    pub gap: Option<u32>,
    /// The size of its largest graph according to the paper of 2016.
    pub paper: Option<u32>,
    /// Where the search of an open box was stopped in the middle: the share of its tree that is
    /// closed, in millionths rounded down.
    pub explored_millionths: Option<u32>,
    /// Branch-and-bound nodes over all runs.
    pub nodes: u64,
    /// Evaluations of the exact bound over all runs.
    pub evaluations: u64,
    /// Time spent on the box over all runs, as far as it is known.
    pub milliseconds: Option<u64>,
    /// That time multiplied by the number of threads at work.
    pub core_milliseconds: Option<u64>,
}

/// The bound `most` minus `best`, the size of the largest object known; `None` if either is missing, or the bound is exceeded.
pub(super) fn gap(most: Option<u32>, best: Option<u32>) -> Option<u32> {
    let (most, best) = most.zip(best)?;
    most.checked_sub(best)
}

/// The sources of the rows.
pub struct Rows<'a> {
    /// The verdict on the facts.
    pub verdict: &'a Verdict,
    /// The known facts by box.
    pub facts: &'a Facts,
    /// Games known from elsewhere, by box that they fit.
    pub known: BTreeMap<BoundingBox, Found>,
    /// The sizes of largest graphs in the paper of 2016, by box.
    pub paper: BTreeMap<BoundingBox, u32>,
}

impl Rows<'_> {
    /// The row of a box, even if nothing is known of it.
    pub fn row(&self, bounding_box: BoundingBox) -> BoxRow {
        let unknown = BoxFacts::new(bounding_box);
        let known = self.facts.get(&bounding_box).unwrap_or(&unknown);
        let verdict = self.verdict;
        let elsewhere = self.known.get(&bounding_box).map(Found::size);
        let best_game = known.best(Objects::Games).max(elsewhere);
        let games = Bound::of(known, Objects::Games);
        let most = match games.strongest() {
            Some(UpperBound::AtMost(n)) => Some(n),
            Some(UpperBound::Empty) | None => None,
        };
        let graph = &verdict.claimed.walk.graph;
        let origins = graph.neighbors_directed(bounding_box, Incoming);
        let mut resized_from: Vec<BoundingBox> = origins.collect();
        resized_from.sort_unstable();
        let effort = known.effort();
        let milliseconds = |seconds: f64| (seconds * 1000.0).round() as u64;
        BoxRow {
            bounding_box,
            resized_from,
            lp_bound_thousandths: known.lp_bound.map(|b| (b * 1000.0).ceil() as i64),
            best_graph: known.best(Objects::Graphs).max(elsewhere),
            best_game,
            graphs: Bound::of(known, Objects::Graphs),
            games,
            open: verdict.claimed.open.contains(&bounding_box),
            never_reached: verdict.proven.bound.is_some()
                && !verdict.proven.walk.graph.contains_node(bounding_box),
            gap: gap(most, best_game),
            paper: self.paper.get(&bounding_box).copied(),
            explored_millionths: verdict.explored.get(&bounding_box).copied(),
            nodes: effort.nodes,
            evaluations: effort.evaluations,
            milliseconds: effort.seconds.map(milliseconds),
            core_milliseconds: effort.core_seconds.map(milliseconds),
        }
    }
}

impl BoxRow {
    /// The bounds on these objects.
    pub(crate) const fn bound(&self, objects: Objects) -> Bound {
        match objects {
            Objects::Graphs => self.graphs,
            Objects::Games => self.games,
        }
    }
}
