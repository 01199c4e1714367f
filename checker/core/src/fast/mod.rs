//! The recipe of section 4 of `paper/certificate.md`, many cells at a time.
//!
//! Promise: it chooses the multipliers that [`crate::plain`] would. No bound rests on that.
//!
//! Checking is evaluating, so this is written for speed: numbers lie in planes (`planes.rs`), one entry for each cell, and every
//! step is a plain loop over them. A loop over lines that lie partly beyond the edges of the box reads costs of marks that
//! are not allowed, which do not matter, or shares that are zero.
//!
//! The multiplier of the use of a cell's dot is taken from those of its slots, and the largest there may be is added to them, so that no
//! number is below 0; so all costs are larger than those of the page by one amount, and incomes by as much as the cell's costs.
//!
//! The ranges that keep 16 bits exact: a line costs at most 5 * 12500 = 62500, less than `NEVER`, and a
//! cell earns at most 4 * 7000 + 2 * 5000 + 5 * 5500 = 65500. A weight is below 2048 and the sum of a cell's at most 21 times
//! as much. The shares of the marks of a cell sum up to at most 1024, so those of one direction on a line to
//! 5 * 1024, on the lines through a cell to 9 * 1024: these are the marks of nine cells. Gradients of slots lie in -9216..=1024;
//! those of uses in -1024..=18432; the length of a step is at most 1023 * 64, so products lie within 2^31, and so do those of a fine
//! multiplier, below 2^22, with a momentum of at most 256.

use crate::bound::{Descent, FINE, Goal, LANES, Multipliers, Ranges, Step};
use crate::bound::{rounded, shift, side_gradients};
use crate::geometry::{Board, MARKS, bits};
use crate::state::{Cell, State};
use planes::{Lanes, Planes};
use std::hint::black_box;

mod planes;

/// The cost of a mark that is not allowed, more than every true cost. Any cost joined to it by a bitwise or gives it again.
const NEVER: u16 = u16::MAX;

/// A block of `LANES` cells: the status of the cells and their marks in a state, and the terms of the bound at one point.
#[derive(Debug)]
struct Block {
    /// `NEVER` if the cell must have a mark, 0 if it may do without: if it is free or absent.
    held: Lanes,
    /// The cost of having no mark; for cells of the cross, the cost that leaves the sum of their multipliers as profit.
    unmarked: Lanes,
    /// `NEVER` for the cells whose dots must be used.
    inner: Lanes,
    /// The multipliers of the uses.
    uses: Lanes,
    /// The share of a cell that does not come from its marks: 1024 for cells of the cross, else 0.
    given: Lanes,
    /// By priced side, `NEVER` for the cells on it, else 0.
    on_side: [Lanes; 4],
    /// The marks that are allowed for at least one of the cells.
    rows: Vec<Row>,
    income: Lanes,
    /// best' of section 4.
    best: Lanes,
    /// Z of section 4, then q.
    scale: Lanes,
    share: Lanes,
}

/// One mark of each of the cells of a block.
#[derive(Debug)]
struct Row {
    /// The place of the costs, and (`share`) of the shares, in their planes.
    cost: usize,
    share: usize,
    /// 0 if the mark is allowed, else `NEVER`.
    forbidden: Lanes,
}

impl Block {
    /// The block of the cells from `start` on.
    fn new(board: &Board, start: usize) -> Self {
        let mut on_side = [[0; LANES]; 4];
        for (on_side, side) in on_side.iter_mut().zip(&board.priced) {
            let here = side.iter().filter_map(|&v| v.checked_sub(start));
            here.filter(|&i| i < LANES).for_each(|i| on_side[i] = NEVER);
        }
        let is_inner = |v: usize| board.inner.get(v).is_some_and(|&is_inner| is_inner);
        let none = [0; LANES];
        Self {
            held: none,
            unmarked: none,
            inner: std::array::from_fn(|i| if is_inner(start + i) { NEVER } else { 0 }),
            uses: none,
            given: none,
            on_side,
            rows: Vec::new(),
            income: none,
            best: none,
            scale: none,
            share: none,
        }
    }

    fn enter(&mut self, state: &State, board: &Board, start: usize, base: u16, fast: &Places) {
        let mut allowed = [0; LANES];
        self.held = [0; LANES];
        self.unmarked = [NEVER; LANES];
        self.given = [0; LANES];
        for (i, v) in (start..board.cells()).take(LANES).enumerate() {
            let cell = state.cell(v);
            if matches!(cell, Cell::Cross | Cell::Present) {
                self.held[i] = NEVER;
            }
            if cell == Cell::Cross {
                (self.unmarked[i], self.given[i]) = (base, 1024);
            }
            allowed[i] = state.allowed(v);
        }
        self.rows.clear();
        let marks = bits(allowed.iter().fold(0, |all, mask| all | mask));
        self.rows.extend(marks.map(|m| Row {
            cost: fast.cost[m] + start,
            share: fast.share[m] + start,
            forbidden: allowed.map(|mask| if mask >> m & 1 == 0 { NEVER } else { 0 }),
        }));
    }

