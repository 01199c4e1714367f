//! What a network that has learnt is used for: it plays.

use std::path::PathBuf;
use std::sync::Arc;

use crate::game::Code;
use crate::games::game::Playable;
use crate::learn::{self, Trained};
use crate::running::{Run, Searcher};

/// Games by the policy of a network, one a search; for plain games only (symmetric ones are left without a game).
#[derive(Clone, Debug, serde::Serialize)]
pub struct LearnedPolicy {
    /// The file of the network; `None` for the one that comes with the program.
    #[serde(rename = "prior")]
    pub path: Option<PathBuf>,
    /// The network.
    #[serde(skip)]
    pub network: Arc<Trained>,
    /// What the logits are divided by, above 0.
    pub temperature: f32,
}

impl<G: Playable<Move = Code>> Searcher<G> for LearnedPolicy {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let Some(board) = game.board() else {
            return;
        };
        let network = self.network.network();
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
    use crate::geometry::Variant;
    use crate::learn::{Learner, Params, Shape};
    use crate::running::{Budget, Plan, run};

    /// A network that knows a little of 4D.
    fn trained() -> Trained {
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
        Trained::of(&learner)
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
            path: None,
            network: Arc::new(trained()),
            temperature: 1.0,
        };
        let (playouts, moves) = found(&policy, 50);
        assert_eq!(playouts, 50);
        assert_eq!(found(&policy, 50).1, moves);
    }
}
