//! Steps that improve prices, repeated by the checker to the last bit: `paper/octagon-certificate.md`, section 6.

use crate::board::{Board, LANES, Lanes};
use crate::filling::WHOLE;
use crate::prices::{LARGEST, Prices, Questions, Spread, fit};
use crate::{ROWS, UNIT};

/// The parameters of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Smoothness, 0 to 13: maxima of numbers closer than 2^smoothness are mixed.
    pub smoothness: u8,
    /// How far prices go, 0 to 2^14: in units, for a whole weight.
    pub pace: u16,
    /// How much of the last change is added once more, in 1/256.
    pub momentum: u8,
    /// How far λ goes.
    pub line_pace: u16,
    /// How far λ goes at most.
    pub line_limit: u16,
}

/// Prices that are being improved.
pub struct State<'a> {
    board: &'a Board,
    asked: Questions,
    least: i32,
    now: Prices,
    ahead: Prices,
    spread: Spread,
    cells: Vec<Lanes>,
    pairs: Vec<Lanes>,
}

impl<'a> State<'a> {
    /// Begins with prices; λ never falls below `least`.
    pub fn new(board: &'a Board, asked: Questions, least: i32, now: Prices) -> Self {
        let mut spread = Spread::default();
        spread.reset(board);
        Self {
            board,
            asked,
            least,
            ahead: now.clone(),
            now,
            spread,
            cells: vec![[0; LANES]; board.groups()],
            pairs: vec![[0; LANES]; 6 * board.blocks.len()],
        }
    }

    /// Begins anew from these prices, with other questions.
    pub fn restart(&mut self, asked: Questions, now: &Prices) {
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

    /// One step.
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
        let pace = i32::from(step.pace);
        let prices = self.now.cells.iter_mut().zip(&mut self.ahead.cells);
        for ((now, next), slots) in prices.zip(&self.board.slots) {
            let [a, b, c, d] = *slots;
            let x = [x[a as usize], x[b as usize], x[c as usize], x[d as usize]];
            let sum = x[0] + x[1] + x[2] + x[3];
            for e in 0..3 {
                let change = (pace * (4 * x[e] - sum) + (1 << 15)) >> 16;
                let new = (next[e] + change).clamp(-LARGEST, LARGEST);
                next[e] = ahead(step, new, now[e]).clamp(-LARGEST, LARGEST);
                now[e] = new;
            }
        }
    }

    fn next_pairs(&mut self, step: Step) {
        let y = self.pairs.as_flattened();
        let pace = i32::from(step.pace);
        let most = self.now.line - UNIT;
        let mut new = [0; 4];
        for cell in &self.board.outside {
            let cell = cell.start as usize..cell.end as usize;
            let new = &mut new[..cell.len()];
            let (now, next) = (
                &mut self.now.pairs[cell.clone()],
                &mut self.ahead.pairs[cell.clone()],
            );
            let slots = &self.board.pair_slots[cell];
            for ((new, next), &slot) in new.iter_mut().zip(next.iter()).zip(slots) {
                *new = next + ((pace * y[slot as usize] + (1 << 13)) >> 14);
            }
            fit(new, most);
            for ((new, next), now) in new.iter().zip(next).zip(now) {
                *next = ahead(step, *new, *now);
                *now = *new;
            }
        }
    }
}

/// The new price, and a part of its change once more.
#[inline(always)]
fn ahead(step: Step, new: i32, old: i32) -> i32 {
    new + ((i32::from(step.momentum) * (new - old) + (1 << 7)) >> 8)
}
