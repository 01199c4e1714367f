//! Toy games whose answers are known, for the tests of the searchers.

use std::sync::atomic::AtomicBool;

use crate::games::game::{below, spans_by_replay, unit};
use crate::games::{Game, Playable, Rng, Span};
use crate::geometry::{Move, Variant};
use crate::running::{Budget, Outcome, Plan, Searcher, run};

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

    fn random_game(&mut self, rng: &mut Rng, moves: &mut Vec<usize>) -> u32 {
        self.game_by(rng, moves, |game, rng| {
            game.legal()[below(rng, game.legal().len())]
        })
    }

    fn weighted_game(&mut self, weights: &[f32], rng: &mut Rng, moves: &mut Vec<usize>) -> u32 {
        self.game_by(rng, moves, |game, rng| {
            let weight = |mv: &usize| weights[*mv];
            let mut left = unit(rng) * game.legal().iter().map(weight).sum::<f32>();
            let chosen = game.legal().iter().find(|mv| {
                left -= weight(mv);
                left < 0.0
            });
            // Rounding may leave a little when all weights have been taken away.
            *chosen.unwrap_or(&game.legal()[game.width - 1])
        })
    }

    fn spans(&mut self, moves: &[usize], spans: &mut Vec<Span>) {
        spans_by_replay(self, moves, spans);
    }
}

impl Walk {
    /// Plays to the end by `choose`, and takes everything back.
    fn game_by(
        &mut self,
        rng: &mut Rng,
        moves: &mut Vec<usize>,
        choose: impl Fn(&Self, &mut Rng) -> usize,
    ) -> u32 {
        moves.clear();
        while !self.legal().is_empty() {
            let mv = choose(self, rng);
            self.play(mv);
            moves.push(mv);
        }
        let score = self.score();
        for _ in &*moves {
            self.undo();
        }
        score
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
        playouts: Some(playouts),
        ..Budget::default()
    };
    let plan = Plan {
        budget,
        seed: 1,
        jobs,
        repeat: false,
        stop: &stop,
    };
    run(root, searcher, plan, &())
}
