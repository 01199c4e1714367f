//! How many nodes a search, or an attempt within it, may take.
//!
//! A search that has taken all its nodes still finishes what turns out to be small of what it leaves: it goes back the way it came, and
//! the last nodes on it are mostly the smallest. So what is left is little and large, and worth being handed to others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Search, Subtree, Task};

/// What is small, in parts of the whole budget; and how much all such attempts may take on top of it.
const SMALL: u64 = 20;
const ON_TOP: u64 = 4;

/// The nodes that may be taken, and those taken; nodes that are only walked again do not count.
#[derive(Default)]
pub(super) struct Budget {
    most: Option<u64>,
    taken: AtomicU64,
}

/// A subtree that is tried: it is given up when all its nodes are taken.
pub(super) struct Attempt {
    most: u64,
    taken: AtomicU64,
}

impl Attempt {
    fn is_given_up(&self) -> bool {
        self.taken.load(Ordering::Relaxed) >= self.most
    }
}

impl Budget {
    pub(super) const fn of(most: Option<u64>) -> Self {
        Self {
            most,
            taken: AtomicU64::new(0),
        }
    }

    fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    fn is_used_up(&self) -> bool {
        self.most.is_some_and(|most| self.taken() >= most)
    }
}

impl Task<'_> {
    /// Whether the attempt that this node is a part of, if it is, has taken too long.
    pub(super) fn is_given_up(&self) -> bool {
        let attempt = self.attempt.as_ref();
        attempt.is_some_and(|attempt| attempt.is_given_up())
    }
}

impl Search<'_> {
    pub(super) fn take_node(&self, task: &Task<'_>) {
        let attempt = task.attempt.as_ref().map(|attempt| &attempt.taken);
        for taken in attempt.into_iter().chain([&self.budget.taken]) {
            taken.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether all nodes of the search are taken. (In an attempt only the attempt's own limit counts.)
    pub(super) fn is_used_up(&self, task: &Task<'_>) -> bool {
        task.attempt.is_none() && self.budget.is_used_up()
    }

    /// Searches with so many nodes at most; `None` if the subtree turns out to be larger.
    pub(super) fn attempt<'r>(
        &self,
        nodes: u64,
        task: Task<'r>,
        search: impl FnOnce(Task<'r>) -> Subtree,
    ) -> Option<Subtree> {
        let attempt = Attempt {
            most: nodes,
            taken: AtomicU64::new(0),
        };
        let attempt = Some(Arc::new(attempt));
        let subtree = search(Task { attempt, ..task });
        if !subtree.complete {
            self.share.fetch_sub(subtree.share, Ordering::Relaxed);
            return None;
        }
        Some(subtree)
    }

    /// What is met after all nodes of the search were taken: its subtree, if it is small.
    pub(super) fn finish_if_small<'r>(
        &self,
        task: Task<'r>,
        search: impl FnOnce(Task<'r>) -> Subtree,
    ) -> Option<Subtree> {
        let most = self.budget.most?;
        let left = (most + most / ON_TOP).saturating_sub(self.budget.taken());
        let nodes = (most / SMALL).min(left);
        if nodes == 0 {
            return None;
        }
        self.attempt(nodes, task, search)
    }
}
