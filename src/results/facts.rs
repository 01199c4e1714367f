//! What is known of one box, and how knowledge accumulates.
//!
//! Facts do not depend on the question that led to them and only ever grow: a longer graph
//! replaces a shorter one, a lower bound a higher one. Claimed and proven bounds live in
//! separate slots, so that a strong claim never hides a weaker proof. A bound on graphs is a
//! bound on games; a bound on games says nothing about graphs. The one thing that is ever
//! taken back is a *claimed* bound that a listed graph or game exceeds.

use serde::{Deserialize, Serialize};

use super::inquiry::Inquiry;
use super::moves_text;
use crate::claim::{Claim, Evidence, Objects, Setting, Target, UpperBound};
use crate::engine::Answer;
use crate::game::{Cycle, GraphFault, graph, order_moves};
use crate::geometry::{Arrival, BoundingBox, Move, Variant, cross_cells};

/// An upper bound and who stated it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The bound.
    pub bound: UpperBound,
    /// The inquiry it came from.
    pub by: Inquiry,
}

/// The strongest bound of each kind of evidence, side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// The strongest bound that was claimed.
    pub claimed: Option<Statement>,
    /// The strongest bound that was proven.
    pub proven: Option<Statement>,
}

impl Slots {
    fn slot(&mut self, evidence: Evidence) -> &mut Option<Statement> {
        match evidence {
            Evidence::Claimed => &mut self.claimed,
            Evidence::Proven => &mut self.proven,
        }
    }

    /// The strongest bound that `evidence` or better stands behind.
    fn bound(&self, evidence: Evidence) -> Option<UpperBound> {
        let claimed = self
            .claimed
            .as_ref()
            .filter(|_| evidence == Evidence::Claimed);
        let statements = claimed.into_iter().chain(&self.proven);
        statements.map(|s| s.bound).reduce(UpperBound::stronger)
    }
}

/// Where a graph or game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Origin(pub String);

/// A graph or a game that fits the box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "FoundText", into = "FoundText")]
pub struct Found {
    /// Its moves; of a game, in an order of play.
    pub moves: Vec<Move>,
    /// Where it came from.
    pub by: Origin,
}

impl Found {
    /// The number of moves.
    pub fn size(&self) -> u32 {
        u32::try_from(self.moves.len()).expect("a list in memory is shorter than 2^32")
    }
}

/// [`Found`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundText {
    size: u32,
    by: Origin,
    moves: String,
}

impl From<Found> for FoundText {
    fn from(found: Found) -> Self {
        Self {
            size: found.size(),
            moves: moves_text::write(&found.moves),
            by: found.by,
        }
    }
}

/// A listed graph cannot be read.
#[derive(Debug, thiserror::Error)]
enum FoundTextError {
    #[error(transparent)]
    Moves(#[from] moves_text::ParseMovesError),
    #[error("`size` is {said} but {counted} moves are listed")]
    Size { said: u32, counted: u32 },
}

impl TryFrom<FoundText> for Found {
    type Error = FoundTextError;

    fn try_from(text: FoundText) -> Result<Self, FoundTextError> {
        let moves = moves_text::read(&text.moves)?;
        let found = Self { moves, by: text.by };
        let (said, counted) = (text.size, found.size());
        if said == counted {
            Ok(found)
        } else {
            Err(FoundTextError::Size { said, counted })
        }
    }
}

/// A bound and an object that exceeds it: one of the two is wrong, and it is not the object.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "box {bounding_box}: {} was {evidence} by {}, but a {} of {size} moves fits it",
    format!("`{}`", statement.bound), statement.by.engine, objects.singular()
)]
pub struct Conflict {
    /// The box.
    pub bounding_box: BoundingBox,
    /// What the bound speaks of.
    pub objects: Objects,
    /// What stood behind the bound.
    pub evidence: Evidence,
    /// The wrong bound.
    pub statement: Statement,
    /// Size of the object that exceeds it.
    pub size: u32,
}

