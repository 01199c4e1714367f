//! The search for a larger graph or longer game in one box, within a limit of time.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use serde::Serialize;

use super::graphs::{GraphSearch, first_graphs};
use super::improver::{ImproveError, Improver};
use morpion_proof::engine::Objects;
use morpion_rules::game::Code;
use morpion_rules::geometry::{BoundingBox, Move, Variant};
use morpion_search::games::{Playable, Reaching, Rng, StartPosition};
use morpion_search::running::{self, Budget, Improvement, Observer, Plan, Snapshot};
use morpion_search::searchers::Pool;

/// The most games in the pool: with this many, a sweep takes seconds (`paper/notes/35-landscape.md`).
const ROOM: usize = 1024;

/// The result of searching one box.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Improved {
    /// The box.
    #[serde(rename = "box")]
    pub bounding_box: BoundingBox,
    /// The size of the largest object known before the search; `None` without one.
    pub before: Option<u32>,
    /// The size of the largest object known after the search; `None` without one.
    pub now: Option<u32>,
}

/// Looks for a larger object in one box, unless the one known is proven to be the largest, and saves those it finds.
///
/// # Errors
/// When an object found cannot be saved, or contradicts a bound.
pub fn improve(
    improver: &Improver<'_>,
    bounding_box: BoundingBox,
) -> Result<Improved, ImproveError> {
    let before = improver.best(bounding_box);
    improver.take_in(bounding_box)?;
    if !improver.is_settled(bounding_box) {
        Attempt::new(improver, bounding_box).run()?;
    }
    Ok(Improved {
        bounding_box,
        before,
        now: improver.best(bounding_box),
    })
}

/// A search for an object of a box that is larger than the one known.
struct Attempt<'a> {
    improver: &'a Improver<'a>,
    bounding_box: BoundingBox,
    started: Instant,
    limit: Duration,
    /// Set to end this search alone.
    stop: AtomicBool,
    /// Why an object found could not be saved.
    fault: OnceLock<ImproveError>,
}

impl<'a> Attempt<'a> {
    fn new(improver: &'a Improver<'a>, bounding_box: BoundingBox) -> Self {
        Self {
            improver,
            bounding_box,
            started: Instant::now(),
            limit: improver.request.limit,
            stop: AtomicBool::new(improver.stop.load(Ordering::Relaxed)),
            fault: OnceLock::new(),
        }
    }

    fn run(self) -> Result<(), ImproveError> {
        let symmetric = self.improver.store.setting().symmetric;
        match self.improver.request.objects {
            Objects::Graphs => self.graphs(),
            Objects::Games if symmetric => self.games(self.start().symmetric()?),
            Objects::Games => self.games(self.start().plain()?),
        }
        self.fault.into_inner().map_or(Ok(()), Err)
    }

    fn graphs(&self) {
        let search = GraphSearch {
            bounding_box: self.bounding_box,
            nodes: self.improver.request.nodes,
        };
        let mut rng = Rng::seed_from_u64(self.improver.request.seed);
        let is_over = || self.is_interrupted() || self.started.elapsed() >= self.limit;
        let mut found = |graph: &[Move]| self.offer(graph);
        search.search(&self.first_graphs(), &mut rng, &is_over, &mut found);
    }

    fn first_graphs(&self) -> Vec<Vec<Move>> {
        if self.improver.request.from_scratch {
            return Vec::new();
        }
        let facts = self.improver.facts();
        let graphs = facts.values().filter_map(|f| f.incumbent(Objects::Graphs));
        let games = self.improver.games.values().map(|game| &game.moves[..]);
        first_graphs(self.bounding_box, graphs.chain(games))
    }

    /// The longest game known of the box; empty without one.
    fn longest_game(&self) -> Vec<Move> {
        if self.improver.request.from_scratch {
            return Vec::new();
        }
        let facts = self.improver.facts();
        let known = facts.get(&self.bounding_box);
        let game = known.and_then(|known| known.incumbent(Objects::Games));
        game.map(<[Move]>::to_vec).unwrap_or_default()
    }

    fn start(&self) -> StartPosition {
        StartPosition {
            variant: Variant::D5,
            within: Some(self.bounding_box),
            kept: Vec::new(),
        }
    }

    fn games(&self, game: impl Playable<Move = Code> + Sync) {
        let plan = Plan {
            budget: Budget {
                time: Some(self.limit),
                ..Budget::default()
            },
            seed: self.improver.request.seed,
            jobs: 1,
            repeat: true,
            stop: &self.stop,
        };
        let root = Reaching::new(game, self.bounding_box);
        let pool = Pool {
            room: Some(ROOM),
            walks_first: true,
            start: self.longest_game(),
            ..Pool::default()
        };
        running::run(&root, &pool, plan, self);
    }

    fn is_interrupted(&self) -> bool {
        self.improver.stop.load(Ordering::Relaxed)
    }

    /// Saves an object found if it has the box; breaks when the search is to stop.
    fn offer(&self, moves: &[Move]) -> ControlFlow<()> {
        if BoundingBox::of_moves(Variant::D5, moves) != Some(self.bounding_box) {
            return ControlFlow::Continue(());
        }
        let after = self.started.elapsed();
        if let Err(error) = self.improver.save(self.bounding_box, moves, after) {
            // One reason is enough.
            let _ = self.fault.set(error);
            return ControlFlow::Break(());
        }
        let wanted = self.improver.request.at_least;
        let is_enough = wanted.is_some_and(|n| moves.len() >= n as usize);
        match is_enough || self.improver.is_settled(self.bounding_box) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Attempt<'_> {
    fn improved(&self, improvement: &Improvement) -> ControlFlow<()> {
        self.offer(&improvement.moves)
    }

    fn progress(&self, _: Snapshot, _: &str) {
        if self.is_interrupted() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
