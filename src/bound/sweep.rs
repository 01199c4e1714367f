//! The inner loop of everything: the bound, its subgradient and the steps of the
//! multipliers, sixteen or thirty-two cells at a time.
//!
//! It computes exactly what `paper/certificate.md` says in its sections 3 and 4, with
//! the same integers on every processor: the vector types compile to whatever the
//! machine offers, and no operation in here rounds, saturates or wraps (the ranges are
//! argued at [`Sweep::choose`] and [`Sweep::step`]). `refine/tests.rs` holds it against a plain
//! reference of that page.

use fearless_simd::{Level, Simd, dispatch, i8x32, i16x16, i32x8, prelude::*};

use super::grid::{BLOCKS, Cells, Chunk, LANES, Near, WIDEST, blocks, pitch};
use super::kernel::{FORBIDDEN, Frame, LENGTH, MULTIPLIER_MAX, Restrictions, SIDE_MAX, Workspace};
use super::lattice::Plane;
use super::refine::{FineMultipliers, Schedule};

/// Extra bits of the multipliers between evaluations.
pub const FINE_BITS: u32 = 8;
/// Fractional bits of the averaged subgradient.
const DIRECTION_BITS: u32 = 10;
/// The average forgets at the rate 1/2^3 a step.
const FORGET_BITS: u32 = 3;
/// A chosen cell in the average of [`Sweep::save_presence`].
pub(super) const PRESENT: i16 = 1 << 14;
/// That average forgets at the rate 1/2^6 a step: the last steps are short, so that fewer of them say little
/// about the share of a dot in the relaxed solution.
const PRESENCE_FORGET_BITS: u32 = 6;

/// Bits in a word of [`Sweep::allowed`].
const WORD: usize = 16;
/// Words that hold a bit for every mark of a cell.
const WORDS: usize = (4 * LENGTH).div_ceil(WORD);
/// The code of no mark.
const NO_MARK: i16 = 0;

/// A node, multipliers, and all that is computed from them.
pub(super) struct Sweep {
    pitch: usize,
    height: usize,
    blocks: usize,

    gain: i16,
    balanced: bool,
    /// Number of sides at a distance above 0.
    sides: usize,
    side_cells: [Cells<i16>; 4],
    /// The same cells as bits, a word a block.
    side_bits: [[u32; BLOCKS]; 4],
    cross: Cells<i16>,
    /// The allowed marks of a cell as bits, in the order of their codes.
    allowed: [Cells<i16>; WORDS],
    present: Cells<i16>,
    placeable: Cells<i16>,

    /// The multipliers as section 3 reads them; sides in the order of `side_cells`.
    slots: [Near<i16>; 4],
    side_prices: [i16; 4],
    /// The multipliers with [`FINE_BITS`] more bits: those in use and the best so far.
    fine: [[Cells<i32>; 4]; 2],
    fine_sides: [[i32; 4]; 2],
    /// Which of the two is in use, and which holds the best.
    current: usize,
    best: usize,
    direction: [Cells<i16>; 4],
    side_direction: [i32; 4],

    /// Sum over the directions of the multipliers of a cell.
    slot_sum: Cells<i16>,
    /// What the line that starts at a cell costs less than [`FORBIDDEN`].
    line_saving: [Near<i16>; 4],
    cheapest: Cells<i16>,
    profit: Cells<i16>,
    /// -1 for the cells that are chosen.
    chosen: Cells<i8>,
    /// The code of the mark that a cell picks.
    picked: Near<i8>,
    /// How many cells picked the line that starts at a cell, negated; one direction at a time.
    picks: Near<i8>,
    /// Number of chosen cells on each side.
    side_dots: [i32; 4],
    presence: Cells<i16>,
}

/// How far to refine.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Steps at most.
    pub(super) steps: u32,
    pub(super) schedule: Schedule,
    /// A value below it is good enough.
    pub(super) target: i32,
}