/// A listed object is not what it is said to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjectFault {
    /// The moves break the rules or do not fit the box.
    #[error(transparent)]
    Graph(#[from] GraphFault),
    /// The moves are listed as a game but wait for each other.
    #[error("the moves cannot be played: {0}")]
    Unplayable(Cycle),
    /// The moves are listed as a game in an order that is none of play.
    #[error("move {0} is played before the dots of its line are there")]
    Order(usize),
    /// The half turn does not map the moves to themselves.
    #[error("the half turn does not map the graph to itself")]
    Asymmetric,
}

/// Everything known of one box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxFacts {
    /// The box, canonical.
    #[serde(rename = "box")]
    pub bounding_box: BoundingBox,
    /// Optimum of the linear relaxation, a floating-point hint.
    pub lp_bound: Option<f64>,
    /// The largest graph known to fit, playable or not.
    pub best_graph: Option<Found>,
    /// The longest game known to fit.
    pub best_game: Option<Found>,
    /// Bounds on the size of graphs.
    pub graphs: Slots,
    /// Bounds on the length of games.
    pub games: Slots,
    /// The inquiries by which it was proven that no game arrives at the box by the sides they name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_arrival: Vec<Inquiry>,
    /// Every question asked so far.
    pub inquiries: Vec<Inquiry>,
}

impl BoxFacts {
    /// Nothing is known yet, except that the empty game fits (0,0,0,0).
    pub fn new(bounding_box: BoundingBox) -> Self {
        let empty_game = (bounding_box == Setting::START).then(|| Found {
            moves: Vec::new(),
            by: Origin("the starting position".to_owned()),
        });
        Self {
            bounding_box,
            lp_bound: None,
            best_graph: empty_game.clone(),
            best_game: empty_game,
            graphs: Slots::default(),
            games: Slots::default(),
            no_arrival: Vec::new(),
            inquiries: Vec::new(),
        }
    }

