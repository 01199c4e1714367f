//! The answer of an engine: its findings, and the [`Effort`] that they took.

use morpion_check_core::listing::Position;
use serde::{Deserialize, Serialize};

use crate::claim::{Claim, Evidence, Objects, UpperBound};
use morpion_rules::game::order_moves;
use morpion_rules::geometry::{Move, Variant};

/// How the engine's run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The question was answered.
    Answered,
    /// The time limit came first.
    TimeLimit,
    /// Somebody asked to stop.
    Interrupted,
    /// The engine gave up or said something ambiguous; its own words are in [`Answer::status`].
    Undecided,
}

/// A claim that holds, as far as its evidence shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The claim that holds, which may be weaker or stronger than the one asked about.
    pub claim: Claim,
    /// The evidence for the claim.
    pub evidence: Evidence,
    /// The certificate of the claim, as `paper/certificate.md` defines it; `None` if it is only claimed.
    pub certificate: Option<Vec<u8>>,
}

impl Shown {
    /// A claim that an engine makes without a certificate.
    pub const fn claimed(claim: Claim) -> Self {
        Self {
            claim,
            evidence: Evidence::Claimed,
            certificate: None,
        }
    }
}

/// Where a search was stopped in the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The share of its tree that is closed, earlier sessions included, in 0..=1 if each branching halved it; `None` on the way to a
    /// maximum, where it would be the share of one step of many.
    pub explored: Option<f64>,
    /// The unfinished certificate, for [`Control::resume`](super::Control::resume).
    pub unfinished: Vec<u8>,
}

/// The effort of an answer. What is unknown is `None`, such as the time of a certificate that was made elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Effort {
    /// Wall-clock seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Wall-clock seconds times the threads that were given meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_seconds: Option<f64>,
    /// Branch-and-bound nodes.
    pub nodes: u64,
    /// Evaluations of the exact bound; 0 for other engines.
    pub evaluations: u64,
}

impl Effort {
    /// The sum of both efforts, as far as they are known.
    pub fn plus(self, other: Self) -> Self {
        let sum = |a: Option<f64>, b: Option<f64>| a.into_iter().chain(b).reduce(|a, b| a + b);
        Self {
            seconds: sum(self.seconds, other.seconds),
            core_seconds: sum(self.core_seconds, other.core_seconds),
            nodes: self.nodes.saturating_add(other.nodes),
            evaluations: self.evaluations.saturating_add(other.evaluations),
        }
    }
}

/// The answer of an engine about one box.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Name and version of the engine.
    pub engine: String,
    /// How the run ended.
    pub ending: Ending,
    /// The engine's own final status, unaltered (for HiGHS its model status).
    pub status: String,
    /// The strongest claim that holds.
    pub shown: Option<Shown>,
    /// The positions that the checker has found in the list of the certificate, if `shown` is a list.
    pub listed: Option<Vec<Position>>,
    /// The largest graph met that fits the box, checked, in no order of play.
    pub graph: Option<Vec<Move>>,
    /// The longest game met that fits the box, in an order of play.
    pub game: Option<Vec<Move>>,
    /// Where the search was stopped, if it was.
    pub stopped: Option<Stopped>,
    /// Optimum of the linear relaxation of L1-L5 (L6), a floating-point hint; `None` when it was not computed or is infeasible.
    pub relaxation: Option<f64>,
    /// The effort of the answer.
    pub effort: Effort,
}

impl Answer {
    /// An answer that says nothing yet.
    pub fn new(engine: String) -> Self {
        Self {
            engine,
            ending: Ending::Undecided,
            status: "not attempted".to_owned(),
            shown: None,
            listed: None,
            graph: None,
            game: None,
            stopped: None,
            relaxation: None,
            effort: Effort::default(),
        }
    }

    /// Takes in an object that was met, if it is the largest of its kind: a game if its moves can be put in an order of play.
    pub fn meet(&mut self, variant: Variant, moves: &[Move]) {
        let (best, moves) = match order_moves(variant, moves) {
            Ok(game) => (&mut self.game, game),
            Err(_) => (&mut self.graph, moves.to_vec()),
        };
        if best.as_ref().is_none_or(|best| best.len() < moves.len()) {
            *best = Some(moves);
        }
    }

    /// The strongest bound that holds, and the evidence for it.
    pub fn bound(&self) -> Option<(UpperBound, Evidence)> {
        let shown = self.shown.as_ref()?;
        Some((shown.claim.bound()?, shown.evidence))
    }

    /// The share of its tree that was closed when the search was stopped.
    pub fn explored(&self) -> Option<f64> {
        self.stopped.as_ref()?.explored
    }

    /// The largest of the `objects` met; a game is a graph, too.
    pub fn best(&self, objects: Objects) -> Option<&[Move]> {
        let graph = self.graph.as_ref().filter(|_| objects == Objects::Graphs);
        let met = graph.into_iter().chain(&self.game);
        met.max_by_key(|moves| moves.len()).map(Vec::as_slice)
    }
}
