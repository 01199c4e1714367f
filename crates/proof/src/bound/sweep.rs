//! The inner loop of everything: the bound, the gradient of its smoothed form, and the steps of the
//! multipliers, thirty-two cells at a time.
//!
//! It computes exactly what `paper/certificate.md` says in its sections 3 and 4, with
//! the same integers on every processor: the loops below are plain, the compiler turns them into what the
//! machine offers, and no operation rounds, saturates where that would matter, or wraps (the ranges are
//! argued at [`Sweep::weigh`] and [`Sweep::step_slots`]). `sparse.rs` is the plain
//! form that the tests hold this one against.

use fearless_simd::{Level, Simd, dispatch, f32x16, i16x32, i32x16, prelude::*, u16x32, u32x16};

use super::grid::{Block, Cells, LANES, Near, WIDEST, Window, blocks, pitch};
use super::kernel::{
    Frame, LENGTH, MULTIPLIER_MAX, Restrictions, SHARE, SIDE_MAX, UNIT, Workspace,
};
use super::lattice::{Plane, SIZE};
use super::recipe::{FINE_BITS, FineMultipliers, Found, Pace, Plan, rounded, stepped};

/// Bits in a word of [`Sweep::allowed`].
const WORD: usize = 10;
/// The cost of a mark that is not allowed; no line costs as much.
const FORBIDDEN: u16 = u16::MAX;

const _: () = assert!(LENGTH as i32 * MULTIPLIER_MAX < FORBIDDEN as i32);
const _: () = assert!(UNIT + 4 * MULTIPLIER_MAX + 2 * SIDE_MAX < FORBIDDEN as i32);

/// A node, multipliers, and all that is computed from them.
pub(super) struct Sweep {
    pitch: usize,
    height: usize,
    blocks: usize,

    gain: u16,
    balanced: bool,
    /// Number of sides at a distance above 0.
    sides: usize,
    side_cells: [Cells<u16>; 4],
    cross: Cells<u16>,
    /// The allowed marks of a cell as bits, those of two directions in a word.
    allowed: [Cells<u16>; 2],
    present: Cells<u16>,
    free: Cells<u16>,

    /// The multipliers as section 3 reads them; sides in the order of `side_cells`.
    slots: [Near<u16>; 4],
    side_prices: [u16; 4],
    /// The fine multipliers: those in use and the best so far.
    fine: [[Cells<i32>; 4]; 2],
    fine_sides: [[i32; 4]; 2],
    /// Which of the two is in use, and which holds the best.
    current: usize,
    best: usize,
    /// The fine multipliers without their momentum (P of the page).
    settled: [Cells<i32>; 4],
    settled_sides: [i32; 4],

    /// Sum of the multipliers of a line, by first cell.
    costs: [Near<u16>; 4],
    income: Cells<u16>,
    cheapest: Cells<u16>,
    /// The shares of the marks, by mark.
    shares: [Near<u16>; 4 * LENGTH],
    share: Cells<u16>,
    /// Sum of the shares of the marks of a line, by first cell; one direction at a time.
    usage: Near<u16>,
    presence: Cells<u16>,
}

/// Calls a method that is generic in the pitch.
macro_rules! with_pitch {
    ($sweep:ident.$method:ident($($argument:expr),*)) => {
        match $sweep.pitch {
            16 => $sweep.$method::<16>($($argument),*),
            18 => $sweep.$method::<18>($($argument),*),
            20 => $sweep.$method::<20>($($argument),*),
            22 => $sweep.$method::<22>($($argument),*),
            _ => $sweep.$method::<WIDEST>($($argument),*),
        }
    };
}

impl Default for Sweep {
    fn default() -> Self {
        Self {
            pitch: 0,
            height: 0,
            blocks: 0,
            gain: 0,
            balanced: false,
            sides: 0,
            side_cells: [const { Cells::filled(0) }; 4],
            cross: Cells::filled(0),
            allowed: [const { Cells::filled(0) }; 2],
            present: Cells::filled(0),
            free: Cells::filled(0),
            slots: [const { Near::filled(0) }; 4],
            side_prices: [0; 4],
            fine: [const { [const { Cells::filled(0) }; 4] }; 2],
            fine_sides: [[0; 4]; 2],
            current: 0,
            best: 0,
            settled: [const { Cells::filled(0) }; 4],
            settled_sides: [0; 4],
            costs: [const { Near::filled(0) }; 4],
            income: Cells::filled(0),
            cheapest: Cells::filled(0),
            shares: [const { Near::filled(0) }; 4 * LENGTH],
            share: Cells::filled(0),
            usage: Near::filled(0),
            presence: Cells::filled(0),
        }
    }
}

