//! One search on all its threads: budget, seeds, and where finished games go.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand::SeedableRng;

use super::meeting::{Meeting, Seat};
use crate::games::Lesson;
use crate::games::game::{Game, Playable, Rng};
use crate::geometry::Move;
use crate::record::play_all;

/// An algorithm that looks for games of high score, on one thread.
///
/// It hands each finished game to [`Run::finished`], and tells [`Run::moved`] how many moves it has played or taken back; otherwise a
/// budget of steps never ends it. It returns when it is done or soon after [`Run::is_over`] turns true, and may leave `game` in any
/// state.
pub trait Searcher<G: Game>: Sync {
    /// Searches from the position of `game`.
    fn search(&self, game: &mut G, run: &mut Run<'_, G>);
}

/// The limits on a search; without limits it goes on until it is stopped or done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Wall time.
    pub time: Option<Duration>,
    /// Finished games, shared evenly among the jobs.
    pub playouts: Option<u64>,
    /// Moves played or taken back, shared evenly among the jobs; a search may go over by the moves of one game.
    pub steps: Option<u64>,
}

impl Budget {
    /// Whether there is no limit.
    pub const fn is_unlimited(self) -> bool {
        self.time.is_none() && self.playouts.is_none() && self.steps.is_none()
    }
}

/// The share of job `job` of `jobs` in a limit; the shares add up to the whole.
fn share(whole: Option<u64>, job: usize, jobs: usize) -> u64 {
    let (job, jobs) = (job as u64, jobs as u64);
    whole.map_or(u64::MAX, |n| n / jobs + u64::from(job < n % jobs))
}

/// How a search is run.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The limits on the search.
    pub budget: Budget,
    /// The seed of the random numbers; with one job, the same seed gives the same games.
    pub seed: u64,
    /// Threads, each with its own random numbers; at least 1.
    pub jobs: usize,
    /// Whether a search that is done starts again while there is a budget left.
    pub repeat: bool,
    /// Turns true when the search is to stop.
    pub stop: &'a AtomicBool,
}

/// A game better than all before it.
#[derive(Clone, Debug)]
pub struct Improvement {
    /// Its score.
    pub score: u32,
    /// The whole game, from the cross, in order of play.
    pub moves: Vec<Move>,
    /// The job that found it, from 0.
    pub job: usize,
    /// Games this job had finished, this one included.
    pub playouts: u64,
    /// Time since the search began.
    pub after: Duration,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snapshot {
    /// The best score; 0 before the first game.
    pub best: u32,
    /// Games finished on all threads.
    pub playouts: u64,
    /// Moves played or taken back on all threads, as far as the search counts them.
    pub steps: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Time from the beginning to the last improvement.
    pub improved: Duration,
}

impl Snapshot {
    /// Finished games a second, on all threads together.
    pub fn rate(self) -> f64 {
        self.playouts as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Watches a search.
pub trait Observer: Sync {
    /// A better game was found; its moves are legal. To break is to stop the search.
    fn improved(&self, improvement: &Improvement) -> ControlFlow<()>;

    /// Called with a line that should stay on the screen.
    fn note(&self, _line: &str) {}

    /// Called a few times a second. `doing` is what the search says of itself (nothing, for most algorithms).
    fn progress(&self, _snapshot: Snapshot, _doing: &str) {}
}

/// Watches nothing: for callers who only want the [`Outcome`].
impl Observer for () {
    fn improved(&self, _improvement: &Improvement) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best game; `None` when not one was finished.
    pub best: Option<Improvement>,
    /// The final count.
    pub snapshot: Snapshot,
    /// The last words of the search, or of its first job; empty when it said nothing.
    pub last_word: String,
}

/// The state that all jobs share.
struct Shared<'a> {
    plan: Plan<'a>,
    start: Instant,
    /// [`Improvement::score`] of the best game, to be asked without a lock.
    score: AtomicU32,
    best: Mutex<Option<Improvement>>,
    playouts: AtomicU64,
    steps: AtomicU64,
    /// The activity of the first job, in its own words.
    doing: Mutex<String>,
    observer: &'a dyn Observer,
}

impl<'a> Shared<'a> {
    fn new(plan: Plan<'a>, observer: &'a dyn Observer) -> Self {
        Self {
            plan,
            start: Instant::now(),
            score: AtomicU32::new(0),
            best: Mutex::new(None),
            playouts: AtomicU64::new(0),
            steps: AtomicU64::new(0),
            doing: Mutex::default(),
            observer,
        }
    }

