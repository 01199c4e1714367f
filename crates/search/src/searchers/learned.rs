//! A trained network plays.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::method::{Method, SettleError, Task};
use super::numbers::positive;
use super::ranked_reward::Learning;
use super::resumable::Checkpoint;
use crate::game::Code;
use crate::games::game::Playable;
use crate::learn::{self, Trained};
use crate::running::{Run, Searcher};

/// Games by the policy of a trained network (`ranked-reward`), one game a search.
#[derive(Clone, Debug, serde::Serialize, clap::Args)]
pub struct LearnedPolicy {
    /// The network that plays: a checkpoint of ranked-reward, or the network it leaves beside it [default: the one that comes with the
    /// program, for 5D].
    #[arg(long = "prior", value_name = "FILE")]
    #[serde(rename = "prior")]
    pub path: Option<PathBuf>,
    /// The network, once it is settled.
    #[arg(skip)]
    #[serde(skip)]
    pub network: Option<Arc<Trained>>,
    /// Above 0 and at most 100: below 1 the better moves are played more often, above 1 less.
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = positive)]
    pub temperature: f64,
}

impl Method for LearnedPolicy {
    fn settle(&mut self, task: &mut Task) -> Result<(), SettleError> {
        let network = match &self.path {
            Some(path) => network(path)?,
            None => Trained::built_in(),
        };
        let (learnt, variant) = (network.variant(), task.start.variant);
        self.network = Some(network.into());
        match (learnt == variant, task.symmetric) {
            (false, _) => Err(SettleError::Learnt { learnt, variant }),
            (true, true) => Err(SettleError::Symmetric),
            (true, false) => Ok(()),
        }
    }

    fn ends(&self) -> bool {
        true
    }
}

/// The network of a file, which may be a checkpoint.
fn network(path: &Path) -> Result<Trained, SettleError> {
    if Checkpoint::<Learning>::is_at(path) {
        let stages = Checkpoint::<Learning>::read(path)?.stages;
        if let Some(network) = stages.iter().find_map(Learning::network) {
            return Ok(network);
        }
    }
    Ok(Trained::load(path)?)
}

impl<G: Playable<Move = Code>> Searcher<G> for LearnedPolicy {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let (Some(board), Some(network)) = (game.board(), &self.network) else {
            return;
        };
        let temperature = self.temperature as f32;
        let moves = learn::play(network.network(), board, temperature, &mut run.rng);
        run.moved(moves.len() - board.len());
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
                ..Budget::default()
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
            network: Some(Arc::new(trained())),
            temperature: 1.0,
        };
        let (playouts, moves) = found(&policy, 50);
        assert_eq!(playouts, 50);
        assert_eq!(found(&policy, 50).1, moves);
    }
}
