//! The inner loop of the search: the bound, the gradient of its smoothed form, and the steps of the multipliers.
//!
//! It computes exactly what `paper/certificate.md` says in sections 3 and 4, with the same integers on every processor. All loops are
//! plain loops over 16-bit numbers in the order of the cells, which compilers turn into vector instructions. No operation wraps, or
//! saturates where that would matter; comments argue the ranges where they matter. `tests/naive.rs` follows the page mark by mark, and
//! tests compare the two.

mod block;
mod planes;

use super::domain::{Domain, Dot};
use super::dual_ascent::{Ascent, FineMultipliers, Schedule, Step, descend, rounded};
use super::fixed_point::{FINE_BITS, LENGTH, Ranges, SHARE, UNIT};
use super::instance::Instance;
use super::layout::{LANES, Layout, bits};
use super::reduced_cost::ReducedCosts;
use block::{ALL, BlockMark, Weights, cheapest, divide, reciprocals};
use planes::{Lanes, Planes, add_five};

/// The averaged primal solution forgets at the rate 1/2^4 a step.
const FORGET_BITS: u32 = 4;

// An allowed mark costs less than a forbidden one by more than the width of any weights, so that the latter has no weight.
const fn fit(ranges: Ranges, gain: i32) -> bool {
    let line = LENGTH as i32 * (ranges.slot + ranges.usage);
    let income = gain + 4 * ranges.slot + 2 * ranges.side + LENGTH as i32 * ranges.usage;
    line + 1023 < ALL as i32 && income < ALL as i32
}
const _: () = assert!(fit(Ranges::WITHOUT_USES, UNIT) && fit(Ranges::WITH_USES, 0));

/// A node, multipliers, and all that is computed from them.
#[derive(Clone)]
pub(super) struct Kernel {
    layout: Layout,
    gain: u16,
    balanced: bool,
    ranges: Ranges,
    sides: Vec<Side>,
    /// Masks of cells.
    cross: Box<[u16]>,
    inner: Box<[u16]>,
    free: Box<[u16]>,
    /// Mask of the cells that are free or present.
    placeable: Box<[u16]>,
    /// The marks that are allowed for one cell of a block at least, block by block.
    marks: Vec<BlockMark>,
    /// For each block the end of its marks.
    ends: Vec<usize>,

    fine: FineMultipliers,
    /// The fine multipliers before their momentum was added (P of the page).
    previous: FineMultipliers,
    best: FineMultipliers,
    /// The multipliers of the uses as section 3 reads them.
    uses: Box<[u16]>,
    /// The multipliers of the slots less that of the cell's use, increased by the largest multiplier of a use, so that all are at
    /// least 0.
    slots: Planes,

    /// Sums of `slots` over lines, by first cell: the costs of their marks, all increased by the same; the incomes are increased as
    /// much.
    lines: Planes,
    income: Box<[u16]>,
    cheapest: Box<[u16]>,
    /// best' of the page; 0 for cells that are not placeable.
    least: Box<[u16]>,
    /// The shares of the marks, by mark.
    shares: Planes,
    /// The shares of the cells.
    share: Box<[u16]>,
    /// Sums of the shares of the marks of a line, by direction and first cell.
    usage: Planes,
}

/// A side with a multiplier.
#[derive(Clone)]
struct Side {
    /// Its place in the order (top, right, bottom, left).
    number: usize,
    cells: Vec<usize>,
    /// Mask of its cells.
    mask: Box<[u16]>,
    /// The multiplier as section 3 reads it.
    price: u16,
}

/// Loading and saving.
impl Kernel {
    /// A kernel for the nodes of this box.
    pub(super) fn new(instance: &Instance) -> Self {
        let layout = instance.layout;
        let zeros = || vec![0; layout.len()].into_boxed_slice();
        let planes = |count| Planes::new(&layout, count);
        let none = FineMultipliers::uniform(instance, 0, 0);
        let sides = instance.sides.iter().map(|(number, cells)| Side {
            number: *number,
            mask: mask(&layout, cells.iter().copied()),
            cells: cells.clone(),
            price: 0,
        });
        Self {
            layout,
            gain: instance.gain,
            balanced: instance.balanced,
            ranges: instance.ranges,
            sides: sides.collect(),
            cross: mask(&layout, instance.cross.cells()),
            inner: mask(&layout, instance.inner.cells()),
            free: zeros(),
            placeable: zeros(),
            marks: Vec::new(),
            ends: vec![0; layout.len() / LANES],
            fine: none.clone(),
            previous: none.clone(),
            best: none,
            uses: zeros(),
            slots: planes(4),
            lines: planes(4),
            income: zeros(),
            cheapest: zeros(),
            least: zeros(),
            shares: planes(4 * LENGTH),
            share: zeros(),
            usage: planes(4),
        }
    }

