//! Self-play: games whose moves are drawn from the policy itself.

use rayon::prelude::*;

use super::layers::softmax;
use super::lesson::{Drawn, Episode};
use super::network::{Network, Seat};
use super::random::{Purpose, Rng, generator, unit};
use morpion_rules::game::Board;

/// The player of an iteration: its network, the position where games start, its random numbers, and when to stop.
pub(super) struct Player<'a> {
    pub(super) network: &'a Network,
    pub(super) start: &'a Board,
    pub(super) seed: u64,
    pub(super) iteration: u32,
    pub(super) is_late: &'a (dyn Fn() -> bool + Sync),
}

impl Player<'_> {
    /// Plays so many games on the threads of the current pool, not ranked yet; the games do not depend on the threads. `None` when it
    /// became late.
    pub(super) fn tournament(&self, games: u32) -> Option<Vec<Episode>> {
        let rng = |number| generator(self.seed, Purpose::Episode, self.iteration, number);
        let numbers = (0..u64::from(games)).into_par_iter();
        numbers.map(|number| self.play(rng(number))).collect()
    }

    fn play(&self, mut rng: Rng) -> Option<Episode> {
        let mut seat = Seat::new(self.start.clone());
        let mut said = Vec::new();
        while !seat.board.legal().is_empty() {
            if (self.is_late)() {
                return None;
            }
            self.network.look(&mut seat);
            softmax(&mut seat.said.logits);
            let chosen = drawn(&seat.said.logits, &mut rng);
            said.push(Drawn {
                likely: seat.said.logits[chosen],
                value: seat.said.value,
            });
            seat.board.play_nth(chosen);
        }
        Some(Episode {
            moves: seat.board.history().to_vec(),
            kept: self.start.len(),
            drawn: said,
            z: 0.0,
        })
    }
}

/// A number drawn in proportion to its share; the shares add up to 1.
pub(super) fn drawn(shares: &[f32], rng: &mut Rng) -> usize {
    let mut left = unit(rng);
    for (i, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return i;
        }
    }
    // Rounding may leave a little when all shares have been taken away.
    best(shares)
}

/// The first of the largest.
fn best(shares: &[f32]) -> usize {
    let larger = |best: usize, i: usize| if shares[i] > shares[best] { i } else { best };
    (1..shares.len()).fold(0, larger)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::params::Shape;
    use morpion_rules::geometry::Variant;

    fn tournament(games: u32, is_late: bool) -> Option<Vec<Episode>> {
        let shape = Shape {
            radius: 2,
            hidden: vec![4],
        };
        let mut network = Network::initial(&shape, Variant::D4, &mut Rng::seed_from_u64(3));
        // Away from the uniform policy.
        network.params_mut().iter_mut().for_each(|p| *p += 0.01);
        let player = Player {
            network: &network,
            start: &Board::new(Variant::D4),
            seed: 1,
            iteration: 0,
            is_late: &|| is_late,
        };
        player.tournament(games)
    }

    #[test]
    fn games_go_to_their_ends_and_do_not_depend_on_the_threads() {
        let play = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build()
                .unwrap()
                .install(|| tournament(20, false).unwrap())
        };
        let games = play(1);
        assert_eq!(games, play(3));
        assert_eq!(games.len(), 20);
        for game in &games {
            let mut board = Board::new(Variant::D4);
            game.moves.iter().for_each(|&c| board.play_code(c).unwrap());
            assert!(board.legal().is_empty());
            assert_eq!(game.drawn.len(), game.moves.len());
        }
        assert!(games.iter().any(|g| g.moves != games[0].moves));
    }

    #[test]
    fn numbers_are_drawn_in_proportion() {
        let mut rng = Rng::seed_from_u64(1);
        let mut counts = [0; 3];
        (0..10_000).for_each(|_| counts[drawn(&[0.2, 0.0, 0.8], &mut rng)] += 1);
        assert_eq!(counts[1], 0);
        assert!((1900..2100).contains(&counts[0]), "{counts:?}");
        assert_eq!(best(&[0.2, 0.5, 0.5]), 1);
    }

    #[test]
    fn a_late_tournament_leaves_nothing() {
        assert_eq!(tournament(3, true), None);
    }
}
