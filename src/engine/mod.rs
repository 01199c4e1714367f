//! Engines: programs that bound the number of moves a box admits.
//!
//! An engine answers a [`Question`] about one box. What it says is only as good
//! as its [`Evidence`]: a floating-point solver *claims*, exact integers *prove*.
//! Callers must never turn the first into the second.

pub(crate) mod claim;
pub mod exact;
#[cfg(feature = "highs")]
pub mod highs;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use crate::game::Objects;
use crate::geometry::{Arrival, BoundingBox, Move, Variant};

/// How the order of play enters the integer program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Not at all: the program speaks of graphs.
    #[default]
    None,
    /// L7: continuous `ord` variables with big-M rows.
    Ord,
    /// Order cuts of unplayable sets, added while solutions violate them.
    Cuts,
}

/// What is asked of one box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The rules.
    pub variant: Variant,
    /// The box the graph must fit, exactly (L5).
    pub bounding_box: BoundingBox,
    /// `Some(k)`: is there one with at least `k` moves? `None`: what is the maximum?
    pub at_least: Option<u32>,
    /// Whether the final position must map to itself under the half turn (L6).
    pub symmetric: bool,
    /// The form of the order rows; anything but [`Order::None`] asks about games.
    pub order: Order,
    /// Only games whose last move arrives at the box by these sides; see [`bound::Question`](crate::bound::Question).
    /// That there is none shows nothing about games that arrive otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrival: Option<Arrival>,
}

impl Question {
    /// The maximum graph of a box.
    pub const fn maximum(variant: Variant, bounding_box: BoundingBox) -> Self {
        Self {
            variant,
            bounding_box,
            at_least: None,
            symmetric: false,
            order: Order::None,
            arrival: None,
        }
    }

    /// Whether the answer speaks of graphs or of games.
    pub const fn objects(&self) -> Objects {
        match self.order {
            Order::None => Objects::Graphs,
            Order::Ord | Order::Cuts => Objects::Games,
        }
    }
}

/// What stands behind a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A floating-point solver said so.
    Claimed,
    /// A certificate in exact integers, which the checker has verified, says so.
    Proven,
}

impl std::fmt::Display for Evidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Claimed => "claimed",
            Self::Proven => "proven",
        })
    }
}

/// An upper bound on the number of moves of the objects that fit a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UpperBound {
    /// Nothing fits the box at all.
    Empty,
    /// No object that fits the box has more moves than this.
    AtMost(u32),
}

impl UpperBound {
    /// Whether the bound rules out objects of at least `k` moves.
    pub const fn refutes(self, k: u32) -> bool {
        match self {
            Self::Empty => true,
            Self::AtMost(n) => n < k,
        }
    }

    /// The stronger of two bounds on the same objects.
    pub const fn stronger(self, other: Self) -> Self {
        match (self, other) {
            (Self::AtMost(a), Self::AtMost(b)) => Self::AtMost(if a < b { a } else { b }),
            _ => Self::Empty,
        }
    }
}

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

/// What an engine found out about one box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// How the run ended.
    pub ending: Ending,
    /// The engine's own final status, unaltered (for HiGHS its model status).
    pub status: String,
    /// Optimum of the linear relaxation of L1-L5 (L6), a floating-point hint; `None` when
    /// it was not computed or the relaxation is infeasible.
    pub lp_bound: Option<f64>,
    /// The best upper bound shown for the objects of the question, with its evidence. With an arrival it
    /// speaks of the games that arrive so, not of the box.
    pub bound: Option<(UpperBound, Evidence)>,
    /// The largest graph met that fits the box; checked, not necessarily playable.
    pub best_graph: Option<Vec<Move>>,
    /// The largest game met that fits the box, in an order of play.
    pub best_game: Option<Vec<Move>>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Wall-clock seconds times the threads that the engine was given meanwhile.
    pub core_seconds: f64,
    /// Branch-and-bound nodes.
    pub nodes: u64,
    /// Evaluations of the exact bound; 0 for other engines.
    pub evaluations: u64,
    /// Where a search for objects of some size was stopped in the middle: the share of its
    /// tree that is closed, earlier sessions included, in 0..=1 if each branching halved it.
    pub explored: Option<f64>,
    /// Name and version of the engine.
    pub engine: String,
    /// The certificate behind a proven `bound`, as `paper/certificate.md` defines it;
    /// `None` for claims.
    #[serde(skip)]
    pub certificate: Option<Vec<u8>>,
    /// The unfinished certificate of a search that was stopped, for [`Control::resume`].
    #[serde(skip)]
    pub unfinished: Option<Vec<u8>>,
}

