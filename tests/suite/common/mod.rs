//! A small world for tests: random games played by naive rules, and an engine that knows
//! nothing but them.
//!
//! Every prefix of a game is a game with a box of its own, so the boxes of the world are
//! closed under taking moves back, as those of all games are. The engine calls every other
//! box empty. That is not true, but consistent, and small.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "a small world, of which the tests use what they need"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use morpion_conclusion::{Summary, verdict};
use morpion_proof::claim::{Scope, Setting};
use morpion_proof::engine::{
    Answer, Ask, Claim, Control, Effort, Ending, Engine, EngineError, Evidence, Objects, Shown,
};
use morpion_prove::{Event, Limits, Observer, ProveError, Run, explore};
use morpion_results::{Facts, Store};
use morpion_rules::geometry::{BoundingBox, Cell, Line, Move, Symmetry, Variant, cross_cells};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The setting of most tests.
pub const PLAIN: Setting = Setting {
    variant: Variant::D5,
    symmetric: false,
};

/// Limits that limit nothing, with two threads.
pub const LIMITS: Limits = Limits {
    jobs: 2,
    run: None,
    per_box: None,
};

/// The exact maximum of every box.
pub const MAXIMA: Scope = Scope {
    setting: PLAIN,
    objects: Objects::Graphs,
    at_most: None,
    max_box: None,
};

/// Plays at random until `length` moves are played or none is left.
pub fn random_game(variant: Variant, rng: &mut impl Rng, length: usize) -> Vec<Move> {
    let mut dots: BTreeSet<Cell> = cross_cells(variant).collect();
    let mut game: Vec<Move> = Vec::new();
    while game.len() < length {
        let legal = legal_moves(variant, &dots, &game);
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.random_range(0..legal.len())];
        dots.insert(mv.dot());
        game.push(mv);
    }
    game
}

/// All legal moves, by looking at every line near the dots.
fn legal_moves(variant: Variant, dots: &BTreeSet<Cell>, game: &[Move]) -> Vec<Move> {
    let [t, r, b, l] = BoundingBox::of_moves(variant, game).unwrap().distances();
    let region = BoundingBox::new(t + 1, r + 1, b + 1, l + 1).region(variant);
    let mut legal = Vec::new();
    for line in region.lines(variant) {
        let is_missing = |i: &usize| !dots.contains(&line.cell(*i));
        let missing: Vec<usize> = (0..variant.line_length()).filter(is_missing).collect();
        let is_free = |other: &Line| other.compatible(line, variant);
        if let [position] = missing[..]
            && game.iter().all(|m| is_free(&m.line))
        {
            legal.push(Move::new(line, position as u8));
        }
    }
    legal
}

/// Turns a game so that its box is canonical.
pub fn canonical_game(variant: Variant, game: &[Move]) -> (BoundingBox, Vec<Move>) {
    let bounding_box = BoundingBox::of_moves(variant, game).unwrap();
    let canonical = bounding_box.canonical();
    let symmetry = Symmetry::ALL
        .into_iter()
        .find(|&s| bounding_box.transformed(s) == canonical)
        .unwrap();
    let turned = game.iter().map(|&m| symmetry.mv(variant, m)).collect();
    (canonical, turned)
}

/// The longest game by box.
pub type World = BTreeMap<BoundingBox, Vec<Move>>;

/// The prefixes of some random games.
pub fn world(seed: u64, games: usize, length: usize) -> World {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut world = World::new();
    for _ in 0..games {
        let game = random_game(Variant::D5, &mut rng, length);
        for n in 0..=game.len() {
            let (bounding_box, turned) = canonical_game(Variant::D5, &game[..n]);
            let best = world.entry(bounding_box).or_default();
            if best.len() < turned.len() {
                *best = turned;
            }
        }
    }
    world
}

/// An engine that knows the games of a world and nothing else.
pub struct WorldEngine {
    pub world: World,
    /// The evidence that its bounds are said to have.
    pub evidence: Evidence,
    /// Boxes it never answers.
    pub slow: BTreeSet<BoundingBox>,
    /// Boxes in which it fails.
    pub broken: BTreeSet<BoundingBox>,
    /// Boxes in which it panics.
    pub panicking: BTreeSet<BoundingBox>,
    /// How long each answer takes.
    pub delay: Duration,
    /// Everything it was asked.
    pub asked: Mutex<Vec<Ask>>,
}

