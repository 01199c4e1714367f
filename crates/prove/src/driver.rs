//! The process itself: boxes in, answers out, on several threads.
//!
//! Whoever is free works on the smallest box that is waiting and about which nobody is working. Before a box of which nothing is known to fit is met, it is asked whether games
//! arrive there at all by the step that leads to it (an engine that proves can often refute that at once).
//! What is known is never asked again, and every box is on disk before the
//! boxes resized from it are started. Which boxes are met follows [`walk`](morpion_conclusion::walk()): the
//! process stops at boxes *claimed* empty, so its reach serves claims; a verdict of proofs walks
//! anew.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use super::cores;
use super::run::{Event, ProveError, Run};
use morpion_output::text::timestamp;
use morpion_proof::branch_and_bound::workers::{self, Store, Work};
use morpion_proof::claim::{Ask, Claim, Evidence, Objects, Setting, Subject, UpperBound};
use morpion_proof::engine::{Answer, Control, Ending, Progress};
use morpion_results::{BoxFacts, Conflict, Entry, Facts, TakeInError, known_or_new};
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};

/// Runs the process on what is known so far, until no box is left to ask about or a limit
/// comes, and returns what is known then.
///
/// # Errors
/// The state cannot be written, or a proven bound turned out wrong.
pub fn explore(run: &Run<'_>, facts: Facts) -> Result<Facts, ProveError> {
    let process = Process::new(run, facts);
    process.meet(Setting::START);
    let work = Work {
        local: &|| (),
        task: &|(), task| process.attend(task),
        threads: &|| run.limits.jobs,
        is_over: &|| process.is_over(),
    };
    workers::work(&process, &work, &mut |_| {});
    process.outcome()
}

/// Puts these questions to the engine one after another, each with all cores, until a limit comes, and returns what is known then.
///
/// # Errors
/// As for [`explore`].
pub fn ask_each(run: &Run<'_>, facts: Facts, claims: &[Claim]) -> Result<Facts, ProveError> {
    let process = Process::new(run, facts);
    let met = claims.len();
    for (claim, done) in claims.iter().zip(1..) {
        if process.is_over() {
            break;
        }
        let bounding_box = claim.subject.bounding_box;
        let facts = process.recall(bounding_box);
        match facts.and_then(|mut facts| process.ask(&Ask::Holds(*claim), &mut facts)) {
            Ok(_) => run.observer.tell(&Event::Settled {
                bounding_box,
                done,
                met,
            }),
            Err(error) => process.break_off(error),
        }
    }
    process.outcome()
}

/// Something to work on: a box, or one way into it. Smaller boxes come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Task {
    size: u32,
    bounding_box: BoundingBox,
    arrival: Option<Arrival>,
}

impl Task {
    fn new(bounding_box: BoundingBox, arrival: Option<Arrival>) -> Self {
        let (size, bounding_box) = bounding_box.by_size();
        Self {
            size,
            bounding_box,
            arrival,
        }
    }
}

#[derive(Default)]
struct State {
    facts: Facts,
    met: BTreeSet<BoundingBox>,
    /// Arrivals that were put on the list.
    asked: BTreeSet<Task>,
    waiting: BTreeSet<Task>,
    /// In the order in which they were taken up; never two about one box, whose facts they would both change.
    running: Vec<Task>,
    done: usize,
    /// The first error; once there is one, nothing more is started.
    error: Option<ProveError>,
}

struct Process<'a> {
    run: &'a Run<'a>,
    deadline: Option<Instant>,
    state: Mutex<State>,
}

/// How the questions about one box ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Nothing is left to ask, or the engine could not answer.
    Settled,
    /// The run is over.
    Over,
    /// The engine failed.
    Failed,
}

impl Store for &Process<'_> {
    type Task = Task;
    type Done = Task;

    fn take(&mut self) -> Option<Task> {
        let mut state = self.lock();
        let is_in_work = |b| state.running.iter().any(|t| t.bounding_box == b);
        let mut waiting = state.waiting.iter();
        let task = *waiting.find(|task| !is_in_work(task.bounding_box))?;
        state.waiting.remove(&task);
        state.running.push(task);
        Some(task)
    }

    fn give(&mut self, task: Task) {
        self.lock().running.retain(|&t| t != task);
    }
}

