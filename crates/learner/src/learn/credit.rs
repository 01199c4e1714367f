//! What each move of a game counts.
//!
//! With tree search every position counts 1. Straight from the policy it is the ranked reward of its game that says how much
//! a move is to become more or less likely:
//!
//! - the same for all moves of a game: 1 as far as it is won, and a negative number as far as it is lost. Together the lost
//!   games weigh as much as the won ones, times `punish`: otherwise what all games have in common would be pushed up or down as well;
//! - or what the move changed: by how much the value of the positions after it, as the network saw them, differs from
//!   the value before it. The next positions count most, each later one `lambda` times what the one before it does, and behind the last
//!   one stands the ranked reward (generalised advantage estimation: Schulman et al. 2016, equation 16, with gamma = 1).

use super::lesson::{Episode, positions};
use super::params::Params;

/// The weights of the positions of each game, from where self-play began.
pub(super) fn weights(games: &[&Episode], params: &Params) -> Vec<Vec<f32>> {
    let is_searched = |game: &Episode| !game.found.is_empty();
    let (punish, mut all) = match params.lambda {
        None => (punish(games, params.punish), Vec::new()),
        Some(lambda) => (0.0, advantages(games, lambda)),
    };
    let of_game = |(i, game): (usize, &&Episode)| {
        let same = |weight| vec![weight; positions(game)];
        match params.lambda {
            _ if is_searched(game) => same(1.0),
            None => same(game.won() - punish * (1.0 - game.won())),
            Some(_) => std::mem::take(&mut all[i]),
        }
    };
    games.iter().enumerate().map(of_game).collect()
}

/// What a position of a lost game weighs for all lost games to weigh `share` times what the won ones do.
fn punish(games: &[&Episode], share: f32) -> f32 {
    let all: f32 = games.iter().map(|g| positions(g) as f32).sum();
    let won: f32 = games.iter().map(|g| g.won() * positions(g) as f32).sum();
    share * won / (all - won).max(1.0)
}

/// The advantages of all moves of all games, brought to mean 0 and deviation 1.
fn advantages(games: &[&Episode], lambda: f32) -> Vec<Vec<f32>> {
    let mut all: Vec<Vec<f32>> = games.iter().map(|g| advantages_of(g, lambda)).collect();
    let count = all.iter().map(Vec::len).sum::<usize>().max(1) as f32;
    let mean = all.iter().flatten().sum::<f32>() / count;
    let squares: f32 = all.iter().flatten().map(|a| (a - mean).powi(2)).sum();
    let deviation = (squares / count).sqrt().max(1e-6);
    all.iter_mut()
        .flatten()
        .for_each(|a| *a = (*a - mean) / deviation);
    all
}

fn advantages_of(game: &Episode, lambda: f32) -> Vec<f32> {
    let value = |step: usize| game.drawn.get(step).map_or(0.0, |d| d.value);
    let mut next = game.z;
    let mut later = 0.0;
    let mut advantages: Vec<f32> = (0..positions(game))
        .rev()
        .map(|step| {
            let change = next - value(step);
            next = value(step);
            later = change + lambda * later;
            later
        })
        .collect();
    advantages.reverse();
    advantages
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::Board;
    use crate::geometry::Variant;
    use crate::learn::lesson::Drawn;
    use crate::learn::random::Rng;

    fn game(seed: u64, z: f32) -> Episode {
        let mut board = Board::new(Variant::D4);
        board.play_out(&mut Rng::seed_from_u64(seed));
        Episode {
            moves: board.history().to_vec(),
            kept: 3,
            found: Vec::new(),
            drawn: Vec::new(),
            z,
        }
    }

    fn of_all(games: &[Episode], params: &Params) -> Vec<Vec<f32>> {
        weights(&games.iter().collect::<Vec<_>>(), params)
    }

    #[test]
    fn lost_games_weigh_together_what_won_ones_do() {
        let games = [(1, 1.0), (2, -1.0), (3, -1.0), (4, 0.5)].map(|(seed, z)| game(seed, z));
        let params = Params {
            punish: 1.0,
            ..Params::default()
        };
        let all = of_all(&games, &params);
        assert!(all[0].iter().all(|&w| w == 1.0) && all[1].iter().all(|&w| w < 0.0));
        assert!(all.concat().iter().sum::<f32>().abs() < 1e-3);
        let lost = of_all(&games[1..3], &params);
        let nothing = lost.concat().iter().all(|&w| w == 0.0);
        assert!(nothing, "nothing to weigh against");
        assert!(
            of_all(&games[..1], &params)
                .concat()
                .iter()
                .all(|&w| w == 1.0)
        );
        let unpunished = Params::default();
        assert!(of_all(&games, &unpunished)[1].iter().all(|&w| w == 0.0));
    }

    #[test]
    fn searched_positions_count_one() {
        let searched = Episode {
            found: vec![Vec::new()],
            ..game(1, -1.0)
        };
        for lambda in [None, Some(0.9)] {
            let params = Params {
                lambda,
                ..Params::default()
            };
            let all = of_all(std::slice::from_ref(&searched), &params);
            assert_eq!(all, [vec![1.0; positions(&searched)]]);
        }
    }

    fn with_values(values: &[f32], z: f32) -> Episode {
        let drawn = values.iter().map(|&value| Drawn { likely: 0.5, value });
        let mut game = game(1, z);
        game.moves.truncate(3 + values.len());
        Episode {
            drawn: drawn.collect(),
            ..game
        }
    }

    #[test]
    fn a_move_counts_what_it_changed() {
        let game = with_values(&[0.0, 0.5, -0.25], 1.0);
        let is_near = |found: Vec<f32>, wanted: [f32; 3]| {
            assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-6));
        };
        // Only the next position.
        is_near(advantages_of(&game, 0.0), [0.5, -0.75, 1.25]);
        // Only the end.
        is_near(advantages_of(&game, 1.0), [1.0, 0.5, 1.25]);
        is_near(
            advantages_of(&game, 0.5),
            [0.5 + 0.5 * -0.75 + 0.25 * 1.25, -0.75 + 0.5 * 1.25, 1.25],
        );
    }

    #[test]
    fn advantages_have_mean_zero_and_deviation_one() {
        let games = [
            with_values(&[0.0, 0.5, -0.25], 1.0),
            with_values(&[0.1, 0.3, -0.9, 0.2], -1.0),
        ];
        let params = Params {
            lambda: Some(0.9),
            ..Params::default()
        };
        let all = of_all(&games, &params).concat();
        let count = all.len() as f32;
        assert!((all.iter().sum::<f32>() / count).abs() < 1e-5);
        assert!((all.iter().map(|a| a * a).sum::<f32>() / count - 1.0).abs() < 1e-4);
        assert!(of_all(&games[..0], &params).is_empty());
    }
}
