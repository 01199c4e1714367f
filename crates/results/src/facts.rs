//! The known facts about one box: a list of claims, each with its evidence and effort, and the best graph and game.
//!
//! The list only grows. An entry loses its evidence when another entry about the same objects, with evidence as good, is stronger and took
//! no more nodes: a strong claim never hides a weaker proof that is easier to repeat. A bound on graphs is a bound on games; a bound on
//! games says nothing about graphs. Only one thing is ever taken back: a *claimed* bound that a listed graph or game exceeds.

use std::cmp::Reverse;

use super::found::{Found, ObjectFault, check_object, order_of_play};
use morpion_proof::claim::{Ask, Claim, Evidence, Objects, Setting, UpperBound};
use morpion_proof::engine::{Answer, Effort};
use morpion_rules::geometry::{Arrival, BoundingBox, Move, Variant};

/// A question about a box that was asked, or a claim that was shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The question that was asked; if a claim was shown, the question whether that claim holds.
    pub ask: Ask,
    /// The evidence for the claim; `None` if there is none, or if a stronger entry makes it needless.
    pub evidence: Option<Evidence>,
    /// Name and version of the engine.
    pub engine: String,
    /// The engine's own words on how it ended.
    pub status: String,
    /// When it ended, in UTC.
    pub date: String,
    /// The time, nodes and evaluations that it took.
    pub effort: Effort,
    /// Where the search was stopped in the middle: the share of its tree that is closed, in 0..=1.
    pub explored: Option<f64>,
}

impl Entry {
    /// The entry for an engine's answer to the question `asked`; times and shares out of their range are dropped.
    pub fn of(asked: &Ask, answer: &Answer, date: String) -> Self {
        let shown = answer.shown.as_ref();
        let sane = |seconds: Option<f64>| seconds.filter(|s| s.is_finite() && *s >= 0.0);
        Self {
            ask: shown.map_or(*asked, |shown| shown.claim.into()),
            evidence: shown.map(|shown| shown.evidence),
            engine: answer.engine.clone(),
            status: answer.status.clone(),
            date,
            effort: Effort {
                seconds: sane(answer.effort.seconds),
                core_seconds: sane(answer.effort.core_seconds),
                ..answer.effort
            },
            explored: answer
                .explored()
                .filter(|share| (0.0..=1.0).contains(share)),
        }
    }

    /// The claim of the entry, if it has evidence.
    fn statement(&self) -> Option<Statement<'_>> {
        let claim = *self.ask.claim().filter(|_| self.evidence.is_some())?;
        Some(Statement { claim, entry: self })
    }

    /// Whether this entry makes the other one needless: about the same objects, at least as strong, with evidence at least as good,
    /// and taking no more nodes to repeat.
    fn replaces(&self, other: &Self) -> bool {
        let (Some(claim), Some(replaced)) = (self.ask.claim(), other.ask.claim()) else {
            return false;
        };
        let is_repeated = other.evidence == Some(Evidence::Proven);
        self.evidence >= other.evidence
            && !(is_repeated && self.effort.nodes > other.effort.nodes)
            && claim.subject.objects == replaced.subject.objects
            && claim.arrival.is_some() == replaced.arrival.is_some()
            && claim.implies(replaced)
    }
}

/// A claim with evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statement<'a> {
    /// The claim.
    pub claim: Claim,
    /// The entry of the claim: its evidence, its engine and its effort.
    pub entry: &'a Entry,
}

/// A bound and an object that exceeds it: one of the two is wrong, and it is not the object.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "box {}: `{}` was {evidence} by {engine}, but a {} of {size} moves fits it",
    claim.subject.bounding_box, claim.bound().unwrap_or(UpperBound::Empty), claim.subject.objects.singular()
)]
pub struct Conflict {
    /// The wrong claim.
    pub claim: Claim,
    /// The evidence that the claim had.
    pub evidence: Evidence,
    /// Name and version of the engine that made the claim.
    pub engine: String,
    /// Size of the object that exceeds it.
    pub size: u32,
}

impl Conflict {
    /// The first conflict with a proven bound: no work may go on after one. Claimed bounds are dropped, and do no harm.
    pub fn with_a_proof(conflicts: Vec<Self>) -> Option<Self> {
        let is_proven = |conflict: &Self| conflict.evidence == Evidence::Proven;
        conflicts.into_iter().find(is_proven)
    }
}

/// Everything known of one box.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxFacts {
    /// The box, canonical.
    pub bounding_box: BoundingBox,
    /// Optimum of the linear relaxation, a floating-point hint.
    pub lp_bound: Option<f64>,
    /// The largest graph known to fit, playable or not.
    pub best_graph: Option<Found>,
    /// The longest game known to fit.
    pub best_game: Option<Found>,
    /// Every claim that was asked so far, in this order.
    pub claims: Vec<Entry>,
}

