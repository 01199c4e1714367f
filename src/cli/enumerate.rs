//! `morpion enumerate`: the number of positions after each number of moves.

use std::io::Write;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::Outcome;
use super::shared::options::{Jobs, Json, Rules};
use super::shared::pool::with_threads;
use crate::game::enumerate::{Level, Params, count};
use crate::geometry::Variant;
use crate::search::count_symmetric;

/// Count the positions after 0, 1, ..., N moves.
///
/// A position is the set of dots and the set of lines drawn: orders of play that
/// lead to the same sets count once.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    rules: Rules,
    /// The largest number of moves. Every further one takes one and a half to ten times as long.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=64))]
    moves: u8,
    /// Count the positions up to the 8 symmetries of the square, too.
    #[arg(long)]
    symmetric: bool,
    /// Only point-symmetric positions, those the half turn maps to themselves; ends with the longest game
    /// (4D: all of them in seconds).
    #[arg(long, conflicts_with_all = ["symmetric", "jobs"])]
    point_symmetric: bool,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    jobs: Jobs,
}

/// What `--json` prints.
#[derive(serde::Serialize)]
struct Report {
    variant: Variant,
    levels: Vec<Level>,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let params = Params {
        variant: args.rules.variant,
        moves: usize::from(args.moves),
        symmetric: args.symmetric,
    };
    let levels = if args.point_symmetric {
        with_progress(|progress| count_symmetric(params.variant, params.moves, progress))
    } else {
        with_progress(|progress| with_threads(args.jobs.jobs, || count(params, progress)))?
            .context("the enumeration stopped: give fewer --moves")?
    };
    let mut out = std::io::stdout().lock();
    if args.json.json {
        let variant = args.rules.variant;
        serde_json::to_writer_pretty(&mut out, &Report { variant, levels })?;
        writeln!(out)?;
    } else {
        write_table(&mut out, &levels)?;
    }
    Ok(Outcome::Done)
}

/// Shows a bar on standard error while `work` runs, if that is a terminal.
fn with_progress<T>(work: impl FnOnce(&(dyn Fn(usize, usize) + Sync)) -> T) -> T {
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} parts, {elapsed}, about {eta} left");
    let bar = ProgressBar::new(0).with_style(style.expect("the template is well-formed"));
    let result = work(&|done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    result
}

fn write_table(out: &mut impl Write, levels: &[Level]) -> std::io::Result<()> {
    let symmetric = levels.iter().any(|l| l.classes.is_some());
    write!(out, "{:>5} {:>20}", "moves", "positions")?;
    writeln!(
        out,
        "{}",
        if symmetric {
            "       up to symmetry"
        } else {
            ""
        }
    )?;
    for level in levels {
        write!(out, "{:>5} {:>20}", level.moves, level.positions)?;
        match level.classes {
            Some(classes) => writeln!(out, " {classes:>20}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
