//! One run of HiGHS on one program: the only code that touches the solver.
//!
//! The rows are built as `good_lp` expressions; then the underlying `highs` model is
//! taken and its own status, dual bound and node count are read, because `good_lp` folds
//! "unbounded or infeasible" into "infeasible" and shows no dual bound.
//!
//! Each run has a thread of its own. HiGHS cannot be interrupted through this binding without `unsafe`. When the caller asks to stop, the
//! run is abandoned: its thread goes on until its time limit or until the process ends, and its result is thrown away. The thread also
//! gives every run its own HiGHS scheduler, so runs may differ in threads.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use good_lp::{Expression, ProblemVariables, SolverModel, Variable, variable};
use highs::{HighsModelStatus, HighsSolutionStatus, HighsStatus};

use super::log::{LogFile, Reading};
use super::read;
use super::status::Meaning;
use crate::{IntegerProgram, Sense};
use morpion_proof::engine::Control;

/// The settings of one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// Drop the integrality of the columns: the linear relaxation.
    pub(super) relax: bool,
    /// Switch presolve off.
    pub(super) no_presolve: bool,
    /// Stop at the first solution.
    pub(super) first_solution: bool,
    /// Wall-clock seconds, `None` for no limit.
    pub(super) time_limit: Option<f64>,
    /// Threads of the search; with more than one it is HiGHS's parallel one.
    pub(super) threads: usize,
    /// A solution to start from, one value per column.
    pub(super) start: Option<Vec<f64>>,
}

/// The outcome of a run, as HiGHS states it.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// Its model status, unaltered.
    pub(super) status: HighsModelStatus,
    /// Objective value of its solution, or the optimum of a relaxation; `None` if there is none.
    pub(super) objective: Option<f64>,
    /// Its dual bound of an integer program, where the status lets it hold; never below the solution.
    pub(super) dual_bound: Option<f64>,
    /// Branch-and-bound nodes.
    pub(super) nodes: u64,
    /// Column values of a solution it calls feasible, each within its column's bounds.
    pub(super) values: Option<Vec<f64>>,
}

impl Outcome {
    /// An outcome with this status and nothing else.
    fn of(status: HighsModelStatus) -> Self {
        Self {
            status,
            objective: None,
            dual_bound: None,
            nodes: 0,
            values: None,
        }
    }
}

/// Why there is no outcome.
enum Failure {
    /// HiGHS refused or contradicted itself.
    Said(String),
    /// The run failed; the binding drops the model then, and only the log knows the status.
    Run(HighsStatus),
}

/// Runs HiGHS and reports what its log says meanwhile. `None` when the caller asked to stop, and HiGHS was left behind.
///
/// # Errors
/// HiGHS's refusal, in words.
pub(super) fn run(
    program: &IntegerProgram,
    settings: Settings,
    control: &Control<'_>,
    report: &dyn Fn(Reading),
) -> Result<Option<Outcome>, String> {
    let program = program.clone();
    let mut log = LogFile::create().ok();
    let log_path = log
        .as_ref()
        .map(|l| l.path().to_string_lossy().into_owned());
    let (sender, receiver) = sync_channel(1);
    std::thread::Builder::new()
        .name("highs".into())
        .spawn(move || {
            // Nobody listens any more when the run was abandoned.
            let _ = sender.send(solve(&program, &settings, log_path.as_deref()));
        })
        .map_err(|e| format!("no thread for the solver: {e}"))?;
    watch(&receiver, &mut log, control, report)
}

/// Waits for the run, and reports ten times a second how far it has come, also while HiGHS is silent.
fn watch(
    receiver: &Receiver<Result<Outcome, Failure>>,
    log: &mut Option<LogFile>,
    control: &Control<'_>,
    report: &dyn Fn(Reading),
) -> Result<Option<Outcome>, String> {
    let mut reading = Reading::default();
    loop {
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(outcome) => {
                let outcome = outcome.or_else(|failure| explain(failure, log.as_ref()))?;
                let nodes = log.as_ref().and_then(LogFile::final_nodes).unwrap_or(0);
                return Ok(Some(Outcome { nodes, ..outcome }));
            }
            Err(RecvTimeoutError::Timeout) if control.stopped() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                reading = log.as_mut().and_then(LogFile::latest).unwrap_or(reading);
                report(reading);
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err("the solver's thread panicked".to_owned());
            }
        }
    }
}