/// What a refinement found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Least value met.
    pub(super) value: i32,
    /// Number of the step at which it was met.
    pub(super) step: u32,
    /// Number of evaluations.
    pub(super) evaluations: u32,
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
            side_bits: [[0; BLOCKS]; 4],
            cross: Cells::filled(0),
            allowed: [const { Cells::filled(0) }; WORDS],
            present: Cells::filled(0),
            placeable: Cells::filled(0),
            slots: [const { Near::filled(0) }; 4],
            side_prices: [0; 4],
            fine: [const { [const { Cells::filled(0) }; 4] }; 2],
            fine_sides: [[0; 4]; 2],
            current: 0,
            best: 0,
            direction: [const { Cells::filled(0) }; 4],
            side_direction: [0; 4],
            slot_sum: Cells::filled(0),
            line_saving: [const { Near::filled(0) }; 4],
            cheapest: Cells::filled(0),
            profit: Cells::filled(0),
            chosen: Cells::filled(0),
            picked: Near::filled(0),
            picks: Near::filled(0),
            side_dots: [0; 4],
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
        self.gain = frame.gain;
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
            self.side_cells[j].load::<P>(height, cells);
            self.side_bits[j] = self.side_cells[j].bits();
            self.fine_sides[0][j] = u.sides[*k];
            self.side_prices[j] = rounded_price(u.sides[*k]);
        }
        self.cross.load::<P>(height, &frame.cross);
        self.present.load::<P>(height, &r.present);
        self.placeable.load::<P>(height, &r.placeable);
        for (w, words) in self.allowed.iter_mut().enumerate() {
            let planes = r.marks.as_flattened().iter().skip(w * WORD).take(WORD);
            words.load_with::<P>(height, |row, start| {
                row.fill(0);
                for (bit, plane) in planes.clone().enumerate() {
                    for (word, &mark) in row.iter_mut().zip(&plane[start..]) {
                        *word |= i16::from(mark == 0) << bit;
                    }
                }
            });
        }
        for (fine, plane) in self.fine[0].iter_mut().zip(&u.slots) {
            fine.load::<P>(height, plane);
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
            fine.save::<P>(self.height, plane);
        }
    }

    /// Writes what the last evaluation found.
    pub(super) fn save_evaluation(&self, w: &mut Workspace) {
        with_pitch!(self.save_workspace(w));
    }

    fn save_workspace<const P: usize>(&self, w: &mut Workspace) {
        for (saving, plane) in self.line_saving.iter().zip(&mut w.line_cost) {
            saving.save::<P>(self.height, plane);
            plane.iter_mut().for_each(|cost| *cost = FORBIDDEN - *cost);
        }
        self.cheapest.save::<P>(self.height, &mut w.cheapest);
        self.profit.save::<P>(self.height, &mut w.profit);
        self.chosen.save::<P>(self.height, &mut w.chosen);
    }

    /// Reads the running average of the chosen cells, in units of 1/[`PRESENT`]; a step continues it.
    pub(super) fn load_presence(&mut self, plane: &Plane<i16>) {
        with_pitch!(self.load_presence_plane(plane));
    }

    fn load_presence_plane<const P: usize>(&mut self, plane: &Plane<i16>) {
        self.presence.load::<P>(self.height, plane);
    }

    /// Writes that average.
    pub(super) fn save_presence(&self, plane: &mut Plane<i16>) {
        with_pitch!(self.save_presence_plane(plane));
    }

    fn save_presence_plane<const P: usize>(&self, plane: &mut Plane<i16>) {
        self.presence.save::<P>(self.height, plane);
    }
}

/// The loop.
impl Sweep {
    /// Section 4's `refine` on what was loaded; with 0 steps, an evaluation.
    pub(super) fn descend(&mut self, level: Level, plan: Plan) -> Found {
        with_pitch!(self.descend_at(level, plan))
    }

    fn descend_at<const P: usize>(&mut self, level: Level, plan: Plan) -> Found {
        // Once a call, not once a loop: behind it everything is inlined.
        dispatch!(level, simd => self.descend_on::<_, P>(simd, plan))
    }

    #[inline(always)]
    fn descend_on<S: Simd, const P: usize>(&mut self, simd: S, plan: Plan) -> Found {
        self.round_slots(simd);
        let mut found = Found {
            value: i32::MAX,
            step: 0,
            evaluations: 0,
        };
        let mut eta = plan.schedule.first;
        for t in 0..=plan.steps {
            let value = self.evaluate::<S, P>(simd);
            found.evaluations += 1;
            if value < found.value {
                (found.value, found.step) = (value, t);
                self.best = self.current;
            }
            if t == plan.steps || found.value < plan.target {
                break;
            }
            self.step::<S, P>(simd, eta, if t == 0 { 0 } else { FORGET_BITS });
            eta -= (eta * plan.schedule.decay) >> 10;
        }
        found
    }

    /// Rounds the multipliers that were loaded.
    #[inline(always)]
    fn round_slots<S: Simd>(&mut self, simd: S) {
        for (slots, fine) in self.slots.iter_mut().zip(&self.fine[self.current]) {
            for (c, fine) in fine.0[..2 * self.blocks].iter().enumerate() {
                let (low, high) = load_fine(simd, fine);
                slots.store(c, rounded(low, high));
            }
        }
    }