/// In and out.
impl Sweep {
    /// Reads a node and the multipliers to start from.
    pub(super) fn load(&mut self, frame: &Frame, r: &Restrictions, u: &FineMultipliers) {
        let (pitch, height) = (pitch(frame.width), frame.last_row + 1 - frame.first_row);
        if (pitch, height) != (self.pitch, self.height) {
            // What was padding may have become cells and the other way round.
            *self = Self::default();
            (self.pitch, self.height) = (pitch, height);
            self.blocks = blocks(pitch, height);
        }
        (self.current, self.best) = (0, 0);
        self.gain = frame.gain as u16;
        self.balanced = frame.balanced;
        self.sides = frame.sides.len();
        with_pitch!(self.load_planes(frame, r, u));
    }

    fn load_planes<const P: usize>(
        &mut self,
        frame: &Frame,
        r: &Restrictions,
        u: &FineMultipliers,
    ) {
        let height = self.height;
        self.side_prices = [0; 4];
        for (j, (k, cells)) in frame.sides.iter().enumerate() {
            self.side_cells[j].load_with::<P>(height, mask_of(cells));
            self.fine_sides[0][j] = u.sides[*k];
            self.side_prices[j] = rounded(u.sides[*k]);
        }
        self.settled_sides = self.fine_sides[0];
        self.cross.load_with::<P>(height, mask_of(&frame.cross));
        self.present.load_with::<P>(height, mask_of(&r.present));
        self.free.load_with::<P>(height, |row, start| {
            let (placeable, present) = (&r.placeable[start..], &r.present[start..]);
            for ((cell, &placeable), &present) in row.iter_mut().zip(placeable).zip(present) {
                *cell = (placeable & !present) as u16;
            }
        });
        for (w, words) in self.allowed.iter_mut().enumerate() {
            let planes = r.marks.as_flattened().iter().skip(w * WORD).take(WORD);
            words.load_with::<P>(height, |row, start| {
                row.fill(0);
                for (bit, plane) in planes.clone().enumerate() {
                    for (word, &mark) in row.iter_mut().zip(&plane[start..]) {
                        *word |= u16::from(mark == 0) << bit;
                    }
                }
            });
        }
        for d in 0..4 {
            self.fine[0][d].load::<P>(height, &u.slots[d]);
            self.settled[d].load::<P>(height, &u.slots[d]);
        }
        for d in 0..4 {
            for b in 0..self.blocks {
                self.slots[d].store(b, &self.fine[0][d].0[b].map(rounded));
            }
        }
    }

    /// Writes the best multipliers met since [`Self::load`].
    pub(super) fn save_best(&self, frame: &Frame, u: &mut FineMultipliers) {
        with_pitch!(self.save_slots(u));
        for (j, &(k, _)) in frame.sides.iter().enumerate() {
            u.sides[k] = self.fine_sides[self.best][j];
        }
    }

    fn save_slots<const P: usize>(&self, u: &mut FineMultipliers) {
        for (fine, plane) in self.fine[self.best].iter().zip(&mut u.slots) {
            fine.save::<P, _>(self.height, plane);
        }
    }

    /// Writes what the last evaluation found.
    pub(super) fn save_evaluation(&self, w: &mut Workspace) {
        with_pitch!(self.save_workspace(w));
    }

    fn save_workspace<const P: usize>(&self, w: &mut Workspace) {
        for (costs, plane) in self.costs.iter().zip(&mut w.line_cost) {
            costs.save::<P, _>(self.height, plane);
        }
        self.cheapest.save::<P, _>(self.height, &mut w.cheapest);
        self.income.save::<P, _>(self.height, &mut w.profit);
        for v in 0..SIZE {
            w.profit[v] -= w.cheapest[v];
        }
    }

    /// Reads the running average of the shares of the cells, in units of 1/[`SHARE`]; a step continues it.
    pub(super) fn load_presence(&mut self, plane: &Plane<u16>) {
        with_pitch!(self.load_presence_plane(plane));
    }

    fn load_presence_plane<const P: usize>(&mut self, plane: &Plane<u16>) {
        self.presence.load::<P>(self.height, plane);
    }

