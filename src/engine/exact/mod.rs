//! The exact engine: the integer bound and its search, with every answer put before
//! the independent checker.
//!
//! A bound is called [`Evidence::Proven`] here only after `morpion-check` has accepted
//! its certificate; a certificate that it rejects is an error, never an answer.

use std::time::Instant;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use morpion_check::certificate::{self as checker, Verdict};

use super::{Answer, Control, Ending, Engine, EngineError, Evidence, Question, UpperBound};
use crate::bound::{self, Limits, Outcome, Params, Progress, refute};
use crate::game::{Playout, order_moves, symmetric_game};
use crate::geometry::{BoundingBox, Move, Variant};

const NAME: &str = "exact";

/// The engine of [`crate::bound`], for Morpion 5D without symmetry.
#[derive(Debug, Default)]
pub struct Exact {
    params: Params,
}

impl Engine for Exact {
    fn name(&self) -> &'static str {
        NAME
    }

    fn evidence(&self) -> Evidence {
        Evidence::Proven
    }

    fn solve(&self, question: &Question, control: &Control<'_>) -> Result<Answer, EngineError> {
        let mut run = Run {
            engine: self,
            question,
            control,
            started: Instant::now(),
            answer: Answer {
                ending: Ending::Undecided,
                status: "not attempted".to_owned(),
                lp_bound: None,
                bound: None,
                best_graph: None,
                best_game: None,
                seconds: 0.0,
                nodes: 0,
                engine: format!("{NAME} {}", env!("CARGO_PKG_VERSION")),
                certificate: None,
            },
        };
        if question.variant != Variant::D5 {
            run.answer.status = "the exact engine bounds 5D only".to_owned();
            return Ok(run.finish());
        }
        match question.at_least {
            Some(k) => run.decide(k)?,
            None => run.maximise()?,
        }
        Ok(run.finish())
    }
}

/// One question being answered.
struct Run<'a> {
    engine: &'a Exact,
    question: &'a Question,
    control: &'a Control<'a>,
    started: Instant,
    answer: Answer,
}

