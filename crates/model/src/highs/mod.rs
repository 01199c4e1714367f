//! The HiGHS engine: solves the integer program of a box by branch and bound.
//!
//! HiGHS works in floating point and has returned wrong "infeasible" and "optimal" answers (its issues #3090, #3094, #3170, #3273, #3296),
//! so everything it says about bounds is [`Evidence::Claimed`](morpion_proof::engine::Evidence::Claimed). Its solutions are another
//! matter: each is turned back into moves and checked against the rules of the game before it is used.
//!
//! For games, order cuts forbid a solution that cannot be played: the cuts that it violates are added, and the program is solved again,
//! until a solution can be played or none is left. So big-M rows (L7) with rounding errors do no harm, either.
//!
//! When [`Control::stop`] turns true the answer is [`Ending::Interrupted`] at once, but
//! HiGHS itself works on in an abandoned thread until its time limit: end the process soon.

mod log;
mod read;
mod run;
mod status;

use std::time::Instant;

use highs::HighsModelStatus as Status;

use crate::{IntegerProgram, Spec, violated_order_cuts};
use morpion_proof::engine::{
    Answer, Ask, Control, Effort, Ending, Engine, EngineError, Objects, Progress, Shown,
    SolutionFault, Subject,
};
use morpion_rules::game::graph::{check_fit, is_symmetric, playable_part};
use morpion_rules::game::{check_graph, order_moves};
use morpion_rules::geometry::Move;
use run::{Outcome, Settings};
use status::Meaning;

/// The engine's name on the command line and in messages.
pub const NAME: &str = "highs";

/// How the order of play enters the integer program when games are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Order cuts of unplayable sets, added while solutions violate them.
    #[default]
    Cuts,
    /// L7 as well: continuous `ord` variables with big-M rows.
    Ord,
}

/// The HiGHS engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Highs {
    /// How the program tells games from graphs.
    pub order: Order,
    /// Whether one program is searched on all threads that there are for it. Since 1.16 HiGHS would do so unasked; its tree, and so
    /// its time, is then another one each time.
    pub parallel: bool,
}

impl Engine for Highs {
    fn name(&self) -> &'static str {
        NAME
    }

    /// See the module. A claim is refuted by any one object, so the run stops at the first; a question for the maximum asks for
    /// the largest.
    fn solve(&self, ask: &Ask, control: &Control<'_>) -> Result<Answer, EngineError> {
        if let Some(claim) = ask.claim().filter(|c| c.arrival.is_some() || c.all_of) {
            let words = match claim.all_of {
                true => "HiGHS is not asked for lists",
                false => "HiGHS is not asked how games arrive at a box",
            };
            return Ok(Answer {
                status: words.to_owned(),
                ..Answer::new(version())
            });
        }
        let mut search = Search::new(*self, *ask, control);
        let ending = search.relaxation()?;
        let ending = match ending {
            Some(ending) => ending,
            None => search.rounds()?,
        };
        Ok(search.answer(ending))
    }
}

/// The K that a claimed floating-point bound refutes: the first integer beyond it, forgiving solver tolerance.
fn beyond(bound: f64) -> u32 {
    // `as` saturates: a negative or absurd value cannot wrap around.
    ((bound + 1e-6).floor() as u32).saturating_add(1)
}

/// The work on one question.
struct Search<'a> {
    parallel: bool,
    subject: Subject,
    /// The number of moves that is asked for; `None`: as many as possible.
    at_least: Option<u32>,
    control: &'a Control<'a>,
    program: IntegerProgram,
    started: Instant,
    statuses: Vec<String>,
    lp_bound: Option<f64>,
    /// The K that HiGHS claims to be refuted: no object has K or more moves; 0 where nothing fits, `None` without a claim.
    k: Option<u32>,
    best_graph: Option<Vec<Move>>,
    best_game: Option<Vec<Move>>,
    nodes: u64,
    sets: u32,
}

impl<'a> Search<'a> {
    fn new(highs: Highs, ask: Ask, control: &'a Control<'a>) -> Self {
        let subject = *ask.subject();
        let spec = Spec {
            symmetric: subject.setting.symmetric,
            ord: subject.objects == Objects::Games && highs.order == Order::Ord,
            at_least: ask.at_least(),
            ..Spec::graphs(subject.setting.variant, subject.bounding_box)
        };
        Self {
            parallel: highs.parallel,
            subject,
            at_least: ask.at_least(),
            control,
            program: IntegerProgram::new(spec),
            started: Instant::now(),
            statuses: Vec::new(),
            lp_bound: None,
            k: None,
            best_graph: None,
            best_game: None,
            nodes: 0,
            sets: 0,
        }
    }

