//! The credit of each move of a game: how much the move changed.
//!
//! The credit is the difference between the value of the positions after the move, as the network saw them, and the value before it. The
//! next position counts most; each later one counts `lambda` times what the one before it does, and after the last position comes the
//! ranked reward (generalised advantage estimation: Schulman et al. 2016, equation 16, with gamma = 1).

use super::lesson::{Episode, positions};

/// The weights of the positions of each game, from where self-play began: the advantages of all moves of all games, brought to mean 0 and
/// deviation 1.
pub(super) fn weights(games: &[Episode], lambda: f32) -> Vec<Vec<f32>> {
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
    let value = |step: usize| game.drawn[step].value;
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
    use crate::lesson::Drawn;
    use crate::random::Rng;
    use morpion_rules::game::Board;
    use morpion_rules::geometry::Variant;

    fn with_values(values: &[f32], z: f32) -> Episode {
        let drawn = values.iter().map(|&value| Drawn { likely: 0.5, value });
        let mut board = Board::new(Variant::D4);
        board.play_out(&mut Rng::seed_from_u64(1));
        Episode {
            moves: board.history()[..3 + values.len()].to_vec(),
            kept: 3,
            drawn: drawn.collect(),
            z,
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
        let all = weights(&games, 0.9).concat();
        let count = all.len() as f32;
        assert!((all.iter().sum::<f32>() / count).abs() < 1e-5);
        assert!((all.iter().map(|a| a * a).sum::<f32>() / count - 1.0).abs() < 1e-4);
        assert!(weights(&games[..0], 0.9).is_empty());
    }
}
