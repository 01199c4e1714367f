//! Toy games whose answers are known, for the tests of the searchers.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::games::{Game, Playable};
use crate::geometry::{Move, Variant};
use crate::running::{Budget, Improvement, Observer, Outcome, Plan, Searcher, run};

/// A walk of `length` steps, each to one of `width` sides; the score counts the steps that go
/// where `target` says. Every move has its own code.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) length: usize,
    pub(crate) width: usize,
    moves: Vec<Vec<usize>>,
    played: Vec<usize>,
}

impl Walk {
    pub(crate) fn new(length: usize, width: usize) -> Self {
        let step = |depth| (0..width).map(|side| depth * width + side).collect();
        Self {
            length,
            width,
            moves: (0..length).map(step).chain([Vec::new()]).collect(),
            played: Vec::new(),
        }
    }

    /// The side of step `depth` that scores.
    pub(crate) fn target(&self, depth: usize) -> usize {
        depth * self.width + (depth * 7 + 3) % self.width
    }
}

impl Game for Walk {
    type Move = usize;

    fn legal(&self) -> &[usize] {
        &self.moves[self.played.len()]
    }

    fn play(&mut self, mv: usize) {
        assert!(self.legal().contains(&mv));
        self.played.push(mv);
    }

    fn undo(&mut self) -> bool {
        self.played.pop().is_some()
    }

    fn depth(&self) -> usize {
        self.played.len()
    }

    fn score(&self) -> u32 {
        let hits = |(depth, &mv): (usize, &usize)| u32::from(mv == self.target(depth));
        self.played.iter().enumerate().map(hits).sum()
    }

    fn code(&self, mv: usize) -> usize {
        mv
    }

    fn codes(&self) -> usize {
        self.length * self.width
    }
}

/// So that a walk can be run like a game of Morpion Solitaire; it has no dots to show.
impl Playable for Walk {
    fn variant(&self) -> Variant {
        Variant::D5
    }

    fn whole_game(&self, _: &[usize]) -> Vec<Move> {
        Vec::new()
    }
}

struct Silent;

impl Observer for Silent {
    fn improved(&self, _: &Improvement) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// One search with seed 1, until it is done or the playouts are spent.
pub(crate) fn search<G: Playable + Sync>(
    root: &G,
    searcher: &dyn Searcher<G>,
    playouts: u64,
) -> Outcome {
    search_within(root, searcher, playouts, 1)
}

/// One search with seed 1 and so many jobs, until it is done.
pub(crate) fn search_together<G: Playable + Sync>(
    root: &G,
    searcher: &dyn Searcher<G>,
    jobs: usize,
) -> Outcome {
    search_within(root, searcher, u64::MAX, jobs)
}

/// One search with seed 1 and so many jobs, until it is done or the playouts are spent.
pub(crate) fn search_within<G: Playable + Sync>(
    root: &G,
    searcher: &dyn Searcher<G>,
    playouts: u64,
    jobs: usize,
) -> Outcome {
    let stop = AtomicBool::new(false);
    let budget = Budget {
        time: None,
        playouts: Some(playouts),
    };
    let plan = Plan {
        budget,
        seed: 1,
        jobs,
        repeat: false,
        stop: &stop,
    };
    run(root, searcher, plan, &Silent)
}
