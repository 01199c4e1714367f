//! What a network that has learnt is used for: it plays, or tells nested rollout policy adaptation where to begin.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::nrpa::Nrpa;
use super::policy::Policy;
use crate::game::{Board, Code};
use crate::games::game::Playable;
use crate::geometry::Variant;
use crate::learn::{self, Trained};
use crate::running::{Run, Searcher};

/// Games by which a network's leanings are told.
const GAMES: u32 = 200;

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

/// Nested rollout policy adaptation whose weights begin at what a network leans to: ln w of a code is `prior_weight` x the
/// mean of ln(probability x number of legal moves) over the positions of 200 games of the network's policy in which the code
/// is legal. For plain games only; symmetric ones begin at equal weights.
#[derive(Clone, Debug, serde::Serialize)]
pub struct PrimedNrpa {
    /// The algorithm.
    #[serde(flatten)]
    pub nrpa: Nrpa,
    /// The network.
    #[serde(rename = "prior")]
    pub known: Known,
    /// What the leanings are multiplied by.
    pub prior_weight: f32,
    /// The first weights, found by the search that needs them first.
    #[serde(skip)]
    weights: OnceLock<Vec<f32>>,
}

impl PartialEq for PrimedNrpa {
    fn eq(&self, other: &Self) -> bool {
        (self.nrpa, &self.known, self.prior_weight)
            == (other.nrpa, &other.known, other.prior_weight)
    }
}

impl PrimedNrpa {
    /// The algorithm, with weights that begin so.
    pub const fn new(nrpa: Nrpa, known: Known, prior_weight: f32) -> Self {
        Self {
            nrpa,
            known,
            prior_weight,
            weights: OnceLock::new(),
        }
    }

    fn weights(&self, board: &Board) -> Vec<f32> {
        let begin = || {
            let leanings = learn::leanings(self.known.network.network(), board, GAMES);
            let weight = |l: f32| (self.prior_weight * l).exp();
            leanings.into_iter().map(weight).collect()
        };
        self.weights.get_or_init(begin).clone()
    }
}

impl<G: Playable<Move = Code>> Searcher<G> for PrimedNrpa {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let policy = match game.board() {
            Some(board) => Policy::of_weights(self.weights(board)),
            None => Policy::new(game.codes()),
        };
        self.nrpa.search_from(policy, game, run);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::games::Plain;
    use crate::learn::{Learner, Params, Shape};
    use crate::running::{Budget, Plan, run};

    /// A network that knows a little of 4D.
    fn known() -> Known {
        let params = Params {
            episodes: 40,
            threshold_step: 1000,
            m: 0,
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

    #[test]
    fn leanings_change_where_nested_search_begins_and_a_weight_of_0_does_not() {
        let nrpa = Nrpa {
            level: 2,
            n: 10,
            alpha: 1.0,
            shared: false,
        };
        let primed = |weight| found(&PrimedNrpa::new(nrpa, known(), weight), 100);
        let plain = found(&nrpa, 100);
        assert_eq!(primed(0.0), plain);
        assert_ne!(primed(1.0).1, plain.1);
    }
}