    /// Finds income and best'. Returns what the cells add to the value.
    fn evaluate(&mut self, base: u16, slots: [&Lanes; 4], sides: [u16; 4], cost: &Planes) -> i32 {
        let mut income = [base; LANES];
        let mut best = self.unmarked;
        for i in 0..LANES {
            let on_sides = (self.on_side[0][i] & sides[0])
                + (self.on_side[1][i] & sides[1])
                + (self.on_side[2][i] & sides[2])
                + (self.on_side[3][i] & sides[3]);
            let slots = slots[0][i] + slots[1][i] + slots[2][i] + slots[3][i];
            income[i] += slots + on_sides + 2 * self.uses[i];
        }
        for row in &self.rows {
            let cost = cost.lanes(row.cost);
            for i in 0..LANES {
                best[i] = best[i].min(cost[i] | row.forbidden[i]);
            }
        }
        for i in 0..LANES {
            best[i] = best[i].min(income[i] | self.held[i]);
        }
        (self.income, self.best) = (income, best);
        let profits = income.iter().zip(&best);
        profits
            .map(|(&income, &best)| i32::from(income) - i32::from(best))
            .sum()
    }

    /// Finds the weights of the marks, which it stores in place of the shares, and their sums.
    fn weigh(&mut self, width: u16, shift: u32, cost: &Planes, shares: &mut Planes) {
        let best = self.best;
        let mut sum = [0; LANES];
        for i in 0..LANES {
            let weight = width.saturating_sub(self.income[i].wrapping_sub(best[i]));
            sum[i] = (weight & !self.held[i]) << shift;
        }
        for row in &self.rows {
            let cost = cost.lanes(row.cost);
            let mut weights = [0; LANES];
            for i in 0..LANES {
                let weight = width.saturating_sub(cost[i].wrapping_sub(best[i]));
                weights[i] = (weight & !row.forbidden[i]) << shift;
            }
            for i in 0..LANES {
                sum[i] += weights[i];
            }
            *shares.lanes_mut(row.share) = weights;
        }
        self.scale = sum;
    }

    /// Turns the weights of the marks into shares.
    fn divide(&mut self, shares: &mut Planes) {
        let mut sum = self.given;
        for row in &self.rows {
            let weights = shares.lanes_mut(row.share);
            // Hidden from the compiler, so that it is not kept in 32 bits: there is an instruction for the upper half of a product.
            let scale = black_box(&self.scale);
            let mut share = [0; LANES];
            for i in 0..LANES {
                share[i] = ((u32::from(weights[i]) * u32::from(scale[i])) >> 16) as u16;
            }
            for i in 0..LANES {
                sum[i] += share[i];
            }
            *weights = share;
        }
        self.share = sum;
    }
}

/// The places, by mark, of the numbers that belong to cell 0.
#[derive(Debug)]
struct Places {
    cost: [usize; MARKS],
    share: [usize; MARKS],
}

/// The recipe of section 4 at the multipliers of one state. The memory is reused between states.
#[derive(Debug)]
pub struct Recipe<'a> {
    board: &'a Board,
    goal: Goal,
    blocks: Vec<Block>,
    /// The points Y and P of section 4.
    fine: Multipliers,
    last: Multipliers,
    /// Y rounded, by direction; multipliers of sides that do not exist are 0.
    slots: Planes,
    sides: [u16; 4],
    /// The costs of lines, by direction and first cell.
    cost: Planes,
    /// The shares of the allowed marks, by mark and cell; others are zero.
    shares: Planes,
    /// Their sums for each line, by direction and first cell.
    line_shares: Planes,
    places: Places,
    /// The q of section 4, by Z.
    quotients: Box<[u16; 1 << 16]>,
}

impl<'a> Recipe<'a> {
    /// Memory for states of this box.
    pub fn new(board: &'a Board) -> Self {
        let (cost, shares) = (Planes::new(board, 4), Planes::new(board, MARKS));
        let starts = (0..board.cells()).step_by(LANES);
        let quotient = |sum: usize| ((1 << 26) / sum.max(1024)).min(65535) as u16;
        Self {
            board,
            goal: Goal {
                gain: 0,
                moves: 0,
                balanced: false,
                ranges: Ranges::WITHOUT_USES,
            },
            blocks: starts.map(|v| Block::new(board, v)).collect(),
            fine: Multipliers::uniform(board, Ranges::WITHOUT_USES, 0, 0),
            last: Multipliers::uniform(board, Ranges::WITHOUT_USES, 0, 0),
            slots: Planes::new(board, 4),
            sides: [0; 4],
            places: Places {
                cost: std::array::from_fn(|m| cost.place(m / 5, m / 5, -((m % 5) as isize))),
                share: std::array::from_fn(|m| shares.place(m, 0, 0)),
            },
            cost,
            shares,
            line_shares: Planes::new(board, 4),
            quotients: Box::new(std::array::from_fn(quotient)),
        }
    }

