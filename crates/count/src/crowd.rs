//! One crowd of random games, played side by side: `estimate.rs` says what it estimates.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::position::Position;
use super::tables::Tables;
use super::words::{Set, insert, meet, members, set_of, size, without};

/// A random number generator that begins with this seed.
pub(super) fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// One game of a crowd.
#[derive(Clone, Copy)]
struct Game<const W: usize, const M: usize, const P: usize> {
    position: Position<W, M, P>,
    occupied: Set<M>,
}

/// The estimates of one crowd, by number of moves, unless the table is too small for it.
pub(super) fn crowd<const W: usize, const M: usize, const L: usize, const P: usize>(
    tables: &Tables<W, M>,
    games: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Vec<f64>> {
    let start = Game {
        position: Position::<W, M, P>::start(tables),
        occupied: set_of(tables.cross.iter().copied()),
    };
    let mut crowd = vec![start; games];
    let mut estimates = vec![1.0];
    loop {
        let mut weights = Vec::with_capacity(games);
        for game in &mut crowd {
            weights.push(step::<W, M, L, P>(tables, game, rng)?);
        }
        let sum: f64 = weights.iter().sum();
        if sum == 0.0 {
            return Some(estimates);
        }
        let before = estimates.last().copied().unwrap_or(1.0);
        estimates.push(before * sum / games as f64);
        crowd = resample(&crowd, &weights, sum, rng);
    }
}

/// Plays a random move and returns its weight, 0 if there is no move; `None` if the table is too small.
fn step<const W: usize, const M: usize, const L: usize, const P: usize>(
    tables: &Tables<W, M>,
    game: &mut Game<W, M, P>,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<f64> {
    let legal = game.position.legal::<L>();
    if meet(&legal, &tables.exits) {
        return None;
    }
    let choices = size(&legal);
    if choices == 0 {
        return Some(0.0);
    }
    let line = members(&legal).nth(rng.random_range(0..choices))?;
    let dot = members(&without(&tables.lines[line].mask, &game.occupied)).next()?;
    game.position = game.position.after(tables, line, dot);
    insert(&mut game.occupied, dot);
    Some(choices as f64 / size(&game.position.loose) as f64)
}

/// Draws as many games from the crowd, by weight, at equal distances from a random start.
fn resample<T: Copy>(
    crowd: &[T],
    weights: &[f64],
    sum: f64,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<T> {
    let step = sum / crowd.len() as f64;
    let mut next = step * rng.random::<f64>();
    let mut passed = 0.0;
    let mut drawn = Vec::with_capacity(crowd.len());
    for (&game, weight) in crowd.iter().zip(weights) {
        passed += weight;
        while next < passed && drawn.len() < crowd.len() {
            drawn.push(game);
            next += step;
        }
    }
    drawn
}
