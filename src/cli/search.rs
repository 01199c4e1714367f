//! `morpion search`: looks for long games.

use std::io::Write;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use anyhow::Context;
use serde::Serialize;

use super::shared::{
    GAME_HELP, Jobs, Json, OWN_GAMES, Outcome, Quiet, Rules, Seed, Symmetry, Time, Within,
    command_line, load, tell, try_threads,
};
use morpion_proof::claim::Setting;
use morpion_results::folder_name;
use morpion_rules::game::Code;
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::{self, Continued, Finding, Format, Metadata};
use morpion_search::games::{Playable, StartPosition};
use morpion_search::running::{self, Budget, Keeper, Plan, Searcher};
use morpion_search::searchers::{Algorithm, Beginning, Files, Left, Pool, Task, Tempering};

mod watcher;
mod words;

pub(super) use words::{in_words_of_today, with_usual_algorithm};

use watcher::Watcher;

/// Look for long games.
///
/// The search saves every improvement at once in the folder: the record, and beside it a JSON file with the command, the seed and the
/// time. A better game of the same search replaces it. Ctrl-C ends the search and keeps the best game. A search that is done before its
/// budget is spent starts again (but ranked-reward ends after its iterations); without --time-limit, --playouts, --steps and --at-least
/// it runs once, or until Ctrl-C.
///
/// The same seed, one job and --playouts or --steps give the same game.
///
/// ALGORITHM says how to search; `morpion search ALGORITHM --help` lists its options. Without it, the search is tempering in 5T without
/// --symmetric, and pool elsewhere. The options below may stand before or after it.
///
/// pool, tempering, openings and ranked-reward leave a checkpoint beside the best game, every minute or two or after each iteration;
/// --from CHECKPOINT goes on. --from RECORD without --keep searches around that game. openings needs a good game: it plays the game
/// again from its first moves on, with one move changed, and goes on with the long games that come of it. ranked-reward leaves its
/// network and its diary (CSV), too; it learns the same with any --jobs.
///
/// Exit code: 0, also after Ctrl-C; 1 when not one game was finished, or none as long as --at-least asks; 2 on misuse.
#[derive(Debug, clap::Args)]
#[command(
    subcommand_value_name = "ALGORITHM",
    subcommand_help_heading = "Algorithms",
    disable_help_subcommand = true
)]
pub(super) struct Args {
    #[command(subcommand)]
    algorithm: Option<Algorithm>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    time: Time,
    /// Stop after so many finished games, all jobs together.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Stop after so many moves played or taken back, all jobs together.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    steps: Option<u64>,
    /// Stop at a game of this length.
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
    #[arg(long, value_name = "MOVES")]
    keep: Option<usize>,
    /// Where to keep the best game.
    #[arg(long, short, value_name = "DIR", default_value = OWN_GAMES)]
    out: PathBuf,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    quiet: Quiet,
}

impl Args {
    /// The algorithm asked for, or the one that finds the longest games (`paper/notes/36-tempering.md`).
    fn algorithm(&self) -> Algorithm {
        let best = || match (self.rules.variant, self.symmetry.symmetric) {
            (Variant::T5, false) => Algorithm::Tempering(Tempering::default()),
            _ => Algorithm::Pool(Pool::default()),
        };
        self.algorithm.clone().unwrap_or_else(best)
    }

    /// The task: games that are looked for, from the beginning of this game or around it.
    fn task(&self, mut game: Vec<Move>) -> anyhow::Result<Task> {
        anyhow::ensure!(
            self.keep.is_none() || self.from.is_some(),
            "--keep needs --from RECORD: the game whose moves to keep"
        );
        let kept = self.keep.unwrap_or(0);
        anyhow::ensure!(
            kept <= game.len(),
            "the game has only {} moves: keep fewer than {kept}",
            game.len()
        );
        let rest = game.split_off(kept);
        let (around, rest) = match self.keep {
            Some(_) => (Vec::new(), rest),
            None => (rest, Vec::new()),
        };
        Ok(Task {
            start: StartPosition {
                variant: self.rules.variant,
                within: self.within.max_box,
                kept: game,
            },
            symmetric: self.symmetry.symmetric,
            around,
            rest,
            jobs: usize::from(self.jobs.or_one()),
            seed: self.seed.seed,
        })
    }

    /// The data that all games of this search have in common.
    fn finding(&self, algorithm: &Algorithm, from: Option<Continued>) -> anyhow::Result<Finding> {
        Ok(Finding {
            from,
            variant: self.rules.variant,
            symmetric: self.symmetry.symmetric,
            search: serde_json::to_value(algorithm)?,
            command: command_line(|_| true),
            seed: self.seed.seed,
            jobs: usize::from(self.jobs.or_one()),
            ..Finding::default()
        })
    }

    /// The path of the checkpoint, such as `5T-symmetric-pool-seed1.checkpoint` in the folder of the games.
    fn checkpoint(&self, algorithm: &Algorithm) -> PathBuf {
        let setting = folder_name(self.symmetry.setting(self.rules.variant));
        let (name, seed) = (algorithm.name(), self.seed.seed);
        let file = format!("{setting}-{name}-seed{seed}.checkpoint");
        self.out.join(file)
    }
}

