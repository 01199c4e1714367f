//! How the cores of a run are shared out.

use std::sync::{Mutex, MutexGuard, PoisonError};

use morpion_proof::claim::Ask;
use morpion_rules::geometry::BoundingBox;

/// The cores of a run, shared out among the boxes in work.
pub(crate) struct Places {
    jobs: usize,
    side_by_side: usize,
    state: Mutex<Taken>,
}

/// The boxes in work, and the number of waiting questions.
#[derive(Default)]
pub(crate) struct Taken {
    /// The number of questions on which no thread works.
    pub(crate) waiting: usize,
    /// The boxes in the order in which they were taken up; never two questions about one box, since both would change its facts.
    pub(crate) running: Vec<BoundingBox>,
}

impl Taken {
    /// Whether no thread works on the box of a question.
    pub(crate) fn is_free(&self, ask: &Ask) -> bool {
        !self.running.contains(&ask.subject().bounding_box)
    }
}

impl Places {
    /// Shares so many cores among so many boxes at once, at least 1 each.
    pub(crate) fn new(jobs: usize, side_by_side: usize) -> Self {
        Self {
            jobs,
            side_by_side,
            state: Mutex::default(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Taken> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of cores that the box may use now.
    pub(crate) fn cores_for(&self, bounding_box: BoundingBox) -> usize {
        let Taken { waiting, running } = &*self.lock();
        let before = running.iter().take_while(|&&b| b != bounding_box).count();
        match self.side_by_side {
            1 => self.jobs,
            _ => share(self.jobs, *waiting, running.len(), before),
        }
    }
}

/// How many of the `jobs` cores a box may use if `before` others were taken up before it, `running` boxes are worked on and `waiting`
/// ones have not begun.
///
/// While boxes wait, every box gets one core: boxes side by side lose nothing, a
/// search on several threads loses a little. Cores that no box waits for are spread over those
/// running, the ones taken up first getting what does not divide evenly: they are likely the hard ones.
fn share(jobs: usize, waiting: usize, running: usize, before: usize) -> usize {
    let running = running.max(1);
    if waiting > 0 || jobs <= running {
        return 1;
    }
    jobs / running + usize::from(before < jobs % running)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_last_box_gets_all_cores() {
        assert_eq!(share(8, 0, 1, 0), 8);
        assert_eq!(share(8, 1, 1, 0), 1);
        assert_eq!([0, 1, 2].map(|before| share(8, 0, 3, before)), [3, 3, 2]);
    }

    proptest! {
        #[test]
        fn no_core_is_given_twice_and_none_idles_without_need(
            jobs in 1usize..100, waiting in 0usize..3, running in 1usize..100,
        ) {
            let shares: Vec<usize> = (0..running).map(|i| share(jobs, waiting, running, i)).collect();
            prop_assert!(shares.iter().all(|&n| n >= 1));
            let given: usize = shares.iter().sum();
            prop_assert!(given <= jobs.max(running));
            prop_assert!(waiting > 0 || given >= jobs);
        }
    }
}
