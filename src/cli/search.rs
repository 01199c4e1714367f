//! `morpion search`: looks for long games.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;
use serde::Serialize;

use super::shared::command_line::command_line;
use super::shared::console::progress_line;
use super::shared::interrupt::stop_flag;
use super::shared::options::{Jobs, Json, Quiet, Rules, Seed, Symmetry, Time, Within};
use super::shared::output::tell;
use super::{GAME_HELP, Outcome};
use morpion_proof::claim::Setting;
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::{self, Format, Metadata};
use morpion_search::games::{Playable, StartPosition};
use morpion_search::running::{
    self, Budget, Continued, Improvement, Keeper, Observer, Plan, SaveError, Searcher, Sidecar,
    Snapshot,
};
use morpion_search::searchers::Algorithm;
use morpion_search::windows::Polish;

/// Look for long games.
///
/// Every improvement is saved at once in the folder: the record, and beside it a JSON file with the
/// command, the seed and the time. A better game of the same search replaces it. Ctrl-C ends
/// the search and keeps the best game; a search that is done before its budget is spent
/// starts again. Without --time-limit, --playouts and --at-least it runs once, or until Ctrl-C.
///
/// The same seed, one job and --playouts give the same game.
///
/// ranked-reward learns from its own games, by iterations: beside the best game it leaves a checkpoint, its network alone, and the diary of its
/// iterations (CSV); --from CHECKPOINT goes on. Its --jobs make no difference to what it learns.
///
/// pool, tempering and openings leave a checkpoint beside the best game, every minute or two; --from CHECKPOINT goes on. --from RECORD without --keep searches
/// around that game. openings is for good games: it plays them again from their first moves on, one of which is changed, and goes on with what comes of it.
///
/// Exit code: 0, also after Ctrl-C; 1 when not one game was finished, or none as long as --at-least asks; 2 on misuse.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How to search [default: tempering in 5T, without --symmetric; pool elsewhere].
    #[arg(long, short, value_name = "NAME", ignore_case = true, value_parser = PossibleValuesParser::new(Algorithm::NAMES).map(|name| name.to_ascii_lowercase()))]
    algorithm: Option<String>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    time: Time,
    /// Stop after so many finished games, all jobs together.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// A game of this length is long enough: stop there.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    at_least: Option<u32>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    symmetry: Symmetry,
    #[command(flatten)]
    within: Within,
    #[arg(long, value_name = "RECORD", help = format!("Go on from the beginning of a game; pool, tempering, openings, polish: without --keep, around the whole game; pool, tempering, openings, ranked-reward: without --keep, from a checkpoint; pool, openings: from the longest game in a checkpoint of tempering, too. {GAME_HELP}"))]
    from: Option<PathBuf>,
    /// How many moves of that game to keep [pool, tempering, openings, polish: 0].
    #[arg(long, value_name = "MOVES", requires = "from")]
    keep: Option<usize>,
    /// Where to keep the best game.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    options: morpion_search::searchers::Options,
}

mod learner;
mod resumable;

impl Args {
    /// The algorithm asked for, or the one that finds the longest games (`paper/notes/36-tempering.md`).
    fn algorithm(&self) -> &str {
        let best = match (self.rules.variant, self.symmetry.symmetric) {
            (Variant::T5, false) => "tempering",
            _ => "pool",
        };
        self.algorithm.as_deref().unwrap_or(best)
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    setting: Setting,
    search: &'a Algorithm,
    seed: u64,
    jobs: u16,
    /// Moves of the best game.
    best: Option<usize>,
    /// Its record.
    record: Option<PathBuf>,
    /// When it was found, from the start of the search.
    best_after_seconds: f64,
    playouts: u64,
    seconds: f64,
    playouts_per_second: f64,
    /// What the search said last.
    #[serde(skip_serializing_if = "str::is_empty")]
    last_word: &'a str,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    if args.algorithm() == "ranked-reward" {
        return learner::run(&args);
    }
    let variant = args.rules.variant;
    let algorithm = match args.options.algorithm(args.algorithm(), variant)? {
        Algorithm::Pool(pool) => return resumable::run(&args, pool, Algorithm::Pool),
        Algorithm::Tempering(tempering) => {
            return resumable::run(&args, tempering, Algorithm::Tempering);
        }
        Algorithm::Openings(openings) => {
            return resumable::run(&args, openings, Algorithm::Openings);
        }
        other => other,
    };
    let game = known_game(&args)?;
    let algorithm = fitted(&args, algorithm, &game)?;
    let from = continued(&args, &game);
    let start = start_position(&args, game)?;
    let watcher = Watcher::new(&args, &algorithm, from)?;
    let jobs = args.jobs.or_one();
    let outcome = if args.symmetry.symmetric {
        let root = start.symmetric()?;
        explore(&args, jobs, &root, &*algorithm.searcher(), &watcher)
    } else {
        let root = start.plain()?;
        explore(&args, jobs, &root, &*algorithm.searcher(), &watcher)
    };
    conclude(&args, &algorithm, &outcome, watcher)
}