impl BoxFacts {
    /// Nothing is known yet, except that the empty game fits (0,0,0,0).
    pub fn new(bounding_box: BoundingBox) -> Self {
        let empty_game = (bounding_box == Setting::START).then(|| Found {
            moves: Vec::new(),
            by: "the starting position".to_owned(),
        });
        Self {
            bounding_box,
            lp_bound: None,
            best_graph: empty_game.clone(),
            best_game: empty_game,
            claims: Vec::new(),
        }
    }

    /// The claims with evidence.
    pub fn statements(&self) -> impl Iterator<Item = Statement<'_>> {
        self.claims.iter().filter_map(Entry::statement)
    }

    /// The claims with this evidence or better.
    fn standing(&self, evidence: Evidence) -> impl Iterator<Item = Statement<'_>> {
        let stands = move |said: &Statement<'_>| said.entry.evidence >= Some(evidence);
        self.statements().filter(stands)
    }

    /// The claims about the box that count as proven.
    pub fn proofs(&self) -> impl Iterator<Item = Statement<'_>> {
        self.standing(Evidence::Proven)
    }

    /// The bounds on `objects` with this evidence or better; a bound on graphs is one on games too.
    fn bounds(&self, objects: Objects, evidence: Evidence) -> impl Iterator<Item = Statement<'_>> {
        self.standing(evidence)
            .filter(move |Statement { claim, .. }| {
                claim.arrival.is_none() && !claim.all_of && claim.subject.objects.includes(objects)
            })
    }

    /// The claim of the strongest bound on `objects` with this evidence or better. Of two equally strong, the one on graphs.
    pub fn strongest(&self, objects: Objects, evidence: Evidence) -> Option<Statement<'_>> {
        let bounds = self.bounds(objects, evidence);
        bounds.min_by_key(|Statement { claim, .. }| {
            (claim.k, claim.subject.objects == Objects::Games)
        })
    }

    /// The proof of the fewest nodes that none of the `objects` has more than `most` moves; of several, the weakest. If it is proven
    /// that nothing fits, the proof of that.
    pub fn sufficient(&self, objects: Objects, most: u32) -> Option<Statement<'_>> {
        let strongest = self.strongest(objects, Evidence::Proven)?;
        if strongest.claim.bound() == Some(UpperBound::Empty) {
            return Some(strongest);
        }
        let refutes =
            |said: &Statement<'_>| said.claim.bound().is_some_and(|b| b.refutes(most + 1));
        let bounds = self.bounds(objects, Evidence::Proven).filter(refutes);
        bounds.max_by_key(|Statement { claim, entry }| {
            let about_graphs = claim.subject.objects == Objects::Graphs;
            (Reverse(entry.effort.nodes), claim.k, about_graphs)
        })
    }

    /// The strongest bound on `objects` with this evidence or better.
    pub fn bound(&self, objects: Objects, evidence: Evidence) -> Option<UpperBound> {
        self.strongest(objects, evidence)?.claim.bound()
    }

    /// Size of the largest of the `objects` known to fit; `None` when none is known.
    pub fn best(&self, objects: Objects) -> Option<u32> {
        self.found(objects).map(Found::size)
    }

    /// The largest of the `objects` known to fit.
    pub fn found(&self, objects: Objects) -> Option<&Found> {
        match objects {
            Objects::Graphs => self.best_graph.as_ref(),
            Objects::Games => self.best_game.as_ref(),
        }
    }

    /// The largest of the `objects` known to fit, by its moves.
    pub fn incumbent(&self, objects: Objects) -> Option<&[Move]> {
        self.found(objects).map(|found| &found.moves[..])
    }

    /// The strongest proven bound on `objects` as a number; `None` without one, and where nothing fits.
    pub fn at_most(&self, objects: Objects) -> Option<u32> {
        match self.bound(objects, Evidence::Proven)? {
            UpperBound::AtMost(n) => Some(n),
            UpperBound::Empty => None,
        }
    }

    /// Whether the strongest bound on `objects` is attained, so that their maximum is known.
    pub fn is_attained(&self, objects: Objects, evidence: Evidence) -> bool {
        let best = self.best(objects).map(UpperBound::AtMost);
        best.is_some() && self.bound(objects, evidence) == best
    }

    /// Whether this claim about the box follows from what is proven of it.
    pub fn proves(&self, claim: &Claim) -> bool {
        self.proofs().any(|said| said.claim.implies(claim))
    }

    /// The proof that no game arrives at the box by these sides, or by their image under a symmetry of the box.
    pub fn proof_of_no_arrival(&self, by: Arrival) -> Option<Statement<'_>> {
        let wanted = Claim::no_arrival(self.bounding_box, by);
        let mut arrivals = self.proofs().filter(|said| said.claim.arrival.is_some());
        arrivals.find(|said| said.claim.implies(&wanted))
    }

    /// The effort spent on the box so far, as far as it is known.
    pub fn effort(&self) -> Effort {
        let efforts = self.claims.iter().map(|entry| entry.effort);
        efforts.fold(Effort::default(), Effort::plus)
    }

    /// How far the search for `objects` of `at_least` moves had come when it was last stopped: the share of its tree that is closed, in
    /// millionths rounded down. `None` if it was never stopped in the middle.
    pub fn explored_millionths(&self, objects: Objects, at_least: u32) -> Option<u32> {
        let is_about = |ask: &Ask| {
            let is_bound = |claim: &&Claim| claim.arrival.is_none() && !claim.all_of;
            let claim = ask.claim().filter(is_bound);
            claim.is_some_and(|c| c.subject.objects == objects && c.at_least() == at_least)
        };
        let mut asked = self.claims.iter().rev();
        let share = asked.find_map(|entry| entry.explored.filter(|_| is_about(&entry.ask)))?;
        // The cast is exact enough: the share lies in 0..=1.
        Some((share.clamp(0.0, 1.0) * 1e6) as u32)
    }

    /// Adds an engine's answer. Nothing is added when an object of the answer breaks the
    /// rules: such an engine is not to be believed about bounds either.
    ///
    /// Returns the conflicts met: bounds refused, or claimed bounds dropped, because an object
    /// exceeds them, and proven bounds that an object exceeds, which are kept.
    ///
    /// # Errors
    /// A graph or game of the answer breaks the rules or does not fit.
    pub fn absorb(
        &mut self,
        asked: &Ask,
        answer: &Answer,
        date: String,
    ) -> Result<Vec<Conflict>, ObjectFault> {
        let setting = asked.subject().setting;
        let objects = || answer.graph.iter().chain(&answer.game);
        for moves in objects() {
            check_object(setting, self.bounding_box, moves)?;
        }
        let variant = setting.variant;
        let mut conflicts: Vec<Conflict> = objects()
            .flat_map(|moves| self.learn_object(variant, moves, &answer.engine))
            .collect();
        // Any of two optima of the same relaxation will do; the smaller is nearer the truth.
        let optimum = answer.relaxation.filter(|b| b.is_finite());
        let optima = self.lp_bound.into_iter().chain(optimum);
        self.lp_bound = optima.reduce(f64::min);
        conflicts.extend(self.learn(Entry::of(asked, answer, date)));
        Ok(conflicts)
    }

    /// Adds a graph that fits, found `by` somebody, and its order of play when it has one.
    ///
    /// `moves` must have passed [`check_object`]. Claimed bounds that it exceeds are dropped
    /// and returned, proven ones returned but kept.
    pub fn learn_object(&mut self, variant: Variant, moves: &[Move], by: &str) -> Vec<Conflict> {
        let found = |moves: Vec<Move>| Found {
            moves,
            by: by.to_owned(),
        };
        let is_longer =
            |best: &Option<Found>| best.as_ref().is_none_or(|b| b.moves.len() < moves.len());
        if is_longer(&self.best_game)
            && let Some(order) = order_of_play(variant, moves)
        {
            self.best_game = Some(found(order));
        }
        if is_longer(&self.best_graph) {
            self.best_graph = Some(found(moves.to_vec()));
        }
        let conflicts = self.claims.iter().map(|entry| self.conflict(entry));
        let conflicts: Vec<Option<Conflict>> = conflicts.collect();
        for (entry, conflict) in self.claims.iter_mut().zip(&conflicts) {
            if conflict.is_some() && entry.evidence == Some(Evidence::Claimed) {
                entry.evidence = None;
            }
        }
        conflicts.into_iter().flatten().collect()
    }

    /// Adds a claim. Its evidence is kept only if the claim says something new; the entries that it makes needless then lose theirs.
    ///
    /// Returns the conflict with an object known to fit, if there is one; the claim is then without evidence.
    pub fn learn(&mut self, mut entry: Entry) -> Option<Conflict> {
        let conflict = self.conflict(&entry);
        let is_news = !self.claims.iter().any(|other| other.replaces(&entry));
        if conflict.is_some() || !is_news {
            entry.evidence = None;
        }
        if entry.evidence.is_some() {
            for other in self.claims.iter_mut().filter(|other| entry.replaces(other)) {
                other.evidence = None;
            }
        }
        self.claims.push(entry);
        conflict
    }

    fn conflict(&self, entry: &Entry) -> Option<Conflict> {
        let claim = entry.statement()?.claim;
        let bound = claim.bound().filter(|_| claim.arrival.is_none())?;
        let size = self.best(claim.subject.objects);
        let size = size.filter(|&n| bound.refutes(n))?;
        Some(Conflict {
            claim,
            evidence: entry.evidence?,
            engine: entry.engine.clone(),
            size,
        })
    }
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
