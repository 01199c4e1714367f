//! The loop: workers take leaves from one frontier and write what came of them into one tree.

use std::sync::atomic::{AtomicU64, Ordering};

use super::expand::Search;
use super::frontier::{Frontier, Task};
use super::outcome::{Effort, Outcome, SearchError};
use super::problem::Leaf;
use super::workers::{Work, work};
use crate::bound::dual_bound::DualBound;
use crate::tree::{Id, Tree};

/// When to stop, how many threads to use, and who watches.
pub struct Limits<'a> {
    /// Asked before every node; once true, what is left stays open.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// The number of threads; asked again and again, and followed.
    pub threads: &'a (dyn Fn() -> usize + Sync),
    /// Open nodes to look at, at most.
    pub nodes: Option<u64>,
    /// Called now and then, by the thread that called the search, with the tree as it stands. Workers wait meanwhile.
    pub watch: &'a dyn Fn(&Effort, &Tree),
}

impl Default for Limits<'_> {
    /// One thread, no limit and nobody to watch.
    fn default() -> Self {
        Self {
            stop: &|| false,
            threads: &|| 1,
            nodes: None,
            watch: &|_, _| {},
        }
    }
}

/// Grows a tree from these nodes of it, depth first.
pub(super) fn grow(
    search: &Search<'_>,
    tree: Tree,
    ahead: Vec<(Id, Leaf)>,
    limits: &Limits<'_>,
) -> Result<Outcome, SearchError> {
    let mut frontier = Frontier::new(search, tree, ahead);
    frontier.left = limits.nodes.unwrap_or(u64::MAX);
    let (frontier, effort) = drain(search, frontier, limits);
    outcome(frontier, effort)
}

/// The same, but of what is open when all nodes are used up, what turns out to be small is still finished: so little stays open, and
/// large.
pub(super) fn grow_and_tidy(
    search: &Search<'_>,
    tree: Tree,
    ahead: Vec<(Id, Leaf)>,
    limits: &Limits<'_>,
) -> Result<Outcome, SearchError> {
    /// What is small, in parts of all nodes; and how much all such attempts may take together.
    const SMALL: u64 = 20;
    const ON_TOP: u64 = 4;
    let most = limits.nodes.unwrap_or(u64::MAX);
    let mut frontier = Frontier::new(search, tree, ahead);
    frontier.left = most;
    let (mut frontier, mut effort) = drain(search, frontier, limits);
    let mut spare = most / ON_TOP;
    while let Some((id, leaf)) = frontier.ahead.pop_if(|_| spare > 0 && !(limits.stop)()) {
        let rest = std::mem::replace(&mut frontier.ahead, vec![(id, leaf)]);
        let tried = (most / SMALL).min(spare);
        frontier.left = tried;
        let spent;
        (frontier, spent) = drain(search, frontier, limits);
        spare -= tried - frontier.left;
        effort = Effort {
            nodes: spent.nodes,
            evaluations: effort.evaluations + spent.evaluations,
            core_seconds: effort.core_seconds + spent.core_seconds,
        };
        if frontier.tree.open_below(id) > 0 {
            frontier.tree.reopen(id);
        }
        frontier.ahead = rest;
    }
    outcome(frontier, effort)
}

fn outcome(frontier: Frontier<'_>, effort: Effort) -> Result<Outcome, SearchError> {
    Ok(Outcome {
        tree: frontier.tree,
        witness: frontier.witness.transpose()?,
        effort,
    })
}

/// Works until nothing is ahead, or may be.
fn drain<'s>(
    search: &Search<'_>,
    frontier: Frontier<'s>,
    limits: &Limits<'_>,
) -> (Frontier<'s>, Effort) {
    let evaluations = AtomicU64::new(0);
    let task = |worker: &mut DualBound, task: Task| {
        let (id, leaf, recorded) = task.parts();
        let before = worker.evaluations;
        let expansion = search.expand(worker, leaf, recorded);
        evaluations.fetch_add(worker.evaluations - before, Ordering::Relaxed);
        (id, expansion)
    };
    let effort = |nodes: u64| Effort {
        nodes,
        evaluations: evaluations.load(Ordering::Relaxed),
        core_seconds: 0.0,
    };
    let (frontier, core_seconds) = work(
        frontier,
        &Work {
            local: &|| DualBound::new(&search.problem.instance),
            task: &task,
            threads: limits.threads,
            is_over: limits.stop,
        },
        &mut |frontier: &Frontier<'_>| (limits.watch)(&effort(frontier.nodes), &frontier.tree),
    );
    let effort = Effort {
        core_seconds,
        ..effort(frontier.nodes)
    };
    (frontier, effort)
}