impl Run<'_> {
    fn finish(mut self) -> Answer {
        self.answer.seconds = self.started.elapsed().as_secs_f64();
        self.answer
    }

    /// Is there an object with at least `k` moves?
    fn decide(&mut self, k: u32) -> Result<(), EngineError> {
        // Where a side must be reached anything that fits has a move: the sides alone decide.
        let reaches = self.question.bounding_box != BoundingBox::default();
        let target = if k <= 1 && reaches { 0 } else { k };
        if target == 0 && self.play_at_random() {
            self.answer.ending = Ending::Answered;
            self.answer.status = "random game found".to_owned();
            return Ok(());
        }
        let outcome = self.refute(target)?;
        self.end(&outcome);
        Ok(())
    }

    /// Looks for a game that fits the box among random ones: where one turns up there is
    /// nothing to search for.
    fn play_at_random(&mut self) -> bool {
        const GAMES: u32 = 20_000;
        let bounding_box = self.question.bounding_box;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..GAMES {
            let Some(moves) = self.random_game(&mut rng) else {
                return false;
            };
            if BoundingBox::of_moves(Variant::D5, &moves) == Some(bounding_box) {
                self.keep(&moves);
                return true;
            }
        }
        false
    }

    /// A random game within the box; `None` when no board holds the box.
    fn random_game(&self, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<Move>> {
        let bounding_box = self.question.bounding_box;
        let mut playout = Playout::confined(Variant::D5, bounding_box).ok()?;
        if self.question.symmetric {
            let distances = (bounding_box.top, bounding_box.right);
            return Some(symmetric_game(Variant::D5, distances, usize::MAX / 2, rng));
        }
        playout.run(rng);
        Some(playout.moves().collect())
    }

    /// Comes down from the bound at the root until an object is found: every step on the
    /// way is a smaller tree than the next, so the last two cost most.
    fn maximise(&mut self) -> Result<(), EngineError> {
        let mut k = self.first_target()?;
        loop {
            let outcome = self.refute(k)?;
            self.end(&outcome);
            if !outcome.complete || k == 0 {
                return Ok(());
            }
            k = if k == 1 { 0 } else { k - 1 };
        }
    }

    /// A target that the root alone can hardly refute.
    fn first_target(&mut self) -> Result<u32, EngineError> {
        let cells = self
            .question
            .bounding_box
            .region(Variant::D5)
            .cells()
            .count();
        let root_only = Params {
            steps: 0,
            rounds: 1,
            ..self.engine.params.clone()
        };
        let stop_at_once = |p: Progress| p.nodes > 1;
        let outcome = self.search(1, &root_only, &stop_at_once)?;
        self.answer.lp_bound = Some(outcome.root_bound);
        let bound = outcome.root_bound.floor().max(1.0);
        Ok((bound as u32).min(cells as u32))
    }

    fn refute(&mut self, at_least: u32) -> Result<Outcome, EngineError> {
        let outcome = self.search(at_least, &self.engine.params, &|_| false)?;
        self.answer.nodes += outcome.progress.nodes;
        if let Some(moves) = &outcome.witness {
            self.keep(moves);
        }
        if outcome.complete {
            self.verify(at_least, &outcome)?;
        }
        Ok(outcome)
    }

    fn search(
        &self,
        at_least: u32,
        params: &Params,
        enough: &(dyn Fn(Progress) -> bool + Sync),
    ) -> Result<Outcome, EngineError> {
        let over = std::sync::atomic::AtomicBool::new(false);
        let limits = Limits {
            stop: &|| {
                over.load(std::sync::atomic::Ordering::Relaxed)
                    || self.control.stopped()
                    || self.control.time_left().is_some_and(|left| left.is_zero())
            },
            threads: self.control.threads,
            progress: &|p| {
                over.fetch_or(enough(p), std::sync::atomic::Ordering::Relaxed);
                (self.control.progress)(super::Progress {
                    bound: None,
                    best: None,
                    nodes: p.nodes,
                });
            },
        };
        let question = bound::Question {
            bounding_box: self.question.bounding_box,
            objects: self.question.objects(),
            symmetric: self.question.symmetric,
            at_least,
        };
        refute(question, params, &limits, None).map_err(|e| self.failed(e.to_string()))
    }

    fn failed(&self, message: String) -> EngineError {
        EngineError::Solver {
            engine: NAME,
            bounding_box: self.question.bounding_box,
            message,
        }
    }

    /// Keeps a witness (which the search has checked against the rules).
    fn keep(&mut self, moves: &[Move]) {
        if let Ok(game) = order_moves(Variant::D5, moves) {
            self.answer.best_game = Some(game);
        }
        self.answer.best_graph = Some(moves.to_vec());
    }

    /// Puts the certificate before the checker; only then is the bound proven.
    fn verify(&mut self, at_least: u32, outcome: &Outcome) -> Result<(), EngineError> {
        let verdict = checker::check(&outcome.certificate).map_err(|reject| {
            self.failed(format!("the checker rejects the certificate: {reject}"))
        })?;
        let Verdict::Valid(claim, _) = verdict else {
            return Err(self.failed("the checker finds open nodes in the certificate".to_owned()));
        };
        if claim.k != u64::from(at_least) {
            return Err(self.failed("the certificate shows something else".to_owned()));
        }
        let bound = match at_least {
            0 => UpperBound::Empty,
            k => UpperBound::AtMost(k - 1),
        };
        self.answer.bound = Some((bound, Evidence::Proven));
        self.answer.certificate = Some(outcome.certificate.clone());
        Ok(())
    }

    fn end(&mut self, outcome: &Outcome) {
        let (ending, status) = if outcome.complete {
            (Ending::Answered, "certificate checked")
        } else if outcome.witness.is_some() {
            (Ending::Answered, "witness found")
        } else if self.control.stopped() {
            (Ending::Interrupted, "interrupted")
        } else {
            (Ending::TimeLimit, "time limit")
        };
        self.answer.ending = ending;
        self.answer.status = status.to_owned();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::engine::Order;
    use crate::game::graph::check_fit;

    fn solve(question: &Question, seconds: u64) -> Answer {
        let control = Control {
            deadline: Some(Instant::now() + Duration::from_secs(seconds)),
            stop: &AtomicBool::new(false),
            threads: 1,
            progress: &|_| {},
        };
        Exact::default().solve(question, &control).unwrap()
    }

    fn question(distances: [u8; 4]) -> Question {
        Question::maximum(Variant::D5, distances.into())
    }

    #[test]
    fn refutations_come_with_a_checked_certificate() {
        let mut question = question([1, 1, 1, 1]);
        question.at_least = Some(78);
        let answer = solve(&question, 60);
        assert_eq!(
            answer.bound,
            Some((UpperBound::AtMost(77), Evidence::Proven))
        );
        let verdict = checker::check(&answer.certificate.unwrap()).unwrap();
        assert!(matches!(verdict, Verdict::Valid(claim, _) if claim.k == 78));
    }

    #[test]
    fn the_maximum_graph_of_the_smallest_box_fills_it() {
        // The square of the cross has 100 cells, 36 of them in the cross.
        let answer = solve(&question([0, 0, 0, 0]), 60);
        let graph = answer.best_graph.unwrap();
        assert_eq!(graph.len(), 64);
        check_fit(Variant::D5, BoundingBox::default(), &graph).unwrap();
        assert_eq!(answer.ending, Ending::Answered);
    }

    #[test]
    fn a_box_that_fits_nothing_is_shown_empty() {
        let mut question = question([7, 0, 0, 0]);
        question.at_least = Some(1);
        let answer = solve(&question, 120);
        assert_eq!(answer.bound, Some((UpperBound::Empty, Evidence::Proven)));
    }

    #[test]
    fn a_game_needs_an_order_where_a_graph_does_not() {
        let mut question = question([0, 0, 0, 0]);
        question.at_least = Some(64);
        question.order = Order::Cuts;
        let answer = solve(&question, 60);
        assert_eq!(
            answer.bound,
            Some((UpperBound::AtMost(63), Evidence::Proven))
        );
    }

    #[test]
    fn what_was_not_shown_stays_open() {
        let mut hard = question([4, 4, 3, 3]);
        hard.at_least = Some(85);
        let answer = solve(&hard, 0);
        assert_eq!((answer.bound, answer.ending), (None, Ending::TimeLimit));
        let mut other = question([0, 0, 0, 0]);
        other.variant = Variant::T5;
        assert_eq!(solve(&other, 1).ending, Ending::Undecided);
    }
}
