//! `morpion improve`: larger graphs and longer games of boxes, kept as results.

mod attempt;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use rayon::prelude::*;
use serde::Serialize;

use super::Outcome;
use super::shared::folders::all_games;
use super::shared::interrupt::stop_flag;
use super::shared::options::{Games, Jobs, Json, Kind, Results, Seed, Symmetry, Time};
use super::shared::output::{remark, tell};
use super::shared::pool::with_threads;
use attempt::Attempt;
use morpion_proof::branch_and_bound::SearchError;
use morpion_proof::claim::{Claim, Setting};
use morpion_proof::engine::Objects;
use morpion_results::{
    BoxFacts, Facts, Found, Origin, Store, check_object, is_settled, known_by_box,
};
use morpion_rules::geometry::{BoundingBox, Move, Variant};

/// What a box gets where nothing is said.
const TIME: Duration = Duration::from_secs(60);

/// Look for larger graphs, or longer games, of boxes (5D).
///
/// Graphs: starts from the largest graph or game known of the box, or of one inside it, turned or mirrored if need be, and has the exact
/// engine fill windows of it anew. A graph need not be playable: this gives the lower bounds that belong to the table of 2016, of
/// boxes. Games (--objects games): a pool of games within the box, which begins with the longest known; how far a game reaches towards
/// the sides counts first. Every improvement is checked and saved at once; Ctrl-C is safe. The longest game of --games that fits a box
/// is saved with it, too.
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

    /// One of this size is large enough.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at_least: Option<u32>,

    /// Graphs: nodes the exact engine may spend on a window.
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

impl Args {
    fn objects(&self) -> Objects {
        self.kind.or(Objects::Graphs)
    }

    /// The question that a search prepares.
    fn maximum(&self, bounding_box: BoundingBox) -> Claim {
        Claim::maximum(self.setting(), bounding_box, self.objects())
    }

    const fn setting(&self) -> Setting {
        self.symmetry.setting(Variant::D5)
    }

    /// The boxes asked for, or all whose maximum is not known; each once.
    fn boxes(&self, facts: &Facts) -> Vec<BoundingBox> {
        let is_open = |known: &&BoxFacts| {
            known.at_most(self.objects()).is_some()
                && !is_settled(known, &self.maximum(known.bounding_box))
        };
        let open = facts.values().filter(is_open).map(|f| f.bounding_box);
        let boxes: BTreeSet<BoundingBox> = match self.boxes.is_empty() {
            true => open.collect(),
            false => self.boxes.iter().map(|b| b.canonical()).collect(),
        };
        boxes.into_iter().collect()
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
    let boxes = args.boxes(&facts);
    let lopsided = boxes.iter().find(|&&b| !setting.admits(b));
    if let Some(&lopsided) = lopsided {
        return Err(SearchError::Lopsided(lopsided).into());
    }
    let improver = Improver {
        args: &args,
        store: &store,
        facts: Mutex::new(facts),
        games: &games,
        stop: &stop,
    };
    let improve = || {
        let lines = boxes.par_iter().with_max_len(1);
        let lines = lines.map(|&b| improver.improve(b));
        lines.collect::<anyhow::Result<Vec<Line>>>()
    };
    let lines = with_threads(Some(args.jobs.or_one()), improve)??;
    tell(args.json, &lines, || in_words(args.objects(), &lines))?;
    let enough = |line: &Line| args.at_least.is_none_or(|n| line.now >= Some(n));
    Ok(Outcome::of(lines.iter().all(enough)))
}

fn in_words(objects: Objects, lines: &[Line]) -> String {
    let what = match objects {
        Objects::Graphs => "largest graph",
        Objects::Games => "longest game",
    };
    let moves = |n: Option<u32>| n.map_or("none".to_owned(), |n| n.to_string());
    let words = |line: &Line| {
        let (before, now) = (moves(line.before), moves(line.now));
        let words = if line.now.is_none() {
            "none: in the time given nothing was found that reaches all its sides".to_owned()
        } else if line.before == line.now {
            format!("{now}, as before")
        } else {
            format!("{now}, before {before}")
        };
        format!("{}  {what} {words}\n", line.bounding_box)
    };
    lines.iter().map(words).collect()
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
        let before = self.best(bounding_box);
        self.take_in(bounding_box)?;
        if !self.is_settled(bounding_box) {
            Attempt::new(self, bounding_box).run()?;
        }
        Ok(Line {
            bounding_box,
            before,
            now: self.best(bounding_box),
        })
    }

    fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn best(&self, bounding_box: BoundingBox) -> Option<u32> {
        self.facts().get(&bounding_box)?.best(self.args.objects())
    }

    /// Whether a larger one is proven not to exist.
    fn is_settled(&self, bounding_box: BoundingBox) -> bool {
        let facts = self.facts();
        let known = facts.get(&bounding_box);
        known.is_some_and(|known| is_settled(known, &self.args.maximum(bounding_box)))
    }

    /// Takes in the longest game known of the box, if that is news.
    fn take_in(&self, bounding_box: BoundingBox) -> anyhow::Result<()> {
        let Some(game) = self.games.get(&bounding_box) else {
            return Ok(());
        };
        let mut facts = self.facts();
        let known = facts.entry(bounding_box);
        let known = known.or_insert_with(|| BoxFacts::new(bounding_box));
        if known.best(Objects::Games) >= Some(game.size()) {
            return Ok(());
        }
        self.learn(known, &game.moves, &game.by)
    }

    /// Takes in what was found if it is larger than what is known of the box.
    fn save(
        &self,
        bounding_box: BoundingBox,
        moves: &[Move],
        after: Duration,
    ) -> anyhow::Result<()> {
        let size = moves.len();
        check_object(self.store.setting(), bounding_box, moves)
            .with_context(|| format!("what was found for box {bounding_box} is refused"))?;
        let mut facts = self.facts();
        let known = facts.entry(bounding_box);
        let known = known.or_insert_with(|| BoxFacts::new(bounding_box));
        if known.best(self.args.objects()) >= Some(size as u32) {
            return Ok(());
        }
        let origin = Origin(format!("morpion improve, seed {}", self.args.seed.seed));
        let saved = self.learn(known, moves, &origin);
        let seconds = after.as_secs_f64();
        remark(format_args!(
            "{bounding_box}: {size} moves after {seconds:.1} s"
        ));
        saved
    }

    fn learn(&self, known: &mut BoxFacts, moves: &[Move], origin: &Origin) -> anyhow::Result<()> {
        let conflicts = known.learn_object(self.store.setting().variant, moves, origin);
        self.store.save_box(known)?;
        let first = conflicts.into_iter().next();
        first.map_or(Ok(()), |conflict| Err(conflict.into()))
    }
}