impl<'a> Process<'a> {
    fn new(run: &'a Run<'a>, facts: Facts) -> Self {
        Self {
            run,
            deadline: run.limits.run.and_then(|d| Instant::now().checked_add(d)),
            state: Mutex::new(State {
                facts,
                ..State::default()
            }),
        }
    }

    /// What is known in the end, or the first error.
    fn outcome(self) -> Result<Facts, ProveError> {
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(state.facts), Err)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a box on the list, once.
    fn meet(&self, bounding_box: BoundingBox) {
        let mut state = self.lock();
        if state.met.insert(bounding_box) {
            state.waiting.insert(Task::new(bounding_box, None));
        }
    }

    /// Takes a step: puts the box, or first the question whether games arrive there so, on the list.
    fn step(&self, to: BoundingBox, arrival: Option<Arrival>) {
        let Some(by) = arrival.filter(|_| self.run.scope.objects == Objects::Games) else {
            return self.meet(to);
        };
        if self.is_barred(to, by) {
            return;
        }
        if !self.asks_first(to) {
            return self.meet(to);
        }
        let mut state = self.lock();
        let task = Task::new(to, arrival);
        if state.asked.insert(task) {
            state.waiting.insert(task);
        }
    }

    fn is_barred(&self, to: BoundingBox, by: Arrival) -> bool {
        let state = self.lock();
        let known = state.facts.get(&to);
        known.is_some_and(|known| known.proof_of_no_arrival(by).is_some())
    }

    /// Whether it is worth asking if games arrive at a box: nothing is known to fit it, and it is not met anyway.
    fn asks_first(&self, to: BoundingBox) -> bool {
        let proves = self.run.engine.evidence() == Evidence::Proven;
        let is_plain = self.run.scope.setting.variant == Variant::D5;
        let state = self.lock();
        let fits_or_not = state.facts.get(&to).is_some_and(|f| {
            f.best(Objects::Graphs).is_some()
                || f.bound(Objects::Games, Evidence::Proven) == Some(UpperBound::Empty)
        });
        proves
            && is_plain
            && !fits_or_not
            && !self.run.known.contains_key(&to)
            && !state.met.contains(&to)
    }

    /// Works on a task, and puts what follows on the list.
    fn attend(&self, task: Task) -> Task {
        let bounding_box = task.bounding_box;
        let end = match task.arrival {
            None => self.work_on(bounding_box),
            Some(by) => self.ask_arrival(bounding_box, by),
        };
        match end {
            Ok(End::Settled) => self.go_on(task),
            Ok(End::Over) => return task,
            Ok(End::Failed) => {}
            Err(error) => {
                self.break_off(error);
                return task;
            }
        }
        if task.arrival.is_none() {
            self.tell_settled(bounding_box);
        }
        task
    }

    /// What follows once a task is settled.
    fn go_on(&self, task: Task) {
        let bounding_box = task.bounding_box;
        match task.arrival {
            None => self.grow(bounding_box),
            Some(by) if self.is_barred(bounding_box, by) => {}
            Some(_) => self.meet(bounding_box),
        }
    }

    /// How many cores the task may use now.
    fn cores_for(&self, task: Task) -> usize {
        let state = self.lock();
        let before = state.running.iter().take_while(|&&t| t != task).count();
        let jobs = self.run.limits.jobs.max(1);
        cores::share(jobs, state.waiting.len(), state.running.len(), before)
    }

    /// Keeps the first error, asks the engines in flight to stop, and says so at once: they may
    /// take long.
    fn break_off(&self, error: ProveError) {
        self.run.observer.tell(&Event::Broken(&error));
        self.run.stop.store(true, Ordering::Relaxed);
        self.lock().error.get_or_insert(error);
    }

    fn tell_settled(&self, bounding_box: BoundingBox) {
        let (done, met) = {
            let mut state = self.lock();
            state.done += 1;
            (state.done, state.met.len())
        };
        self.run.observer.tell(&Event::Settled {
            bounding_box,
            done,
            met,
        });
    }

