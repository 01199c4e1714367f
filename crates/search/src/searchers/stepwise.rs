//! Searches that play one game step by step, and decide each step by searches of a level below.
//!
//! Nested and reflexive search, RS1 and RS2 are one idea with four choices: what is tried at a step; how many searches of the level below
//! each trial gets; which of their results decides the move; and what the level below is. At the bottom it is a random game. Each file of
//! these algorithms says how it chooses.

use super::draw::Draw;
use super::path::Path;
use crate::games::game::{Game, Rng, below};
use crate::running::Run;

/// A search from a position: its result is the longest game it met.
#[derive(Clone, Debug)]
pub(super) enum Level {
    /// One random game.
    Game(Draw),
    /// A game that is played step by step.
    Steps(Box<Steps>),
}

/// How a game is played step by step.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub(super) tried: Tried,
    /// The number of searches of the level below for each try, at least 1.
    pub(super) games: u32,
    pub(super) keep: Keep,
    /// Whether the search ends after its first step.
    pub(super) first_only: bool,
    pub(super) below: Level,
}

/// The positions in which searches of the level below begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tried {
    /// The position itself.
    Here,
    /// The position after each legal move.
    EachMove,
    /// The same, in random order: if a budget ends the search early, the moves left out are not always the same.
    EachMoveShuffled,
}

/// The rule that decides which move is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// The longest game that this search has met at any step; of equally long ones the first.
    BestEver,
    /// The longest game met at this step.
    BestHere(Ties),
    /// The greatest mean score of the games after a move.
    Mean(Ties),
    /// The same, with means rounded down to whole moves.
    WholeMean(Ties),
}

/// Which of several moves that do equally well is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The first that came.
    #[default]
    First,
    /// The last that came.
    Last,
    /// One of them, all alike.
    Random,
}

impl Level {
    /// A level above this one.
    pub(super) fn under(self, tried: Tried, games: u32, keep: Keep) -> Self {
        Self::Steps(Box::new(Steps {
            tried,
            games,
            keep,
            first_only: false,
            below: self,
        }))
    }

    /// Searches from the position of `path`, which stays the same; the game found is its `tail`. Returns its score.
    pub(super) fn search<G: Game>(&self, path: &mut Path<'_, G>, run: &mut Run<'_, G>) -> u32 {
        match self {
            Self::Game(draw) => path.finish(*draw, run),
            Self::Steps(steps) if !path.legal().is_empty() => steps.search(path, run),
            Self::Steps(steps) => steps.below.search(path, run),
        }
    }
}

/// The longest game met, from where a search began.
struct Best<M> {
    start: usize,
    score: Option<u32>,
    moves: Vec<M>,
}

impl<M: Copy> Best<M> {
    fn offer<G: Game<Move = M>>(&mut self, score: u32, path: &Path<'_, G>) {
        if Some(score) > self.score {
            self.score = Some(score);
            self.moves.clear();
            self.moves.extend(path.game_from(self.start));
        }
    }
}

impl Steps {
    fn search<G: Game>(&self, path: &mut Path<'_, G>, run: &mut Run<'_, G>) -> u32 {
        let start = path.len();
        let mut best = Best {
            start,
            score: None,
            moves: Vec::new(),
        };
        while let Some(next) = self.step(&mut best, path, run) {
            path.play(next);
            if self.first_only || path.legal().is_empty() {
                break;
            }
        }
        path.back_to(start);
        path.tail = best.moves;
        best.score.unwrap_or(0)
    }

    /// The searches of one step; returns the move to play, or `None` when the search is over.
    fn step<G: Game>(
        &self,
        best: &mut Best<G::Move>,
        path: &mut Path<'_, G>,
        run: &mut Run<'_, G>,
    ) -> Option<G::Move> {
        let here = path.len();
        let mut choice = Choice::default();
        for first in self.tries(path, run) {
            if let Some(mv) = first {
                path.play(mv);
            }
            let mut sum = 0;
            for _ in 0..self.games {
                let score = self.below.search(path, run);
                best.offer(score, path);
                sum += u64::from(score);
                if let Keep::BestHere(ties) = self.keep {
                    let mv = first.unwrap_or_else(|| path.tail[0]);
                    choice.offer(u64::from(score), mv, ties, &mut run.rng);
                }
                if run.is_over() {
                    return None;
                }
            }
            path.back_to(here);
            match (self.keep, first) {
                (Keep::Mean(ties), Some(mv)) => choice.offer(sum, mv, ties, &mut run.rng),
                (Keep::WholeMean(ties), Some(mv)) => {
                    choice.offer(sum / u64::from(self.games), mv, ties, &mut run.rng);
                }
                _ => (),
            }
        }
        match self.keep {
            Keep::BestEver => Some(best.moves[here - best.start]),
            _ => choice.mv,
        }
    }

    /// The moves that searches begin with; `None` for the position itself.
    fn tries<G: Game>(&self, path: &Path<'_, G>, run: &mut Run<'_, G>) -> Vec<Option<G::Move>> {
        if self.tried == Tried::Here {
            return vec![None];
        }
        let mut moves: Vec<_> = path.legal().iter().copied().map(Some).collect();
        if self.tried == Tried::EachMoveShuffled {
            shuffle(&mut moves, &mut run.rng);
        }
        moves
    }
}

/// The best move offered at a step.
struct Choice<M> {
    value: u64,
    mv: Option<M>,
    /// The number of moves offered that are as good.
    equal: usize,
}

impl<M> Default for Choice<M> {
    fn default() -> Self {
        Self {
            value: 0,
            mv: None,
            equal: 0,
        }
    }
}

impl<M> Choice<M> {
    fn offer(&mut self, value: u64, mv: M, ties: Ties, rng: &mut Rng) {
        if self.mv.is_none() || value > self.value {
            (self.value, self.mv, self.equal) = (value, Some(mv), 1);
        } else if value == self.value {
            self.equal += 1;
            let takes_place = match ties {
                Ties::First => false,
                Ties::Last => true,
                Ties::Random => below(rng, self.equal) == 0,
            };
            if takes_place {
                self.mv = Some(mv);
            }
        }
    }
}

/// Brings the items into random order.
pub(super) fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in 1..items.len() {
        items.swap(i, below(rng, i + 1));
    }
}

#[cfg(test)]
mod tests;