    /// Writes that average.
    pub(super) fn save_presence(&self, plane: &mut Plane<u16>) {
        with_pitch!(self.save_presence_plane(plane));
    }

    fn save_presence_plane<const P: usize>(&self, plane: &mut Plane<u16>) {
        self.presence.save::<P, _>(self.height, plane);
    }
}

fn mask_of(plane: &Plane<i16>) -> impl Fn(&mut [u16], usize) + '_ {
    move |row, start| {
        for (cell, &mask) in row.iter_mut().zip(&plane[start..]) {
            *cell = mask as u16;
        }
    }
}

/// The loop.
impl Sweep {
    /// Section 4's recipe on what was loaded; with 0 steps, an evaluation.
    pub(super) fn improve(&mut self, level: Level, plan: Plan) -> Found {
        with_pitch!(self.improve_at(level, plan))
    }

    fn improve_at<const P: usize>(&mut self, level: Level, plan: Plan) -> Found {
        // Once a call, not once a loop: behind it everything is inlined.
        dispatch!(level, simd => self.improve_on::<_, P>(simd, plan))
    }

    #[inline(always)]
    fn improve_on<S: Simd, const P: usize>(&mut self, simd: S, plan: Plan) -> Found {
        let mut found = Found {
            value: i32::MAX,
            evaluations: 0,
        };
        let mut pace = Pace::new(plan.schedule);
        loop {
            let value = self.evaluate::<S, P>(simd);
            found.evaluations += 1;
            if value < found.value {
                found.value = value;
                self.best = self.current;
            }
            if pace.is_over() || found.value < plan.target {
                return found;
            }
            for b in 0..self.blocks {
                self.weigh::<S, P>(simd, b, pace.width());
            }
            self.step::<S, P>(simd, &pace);
            pace.advance();
        }
    }

    /// The value at the rounded multipliers.
    #[inline(always)]
    fn evaluate<S: Simd, const P: usize>(&mut self, simd: S) -> i32 {
        for b in 0..self.blocks {
            self.price_lines::<S, P, 0>(simd, b);
            self.price_lines::<S, P, 1>(simd, b);
            self.price_lines::<S, P, 2>(simd, b);
            self.price_lines::<S, P, 3>(simd, b);
        }
        let mut earned = u32x16::splat(simd, 0);
        let mut paid = u32x16::splat(simd, 0);
        for b in 0..self.blocks {
            let (more, less) = self.choose::<S, P>(simd, b);
            earned += more;
            paid += less;
        }
        let sum = |v: u32x16<S>| v.to_array().iter().sum::<u32>() as i32;
        let mut value = sum(earned) - sum(paid);
        let paid = self.side_prices[..self.sides].iter();
        value -= paid.map(|&s| i32::from(s)).sum::<i32>();
        value
    }

    #[inline(always)]
    fn price_lines<S: Simd, const P: usize, const D: usize>(&mut self, simd: S, b: usize) {
        let cost = five::<S, P, D>(simd, &self.slots[D], b, 1);
        self.costs[D].store(b, &cost.to_array());
    }

    /// The costs of the marks of direction `D` of the cells of block `b`, [`FORBIDDEN`] where they are not allowed.
    #[inline(always)]
    fn costs_of<S: Simd, const P: usize, const D: usize>(
        &self,
        simd: S,
        b: usize,
    ) -> [u16x32<S>; LENGTH] {
        let costs = self.costs[D].window(b);
        let words = u16x32::from_slice(simd, &self.allowed[D / 2].0[b]);
        [
            cost_if_allowed::<S, P, D, 0>(simd, &costs, words),
            cost_if_allowed::<S, P, D, 1>(simd, &costs, words),
            cost_if_allowed::<S, P, D, 2>(simd, &costs, words),
            cost_if_allowed::<S, P, D, 3>(simd, &costs, words),
            cost_if_allowed::<S, P, D, 4>(simd, &costs, words),
        ]
    }