    /// Whether no further question may be asked.
    fn is_over(&self) -> bool {
        self.run.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|d| Instant::now() >= d)
            || self.lock().error.is_some()
    }

    /// Takes the steps from this box unless it is empty.
    fn grow(&self, bounding_box: BoundingBox) {
        let scope = self.run.scope;
        let known = self.lock().facts.get(&bounding_box).cloned();
        let empty = Some(UpperBound::Empty);
        let evidence = self.run.engine.evidence();
        if known.is_some_and(|f| f.bound(scope.objects, evidence) == empty) {
            return;
        }
        let mut steps = scope.setting.steps(bounding_box);
        steps.retain(|&(b, _)| scope.covers(b));
        steps.into_iter().for_each(|(b, by)| self.step(b, by));
    }

    /// Asks whether games arrive at a box by these sides, unless something turns out to fit it.
    fn ask_arrival(&self, to: BoundingBox, by: Arrival) -> Result<End, ProveError> {
        if !self.asks_first(to) {
            return Ok(End::Settled);
        }
        let mut facts = self.recall(to)?;
        self.ask(&Claim::no_arrival(to, by).into(), &mut facts)
    }

    /// Asks about one box until nothing is left to ask. No question is asked twice in a run.
    fn work_on(&self, bounding_box: BoundingBox) -> Result<End, ProveError> {
        let mut facts = self.recall(bounding_box)?;
        let mut asked: Vec<Ask> = Vec::new();
        while let Some(ask) = self.next_ask(&facts) {
            if asked.contains(&ask) {
                return Ok(End::Settled);
            }
            if self.is_over() {
                return Ok(End::Over);
            }
            let end = self.ask(&ask, &mut facts)?;
            if end != End::Settled {
                return Ok(end);
            }
            asked.push(ask);
        }
        if asked.is_empty() {
            let is_new = self.lock().facts.get(&bounding_box) != Some(&facts);
            if is_new {
                self.keep(&facts)?;
            }
            self.run.store.forget_settled(&facts)?;
        }
        Ok(End::Settled)
    }

    /// What is known of a box, from earlier runs and from games.
    fn recall(&self, bounding_box: BoundingBox) -> Result<BoxFacts, ProveError> {
        let mut facts = known_or_new(&self.lock().facts, bounding_box);
        let mut conflicts = Vec::new();
        if let Some(game) = self.run.known.get(&bounding_box) {
            let variant = self.run.scope.setting.variant;
            conflicts = facts.learn_object(variant, &game.moves, &game.by);
        }
        self.tell_conflicts(&conflicts);
        refuted_proof(conflicts)?;
        Ok(facts)
    }

    fn tell_conflicts(&self, conflicts: &[Conflict]) {
        for conflict in conflicts {
            self.run.observer.tell(&Event::Conflict(conflict));
        }
    }

    fn ask(&self, ask: &Ask, facts: &mut BoxFacts) -> Result<End, ProveError> {
        self.run.observer.tell(&Event::Started(ask));
        let store = self.run.store;
        let unfinished = store.unfinished(ask)?;
        let answer = match self.solve(ask, unfinished.as_deref(), facts) {
            Ok(answer) => answer,
            Err(words) => return self.fail(ask, facts, words),
        };
        let conflicts = match store.take_in(facts, ask, &answer) {
            Ok(conflicts) => conflicts,
            Err(TakeInError::Store(error)) => return Err(error.into()),
            Err(refused) => return self.fail(ask, facts, refused.to_string()),
        };
        self.remember(facts);
        self.tell_conflicts(&conflicts);
        let answered = Event::Answered(ask, &answer, facts);
        self.run.observer.tell(&answered);
        refuted_proof(conflicts)?;
        Ok(match answer.ending {
            Ending::Interrupted => End::Over,
            Ending::Answered | Ending::TimeLimit | Ending::Undecided => End::Settled,
        })
    }

    /// Notes that the engine failed altogether, and what it said.
    fn fail(&self, ask: &Ask, facts: &mut BoxFacts, words: String) -> Result<End, ProveError> {
        let (engine, date) = (self.run.engine.name(), timestamp(SystemTime::now()));
        let answer = Answer {
            status: words.clone(),
            ..Answer::new(engine.to_owned())
        };
        facts.learn(Entry::of(ask, &answer, date));
        self.keep(facts)?;
        self.run.observer.tell(&Event::Failed(ask, &words));
        Ok(End::Failed)
    }

    /// Asks the engine; its failures, panics included, come back as words.
    fn solve(
        &self,
        ask: &Ask,
        unfinished: Option<&[u8]>,
        facts: &BoxFacts,
    ) -> Result<Answer, String> {
        let subject = ask.subject();
        let now = Instant::now();
        let per_box = self.run.limits.per_box.and_then(|d| now.checked_add(d));
        let progress = |progress: Progress| {
            let event = Event::Progress(subject.bounding_box, progress);
            self.run.observer.tell(&event);
        };
        let task = Task::new(subject.bounding_box, ask.claim().and_then(|c| c.arrival));
        let control = Control {
            deadline: self.deadline.into_iter().chain(per_box).min(),
            threads: &|| self.cores_for(task),
            progress: &progress,
            resume: unfinished,
            keep: &|certificate| {
                if let Err(error) = self.run.store.save_unfinished(ask, certificate) {
                    self.run.observer.tell(&Event::NotKept(ask, &error));
                }
            },
            incumbent: facts.incumbent(subject.objects),
            at_most: facts.at_most(subject.objects),
            ..Control::new(self.run.stop)
        };
        let engine = self.run.engine;
        // A panic in one box must not take the other boxes with it.
        match catch_unwind(AssertUnwindSafe(|| engine.solve(ask, &control))) {
            Ok(answer) => answer.map_err(|e| e.to_string()),
            Err(_) => Err(format!("{} panicked", engine.name())),
        }
    }

    fn keep(&self, facts: &BoxFacts) -> Result<(), ProveError> {
        self.run.store.save_box(facts)?;
        self.remember(facts);
        Ok(())
    }

    fn remember(&self, facts: &BoxFacts) {
        self.lock().facts.insert(facts.bounding_box, facts.clone());
    }

    /// The next thing to ask about a box, `None` when it is done with.
    ///
    /// An engine that proves is asked again about what has only been claimed.
    fn next_ask(&self, facts: &BoxFacts) -> Option<Ask> {
        let scope = self.run.scope;
        let evidence = self.run.engine.evidence();
        let bound = facts.bound(scope.objects, evidence);
        if bound == Some(UpperBound::Empty) {
            return None;
        }
        let subject = scope.about(facts.bounding_box);
        match scope.at_most {
            None => next_to_maximum(evidence, subject, facts),
            Some(n) => {
                next_size(n, bound, scope.objects, facts).map(|k| subject.refuting(k).into())
            }
        }
    }
}