    /// The strongest bound on `objects` that `evidence` or better stands behind; what bounds
    /// graphs bounds games.
    pub fn bound(&self, objects: Objects, evidence: Evidence) -> Option<UpperBound> {
        let graphs = self.graphs.bound(evidence);
        let games = match objects {
            Objects::Graphs => None,
            Objects::Games => self.games.bound(evidence),
        };
        let bounds = graphs.into_iter().chain(games);
        let strongest = bounds.reduce(UpperBound::stronger)?;
        Some(strongest.of(self.bounding_box))
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

    /// Takes in what an engine answered. Nothing is taken in when an object of the answer does
    /// not hold: an engine that breaks the rules is not to be believed about bounds either.
    ///
    /// Returns the conflicts met: bounds refused, or claimed bounds dropped, because an object
    /// exceeds them, and proven bounds that an object exceeds, which are kept.
    ///
    /// # Errors
    /// A graph or game of the answer breaks the rules or does not fit.
    pub fn absorb(
        &mut self,
        claim: &Claim,
        answer: &Answer,
        date: String,
    ) -> Result<Vec<Conflict>, ObjectFault> {
        for moves in answer.best_graph.iter().chain(&answer.best_game) {
            check_object(claim.setting, self.bounding_box, moves)?;
        }
        let variant = claim.setting.variant;
        if let Some(moves) = &answer.best_game {
            order_moves(variant, moves).map_err(ObjectFault::Unplayable)?;
        }
        let inquiry = Inquiry::of(claim, answer, date);
        let mut conflicts = Vec::new();
        for moves in answer.best_game.iter().chain(&answer.best_graph) {
            let origin = Origin(answer.engine.clone());
            conflicts.extend(self.learn_object(variant, moves, &origin));
        }
        self.learn_lp_bound(answer.lp_bound);
        if let Some(by) = claim.arrival() {
            self.learn_arrival(by, answer, &inquiry);
        } else if let Some((bound, evidence)) = answer.bound {
            let by = inquiry.clone();
            let statement = Statement { bound, by };
            let learnt = self.learn_bound(claim.objects, evidence, statement);
            conflicts.extend(learnt.err().map(|c| *c));
        }
        self.inquiries.push(inquiry);
        Ok(conflicts)
    }

    /// Notes that an engine failed altogether.
    pub fn note_failure(&mut self, claim: &Claim, engine: &str, status: String, date: String) {
        let answer = Answer {
            status,
            ..Answer::new(engine.to_owned())
        };
        self.inquiries.push(Inquiry::of(claim, &answer, date));
    }

    /// What is claimed about an arrival is of no use: the walk goes around it, or it does not.
    fn learn_arrival(&mut self, by: Arrival, answer: &Answer, inquiry: &Inquiry) {
        // A game that arrives has a move.
        let is_refuted = answer
            .bound
            .is_some_and(|(b, evidence)| b.refutes(1) && evidence == Evidence::Proven);
        if is_refuted && !self.never_arrives(by) {
            self.no_arrival.push(inquiry.clone());
        }
    }

    /// Whether it is proven that no game arrives at the box by these sides, or by their image under a
    /// symmetry of the box.
    pub fn never_arrives(&self, by: Arrival) -> bool {
        let asked = by.canonical(self.bounding_box);
        let mut refuted = self.no_arrival.iter().filter_map(|i| i.arrival);
        refuted.any(|a| a.canonical(self.bounding_box) == asked)
    }

    /// Everything that counts as proven of the box, with the inquiry that each claim came from. `setting` is that of the folder.
    pub fn proofs(&self, setting: Setting) -> impl Iterator<Item = (Claim, &Inquiry)> {
        let claim = move |objects, target| Claim {
            setting,
            bounding_box: self.bounding_box,
            objects,
            target,
        };
        let slots = [&self.graphs.proven, &self.games.proven].into_iter();
        // A bound on games may have been shown of all graphs.
        let bounds = slots.flatten();
        let bounds = bounds.map(move |s| (claim(s.by.objects, s.bound.into()), &s.by));
        let arrivals = self.no_arrival.iter().filter_map(move |by| {
            let target = Target::NoArrival(by.arrival?);
            Some((claim(Objects::Games, target), by))
        });
        bounds.chain(arrivals)
    }

    /// Whether what is proven of the box serves this claim about it.
    pub fn proves(&self, claim: &Claim) -> bool {
        let mut proofs = self.proofs(claim.setting);
        proofs.any(|(proven, _)| proven.normal().serves(claim))
    }

    /// The proof of the strongest bound on `objects`, and the inquiry it came from: one about graphs serves for games, too.
    pub fn strongest_proof(&self, setting: Setting, objects: Objects) -> Option<(Claim, &Inquiry)> {
        let about = Claim::maximum(setting, self.bounding_box, objects);
        let strongest = about.showing(self.bound(objects, Evidence::Proven)?);
        let mut proofs = self.proofs(setting);
        proofs.find(|(claim, _)| claim.serves(&strongest))
    }

    /// The proof that no game arrives at the box by these sides, or by their image under a symmetry of the box.
    pub fn proof_of_no_arrival(&self, setting: Setting, by: Arrival) -> Option<(Claim, &Inquiry)> {
        let wanted = Claim::no_arrival(self.bounding_box, by);
        let mut proofs = self.proofs(setting);
        proofs.find(|(claim, _)| claim.arrival().is_some() && claim.serves(&wanted))
    }

    fn learn_lp_bound(&mut self, lp_bound: Option<f64>) {
        // Any of two optima of the same relaxation will do; the smaller is nearer the truth.
        let finite = lp_bound.filter(|b| b.is_finite());
        self.lp_bound = [self.lp_bound, finite]
            .into_iter()
            .flatten()
            .reduce(f64::min);
    }

    /// Takes in a graph that fits, and its order of play when it has one.
    ///
    /// `moves` must have passed [`check_object`]. Claimed bounds that it exceeds are dropped
    /// and returned, proven ones returned but kept.
    pub fn learn_object(
        &mut self,
        variant: Variant,
        moves: &[Move],
        origin: &Origin,
    ) -> Vec<Conflict> {
        let found = |moves: Vec<Move>| Found {
            moves,
            by: origin.clone(),
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
        self.drop_refuted_claims()
    }

    fn drop_refuted_claims(&mut self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for objects in [Objects::Graphs, Objects::Games] {
            for evidence in [Evidence::Claimed, Evidence::Proven] {
                let statement = self.slots(objects).slot(evidence).clone();
                let conflict = statement.and_then(|s| self.conflict(objects, evidence, &s));
                if conflict.is_some() && evidence == Evidence::Claimed {
                    self.slots(objects).claimed = None;
                }
                conflicts.extend(conflict);
            }
        }
        conflicts
    }

    /// Takes in a bound, if it is stronger than the one of the same evidence known so far.
    ///
    /// # Errors
    /// An object known to fit exceeds the bound; the bound is not taken in.
    pub fn learn_bound(
        &mut self,
        objects: Objects,
        evidence: Evidence,
        mut statement: Statement,
    ) -> Result<(), Box<Conflict>> {
        statement.bound = statement.bound.of(self.bounding_box);
        if let Some(conflict) = self.conflict(objects, evidence, &statement) {
            return Err(Box::new(conflict));
        }
        let slot = self.slots(objects).slot(evidence);
        let is_news = slot.as_ref().is_none_or(|s| {
            s.bound != statement.bound && s.bound.stronger(statement.bound) == statement.bound
        });
        if is_news {
            *slot = Some(statement);
        }
        Ok(())
    }

    fn slots(&mut self, objects: Objects) -> &mut Slots {
        match objects {
            Objects::Graphs => &mut self.graphs,
            Objects::Games => &mut self.games,
        }
    }

    fn conflict(
        &self,
        objects: Objects,
        evidence: Evidence,
        statement: &Statement,
    ) -> Option<Conflict> {
        let size = self
            .best(objects)
            .filter(|&size| statement.bound.refutes(size))?;
        Some(Conflict {
            bounding_box: self.bounding_box,
            objects,
            evidence,
            statement: statement.clone(),
            size,
        })
    }
}

/// Checks that the moves are a graph of the setting with exactly this bounding box.
///
/// # Errors
/// The first rule broken.
pub fn check_object(
    setting: Setting,
    bounding_box: BoundingBox,
    moves: &[Move],
) -> Result<(), ObjectFault> {
    graph::check_fit(setting.variant, bounding_box, moves)?;
    if setting.symmetric && !graph::is_symmetric(setting.variant, moves) {
        return Err(ObjectFault::Asymmetric);
    }
    Ok(())
}

/// The given order when it is one of play, else some order of play, else `None`.
fn order_of_play(variant: Variant, moves: &[Move]) -> Option<Vec<Move>> {
    if check_order(variant, moves).is_ok() {
        return Some(moves.to_vec());
    }
    order_moves(variant, moves).ok()
}

/// Checks that every move finds the other dots of its line in place when it is played.
///
/// # Errors
/// `ObjectFault::Order` with the position of the first move that does not.
pub fn check_order(variant: Variant, moves: &[Move]) -> Result<(), ObjectFault> {
    let mut present: std::collections::BTreeSet<_> = cross_cells(variant).collect();
    for (index, mv) in moves.iter().enumerate() {
        if !mv.needs(variant).all(|cell| present.contains(&cell)) {
            return Err(ObjectFault::Order(index));
        }
        present.insert(mv.dot());
    }
    Ok(())
}

#[cfg(test)]
#[path = "facts_tests.rs"]
mod tests;