    /// Begins at these multipliers of this propagated state.
    pub fn enter(&mut self, state: &State, goal: Goal, fine: &Multipliers) {
        self.goal = goal;
        self.shares.clear();
        // The cast is exact: gain is 0 or UNIT.
        let base = (goal.gain + 5 * goal.ranges.usage) as u16;
        for (n, block) in self.blocks.iter_mut().enumerate() {
            block.enter(state, self.board, n * LANES, base, &self.places);
        }
        self.fine.clone_from(fine);
        self.last.clone_from(fine);
        self.round_uses();
        for d in 0..4 {
            let slots = self.slots.plane_mut(d).as_flattened_mut();
            let rounded = fine.slots(d).iter().map(|&fine| rounded(fine) as u16);
            slots
                .iter_mut()
                .zip(rounded)
                .for_each(|(slot, u)| *slot = u);
        }
        self.charge_uses();
    }

    fn round_uses(&mut self) {
        let fine = self.fine.uses.as_chunks::<LANES>().0;
        for (block, fine) in self.blocks.iter_mut().zip(fine) {
            // The cast is exact: rounded multipliers are small.
            block.uses = fine.map(|fine| rounded(fine) as u16);
        }
    }

    /// Takes the multipliers of the uses from those of the slots, and adds the largest.
    fn charge_uses(&mut self) {
        // The cast is exact: it is at most 5500.
        let most = self.goal.ranges.usage as u16;
        if most == 0 {
            return;
        }
        for d in 0..4 {
            for (slots, block) in self.slots.plane_mut(d).iter_mut().zip(&self.blocks) {
                for (slot, used) in slots.iter_mut().zip(&block.uses) {
                    *slot += most - used;
                }
            }
        }
    }

    fn move_slots(&mut self, step: Step) {
        // The cast is exact: fine multipliers are below 2^22.
        let max = (self.goal.ranges.slot * FINE) as i32;
        let length = self.fine.slots.len() / 4;
        let fine = self.fine.slots.chunks_exact_mut(length);
        let last = self.last.slots.chunks_exact_mut(length);
        for (d, (fine, last)) in fine.zip(last).enumerate() {
            let share = |i: usize| self.shares.moved(5 * d + i, d, i as isize);
            let shares = [share(0), share(1), share(2), share(3), share(4)];
            add_up(shares, self.line_shares.plane_mut(d));
            let lines = through(&self.line_shares, d);
            let slots = self.slots.plane_mut(d);
            move_against(&self.blocks, lines, (step, max), (fine, last, slots));
        }
    }

    /// To be called after [`Self::move_slots`], whose sums it needs.
    fn move_uses(&mut self, step: Step) {
        // The cast is exact: fine multipliers are below 2^22.
        let max = (self.goal.ranges.usage * FINE) as i32;
        if max == 0 {
            return;
        }
        let fine = self.fine.uses.as_chunks_mut().0.iter_mut();
        let points = fine.zip(self.last.uses.as_chunks_mut().0);
        for (n, (block, (fine, last))) in self.blocks.iter_mut().zip(points).enumerate() {
            let mut used: Lanes = [0; LANES];
            for lines in (0..4).flat_map(|d| through(&self.line_shares, d)) {
                (0..LANES).for_each(|i| used[i] += lines[n][i]);
            }
            let mut gradient = [0; LANES];
            for i in 0..LANES {
                let (used, share) = (used[i] >> 1, block.share[i]);
                gradient[i] = (used & block.inner[i]).wrapping_sub(share & block.inner[i]) as i16;
            }
            block.uses = apply(&gradient, step, max, (fine, last));
        }
        self.charge_uses();
    }

    fn move_sides(&mut self, step: Step) {
        let mut on_sides = [0; 4];
        let sides = self.board.priced.iter().zip(&mut on_sides);
        for (side, sum) in sides {
            let shares = side
                .iter()
                .map(|&v| self.blocks[v / LANES].share[v % LANES]);
            *sum = shares.map(i64::from).sum();
        }
        let on_sides = &on_sides[..self.board.priced.len()];
        for (k, gradient) in side_gradients(on_sides, self.goal.balanced).enumerate() {
            let (fine, last) = (&mut self.fine.sides[k], &mut self.last.sides[k]);
            step.apply(fine, last, gradient, self.goal.ranges.side);
        }
    }
}

