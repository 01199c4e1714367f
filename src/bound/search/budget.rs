//! How many nodes a search, or an attempt within it, may take.
//!
//! A search that has taken all its nodes still finishes what turns out to be small of what it leaves: it goes back the way it came, and
//! the last nodes on it are mostly the smallest. So what is left is little and large, and worth being handed to others.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Search, Subtree};

/// What is small, in parts of the whole budget; and how much all such attempts may take on top of it.
const SMALL: u64 = 20;
const ON_TOP: u64 = 4;

/// The nodes that may be taken, and those taken; nodes that are only walked again do not count.
pub(super) struct Budget {
    most: Option<u64>,
    taken: AtomicU64,
    /// An attempt is given up when so many are taken; `u64::MAX` outside of attempts.
    given_up_at: AtomicU64,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of(None)
    }
}

impl Budget {
    pub(super) const fn of(most: Option<u64>) -> Self {
        Self {
            most,
            taken: AtomicU64::new(0),
            given_up_at: AtomicU64::new(u64::MAX),
        }
    }

    fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub(super) fn begin_node(&self) {
        self.taken.fetch_add(1, Ordering::Relaxed);
    }

    fn is_in_attempt(&self) -> bool {
        self.given_up_at.load(Ordering::Relaxed) != u64::MAX
    }

    /// Whether the attempt that is under way, if any is, has taken too long.
    pub(super) fn is_given_up(&self) -> bool {
        self.taken() >= self.given_up_at.load(Ordering::Relaxed)
    }

    /// Whether all nodes of the search are taken. (In an attempt only the attempt's own limit counts.)
    pub(super) fn is_used_up(&self) -> bool {
        self.most.is_some_and(|most| self.taken() >= most) && !self.is_in_attempt()
    }
}

impl Search<'_> {
    /// Searches with so many nodes at most; `None` if the subtree turns out to be larger. On one thread only.
    pub(super) fn attempt(&self, nodes: u64, search: impl FnOnce() -> Subtree) -> Option<Subtree> {
        let limit = &self.budget.given_up_at;
        let share = self.share.load(Ordering::Relaxed);
        limit.store(self.budget.taken() + nodes, Ordering::Relaxed);
        let subtree = search();
        limit.store(u64::MAX, Ordering::Relaxed);
        if !subtree.complete {
            self.share.store(share, Ordering::Relaxed);
            return None;
        }
        Some(subtree)
    }

    /// Whether a small subtree is being tried.
    pub(super) fn is_attempting(&self) -> bool {
        self.budget.is_in_attempt()
    }

    /// What is met after all nodes of the search were taken: its subtree, if it is small.
    pub(super) fn finish_if_small(&self, search: impl FnOnce() -> Subtree) -> Option<Subtree> {
        let most = self.budget.most?;
        let left = (most + most / ON_TOP).saturating_sub(self.budget.taken());
        let nodes = (most / SMALL).min(left);
        // Threads would give up each other's attempts.
        if nodes == 0 || self.limits.threads > 1 {
            return None;
        }
        self.attempt(nodes, search)
    }
}
