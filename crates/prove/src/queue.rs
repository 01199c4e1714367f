//! The state of a run: the known facts, the questions that they leave open, and which thread works on which box.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use super::cores::{Places, Taken};
use super::run::{Event, ProveError, Run};
use super::solve::{Done, End, Task, no_proof_refuted, tell};
use morpion_conclusion::{Agenda, Tried};
use morpion_proof::branch_and_bound::workers::Store;
use morpion_proof::claim::Ask;
use morpion_results::{BoxFacts, Facts, known_or_new};
use morpion_rules::geometry::BoundingBox;

/// A function that lists the open questions, by the known facts and the questions tried.
pub(crate) type Open<'a> = &'a (dyn Fn(&Facts, &Tried) -> Agenda + Sync);

/// The questions of a run.
pub(crate) struct Queue<'a> {
    run: &'a Run<'a>,
    places: &'a Places,
    open: Open<'a>,
    facts: Facts,
    tried: Tried,
    questions: Vec<Ask>,
    met: BTreeSet<BoundingBox>,
    settled: BTreeSet<BoundingBox>,
    /// The first error; once there is one, nothing more is started.
    error: Option<ProveError>,
}

impl Store for Queue<'_> {
    type Task = Task;
    type Done = Done;

    fn take(&mut self) -> Option<Task> {
        let mut taken = self.places.lock();
        let first = self.questions.iter().position(|ask| taken.is_free(ask))?;
        let ask = self.questions.remove(first);
        let bounding_box = ask.subject().bounding_box;
        taken.running.push(bounding_box);
        taken.waiting = self.waiting(&taken);
        let facts = known_or_new(&self.facts, bounding_box);
        Some(Task { ask, facts })
    }

    fn give(&mut self, done: Done) {
        let Done { ask, facts, end } = done;
        let bounding_box = ask.subject().bounding_box;
        self.places.lock().running.retain(|&b| b != bounding_box);
        match end {
            Err(error) => return self.break_off(error),
            // The question stays open for the next run.
            Ok(End::Over) => self.run.stop.store(true, Ordering::Relaxed),
            Ok(End::Asked) => self.tried.add(ask),
            Ok(End::Failed) => {
                self.tried.add(ask);
                self.tried.fail(bounding_box);
            }
        }
        self.facts.insert(bounding_box, facts);
        self.look();
    }
}

impl<'a> Queue<'a> {
    /// The questions that these facts leave open.
    pub(crate) fn new(run: &'a Run<'a>, places: &'a Places, open: Open<'a>, facts: Facts) -> Self {
        let mut queue = Self {
            run,
            places,
            open,
            facts,
            tried: Tried::default(),
            questions: Vec::new(),
            met: BTreeSet::new(),
            settled: BTreeSet::new(),
            error: None,
        };
        queue.look();
        queue
    }

    /// The facts known in the end, or the first error.
    pub(crate) fn outcome(self) -> Result<Facts, ProveError> {
        self.error.map_or(Ok(self.facts), Err)
    }

    /// Keeps the first error.
    fn break_off(&mut self, error: ProveError) {
        // The engines in flight are asked to stop, and it is said at once: they may take long.
        self.run.observer.tell(&Event::Broken(&error));
        self.run.stop.store(true, Ordering::Relaxed);
        self.error.get_or_insert(error);
    }

    /// Finds out which questions are open now.
    fn look(&mut self) {
        if let Err(error) = self.try_to_look() {
            self.break_off(error);
        }
    }

    fn try_to_look(&mut self) -> Result<(), ProveError> {
        let mut agenda = (self.open)(&self.facts, &self.tried);
        while self.learn_games(&agenda.met)? {
            agenda = (self.open)(&self.facts, &self.tried);
        }
        let asked = agenda.questions.iter();
        let open: BTreeSet<BoundingBox> = asked.map(|ask| ask.subject().bounding_box).collect();
        for &bounding_box in agenda.met.difference(&open) {
            if !self.settled.contains(&bounding_box) {
                self.settle(bounding_box)?;
            }
        }
        let mut taken = self.places.lock();
        self.questions = agenda.questions;
        taken.waiting = self.waiting(&taken);
        Ok(())
    }

    /// The number of questions that a thread could take up: those about boxes that no thread is asking about.
    fn waiting(&self, taken: &Taken) -> usize {
        self.questions
            .iter()
            .filter(|ask| taken.is_free(ask))
            .count()
    }

    /// Takes in the games known from elsewhere of the boxes that are met now; returns whether there are any.
    fn learn_games(&mut self, met: &BTreeSet<BoundingBox>) -> Result<bool, ProveError> {
        let new: Vec<BoundingBox> = met.difference(&self.met).copied().collect();
        self.met.extend(&new);
        let mut has_learned = false;
        for bounding_box in new {
            let Some(game) = self.run.known.get(&bounding_box) else {
                continue;
            };
            let mut facts = known_or_new(&self.facts, bounding_box);
            let variant = self.run.scope.setting.variant;
            let conflicts = facts.learn_object(variant, &game.moves, &game.by);
            tell(self.run, &conflicts);
            no_proof_refuted(conflicts)?;
            self.keep(facts)?;
            has_learned = true;
        }
        Ok(has_learned)
    }

    /// Writes the facts of a box to disk, if they are not there.
    fn keep(&mut self, facts: BoxFacts) -> Result<(), ProveError> {
        if self.facts.get(&facts.bounding_box) != Some(&facts) {
            self.run.store.save_box(&facts)?;
            self.facts.insert(facts.bounding_box, facts);
        }
        Ok(())
    }

    /// Notes that nothing is left to ask of a box.
    fn settle(&mut self, bounding_box: BoundingBox) -> Result<(), ProveError> {
        let facts = known_or_new(&self.facts, bounding_box);
        self.run.store.forget_settled(&facts)?;
        self.keep(facts)?;
        self.settled.insert(bounding_box);
        self.run.observer.tell(&Event::Settled {
            bounding_box,
            done: self.settled.len(),
            met: self.met.len(),
        });
        Ok(())
    }
}