impl WorldEngine {
    pub fn new(world: World) -> Self {
        Self {
            world,
            evidence: Evidence::Claimed,
            slow: BTreeSet::new(),
            broken: BTreeSet::new(),
            panicking: BTreeSet::new(),
            delay: Duration::ZERO,
            asked: Mutex::default(),
        }
    }

    pub fn questions(&self) -> Vec<Ask> {
        self.asked.lock().unwrap().clone()
    }
}

/// An answer that says nothing.
pub fn blank_answer() -> Answer {
    Answer {
        ending: Ending::Answered,
        status: "done".to_owned(),
        effort: Effort {
            seconds: Some(0.25),
            core_seconds: Some(0.25),
            nodes: 7,
            evaluations: 0,
        },
        ..Answer::new("world 1".to_owned())
    }
}

/// The answer that a claim holds, with this evidence.
pub fn shown(claim: Claim, evidence: Evidence) -> Option<Shown> {
    Some(Shown {
        evidence,
        ..Shown::claimed(claim)
    })
}

impl Engine for WorldEngine {
    fn name(&self) -> &'static str {
        "world"
    }

    fn evidence(&self) -> Evidence {
        self.evidence
    }

    fn solve(&self, ask: &Ask, control: &Control<'_>) -> Result<Answer, EngineError> {
        self.asked.lock().unwrap().push(*ask);
        std::thread::sleep(self.delay);
        let subject = *ask.subject();
        let bounding_box = subject.bounding_box;
        assert!(!self.panicking.contains(&bounding_box), "as scripted");
        if self.broken.contains(&bounding_box) {
            return Err(EngineError::Solver {
                engine: "world",
                bounding_box,
                message: "as scripted".to_owned(),
            });
        }
        let mut answer = blank_answer();
        if control.stopped() {
            answer.ending = Ending::Interrupted;
            return Ok(answer);
        }
        if self.slow.contains(&bounding_box) {
            answer.ending = Ending::TimeLimit;
            return Ok(answer);
        }
        let best = self.world.get(&bounding_box);
        let size = best.map(|g| g.len() as u32);
        let refuted = |claim| shown(claim, self.evidence);
        match (ask, size) {
            (Ask::Holds(claim), Some(size)) if size >= claim.at_least() => {
                answer.graph = best.cloned();
            }
            (Ask::Holds(claim), _) => answer.shown = refuted(*claim),
            (Ask::Maximum(_), Some(size)) => {
                answer.relaxation = Some(f64::from(size) + 0.5);
                answer.graph = best.cloned();
                answer.shown = refuted(subject.refuting(size + 1));
            }
            (Ask::Maximum(_), None) => answer.shown = refuted(subject.refuting(0)),
        }
        Ok(answer)
    }
}

/// An observer that ignores everything.
pub struct Deaf;

impl Observer for Deaf {
    fn tell(&self, _: &Event<'_>) {}
}

/// An observer that turns the stop flag on after so many settled boxes.
pub struct StopAfter<'a> {
    pub boxes: usize,
    pub stop: &'a AtomicBool,
}

impl Observer for StopAfter<'_> {
    fn tell(&self, event: &Event<'_>) {
        if let Event::Settled { done, .. } = event
            && *done >= self.boxes
        {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// One whole run in a folder, as `morpion prove` does it.
pub fn run_in(
    folder: &std::path::Path,
    setting: Setting,
    scope: Scope,
    limits: Limits,
    engine: &dyn Engine,
) -> Result<(Facts, Summary), ProveError> {
    let (store, facts) = Store::open(folder, setting, false)?;
    let run = Run {
        store: &store,
        scope: Scope { setting, ..scope },
        limits,
        known: &BTreeMap::new(),
        engine,
        stop: &AtomicBool::new(false),
        observer: &Deaf,
    };
    let facts = explore(&run, facts)?;
    let summary = summarise(run.scope, &facts);
    Ok((facts, summary))
}

/// The verdict on the facts, as data.
pub fn summarise(scope: Scope, facts: &Facts) -> Summary {
    Summary::new(&verdict(facts, scope), facts)
}
