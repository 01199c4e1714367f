//! The exact engine: the integer bound and its search. It gives every answer to the independent checker.
//!
//! A bound is called [`Evidence::Proven`] here only after `morpion-check` has accepted
//! its certificate; a certificate that it rejects is an error, never an answer.

use std::cell::Cell;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use morpion_check_core::walk::{Form, Verdict, positions};

use super::{
    Answer, Ask, Claim, Control, Ending, Engine, EngineError, Evidence, Progress, Shown, Stopped,
    Subject, UpperBound,
};
use crate::branch_and_bound::{
    self, Limits, Outcome, Params, SearchError, Start, refute, root_bound,
};
use crate::tree::Tree;
use morpion_rules::game::{Playout, symmetric_game};
use morpion_rules::geometry::{BoundingBox, Move, Variant};

const NAME: &str = "exact";
/// A proof that took so long is handed over before the checker looks at it.
const WORTH_KEEPING: Duration = Duration::from_secs(10);

/// The engine of [`crate::branch_and_bound`], for Morpion 5D.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use morpion_proof::claim::{Evidence, Objects, Setting, Subject};
/// use morpion_proof::engine::exact::Exact;
/// use morpion_proof::engine::{Control, Engine};
/// use morpion_rules::geometry::Variant;
///
/// // No graph within the square of the cross has 65 moves.
/// let claim = Subject::new(Setting::of(Variant::D5), Setting::START, Objects::Graphs).refuting(65);
/// let answer = Exact::default().solve(&claim.into(), &Control::new(&AtomicBool::new(false)))?;
/// let shown = answer.shown.unwrap();
/// assert_eq!((shown.claim, shown.evidence), (claim, Evidence::Proven));
/// assert!(morpion_check_core::walk::check(&shown.certificate.unwrap()).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Exact {
    params: Params,
    keep_every: Duration,
}

impl Default for Exact {
    /// Default parameters; hands over its unfinished certificate every five minutes.
    fn default() -> Self {
        Self {
            params: Params::default(),
            keep_every: Duration::from_secs(300),
        }
    }
}

impl Engine for Exact {
    fn name(&self) -> &'static str {
        NAME
    }

    fn evidence(&self) -> Evidence {
        Evidence::Proven
    }

    fn solve(&self, ask: &Ask, control: &Control<'_>) -> Result<Answer, EngineError> {
        let mut run = Run {
            engine: self,
            subject: *ask.subject(),
            control,
            started: Instant::now(),
            answer: Answer::new(format!("{NAME} {}", env!("CARGO_PKG_VERSION"))),
        };
        let Subject {
            setting,
            bounding_box,
            ..
        } = run.subject;
        if setting.variant != Variant::D5 {
            run.answer.status = "the exact engine bounds 5D only".to_owned();
            return Ok(run.finish());
        }
        if !setting.admits(bounding_box) {
            run.answer.status = "no symmetric position has this box".to_owned();
            return Ok(run.finish());
        }
        match ask {
            Ask::Holds(claim) => run.decide(*claim)?,
            Ask::Maximum(_) => run.maximise()?,
        }
        Ok(run.finish())
    }
}

/// One question in work.
struct Run<'a> {
    engine: &'a Exact,
    subject: Subject,
    control: &'a Control<'a>,
    started: Instant,
    answer: Answer,
}

