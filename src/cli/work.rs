//! `morpion run`: works on a unit.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::Context;
use serde::Serialize;

use super::shared::{
    Jobs, Json, Outcome, Time, path_as_text, progress_line, remark, sentence, stop_flag, tell,
    try_threads,
};
use morpion_output::files::{FileError, try_to_write};
use morpion_output::text::count;
use morpion_proof::branch_and_bound::{Effort, Limits};
use morpion_proof::engine::Progress;
use morpion_proof::tree::Tree;
use morpion_prove::Pace;
use morpion_units::file::{Spent, Unit, UnitFault};
use morpion_units::folder::result_path;
use morpion_units::work::work;

/// Work on a unit, and write its result.
///
/// `run` reads nothing but the unit and writes nothing but the result: every five minutes, at the end, and when the run is stopped
/// (SIGTERM, Ctrl-C, --time-limit, --nodes). If there is a result already, the run goes on from it; if that result is done, nothing is
/// left to do. The result is put in place whole, or not at all. The result of a stopped run is valid, too: the same command goes on
/// from it, and `morpion join` accepts it.
///
/// Exit code: 0 when nothing is left to do in the unit, 1 when it was stopped before, 2 on misuse or when a file cannot be read or
/// written.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A unit that `morpion split` or `morpion join --rest` wrote, or a result.
    unit: PathBuf,

    /// The result [default: the unit's name with `.result` in the place of `.unit`].
    #[arg(long, short, value_name = "RESULT")]
    out: Option<PathBuf>,

    #[command(flatten)]
    time: Time,

    /// Stop after about N new nodes, then finish the small remaining subtrees, with at most a quarter as many nodes. `morpion join
    /// --rest` makes units of what is left.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    json: Json,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let unit = Unit::read(&args.unit)
        .with_context(|| format!("{} is no unit that can be worked on", args.unit.display()))?;
    try_threads(args.jobs.or_one())?;
    let out = args.out.clone().unwrap_or_else(|| result_path(&args.unit));
    let before = begun(&unit, &out, args.out.is_some())?;
    try_to_write(&out).map_err(FileError::of("write", &out))?;
    let result = if before.is_done() {
        before
    } else {
        go_on(&args, &before, &out)?
    };
    write(&result, &out)?;
    report(&args, &result, &out)?;
    Ok(Outcome::of(result.is_done()))
}

/// The unit as an earlier run left it, or the unit itself. A file that the user has named may be anything.
fn begun(unit: &Unit, out: &Path, is_named: bool) -> anyhow::Result<Unit> {
    match Unit::read(out) {
        Ok(result) => {
            anyhow::ensure!(
                result.is_same(unit),
                "{} is the result of another unit: name another file with --out",
                out.display()
            );
            Ok(if result.is_further(unit) {
                result
            } else {
                unit.clone()
            })
        }
        Err(UnitFault::Unreadable(error)) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(unit.clone())
        }
        // Beside the unit stands only what belongs to it.
        Err(fault @ UnitFault::Damaged(_)) if !is_named || is_ours(out) => {
            remark(format_args!("{}: {fault}: starting anew", out.display()));
            Ok(unit.clone())
        }
        Err(UnitFault::Damaged(_)) => anyhow::bail!(
            "{} holds something else: name another file with --out",
            out.display()
        ),
        Err(fault) => Err(fault).with_context(|| {
            format!(
                "cannot go on from {}: name another file with --out",
                out.display()
            )
        }),
    }
}

/// Whether a damaged file was a unit.
fn is_ours(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|bytes| {
        let text = String::from_utf8_lossy(&bytes);
        text.is_empty() || text.contains("\"morpion_unit\"")
    })
}

fn go_on(args: &Args, before: &Unit, out: &Path) -> anyhow::Result<Unit> {
    let stop = stop_flag()?;
    let bar = progress_line(false);
    let is_late = args.time.alarm();
    let part = 0.5f64.powi(before.path.len() as i32);
    let pace = Pace::default();
    let show = |effort: &Effort, tree: &Tree| {
        let progress = Progress {
            nodes: effort.nodes,
            evaluations: effort.evaluations,
            explored: Some(tree.closed_share() / part),
            ..Progress::default()
        };
        bar.set_message(pace.describe(progress, None));
    };
    let limits = Limits {
        stop: &|| stop.load(Ordering::Relaxed) || is_late(),
        threads: &|| usize::from(args.jobs.or_one()),
        nodes: args.nodes,
        watch: &show,
        ..Limits::default()
    };
    let keep = |part: &Unit| {
        if let Err(error) = write(part, out) {
            bar.suspend(|| remark(sentence(&error)));
        }
    };
    work(before, &limits, &keep)
        .with_context(|| format!("{} cannot be worked on", args.unit.display()))
}

/// Puts the result in place, unless another run of the same unit has come further in the meantime.
fn write(result: &Unit, out: &Path) -> anyhow::Result<()> {
    let other = Unit::read(out).ok();
    if other.is_some_and(|other| other.is_same(result) && other.is_further(result)) {
        return Ok(());
    }
    Ok(result.write(out).map_err(FileError::of("write", out))?)
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(serialize_with = "path_as_text")]
    result: &'a Path,
    done: bool,
    open: u32,
    found: Option<usize>,
    #[serde(flatten)]
    spent: Spent,
}

fn report(args: &Args, result: &Unit, out: &Path) -> anyhow::Result<()> {
    let report = Report {
        result: out,
        done: result.is_done(),
        open: result.open(),
        found: result.found.as_ref().map(Vec::len),
        spent: result.spent,
    };
    tell(args.json, &report, || report.in_words())
}

impl Report<'_> {
    fn in_words(&self) -> String {
        let state = match (self.found, self.done) {
            (Some(moves), _) => format!("found, {}", count(moves, "move")),
            (None, true) => "done".to_owned(),
            (None, false) => {
                let are = if self.open == 1 { "is" } else { "are" };
                format!("stopped, {} {are} open", count(self.open, "node"))
            }
        };
        let seconds = self.spent.core_milliseconds as f64 / 1e3;
        format!(
            "{}: {state} ({}, {seconds:.1} s in all)",
            self.result.display(),
            count(self.spent.nodes, "node")
        )
    }
}
