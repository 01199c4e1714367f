//! `morpion improve`: larger graphs and longer games of boxes, kept as results.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rayon::prelude::*;

use super::shared::{
    Games, Jobs, Json, Kind, Outcome, Results, Seed, Symmetry, Time, all_games, remark, stop_flag,
    tell, with_threads,
};
use morpion_improve::{Improved, Improver, Request, improve};
use morpion_proof::branch_and_bound::SearchError;
use morpion_proof::claim::Setting;
use morpion_proof::engine::Objects;
use morpion_results::{Store, known_by_box};
use morpion_rules::geometry::{BoundingBox, Variant};

/// The time for each box if the user gives none.
const TIME: Duration = Duration::from_secs(60);

/// Look for larger graphs, or longer games, of boxes (5D).
///
/// Graphs: the search starts from the largest graph or game known of the box, or of a box inside it, turned or mirrored if need be, and
/// the exact engine fills windows of it anew. A graph need not be playable: the graphs found are lower bounds for the table of 2016.
/// Games (--objects games): a pool of games within the box starts from the longest game known, and first prefers games that come closer
/// to all sides. Every improvement is checked and saved at once; Ctrl-C is safe. The longest game of --games that fits a box is saved
/// with it, too.
///
/// Exit code: 0 when done; 1 when --at-least was given and not reached in every box; 2 on misuse.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Distances of each box from the cross: TOP,RIGHT,BOTTOM,LEFT [default: all boxes of the results whose bound exceeds the largest
    /// that is known].
    #[arg(value_name = "BOX")]
    boxes: Vec<BoundingBox>,

    #[command(flatten)]
    kind: Kind,

    #[command(flatten)]
    symmetry: Symmetry,

    #[command(flatten)]
    time: Time,

    /// Stop at a graph or game of this size.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at_least: Option<u32>,

    /// Graphs: nodes the exact engine may spend on a window.
    #[arg(long, value_name = "N", default_value_t = 200)]
    nodes: u64,

    /// Start from random games instead of the known ones.
    #[arg(long)]
    from_scratch: bool,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    json: Json,
}

impl Args {
    fn objects(&self) -> Objects {
        self.kind.or(Objects::Graphs)
    }

    fn request(&self) -> Request {
        Request {
            objects: self.objects(),
            limit: self.time.time_limit.unwrap_or(TIME),
            at_least: self.at_least,
            nodes: self.nodes,
            from_scratch: self.from_scratch,
            seed: self.seed.seed,
        }
    }

    const fn setting(&self) -> Setting {
        self.symmetry.setting(Variant::D5)
    }

    /// The boxes asked for, or all whose maximum is not known; each once.
    fn boxes(&self, improver: &Improver<'_>) -> Vec<BoundingBox> {
        if self.boxes.is_empty() {
            return improver.open();
        }
        let boxes = self.boxes.iter().map(|b| b.canonical());
        boxes.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let setting = args.setting();
    anyhow::ensure!(
        !setting.symmetric || args.objects() == Objects::Games,
        "only games are looked for with --symmetric: add --objects games"
    );
    let stop = stop_flag()?;
    let games = known_by_box(setting, &all_games(&args.games.games)?);
    let (store, facts) = Store::open(&args.results.working(setting, false)?, setting, false)?;
    let improver = Improver::new(args.request(), &store, facts, &games, &stop, &larger);
    let boxes = args.boxes(&improver);
    let lopsided = boxes.iter().find(|&&b| !setting.admits(b));
    if let Some(&lopsided) = lopsided {
        return Err(SearchError::Lopsided(lopsided).into());
    }
    let all = || {
        let lines = boxes.par_iter().with_max_len(1);
        // Boxes that were not begun when Ctrl-C was hit are left out.
        let is_begun = |_: &&BoundingBox| !stop.load(Ordering::Relaxed);
        let lines = lines.filter(is_begun).map(|&b| improve(&improver, b));
        lines.collect::<Result<Vec<Improved>, _>>()
    };
    let lines = with_threads(Some(args.jobs.or_one()), all)??;
    tell(args.json, &lines, || match boxes.is_empty() {
        true => format!(
            "no {} was looked for: no box is left whose maximum is not known",
            what(args.objects())
        ),
        false => in_words(args.objects(), &lines),
    })?;
    if stop.load(Ordering::Relaxed) {
        return Ok(Outcome::Interrupted);
    }
    let enough = |line: &Improved| args.at_least.is_none_or(|n| line.now >= Some(n));
    Ok(Outcome::of(lines.iter().all(enough)))
}

const fn what(objects: Objects) -> &'static str {
    match objects {
        Objects::Graphs => "largest graph",
        Objects::Games => "longest game",
    }
}

fn in_words(objects: Objects, lines: &[Improved]) -> String {
    let what = what(objects);
    let before = |n: Option<u32>| n.map_or("none".to_owned(), |n| n.to_string());
    let words = |line: &Improved| {
        let words = match line.now {
            None => "none: in the time given nothing was found that reaches all its sides".into(),
            Some(now) if line.before == line.now => format!("{now}, as before"),
            Some(now) => format!("{now}, before {}", before(line.before)),
        };
        format!("{}  {what} {words}\n", line.bounding_box)
    };
    lines.iter().map(words).collect()
}

/// Tells what was found as soon as it is saved.
fn larger(bounding_box: BoundingBox, size: usize, after: Duration) {
    let seconds = after.as_secs_f64();
    remark(format_args!(
        "{bounding_box}: {size} moves after {seconds:.1} s"
    ));
}