    fn into_best(self) -> Option<Improvement> {
        let best = self.best.into_inner();
        best.unwrap_or_else(PoisonError::into_inner)
    }

    fn snapshot(&self) -> Snapshot {
        let best = lock(&self.best);
        Snapshot {
            best: self.score.load(Ordering::Relaxed),
            playouts: self.playouts.load(Ordering::Relaxed),
            steps: self.steps.load(Ordering::Relaxed),
            elapsed: self.start.elapsed(),
            improved: best.as_ref().map_or(Duration::ZERO, |b| b.after),
        }
    }

    /// Keeps the game if it is the best, under one lock, so that the observer hears of
    /// improvements in order.
    fn offer(&self, improvement: Improvement) {
        let mut best = lock(&self.best);
        if best.as_ref().is_some_and(|b| b.score >= improvement.score) {
            return;
        }
        self.score.store(improvement.score, Ordering::Relaxed);
        if self.observer.improved(&improvement).is_break() {
            self.plan.stop.store(true, Ordering::Relaxed);
        }
        *best = Some(improvement);
    }
}

/// One job's side of a search.
pub struct Run<'a, G: Game> {
    /// The job's random numbers.
    pub rng: Rng,
    job: usize,
    playouts: u64,
    most_playouts: u64,
    steps: u64,
    most_steps: u64,
    /// The playouts and steps of this job that are in the common counts already.
    told: (u64, u64),
    deadline: Option<Instant>,
    over: bool,
    whole_game: &'a (dyn Fn(&[G::Move]) -> Vec<Move> + Sync),
    /// Moves that come before those of every game that is handed in: see [`Self::after`].
    opening: Vec<G::Move>,
    /// Where games are shared with the other jobs.
    seat: Seat<'a, Vec<Lesson<G::Move>>>,
    shared: &'a Shared<'a>,
}

impl<G: Game> Run<'_, G> {
    /// Playouts between two looks at the clock. The same look adds them to the common counts.
    const INTERVAL: u64 = 32;

    /// Whether the budget is spent or the search is to stop.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Takes note of a finished game: `moves` lead from the position the search started from
    /// to its end. Counts as one playout. Returns whether the search may go on.
    pub fn finished(&mut self, score: u32, moves: &[G::Move]) -> bool {
        self.finished_as(score, || moves.to_vec())
    }

    /// As [`Self::finished`], for games whose moves take time to write down: `moves` is called only if the game is the best.
    pub fn finished_as(&mut self, score: u32, moves: impl FnOnce() -> Vec<G::Move>) -> bool {
        if self.over {
            return false;
        }
        self.playouts += 1;
        if score > self.shared.score.load(Ordering::Relaxed) {
            self.shared.offer(Improvement {
                score,
                moves: (self.whole_game)(&[&self.opening[..], &moves()].concat()),
                job: self.job,
                playouts: self.playouts,
                after: self.shared.start.elapsed(),
            });
        }
        if self.playouts.is_multiple_of(Self::INTERVAL) {
            self.look_at_clock();
        }
        self.over |= self.playouts >= self.most_playouts || self.is_stopped();
        !self.over
    }

    /// Takes note of moves that were played or taken back.
    pub fn moved(&mut self, moves: usize) {
        self.steps += moves as u64;
        self.over |= self.steps >= self.most_steps;
    }

    /// Games this job has finished.
    pub const fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Searches from the position after `opening`, whose moves are played already. Games that are handed in meanwhile begin after it.
    pub(crate) fn after<T>(
        &mut self,
        opening: &[G::Move],
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.opening.len();
        self.opening.extend_from_slice(opening);
        let found = search(self);
        self.opening.truncate(before);
        found
    }

    /// Which job it is, from 0.
    pub const fn job(&self) -> usize {
        self.job
    }

    /// How many jobs there are.
    pub fn jobs(&self) -> usize {
        self.shared.plan.jobs.max(1)
    }

    /// Notes what the search is doing now. The observer is told of the first job only.
    pub fn tell(&self, what: impl FnOnce() -> String) {
        if self.job == 0 {
            *lock(&self.shared.doing) = what();
        }
    }

    /// Has the observer keep a line on the screen.
    pub fn note(&self, line: &str) {
        self.shared.observer.note(line);
    }

    /// Brings games to the other jobs, waits until each of them has done the same or is done with its search, and returns
    /// the games of all in the order of the jobs.
    ///
    /// So the games that a search finds depend on the number of jobs, but not on how fast each job is.
    pub(crate) fn share(&self, games: Vec<Lesson<G::Move>>) -> Vec<Lesson<G::Move>> {
        self.seat.share(games).concat()
    }

