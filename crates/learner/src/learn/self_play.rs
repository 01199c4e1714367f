//! Stage 1, self-play: games by the policy itself, or by tree search at every move; and stage 3's single game.

use rayon::prelude::*;

use super::layers::softmax;
use super::lesson::Drawn;
use super::network::{Network, Seat};
use super::params::{Params, SelfPlay};
use super::random::{Purpose, Rng, generator, unit};
use super::tree::{Search, Tree};
use crate::game::{Board, Code};

/// A finished game of self-play.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Played {
    /// All moves from the cross.
    pub(super) moves: Vec<Code>,
    /// Per move played: what tree search made of the position. Empty without it.
    pub(super) found: Vec<Vec<(Code, f32)>>,
    /// Per move played straight from the policy: what the network said. Empty with tree search.
    pub(super) drawn: Vec<Drawn>,
    /// The longest game that ended within the tree, when it is longer than this one.
    pub(super) beside: Option<Vec<Code>>,
}

/// Who plays, from where, and until when.
pub(super) struct Player<'a> {
    pub(super) network: &'a Network,
    pub(super) start: &'a Board,
    pub(super) params: &'a Params,
    pub(super) seed: u64,
    pub(super) iteration: u32,
    pub(super) threshold: u32,
    pub(super) is_late: &'a (dyn Fn() -> bool + Sync),
}

impl Player<'_> {
    /// So many games on the threads of the pool this is called in; which they are does not depend on the threads. `None`
    /// when it became late.
    pub(super) fn tournament(&self, games: u32) -> Option<Vec<Played>> {
        let play = |number| match self.params.self_play {
            SelfPlay::Policy => self.by_policy(self.generator(number)),
            SelfPlay::Tree => self.by_tree(self.params.m_self, self.generator(number)),
        };
        (0..u64::from(games)).into_par_iter().map(play).collect()
    }

    /// Stage 3: one game by tree search with m simulations a move. `None` when it became late.
    pub(super) fn trial(&self) -> Option<Played> {
        self.by_tree(self.params.m, self.generator(u64::MAX))
    }

    fn generator(&self, number: u64) -> Rng {
        generator(self.seed, Purpose::Episode, self.iteration, number)
    }

    fn by_policy(&self, mut rng: Rng) -> Option<Played> {
        let mut seat = Seat::new(self.start.clone());
        let mut drawn = Vec::new();
        while !seat.board.legal().is_empty() {
            if (self.is_late)() {
                return None;
            }
            self.network.look(&mut seat);
            softmax(&mut seat.said.logits);
            let chosen = self.draw(&seat.said.logits, seat.board.len(), &mut rng);
            drawn.push(Drawn {
                likely: seat.said.logits[chosen],
                value: seat.said.value,
            });
            seat.board.play_nth(chosen);
        }
        Some(Played {
            moves: seat.board.history().to_vec(),
            found: Vec::new(),
            drawn,
            beside: None,
        })
    }

    fn by_tree(&self, m: u32, mut rng: Rng) -> Option<Played> {
        let mut seat = Seat::new(self.start.clone());
        let mut tree = Tree::default();
        let mut found = Vec::new();
        let search = Search {
            c: self.params.c as f32,
            m,
            threshold: self.threshold,
        };
        while !seat.board.legal().is_empty() {
            tree.search(self.network, &mut seat, search, self.is_late);
            if (self.is_late)() {
                return None;
            }
            let shares = tree.shares();
            let weights: Vec<f32> = shares.iter().map(|s| s.1).collect();
            let chosen = self.draw(&weights, seat.board.len(), &mut rng);
            let code = seat.board.play_nth(chosen);
            tree.advance(code);
            found.push(shares);
        }
        let is_longer = tree.best().len() > seat.board.len();
        Some(Played {
            moves: seat.board.history().to_vec(),
            found,
            drawn: Vec::new(),
            beside: is_longer.then(|| tree.best().to_vec()),
        })
    }

    /// Line 7 of Algorithm 1: drawn in proportion before step T', the best from then on.
    fn draw(&self, shares: &[f32], depth: usize, rng: &mut Rng) -> usize {
        let is_free = depth + 1 < self.params.threshold_step as usize;
        if is_free {
            drawn(shares, rng)
        } else {
            best(shares)
        }
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
    use crate::geometry::Variant;
    use crate::learn::params::Shape;

    fn player<T>(params: &Params, run: impl FnOnce(&Player<'_>) -> T) -> T {
        let mut network = Network::initial(&params.shape, Variant::D4, &mut Rng::seed_from_u64(3));
        // Away from the uniform policy.
        network.params_mut().iter_mut().for_each(|p| *p += 0.01);
        run(&Player {
            network: &network,
            start: &Board::new(Variant::D4),
            params,
            seed: 1,
            iteration: 0,
            threshold: 20,
            is_late: &|| false,
        })
    }

    fn small(self_play: SelfPlay, threshold_step: u32) -> Params {
        Params {
            threshold_step,
            m: 20,
            m_self: 5,
            self_play,
            shape: Shape {
                radius: 2,
                hidden: vec![4],
            },
            ..Params::default()
        }
    }

    #[test]
    fn games_go_to_their_ends_and_do_not_depend_on_the_threads() {
        for self_play in [SelfPlay::Policy, SelfPlay::Tree] {
            let play = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                let games = || player(&small(self_play, 1000), |p| p.tournament(20).unwrap());
                pool.build().unwrap().install(games)
            };
            let games = play(1);
            assert_eq!(games, play(3));
            assert_eq!(games.len(), 20);
            for game in &games {
                let mut board = Board::new(Variant::D4);
                game.moves.iter().for_each(|&c| board.play_code(c).unwrap());
                assert!(board.legal().is_empty());
            }
            assert!(games.iter().any(|g| g.moves != games[0].moves));
        }
    }

    #[test]
    fn from_the_threshold_step_on_the_best_move_is_played() {
        let games = player(&small(SelfPlay::Policy, 0), |p| p.tournament(5).unwrap());
        assert!(games.iter().all(|g| g.moves == games[0].moves));
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
        let params = small(SelfPlay::Policy, 10);
        let games = player(&params, |p| {
            let late = Player {
                is_late: &|| true,
                ..*p
            };
            late.tournament(3)
        });
        assert_eq!(games, None);
    }
}