    /// Solves the linear relaxation; `Some` when nothing is left to do.
    ///
    /// The demanded size is left out, so that the bound means the same in every question.
    fn relaxation(&mut self) -> Result<Option<Ending>, EngineError> {
        let program = IntegerProgram::new(Spec {
            at_least: None,
            ..self.program.spec
        });
        let settings = Settings {
            relax: true,
            ..self.settings()
        };
        let Some(outcome) = self.run(&program, settings)? else {
            return Ok(Some(Ending::Interrupted));
        };
        match (Meaning::of(outcome.status), outcome.objective) {
            (Meaning::Optimal, Some(optimum)) => {
                self.lp_bound = Some(optimum);
                self.refute(beyond(optimum));
                let refuted = self.refuted();
                if refuted {
                    self.record(outcome.status);
                }
                Ok(refuted.then_some(Ending::Answered))
            }
            (Meaning::Infeasible, _) => {
                self.record(outcome.status);
                self.refute(0);
                Ok(Some(Ending::Answered))
            }
            // A relaxation that was not solved decides nothing; go on without it.
            _ => Ok(None),
        }
    }

    /// Solves the integer program, again after each solution that cannot be played.
    fn rounds(&mut self) -> Result<Ending, EngineError> {
        loop {
            if self.control.stopped() {
                return Ok(Ending::Interrupted);
            }
            let Some(outcome) = self.solve_once()? else {
                return Ok(Ending::Interrupted);
            };
            if let Some(ending) = self.digest(outcome)? {
                return Ok(ending);
            }
        }
    }

    /// One run; after "unbounded or infeasible" a second one without presolve, which can tell the two apart.
    fn solve_once(&mut self) -> Result<Option<Outcome>, EngineError> {
        let mut settings = self.settings();
        loop {
            let Some(outcome) = self.run(&self.program, settings.clone())? else {
                return Ok(None);
            };
            self.record(outcome.status);
            self.nodes += outcome.nodes;
            let is_open = Meaning::of(outcome.status) == Meaning::UnboundedOrInfeasible;
            if !is_open || settings.no_presolve {
                return Ok(Some(outcome));
            }
            settings = Settings {
                no_presolve: true,
                ..self.settings()
            };
        }
    }

    /// Evaluates the result of a run; `None` asks for another run.
    fn digest(&mut self, outcome: Outcome) -> Result<Option<Ending>, EngineError> {
        let meaning = Meaning::of(outcome.status);
        if meaning == Meaning::Infeasible {
            return Ok(Some(self.infeasible()));
        }
        if let Some(bound) = outcome.dual_bound {
            self.refute(beyond(bound));
        }
        let cuts_added = match &outcome.values {
            Some(values) => self.take_solution(values)?,
            None => false,
        };
        Ok(match meaning {
            _ if self.found() => Some(Ending::Answered),
            _ if cuts_added && meaning.has_solution() => None,
            Meaning::Optimal if self.optimal() => Some(Ending::Answered),
            _ => Some(meaning.ending()),
        })
    }

    /// The ending when HiGHS says that the program has no solution.
    fn infeasible(&mut self) -> Ending {
        if self.best_has(self.at_least.unwrap_or(0)) {
            // It contradicts a checked solution: a bug of the solver, not an answer.
            return Ending::Undecided;
        }
        self.refute(self.at_least.unwrap_or(0));
        Ending::Answered
    }

    /// Checks a solution and keeps it; adds order cuts when games are asked for and it is
    /// not one. Returns whether cuts were added.
    fn take_solution(&mut self, values: &[f64]) -> Result<bool, EngineError> {
        let moves = self.program.chosen_moves(values);
        self.check(&moves)?;
        keep_larger(&mut self.best_graph, &moves);
        if let Ok(order) = order_moves(self.subject.setting.variant, &moves) {
            keep_larger(&mut self.best_game, &order);
            return Ok(false);
        }
        self.keep_playable_part(&moves);
        if self.subject.objects == Objects::Graphs {
            return Ok(false);
        }
        let cuts = violated_order_cuts(&self.program, &moves, &mut self.sets);
        self.program.rows.extend(cuts);
        Ok(true)
    }

    fn check(&self, moves: &[Move]) -> Result<(), EngineError> {
        let Subject {
            setting,
            bounding_box,
            ..
        } = self.subject;
        let variant = setting.variant;
        check_fit(variant, bounding_box, moves).map_err(|fault| EngineError::BadSolution {
            engine: NAME,
            bounding_box,
            fault,
        })?;
        let wrong = |fault| EngineError::WrongSolution {
            engine: NAME,
            bounding_box,
            fault,
        };
        let found = moves.len() as u32;
        let wanted = self.at_least.unwrap_or(0);
        if found < wanted {
            return Err(wrong(SolutionFault::TooSmall { found, wanted }));
        }
        if setting.symmetric && !is_symmetric(variant, moves) {
            return Err(wrong(SolutionFault::NotSymmetric));
        }
        Ok(())
    }

