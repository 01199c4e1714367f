//! Trained tables, which propose prices for any octagon. `paper/octagon-certificate.md`, section 4.

use super::prices::{LIMIT, Prices, UNIT};
use super::shape::{REACH, Row, Shape};

/// The sizes of the parts of a table: A, B, T, C.
const SIZES: [usize; 4] = [1104, 5376, 1008, 576];
/// The bytes of a table: two for each number.
pub const BYTES: usize = 2 * (SIZES[0] + SIZES[1] + SIZES[2] + SIZES[3]);

/// A table.
pub struct Table {
    by_length: Vec<i16>,
    by_distance: Vec<i16>,
    by_cell: Vec<i16>,
    outside: Vec<u16>,
}

impl Table {
    /// Reads a table.
    #[must_use]
    pub fn new(bytes: &[u8; BYTES]) -> Self {
        let mut numbers = bytes.as_chunks().0.iter().copied();
        let mut signed = |size| {
            numbers
                .by_ref()
                .take(size)
                .map(i16::from_le_bytes)
                .collect()
        };
        let [a, b, t, _] = SIZES;
        Self {
            by_length: signed(a),
            by_distance: signed(b),
            by_cell: signed(t),
            outside: numbers.map(u16::from_le_bytes).collect(),
        }
    }

    /// The prices that the table proposes for an octagon, with this λ.
    #[must_use]
    pub fn prices(&self, shape: &Shape, lambda: i32) -> Prices {
        let scores = self.scores(shape);
        let more = [0, 1, 2].map(|direction| {
            let more = |scores: &[i32; 4]| {
                let over = 4 * scores[direction] - scores.iter().sum::<i32>();
                let more = (i64::from(over) * i64::from(lambda)) >> 16;
                more.clamp(-i64::from(LIMIT), LIMIT.into()) as i32
            };
            scores.iter().map(more).collect()
        });
        Prices {
            lambda,
            more,
            outside: self.prices_outside(shape, lambda),
        }
    }

    /// The scores of each cell in the four directions.
    fn scores(&self, shape: &Shape) -> Vec<[i32; 4]> {
        let depths: Vec<[usize; 4]> = shape
            .cells
            .iter()
            .map(|&cell| shape.octagon.depths(cell))
            .collect();
        let mut scores = vec![[0; 4]; shape.cells.len()];
        for row in &shape.rows {
            for (index, &cell) in row.cells.iter().enumerate() {
                let cell = usize::from(cell);
                scores[cell][row.direction] = self.score(row, index, &depths[cell]);
            }
        }
        scores
    }

    fn score(&self, row: &Row, index: usize, depths: &[usize; 4]) -> i32 {
        let (n, kind, depth) = (row.cells.len(), row.kind(), depths[row.direction]);
        let deep = depth.min(11);
        let from_end = n - 1 - index;
        let [first, last] = row.ends();
        let end = match index.cmp(&from_end) {
            std::cmp::Ordering::Less => first,
            std::cmp::Ordering::Equal => first.min(last),
            std::cmp::Ordering::Greater => last,
        };
        let (near, is_short) = (index.min(from_end), usize::from(index.max(from_end) <= 5));
        let by_length = (12 * kind + deep) * 46 + n.min(45);
        let by_distance =
            ((((2 * kind + end) * 14 + near.min(13)) * 12 + deep) * 2 + is_short) * 4 + n % 4;
        let (straight, diagonal) = (depths[0].min(depths[1]), depths[2].min(depths[3]));
        let deeper = usize::from(depth > [straight, diagonal][kind]);
        let by_cell = (18 * straight.min(13) + diagonal.min(17)) * 4 + 2 * kind + deeper;
        i32::from(self.by_length[by_length])
            + i32::from(self.by_distance[by_distance])
            + i32::from(self.by_cell[by_cell])
    }

    fn prices_outside(&self, shape: &Shape, lambda: i32) -> Vec<[i32; 4]> {
        let mut prices = vec![[0; 4]; shape.outside];
        for row in &shape.rows {
            for (beyond, &pair) in row.pairs.iter().flatten().enumerate() {
                let score = self.score_outside(shape, row, beyond);
                prices[usize::from(pair / 4)][usize::from(pair % 4)] = score;
            }
        }
        for prices in &mut prices {
            let sum: i32 = prices.iter().sum();
            let part =
                |score: i32| i64::from(lambda - UNIT) * i64::from(score) / i64::from(1024 + sum);
            *prices = prices.map(|score| part(score) as i32);
        }
        prices
    }

    /// The score of the pair with this number in its row.
    fn score_outside(&self, shape: &Shape, row: &Row, beyond: usize) -> i32 {
        let reach = REACH as usize;
        let depth = shape.octagon.depth(row.direction, row.place);
        let end = row.ends()[beyond / reach];
        let index = ((2 * row.kind() + end) * 3 + beyond % reach) * 12 + depth.min(11);
        self.outside[4 * index + row.cells.len() % 4].into()
    }
}
