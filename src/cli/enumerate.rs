//! `morpion enumerate`: the number of positions after each number of moves.

use std::path::{Path, PathBuf};

use super::shared::{
    Jobs, Json, Outcome, Rules, Seed, Share, Symmetry, progress_bar, remark, tell, with_threads,
};
use morpion_count::{Cut, Estimate, Estimates, Ledger, Level, count, count_units, estimate};
use morpion_output::files::{FileError, write_atomically};
use morpion_output::text::align;
use morpion_results::Counted;
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::{Format, Record, play_all, write};
use morpion_search::games::count_symmetric;

/// The crowds of an estimate: enough to tell their spread.
const CROWDS: u32 = 20;

/// Count the positions after 0, 1, 2, ... moves, each once.
///
/// A position is the set of dots and the set of lines drawn: orders of play that lead to the same sets count once. `paper/counting.md`
/// proves that the count leaves out no position and counts none twice. A count to a number of moves keeps nothing.
///
/// With --units the command counts all positions of 4D (45 minutes of a core) or 4T (some 200 core-hours), in parts, and writes the
/// count of each part to a folder. A run may be stopped at any time; the same command goes on. `morpion-recount` counts parts again by
/// other means.
///
/// Exit code: 0 when everything is counted, 1 when units are left, 2 on misuse or when a file cannot be read or written.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    rules: Rules,
    /// The largest number of moves. Each further move takes one and a half to ten times as long [default with --symmetric: to the
    /// longest game].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=64), required_unless_present_any = ["symmetric", "units", "estimate"])]
    moves: Option<u8>,
    #[command(flatten)]
    symmetry: Symmetry,
    /// Count all positions of 4D or 4T, unit by unit, and write the counts to this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["moves", "symmetric"])]
    units: Option<PathBuf>,
    /// Only the units whose number leaves I when divided by N, so that N processes side by side share the work. They use one folder, or
    /// you put their files into one folder afterwards.
    #[arg(long, value_name = "I/N", requires = "units", conflicts_with_all = ["moves", "symmetric", "estimate"])]
    share: Option<Share>,
    /// Once all is counted, write a longest game of each class that has one to this folder, as MSR.
    #[arg(long, value_name = "DIR", requires = "units", conflicts_with_all = ["moves", "symmetric", "estimate"])]
    longest: Option<PathBuf>,
    /// Estimate instead of counting: all lengths, from 20 times this number of random games, with the standard error.
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["moves", "symmetric", "units"], value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    estimate: Option<u32>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    jobs: Jobs,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let variant = args.rules.variant;
    if let Some(games) = args.estimate {
        let seed = args.seed.seed;
        let games = games as usize;
        let estimates = with_threads(args.jobs.jobs, || estimate(variant, CROWDS, games, seed))??;
        tell(args.json, &estimates, || table_of_estimates(&estimates))?;
        return Ok(Outcome::Done);
    }
    let (levels, whole) = match (&args.units, args.symmetry.symmetric) {
        (Some(folder), _) => match count_whole(&args, folder)? {
            Some(levels) => (levels, true),
            None => return Ok(Outcome::NotShown),
        },
        (None, true) => all_symmetric(variant, args.moves),
        (None, false) => (some(&args)?, false),
    };
    let counted = Counted::new(args.symmetry.setting(variant), whole, levels);
    tell(args.json, &counted, || table(&counted.levels))?;
    Ok(Outcome::Done)
}

/// To a number of moves.
fn some(args: &Args) -> anyhow::Result<Vec<Level>> {
    let moves = usize::from(args.moves.unwrap_or_default());
    let variant = args.rules.variant;
    Ok(with_progress(|progress| {
        with_threads(args.jobs.jobs, || count(variant, moves, progress))
    })??)
}

/// Point-symmetric positions; whole when they ended by themselves.
fn all_symmetric(variant: Variant, moves: Option<u8>) -> (Vec<Level>, bool) {
    let most = moves.map_or(usize::MAX, usize::from);
    let levels = with_progress(|progress| count_symmetric(variant, most, progress));
    let whole = levels.last().is_some_and(|l| l.moves + 2 <= most);
    (levels, whole)
}

/// Counts the units that are left; returns the counts of the whole once none is left.
fn count_whole(args: &Args, folder: &Path) -> anyhow::Result<Option<Vec<Level>>> {
    let variant = args.rules.variant;
    let Some(cut) = Cut::of(variant) else {
        anyhow::bail!(
            "{variant} has too many positions for --units: give --moves N in place of it"
        );
    };
    let Share { rest, of } = args.share.unwrap_or(Share { rest: 0, of: 1 });
    let mut ledger = Ledger::read(cut, folder, &format!("{rest}-of-{of}.txt"))?;
    let units = ledger.missing(rest, of);
    with_progress(|progress| {
        with_threads(args.jobs.jobs, || {
            let shown = |done| progress(done, units.len());
            count_units(cut, &units, &mut ledger, &shown)
        })
    })??;
    if ledger.counted() < cut.units as usize {
        let counted = ledger.counted();
        remark(format_args!("{counted} of {} units are counted", cut.units));
        if args.json.json {
            let so_far = serde_json::json!({
                "format": "morpion-units-counted",
                "version": 1,
                "counted": counted,
                "all": cut.units,
            });
            tell(args.json, &so_far, String::new)?;
        }
        return Ok(None);
    }
    let whole = cut.whole(&ledger)?;
    if let Some(games) = &args.longest {
        write_games(variant, &cut.longest_games(&ledger)?, games)?;
    }
    Ok(Some(whole))
}

fn write_games(variant: Variant, games: &[Vec<Move>], folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).map_err(FileError::of("create the folder", folder))?;
    for (number, moves) in (1..).zip(games) {
        let position = play_all(variant, moves)?;
        let record = Record::new(variant, moves.clone());
        let text = write(&position, &record.metadata, Format::Msr)?;
        let name = format!("{variant}-{:03}-counted-{number}.msr", moves.len());
        let path = folder.join(name);
        write_atomically(&path, text.as_bytes()).map_err(FileError::of("write", &path))?;
    }
    Ok(())
}

/// Shows a bar on standard error while `work` runs, if that is a terminal.
fn with_progress<T>(work: impl FnOnce(&(dyn Fn(usize, usize) + Sync)) -> T) -> T {
    let bar = progress_bar(0, "{bar:40} {pos}/{len} parts, {elapsed}, about {eta} left");
    work(&|done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    })
}

fn table(levels: &[Level]) -> String {
    let header = ["moves", "positions", "up to symmetry"];
    let rows = levels.iter().map(|level| {
        let classes = level.classes.map(|n| n.to_string());
        [
            level.moves.to_string(),
            level.positions.to_string(),
            classes.unwrap_or_default(),
        ]
    });
    align(header, rows, &[true; 3])
}

fn table_of_estimates(estimates: &Estimates) -> String {
    let row = |name: String, e: &Estimate| {
        [
            name,
            format!("{:.4e}", e.positions),
            format!("{:.1e}", e.error),
        ]
    };
    let header = ["moves", "positions", "standard error"];
    let levels = estimates.levels.iter();
    let rows = levels.map(|e| row(e.moves.to_string(), e));
    let all = std::iter::once(row("all".to_owned(), &estimates.all));
    align(header, rows.chain(all), &[true; 3])
}
