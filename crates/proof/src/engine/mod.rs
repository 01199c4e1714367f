//! Engines: programs that bound the number of moves a box admits.
//!
//! The question to an engine is an [`Ask`]: does a [`Claim`] hold, or what is the maximum? The answer is only as good
//! as its [`Evidence`]: a floating-point solver *claims*, exact integers *prove*. Callers must never turn the first into the second.

mod answer;
pub mod exact;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use crate::claim::{Ask, Claim, Evidence, Objects, Setting, Subject, UpperBound};
pub use answer::{Answer, Effort, Ending, Shown, Stopped};
use morpion_rules::geometry::{BoundingBox, Move};

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
    /// Share of the tree that is closed, in 0..=1 (a hint); `None` on the way to a maximum, where it would be the share of one step of
    /// many.
    pub explored: Option<f64>,
}

/// Limits on a run and the way it reports.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::{Duration, Instant};
///
/// use morpion_proof::engine::Control;
///
/// let never = AtomicBool::new(false);
/// let control = Control {
///     deadline: Some(Instant::now() + Duration::from_secs(60)),
///     threads: &|| 2,
///     ..Control::new(&never)
/// };
/// assert!(!control.is_over());
/// ```
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
    /// The largest object known of a box whose maximum is asked for: there is nothing to look for below it.
    pub incumbent: Option<&'a [Move]>,
    /// A bound that is proven: on the way to a maximum the search begins there, or just above the incumbent if that attains it.
    pub at_most: Option<u32>,
    /// Called every few minutes with an unfinished certificate of the question, so that a crash
    /// loses little.
    pub keep: &'a (dyn Fn(&[u8]) + Sync),
}

impl<'a> Control<'a> {
    /// One thread, no limit but `stop`, no reports, and nothing to go on from.
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self {
            deadline: None,
            stop,
            threads: &|| 1,
            progress: &|_| {},
            resume: None,
            incumbent: None,
            at_most: None,
            keep: &|_| {},
        }
    }

    /// Whether the caller has asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether to stop, for either reason.
    pub fn is_over(&self) -> bool {
        self.stopped() || self.is_late()
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
        /// The engine's own words.
        message: String,
    },
    /// The unfinished certificate to go on from is damaged or about something else.
    #[error(
        "the unfinished certificate of box {bounding_box} cannot be resumed: {message}; remove it from the folder `unfinished` to start anew"
    )]
    Resume {
        /// The box.
        bounding_box: BoundingBox,
        /// The fault of the certificate.
        message: String,
    },
    /// A solution did not pass the check against the rules of the game.
    #[error("{engine} returned a solution for box {bounding_box} that breaks the rules: {fault}")]
    BadSolution {
        /// The engine.
        engine: &'static str,
        /// The box.
        bounding_box: BoundingBox,
        /// The rule that the solution breaks, and where.
        fault: morpion_rules::game::GraphFault,
    },
    /// A solution is a graph of the box, but not one that was asked for.
    #[error("{engine} returned a solution for box {bounding_box} that {fault}")]
    WrongSolution {
        /// The engine.
        engine: &'static str,
        /// The box.
        bounding_box: BoundingBox,
        /// How the solution differs from the one asked for.
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
        /// The size of the graph.
        found: u32,
        /// The size demanded.
        wanted: u32,
    },
}

/// A program that bounds boxes.
///
/// `examples/own_engine.rs` shows how to write your own.
pub trait Engine: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The evidence for its bounds.
    fn evidence(&self) -> Evidence {
        Evidence::Claimed
    }

    /// Looks for the answer until it is found or `control` ends the run.
    ///
    /// # Errors
    /// When the engine itself fails; running out of time is an [`Ending`].
    fn solve(&self, ask: &Ask, control: &Control<'_>) -> Result<Answer, EngineError>;
}