    /// Reads a node and the multipliers to start from.
    pub(super) fn load(&mut self, domain: &Domain, u: &FineMultipliers) {
        self.load_domain(domain);
        self.fine.copy_from(u);
        self.previous.copy_from(u);
        round(&mut self.uses, &u.uses);
        for d in 0..4 {
            round(self.slots.cells_mut(d), u.slots(d));
        }
        self.charge_uses();
        for side in &mut self.sides {
            side.price = rounded(u.sides[side.number]);
        }
    }

    fn load_domain(&mut self, domain: &Domain) {
        let masks = self.free.iter_mut().zip(&mut self.placeable);
        for ((free, placeable), &dot) in masks.zip(&domain.dots) {
            *free = mask_if(dot == Dot::Free);
            *placeable = mask_if(matches!(dot, Dot::Free | Dot::Present | Dot::Placed));
        }
        // Marks without an entry have no shares.
        self.shares.clear();
        self.marks.clear();
        for (block, allowed) in domain.allowed.as_chunks().0.iter().enumerate() {
            let (lines, shares, layout) = (&self.lines, &self.shares, &self.layout);
            let start = (block * LANES) as isize;
            let all = allowed.iter().fold(0, |all, marks| all | marks);
            self.marks.extend(bits(all.into()).map(|number| {
                let (d, i) = (number / LENGTH, number % LENGTH);
                BlockMark {
                    cost: lines.place(d, start - i as isize * layout.step(d)),
                    share: shares.place(number, start),
                    forbidden: allowed.map(|marks: u32| mask_if(marks >> number & 1 == 0)),
                }
            }));
            self.ends[block] = self.marks.len();
        }
    }

    /// The best multipliers met since [`Self::load`].
    pub(super) const fn best(&self) -> &FineMultipliers {
        &self.best
    }

    /// Writes what the last evaluation found.
    pub(super) fn save_reduced_costs(&self, reduced: &mut ReducedCosts) {
        for (d, lines) in reduced.lines.iter_mut().enumerate() {
            lines.copy_from_slice(self.lines.cells(d));
        }
        reduced.cheapest.copy_from_slice(&self.cheapest);
        reduced.income.copy_from_slice(&self.income);
    }
}

const fn mask_if(is_member: bool) -> u16 {
    if is_member { ALL } else { 0 }
}

fn mask(layout: &Layout, cells: impl Iterator<Item = usize>) -> Box<[u16]> {
    let mut mask = vec![0; layout.len()];
    cells.for_each(|v| mask[v] = ALL);
    mask.into()
}

/// The loop.
impl Kernel {
    /// Follows section 4's recipe on the loaded node until a value is below the target; with 0 steps, this is an evaluation. Each step
    /// goes into the averaged primal solution.
    pub(super) fn ascend(&mut self, schedule: Schedule, target: i32, primal: &mut [u16]) -> Ascent {
        let mut found = Ascent {
            value: i32::MAX,
            evaluations: 0,
        };
        let mut step = Step::first(schedule);
        loop {
            let value = self.evaluate();
            found.evaluations += 1;
            if value < found.value {
                found.value = value;
                self.best.copy_from(&self.fine);
            }
            if step.is_over() || found.value < target {
                return found;
            }
            self.share_out(step.width());
            self.move_slots(&step);
            self.move_sides(&step);
            average(primal, &self.share);
            step.advance();
        }
    }

    /// The value at the rounded multipliers.
    fn evaluate(&mut self) -> i32 {
        for d in 0..4 {
            let step = self.layout.step(d);
            let five = std::array::from_fn(|i| self.slots.moved(d, i as isize * step));
            add_five(self.lines.cells_mut(d), five);
        }
        let mut value = [0; LANES];
        for block in 0..self.ends.len() {
            self.choose(block, &mut value);
        }
        let paid = self.sides.iter().map(|side| i32::from(side.price));
        value.iter().sum::<i32>() - paid.sum::<i32>()
    }

