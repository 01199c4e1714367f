//! The open questions that must be answered before everything in scope is shown: a pure function of the known facts.
//!
//! If a game or graph is known to fit a box, the question is about its bound. If none is known, the first question is whether games arrive
//! there at all, by each step that leads to it: a proof that none does is cheap, and the boxes behind it need no question then. A question
//! that was tried in vain is skipped, and the walk goes on as if it had no answer. So the answers may raise more questions, until none is
//! left.

use std::collections::{BTreeMap, BTreeSet};

use super::growth::{BoxGraph, Fate, walk};
use morpion_proof::claim::{Ask, Claim, Evidence, Objects, Scope, Setting, UpperBound};
use morpion_results::{BoxFacts, Facts, Found};
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};
use petgraph::Direction::Incoming;

/// The questions that a run has asked, and the boxes at which its engine failed.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    asks: BTreeMap<BoundingBox, Vec<Ask>>,
    failed: BTreeSet<BoundingBox>,
}

impl Tried {
    /// Notes that a question was asked. It is not asked again, whether it was answered or not.
    pub fn add(&mut self, ask: Ask) {
        let about_box = self.asks.entry(ask.subject().bounding_box);
        about_box.or_default().push(ask);
    }

    /// Notes that the engine failed at a box: nothing more is asked of it, and no box is resized from it.
    pub fn fail(&mut self, bounding_box: BoundingBox) {
        self.failed.insert(bounding_box);
    }

    /// Whether a question was asked.
    pub fn has(&self, ask: &Ask) -> bool {
        self.of(ask.subject().bounding_box).any(|a| a == ask)
    }

    fn of(&self, bounding_box: BoundingBox) -> impl Iterator<Item = &Ask> {
        self.asks.get(&bounding_box).into_iter().flatten()
    }
}

/// An inquiry: what the questions are to find out, and how.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// The positions and boxes that the questions are about.
    pub scope: Scope,
    /// The evidence that the answers need. Only proofs make questions about arrivals worth asking.
    pub evidence: Evidence,
    /// Games known from elsewhere, by boxes that they fit.
    pub known: &'a BTreeMap<BoundingBox, Found>,
    /// The questions already asked.
    pub tried: &'a Tried,
    /// Whether the boxes resized from a box are met only when nothing is left to ask of it, as in a run. Otherwise they are met as soon as
    /// something is known to fit it.
    pub waits: bool,
}

/// The open questions, and the boxes that the walk has met.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    /// The boxes that need a bound, or have one.
    pub met: BTreeSet<BoundingBox>,
    /// The open questions, smallest boxes first: at most one about each box met, and about other boxes how games arrive there.
    pub questions: Vec<Ask>,
}

/// The questions that are open now.
pub fn questions(facts: &Facts, inquiry: &Inquiry<'_>) -> Vec<Ask> {
    agenda(facts, inquiry).questions
}

/// The questions whose proofs a theorem still lacks, as far as the known facts tell. Objects of `known` fit their boxes.
pub fn lacking(facts: &Facts, scope: Scope, known: &BTreeMap<BoundingBox, Found>) -> Vec<Ask> {
    let inquiry = Inquiry {
        scope,
        evidence: Evidence::Proven,
        known,
        tried: &Tried::default(),
        waits: false,
    };
    questions(facts, &inquiry)
}

/// The questions that are open now, and the boxes that the walk has met.
pub fn agenda(facts: &Facts, inquiry: &Inquiry<'_>) -> Agenda {
    let view = View { facts, inquiry };
    let scope = inquiry.scope;
    let fate = |b| view.fate(b);
    let is_barred = |b, by| view.is_barred(b, by);
    let graph = walk(scope.setting, scope.max_box, fate, is_barred).graph;
    let (unmet, met): (BTreeSet<_>, BTreeSet<_>) = graph.nodes().partition(|&b| view.asks_first(b));
    let mut questions: Vec<Ask> = met.iter().filter_map(|&b| view.next(b)).collect();
    for b in unmet {
        let arrivals = view.arrivals(&graph, b).into_iter();
        questions.extend(arrivals.map(|by| Ask::from(Claim::no_arrival(b, by))));
    }
    questions.sort_by_key(|ask| (ask.subject().bounding_box.by_size(), ask.arrival()));
    Agenda { met, questions }
}

struct View<'a> {
    facts: &'a Facts,
    inquiry: &'a Inquiry<'a>,
}

