//! Everything a learner needs to go on, as checkpoints hold it.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::adam::Adam;
use super::diary::Entry;
use super::learner::Learner;
use super::network::Network;
use super::params::Params;
use super::ranked::RewardList;
use morpion_rules::game::{Board, Code};
use morpion_rules::geometry::{BoundingBox, Move, Variant};

/// A [`Learner`] in a file. The length of the diary is the number of the iteration, which together with the seed is the state of all
/// generators.
#[derive(Serialize, Deserialize)]
struct Saved {
    variant: Variant,
    limit: BoundingBox,
    kept: Vec<Move>,
    params: Params,
    seed: u64,
    games: u64,
    best: Vec<Move>,
    rewards: RewardList,
    diary: Vec<Entry>,
    weights: Vec<f32>,
    adam: Adam,
}

impl Serialize for Learner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Saved::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Learner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        saved.try_into().map_err(D::Error::custom)
    }
}

impl From<Learner> for Saved {
    fn from(learner: Learner) -> Self {
        let start = &learner.start;
        Self {
            variant: start.variant(),
            limit: start.limit(),
            kept: start.moves().collect(),
            best: learner.best.iter().map(|c| c.to_move()).collect(),
            weights: learner.network.params().to_vec(),
            params: learner.params,
            seed: learner.seed,
            games: learner.games,
            rewards: learner.rewards,
            diary: learner.diary,
            adam: learner.adam,
        }
    }
}

impl TryFrom<Saved> for Learner {
    type Error = &'static str;

    fn try_from(saved: Saved) -> Result<Self, Self::Error> {
        let mut start =
            Board::confined(saved.variant, saved.limit).map_err(|_| "its board is too large")?;
        for &mv in &saved.kept {
            start
                .play(mv)
                .map_err(|_| "its first moves are not legal")?;
        }
        let Adam { means, squares, .. } = &saved.adam;
        let weights = saved.weights.len();
        if [means.len(), squares.len()] != [weights; 2] {
            return Err("its means are of another network");
        }
        let network = Network::with_params(&saved.params.shape, saved.variant, saved.weights);
        Ok(Self {
            best: replayed(&start, &saved.best)?,
            network: network.ok_or("the weights fit another network")?,
            params: saved.params,
            seed: saved.seed,
            start,
            adam: saved.adam,
            rewards: saved.rewards,
            diary: saved.diary,
            games: saved.games,
        })
    }
}

/// A game that begins with the moves of `start`; an empty list stands for no game.
fn replayed(start: &Board, moves: &[Move]) -> Result<Vec<Code>, &'static str> {
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    let first = start.moves();
    if !first.eq(moves.iter().copied().take(start.len())) {
        return Err("a game starts elsewhere");
    }
    let mut board = start.clone();
    for &mv in &moves[start.len()..] {
        board.play(mv).map_err(|_| "a game is not legal")?;
    }
    Ok(board.history().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Shape;

    fn learner() -> Learner {
        let params = Params {
            episodes: 6,
            shape: Shape {
                radius: 2,
                hidden: vec![4],
            },
            ..Params::default()
        };
        let mut learner = Learner::new(Board::new(Variant::D4), params, 7);
        (0..3).for_each(|_| drop(learner.iterate(&|| false).unwrap()));
        learner
    }

    fn text(learner: &Learner) -> String {
        serde_json::to_string(learner).unwrap()
    }

    #[test]
    fn going_on_from_a_file_equals_no_interruption() {
        let mut whole = learner();
        let mut resumed: Learner = serde_json::from_str(&text(&whole)).unwrap();
        assert_eq!(text(&resumed), text(&whole));
        for _ in 0..2 {
            assert_eq!(whole.iterate(&|| false), resumed.iterate(&|| false));
        }
        assert_eq!(whole.best(), resumed.best());
        assert_eq!(whole.network.params(), resumed.network.params());
        assert_eq!(whole.rewards, resumed.rewards);
    }

    #[test]
    fn games_are_replayed_and_numbers_counted() {
        let refused = |change: fn(&mut Saved)| {
            let mut saved = Saved::from(learner());
            change(&mut saved);
            Learner::try_from(saved).err()
        };
        assert_eq!(refused(|_| {}), None);
        let fault = refused(|saved| saved.best.reverse());
        assert_eq!(fault, Some("a game is not legal"));
        let fault = refused(|saved| saved.weights.truncate(1));
        assert_eq!(fault, Some("its means are of another network"));
        let fault = refused(|saved| saved.params.shape.radius = 3);
        assert_eq!(fault, Some("the weights fit another network"));
    }
}
