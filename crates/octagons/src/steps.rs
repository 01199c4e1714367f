//! Steps that improve prices, repeated by the checker to the last bit: `paper/octagon-certificate.md`, section 6.

use crate::board::{Board, LANES, Lanes, Outside};
use crate::filling::WHOLE;
use crate::prices::{Conditions, LARGEST, Prices, Spread, fit};
use crate::{ROWS, UNIT};

/// The parameters of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Smoothness, 0 to 13: maxima of numbers closer than 2^smoothness are mixed.
    pub smoothness: u8,
    /// The pace of prices, 0 to 2^14: in units, for a whole weight.
    pub pace: u16,
    /// The share of the last change that is added once more, in 1/256.
    pub momentum: u8,
    /// The pace of λ.
    pub line_pace: u16,
    /// The largest change of λ.
    pub line_limit: u16,
}

/// Prices that are being improved.
pub struct State<'a> {
    board: &'a Board,
    asked: Conditions,
    least: i32,
    now: Prices,
    ahead: Prices,
    spread: Spread,
    cells: Vec<Lanes>,
    pairs: Vec<Lanes>,
    /// For each cell, four times its weight in a direction less all its weights.
    turns: [Vec<i32>; 3],
}

impl<'a> State<'a> {
    /// Begins with prices; λ never falls below `least`.
    pub fn new(board: &'a Board, asked: Conditions, least: i32, now: Prices) -> Self {
        Self {
            board,
            asked,
            least,
            ahead: now.clone(),
            now,
            spread: Spread::new(board),
            cells: vec![[0; LANES]; board.groups()],
            pairs: vec![[0; LANES]; 6 * board.blocks.len()],
            turns: [(); 3].map(|()| vec![0; board.cells.len()]),
        }
    }

    /// Begins anew from these prices, with other conditions.
    pub fn restart(&mut self, asked: Conditions, now: &Prices) {
        self.asked = asked;
        self.now.clone_from(now);
        self.ahead.clone_from(now);
    }

    /// Cells of the eight sides.
    pub fn side_lengths(&self) -> [usize; 8] {
        self.board
            .octagon
            .sides()
            .map(|segments| segments as usize + 1)
    }

    /// The prices that are reached.
    pub fn now(&self) -> &Prices {
        &self.now
    }

    /// Their bound.
    pub fn bound(&mut self) -> i64 {
        self.spread.bound(self.board, &self.asked, &self.now)
    }

    /// Makes one step.
    pub fn step(&mut self, step: Step) {
        let segments = self.weigh(step.smoothness);
        let old = self.now.line;
        self.now.line = self.next_line(step, segments);
        self.next_cells(step);
        self.next_pairs(step);
        self.ahead.line = ahead(step, self.now.line, old).clamp(self.least, LARGEST);
    }

    /// The weights of cells by direction, of pairs, and of segments, at the prices that it begins with.
    pub fn weights(&mut self, smoothness: u8) -> (Vec<[i32; 4]>, Vec<i32>, i64) {
        let segments = self.weigh(smoothness);
        let (x, y) = (self.cells.as_flattened(), self.pairs.as_flattened());
        let of_cell = |slots: &[u32; 4]| slots.map(|slot| x[slot as usize]);
        let of_pair = |slot: &u32| y[*slot as usize];
        let board = self.board;
        (
            board.slots.iter().map(of_cell).collect(),
            board.pair_slots.iter().map(of_pair).collect(),
            segments,
        )
    }

    /// Finds all weights for the prices ahead; returns that of segments.
    fn weigh(&mut self, smoothness: u8) -> i64 {
        let (board, line, smoothness) = (self.board, self.ahead.line, u32::from(smoothness));
        self.spread.set(board, &self.ahead);
        self.cells.fill([0; LANES]);
        self.pairs.fill([0; LANES]);
        let mut segments = 0;
        for block in 0..board.blocks.len() - 1 {
            let spread = &mut self.spread;
            let priced = Spread::block(&spread.cells, &spread.pairs, board, block, line);
            let at = priced.block.start..priced.block.start + priced.block.length;
            let pairs = &mut self.pairs[6 * block..6 * block + 6];
            segments += priced.weigh(smoothness, &mut spread.memory, &mut self.cells[at], pairs);
        }
        for row in board.rows.iter().filter(|row| row.side.is_some()) {
            let start = board.blocks[row.block].start;
            let (mut x, mut y) = ([0; 48], [0; 6]);
            segments += self.spread.side(board, row, &self.asked, line, |side| {
                i64::from(side.weigh(smoothness, &mut x[..row.length], &mut y))
            });
            (0..row.length).for_each(|i| self.cells[start + i][row.lane] = x[i]);
            (0..6).for_each(|i| self.pairs[6 * row.block + i][row.lane] = y[i]);
        }
        segments
    }