    /// The value at the rounded multipliers.
    #[inline(always)]
    fn evaluate<S: Simd, const P: usize>(&mut self, simd: S) -> i32 {
        self.price_lines::<S, P>(simd);
        let earned = self.choose::<S, P>(simd);
        let paid = self.side_prices[..self.sides].iter();
        earned - paid.map(|&s| i32::from(s)).sum::<i32>()
    }

    /// One step of length `eta` against the averaged subgradient.
    ///
    /// No overflow: the cells that pick a line of direction d through v are among the nine
    /// on v's straight in that direction, so -8 <= g <= 1 (if all nine pick one, v is chosen);
    /// D is an average of such numbers, so -8,192 <= D <= 1,024, and the difference of two of
    /// them plus 4 fits in `i16`. A side has at most 22 cells, so
    /// -1,024 <= E <= 21,504, or within 22,528 of 0 if sides are balanced. Times eta <= 65,536 both stay below 2^31, and U - (D eta >> 10)
    /// below 2^21 + 2^19. Such a D and such an E stay in range: (x - D + 4) >> 3 never leads past x.
    #[inline(always)]
    fn step<S: Simd, const P: usize>(&mut self, simd: S, eta: i32, forget: u32) {
        // The best multipliers must survive, all others may be overwritten.
        let from = self.current;
        let to = if from == self.best { 1 - from } else { from };
        for d in 0..4 {
            self.count_picks::<S, P>(simd, d);
            for b in 0..self.blocks {
                let (first, second) = simd.widen_i8x32(self.gradient::<S, P>(simd, d, b));
                for (c, g) in [(2 * b, first), (2 * b + 1, second)] {
                    let direction = &mut self.direction[d].0[c];
                    let old = i16x16::from_slice(simd, direction);
                    let new = old + (((g << DIRECTION_BITS) - old + half(forget)) >> forget);
                    new.store_slice(direction);
                    let (low, high) = load_fine(simd, &self.fine[from][d].0[c]);
                    let (down_low, down_high) = simd.widen_i16x16(new);
                    let low = moved(simd, low, down_low * eta);
                    let high = moved(simd, high, down_high * eta);
                    let (first, second) = self.fine[to][d].0[c].split_at_mut(LANES / 2);
                    low.store_slice(first);
                    high.store_slice(second);
                    self.slots[d].store(c, rounded(low, high));
                }
            }
        }
        self.step_sides(from, to, eta, forget);
        self.current = to;
        self.average_presence(simd);
    }

    #[inline(always)]
    fn step_sides(&mut self, from: usize, to: usize, eta: i32, forget: u32) {
        for j in 0..self.sides {
            let g = self.side_gradient(j);
            let direction = &mut self.side_direction[j];
            *direction += (g - *direction + i32::from(half(forget))) >> forget;
            let price = self.fine_sides[from][j] - ((*direction * eta) >> DIRECTION_BITS);
            let price = price.clamp(0, SIDE_MAX << FINE_BITS);
            self.fine_sides[to][j] = price;
            self.side_prices[j] = rounded_price(price);
        }
    }

    /// The subgradient for side `j` in 1024ths; if sides are balanced, its distance from the mean.
    #[inline(always)]
    fn side_gradient(&self, j: usize) -> i32 {
        let dots = self.side_dots[j];
        if !self.balanced {
            return (dots - 1) << DIRECTION_BITS;
        }
        let sides = self.sides as i32;
        let all: i32 = self.side_dots[..self.sides].iter().sum();
        ((sides * dots - all) << DIRECTION_BITS) / sides
    }

    #[inline(always)]
    fn average_presence<S: Simd>(&mut self, simd: S) {
        for b in 0..self.blocks {
            let (first, second) = simd.widen_i8x32(self.chosen.block(simd, b));
            for (c, chosen) in [(2 * b, first), (2 * b + 1, second)] {
                let presence = &mut self.presence.0[c];
                let old = i16x16::from_slice(simd, presence);
                let new = chosen & PRESENT;
                (old + ((new - old) >> PRESENCE_FORGET_BITS)).store_slice(presence);
            }
        }
    }
}

/// What is chosen in a chunk.
struct Choice<S: Simd> {
    /// What its cells add to the bound, two by two.
    earned: i32x8<S>,
    /// Mask of the chosen cells.
    chosen: i16x16<S>,
    /// The codes of the marks that they pick.
    picked: i16x16<S>,
}

