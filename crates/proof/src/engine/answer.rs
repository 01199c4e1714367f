//! What an engine answers: what it found out, one [`Finding`] after another, and the [`Effort`] that it took.

use morpion_check_core::listing::Position;
use serde::{Deserialize, Serialize};

use crate::claim::{Claim, Evidence, Objects};
use morpion_rules::geometry::Move;

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

/// Something that an engine found out about a box.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// This claim holds, which may be weaker or stronger than the one that was asked for; as well as `evidence` can say.
    Shown {
        /// What holds.
        claim: Claim,
        /// What stands behind it.
        evidence: Evidence,
        /// Its certificate, as `paper/certificate.md` defines it; `None` of what is only claimed.
        certificate: Option<Vec<u8>>,
    },
    /// What the checker has found listed in the certificate of a claim that all games are.
    Listed(Vec<Position>),
    /// A graph that fits the box, checked, in no order of play.
    Graph(Vec<Move>),
    /// A game that fits the box, in an order of play.
    Game(Vec<Move>),
    /// The search was stopped in the middle.
    Stopped {
        /// The share of its tree that is closed, earlier sessions included, in 0..=1 if each branching halved it; `None` on the way to a
        /// maximum, where it would be the share of one step of many.
        explored: Option<f64>,
        /// The unfinished certificate, for [`Control::resume`](super::Control::resume).
        unfinished: Vec<u8>,
    },
    /// Optimum of the linear relaxation of L1-L5 (L6), a floating-point hint.
    Relaxation(f64),
}

/// What something took. What is unknown is `None`: nobody has measured the time of a certificate that was made elsewhere.
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
    /// Both together, as far as it is known.
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

/// What an engine found out about one box.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Name and version of the engine.
    pub engine: String,
    /// How the run ended.
    pub ending: Ending,
    /// The engine's own final status, unaltered (for HiGHS its model status).
    pub status: String,
    /// What was found out, the strongest of its kind last.
    pub findings: Vec<Finding>,
    /// What it took.
    pub effort: Effort,
}

impl Answer {
    /// An answer that says nothing yet.
    pub fn new(engine: String) -> Self {
        Self {
            engine,
            ending: Ending::Undecided,
            status: "not attempted".to_owned(),
            findings: Vec::new(),
            effort: Effort::default(),
        }
    }

    /// The last finding of a kind.
    fn last<'a, T>(&'a self, kind: impl FnMut(&'a Finding) -> Option<T>) -> Option<T> {
        self.findings.iter().rev().find_map(kind)
    }

    /// The strongest claim that holds, and what stands behind it.
    pub fn shown(&self) -> Option<(Claim, Evidence)> {
        self.last(|finding| match finding {
            Finding::Shown {
                claim, evidence, ..
            } => Some((*claim, *evidence)),
            _ => None,
        })
    }

    /// The certificate of [`shown`](Self::shown), if it is proven.
    pub fn certificate(&self) -> Option<&[u8]> {
        self.last(|finding| match finding {
            Finding::Shown { certificate, .. } => Some(certificate.as_deref()),
            _ => None,
        })?
    }

    /// The positions of a list that is [`shown`](Self::shown).
    pub fn listed(&self) -> Option<&[Position]> {
        self.last(|finding| match finding {
            Finding::Listed(positions) => Some(positions.as_slice()),
            _ => None,
        })
    }

    /// The largest of the `objects` met; a game is a graph, too.
    pub fn best(&self, objects: Objects) -> Option<&[Move]> {
        let met = self.findings.iter().filter_map(|finding| match finding {
            Finding::Game(moves) => Some(moves.as_slice()),
            Finding::Graph(moves) if objects == Objects::Graphs => Some(moves.as_slice()),
            _ => None,
        });
        met.max_by_key(|moves| moves.len())
    }

    /// Where a search was stopped in the middle: the share that is closed, and the unfinished certificate.
    pub fn stopped(&self) -> Option<(Option<f64>, &[u8])> {
        self.last(|finding| match finding {
            Finding::Stopped {
                explored,
                unfinished,
            } => Some((*explored, unfinished.as_slice())),
            _ => None,
        })
    }

    /// Optimum of the linear relaxation; `None` when it was not computed or the relaxation is infeasible.
    pub fn relaxation(&self) -> Option<f64> {
        self.last(|finding| match finding {
            Finding::Relaxation(optimum) => Some(*optimum),
            _ => None,
        })
    }
}