    /// Finds income and cheapest marks of the cells of block `b`; returns what they add to the value, and what they take away.
    #[inline(always)]
    fn choose<S: Simd, const P: usize>(&mut self, simd: S, b: usize) -> (u32x16<S>, u32x16<S>) {
        let cheapest = least(self.costs_of::<S, P, 0>(simd, b))
            .min(least(self.costs_of::<S, P, 1>(simd, b)))
            .min(least(self.costs_of::<S, P, 2>(simd, b)))
            .min(least(self.costs_of::<S, P, 3>(simd, b)));
        let [p, q, r, s] = &self.slots;
        let sum = (load(simd, p.block(b)) + load(simd, q.block(b)))
            + (load(simd, r.block(b)) + load(simd, s.block(b)));
        let mut income = sum + u16x32::splat(simd, self.gain);
        for (side, &price) in self
            .side_cells
            .iter()
            .zip(&self.side_prices)
            .take(self.sides)
        {
            income += load(simd, &side.0[b]) & u16x32::splat(simd, price);
        }
        let present = load(simd, &self.present.0[b]);
        let free = load(simd, &self.free.0[b]);
        let cross = load(simd, &self.cross.0[b]);
        let gained = income.saturating_sub(cheapest);
        let earned = (income & present) | (gained & free) | (sum & cross);
        income.store_slice(&mut self.income.0[b]);
        cheapest.store_slice(&mut self.cheapest.0[b]);
        let paid = cheapest & present;
        (
            simd.pairwise_widening_add_u16x32(earned),
            simd.pairwise_widening_add_u16x32(paid),
        )
    }

    /// The shares of the marks and of the cells of block `b`, for weights of this width.
    ///
    /// No overflow: the width times its power of two is below 2,048, so that the 21 weights of a cell stay below 43,008; a share
    /// is at most 1,024. A forbidden mark has no weight: it costs 65,535 and an allowed one
    /// at most 60,000, which leaves more than a width between them.
    #[inline(always)]
    fn weigh<S: Simd, const P: usize>(&mut self, simd: S, b: usize, width: u16) {
        let free = load(simd, &self.free.0[b]);
        let income = load(simd, &self.income.0[b]);
        let scales = Scales {
            width: u16x32::splat(simd, width),
            shift: width.leading_zeros() - 5,
            // Where the cell is not free, the greatest number.
            least: load(simd, &self.cheapest.0[b]).min(income | !free),
            placed: free | load(simd, &self.present.0[b]),
        };
        let first = scales.weights(self.costs_of::<S, P, 0>(simd, b));
        let second = scales.weights(self.costs_of::<S, P, 1>(simd, b));
        let third = scales.weights(self.costs_of::<S, P, 2>(simd, b));
        let fourth = scales.weights(self.costs_of::<S, P, 3>(simd, b));
        let none = scales.weight(income) & free;
        let all = (total(&first) + total(&second)) + (total(&third) + total(&fourth)) + none;
        let scale = reciprocals(simd, all);
        let mut share = load(simd, &self.cross.0[b]) & u16x32::splat(simd, SHARE);
        for (d, weights) in [first, second, third, fourth].into_iter().enumerate() {
            for (i, weights) in weights.into_iter().enumerate() {
                let part = high_product(&weights.to_array(), &scale);
                self.shares[d * LENGTH + i].store(b, &part);
                share += load(simd, &part);
            }
        }
        share.store_slice(&mut self.share.0[b]);
    }

    /// One step of all multipliers.
    #[inline(always)]
    fn step<S: Simd, const P: usize>(&mut self, simd: S, pace: &Pace) {
        // The best multipliers must survive, all others may be overwritten.
        let from = self.current;
        let to = if from == self.best { 1 - from } else { from };
        self.step_direction::<S, P, 0>(simd, from, to, pace);
        self.step_direction::<S, P, 1>(simd, from, to, pace);
        self.step_direction::<S, P, 2>(simd, from, to, pace);
        self.step_direction::<S, P, 3>(simd, from, to, pace);
        self.step_sides(simd, from, to, pace);
        self.current = to;
        self.average_presence(simd);
    }