fn refuted_proof(conflicts: Vec<Conflict>) -> Result<(), ProveError> {
    let is_proven = |conflict: &Conflict| conflict.evidence == Evidence::Proven;
    match conflicts.into_iter().find(is_proven) {
        Some(conflict) => Err(ProveError::ProofRefuted(Box::new(conflict))),
        None => Ok(()),
    }
}

/// What to ask on the way to the maximum; `None` when it is known.
///
/// Where somebody claims that the best object known is the largest, that is what there is to prove.
fn next_to_maximum(evidence: Evidence, subject: Subject, facts: &BoxFacts) -> Option<Ask> {
    let objects = subject.objects;
    if facts.is_attained(objects, evidence) {
        return None;
    }
    let is_claimed = facts.is_attained(objects, Evidence::Claimed);
    let proof_of = facts.best(objects).filter(|_| is_claimed);
    Some(proof_of.map_or(subject.into(), |best| subject.refuting(best + 1).into()))
}

/// Which `at least` question comes next when at most `n` moves are to be shown.
fn next_size(n: u32, bound: Option<UpperBound>, objects: Objects, facts: &BoxFacts) -> Option<u32> {
    // Nothing has more than 2^32 - 1 moves.
    let more = n.checked_add(1)?;
    let is_refuted = facts.best(objects).is_some_and(|size| size >= more);
    if !is_refuted && !bound.is_some_and(|b| b.refutes(more)) {
        return Some(more);
    }
    // Any graph that fits shows that the boxes resized from this one are needed.
    let something_fits = facts.best(Objects::Graphs).is_some();
    (!something_fits).then_some(1)
}