fn build(program: &IntegerProgram, relax: bool) -> Result<highs::Model, String> {
    let mut definitions = ProblemVariables::new();
    let variables: Vec<Variable> = program
        .columns
        .iter()
        .map(|column| {
            let definition = variable().min(column.lower).max(column.upper);
            definitions.add(if column.integer && !relax {
                definition.integer()
            } else {
                definition
            })
        })
        .collect();
    let factors = program.columns.iter().map(|c| f64::from(c.objective));
    let objective: Expression = variables.iter().zip(factors).map(|(&v, f)| f * v).sum();
    let mut problem = definitions.maximise(objective).using(good_lp::highs);
    for row in &program.rows {
        let sum: Expression = row
            .terms
            .iter()
            .map(|&(column, factor)| f64::from(factor) * variables[column as usize])
            .sum();
        problem.add_constraint(match row.sense {
            Sense::AtMost => sum.leq(row.rhs),
            Sense::AtLeast => sum.geq(row.rhs),
            Sense::Equal => sum.eq(row.rhs),
        });
    }
    problem.try_into_inner().map_err(|e| e.to_string())
}

/// The outcome of a run that failed: its status if the log has it, and otherwise an error in words.
fn explain(failure: Failure, log: Option<&LogFile>) -> Result<Outcome, String> {
    match failure {
        Failure::Said(words) => Err(words),
        Failure::Run(status) => {
            let known = log.and_then(LogFile::failure).map(Outcome::of);
            known.ok_or_else(|| format!("the run failed ({status:?})"))
        }
    }
}

fn solve(
    program: &IntegerProgram,
    settings: &Settings,
    log: Option<&str>,
) -> Result<Outcome, Failure> {
    let mut model = build(program, settings.relax).map_err(Failure::Said)?;
    set_options(&mut model, settings, log).map_err(|e| Failure::Said(e.to_string()))?;
    if let Some(start) = &settings.start {
        model
            .try_set_solution(Some(start), None, None, None)
            .map_err(|s| Failure::Said(format!("the start solution was refused ({s:?})")))?;
    }
    let solved = model.try_solve().map_err(Failure::Run)?;
    let status = solved.status();
    let mut outcome = Outcome::of(status);
    if settings.relax {
        outcome.objective = read::optimum(Meaning::of(status), solved.objective_value());
        return Ok(outcome);
    }
    outcome.values = values(&solved, program).map_err(Failure::Said)?;
    outcome.objective = outcome.values.as_ref().map(|_| solved.objective_value());
    let bound = solved.double_info_value(c"mip_dual_bound").ok();
    outcome.dual_bound =
        bound.and_then(|bound| read::dual_bound(Meaning::of(status), bound, outcome.objective));
    Ok(outcome)
}

/// The values of the solution it calls feasible; `None` if it has none and need not have one.
fn values(
    solved: &highs::SolvedModel,
    program: &IntegerProgram,
) -> Result<Option<Vec<f64>>, String> {
    // Not through the binding's own function, which panics where HiGHS has no such number.
    let state = solved.int_info_value(c"primal_solution_status");
    if state == Ok(HighsSolutionStatus::Feasible as i64) {
        let values = solved.get_solution().columns().to_vec();
        return read::solution(program, values, solved.objective_value()).map(Some);
    }
    let status = solved.status();
    if Meaning::of(status).has_solution() {
        return Err(format!("it says {status:?} but has no solution"));
    }
    Ok(None)
}

fn set_options(
    model: &mut highs::Model,
    settings: &Settings,
    log: Option<&str>,
) -> Result<(), highs::TrySetOptionError> {
    if let Some(path) = log {
        // The console stays off, as the binding sets it.
        model.try_set_option("output_flag", true)?;
        model.try_set_option("log_file", path)?;
        model.try_set_option("mip_min_logging_interval", 0.5)?;
    }
    if let Some(seconds) = settings.time_limit {
        model.try_set_option("time_limit", seconds)?;
    }
    let threads = i32::try_from(settings.threads.max(1)).unwrap_or(i32::MAX);
    model.try_set_option("threads", threads)?;
    // Since 1.16 the search is parallel unless this is off.
    model.try_set_option("parallel", if threads > 1 { "on" } else { "off" })?;
    // The bound must meet the solution: no gap is small enough to forget.
    model.try_set_option("mip_rel_gap", 0.0)?;
    model.try_set_option("mip_abs_gap", 0.0)?;
    if settings.no_presolve {
        model.try_set_option("presolve", "off")?;
    }
    if settings.first_solution {
        model.try_set_option("mip_max_improving_sols", 1)?;
    }
    Ok(())
}