    /// Steps the multipliers of the slots of direction `D`.
    ///
    /// No overflow: the cells with marks on lines of direction D through v are among the nine
    /// on v's straight in that direction, so -9,216 <= G <= 1,024, which fits in `i16`; times a < 2^16 it stays below 2^30. The fine multipliers are
    /// below 2^22, and their differences times b < 2^8 below 2^30.
    #[inline(always)]
    fn step_direction<S: Simd, const P: usize, const D: usize>(
        &mut self,
        simd: S,
        from: usize,
        to: usize,
        pace: &Pace,
    ) {
        for b in 0..self.blocks {
            let mut used = load(simd, self.shares[D * LENGTH].block(b));
            for i in 1..LENGTH {
                let shares = self.shares[D * LENGTH + i].window(b);
                used += load(simd, shares.along::<P>(D, i as isize));
            }
            self.usage.store(b, &used.to_array());
        }
        let (rate, momentum) = (pace.rate(), pace.momentum());
        for b in 0..self.blocks {
            let used = five::<S, P, D>(simd, &self.usage, b, -1);
            let gradient = u16x32::from_slice(simd, &self.share.0[b]) - used;
            let gradient: i16x32<S> = gradient.bitcast();
            let (low, high) = simd.widen_i16x32(gradient);
            let (old_low, old_high) = halves(simd, &self.fine[from][D].0[b]);
            let (settled_low, settled_high) = halves(simd, &self.settled[D].0[b]);
            let low = moved(simd, old_low, settled_low, low * rate, momentum);
            let high = moved(simd, old_high, settled_high, high * rate, momentum);
            store_halves(&mut self.settled[D].0[b], low.0, high.0);
            store_halves(&mut self.fine[to][D].0[b], low.1, high.1);
            let slots = simd.narrow_u32x16(rounded_lanes(low.1), rounded_lanes(high.1));
            self.slots[D].store(b, &slots.to_array());
        }
    }

    #[inline(always)]
    fn step_sides<S: Simd>(&mut self, simd: S, from: usize, to: usize, pace: &Pace) {
        let mut dots = [0; 4];
        for (dots, side) in dots.iter_mut().zip(&self.side_cells).take(self.sides) {
            let mut sum = u16x32::splat(simd, 0);
            // A side has at most 22 cells.
            for (side, share) in side.0.iter().zip(&self.share.0).take(self.blocks) {
                sum += u16x32::from_slice(simd, side) & u16x32::from_slice(simd, share);
            }
            *dots = sum.to_array().iter().map(|&n| i32::from(n)).sum();
        }
        let all: i32 = dots[..self.sides].iter().sum();
        for (j, &dots) in dots.iter().enumerate().take(self.sides) {
            let gradient = if self.balanced {
                (self.sides as i32 * dots - all) / self.sides as i32
            } else {
                dots - i32::from(SHARE)
            };
            let old = self.fine_sides[from][j];
            let new = stepped(old, &mut self.settled_sides[j], gradient, pace, SIDE_MAX);
            self.fine_sides[to][j] = new;
            self.side_prices[j] = rounded(new);
        }
    }

    #[inline(always)]
    fn average_presence<S: Simd>(&mut self, simd: S) {
        let cells = self.presence.0.iter_mut().zip(&self.share.0);
        for (presence, share) in cells.take(self.blocks) {
            let old = u16x32::from_slice(simd, presence);
            let change = (u16x32::from_slice(simd, share) << 4) - old;
            let change: i16x32<S> = change.bitcast();
            let change: u16x32<S> = (change >> PRESENCE_FORGET_BITS).bitcast();
            (old + change).store_slice(presence);
        }
    }
}

/// The average of the shares forgets at the rate 1/2^4 a step.
const PRESENCE_FORGET_BITS: u32 = 4;

/// What the weights of the marks of a block have in common.
struct Scales<S: Simd> {
    width: u16x32<S>,
    shift: u32,
    /// best' of the page.
    least: u16x32<S>,
    /// Mask of the cells that may hold a dot.
    placed: u16x32<S>,
}

// Functions, not closures, throughout: what is not inlined is not compiled for the instruction set.
impl<S: Simd> Scales<S> {
    #[inline(always)]
    fn weight(&self, cost: u16x32<S>) -> u16x32<S> {
        self.width.saturating_sub(cost - self.least) << self.shift
    }

    #[inline(always)]
    fn allowed_weight(&self, cost: u16x32<S>) -> u16x32<S> {
        self.weight(cost) & self.placed
    }

