//! Meetings of jobs: the jobs of a search share the games that each has found.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Rounds of contributions: each round waits for every job that has not left, and gives all of them what they all brought.
///
/// The result of a round depends only on what the jobs bring, not on the order in which they come.
#[derive(Debug)]
pub(super) struct Meeting<T> {
    state: Mutex<Rounds<T>>,
    round_over: Condvar,
}

#[derive(Debug)]
struct Rounds<T> {
    /// Jobs that have not left.
    members: usize,
    /// The items brought to the round in progress, each with the job that brought it.
    brought: Vec<(usize, T)>,
    /// The last round's contributions, by job.
    shared: Arc<[T]>,
    /// Number of rounds that are over.
    rounds: u64,
}

impl<T> Meeting<T> {
    /// A meeting of so many jobs.
    pub(super) fn new(jobs: usize) -> Self {
        Self {
            state: Mutex::new(Rounds {
                members: jobs,
                brought: Vec::with_capacity(jobs),
                shared: Arc::new([]),
                rounds: 0,
            }),
            round_over: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, Rounds<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the round if no job is missing.
    fn end_round(&self, state: &mut Rounds<T>) {
        if state.brought.is_empty() || state.brought.len() < state.members {
            return;
        }
        state.brought.sort_by_key(|&(job, _)| job);
        state.shared = state.brought.drain(..).map(|(_, item)| item).collect();
        state.rounds += 1;
        self.round_over.notify_all();
    }
}

/// A job's seat at a meeting. A job that drops its seat has left, and the others no longer wait for it.
#[derive(Debug)]
pub(super) struct Seat<'a, T> {
    meeting: &'a Meeting<T>,
    job: usize,
}

impl<'a, T> Seat<'a, T> {
    /// The seat of one job; each must be taken once.
    pub(super) const fn new(meeting: &'a Meeting<T>, job: usize) -> Self {
        Self { meeting, job }
    }

    /// Brings `item` and waits for the others; returns what all have brought, in the order of the jobs.
    pub(super) fn share(&self, item: T) -> Arc<[T]> {
        let mut state = self.meeting.state();
        let round = state.rounds;
        state.brought.push((self.job, item));
        self.meeting.end_round(&mut state);
        let is_waiting = |state: &mut Rounds<T>| state.rounds == round;
        let state = self.meeting.round_over.wait_while(state, is_waiting);
        // The next round cannot end before this job comes to it, so these are still the contributions of this one.
        Arc::clone(&state.unwrap_or_else(PoisonError::into_inner).shared)
    }
}

impl<T> Drop for Seat<'_, T> {
    fn drop(&mut self) {
        let mut state = self.meeting.state();
        state.members -= 1;
        self.meeting.end_round(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Every job stays for as many rounds as `stays` says and brings its number and the round's.
    fn meet(stays: &[u32]) -> Vec<Vec<Vec<(usize, u32)>>> {
        let meeting = Meeting::new(stays.len());
        let attend = |job: usize| {
            let seat = Seat::new(&meeting, job);
            (0..stays[job])
                .map(|round| seat.share((job, round)).to_vec())
                .collect()
        };
        thread::scope(|scope| {
            let attend = &attend;
            let jobs: Vec<_> = (0..stays.len())
                .map(|job| scope.spawn(move || attend(job)))
                .collect();
            jobs.into_iter().map(|job| job.join().unwrap()).collect()
        })
    }

    #[test]
    fn everybody_gets_what_everybody_brought() {
        for seen in meet(&[20; 4]) {
            for (round, shared) in (0..).zip(seen) {
                assert_eq!(shared, [0, 1, 2, 3].map(|job| (job, round)));
            }
        }
    }

    #[test]
    fn nobody_waits_for_those_who_left() {
        let seen = meet(&[3, 0, 5, 1]);
        let sizes: Vec<usize> = seen[2].iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 2, 2, 1, 1]);
        assert_eq!(seen[2][2], [(0, 2), (2, 2)]);
        assert_eq!(seen[0], seen[2][..3]);
    }

    #[test]
    fn a_job_that_panics_has_left() {
        let meeting = Meeting::new(2);
        let shared = thread::scope(|scope| {
            let gone = scope.spawn(|| {
                let _seat = Seat::<u8>::new(&meeting, 0);
                std::panic::resume_unwind(Box::new(()));
            });
            let shared = Seat::new(&meeting, 1).share(7);
            assert!(gone.join().is_err());
            shared
        });
        assert_eq!(*shared, [7]);
    }
}