    /// Keeps the playable part of an unplayable graph if that is a game of the box.
    fn keep_playable_part(&mut self, moves: &[Move]) {
        let Subject {
            setting,
            bounding_box,
            ..
        } = self.subject;
        let variant = setting.variant;
        let (part, _) = playable_part(variant, moves);
        debug_assert!(check_graph(variant, &part).is_ok());
        let symmetric = !setting.symmetric || is_symmetric(variant, &part);
        if symmetric && check_fit(variant, bounding_box, &part).is_ok() {
            keep_larger(&mut self.best_game, &part);
        }
    }

    /// The best object of the kind asked for.
    fn best(&self) -> Option<&Vec<Move>> {
        match self.subject.objects {
            Objects::Graphs => self.best_graph.as_ref(),
            Objects::Games => self.best_game.as_ref(),
        }
    }

    /// Whether an object of the demanded size was found.
    fn found(&self) -> bool {
        let wanted = self.at_least;
        wanted.is_some_and(|wanted| self.best_has(wanted))
    }

    /// Whether the best object has at least this many moves.
    fn best_has(&self, wanted: u32) -> bool {
        let best = self.best();
        best.is_some_and(|moves| moves.len() >= wanted as usize)
    }

    /// Whether the bound rules the demanded size out.
    fn refuted(&self) -> bool {
        let wanted = self.at_least;
        wanted.is_some_and(|wanted| self.k.is_some_and(|k| k <= wanted))
    }

    /// Whether the best object meets the bound.
    fn optimal(&self) -> bool {
        let best = self.best().map(|moves| moves.len() as u32 + 1);
        best.is_some() && best == self.k
    }

    fn refute(&mut self, k: u32) {
        self.k = Some(self.k.map_or(k, |old| old.min(k)));
    }

    /// How many threads it may use now.
    fn threads(&self) -> usize {
        if self.parallel {
            (self.control.threads)()
        } else {
            1
        }
    }

    fn record(&mut self, status: Status) {
        self.statuses.push(format!("{status:?}"));
    }

    fn settings(&self) -> Settings {
        let start = self.best_game.as_ref().filter(|_| self.at_least.is_none());
        Settings {
            first_solution: self.at_least.is_some(),
            time_limit: self.control.time_left().map(|left| left.as_secs_f64()),
            threads: self.threads(),
            start: start
                .and_then(|moves| self.program.assignment(moves))
                .map(|values| values.into_iter().map(|v| v as f64).collect()),
            ..Settings::default()
        }
    }

    /// One run; `None` when the caller asked to stop.
    fn run(
        &self,
        program: &IntegerProgram,
        settings: Settings,
    ) -> Result<Option<Outcome>, EngineError> {
        let relax = settings.relax;
        let report = |reading: log::Reading| {
            // A relaxation is solved at once, or else there is nothing to report.
            if !relax {
                self.tell(reading);
            }
        };
        run::run(program, settings, self.control, &report).map_err(|message| EngineError::Solver {
            engine: NAME,
            bounding_box: self.subject.bounding_box,
            message,
        })
    }

    /// Reports how far the run has come. The bounds of earlier runs and of the relaxation still hold: order cuts only forbid more.
    fn tell(&self, reading: log::Reading) {
        let shown = self.k.map(|k| f64::from(k.saturating_sub(1)));
        let bounds = [reading.bound, self.lp_bound, shown];
        (self.control.progress)(Progress {
            bound: bounds.into_iter().flatten().reduce(f64::min),
            best: reading.best.map(|b| b.round() as u32),
            nodes: self.nodes + reading.nodes,
            ..Progress::default()
        });
    }

    fn answer(self, ending: Ending) -> Answer {
        let seconds = self.started.elapsed().as_secs_f64();
        let core_seconds = Some(seconds * self.threads() as f64);
        let shown = self.k.map(|k| Shown::claimed(self.subject.refuting(k)));
        Answer {
            ending,
            status: joined(&self.statuses),
            shown,
            graph: self.best_graph,
            game: self.best_game,
            relaxation: self.lp_bound,
            effort: Effort {
                seconds: Some(seconds),
                core_seconds,
                nodes: self.nodes,
                evaluations: 0,
            },
            ..Answer::new(version())
        }
    }
}

/// Version of `highs-sys`, the crate that carries HiGHS's source. The binding does not
/// export HiGHS's own version call; a test compares this with Cargo.lock.
const SOURCE_VERSION: &str = "1.16.0";

/// Name and version of the engine.
pub fn version() -> String {
    format!("HiGHS (highs-sys {SOURCE_VERSION})")
}

/// The statuses in order, equal neighbours counted.
fn joined(statuses: &[String]) -> String {
    if statuses.is_empty() {
        return "no run has ended".to_owned();
    }
    let runs = statuses.chunk_by(|a, b| a == b);
    let words = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        n => format!("{} ({n} times)", run[0]),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn keep_larger(best: &mut Option<Vec<Move>>, moves: &[Move]) {
    if best.as_ref().is_none_or(|b| b.len() < moves.len()) {
        *best = Some(moves.to_vec());
    }
}

#[cfg(test)]
mod stress;
#[cfg(test)]
mod tests;