/// The output of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    setting: Setting,
    search: &'a Algorithm,
    seed: u64,
    jobs: u16,
    /// Moves of the best game.
    best: Option<usize>,
    /// The record of the best game.
    record: Option<String>,
    /// The file from which the search can go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    checkpoint: Option<String>,
    /// When the best game was found, in seconds from the start of the search.
    best_after_seconds: f64,
    playouts: u64,
    seconds: f64,
    playouts_per_second: f64,
    /// The last words of the search.
    #[serde(skip_serializing_if = "str::is_empty")]
    last_word: &'a str,
}

pub(super) fn run(mut args: Args) -> anyhow::Result<Outcome> {
    let mut algorithm = args.algorithm();
    let resumed = args
        .from
        .clone()
        .filter(|path| algorithm.is_checkpoint(path));
    let (mut task, from) = match &resumed {
        Some(path) => {
            anyhow::ensure!(
                args.keep.is_none(),
                "a checkpoint goes on as it is: leave out --keep, or give a game with --from"
            );
            let beginning = Beginning::of(path)?;
            if beginning.algorithm == algorithm.name() {
                let jobs = u16::try_from(beginning.jobs());
                args.jobs.jobs = args.jobs.jobs.or(jobs.ok());
            }
            let mut task = args.task(Vec::new())?;
            task.start.kept = beginning.kept;
            (task, None)
        }
        None => {
            let game = known_game(&args)?;
            let from = continued(&args, &game);
            (args.task(game)?, from)
        }
    };
    try_threads(args.jobs.or_one())?;
    algorithm.settle(&mut task)?;
    let files = Files {
        from,
        resumed,
        left: args.checkpoint(&algorithm),
    };
    match args.symmetry.symmetric {
        true => search(&args, algorithm, &task, files, &task.start.symmetric()?),
        false => search(&args, algorithm, &task, files, &task.start.plain()?),
    }
}

fn search<G: Playable<Move = Code> + Sync + 'static>(
    args: &Args,
    mut algorithm: Algorithm,
    task: &Task,
    files: Files,
    root: &G,
) -> anyhow::Result<Outcome> {
    let opened = algorithm.open(root, files, task.jobs)?;
    let keeper = Keeper::new(&args.out, args.finding(&algorithm, opened.from)?)?;
    let watcher = Watcher::new(keeper, args.quiet.quiet, args.at_least)?;
    let outcome = explore(args, task.jobs, root, &*opened.searcher, &watcher);
    let left = opened.left.lock();
    let Left { checkpoint, fault } = take(&mut *left.unwrap_or_else(PoisonError::into_inner));
    let concluded = conclude(args, &algorithm, &outcome, watcher, checkpoint)?;
    match fault {
        Some(fault) => {
            Err(fault).context("the search stopped, since its checkpoint cannot be kept")
        }
        None => Ok(concluded),
    }
}

/// Reports the result of the search.
fn conclude(
    args: &Args,
    algorithm: &Algorithm,
    outcome: &running::Outcome,
    watcher: Watcher,
    checkpoint: Option<PathBuf>,
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
    let report = report(args, algorithm, outcome, &keeper, checkpoint);
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
    let record = load(path)?;
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

fn explore<G: Playable + Sync>(
    args: &Args,
    jobs: usize,
    root: &G,
    searcher: &dyn Searcher<G>,
    watcher: &Watcher,
) -> running::Outcome {
    let budget = Budget {
        time: args.time.time_limit,
        playouts: args.playouts,
        steps: args.steps,
    };
    let plan = Plan {
        budget,
        seed: args.seed.seed,
        jobs,
        repeat: !budget.is_unlimited() || args.at_least.is_some(),
        stop: &watcher.stop,
    };
    running::run(root, searcher, plan, watcher)
}

/// The game that the search goes on from.
fn continued(args: &Args, game: &[Move]) -> Option<Continued> {
    let path = args.from.as_ref()?;
    Some(Continued {
        game: path.display().to_string(),
        moves: game.len(),
        kept: args.keep.unwrap_or(0),
    })
}

fn report<'a>(
    args: &Args,
    algorithm: &'a Algorithm,
    outcome: &'a running::Outcome,
    keeper: &Keeper,
    checkpoint: Option<PathBuf>,
) -> Report<'a> {
    let snapshot = outcome.snapshot;
    let as_text = |path: &Path| path.display().to_string();
    Report {
        setting: args.symmetry.setting(args.rules.variant),
        search: algorithm,
        seed: args.seed.seed,
        jobs: args.jobs.or_one(),
        best: outcome.best.as_ref().map(|b| b.moves.len()),
        record: keeper.last().map(as_text),
        checkpoint: checkpoint.as_deref().map(as_text),
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
    if let Some(path) = &report.checkpoint {
        work += &format!("\nto go on from here: --from {path}");
    }
    let Setting { variant, symmetric } = report.setting;
    let symmetric = if symmetric { " symmetric" } else { "" };
    match (report.best, &report.record) {
        (Some(best), Some(path)) => format!(
            "{best} moves, {variant}{symmetric}, after {:.1} s: {path}\n{work}",
            report.best_after_seconds
        ),
        _ => format!("no game was finished\n{work}"),
    }
}