    /// Finds income and cheapest marks of the cells of a block, and adds to the value what the cells do.
    fn choose(&mut self, block: usize, value: &mut [i32; LANES]) {
        let cheapest = cheapest(marks_of(&self.marks, &self.ends, block), &self.lines);
        let slots = |d| lanes(self.slots.cells(d), block);
        let (p, q, r, s) = (slots(0), slots(1), slots(2), slots(3));
        let mut on_sides = [0; LANES];
        for side in &self.sides {
            let mask = lanes(&side.mask, block);
            for i in 0..LANES {
                on_sides[i] += mask[i] & side.price;
            }
        }
        let (free, placeable) = (lanes(&self.free, block), lanes(&self.placeable, block));
        let (cross, uses) = (lanes(&self.cross, block), lanes(&self.uses, block));
        let more = self.ranges.usage as u16;
        let (mut income, mut least) = ([0; LANES], [0; LANES]);
        for i in 0..LANES {
            let sum = p[i] + q[i] + r[i] + s[i];
            income[i] = self.gain + more + sum + on_sides[i] + 2 * uses[i];
            least[i] = cheapest[i].min(income[i] | !free[i]) & placeable[i];
            // A cell of the cross is given: it earns nothing beside its slots.
            let paid = least[i] | ((self.gain + 5 * more) & cross[i]);
            let earned = income[i] & (placeable[i] | cross[i]);
            value[i] += i32::from(earned) - i32::from(paid);
        }
        *lanes_mut(&mut self.income, block) = income;
        *lanes_mut(&mut self.cheapest, block) = cheapest;
        *lanes_mut(&mut self.least, block) = least;
    }

    /// Finds the shares of the marks and of the cells, for weights of this width.
    fn share_out(&mut self, width: u16) {
        for block in 0..self.ends.len() {
            let marks = marks_of(&self.marks, &self.ends, block);
            let weights = Weights {
                width,
                shift: width.leading_zeros() - 5,
                least: *lanes(&self.least, block),
            };
            let (income, free) = (lanes(&self.income, block), lanes(&self.free, block));
            let mut all = [0; LANES];
            for i in 0..LANES {
                all[i] = weights.of(income[i], i) & free[i];
            }
            let all = weights.of_marks(marks, &self.lines, &mut self.shares, all);
            let given = lanes(&self.cross, block).map(|cross| cross & SHARE);
            let share = divide(marks, &reciprocals(&all), &mut self.shares, given);
            *lanes_mut(&mut self.share, block) = share;
        }
    }

    /// One step of the multipliers of the slots and of the uses.
    fn move_slots(&mut self, step: &Step) {
        let pace = (step.rate(), step.momentum());
        for d in 0..4 {
            let along = |i: usize| i as isize * self.layout.step(d);
            let five = std::array::from_fn(|i| self.shares.moved(d * LENGTH + i, along(i)));
            add_five(self.usage.cells_mut(d), five);
            let used = std::array::from_fn(|i| self.usage.moved(d, -along(i)));
            let (fine, previous) = (self.fine.slots_mut(d), self.previous.slots_mut(d));
            let point = (fine, previous, self.slots.cells_mut(d));
            let most = self.ranges.slot << FINE_BITS;
            move_against(&self.share, used, (pace, most), point);
        }
        if self.ranges.usage > 0 {
            self.move_uses(pace);
            self.charge_uses();
        }
    }

    /// One step of the multipliers of the uses, after that of the slots.
    ///
    /// At most nine marks of a direction share a whole dot each, so `used` is at most 36,864 and a gradient in -1,024..=18,432.
    fn move_uses(&mut self, pace: (i32, i32)) {
        let most = self.ranges.usage << FINE_BITS;
        let fine = self.fine.uses.as_chunks_mut().0.iter_mut();
        let multipliers = fine.zip(self.previous.uses.as_chunks_mut().0);
        let multipliers = multipliers.zip(self.uses.as_chunks_mut().0);
        for (block, ((fine, previous), uses)) in multipliers.enumerate() {
            let mut used: Lanes = [0; LANES];
            for d in 0..4 {
                for i in 0..LENGTH as isize {
                    let of_lines = self.usage.moved(d, -i * self.layout.step(d));
                    let of_lines = lanes(of_lines, block);
                    (0..LANES).for_each(|i| used[i] += of_lines[i]);
                }
            }
            let (share, inner) = (lanes(&self.share, block), lanes(&self.inner, block));
            let mut gradient = [0; LANES];
            for i in 0..LANES {
                gradient[i] = ((used[i] >> 1) & inner[i]).wrapping_sub(share[i] & inner[i]) as i16;
            }
            descend_all(&gradient, (pace, most), (fine, previous, uses));
        }
    }

