//! What a network that has learnt is used for: it plays.

use std::path::PathBuf;
use std::sync::Arc;

use crate::game::Code;
use crate::games::game::Playable;
use crate::geometry::Variant;
use crate::learn::{self, Trained};
use crate::running::{Run, Searcher};

/// A network that has learnt, and where it is from.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(into = "Option<PathBuf>")]
pub struct Known {
    /// The file; `None` for the network that comes with the program.
    path: Option<PathBuf>,
    network: Arc<Trained>,
}

impl Known {
    /// A network and its file.
    pub fn new(path: Option<PathBuf>, network: Trained) -> Self {
        Self {
            path,
            network: Arc::new(network),
        }
    }

    /// The rules it has learnt.
    pub fn variant(&self) -> Variant {
        self.network.variant()
    }
}

impl From<Known> for Option<PathBuf> {
    fn from(known: Known) -> Self {
        known.path
    }
}

/// Two are the same when their files are.
impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// Games by the policy of a network, one a search; for plain games only (symmetric ones are left without a game).
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LearnedPolicy {
    /// The network.
    #[serde(rename = "prior")]
    pub known: Known,
    /// What the logits are divided by, above 0.
    pub temperature: f32,
}

impl<G: Playable<Move = Code>> Searcher<G> for LearnedPolicy {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let Some(board) = game.board() else {
            return;
        };
        let network = self.known.network.network();
        let moves = learn::play(network, board, self.temperature, &mut run.rng);
        run.finished(moves.len() as u32, &moves[board.len()..]);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::game::Board;
    use crate::games::Plain;
    use crate::learn::{Learner, Params, Shape};
    use crate::running::{Budget, Plan, run};

    /// A network that knows a little of 4D.
    fn known() -> Known {
        let params = Params {
            episodes: 40,
            lr: 0.01,
            shape: Shape {
                radius: 3,
                hidden: vec![8],
            },
            ..Params::default()
        };
        let mut learner = Learner::new(Board::new(Variant::D4), params, 1);
        (0..3).for_each(|_| drop(learner.iterate(&|| false).unwrap()));
        Known::new(None, Trained::of(&learner))
    }

    fn found(searcher: &dyn Searcher<Plain>, playouts: u64) -> (u64, Vec<crate::geometry::Move>) {
        let stop = AtomicBool::new(false);
        let plan = Plan {
            budget: Budget {
                playouts: Some(playouts),
                time: None,
            },
            seed: 1,
            jobs: 1,
            repeat: true,
            stop: &stop,
        };
        let outcome = run(&Plain::new(Board::new(Variant::D4)), searcher, plan, &());
        (outcome.snapshot.playouts, outcome.best.unwrap().moves)
    }

    #[test]
    fn a_policy_plays_as_often_as_asked_and_the_same_by_the_same_seed() {
        let policy = LearnedPolicy {
            known: known(),
            temperature: 1.0,
        };
        let (playouts, moves) = found(&policy, 50);
        assert_eq!(playouts, 50);
        assert_eq!(found(&policy, 50).1, moves);
    }
}
