//! `morpion tables`: the papers' experiments, run again.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::Outcome;
use super::shared::console::draws;
use super::shared::interrupt::stop_flag;
use super::shared::options::{Jobs, Json, Quiet, Seed};
use super::shared::output::{remark, tell};
use super::shared::pool::with_threads;
use crate::files::write_atomically;
use crate::tables::{
    self, Archive, ArchiveError, Choice, Comparison, Job, Key, Plan, RunRecord, Table, papers,
};

/// Run the papers' experiments again and print their figures beside ours.
///
/// Reflexive Monte-Carlo search (2007), tables 1 to 5; new heuristics (2007), tables 1 to 3; the report of 2023,
/// its distributions by level. Every run is a search with a seed of its own, on one thread.
///
/// In the folder: runs.csv with a line for every run, tables.txt with what is printed, and for every row of a table its
/// distribution curves, as SVG and PNG. Runs that are in runs.csv already are not repeated, so a run that
/// was stopped (Ctrl-C is safe) goes on. The same seed gives the same scores, whatever --jobs says.
///
/// The full form takes many hours, --quick takes minutes.
///
/// Exit code: 0; 1 when it was stopped before its end; 2 on misuse.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Fewer runs, and budgets of seconds: what is scaled down is marked.
    #[arg(long)]
    quick: bool,
    /// Only this paper or table, for example reflexive, new-heuristics/1 or report/levels; may be repeated.
    #[arg(long, value_name = "PAPER[/TABLE]")]
    only: Vec<Choice>,
    /// Runs of every cell [default: as the paper where it repeats its runs].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs: Option<u32>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
    /// The folder for the files.
    #[arg(long, short, value_name = "DIR", default_value = "morpion-tables")]
    out: PathBuf,
    /// Repeat runs that are in the folder already.
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    quick: bool,
    seed: u64,
    /// Runs that have ended, of those asked for.
    runs: usize,
    runs_asked: usize,
    tables: &'a [Comparison],
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let tables = Choice::among(&args.only, papers::tables())?;
    let plan = Plan {
        quick: args.quick,
        runs: args.runs,
        seed: args.seed.seed,
    };
    let jobs = tables::jobs(&tables, &plan);
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let records = all_runs(&args, &jobs)?;
    let comparisons = tables::compare(&tables, &plan, &records);
    let text = tables::text::text(&comparisons, args.quick);
    leave_files(&args.out, &tables, &plan, &records, &text)?;
    let report = Report {
        quick: args.quick,
        seed: args.seed.seed,
        runs: records.len(),
        runs_asked: jobs.len(),
        tables: &comparisons,
    };
    tell(args.json, &report, || text)?;
    if records.len() < jobs.len() {
        remark(format_args!(
            "stopped after {} of {} runs: the same command goes on",
            records.len(),
            jobs.len()
        ));
        return Ok(Outcome::NotShown);
    }
    Ok(Outcome::Done)
}

/// The runs of the jobs, from the folder or made now, in the order of the jobs.
fn all_runs(args: &Args, jobs: &[Job]) -> anyhow::Result<Vec<RunRecord>> {
    let path = args.out.join("runs.csv");
    if args.fresh && path.exists() {
        std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let (archive, mut known) = Archive::open(&path)?;
    let by_key: HashMap<Key<'_>, &RunRecord> = known.iter().map(|r| (r.key(), r)).collect();
    let is_open = |job: &&Job| !by_key.contains_key(&job.key());
    let open: Vec<Job> = jobs.iter().filter(is_open).cloned().collect();
    let stop = stop_flag()?;
    let watcher = Watcher::new(args.quiet.quiet, &open, archive, &stop);
    let perform = || tables::perform(&open, &stop, &|record| watcher.done(record));
    let made = with_threads(args.jobs.jobs, perform)?;
    let archive = watcher.finish()?;
    known.extend(made);
    let (asked, others) = in_order(jobs, known);
    archive.finish(&[asked.as_slice(), &others].concat())?;
    Ok(asked)
}

/// The records of the jobs in their order, and the other records.
fn in_order(jobs: &[Job], records: Vec<RunRecord>) -> (Vec<RunRecord>, Vec<RunRecord>) {
    let places: HashMap<Key<'_>, usize> = jobs.iter().map(Job::key).zip(0..).collect();
    let place = |record: &RunRecord| places.get(&record.key()).copied();
    let (mut asked, others): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|r| place(r).is_some());
    asked.sort_by_key(place);
    // The same run twice in a file that was put together by hand.
    asked.dedup_by(|a, b| a.key() == b.key());
    (asked, others)
}

fn leave_files(
    folder: &Path,
    tables: &[Table],
    plan: &Plan,
    records: &[RunRecord],
    text: &str,
) -> anyhow::Result<()> {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        write_atomically(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    };
    write("tables.txt", text.as_bytes())?;
    for picture in tables::pictures(tables, plan, records) {
        write(&format!("{}.svg", picture.name), picture.svg().as_bytes())?;
        write(&format!("{}.png", picture.name), &picture.png()?)?;
    }
    Ok(())
}

/// Keeps runs as they end, and shows how far the whole is: a bar on a terminal, else a line a cell.
struct Watcher<'a> {
    bar: ProgressBar,
    /// Whether to say when a cell is done.
    says: bool,
    stop: &'a AtomicBool,
    state: Mutex<State>,
}

struct State {
    archive: Archive,
    /// Runs still to be made, by cell.
    open: HashMap<String, usize>,
    error: Option<ArchiveError>,
}

impl<'a> Watcher<'a> {
    fn new(quiet: bool, jobs: &[Job], archive: Archive, stop: &'a AtomicBool) -> Self {
        let draws = draws();
        let bar = if quiet || !draws {
            ProgressBar::hidden()
        } else {
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len} runs [{elapsed}] {wide_msg}");
            ProgressBar::new(jobs.len() as u64)
                .with_style(style.expect("the template is well-formed"))
        };
        bar.enable_steady_tick(Duration::from_millis(500));
        let mut open = HashMap::new();
        for job in jobs {
            *open.entry(job.cell()).or_insert(0) += 1;
        }
        Self {
            bar,
            says: !quiet && !draws,
            stop,
            state: Mutex::new(State {
                archive,
                open,
                error: None,
            }),
        }
    }

    fn done(&self, record: &RunRecord) {
        let cell = tables::cell(record);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = state.archive.add(record) {
            state.error = Some(error);
            self.stop.store(true, Ordering::Relaxed);
            return;
        }
        let left = state.open.entry(cell.clone()).or_insert(1);
        *left -= 1;
        let is_done = *left == 0;
        drop(state);
        if self.says && is_done {
            // Nobody may be reading any more: no reason to stop.
            let _ = writeln!(std::io::stderr(), "{cell}: done");
        }
        self.bar.inc(1);
        self.bar.set_message(cell);
    }

    fn finish(self) -> anyhow::Result<Archive> {
        self.bar.finish_and_clear();
        let state = self.state.into_inner();
        let State { archive, error, .. } = state.unwrap_or_else(PoisonError::into_inner);
        match error {
            Some(error) => Err(error).context("stopped, since the runs cannot be kept"),
            None => Ok(archive),
        }
    }
}
