//! Estimates of the number of positions, from random games.
//!
//! A position P of n moves with r(P) loose dots is made by exactly one move from each of r(P) positions (`paper/counting.md`, Lemma 1). So
//! in the sum, over all games of n moves, of the product of 1 / r over the positions on the way, every position of n moves counts 1. A
//! game drawn move by move, uniformly, stands for as many as the product of the numbers of legal moves on its way: the mean of the
//! product of legal / r is the number of positions (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975).
//!
//! A single game rarely goes far and some weigh much more than others. So a crowd of games is played side by side; after each move as many
//! are drawn anew from them, by weight, which leaves the mean as it is (sequential importance resampling).

use rayon::prelude::*;

use super::sizes::{Counter, TooFar};
use morpion_rules::geometry::Variant;

/// An estimate of the number of positions with a given number of moves, images counted apart.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The number of moves.
    pub moves: usize,
    /// The mean of the estimates of all crowds.
    pub positions: f64,
    /// The standard error of that mean, from the spread of the crowds.
    pub error: f64,
}

/// The estimates from all crowds together.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Estimates {
    /// The estimates by number of moves, up to the length of the longest game.
    pub levels: Vec<Estimate>,
    /// The sum over all numbers of moves; its error is not that of the summands, since the estimates of a crowd vary together.
    pub all: Estimate,
}

/// Estimates the numbers of positions from `crowds` crowds of `games` games each, on all threads of the current rayon pool. The same
/// seed gives the same estimates.
///
/// # Errors
/// When a game reaches farther from the cross than there is room for.
///
/// ```
/// use morpion_count::{count, estimate};
/// use morpion_rules::geometry::Variant;
///
/// let guessed = estimate(Variant::D4, 8, 200, 1)?.levels[3].positions;
/// let counted = count(Variant::D4, 3, &|_, _| ())?[3].positions as f64;
/// assert!((guessed / counted - 1.0).abs() < 0.2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn estimate(
    variant: Variant,
    crowds: u32,
    games: usize,
    seed: u64,
) -> Result<Estimates, TooFar> {
    let counter = Counter::new(variant);
    let run = |i: u32| counter.crowd(games, seed.wrapping_add(u64::from(i)));
    let runs: Vec<Vec<f64>> = (0..crowds)
        .into_par_iter()
        .map(run)
        .collect::<Result<_, _>>()?;
    let longest = runs.iter().map(Vec::len).max().unwrap_or(0);
    let at = |moves: usize| {
        mean(
            moves,
            runs.iter().map(|r| r.get(moves).copied().unwrap_or(0.0)),
        )
    };
    Ok(Estimates {
        levels: (0..longest).map(at).collect(),
        all: mean(
            longest.saturating_sub(1),
            runs.iter().map(|r| r.iter().sum()),
        ),
    })
}

fn mean(moves: usize, values: impl Iterator<Item = f64>) -> Estimate {
    let values: Vec<f64> = values.collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    Estimate {
        moves,
        positions: mean,
        error: (squares / (n - 1.0) / n).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count;

    #[test]
    fn estimates_lie_about_the_counts() {
        for variant in [Variant::D4, Variant::T5] {
            let counts = count(variant, 5, &|_, _| ()).unwrap();
            let estimates = estimate(variant, 20, 1000, 1).unwrap().levels;
            for (level, estimate) in counts.iter().zip(&estimates) {
                let off = (estimate.positions - level.positions as f64).abs();
                assert!(off <= 5.0 * estimate.error + 1e-9, "{level:?} {estimate:?}");
                assert!(estimate.error <= 0.02 * estimate.positions, "{estimate:?}");
            }
        }
    }
}
