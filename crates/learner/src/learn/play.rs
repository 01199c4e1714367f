//! Games by a network that has learnt, and what its policy says of the codes of moves.

use super::layers::softmax;
use super::network::{Network, Seat};
use super::random::{Purpose, Rng, generator};
use super::self_play::drawn;
use crate::game::{Board, Code};

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

/// For every code how much likelier than by chance the policy plays it where it is legal: the mean, over the positions of so many
/// games of the policy, of ln(probability x number of legal moves); 0 for codes that were never legal.
///
/// The games are always the same ones.
pub fn leanings(network: &Network, start: &Board, games: u32) -> Vec<f32> {
    let mut sums = vec![(0.0f64, 0u32); Code::INDEX_END];
    for number in 0..u64::from(games) {
        let mut rng = generator(0, Purpose::Leanings, 0, number);
        let mut seat = Seat::new(start.clone());
        while !seat.board.legal().is_empty() {
            network.look(&mut seat);
            let Seat { board, said, .. } = &mut seat;
            softmax(&mut said.logits);
            let moves = board.legal().len() as f32;
            for (code, share) in board.legal().iter().zip(&said.logits) {
                let (sum, count) = &mut sums[code.index()];
                *sum += f64::from((share * moves).max(f32::MIN_POSITIVE).ln());
                *count += 1;
            }
            board.play_nth(drawn(&said.logits, &mut rng));
        }
    }
    let mean = |(sum, count): (f64, u32)| (sum / f64::from(count.max(1))) as f32;
    sums.into_iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::geometry::Variant;
    use crate::learn::params::Shape;

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

    #[test]
    fn a_network_that_knows_nothing_leans_nowhere() {
        let start = Board::new(Variant::D4);
        let flat = leanings(&network(0.0), &start, 5);
        assert!(flat.iter().all(|l| l.abs() < 1e-5));
        let tilted = leanings(&network(0.1), &start, 5);
        let first = tilted[start.legal()[0].index()];
        assert!(tilted.iter().any(|l| l.abs() > 1e-3) && first.is_finite());
        assert_eq!(tilted, leanings(&network(0.1), &start, 5));
    }
}
