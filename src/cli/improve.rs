//! `morpion improve`: larger graphs of given boxes, kept as results.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use rand::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;

use super::Outcome;
use super::shared::folders::all_games;
use super::shared::interrupt::stop_flag;
use super::shared::options::{Games, Jobs, Json, Results, Seed, Time};
use super::shared::output::{remark, tell};
use super::shared::pool::with_threads;
use crate::claim::Setting;
use crate::engine::Objects;
use crate::geometry::{BoundingBox, Move, Variant};
use crate::results::{BoxFacts, Facts, Found, Origin, Store, check_object, known_by_box};
use morpion_search::games::Rng;
use morpion_search::windows::{GraphSearch, first_graphs};

/// What a box gets where nothing is said.
const TIME: Duration = Duration::from_secs(60);

/// Look for larger graphs of boxes (5D).
///
/// Starts from the largest graph or game known of the box, or of one inside it, turned or mirrored if need be, and has the exact
/// engine fill windows of it anew. A graph need not be playable: this gives the lower bounds that belong to the table of 2016, of
/// boxes, as `morpion search` does for games. Every improvement is checked and saved at once; Ctrl-C is safe. The longest game of
/// --games that fits a box is saved with it, too.
///
/// Exit code: 0 when done; 1 when --at-least was given and not reached in every box; 2 on misuse.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Distances of each box from the cross: TOP,RIGHT,BOTTOM,LEFT.
    #[arg(value_name = "BOX", required = true)]
    boxes: Vec<BoundingBox>,

    #[command(flatten)]
    time: Time,

    /// A graph of this size is large enough.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at_least: Option<u32>,

    /// Nodes the exact engine may spend on a window.
    #[arg(long, value_name = "N", default_value_t = 200)]
    nodes: u64,

    /// Start from random games instead of what is known.
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

/// What came of one box.
#[derive(Debug, Serialize)]
struct Line {
    #[serde(rename = "box")]
    bounding_box: BoundingBox,
    before: Option<u32>,
    now: Option<u32>,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let setting = Setting {
        variant: Variant::D5,
        symmetric: false,
    };
    let stop = stop_flag()?;
    let games = known_by_box(setting, &all_games(&args.games.games)?);
    let (store, facts) = Store::open(&args.results.working(setting, false)?, setting, false)?;
    let improver = Improver {
        args: &args,
        store: &store,
        facts: Mutex::new(facts),
        games: &games,
        stop: &stop,
    };
    let mut boxes: Vec<BoundingBox> = args.boxes.iter().map(|b| b.canonical()).collect();
    boxes.sort_unstable();
    boxes.dedup();
    let improve = || {
        boxes
            .par_iter()
            .with_max_len(1)
            .map(|&b| improver.improve(b))
            .collect::<anyhow::Result<Vec<Line>>>()
    };
    let lines = with_threads(Some(args.jobs.or_one()), improve)??;
    report(&args, &lines)?;
    let enough = |line: &Line| args.at_least.is_none_or(|n| line.now >= Some(n));
    Ok(if lines.iter().all(enough) {
        Outcome::Done
    } else {
        Outcome::NotShown
    })
}

fn report(args: &Args, lines: &[Line]) -> anyhow::Result<()> {
    tell(args.json, &lines, || in_words(lines))
}

fn in_words(lines: &[Line]) -> String {
    let mut text = String::new();
    let moves = |n: Option<u32>| n.map_or("none".to_owned(), |n| n.to_string());
    for line in lines {
        let (before, now) = (moves(line.before), moves(line.now));
        let words = if line.now.is_none() {
            "none: in the time given nothing was found that reaches all its sides".to_owned()
        } else if line.before == line.now {
            format!("{now}, as before")
        } else {
            format!("{now}, before {before}")
        };
        text.push_str(&format!("{}  largest graph {words}\n", line.bounding_box));
    }
    text
}

/// What all boxes share.
struct Improver<'a> {
    args: &'a Args,
    store: &'a Store,
    facts: Mutex<Facts>,
    /// For each box the longest game, or beginning of one.
    games: &'a BTreeMap<BoundingBox, Found>,
    stop: &'a AtomicBool,
}

impl Improver<'_> {
    fn improve(&self, bounding_box: BoundingBox) -> anyhow::Result<Line> {
        let started = Instant::now();
        let before = self.best(bounding_box);
        self.take_in(bounding_box)?;
        let mut rng = Rng::seed_from_u64(self.args.seed.seed);
        let starts = self.starts(bounding_box);
        let search = GraphSearch {
            bounding_box,
            nodes: self.args.nodes,
        };
        let limit = self.args.time.time_limit.unwrap_or(TIME);
        let is_over = || self.stop.load(Ordering::Relaxed) || started.elapsed() >= limit;
        let mut saved = Ok(());
        search.search(&starts, &mut rng, &is_over, &mut |graph| {
            saved = self.save(bounding_box, graph, started.elapsed());
            let is_enough = self
                .args
                .at_least
                .is_some_and(|n| graph.len() >= n as usize);
            if is_enough || saved.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        saved?;
        let now = self.best(bounding_box);
        Ok(Line {
            bounding_box,
            before,
            now,
        })
    }

    fn best(&self, bounding_box: BoundingBox) -> Option<u32> {
        let facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        facts.get(&bounding_box)?.best(Objects::Graphs)
    }

    fn starts(&self, bounding_box: BoundingBox) -> Vec<Vec<Move>> {
        if self.args.from_scratch {
            return Vec::new();
        }
        let facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let graphs = facts.values().filter_map(|f| f.found(Objects::Graphs));
        let graphs = graphs.map(|found| &found.moves[..]);
        first_graphs(
            bounding_box,
            graphs.chain(self.games.values().map(|game| &game.moves[..])),
        )
    }

    /// Takes in the longest game known of the box, if that is news.
    fn take_in(&self, bounding_box: BoundingBox) -> anyhow::Result<()> {
        let Some(game) = self.games.get(&bounding_box) else {
            return Ok(());
        };
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = facts.entry(bounding_box);
        let known = entry.or_insert_with(|| BoxFacts::new(bounding_box));
        if known.best(Objects::Games) >= Some(game.size()) {
            return Ok(());
        }
        self.learn(known, &game.moves, &game.by)
    }

    /// Takes in a graph if it is larger than what is known of the box.
    fn save(
        &self,
        bounding_box: BoundingBox,
        graph: &[Move],
        after: Duration,
    ) -> anyhow::Result<()> {
        let setting = self.store.setting();
        let size = graph.len();
        check_object(setting, bounding_box, graph)
            .with_context(|| format!("the engine's graph of box {bounding_box} is refused"))?;
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = facts.entry(bounding_box);
        let known = entry.or_insert_with(|| BoxFacts::new(bounding_box));
        if known.best(Objects::Graphs) >= Some(size as u32) {
            return Ok(());
        }
        let origin = Origin(format!("morpion improve, seed {}", self.args.seed.seed));
        let saved = self.learn(known, graph, &origin);
        let seconds = after.as_secs_f64();
        remark(format_args!(
            "{bounding_box}: {size} moves after {seconds:.1} s"
        ));
        saved
    }

    fn learn(&self, known: &mut BoxFacts, moves: &[Move], origin: &Origin) -> anyhow::Result<()> {
        let conflicts = known.learn_object(self.store.setting().variant, moves, origin);
        self.store.save_box(known)?;
        match conflicts.into_iter().next() {
            Some(conflict) => Err(conflict.into()),
            None => Ok(()),
        }
    }
}
