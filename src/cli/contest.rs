//! `morpion contest`: searchers side by side, and the papers' tables repeated.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use morpion_contest::contest::{self, Plan, Row};
use morpion_contest::papers::{self, PAPERS};
use morpion_contest::runs::{self, Job, Run};
use morpion_contest::standing::{Standing, standings, text};
use morpion_search::running::Budget;
use serde::Serialize;

use super::shared::{
    Jobs, Json, Outcome, Quiet, Seed, Time, progress_line, remark, stop_flag, tell, with_threads,
};
use morpion_output::draw::curves;
use morpion_output::files::{FileError, write_atomically};
use morpion_output::lock::Lock;
use morpion_rules::geometry::Variant;

/// Run searchers side by side, with the same seeds and budgets, or repeat the tables of a paper.
///
/// A run is one search on one thread. The folder gets runs.csv, to which each run appends a line at once; table.txt, which is also
/// printed; and for each row the share of runs that reach a score, as SVG. Runs that are in runs.csv are not made again: after Ctrl-C
/// the same command goes on, and a larger contest begins with the runs of a smaller one.
///
/// --paper sets searchers, variants, budgets and numbers of runs, and puts the paper's figure beside each cell. It takes an hour of two
/// cores for the papers of 2007, with --quick five minutes.
///
/// Exit code: 0; 2 on misuse; 130 when it was stopped.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Searchers, each in quotes and with the words that follow `morpion search`, such as "rs1 --samples 100". Each searcher is
    /// compared with the first.
    #[arg(
        value_name = "SEARCHER",
        required_unless_present = "paper",
        conflicts_with = "paper"
    )]
    searchers: Vec<String>,
    /// Repeat the tables of a paper; may be repeated.
    #[arg(long, value_name = "PAPER", value_parser = PossibleValuesParser::new(PAPERS.map(|(name, _)| name)))]
    paper: Vec<String>,
    /// Only the rows of the papers that have these words in their names, such as "table 1" or 5T.
    #[arg(long, value_name = "WORDS", requires = "paper")]
    only: Option<String>,
    /// Fewer runs, each of which takes only seconds.
    #[arg(long, requires = "paper")]
    quick: bool,
    /// Also make one run of each cell that takes hours.
    #[arg(long, requires = "paper", conflicts_with = "quick")]
    hours: bool,
    /// The rules: 5D, 5T, 4D or 4T; may be repeated [default: 5D].
    #[arg(long, conflicts_with = "paper")]
    variant: Vec<Variant>,
    /// Runs of each cell [default: 20; for a paper's cells 8 to 400, by the cost of a run].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    runs: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    time: Time,
    /// End a run after so many finished games.
    #[arg(long, value_name = "N", conflicts_with = "paper", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// End a run after so many moves played or taken back.
    #[arg(long, value_name = "N", conflicts_with = "paper", value_parser = clap::value_parser!(u64).range(1..))]
    steps: Option<u64>,
    #[command(flatten)]
    jobs: Jobs,
    /// The folder for the files.
    #[arg(long, short, value_name = "DIR", default_value = "mine/contest")]
    out: PathBuf,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// The hint for a user whose parameters of a searcher were taken for those of the contest.
pub(super) const QUOTES: &str =
    "what a searcher is told stands in quotes with it, such as \"rs1 --samples 100\"";

/// The output of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    /// The number of runs of this contest that are done.
    runs: usize,
    runs_asked: usize,
    rows: &'a [Standing],
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let rows = args.rows()?;
    let plan = Plan {
        quick: args.quick,
        hours: args.hours,
        runs: args.runs,
        seed: args.seed.seed,
    };
    let jobs = contest::jobs(&rows, plan);
    let runs_asked = jobs.len();
    std::fs::create_dir_all(&args.out).map_err(FileError::of("create the folder", &args.out))?;
    // Held until the end: two contests that append to one file would lose runs.
    let lock = Lock::try_of(&args.out).map_err(FileError::of("write into", &args.out))?;
    let _lock = lock.with_context(|| {
        let folder = args.out.display();
        format!("another contest is at work in {folder}: wait for it, or name another folder")
    })?;
    let path = args.out.join("runs.csv");
    anyhow::ensure!(
        path.exists() || !args.out.join("table.txt").exists(),
        "{} holds a table.txt and no runs.csv: name another folder with --out",
        args.out.display()
    );
    let (open, kept) = contest::open(jobs, runs::read(&path)?);
    args.make(&open, &path, &kept)?;
    let (left, runs) = contest::open(open, runs::read(&path)?);
    let standings = standings(&rows, &runs);
    let table = text(&standings);
    leave(&args.out, &standings, &table)?;
    let report = Report {
        runs: runs_asked - left.len(),
        runs_asked,
        rows: &standings,
    };
    tell(args.json, &report, || table)?;
    if left.is_empty() {
        return Ok(Outcome::Done);
    }
    let done = report.runs;
    remark(format_args!(
        "stopped after {done} of {runs_asked} runs: the same command goes on"
    ));
    Ok(Outcome::Interrupted)
}

impl Args {
    fn rows(&self) -> anyhow::Result<Vec<Row>> {
        let time = self.time.time_limit;
        if self.paper.is_empty() {
            let variants = match self.variant.is_empty() {
                true => &[Variant::default()][..],
                false => &self.variant,
            };
            let (playouts, steps) = (self.playouts, self.steps);
            let budget = Budget {
                time,
                playouts,
                steps,
            };
            return Ok(contest::of_searchers(&self.searchers, variants, budget)?);
        }
        anyhow::ensure!(
            time.is_none(),
            "papers set what a run may cost: leave out --time-limit"
        );
        let words = self.only.as_deref().unwrap_or("");
        let rows = self.paper.iter().flat_map(|paper| papers::rows(paper));
        let rows: Vec<Row> = rows.filter(|row| row.label.contains(words)).collect();
        anyhow::ensure!(
            !rows.is_empty(),
            "no row has `{words}` in its name: leave out --only to see all"
        );
        Ok(rows)
    }

    /// Makes the runs, and keeps each in the file at once.
    fn make(&self, open: &[Job], path: &Path, kept: &[Run]) -> anyhow::Result<()> {
        let file = Mutex::new((runs::begin(path, kept)?, 0));
        let bar = progress_line(self.quiet.quiet);
        let done = |runs: &[Run]| -> anyhow::Result<()> {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            runs::append(&mut file.0, runs).map_err(FileError::of("write", path))?;
            file.1 += 1;
            if let Some(Run {
                variant,
                algorithm,
                parameters,
                score,
                ..
            }) = runs.last()
            {
                let (done, all) = (file.1, open.len());
                bar.set_message(format!(
                    "{done} of {all} runs; {variant} {algorithm} {parameters}: {score}"
                ));
            }
            Ok(())
        };
        let stop = stop_flag()?;
        with_threads(self.jobs.jobs, || runs::make(open, &stop, done))?
    }
}

/// Writes the table and the curves.
fn leave(folder: &Path, standings: &[Standing], table: &str) -> anyhow::Result<()> {
    let write = |name: String, text: &str| {
        let path = folder.join(name);
        write_atomically(&path, text.as_bytes()).map_err(FileError::of("write", &path))
    };
    for standing in standings {
        let name = standing.name();
        let words = name.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<String> = words
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase)
            .collect();
        write(
            words.join("-") + ".svg",
            &curves(&name, &standing.curves, "the paper's"),
        )?;
    }
    Ok(write("table.txt".to_owned(), table)?)
}
