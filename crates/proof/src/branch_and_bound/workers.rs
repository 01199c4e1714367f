//! Several threads that take tasks from one store, until the store is empty or the work is over.
//!
//! The number of threads may change while they work. The calling thread only watches.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// The state that threads share: the tasks, and the results of those that are done.
pub trait Store: Send {
    /// A piece of work.
    type Task;
    /// The result of a task.
    type Done;

    /// The next task; `None` if there is none now.
    fn take(&mut self) -> Option<Self::Task>;

    /// Takes in the result of a task, which may add other tasks.
    fn give(&mut self, done: Self::Done);
}

/// How the work is done.
pub struct Work<'a, L, T, D> {
    /// Makes the state that each thread keeps for itself.
    pub local: &'a (dyn Fn() -> L + Sync),
    /// Does a task.
    pub task: &'a (dyn Fn(&mut L, T) -> D + Sync),
    /// The number of threads to work with, at least 1; asked again and again.
    pub threads: &'a (dyn Fn() -> usize + Sync),
    /// Whether to end before there is nothing left to do; asked before every task, with the store locked.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

/// How often the watching thread looks.
const TICK: Duration = Duration::from_millis(200);

struct Shared<S> {
    state: Mutex<State<S>>,
    /// Tasks were added, or there is no more to do.
    changed: Condvar,
    /// There is no more to do.
    ended: Condvar,
}

struct State<S> {
    store: S,
    /// The number of tasks taken and not done.
    busy: usize,
    /// There is no more to do, or a task has panicked.
    is_done: bool,
}

/// Lets the others end if this thread panics.
struct Alarm<'s, S: Store>(&'s Shared<S>);

impl<S: Store> Drop for Alarm<'_, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end(&mut self.0.lock());
        }
    }
}

impl<S: Store> Shared<S> {
    fn lock(&self) -> MutexGuard<'_, State<S>> {
        let locked = self.state.lock();
        locked.unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait<'s>(
        &'s self,
        event: &Condvar,
        state: MutexGuard<'s, State<S>>,
    ) -> MutexGuard<'s, State<S>> {
        let waited = event.wait_timeout(state, TICK);
        waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0
    }

    fn end(&self, state: &mut State<S>) {
        state.is_done = true;
        self.changed.notify_all();
        self.ended.notify_all();
    }

    /// Works as the thread of this number, until there is nothing to do for it.
    fn work<L>(&self, number: usize, work: &Work<'_, L, S::Task, S::Done>) {
        let _alarm = Alarm(self);
        let mut local = (work.local)();
        let mut state = self.lock();
        while !state.is_done && number < (work.threads)().max(1) {
            if (work.is_over)() {
                self.end(&mut state);
            } else if let Some(task) = state.store.take() {
                state.busy += 1;
                drop(state);
                let done = (work.task)(&mut local, task);
                state = self.lock();
                state.busy -= 1;
                state.store.give(done);
                self.changed.notify_all();
            } else if state.busy == 0 {
                self.end(&mut state);
            } else {
                state = self.wait(&self.changed, state);
            }
        }
    }
}

/// Works on a store until it is empty and no task is in progress, or until the work is over. `watch` is called now and then with the
/// store as it stands, and at the end. Returns the store, and the sum of the seconds of all threads.
///
/// # Panics
/// When a task does.
pub fn work<S: Store, L>(
    store: S,
    work: &Work<'_, L, S::Task, S::Done>,
    watch: &mut dyn FnMut(&S),
) -> (S, f64) {
    let state = State {
        store,
        busy: 0,
        is_done: false,
    };
    let shared = Shared {
        state: Mutex::new(state),
        changed: Condvar::new(),
        ended: Condvar::new(),
    };
    let seconds = thread::scope(|scope| oversee(scope, &shared, work, watch));
    let state = shared.state.into_inner();
    let state = state.unwrap_or_else(|poisoned| poisoned.into_inner());
    (state.store, seconds)
}

/// Keeps as many threads at work as are wanted; returns the sum of their seconds.
fn oversee<'scope, S: Store, L>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'scope Shared<S>,
    work: &'scope Work<'_, L, S::Task, S::Done>,
    watch: &mut dyn FnMut(&S),
) -> f64 {
    let timed = move |number| {
        let begin = Instant::now();
        shared.work(number, work);
        begin.elapsed().as_secs_f64()
    };
    let mut threads: Vec<ScopedJoinHandle<'_, f64>> = Vec::new();
    let mut seconds = 0.0;
    loop {
        let mut state = shared.lock();
        watch(&state.store);
        if state.is_done {
            break;
        }
        // Threads beyond the wanted number have ended or are about to; they are the last ones.
        while threads.last().is_some_and(|thread| thread.is_finished()) {
            seconds += threads.pop().map_or(0.0, seconds_of);
        }
        for number in threads.len()..(work.threads)().max(1) {
            threads.push(scope.spawn(move || timed(number)));
        }
        state = shared.wait(&shared.ended, state);
        drop(state);
    }
    seconds + threads.into_iter().map(seconds_of).sum::<f64>()
}

fn seconds_of(thread: ScopedJoinHandle<'_, f64>) -> f64 {
    let ended = thread.join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Numbers to be counted down; each is a task, and leaves the next smaller one twice.
    struct Countdown {
        left: Vec<u32>,
        done: u32,
    }

    impl Store for Countdown {
        type Task = u32;
        type Done = u32;

        fn take(&mut self) -> Option<u32> {
            self.left.pop()
        }

        fn give(&mut self, number: u32) {
            self.done += 1;
            self.left
                .extend([number; 2].into_iter().filter_map(|n| n.checked_sub(1)));
        }
    }

    fn count(
        threads: &(dyn Fn() -> usize + Sync),
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Countdown {
        let store = Countdown {
            left: vec![10],
            done: 0,
        };
        let task = Work {
            local: &|| (),
            task: &|(), number| number,
            threads,
            is_over,
        };
        work(store, &task, &mut |_| {}).0
    }

    #[test]
    fn every_task_is_done_once_by_any_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            let done = count(&|| threads, &|| false);
            assert_eq!((done.done, done.left.len()), (2047, 0));
        }
    }

    #[test]
    fn threads_may_come_and_go() {
        let asked = AtomicUsize::new(0);
        let done = count(&|| asked.fetch_add(1, Ordering::Relaxed) % 4, &|| false);
        assert_eq!(done.done, 2047);
    }

    #[test]
    fn nothing_is_begun_when_it_is_over() {
        let done = count(&|| 2, &|| true);
        assert_eq!((done.done, done.left.len()), (0, 1));
    }

    #[test]
    #[should_panic(expected = "five")]
    fn a_panic_ends_all() {
        let store = Countdown {
            left: vec![10],
            done: 0,
        };
        let task = Work {
            local: &|| (),
            task: &|(), number| if number == 5 { panic!("five") } else { number },
            threads: &|| 3,
            is_over: &|| false,
        };
        work(store, &task, &mut |_| {});
    }
}
