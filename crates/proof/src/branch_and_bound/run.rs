//! The loop: workers take subproblems from one frontier and write the outcomes into one tree.

use super::expand::Search;
use super::frontier::{Done, Frontier, Task};
use super::outcome::{Effort, Outcome, SearchError};
use super::problem::Subproblem;
use super::workers::{Work, work};
use crate::bound::dual_bound::DualBound;
use crate::tree::{Id, Tree};

/// The limits of a search, the number of its threads, and a function that watches it.
pub struct Limits<'a> {
    /// Asked before every node. Once it says true, the remaining nodes stay open.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// The number of threads; asked again and again, since it may change.
    pub threads: &'a (dyn Fn() -> usize + Sync),
    /// The largest number of open nodes to look at.
    pub nodes: Option<u64>,
    /// The search ends with so many open nodes. Until then it goes on where the bound is largest, not depth first, so that the open
    /// subtrees differ less in size. A search below one node ([`Start::Below`](super::Start::Below)) does not ask for it.
    pub open: Option<u32>,
    /// Called now and then, by the thread that called the search, with the tree as it stands. Workers wait meanwhile.
    pub watch: &'a dyn Fn(&Effort, &Tree),
}

impl Default for Limits<'_> {
    /// One thread, no limit, and no watch.
    fn default() -> Self {
        Self {
            stop: &|| false,
            threads: &|| 1,
            nodes: None,
            open: None,
            watch: &|_, _| {},
        }
    }
}

/// Grows a tree from these nodes of it.
pub(super) fn grow(
    search: &Search<'_>,
    tree: Tree,
    ahead: Vec<(Id, Subproblem)>,
    limits: &Limits<'_>,
) -> Result<Outcome, SearchError> {
    let mut frontier = Frontier::new(search, tree, ahead);
    frontier.left = limits.nodes.unwrap_or(u64::MAX);
    frontier.wanted = limits.open;
    outcome(drain(search, frontier, limits))
}

/// Grows a tree from its root, which is `None` if the rules alone refute it.
pub(super) fn grow_from(
    search: &Search<'_>,
    mut tree: Tree,
    root: Option<Subproblem>,
    limits: &Limits<'_>,
) -> Result<Outcome, SearchError> {
    if root.is_none() {
        tree.close(Id::ROOT);
    }
    let ahead = root.into_iter().map(|leaf| (Id::ROOT, leaf)).collect();
    grow(search, tree, ahead, limits)
}

/// The same as [`grow`]; but when all nodes are used up, it still finishes the subtrees that turn out to be small. So few subtrees stay
/// open, and large ones.
pub(super) fn grow_and_tidy(
    search: &Search<'_>,
    tree: Tree,
    ahead: Vec<(Id, Subproblem)>,
    limits: &Limits<'_>,
) -> Result<Outcome, SearchError> {
    /// A subtree is small if 1/`SMALL` of the nodes finishes it; all attempts together take at most 1/`ON_TOP` of them.
    const SMALL: u64 = 20;
    const ON_TOP: u64 = 4;
    let most = limits.nodes.unwrap_or(u64::MAX);
    let mut frontier = Frontier::new(search, tree, ahead);
    frontier.left = most;
    frontier = drain(search, frontier, limits);
    let mut spare = most / ON_TOP;
    while let Some((id, leaf)) = frontier.ahead.pop_if(|_| spare > 0 && !(limits.stop)()) {
        let rest = std::mem::replace(&mut frontier.ahead, vec![(id, leaf)]);
        let tried = (most / SMALL).min(spare);
        frontier.left = tried;
        frontier = drain(search, frontier, limits);
        spare -= tried - frontier.left;
        if frontier.tree.open_below(id) > 0 {
            frontier.tree.reopen(id);
        }
        frontier.ahead = rest;
    }
    outcome(frontier)
}

fn outcome(frontier: Frontier<'_>) -> Result<Outcome, SearchError> {
    Ok(Outcome {
        tree: frontier.tree,
        witness: frontier.witness.transpose()?,
        effort: frontier.effort,
    })
}

/// Works until no leaf is waiting, or until the limits end the work.
fn drain<'s>(search: &Search<'_>, frontier: Frontier<'s>, limits: &Limits<'_>) -> Frontier<'s> {
    let task = |worker: &mut DualBound, task: Task| {
        let before = worker.evaluations;
        Done {
            id: task.id,
            expansion: search.expand(worker, task.leaf, task.recorded),
            evaluations: worker.evaluations - before,
        }
    };
    let (mut frontier, seconds) = work(
        frontier,
        &Work {
            local: &|| DualBound::new(&search.problem.instance),
            task: &task,
            threads: limits.threads,
            is_over: limits.stop,
        },
        &mut |frontier: &Frontier<'_>| (limits.watch)(&frontier.effort, &frontier.tree),
    );
    frontier.effort.core_seconds += seconds;
    frontier
}