/// The passes over the cells.
impl Sweep {
    #[inline(always)]
    fn price_lines<S: Simd, const P: usize>(&mut self, simd: S) {
        for c in 0..2 * self.blocks {
            let mut sum = i16x16::splat(simd, 0);
            for (d, slots) in self.slots.iter().enumerate() {
                let slots = slots.window(c);
                let mut cost = slots.along::<S, P>(simd, d, 0);
                sum += cost;
                for i in 1..LENGTH as isize {
                    cost += slots.along::<S, P>(simd, d, i);
                }
                let saving = i16x16::splat(simd, FORBIDDEN) - cost;
                self.line_saving[d].store(c, saving);
            }
            sum.store_slice(&mut self.slot_sum.0[c]);
        }
    }

    /// Chooses the cells and their lines; returns the bound but for what the sides cost.
    ///
    /// No overflow: a line costs at most `5 * MULTIPLIER_MAX` = 30,720 and a mark that is
    /// forbidden [`FORBIDDEN`] = 32,767; a cell earns at most 2,048 for itself,
    /// `4 * MULTIPLIER_MAX` = 24,576 for its slots and twice [`SIDE_MAX`] = 2,048 in a
    /// corner, 30,720 together, and never less than 0. All differences fit in `i16`.
    #[inline(always)]
    fn choose<S: Simd, const P: usize>(&mut self, simd: S) -> i32 {
        let mut total = i32x8::splat(simd, 0);
        let mut dots = [0; 4];
        for b in 0..self.blocks {
            let first = self.choose_chunk::<S, P>(simd, 2 * b);
            let second = self.choose_chunk::<S, P>(simd, 2 * b + 1);
            total += first.earned + second.earned;
            // Codes and masks are small: nothing saturates.
            let picked = simd.saturating_narrow_i16x16(first.picked, second.picked);
            self.picked.store(b, picked);
            let chosen = simd.saturating_narrow_i16x16(first.chosen, second.chosen);
            self.chosen.store_block(b, chosen);
            let chosen = chosen.simd_lt(i8x32::splat(simd, 0)).to_bitmask() as u32;
            for (dots, side) in dots.iter_mut().zip(&self.side_bits) {
                *dots += (chosen & side[b]).count_ones() as i32;
            }
        }
        self.side_dots = dots;
        total.to_array().iter().sum()
    }

    /// The same for one chunk.
    #[inline(always)]
    fn choose_chunk<S: Simd, const P: usize>(&mut self, simd: S, c: usize) -> Choice<S> {
        let (zero, one) = (i16x16::splat(simd, 0), i16x16::splat(simd, 1));
        let load = |cells: &Cells<i16>| i16x16::from_slice(simd, &cells.0[c]);
        let (saved, code) = self.best_mark::<S, P>(simd, c);
        let cheapest = i16x16::splat(simd, FORBIDDEN) - saved;
        let slots = load(&self.slot_sum);
        let profit = slots + self.gain + self.side_earnings(simd, c) - cheapest;
        let cross = load(&self.cross);
        let wanted = load(&self.present) | profit.simd_gt(zero).to_vector();
        let placed = load(&self.placeable) & wanted;
        // Sums of two `i16`: two cells at a time, exactly.
        let term = (placed & profit) | (cross & slots);
        cheapest.store_slice(&mut self.cheapest.0[c]);
        profit.store_slice(&mut self.profit.0[c]);
        Choice {
            earned: simd.pairwise_dot_product_i16x16(term, one),
            chosen: placed | cross,
            picked: code & placed,
        }
    }

    /// What the cheapest allowed mark of each cell of chunk `c` costs less than [`FORBIDDEN`], and the code of
    /// the first such mark; 0 and [`NO_MARK`] where none is allowed.
    #[inline(always)]
    fn best_mark<S: Simd, const P: usize>(&self, simd: S, c: usize) -> (i16x16<S>, i16x16<S>) {
        let words: [i16x16<S>; WORDS] =
            std::array::from_fn(|w| i16x16::from_slice(simd, &self.allowed[w].0[c]));
        let mut most = i16x16::splat(simd, 0);
        let mut code = i16x16::splat(simd, NO_MARK);
        for d in 0..4 {
            let lines = self.line_saving[d].window(c);
            for i in 0..LENGTH {
                let mark = d * LENGTH + i;
                // The mark's bit is moved to the front and spread over the lane.
                let is_allowed = (words[mark / WORD] << (WORD - 1 - mark % WORD) as u32) >> 15;
                let saving = lines.along::<S, P>(simd, d, -(i as isize)) & is_allowed;
                let better = saving.simd_gt(most);
                most = most.max(saving);
                code = better.select(i16x16::splat(simd, code_of(mark).into()), code);
            }
        }
        (most, code)
    }

