//! Certificates about octagons: every function against a naive reference, and end to end.

mod certificates;
mod command;
mod fillings;
mod hunt;
mod lists;
mod naive;
mod prices;
mod steps;

#[path = "../shared/random.rs"]
mod random;

use morpion_check::octagons::filling::Asked;
use morpion_check::octagons::octagon::Octagon;
use morpion_check::octagons::prices::{LIMIT, Prices, UNIT};
use morpion_check::octagons::shape::Shape;
use morpion_check::octagons::table::BYTES;
use random::Random;

/// All conditions on a row.
pub(crate) const ASKED: [Asked; 7] = [
    Asked::Dot,
    Asked::Line,
    Asked::Inside,
    Asked::Out,
    Asked::First,
    Asked::Last,
    Asked::Both,
];

/// A number from `low` to `high`.
pub(crate) fn between(random: &mut Random, low: i32, high: i32) -> i32 {
    low + random.below((high - low + 1) as usize) as i32
}

/// Octagons of every form: small ones, some with sides of two cells, and one with the longest rows.
pub(crate) fn octagons() -> Vec<Octagon> {
    let octagon = |width, height, corners| Octagon {
        width,
        height,
        corners,
    };
    vec![
        octagon(3, 3, [1, 1, 1, 1]),
        octagon(3, 5, [1, 2, 1, 1]),
        octagon(5, 4, [1, 1, 2, 2]),
        octagon(7, 9, [1, 3, 2, 5]),
        octagon(12, 12, [3, 4, 5, 6]),
        octagon(23, 27, [1, 2, 12, 7]),
        octagon(3, 45, [1, 1, 1, 1]),
    ]
}

/// Legal prices.
pub(crate) fn random_prices(random: &mut Random, shape: &Shape) -> Prices {
    let lambda = between(random, UNIT, 12 * UNIT);
    let most = lambda - UNIT;
    let far = random.pick(&[0, 300, 3000, LIMIT]);
    let more = [0; 3].map(|_| {
        shape
            .cells
            .iter()
            .map(|_| between(random, -far, far))
            .collect()
    });
    let mut outside = vec![[0; 4]; shape.outside];
    for pair in shape.rows.iter().flat_map(|row| row.pairs.iter().flatten()) {
        outside[usize::from(pair / 4)][usize::from(pair % 4)] = between(random, 0, most / 4);
    }
    Prices {
        lambda,
        more,
        outside,
    }
}

/// A table of small random numbers, as its bytes.
pub(crate) fn random_table(random: &mut Random) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (i, number) in bytes.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        let least = if i < 7488 { -300 } else { 0 };
        *number = (between(random, least, 300) as i16).to_le_bytes();
    }
    bytes
}
