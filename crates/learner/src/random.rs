//! Random numbers of the learner: one generator for each purpose, so that threads may share the work.

use rand::{Rng as _, SeedableRng};

pub(super) use morpion_rules::game::{below, unit};

/// The generator: fast, and the same on every machine.
pub(super) type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// The purpose for which an iteration draws random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// The first weights.
    Weights = 1,
    /// An episode of self-play.
    Episode,
    /// The order of the minibatches and their symmetries. (3 was for coins; networks can be made again only with the number that they had.)
    Order = 4,
}

/// The generator of a purpose: a function of the seed, the iteration and a number within it. So the seed and
/// the number of the iteration are the whole state of all generators between two iterations.
pub(super) fn generator(seed: u64, purpose: Purpose, iteration: u32, number: u64) -> Rng {
    let words = [purpose as u64, u64::from(iteration), number];
    let key = words.into_iter().fold(seed, |key, word| {
        Rng::seed_from_u64(key ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
    });
    Rng::seed_from_u64(key)
}

/// A normally distributed number, mean 0 and deviation 1 (Box and Muller).
pub(super) fn normal(rng: &mut Rng) -> f32 {
    let radius = (-2.0 * (1.0 - unit(rng)).ln()).sqrt();
    radius * (std::f32::consts::TAU * unit(rng)).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_purpose_iteration_and_number_has_numbers_of_its_own() {
        let first = |seed, purpose, iteration, number| {
            generator(seed, purpose, iteration, number).next_u64()
        };
        let base = first(1, Purpose::Episode, 2, 3);
        assert_eq!(base, first(1, Purpose::Episode, 2, 3));
        assert_ne!(base, first(2, Purpose::Episode, 2, 3));
        assert_ne!(base, first(1, Purpose::Order, 2, 3));
        assert_ne!(base, first(1, Purpose::Episode, 3, 3));
        assert_ne!(base, first(1, Purpose::Episode, 2, 4));
    }
}