impl Answer {
    /// An answer that says nothing yet.
    pub fn new(engine: String) -> Self {
        Self {
            ending: Ending::Undecided,
            status: "not attempted".to_owned(),
            lp_bound: None,
            bound: None,
            best_graph: None,
            best_game: None,
            seconds: 0.0,
            core_seconds: 0.0,
            nodes: 0,
            evaluations: 0,
            explored: None,
            engine,
            certificate: None,
            unfinished: None,
        }
    }
}

/// Where an engine stands in the middle of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Current upper bound (a hint, not evidence).
    pub bound: Option<f64>,
    /// Size of the best graph met so far.
    pub best: Option<u32>,
    /// Nodes so far.
    pub nodes: u64,
    /// Evaluations of the exact bound so far; 0 for other engines.
    pub evaluations: u64,
    /// Share of the tree that is closed, in 0..=1 (a hint).
    pub explored: Option<f64>,
}

/// Limits on a run and the way it reports.
pub struct Control<'a> {
    /// Stop when this instant has passed.
    pub deadline: Option<Instant>,
    /// Stop soon after this turns true.
    pub stop: &'a AtomicBool,
    /// Threads the engine may use, at least 1. An engine that can asks again now and then: the
    /// answer may change while it works.
    pub threads: &'a (dyn Fn() -> usize + Sync),
    /// Called now and then, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// An unfinished certificate of the same question to go on from.
    pub resume: Option<&'a [u8]>,
    /// With [`resume`](Self::resume): go on only below the node that begins at this byte of it. Such a part is never an answer, unless an
    /// object is found; what was made of it is the unfinished certificate.
    pub below: Option<usize>,
    /// Called every few minutes with an unfinished certificate of the question, so that a crash
    /// loses little.
    pub keep: &'a (dyn Fn(&[u8]) + Sync),
}

impl<'a> Control<'a> {
    /// One thread, no limit but `stop`, nobody to tell and nothing to go on from.
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self {
            deadline: None,
            stop,
            threads: &|| 1,
            progress: &|_| {},
            resume: None,
            below: None,
            keep: &|_| {},
        }
    }

    /// Whether somebody asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Time left until the deadline, `None` without one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }
}

/// Why an engine could not work at all (a time limit is not an error).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The solver library refused the program or failed inside.
    #[error("{engine} failed on box {bounding_box}: {message}")]
    Solver {
        /// The engine.
        engine: &'static str,
        /// The box.
        bounding_box: BoundingBox,
        /// Its own words.
        message: String,
    },
    /// The unfinished certificate to go on from is damaged or about something else.
    #[error(
        "the unfinished certificate of box {bounding_box} cannot be resumed: {message}; remove it from the folder `unfinished` to start anew"
    )]
    Resume {
        /// The box.
        bounding_box: BoundingBox,
        /// What is wrong with it.
        message: String,
    },
    /// A solution did not pass the check against the rules of the game.
    #[error("{engine} returned a solution for box {bounding_box} that breaks the rules: {fault}")]
    BadSolution {
        /// The engine.
        engine: &'static str,
        /// The box.
        bounding_box: BoundingBox,
        /// What is wrong with it.
        fault: crate::game::GraphFault,
    },
    /// A solution is a graph of the box, but not one that was asked for.
    #[error("{engine} returned a solution for box {bounding_box} that {fault}")]
    WrongSolution {
        /// The engine.
        engine: &'static str,
        /// The box.
        bounding_box: BoundingBox,
        /// What is wrong with it.
        fault: SolutionFault,
    },
}

/// In what way a graph is not the one an engine was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionFault {
    /// L6 was asked for and does not hold.
    #[error("is not its own image under the half turn")]
    NotSymmetric,
    /// Fewer moves than demanded.
    #[error("has {found} moves where at least {wanted} were demanded")]
    TooSmall {
        /// Its size.
        found: u32,
        /// The size demanded.
        wanted: u32,
    },
}

/// A program that bounds boxes.
pub trait Engine: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What stands behind its bounds.
    fn evidence(&self) -> Evidence {
        Evidence::Claimed
    }

    /// Works on `question` until it is answered or `control` ends the run.
    ///
    /// # Errors
    /// When the engine itself fails; running out of time is an [`Ending`].
    fn solve(&self, question: &Question, control: &Control<'_>) -> Result<Answer, EngineError>;
}
