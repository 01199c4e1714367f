//! `morpion octagons`: bounds the length of games of 5T, octagon by octagon.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;
use rayon::prelude::*;

use morpion_check::octagons::reject::Reject;
use morpion_check::octagons::{Checker, Proven};
use morpion_octagons::octagon::Octagon;
use morpion_octagons::plan::Trained;
use morpion_octagons::search::{Search, Tally};
use morpion_octagons::train::{Job, Progress, RANGES, STEPS, train};
use morpion_octagons::units::Units;
use morpion_output::files::{FileError, write_atomically};
use morpion_results::{FOR_GOOD, pack};

use super::shared::{
    Jobs, Outcome, Quiet, Share, print, progress_line, remark, stop_flag, with_threads,
};

/// How often a command that waits for the checker looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);

/// Prove that no game of 5T has more than N moves.
///
/// Every position of 5T can be cut down to a core, which fills an octagon; λ and prices bound the moves of all positions with the same
/// octagon (paper/octagons.md). The command trains tables of prices (a minute of a core), closes all octagons that could hold more
/// moves, joins what it found, has morpion-check repeat all of it (ten minutes of a core), and writes the certificate. It
/// keeps tables and units in the folder: Ctrl-C is safe at any time, and the same command goes on. For several machines, give each the
/// same tables and a --share, and put their units into one folder.
///
/// Exit code: 0 proven, 1 some octagons are open (they are named), 2 on misuse or when files cannot be read or written, 130
/// interrupted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The bound N. 444 takes some 20 minutes of a core, and a larger N less. Below 444 some octagons stay open, and no N below 402 can
    /// be proven in this way.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(402..=2000))]
    at_most: i32,
    /// The folder for tables, units and, in the end, the certificate [default: mine/octagons/N].
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    #[arg(long, value_name = "STEPS", help = format!("Steps that train a table; the default takes ten seconds of a core. Fewer steps make worse tables, and the search takes longer. Tables that the folder has are used as they are, but not if a --sample names its steps [default: {STEPS}]"), value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(8..=10_000_000))]
    training: Option<usize>,
    /// Try the search: close only one of this many octagons, keep nothing, and say how that went.
    #[arg(long, value_name = "EVERY", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "share")]
    sample: Option<u32>,
    /// Only the units whose number leaves I when divided by N. Nothing is joined then.
    #[arg(long, value_name = "I/N")]
    share: Option<Share>,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    quiet: Quiet,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let stop = stop_flag()?;
    let bar = progress_line(args.quiet.quiet);
    prove(&args, &bar, &stop)
}

fn prove(args: &Args, bar: &ProgressBar, stop: &AtomicBool) -> anyhow::Result<Outcome> {
    let own = || Path::new("mine/octagons").join(args.at_most.to_string());
    let folder = args.out.clone().unwrap_or_else(own);
    if args.sample.is_none() {
        let made = std::fs::create_dir_all(&folder);
        made.map_err(FileError::of("create the folder", &folder))?;
    }
    let tables = tables(args, &folder.join("tables"), bar, stop)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(match args.sample {
            Some(_) => not_kept(),
            None => interrupted("tables", &folder),
        });
    }
    let search = Search::new(args.at_most, tables);
    if let Some(every) = args.sample {
        return sample(args, &search, every as usize, stop);
    }
    let place = folder.join("units");
    let cannot = || format!("{} cannot be used", place.display());
    let units = Units::open(&search, &place).with_context(cannot)?;
    close(args, &units, bar, stop)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(interrupted("units", &folder));
    }
    if args.share.is_some() {
        remark("the units of this share are done: without --share the command joins all shares");
        return Ok(Outcome::Done);
    }
    match units.join(0..search.list.len())? {
        Ok(certificate) => conclude(args, &folder, certificate, bar, stop),
        Err(open) => {
            let some = open.iter().take(10).map(|o| format!("{:?}", o.sides()));
            let some: Vec<String> = some.collect();
            print(&format!(
                "not shown: {} octagons are open, for example those with sides of {} segments; try a larger N",
                open.len(),
                some.join(", ")
            ))?;
            Ok(Outcome::NotShown)
        }
    }
}

/// Says where the finished work is kept.
fn interrupted(what: &str, folder: &Path) -> Outcome {
    let kept = folder.display();
    remark(format_args!(
        "all {what} that are done are in {kept}; the same command goes on"
    ));
    Outcome::Interrupted
}

fn not_kept() -> Outcome {
    remark("interrupted: a sample keeps nothing");
    Outcome::Interrupted
}