impl View<'_> {
    fn is_empty(&self, b: BoundingBox) -> bool {
        let Inquiry {
            scope, evidence, ..
        } = self.inquiry;
        let known = self.facts.get(&b);
        known.is_some_and(|f| f.bound(scope.objects, *evidence) == Some(UpperBound::Empty))
    }

    /// Whether something is known to fit the box, so that those resized from it are needed.
    fn something_fits(&self, b: BoundingBox) -> bool {
        let graph = self.facts.get(&b).and_then(|f| f.best(Objects::Graphs));
        b == Setting::START || graph.is_some() || self.inquiry.known.contains_key(&b)
    }

    fn is_barred(&self, b: BoundingBox, by: Arrival) -> bool {
        // Claims about arrivals are about games; they say nothing about graphs.
        let known = self.facts.get(&b);
        let is_about_games = self.inquiry.scope.objects == Objects::Games;
        is_about_games && known.is_some_and(|f| f.proof_of_no_arrival(by).is_some())
    }

    /// Whether the first questions about a box are how games arrive there.
    fn asks_first(&self, b: BoundingBox) -> bool {
        let Inquiry {
            scope,
            evidence,
            tried,
            ..
        } = self.inquiry;
        // Questions about arrivals exist only for games of 5D that need not be symmetric.
        let may_ask = *evidence == Evidence::Proven
            && scope.objects == Objects::Games
            && scope.setting == Setting::of(Variant::D5);
        let in_vain = |by: Option<Arrival>| by.is_some_and(|by| !self.is_barred(b, by));
        let mut arrivals = tried.of(b).map(Ask::arrival);
        may_ask && !self.something_fits(b) && !self.is_empty(b) && !arrivals.any(in_vain)
    }

    /// The ways in which games may arrive at a box: by the steps that lead to it, unless it is proven that none does.
    fn arrivals(&self, graph: &BoxGraph, b: BoundingBox) -> BTreeSet<Arrival> {
        let origins = graph.neighbors_directed(b, Incoming);
        let steps = origins.flat_map(|from| self.inquiry.scope.setting.steps(from));
        let into = steps.filter(|&(to, _)| to == b).filter_map(|(_, by)| by);
        into.filter(|&by| !self.is_barred(b, by) && !self.has_failed(b))
            .collect()
    }

    fn has_failed(&self, b: BoundingBox) -> bool {
        self.inquiry.tried.failed.contains(&b)
    }

    /// The next question about a box that is met; `None` if none is left, it was asked before, or the engine has failed there.
    fn next(&self, b: BoundingBox) -> Option<Ask> {
        let Inquiry {
            scope, evidence, ..
        } = self.inquiry;
        let ask = next(self.facts, b, *scope, *evidence, self.something_fits(b))?;
        (!self.has_failed(b) && !self.inquiry.tried.has(&ask)).then_some(ask)
    }

    fn fate(&self, b: BoundingBox) -> Fate {
        let waits = self.inquiry.waits || !self.something_fits(b);
        if self.is_empty(b) {
            Fate::Empty
        } else if self.has_failed(b) || self.asks_first(b) || (waits && self.next(b).is_some()) {
            Fate::Unknown
        } else {
            Fate::Grows
        }
    }
}

/// The next question about a box, if answers need this `evidence`; `None` when nothing is left to ask.
pub(crate) fn next(
    facts: &Facts,
    bounding_box: BoundingBox,
    scope: Scope,
    evidence: Evidence,
    something_fits: bool,
) -> Option<Ask> {
    let unknown = BoxFacts::new(bounding_box);
    let known = facts.get(&bounding_box).unwrap_or(&unknown);
    let subject = scope.about(bounding_box);
    let bound = known.bound(scope.objects, evidence);
    let best = known.best(scope.objects);
    if bound == Some(UpperBound::Empty) {
        return None;
    }
    let Some(n) = scope.at_most else {
        // A claim that the largest known object is the largest of all says which bound to prove.
        let claimed = best.filter(|_| known.is_attained(scope.objects, Evidence::Claimed));
        let ask = claimed.map_or(Ask::Maximum(subject), |n| subject.refuting(n + 1).into());
        return (!known.is_attained(scope.objects, evidence)).then_some(ask);
    };
    // Nothing has more than 2^32 - 1 moves.
    let more = n.checked_add(1)?;
    if best.is_none_or(|size| size < more) && !bound.is_some_and(|b| b.refutes(more)) {
        return Some(subject.refuting(more).into());
    }
    // An object that fits would show that the boxes resized from this one are needed.
    (!something_fits).then(|| subject.refuting(1).into())
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
