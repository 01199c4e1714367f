//! One question: asks the engine, has the answer checked, and keeps it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Instant, SystemTime};

use super::cores::Places;
use super::run::{Event, ProveError, Run};
use morpion_output::text::timestamp;
use morpion_proof::claim::Ask;
use morpion_proof::engine::{Answer, Control, Ending, Progress};
use morpion_results::{BoxFacts, Conflict, Entry, TakeInError};

/// A question to be asked.
pub(crate) struct Task {
    pub(crate) ask: Ask,
    /// The facts known of its box.
    pub(crate) facts: BoxFacts,
}

/// A question that was asked.
pub(crate) struct Done {
    pub(crate) ask: Ask,
    /// The facts known of its box now.
    pub(crate) facts: BoxFacts,
    pub(crate) end: Result<End, ProveError>,
}

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The engine has answered, or could find no answer.
    Asked,
    /// The run is over.
    Over,
    /// The engine failed.
    Failed,
}

/// Asks the engine, and keeps its answer.
pub(crate) fn answer(
    run: &Run<'_>,
    deadline: Option<Instant>,
    places: &Places,
    task: Task,
) -> Done {
    let Task { ask, mut facts } = task;
    run.observer.tell(&Event::Started(&ask));
    let end = match solve(run, deadline, places, &ask, &facts) {
        Ok(Ok(answer)) => keep(run, &ask, &answer, &mut facts),
        Ok(Err(words)) => fail(run, &ask, &mut facts, words),
        Err(error) => Err(error),
    };
    Done { ask, facts, end }
}

/// The engine's answer; its failures, panics included, come back as words.
fn solve(
    run: &Run<'_>,
    deadline: Option<Instant>,
    places: &Places,
    ask: &Ask,
    facts: &BoxFacts,
) -> Result<Result<Answer, String>, ProveError> {
    let unfinished = run.store.unfinished(ask)?;
    let subject = ask.subject();
    let now = Instant::now();
    let per_box = run.limits.per_box.and_then(|d| now.checked_add(d));
    let progress = |progress: Progress| {
        let event = Event::Progress(subject.bounding_box, progress);
        run.observer.tell(&event);
    };
    let control = Control {
        deadline: deadline.into_iter().chain(per_box).min(),
        threads: &|| places.cores_for(subject.bounding_box),
        progress: &progress,
        resume: unfinished.as_deref(),
        keep: &|certificate| {
            if let Err(error) = run.store.save_unfinished(ask, certificate) {
                run.observer.tell(&Event::NotKept(ask, &error));
            }
        },
        incumbent: facts.incumbent(subject.objects),
        at_most: facts.at_most(subject.objects),
        ..Control::new(run.stop)
    };
    // A panic in one box must not take the other boxes with it.
    let answer = catch_unwind(AssertUnwindSafe(|| run.engine.solve(ask, &control)));
    Ok(match answer {
        Ok(answer) => answer.map_err(|e| e.to_string()),
        Err(_) => Err(format!("{} panicked", run.engine.name())),
    })
}

/// Takes the answer in.
fn keep(
    run: &Run<'_>,
    ask: &Ask,
    answer: &Answer,
    facts: &mut BoxFacts,
) -> Result<End, ProveError> {
    let conflicts = match run.store.take_in(facts, ask, answer) {
        Ok(conflicts) => conflicts,
        Err(TakeInError::Store(error)) => return Err(error.into()),
        Err(refused) => return fail(run, ask, facts, refused.to_string()),
    };
    tell(run, &conflicts);
    run.observer.tell(&Event::Answered(ask, answer, facts));
    no_proof_refuted(conflicts)?;
    Ok(match answer.ending {
        Ending::Interrupted => End::Over,
        Ending::Answered | Ending::TimeLimit | Ending::Undecided => End::Asked,
    })
}

/// Notes that the engine failed altogether, and what it said.
fn fail(run: &Run<'_>, ask: &Ask, facts: &mut BoxFacts, words: String) -> Result<End, ProveError> {
    let (engine, date) = (run.engine.name(), timestamp(SystemTime::now()));
    let answer = Answer {
        status: words.clone(),
        ..Answer::new(engine.to_owned())
    };
    facts.learn(Entry::of(ask, &answer, date));
    run.store.save_box(facts)?;
    run.observer.tell(&Event::Failed(ask, &words));
    Ok(End::Failed)
}

/// Tells the observer of conflicts.
pub(crate) fn tell(run: &Run<'_>, conflicts: &[Conflict]) {
    for conflict in conflicts {
        run.observer.tell(&Event::Conflict(conflict));
    }
}

/// Breaks off where one of the conflicts is with a proof.
///
/// # Errors
/// [`ProveError::ProofRefuted`].
pub fn no_proof_refuted(conflicts: Vec<Conflict>) -> Result<(), ProveError> {
    match Conflict::with_a_proof(conflicts) {
        Some(conflict) => Err(ProveError::ProofRefuted(Box::new(conflict))),
        None => Ok(()),
    }
}
