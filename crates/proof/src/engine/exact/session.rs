//! One search, cut into slices.
//!
//! A search hands over its unfinished certificate only when it stops. So it is stopped now and
//! then and resumed at once from what it left: to keep that for the case of a crash, and to go on
//! with another number of threads. A slice costs what its open path costs to walk again,
//! and what the search had learned about branching.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Claim, Control, EngineError, refused};
use crate::bound::{Limits, Outcome, Params, Progress, Question, refute, refute_below};
use crate::engine;

/// A slice is not cut short for another number of threads before this age.
const SHORTEST: Duration = Duration::from_secs(10);

/// What the search is asked about a claim: for an object of so many moves against it.
pub fn question(claim: &Claim, at_least: u32) -> Question {
    Question {
        bounding_box: claim.bounding_box,
        objects: claim.objects,
        symmetric: claim.setting.symmetric,
        at_least,
        arrival: claim.arrival,
    }
}

/// What a session has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spent {
    /// Nodes, those walked again after a slice included.
    pub(super) nodes: u64,
    /// Evaluations of the bound.
    pub(super) evaluations: u64,
    /// Wall-clock seconds times the threads beyond the first.
    pub(super) extra_core_seconds: f64,
}

impl Spent {
    fn count(&mut self, progress: &Progress) {
        self.nodes += progress.nodes;
        self.evaluations += progress.evaluations;
    }
}

/// A search for objects of one size, from where it stands until it ends or is stopped.
pub(super) struct Session<'a> {
    claim: &'a Claim,
    at_least: u32,
    params: &'a Params,
    control: &'a Control<'a>,
    pub(super) spent: Spent,
}

/// When a slice ends.
struct Slice<'a> {
    control: &'a Control<'a>,
    started: Instant,
    length: Duration,
    threads: usize,
    /// It has ended itself: the search would have gone on.
    cut: AtomicBool,
}

impl Slice<'_> {
    fn is_over(&self) -> bool {
        let control = self.control;
        if control.stopped() || control.is_late() {
            return true;
        }
        let age = self.started.elapsed();
        let is_cut = age >= self.length || (age >= SHORTEST && (control.threads)() != self.threads);
        // Once cut it stays cut, whatever is asked of later.
        self.cut.fetch_or(is_cut, Ordering::Relaxed) || is_cut
    }
}

impl<'a> Session<'a> {
    /// A session that has not begun.
    pub(super) fn new(
        claim: &'a Claim,
        at_least: u32,
        params: &'a Params,
        control: &'a Control<'a>,
    ) -> Self {
        Self {
            claim,
            at_least,
            params,
            control,
            spent: Spent::default(),
        }
    }

    /// Only the root.
    pub(super) fn root(&self) -> Result<Outcome, EngineError> {
        let over = AtomicBool::new(false);
        let limits = Limits {
            stop: &|| over.load(Ordering::Relaxed),
            threads: 1,
            progress: &|p| {
                over.fetch_or(p.nodes > 1, Ordering::Relaxed);
            },
        };
        self.search(&limits, None)
    }

    /// The first so many nodes.
    pub(super) fn beginning(&mut self, nodes: u64) -> Result<Outcome, EngineError> {
        let asked = AtomicU64::new(0);
        let limits = Limits {
            stop: &|| {
                let asked = asked.fetch_add(1, Ordering::Relaxed);
                asked >= nodes || self.control.stopped() || self.control.is_late()
            },
            threads: 1,
            progress: &|_| {},
        };
        let outcome = self.search(&limits, None)?;
        self.spent.count(&outcome.progress);
        Ok(outcome)
    }

    /// Runs until the search ends or `control` stops it; keeps what there is every `keep_every`.
    pub(super) fn run(
        &mut self,
        mut resume: Option<Vec<u8>>,
        keep_every: Duration,
    ) -> Result<Outcome, EngineError> {
        loop {
            let slice = Slice {
                control: self.control,
                started: Instant::now(),
                length: keep_every,
                threads: (self.control.threads)().max(1),
                cut: AtomicBool::new(false),
            };
            let outcome = self.slice(&slice, resume.as_deref())?;
            let age = slice.started.elapsed();
            self.spent.count(&outcome.progress);
            self.spent.extra_core_seconds += age.as_secs_f64() * (slice.threads - 1) as f64;
            let has_ended = outcome.complete || outcome.witness.is_some();
            let was_cut = slice.cut.into_inner();
            // A proof that took long is worth keeping while the checker looks at it.
            if was_cut || (outcome.complete && age >= SHORTEST) {
                (self.control.keep)(&outcome.certificate);
            }
            if has_ended || !was_cut || self.control.stopped() {
                return Ok(outcome);
            }
            resume = Some(outcome.certificate);
        }
    }

    fn slice(&self, slice: &Slice<'_>, resume: Option<&[u8]>) -> Result<Outcome, EngineError> {
        let before = self.spent;
        let limits = Limits {
            stop: &|| slice.is_over(),
            threads: slice.threads,
            progress: &|p: Progress| {
                (self.control.progress)(engine::Progress {
                    nodes: before.nodes + p.nodes,
                    evaluations: before.evaluations + p.evaluations,
                    explored: Some(p.share),
                    ..engine::Progress::default()
                });
            },
        };
        self.search(&limits, resume)
    }

    fn search(&self, limits: &Limits<'_>, resume: Option<&[u8]>) -> Result<Outcome, EngineError> {
        let question = question(self.claim, self.at_least);
        let outcome = match (resume, self.control.below) {
            (Some(certificate), Some(start)) => {
                let left = |most: u64| most.saturating_sub(self.spent.nodes);
                let most = self.control.most_nodes.map(left);
                refute_below(question, self.params, limits, certificate, (start, most))
            }
            _ => refute(question, self.params, limits, resume),
        };
        outcome.map_err(|error| refused(question.bounding_box, &error))
    }
}
