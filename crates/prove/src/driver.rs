//! The process itself: threads take questions, and keep the answers.
//!
//! Each idle thread takes the first open question about a box that no other thread works on, asks the engine, has the answer checked,
//! keeps it, and finds out what is open then. [`agenda`] decides what is open: no question is put twice in a run, and every box is on
//! disk before the boxes resized from it are asked about. The process stops at boxes *claimed* empty, so its reach serves claims; a
//! verdict of proofs walks anew.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::cores::Places;
use super::queue::Queue;
use super::run::{ProveError, Run};
use super::solve;
use morpion_conclusion::{Agenda, Inquiry, Tried, agenda};
use morpion_proof::branch_and_bound::workers::{self, Work};
use morpion_proof::claim::{Ask, Claim};
use morpion_results::Facts;

/// Asks all questions that follow from the known facts, until none is left or a limit comes, and returns the facts known then.
///
/// # Errors
/// The state cannot be written, or a proven bound turned out wrong.
pub fn explore(run: &Run<'_>, facts: Facts) -> Result<Facts, ProveError> {
    let open = |facts: &Facts, tried: &Tried| {
        let inquiry = Inquiry {
            scope: run.scope,
            evidence: run.engine.evidence(),
            known: run.known,
            tried,
            waits: true,
        };
        agenda(facts, &inquiry)
    };
    answer(run, facts, &open, run.limits.jobs.max(1))
}

/// Puts the first of the questions that are `left` by the known facts to the engine, with all cores, then the first of those that are
/// left then, each once, until a limit comes. Returns the facts known then.
///
/// # Errors
/// As for [`explore`].
pub fn ask_each(
    run: &Run<'_>,
    facts: Facts,
    left: &(dyn Fn(&Facts) -> Vec<Claim> + Sync),
) -> Result<Facts, ProveError> {
    let boxes = left(&facts).into_iter().map(|c| c.subject.bounding_box);
    let met: BTreeSet<_> = boxes.collect();
    let open = |facts: &Facts, tried: &Tried| Agenda {
        met: met.clone(),
        questions: left(facts)
            .into_iter()
            .map(Ask::Holds)
            .filter(|ask| !tried.has(ask))
            .collect(),
    };
    answer(run, facts, &open, 1)
}

/// Works on the questions that are `open`, with so many boxes side by side.
fn answer(
    run: &Run<'_>,
    facts: Facts,
    open: &(dyn Fn(&Facts, &Tried) -> Agenda + Sync),
    side_by_side: usize,
) -> Result<Facts, ProveError> {
    let deadline = run.limits.run.and_then(|d| Instant::now().checked_add(d));
    let places = Places::new(run.limits.jobs.max(1), side_by_side);
    let is_over =
        || run.stop.load(Ordering::Relaxed) || deadline.is_some_and(|d| Instant::now() >= d);
    let work = Work {
        local: &|| (),
        task: &|(), task| solve::answer(run, deadline, &places, task),
        threads: &|| side_by_side,
        is_over: &is_over,
    };
    let queue = Queue::new(run, &places, open, facts);
    workers::work(queue, &work, &mut |_| {}).0.outcome()
}
