//! Games by a trained network.

use super::layers::softmax;
use super::network::{Network, Seat};
use super::random::Rng;
use super::self_play::drawn;
use morpion_rules::game::{Board, Code};

/// Plays from where `start` stands to the end, with moves drawn from the policy; returns all moves from the cross.
///
/// The logits are divided by the `temperature`, above 0: below 1 the better moves are played more often, above 1 less.
pub fn play(network: &Network, start: &Board, temperature: f32, rng: &mut Rng) -> Vec<Code> {
    let mut seat = Seat::new(start.clone());
    while !seat.board.legal().is_empty() {
        network.look(&mut seat);
        let Seat { board, said, .. } = &mut seat;
        said.logits.iter_mut().for_each(|l| *l /= temperature);
        softmax(&mut said.logits);
        board.play_nth(drawn(&said.logits, rng));
    }
    seat.board.history().to_vec()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::params::Shape;
    use morpion_rules::geometry::Variant;

    fn network(tilt: f32) -> Network {
        let shape = Shape {
            radius: 2,
            hidden: vec![4],
        };
        let mut network = Network::initial(&shape, Variant::D4, &mut Rng::seed_from_u64(1));
        network.params_mut().iter_mut().for_each(|p| *p += tilt);
        network
    }

    #[test]
    fn games_go_to_their_ends_and_cold_ones_are_alike() {
        let start = Board::new(Variant::D4);
        let game = |seed, temperature| {
            play(
                &network(0.1),
                &start,
                temperature,
                &mut Rng::seed_from_u64(seed),
            )
        };
        let mut board = start.clone();
        game(1, 1.0)
            .iter()
            .for_each(|&c| board.play_code(c).unwrap());
        assert!(board.legal().is_empty());
        assert_ne!(game(1, 1.0), game(2, 1.0));
        assert_eq!(game(1, 1.0), game(1, 1.0));
    }
}