    /// Makes multipliers of slots into what `slots` holds.
    fn charge_uses(&mut self) {
        let more = self.ranges.usage as u16;
        if more == 0 {
            return;
        }
        for d in 0..4 {
            let slots = self.slots.cells_mut(d).iter_mut().zip(&self.uses);
            slots.for_each(|(slot, uses)| *slot += more - uses);
        }
    }

    /// One step of the multipliers of the sides.
    fn move_sides(&mut self, step: &Step) {
        let pace = (step.rate(), step.momentum());
        let shares = |side: &Side| side.cells.iter().map(|&v| i32::from(self.share[v])).sum();
        let dots: Vec<i32> = self.sides.iter().map(shares).collect();
        let (count, all) = (dots.len() as i32, dots.iter().sum::<i32>());
        for (side, dots) in self.sides.iter_mut().zip(dots) {
            let gradient = if self.balanced {
                (count * dots - all) / count
            } else {
                dots - i32::from(SHARE)
            };
            let fine = &mut self.fine.sides[side.number];
            let previous = &mut self.previous.sides[side.number];
            descend(
                fine,
                previous,
                gradient,
                pace,
                self.ranges.side << FINE_BITS,
            );
            side.price = rounded(*fine);
        }
    }
}

/// The marks of a block's cells.
fn marks_of<'a>(marks: &'a [BlockMark], ends: &[usize], block: usize) -> &'a [BlockMark] {
    let begin = block.checked_sub(1).map_or(0, |before| ends[before]);
    &marks[begin..ends[block]]
}

#[inline(always)]
fn lanes(numbers: &[u16], block: usize) -> &Lanes {
    let lanes = numbers[block * LANES..].first_chunk();
    lanes.expect("there are whole blocks")
}

#[inline(always)]
fn lanes_mut(numbers: &mut [u16], block: usize) -> &mut Lanes {
    let lanes = numbers[block * LANES..].first_chunk_mut();
    lanes.expect("there are whole blocks")
}

/// Makes fine multipliers into those of section 3.
fn round(slots: &mut [u16], fine: &[i32]) {
    let multipliers = slots.iter_mut().zip(fine);
    multipliers.for_each(|(slot, &fine)| *slot = rounded(fine));
}

/// Steps the multipliers of slots against their gradients: the share of the cell less what the lines through it use.
///
/// The cells with marks on lines of one direction through v are among the nine on v's straight in that direction, so a gradient lies
/// in -9,216..=1,024.
fn move_against(
    share: &[u16],
    used: [&[u16]; LENGTH],
    pace: ((i32, i32), i32),
    (fine, previous, slots): (&mut [i32], &mut [i32], &mut [u16]),
) {
    let [a, b, c, d, e] = used.map(|used| used.as_chunks::<LANES>().0);
    let used = a.iter().zip(b).zip(c).zip(d).zip(e);
    let shares = share.as_chunks::<LANES>().0.iter().zip(used);
    let fine = fine.as_chunks_mut::<LANES>().0.iter_mut();
    let multipliers = fine.zip(previous.as_chunks_mut::<LANES>().0);
    let multipliers = multipliers.zip(slots.as_chunks_mut::<LANES>().0);
    for ((share, ((((a, b), c), d), e)), ((fine, previous), slots)) in shares.zip(multipliers) {
        let mut gradient = [0; LANES];
        for i in 0..LANES {
            let used = a[i] + b[i] + c[i] + d[i] + e[i];
            gradient[i] = share[i].wrapping_sub(used) as i16;
        }
        descend_all(&gradient, pace, (fine, previous, slots));
    }
}

/// Steps the multipliers of a block against their gradients, at most to `most`, and rounds them.
#[inline(always)]
fn descend_all(
    gradient: &[i16; LANES],
    (pace, most): ((i32, i32), i32),
    (fine, previous, read): (&mut [i32; LANES], &mut [i32; LANES], &mut Lanes),
) {
    for i in 0..LANES {
        descend(
            &mut fine[i],
            &mut previous[i],
            gradient[i].into(),
            pace,
            most,
        );
        read[i] = rounded(fine[i]);
    }
}

/// Takes the shares of one step into the averaged primal solution.
fn average(primal: &mut [u16], share: &[u16]) {
    for (old, &share) in primal.iter_mut().zip(share) {
        let change = (share << 4).wrapping_sub(*old) as i16 >> FORGET_BITS;
        *old = old.wrapping_add_signed(change);
    }
}