    #[inline(always)]
    fn weights(&self, [p, q, r, s, t]: [u16x32<S>; LENGTH]) -> [u16x32<S>; LENGTH] {
        [
            self.allowed_weight(p),
            self.allowed_weight(q),
            self.allowed_weight(r),
            self.allowed_weight(s),
            self.allowed_weight(t),
        ]
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, block: &Block<u16>) -> u16x32<S> {
    u16x32::from_slice(simd, block)
}

#[inline(always)]
fn total<S: Simd>(m: &[u16x32<S>; LENGTH]) -> u16x32<S> {
    (m[0] + m[1]) + (m[2] + m[3]) + m[4]
}

#[inline(always)]
fn least<S: Simd>(m: [u16x32<S>; LENGTH]) -> u16x32<S> {
    m[0].min(m[1]).min(m[2].min(m[3])).min(m[4])
}

/// Sum of the numbers of the cells of block `b` and of the next four cells along direction `D`, or with `sign` -1 against it.
#[inline(always)]
fn five<S: Simd, const P: usize, const D: usize>(
    simd: S,
    cells: &Near<u16>,
    b: usize,
    sign: isize,
) -> u16x32<S> {
    let cells = cells.window(b);
    let (p, q) = (cells.along::<P>(D, 0), cells.along::<P>(D, sign));
    let (r, s) = (cells.along::<P>(D, 2 * sign), cells.along::<P>(D, 3 * sign));
    let t = cells.along::<P>(D, 4 * sign);
    (load(simd, p) + load(simd, q)) + (load(simd, r) + load(simd, s)) + load(simd, t)
}

#[inline(always)]
fn cost_if_allowed<S: Simd, const P: usize, const D: usize, const I: usize>(
    simd: S,
    costs: &Window<'_, u16>,
    words: u16x32<S>,
) -> u16x32<S> {
    let bit = words & u16x32::splat(simd, 1 << (D % 2 * LENGTH + I));
    let cost = load(simd, costs.along::<P>(D, -(I as isize)));
    let is_forbidden = bit.simd_eq(u16x32::splat(simd, 0));
    is_forbidden.select(u16x32::splat(simd, FORBIDDEN), cost)
}

#[inline(always)]
fn rounded_lanes<S: Simd>(fine: i32x16<S>) -> u32x16<S> {
    const HALF: i32 = 1 << (FINE_BITS - 1);
    ((fine + HALF) >> FINE_BITS).bitcast()
}

#[inline(always)]
fn halves<S: Simd>(simd: S, block: &Block<i32>) -> (i32x16<S>, i32x16<S>) {
    let (low, high) = block.split_at(LANES / 2);
    (
        i32x16::from_slice(simd, low),
        i32x16::from_slice(simd, high),
    )
}

#[inline(always)]
fn store_halves<S: Simd>(block: &mut Block<i32>, low: i32x16<S>, high: i32x16<S>) {
    let (first, second) = block.split_at_mut(LANES / 2);
    low.store_slice(first);
    high.store_slice(second);
}

/// N and the new Y of the page, from Y, P and G a.
#[inline(always)]
fn moved<S: Simd>(
    simd: S,
    old: i32x16<S>,
    settled: i32x16<S>,
    down: i32x16<S>,
    momentum: i32,
) -> (i32x16<S>, i32x16<S>) {
    let (none, most) = (
        i32x16::splat(simd, 0),
        i32x16::splat(simd, MULTIPLIER_MAX << FINE_BITS),
    );
    let here = (old - ((down + 512) >> 10)).max(none).min(most);
    let new = here + (((here - settled) * momentum) >> 8);
    (here, new.max(none).min(most))
}

/// The smaller of 65,535 and 2^26 / z, rounded down, of totals z that are 0 or at least 1,024.
#[inline(always)]
fn reciprocals<S: Simd>(simd: S, totals: u16x32<S>) -> Block<u16> {
    let (low, high) = simd.widen_u16x32(totals.max(u16x32::splat(simd, SHARE)));
    let low = exact_reciprocals(simd, low);
    let high = exact_reciprocals(simd, high);
    simd.narrow_u32x16(low, high).to_array()
}

#[inline(always)]
fn exact_reciprocals<S: Simd>(simd: S, totals: u32x16<S>) -> u32x16<S> {
    const DIVIDEND: u32 = 1 << 26;
    // The dividend and the totals are exact, and the quotient is at most one too large.
    let guess = f32x16::splat(simd, DIVIDEND as f32) / simd.cvt_f32_u32x16(totals);
    let guess = simd.cvt_u32_f32x16(guess);
    let is_large = (guess * totals).simd_gt(u32x16::splat(simd, DIVIDEND));
    let exact = is_large.select(guess - u32x16::splat(simd, 1), guess);
    exact.min(u32x16::splat(simd, 65_535))
}

#[inline(always)]
fn high_product(a: &Block<u16>, b: &Block<u16>) -> Block<u16> {
    let mut product = [0; LANES];
    for j in 0..LANES {
        product[j] = ((u32::from(a[j]) * u32::from(b[j])) >> 16) as u16;
    }
    product
}
