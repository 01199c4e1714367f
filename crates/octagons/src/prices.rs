//! λ and prices for one octagon, and the bound that they give: `paper/octagon-certificate.md`, sections 2 and 3.

use crate::UNIT;
use crate::board::{Board, LANES, Lanes};
use crate::filling::{Asked, PricedRow};
use crate::lanes::{COSTLY, Memory, Priced};
use crate::layers::Multipliers;

/// The limit on λ, and on three of the four prices of a cell less their even share.
pub const LARGEST: i32 = 1 << 18;
/// The conditions on the eight sides, from the top clockwise.
pub type Conditions = [Asked; 8];

/// λ and prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    /// λ.
    pub line: i32,
    /// How far the prices of all cells exceed the even share, in each of the first three directions.
    pub cells: [Vec<i32>; 3],
    /// The prices of pairs.
    pub pairs: Vec<i32>,
}

/// The least λ that an octagon may have, in units.
pub fn least_line(multipliers: &Multipliers, rows: i32) -> i32 {
    let ratio = multipliers.paid(rows);
    let units = ratio.numerator * i64::from(UNIT);
    (units + ratio.denominator - 1).div_euclid(ratio.denominator) as i32
}

impl Prices {
    /// Even prices.
    pub fn even(board: &Board, line: i32) -> Self {
        let mut pairs = vec![0; board.pairs.len()];
        for cell in board.cells_outside() {
            let share = (line - UNIT) / cell.clone().count() as i32;
            cell.for_each(|pair| pairs[pair] = share);
        }
        let even = vec![0; board.cells.len()];
        Self {
            line,
            cells: [even.clone(), even.clone(), even],
            pairs,
        }
    }
}

/// Fits the prices of the pairs of one cell into a sum.
#[inline(always)]
pub(crate) fn fit<const N: usize>(prices: &mut [i32; N], most: i32) {
    *prices = prices.map(|price| price.max(0));
    // If there is still too much after a round, a price became 0 in it.
    for _ in 0..N {
        let over = (prices.iter().sum::<i32>() - most).max(0);
        let count: i32 = prices.iter().map(|&price| i32::from(price > 0)).sum();
        // The ceiling of over / count, without a division by a number that is not constant.
        let less = match count {
            0 | 1 => over,
            2 => (over + 1) / 2,
            3 => (over + 2) / 3,
            _ => (over + 3) / 4,
        };
        *prices = prices.map(|price| (price - less).max(0));
    }
}

/// Memory: prices by row, with room for the program that runs along rows.
pub struct Spread {
    pub(crate) cells: Vec<Lanes>,
    pub(crate) pairs: Vec<Lanes>,
    pub(crate) memory: Memory,
    pub(crate) side_cells: Vec<i32>,
}

impl Spread {
    /// Memory with room for a board.
    pub fn new(board: &Board) -> Self {
        Self {
            cells: vec![[COSTLY; LANES]; board.groups()],
            pairs: vec![[0; LANES]; 6 * board.blocks.len()],
            memory: Memory::default(),
            side_cells: Vec::new(),
        }
    }

    /// Writes the prices by row.
    pub(crate) fn set(&mut self, board: &Board, prices: &Prices) {
        let share = prices.line - UNIT / 4;
        let cells = self.cells.as_flattened_mut();
        let [a, b, c] = &prices.cells;
        for (((slots, a), b), c) in board.slots.iter().zip(a).zip(b).zip(c) {
            for (&slot, more) in slots.iter().zip([*a, *b, *c, -a - b - c]) {
                cells[slot as usize] = share + more;
            }
        }
        let pairs = self.pairs.as_flattened_mut();
        for (&slot, &price) in board.pair_slots.iter().zip(&prices.pairs) {
            pairs[slot as usize] = price;
        }
    }