    /// Ends the search when it is time; for searchers that finish games rarely.
    pub fn look_at_clock(&mut self) {
        self.over |= self.is_late();
        let (playouts, steps) = std::mem::replace(&mut self.told, (self.playouts, self.steps));
        let tell = |all: &AtomicU64, more| all.fetch_add(more, Ordering::Relaxed);
        tell(&self.shared.playouts, self.playouts - playouts);
        tell(&self.shared.steps, self.steps - steps);
    }

    /// Whether it is time to end the search, asked from within a long computation.
    pub fn is_late(&self) -> bool {
        self.alarm()()
    }

    /// A function that answers as [`Self::is_late`] does, for other threads.
    pub fn alarm(&self) -> impl Fn() -> bool + Sync + use<'_, G> {
        let (shared, deadline) = (self.shared, self.deadline);
        move || {
            let is_stopped = shared.plan.stop.load(Ordering::Relaxed);
            is_stopped || deadline.is_some_and(|d| Instant::now() >= d)
        }
    }

    fn is_stopped(&self) -> bool {
        self.shared.plan.stop.load(Ordering::Relaxed)
    }
}

/// Runs `searcher` from the position of `root` on all threads of the plan.
///
/// # Panics
/// If a searcher hands in a game that is not legal, or a job panics.
pub fn run<G: Playable + Sync>(
    root: &G,
    searcher: &dyn Searcher<G>,
    plan: Plan<'_>,
    observer: &dyn Observer,
) -> Outcome {
    let shared = Shared::new(plan, observer);
    let whole_game = |moves: &[G::Move]| legal_game(root, moves);
    let jobs = plan.jobs.max(1);
    let meeting = Meeting::new(jobs);
    std::thread::scope(|scope| {
        let (done, is_done) = channel();
        for (job, rng) in seeds(plan.seed, jobs).into_iter().enumerate() {
            let mut job_run = Run {
                rng,
                job,
                playouts: 0,
                most_playouts: share(plan.budget.playouts, job, jobs),
                steps: 0,
                most_steps: share(plan.budget.steps, job, jobs),
                told: (0, 0),
                deadline: plan.budget.time.and_then(|t| shared.start.checked_add(t)),
                over: false,
                whole_game: &whole_game,
                opening: Vec::new(),
                seat: Seat::new(&meeting, job),
                shared: &shared,
            };
            let done = done.clone();
            scope.spawn(move || {
                work(root, searcher, &mut job_run);
                drop(done);
            });
        }
        drop(done);
        let wait = Duration::from_millis(200);
        while is_done.recv_timeout(wait) == Err::<(), _>(RecvTimeoutError::Timeout) {
            observer.progress(shared.snapshot(), &lock(&shared.doing));
        }
    });
    let last_word = lock(&shared.doing).clone();
    Outcome {
        snapshot: shared.snapshot(),
        last_word,
        best: shared.into_best(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work<G: Playable>(root: &G, searcher: &dyn Searcher<G>, run: &mut Run<'_, G>) {
    run.over = run.most_playouts == 0 || run.most_steps == 0;
    run.look_at_clock();
    if root.legal().is_empty() && !run.is_over() {
        // There is nothing to search for, and many algorithms would never end.
        run.finished(root.score(), &[]);
        run.over = true;
    }
    while !run.is_over() {
        let before = run.playouts;
        searcher.search(&mut root.clone(), run);
        // A search that finished no game would be repeated for ever without finishing one.
        if !run.shared.plan.repeat || run.playouts == before {
            break;
        }
    }
    run.look_at_clock();
}

/// One generator for each job, far apart in one sequence; the first does not depend on the number of jobs.
fn seeds(seed: u64, jobs: usize) -> Vec<Rng> {
    let mut rng = Rng::seed_from_u64(seed);
    let next = |_| {
        let own = rng.clone();
        rng.jump();
        own
    };
    (0..jobs).map(next).collect()
}

/// The game from the cross, replayed by the slow rules: the searchers are not trusted.
fn legal_game<G: Playable>(root: &G, moves: &[G::Move]) -> Vec<Move> {
    let game = root.whole_game(moves);
    if let Err(error) = play_all(root.variant(), &game) {
        panic!("a searcher handed in a game that is not legal: {error}");
    }
    game
}

#[cfg(test)]
mod tests;
