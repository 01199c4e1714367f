//! λ and the prices of an octagon. `paper/octagon-certificate.md`, section 2.

use super::layers::Lambdas;
use super::shape::Shape;

/// One move, in units.
pub const UNIT: i32 = 4096;
/// The greatest λ, and the greatest difference between a price of a cell and its share.
pub const LIMIT: i32 = 1 << 18;

/// λ and the numbers that give the prices, in units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    /// λ.
    pub lambda: i32,
    /// By direction (0, 1 and 2) and cell of the octagon: by how much the price exceeds its share.
    pub more: [Vec<i32>; 3],
    /// For each cell outside that has a pair: its prices in the four directions, 0 where it has none.
    pub outside: Vec<[i32; 4]>,
}

impl Prices {
    /// Whether they are within their limits, `least` being that of λ: then they satisfy the conditions of `paper/octagons.md`, sections
    /// 4 and 5.
    #[must_use]
    pub fn are_legal(&self, least: i32) -> bool {
        let most = self.lambda - UNIT;
        let fits =
            |q: &[i32; 4]| q.iter().all(|&q| 0 <= q && q <= most) && q.iter().sum::<i32>() <= most;
        (least.max(UNIT)..=LIMIT).contains(&self.lambda)
            && self.more.iter().flatten().all(|more| more.abs() <= LIMIT)
            && self.outside.iter().all(fits)
    }

    /// The average price of a cell in a direction.
    #[must_use]
    pub fn share(&self) -> i32 {
        self.lambda - UNIT / 4
    }

    /// The prices of a cell in the four directions.
    #[must_use]
    pub fn of_cell(&self, cell: usize) -> [i32; 4] {
        let [a, b, c] = [0, 1, 2].map(|direction| self.more[direction][cell]);
        [a, b, c, -a - b - c].map(|more| self.share() + more)
    }

    /// The price of a pair.
    #[must_use]
    pub fn of_pair(&self, pair: u16) -> i32 {
        self.outside[usize::from(pair / 4)][usize::from(pair % 4)]
    }
}

/// The least λ of an octagon, in units.
#[must_use]
pub fn least_lambda(shape: &Shape, lambdas: &Lambdas) -> i32 {
    let rows = shape.octagon.rows() as usize;
    lambdas.with_prices(rows).times_rounded_up(UNIT as u32) as i32
}

/// Lowers the prices of a cell outside until their sum is at most `most`, each that is above 0 by the same amount.
pub fn fit(prices: &mut [i32; 4], most: i32) {
    *prices = prices.map(|q| q.max(0));
    loop {
        let sum: i32 = prices.iter().sum();
        if sum <= most {
            return;
        }
        let left = prices.iter().filter(|&&q| q > 0).count() as i32;
        let taken = (sum - most + left - 1) / left;
        *prices = prices.map(|q| (q - taken).max(0));
    }
}