    /// The prices of a block.
    pub(crate) fn block<'a>(
        cells: &'a [Lanes],
        pairs: &'a [Lanes],
        board: &'a Board,
        block: usize,
        line: i32,
    ) -> Priced<'a> {
        let at = &board.blocks[block];
        Priced {
            block: at,
            cells: &cells[at.start..at.start + at.length],
            pairs: &pairs[6 * block..6 * block + 6],
            line,
        }
    }

    /// The bound of these prices.
    pub fn bound(&mut self, board: &Board, asked: &Conditions, prices: &Prices) -> i64 {
        self.set(board, prices);
        let mut sum = 36 * (4 * i64::from(prices.line) - i64::from(UNIT));
        for block in 0..board.blocks.len() - 1 {
            let priced = Self::block(&self.cells, &self.pairs, board, block, prices.line);
            let best = priced.best(&mut self.memory);
            let rows = best
                .iter()
                .zip(&priced.block.lengths)
                .filter(|(_, n)| **n > 0);
            sum += rows.map(|(best, _)| i64::from(*best)).sum::<i64>();
        }
        for row in board.rows.iter().filter(|row| row.side.is_some()) {
            sum += self.side(board, row, asked, prices.line, |row| i64::from(row.best()));
        }
        sum
    }

    /// Calls `f` with a side and its prices.
    pub(crate) fn side<T>(
        &mut self,
        board: &Board,
        row: &crate::board::Row,
        asked: &Conditions,
        line: i32,
        f: impl FnOnce(PricedRow) -> T,
    ) -> T {
        let start = board.blocks[row.block].start;
        self.side_cells.clear();
        self.side_cells
            .extend((0..row.length).map(|i| self.cells[start + i][row.lane]));
        let pairs: [i32; 6] = std::array::from_fn(|i| self.pairs[6 * row.block + i][row.lane]);
        f(PricedRow {
            cells: &self.side_cells,
            pairs: if row.length >= 2 { &pairs } else { &[] },
            line,
            asked: row.side.map_or(Asked::Dot, |side| asked[side]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octagon;
    use crate::steps::{State, Step};
    use proptest::prelude::*;

    /// The same bound, row by row.
    fn naive(board: &Board, spread: &mut Spread, asked: &Conditions, prices: &Prices) -> i64 {
        spread.set(board, prices);
        let mut sum = 36 * (4 * i64::from(prices.line) - i64::from(UNIT));
        for row in &board.rows {
            sum += spread.side(board, row, asked, prices.line, |row| i64::from(row.best()));
        }
        sum
    }

    fn step(smoothness: u8) -> Step {
        Step {
            smoothness,
            pace: 1 << smoothness,
            momentum: 200,
            line_pace: 20,
            line_limit: 900,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn sixteen_rows_at_once_are_like_one_by_one(
            which in 0_usize..40_000,
            asked in prop::array::uniform8(0_usize..7),
            smoothness in 4_u8..13,
        ) {
            use Asked::*;
            let octagon = octagon::all().step_by(40).nth(which % 39_000).expect("there are so many");
            let board = Board::new(&octagon);
            let asked = asked.map(|i| [Line, Line, Inside, Out, First, Last, Both][i]);
            let mut state = State::new(&board, asked, UNIT, Prices::even(&board, 5 * UNIT));
            for _ in 0..3 {
                state.step(step(smoothness));
                let mut spread = Spread::new(&board);
                let (now, found) = (state.now().clone(), state.bound());
                prop_assert_eq!(found, naive(&board, &mut spread, &asked, &now));
                // Weights are compared at prices without momentum.
                let mut fresh = State::new(&board, asked, UNIT, now.clone());
                let (cells, pairs, segments) = fresh.weights(smoothness);
                spread.set(&board, &now);
                let mut all = 0;
                for (at, row) in board.rows.iter().enumerate() {
                    let (mut x, mut y) = (vec![0; row.length], [0; 6]);
                    all += spread.side(&board, row, &asked, now.line, |row| {
                        i64::from(row.weigh(u32::from(smoothness), &mut x, &mut y))
                    });
                    let (dx, dy) = octagon::STEPS[row.direction];
                    for (i, x) in x.iter().enumerate() {
                        let cell = (row.first.0 + dx * i as i32, row.first.1 + dy * i as i32);
                        let cell = board.cells.iter().position(|c| *c == cell).expect("it has this cell");
                        prop_assert_eq!(cells[cell][row.direction], *x);
                    }
                    for (pair, found) in board.pairs.iter().zip(&pairs) {
                        if usize::from(pair.0) == at {
                            prop_assert_eq!(y[usize::from(pair.1)], *found);
                        }
                    }
                }
                prop_assert_eq!(all, segments);
            }
        }

        #[test]
        fn prices_are_fitted_as_the_page_says(
            prices in prop::array::uniform4(-500..5000),
            most in 0..6000,
        ) {
            let mut naive = prices.map(|price: i32| price.max(0));
            loop {
                let (sum, count) = (naive.iter().sum::<i32>(), naive.iter().filter(|q| **q > 0).count());
                if sum <= most {
                    break;
                }
                let less = (sum - most + count as i32 - 1) / count as i32;
                naive.iter_mut().for_each(|q| *q = (*q - less).max(0));
            }
            let mut found = prices;
            fit(&mut found, most);
            prop_assert_eq!(found, naive);
        }
    }

    #[test]
    fn prices_fit_after_every_step() {
        for octagon in octagon::all().step_by(200_001) {
            let board = Board::new(&octagon);
            let mut state = State::new(
                &board,
                [Asked::Line; 8],
                UNIT,
                Prices::even(&board, 3 * UNIT),
            );
            for smoothness in [13, 11, 9, 2, 0] {
                state.step(step(smoothness));
                let now = state.now();
                assert!((UNIT..=LARGEST).contains(&now.line));
                assert!(now.pairs.iter().all(|&q| q >= 0));
                for cell in board.cells_outside() {
                    let sum: i32 = cell.map(|pair| now.pairs[pair]).sum();
                    assert!(sum <= now.line - UNIT);
                }
            }
        }
    }
}