/// The tables of a folder; those that are not there are trained, side by side, and kept, unless a sample is all that is asked.
fn tables(
    args: &Args,
    folder: &Path,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> anyhow::Result<Vec<Trained>> {
    let is_sample = args.sample.is_some();
    let steps = args.training.unwrap_or(STEPS);
    let path = |(low, high): (i32, i32)| folder.join(format!("{low}-{high}.table"));
    let are_used = !is_sample || args.training.is_none();
    let train_one = |range: (i32, i32)| {
        let told = |progress: Progress| {
            bar.set_message(format!(
                "training the table for {} to {} rows: {} of {} steps, bounds of {:.1} moves on average",
                range.0, range.1, progress.steps, steps, progress.bound
            ));
        };
        let job = Job {
            moves: args.at_most,
            low: range.0,
            high: range.1,
            steps,
        };
        train(job, stop, told)
    };
    let table = |range: (i32, i32)| {
        let path = path(range);
        if are_used && path.exists() {
            return read_table(&path).map(Some);
        }
        let table = train_one(range);
        if let Some(table) = table.as_ref().filter(|_| !is_sample) {
            let made = std::fs::create_dir_all(folder);
            made.map_err(FileError::of("create the folder", folder))?;
            let written = write_atomically(&path, &table.to_bytes());
            written.map_err(FileError::of("write", &path))?;
        }
        Ok(table)
    };
    let tables: anyhow::Result<Vec<Option<Trained>>> = with_threads(args.jobs.jobs, || {
        RANGES.into_par_iter().map(table).collect()
    })?;
    Ok(tables?.into_iter().flatten().collect())
}

fn read_table(path: &Path) -> anyhow::Result<Trained> {
    let bytes = std::fs::read(path).map_err(FileError::of("read", path))?;
    let name = path.display();
    Trained::from_bytes(&bytes)
        .with_context(|| format!("{name} is no table: remove it, and it is trained anew"))
}

/// Closes a few octagons, evenly over the list.
fn sample(
    args: &Args,
    search: &Search,
    every: usize,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let drawn: Vec<_> = search.list.iter().skip(every / 2).step_by(every).collect();
    let close = |octagon: &&Octagon| {
        let mut tally = Tally::default();
        let is_stopped = stop.load(Ordering::Relaxed);
        (!is_stopped).then(|| (search.close(octagon, &mut tally).1, tally))
    };
    let closed = with_threads(args.jobs.jobs, || drawn.par_iter().map(close).collect())?;
    let Some::<Vec<_>>(closed) = closed else {
        return Ok(not_kept());
    };
    let mut tally = Tally::default();
    for (octagon, (above, own)) in drawn.iter().zip(&closed) {
        tally += own;
        if own.open() > 0 {
            print(&format!(
                "open: sides of {:?} segments, {above:.2} moves above",
                octagon.sides()
            ))?;
        }
    }
    print(&tally.to_string())?;
    Ok(Outcome::of(tally.open() == 0 && !drawn.is_empty()))
}

/// Closes the octagons of all units that are left, or of those of a share.
fn close(
    args: &Args,
    units: &Units<'_>,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut left = units.left()?;
    if let Some(Share { rest, of }) = args.share {
        left.retain(|unit| unit % of as usize == rest as usize);
    }
    let so_far = Mutex::new((Tally::default(), 0));
    let told = |tally: &Tally| {
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.0 += tally;
        so_far.1 += 1;
        let (tally, done) = &*so_far;
        bar.set_message(format!("{done} of {} units: {tally}", left.len()));
    };
    Ok(with_threads(args.jobs.jobs, || {
        units.run(&left, stop, &told)
    })??)
}

/// Puts the certificate before the checker, and writes it if it holds.
fn conclude(
    args: &Args,
    folder: &Path,
    certificate: Vec<u8>,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let certificate = Arc::new(certificate);
    let Some(checked) = check(args, Arc::clone(&certificate), bar.clone(), stop) else {
        return Ok(interrupted("units", folder));
    };
    let proven = checked.map_err(|reject| {
        anyhow::anyhow!(
            "the checker rejects the certificate: {reject}. If the disk has damaged a unit, remove {} and run the same command again; else it is a fault of this program",
            folder.join("units").display()
        )
    })?;
    anyhow::ensure!(proven.is_whole(), "the certificate is about a part only");
    let file = folder.join(format!("at-most-{}.cert.zst", args.at_most));
    let packed = pack(&certificate, FOR_GOOD)?;
    write_atomically(&file, &packed).map_err(FileError::of("write", &file))?;
    print(&format!("proven: {proven}\n{}", file.display()))?;
    Ok(Outcome::Done)
}

/// Has the checker repeat the certificate, on a thread that is left behind if the user ends the command first; `None` is returned then.
fn check(
    args: &Args,
    certificate: Arc<Vec<u8>>,
    bar: ProgressBar,
    stop: &AtomicBool,
) -> Option<Result<Proven, Reject>> {
    let mut checker = Checker::new(args.jobs.or_cores());
    let checking = thread::spawn(move || {
        checker.check(&certificate, &|closed, all| {
            bar.set_message(format!(
                "checking the certificate: {closed} of {all} octagons"
            ));
        })
    });
    while !checking.is_finished() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        thread::sleep(LOOK);
    }
    let checked = checking.join();
    Some(checked.unwrap_or_else(|panicked| resume_unwind(panicked)))
}