    /// What the cells of chunk `c` earn as cells of sides.
    #[inline(always)]
    fn side_earnings<S: Simd>(&self, simd: S, c: usize) -> i16x16<S> {
        let mut earned = i16x16::splat(simd, 0);
        for (side, &price) in self.side_cells.iter().zip(&self.side_prices) {
            earned += i16x16::from_slice(simd, &side.0[c]) & price;
        }
        earned
    }

    /// Counts, for every line of direction `d`, the cells that picked it (negated).
    #[inline(always)]
    fn count_picks<S: Simd, const P: usize>(&mut self, simd: S, d: usize) {
        for b in 0..self.blocks {
            let picked = self.picked.window(b);
            let mut count = i8x32::splat(simd, 0);
            for i in 0..LENGTH {
                let code = i8x32::splat(simd, code_of(d * LENGTH + i));
                let there = picked.along::<S, P>(simd, d, i as isize);
                count += there.simd_eq(code).to_vector();
            }
            self.picks.store(b, count);
        }
    }

    /// The subgradient in direction `d` at the cells of block `b`; needs `picks`.
    ///
    /// No overflow: it is within -8..=1, see [`Self::step`], and so is every sum on the way.
    #[inline(always)]
    fn gradient<S: Simd, const P: usize>(&self, simd: S, d: usize, b: usize) -> i8x32<S> {
        let picks = self.picks.window(b);
        let mut g = i8x32::splat(simd, 0) - self.chosen.block(simd, b);
        for i in 0..LENGTH as isize {
            g += picks.along::<S, P>(simd, d, -i);
        }
        g
    }
}

#[cfg(test)]
impl Sweep {
    /// The subgradient at the multipliers of the last evaluation, by direction and by side.
    pub(super) fn subgradient(
        &mut self,
        level: Level,
        frame: &Frame,
    ) -> ([Plane<i16>; 4], [i16; 4]) {
        let mut sides = [0; 4];
        for (j, &(k, _)) in frame.sides.iter().enumerate() {
            sides[k] = self.side_dots[j] as i16 - 1;
        }
        let slots = std::array::from_fn(|d| with_pitch!(self.slot_gradient(level, d)));
        (slots, sides)
    }

    fn slot_gradient<const P: usize>(&mut self, level: Level, d: usize) -> Plane<i16> {
        let mut cells = Cells::filled(0);
        dispatch!(level, simd => {
            self.count_picks::<_, P>(simd, d);
            for b in 0..self.blocks {
                let (first, second) = simd.widen_i8x32(self.gradient::<_, P>(simd, d, b));
                first.store_slice(&mut cells.0[2 * b]);
                second.store_slice(&mut cells.0[2 * b + 1]);
            }
        });
        let mut plane = [0; super::lattice::SIZE];
        cells.save::<P>(self.height, &mut plane);
        plane
    }
}

/// The code of the mark of direction `mark / LENGTH` and position `mark % LENGTH`.
#[inline(always)]
const fn code_of(mark: usize) -> i8 {
    mark as i8 + 1
}

/// What rounds an average that forgets at the rate 1/2^`forget` to the nearest.
#[inline(always)]
const fn half(forget: u32) -> i16 {
    (1 << forget) >> 1
}

#[inline(always)]
fn load_fine<S: Simd>(simd: S, chunk: &Chunk<i32>) -> (i32x8<S>, i32x8<S>) {
    let (low, high) = chunk.split_at(LANES / 2);
    (i32x8::from_slice(simd, low), i32x8::from_slice(simd, high))
}

/// `u` after a step by `down` in 1024ths.
#[inline(always)]
fn moved<S: Simd>(simd: S, u: i32x8<S>, down: i32x8<S>) -> i32x8<S> {
    let most = i32x8::splat(simd, MULTIPLIER_MAX << FINE_BITS);
    let new = u - (down >> DIRECTION_BITS);
    new.max(i32x8::splat(simd, 0)).min(most)
}

#[inline(always)]
fn rounded<S: Simd>(low: i32x8<S>, high: i32x8<S>) -> i16x16<S> {
    const HALF: i32 = 1 << (FINE_BITS - 1);
    let (low, high) = ((low + HALF) >> FINE_BITS, (high + HALF) >> FINE_BITS);
    // At most MULTIPLIER_MAX each: nothing saturates.
    low.simd.saturating_narrow_i32x8(low, high)
}

const fn rounded_price(fine: i32) -> i16 {
    ((fine + (1 << (FINE_BITS - 1))) >> FINE_BITS) as i16
}