    /// λ goes against the slope of the bound.
    fn next_line(&self, step: Step, segments: i64) -> i32 {
        let line = self.ahead.line;
        let cells: i64 = self.cells.iter().flatten().map(|&x| i64::from(x)).sum();
        let mut slope = i64::from(ROWS * WHOLE) + segments - cells;
        if line > UNIT {
            let y = self.pairs.as_flattened();
            let paid = self.board.pair_slots.iter().zip(&self.ahead.pairs);
            let paid: i64 = paid
                .map(|(&slot, &q)| i64::from(q) * i64::from(y[slot as usize]))
                .sum();
            slope -= paid.div_euclid(i64::from(line - UNIT));
        }
        let slope = slope.clamp(-(1 << 27), 1 << 27);
        let limit = i64::from(step.line_limit);
        let change = (i64::from(step.pace) * i64::from(step.line_pace) * slope) >> 26;
        (line - change.clamp(-limit, limit) as i32).clamp(self.least, LARGEST)
    }

    fn next_cells(&mut self, step: Step) {
        let x = self.cells.as_flattened();
        for (i, [a, b, c, d]) in self.board.slots.iter().enumerate() {
            let x = [a, b, c, d].map(|slot| x[*slot as usize]);
            let sum = x[0] + x[1] + x[2] + x[3];
            (0..3).for_each(|e| self.turns[e][i] = 4 * x[e] - sum);
        }
        let pace = i32::from(step.pace);
        for e in 0..3 {
            let prices = self.now.cells[e].iter_mut().zip(&mut self.ahead.cells[e]);
            for ((now, next), turn) in prices.zip(&self.turns[e]) {
                let change = (pace * turn + (1 << 15)) >> 16;
                let new = (*next + change).clamp(-LARGEST, LARGEST);
                *next = ahead(step, new, *now).clamp(-LARGEST, LARGEST);
                *now = new;
            }
        }
    }

    fn next_pairs(&mut self, step: Step) {
        let y = self.pairs.as_flattened();
        let pace = i32::from(step.pace);
        // The prices before they are fitted.
        let pairs = self.ahead.pairs.iter_mut().zip(&self.board.pair_slots);
        pairs.for_each(|(next, &slot)| *next += (pace * y[slot as usize] + (1 << 13)) >> 14);
        let [one, two, three, four] = self.board.outside;
        self.fit_pairs::<1>(step, one);
        self.fit_pairs::<2>(step, two);
        self.fit_pairs::<3>(step, three);
        self.fit_pairs::<4>(step, four);
    }

    /// Fits the prices of cells that have N pairs each, and goes ahead.
    fn fit_pairs<const N: usize>(&mut self, step: Step, group: Outside) {
        let Outside { start, cells, .. } = group;
        let most = self.now.line - UNIT;
        let range = start..start + N * cells;
        let now = &mut self.now.pairs[range.clone()];
        let next = &mut self.ahead.pairs[range];
        for cell in 0..cells {
            let mut new: [i32; N] = std::array::from_fn(|i| next[i * cells + cell]);
            fit(&mut new, most);
            for (i, new) in new.into_iter().enumerate() {
                let i = i * cells + cell;
                next[i] = ahead(step, new, now[i]);
                now[i] = new;
            }
        }
    }
}

/// The new price, and a part of its change once more.
#[inline(always)]
fn ahead(step: Step, new: i32, old: i32) -> i32 {
    new + ((i32::from(step.momentum) * (new - old) + (1 << 7)) >> 8)
}