impl Descent for Recipe<'_> {
    fn value(&mut self) -> i64 {
        // The casts of this function are exact: rounded multipliers and the gain are small.
        let required: i64 = self.fine.sides.iter().map(|&fine| rounded(fine)).sum();
        for (side, &fine) in self.sides.iter_mut().zip(&self.fine.sides) {
            *side = rounded(fine) as u16;
        }
        for d in 0..4 {
            let moved = |steps| self.slots.moved(d, d, steps);
            let slots = [moved(0), moved(1), moved(2), moved(3), moved(4)];
            add_up(slots, self.cost.plane_mut(d));
        }
        let base = (self.goal.gain + self.goal.ranges.usage) as u16;
        let plane = |d| self.slots.moved(d, 0, 0).iter();
        let slots = plane(0).zip(plane(1)).zip(plane(2)).zip(plane(3));
        let mut value = 0;
        for (block, (((a, b), c), d)) in self.blocks.iter_mut().zip(slots) {
            value += block.evaluate(base, [a, b, c, d], self.sides, &self.cost);
        }
        i64::from(value) - required
    }

    fn step(&mut self, step: Step) {
        // The cast is exact: a width is at most 1023.
        let (width, shift) = (step.width as u16, shift(step.width));
        for block in &mut self.blocks {
            block.weigh(width, shift, &self.cost, &mut self.shares);
        }
        for block in &mut self.blocks {
            for scale in &mut block.scale {
                *scale = self.quotients[usize::from(*scale)];
            }
        }
        for block in &mut self.blocks {
            block.divide(&mut self.shares);
        }
        self.move_slots(step);
        self.move_uses(step);
        self.move_sides(step);
    }

    fn save(&self, point: &mut Multipliers) {
        point.clone_from(&self.fine);
    }
}

/// The shares of the lines of direction `d` that hold a cell, by cell and by its position.
fn through(line_shares: &Planes, d: usize) -> [&[Lanes]; 5] {
    [0, -1, -2, -3, -4].map(|steps| line_shares.moved(d, d, steps))
}

/// Adds five planes.
// Not inlined, so that the compiler knows that `sums` is no part of the planes.
#[inline(never)]
fn add_up(planes: [&[Lanes]; 5], sums: &mut [Lanes]) {
    let [a, b, c, d, e] = planes;
    let terms = a.iter().zip(b).zip(c).zip(d).zip(e);
    for (sum, ((((a, b), c), d), e)) in sums.iter_mut().zip(terms) {
        for i in 0..LANES {
            sum[i] = a[i] + b[i] + c[i] + d[i] + e[i];
        }
    }
}

/// Moves the fine multipliers of one direction against their gradient, the share of the cell less those of the lines through it,
/// and the rounded ones with them.
#[inline(never)]
fn move_against(
    blocks: &[Block],
    lines: [&[Lanes]; 5],
    (step, max): (Step, i32),
    (fine, last, slots): (&mut [i32], &mut [i32], &mut [Lanes]),
) {
    let [a, b, c, d, e] = lines;
    let terms = a.iter().zip(b).zip(c).zip(d).zip(e);
    let fine = fine.as_chunks_mut::<LANES>().0.iter_mut();
    let points = fine.zip(last.as_chunks_mut::<LANES>().0).zip(slots);
    for ((block, ((((a, b), c), d), e)), ((fine, last), slots)) in
        blocks.iter().zip(terms).zip(points)
    {
        let mut gradient = [0; LANES];
        for i in 0..LANES {
            let picked = a[i] + b[i] + c[i] + d[i] + e[i];
            gradient[i] = block.share[i].wrapping_sub(picked) as i16;
        }
        *slots = apply(&gradient, step, max, (fine, last));
    }
}

/// [`Step::apply`] to the cells of a block; returns the multipliers rounded.
#[inline(always)]
fn apply(
    gradient: &[i16; LANES],
    step: Step,
    max: i32,
    (fine, last): (&mut [i32; LANES], &mut [i32; LANES]),
) -> Lanes {
    // The casts are exact, and the bounds the reason why no product overflows.
    let (length, momentum) = (step.length as i32, step.momentum as i32);
    let mut rounded = [0; LANES];
    for i in 0..LANES {
        let step = (i32::from(gradient[i]) * length + 512) >> 10;
        let new = (fine[i] - step).clamp(0, max);
        fine[i] = (new + (((new - last[i]) * momentum) >> 8)).clamp(0, max);
        last[i] = new;
        rounded[i] = ((fine[i] + FINE as i32 / 2) >> 8) as u16;
    }
    rounded
}