impl Run<'_> {
    fn finish(mut self) -> Answer {
        let seconds = self.started.elapsed().as_secs_f64();
        let effort = &mut self.answer.effort;
        effort.seconds = Some(seconds);
        // Time that was not spent on a search was spent on one thread.
        *effort.core_seconds.get_or_insert(0.0) += seconds;
        self.answer
    }

    /// Does the claim hold?
    fn decide(&mut self, claim: Claim) -> Result<(), EngineError> {
        if claim.k == 0 {
            let found = if self.play_at_random() {
                Some("random game found")
            } else {
                self.look_for_any(claim)?.then_some("example found")
            };
            if let Some(status) = found {
                self.answer.ending = Ending::Answered;
                self.answer.status = status.to_owned();
                return Ok(());
            }
        }
        let outcome = self.refute(claim, |tree| Some(tree.closed_share()))?;
        self.end(&outcome);
        Ok(())
    }

    /// Looks for a game that fits the box among random ones: if one turns up, no search is needed.
    fn play_at_random(&mut self) -> bool {
        const GAMES: u32 = 20_000;
        let bounding_box = self.subject.bounding_box;
        let Ok(mut playout) = Playout::confined(Variant::D5, bounding_box) else {
            return false;
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..GAMES {
            let moves: Vec<Move> = if self.subject.setting.symmetric {
                let distances = (bounding_box.top, bounding_box.right);
                symmetric_game(Variant::D5, distances, usize::MAX / 2, &mut rng)
            } else {
                playout.run(&mut rng);
                playout.moves().collect()
            };
            if BoundingBox::of_moves(Variant::D5, &moves) == Some(bounding_box) {
                self.answer.meet(Variant::D5, &moves);
                return true;
            }
        }
        false
    }

    /// Looks briefly for anything that fits the box, by a search that is better at finding than at refuting.
    fn look_for_any(&mut self, claim: Claim) -> Result<bool, EngineError> {
        const NODES: u64 = 1000;
        let params = self.engine.params.clone().to_find();
        let control = self.control;
        let limits = Limits {
            stop: &|| control.is_over(),
            nodes: Some(NODES),
            ..Limits::default()
        };
        let outcome = self.search(claim, &params, &limits, Start::Root)?;
        if let Some(moves) = &outcome.witness {
            self.answer.meet(Variant::D5, moves);
        }
        Ok(outcome.witness.is_some())
    }

    /// Comes down from the bound at the root, or from one that is known, until an object is found or one that is known is met: every
    /// step on the way is a smaller tree than the next, so the last two cost most.
    fn maximise(&mut self) -> Result<(), EngineError> {
        let incumbent = self.control.incumbent;
        if let Some(moves) = incumbent {
            self.answer.meet(Variant::D5, moves);
        }
        let known = incumbent.map_or(0, |moves| moves.len() as u32);
        let bound = self.control.at_most.unwrap_or(u32::MAX);
        let mut k = self.first_target()?.min(bound).max(known + 1);
        // Symmetric objects have an even number of moves: only odd targets tell more than the last one.
        let step = if self.subject.setting.symmetric { 2 } else { 1 };
        if self.subject.setting.symmetric {
            k = k.saturating_sub(1) | 1;
        }
        loop {
            let claim = self.subject.refuting(k);
            // On the way to a maximum the share of one step of many says little.
            let outcome = self.refute(claim, |_| None)?;
            self.end(&outcome);
            k = claim.k;
            if !outcome.tree.is_complete() || k == 0 || k == known + 1 {
                return Ok(());
            }
            k = k.saturating_sub(step);
        }
    }

    /// The least target that the root refutes, or nearly: where an object meets the bound of the root, this
    /// is what proves that there is no larger one.
    fn first_target(&mut self) -> Result<u32, EngineError> {
        let region = self.subject.bounding_box.region(Variant::D5);
        let cells = region.cells().count();
        let bound = root_bound(self.subject, &self.engine.params);
        let bound = bound.map_err(|e| self.refused(&e))?.unwrap_or(0.0);
        self.answer.relaxation = Some(bound);
        Ok((bound.floor().max(0.0) as u32).min(cells as u32) + 1)
    }

    /// How far all steps before have come: on the way to a maximum the bound comes down to the best, step by step.
    fn progress(&self) -> Progress {
        let proven = match self.answer.bound() {
            Some((UpperBound::AtMost(moves), _)) => Some(moves),
            _ => self.control.at_most,
        };
        let proven = proven.map_or(f64::INFINITY, f64::from);
        let best = self.answer.best(self.subject.objects);
        Progress {
            bound: self.answer.relaxation.map(|root| root.min(proven)),
            best: best.map(|moves| moves.len() as u32),
            nodes: self.answer.effort.nodes,
            evaluations: self.answer.effort.evaluations,
            explored: None,
        }
    }

    /// Searches until the claim is shown, refuted, or the run is over; then `share` says how much of the tree is closed.
    fn refute(
        &mut self,
        claim: Claim,
        share: fn(&Tree) -> Option<f64>,
    ) -> Result<Outcome, EngineError> {
        let start = self.start(claim)?;
        let (begun, kept) = (Instant::now(), Cell::new(Instant::now()));
        let (before, control) = (self.progress(), self.control);
        let keep_every = self.engine.keep_every;
        let watch = |effort: &branch_and_bound::Effort, tree: &Tree| {
            (control.progress)(Progress {
                nodes: before.nodes + effort.nodes,
                evaluations: before.evaluations + effort.evaluations,
                explored: share(tree),
                ..before
            });
            if kept.get().elapsed() >= keep_every && !tree.is_complete() {
                (control.keep)(&tree.write());
                kept.set(Instant::now());
            }
        };
        let limits = Limits {
            stop: &|| control.is_over(),
            threads: control.threads,
            watch: &watch,
            ..Limits::default()
        };
        let outcome = self.search(claim, &self.engine.params, &limits, start)?;
        let tree = &outcome.tree;
        if let Some(moves) = &outcome.witness {
            self.answer.meet(Variant::D5, moves);
        } else if tree.is_complete() {
            if begun.elapsed() >= WORTH_KEEPING {
                (control.keep)(&tree.write());
            }
            let (claim, certificate) = tree.certificate();
            self.verify(claim, certificate)?;
        } else {
            self.answer.stopped = Some(Stopped {
                explored: share(tree),
                unfinished: tree.write(),
            });
        }
        Ok(outcome)
    }

    /// The start of a search: the tree that an earlier run left, if it had this very target; otherwise the root.
    fn start(&self, claim: Claim) -> Result<Start, EngineError> {
        let Some(bytes) = self.control.resume else {
            return Ok(Start::Root);
        };
        let tree = Tree::read(bytes).map_err(|e| self.refused(&e.into()))?;
        let is_asked = tree.header().claim.k == claim.k;
        Ok(if is_asked {
            Start::Tree(tree)
        } else {
            Start::Root
        })
    }

    /// Searches, and adds the effort to the answer.
    fn search(
        &mut self,
        claim: Claim,
        params: &Params,
        limits: &Limits<'_>,
        start: Start,
    ) -> Result<Outcome, EngineError> {
        let begun = Instant::now();
        let outcome = refute(claim, params, limits, start);
        let outcome = outcome.map_err(|e| self.refused(&e))?;
        let (spent, effort) = (outcome.effort, &mut self.answer.effort);
        effort.nodes += spent.nodes;
        effort.evaluations += spent.evaluations;
        // The time by the clock is added at the end.
        let beyond = spent.core_seconds - begun.elapsed().as_secs_f64();
        *effort.core_seconds.get_or_insert(0.0) += beyond;
        Ok(outcome)
    }

    /// The engine's words for what stopped a search.
    fn refused(&self, error: &SearchError) -> EngineError {
        let message = error.to_string();
        match error {
            SearchError::Unreadable(_) | SearchError::OtherClaim => EngineError::Resume {
                bounding_box: self.subject.bounding_box,
                message,
            },
            _ => self.failed(message),
        }
    }

    fn failed(&self, message: String) -> EngineError {
        EngineError::Solver {
            engine: NAME,
            bounding_box: self.subject.bounding_box,
            message,
        }
    }

    /// Puts the certificate before the checker; only then is the bound proven.
    fn verify(&mut self, claim: Claim, certificate: Vec<u8>) -> Result<(), EngineError> {
        let (verdict, listed) = positions(&certificate, Form::Fast, None).map_err(|reject| {
            self.failed(format!("the checker rejects the certificate: {reject}"))
        })?;
        let Verdict::Valid(found, _) = verdict else {
            return Err(self.failed("the checker finds open nodes in the certificate".to_owned()));
        };
        if !claim.is_shown_by(found) {
            return Err(self.failed("the certificate shows something else".to_owned()));
        }
        self.answer.shown = Some(Shown {
            claim,
            evidence: Evidence::Proven,
            certificate: Some(certificate),
        });
        self.answer.listed = claim.all_of.then_some(listed);
        Ok(())
    }

    fn end(&mut self, outcome: &Outcome) {
        let (ending, status) = if outcome.tree.is_complete() {
            (Ending::Answered, "certificate checked")
        } else if outcome.witness.is_some() {
            (Ending::Answered, "witness found")
        } else if self.control.stopped() {
            (Ending::Interrupted, "interrupted")
        } else if self.control.is_late() {
            (Ending::TimeLimit, "time limit")
        } else {
            (Ending::Undecided, "some nodes could not be closed")
        };
        self.answer.ending = ending;
        self.answer.status = status.to_owned();
    }
}

#[cfg(test)]
mod tests;