/// Says what the search came to.
fn conclude(
    args: &Args,
    algorithm: &Algorithm,
    outcome: &running::Outcome,
    watcher: Watcher,
) -> anyhow::Result<Outcome> {
    watcher.bar.finish_and_clear();
    let kept = watcher.kept.into_inner();
    let (keeper, error) = kept.unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = error {
        if let Some(best) = &outcome.best {
            last_resort(args.rules.variant, &best.moves);
        }
        return Err(error).context(
            "the search stopped, since its best game cannot be kept; its record is printed above",
        );
    }
    let report = report(args, algorithm, outcome, &keeper);
    tell(args.json, &report, || in_words(&report))?;
    let wanted = args.at_least.unwrap_or(1) as usize;
    Ok(Outcome::of(report.best >= Some(wanted)))
}

/// Where no file can be written, the record goes to standard error.
fn last_resort(variant: Variant, moves: &[Move]) {
    let position = record::play_all(variant, moves);
    let written = position.map(|p| record::write(&p, &Metadata::default(), Format::Msr));
    if let Ok(Ok(text)) = written {
        let _ = writeln!(std::io::stderr(), "{text}");
    }
}

/// The game of `--from`, empty without it.
fn known_game(args: &Args) -> anyhow::Result<Vec<Move>> {
    let Some(path) = &args.from else {
        return Ok(Vec::new());
    };
    let record = record::load(path)?;
    match record::replay(&record, Some(args.rules.variant)) {
        Ok(position) => Ok(position.moves().to_vec()),
        Err(error) => Err(match record::replay(&record, None) {
            Ok(position) => {
                let variant = position.variant();
                anyhow::anyhow!("the game is one of {variant}: add --variant {variant}")
            }
            Err(_) => error.into(),
        }),
    }
}

/// An algorithm that is no [`morpion_search::searchers::Resumable`], if it fits what else is asked for.
fn fitted(args: &Args, algorithm: Algorithm, game: &[Move]) -> anyhow::Result<Algorithm> {
    if let Some(learnt) = algorithm.learnt() {
        let variant = args.rules.variant;
        anyhow::ensure!(
            variant == learnt,
            "the network has learnt {learnt}: give one of {variant} with --prior, or add --variant {learnt}"
        );
        anyhow::ensure!(
            !args.symmetry.symmetric,
            "the network plays one move at a time: leave out --symmetric, or use another algorithm"
        );
    }
    let Algorithm::Polish(polish) = algorithm else {
        anyhow::ensure!(
            args.from.is_none() || args.keep.is_some(),
            "--from needs --keep MOVES: how many moves of the game to keep"
        );
        return Ok(algorithm);
    };
    Ok(Algorithm::Polish(Polish {
        symmetric: args.symmetry.symmetric,
        within: args.within.max_box,
        start: game.to_vec(),
        ..polish
    }))
}

fn start_position(args: &Args, mut game: Vec<Move>) -> anyhow::Result<StartPosition> {
    let keep = args.keep.unwrap_or(0);
    anyhow::ensure!(
        keep <= game.len(),
        "the game has only {} moves: keep fewer than {keep}",
        game.len()
    );
    game.truncate(keep);
    Ok(StartPosition {
        variant: args.rules.variant,
        within: args.within.max_box,
        kept: game,
    })
}

fn explore<G: Playable + Sync>(
    args: &Args,
    jobs: u16,
    root: &G,
    searcher: &dyn Searcher<G>,
    watcher: &Watcher,
) -> running::Outcome {
    let budget = Budget {
        time: args.time.time_limit,
        playouts: args.playouts,
    };
    let plan = Plan {
        budget,
        seed: args.seed.seed,
        jobs: usize::from(jobs),
        repeat: !budget.is_unlimited() || args.at_least.is_some(),
        stop: &watcher.stop,
    };
    running::run(root, searcher, plan, watcher)
}

/// What the search goes on from.
fn continued(args: &Args, game: &[Move]) -> Option<Continued> {
    let path = args.from.as_ref()?;
    Some(Continued {
        game: path.display().to_string(),
        moves: game.len(),
        kept: args.keep.unwrap_or(0),
    })
}

/// What is the same for all games of this search.
fn template(
    args: &Args,
    algorithm: &Algorithm,
    from: Option<Continued>,
) -> anyhow::Result<Sidecar> {
    Ok(Sidecar {
        from,
        variant: args.rules.variant,
        symmetric: args.symmetry.symmetric,
        search: serde_json::to_value(algorithm)?,
        command: command_line(|_| true),
        seed: args.seed.seed,
        jobs: usize::from(args.jobs.or_one()),
        ..Sidecar::default()
    })
}

fn report<'a>(
    args: &Args,
    algorithm: &'a Algorithm,
    outcome: &'a running::Outcome,
    keeper: &Keeper,
) -> Report<'a> {
    let snapshot = outcome.snapshot;
    Report {
        setting: args.symmetry.setting(args.rules.variant),
        search: algorithm,
        seed: args.seed.seed,
        jobs: args.jobs.or_one(),
        best: outcome.best.as_ref().map(|b| b.moves.len()),
        record: keeper.last().map(PathBuf::from),
        best_after_seconds: snapshot.improved.as_secs_f64(),
        playouts: snapshot.playouts,
        seconds: snapshot.elapsed.as_secs_f64(),
        playouts_per_second: snapshot.rate(),
        last_word: &outcome.last_word,
    }
}

fn in_words(report: &Report<'_>) -> String {
    let mut work = format!(
        "{} games in {:.1} s, {:.0} a second",
        report.playouts, report.seconds, report.playouts_per_second
    );
    if !report.last_word.is_empty() {
        work += &format!("\n{}", report.last_word);
    }
    let Setting { variant, symmetric } = report.setting;
    let symmetric = if symmetric { " symmetric" } else { "" };
    match (report.best, &report.record) {
        (Some(best), Some(path)) => format!(
            "{best} moves, {variant}{symmetric}, after {:.1} s: {}\n{work}",
            report.best_after_seconds,
            path.display()
        ),
        _ => format!("no game was finished\n{work}"),
    }
}

/// Saves improvements and shows how far the search is.
struct Watcher {
    quiet: bool,
    /// Long enough.
    wanted: Option<u32>,
    bar: ProgressBar,
    kept: Mutex<(Keeper, Option<SaveError>)>,
    /// Turns true on Ctrl-C.
    stop: Arc<AtomicBool>,
}

impl Watcher {
    fn new(args: &Args, algorithm: &Algorithm, from: Option<Continued>) -> anyhow::Result<Self> {
        let keeper = Keeper::new(&args.out, template(args, algorithm, from)?)?;
        Ok(Self {
            quiet: args.quiet.quiet,
            wanted: args.at_least,
            bar: progress_line(args.quiet.quiet),
            kept: Mutex::new((keeper, None)),
            stop: stop_flag()?,
        })
    }

    fn say(&self, line: &str) {
        if self.quiet {
            return;
        }
        if self.bar.is_hidden() {
            // Nobody may be reading any more: no reason to stop.
            let _ = writeln!(std::io::stderr(), "{line}");
        } else {
            self.bar.println(line);
        }
    }
}

impl Observer for Watcher {
    fn improved(&self, improvement: &Improvement) -> ControlFlow<()> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (keeper, error) = &mut *kept;
        if let Err(failed) = keeper.keep(improvement) {
            *error = Some(failed);
            return ControlFlow::Break(());
        }
        drop(kept);
        self.say(&format!(
            "{} moves after {:.1} s (job {}, its game {})",
            improvement.moves.len(),
            improvement.after.as_secs_f64(),
            improvement.job + 1,
            improvement.playouts
        ));
        match self.wanted {
            Some(n) if improvement.moves.len() >= n as usize => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn progress(&self, snapshot: Snapshot, doing: &str) {
        let still = snapshot.elapsed.saturating_sub(snapshot.improved);
        self.bar.set_message(format!(
            "best {}, {:.0} games a second, {} s since the last improvement{}{doing}",
            snapshot.best,
            snapshot.rate(),
            still.as_secs(),
            if doing.is_empty() { "" } else { "; " }
        ));
    }
}
