//! The inner loop of everything: the bound, the gradient of its smoothed form, and the steps of the multipliers.
//!
//! It computes exactly what `paper/certificate.md` says in its sections 3 and 4, with the same integers on every processor. All is
//! plain loops over numbers of 16 bits that lie cell by cell, which compilers turn into vector instructions; no operation saturates
//! where that would matter, or wraps (the ranges are argued where they matter). `tests/naive.rs` follows the page mark by mark; the
//! tests hold this one against it.

mod plane;

use super::domain::{Domain, Dot};
use super::dual_ascent::{Ascent, FineMultipliers, Plan, Step, descend, rounded};
use super::fixed_point::{FINE_BITS, LENGTH, SHARE, SIDE_MAX, SLOT_MAX, UNIT};
use super::instance::Instance;
use super::layout::{LANES, Layout, bits};
use super::reduced_cost::ReducedCosts;
use plane::{Lanes, Plane, add_five};

/// All bits: a mask, and the cost of a mark that is not allowed. No line costs as much.
const ALL: u16 = u16::MAX;
/// The averaged primal solution forgets at the rate 1/2^4 a step.
const FORGET_BITS: u32 = 4;

// An allowed mark costs less than a forbidden one by more than the width of any weights, so that the latter has no weight.
const _: () = assert!(LENGTH as i32 * SLOT_MAX + 1023 < ALL as i32);
const _: () = assert!(UNIT + 4 * SLOT_MAX + 2 * SIDE_MAX < ALL as i32);

/// A node, multipliers, and all that is computed from them.
#[derive(Clone)]
pub(super) struct Kernel {
    layout: Layout,
    gain: u16,
    balanced: bool,
    sides: Vec<Side>,
    /// Masks of cells.
    cross: Box<[u16]>,
    free: Box<[u16]>,
    /// Those that are free or present.
    placeable: Box<[u16]>,
    /// The marks that are allowed for one cell of a block at least, block by block.
    marks: Vec<BlockMark>,
    /// By block where its marks end.
    ends: Vec<usize>,

    fine: FineMultipliers,
    /// The fine multipliers before their momentum was added (P of the page).
    previous: FineMultipliers,
    best: FineMultipliers,
    /// The multipliers as section 3 reads them.
    slots: [Plane; 4],

    /// Sums of the multipliers of lines, by first cell.
    lines: [Plane; 4],
    income: Box<[u16]>,
    cheapest: Box<[u16]>,
    /// best' of the page; 0 for cells that are not placeable.
    least: Box<[u16]>,
    /// The shares of the marks, by mark.
    shares: Vec<Plane>,
    /// The shares of the cells.
    share: Box<[u16]>,
    /// Sums of the shares of the marks of a line, by first cell; one direction at a time.
    usage: Plane,
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

/// The same mark of each cell of a block.
#[derive(Clone)]
struct BlockMark {
    direction: usize,
    /// The place of its shares.
    number: usize,
    /// From a cell to the first one of the line.
    to_start: isize,
    /// Mask of the cells for which it is not allowed.
    forbidden: Lanes,
}

/// In and out.
impl Kernel {
    /// For the nodes of this box.
    pub(super) fn new(instance: &Instance) -> Self {
        let layout = instance.layout;
        let zeros = || vec![0; layout.len()].into_boxed_slice();
        let plane = || Plane::new(&layout);
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
            sides: sides.collect(),
            cross: mask(&layout, instance.cross.cells()),
            free: zeros(),
            placeable: zeros(),
            marks: Vec::new(),
            ends: vec![0; layout.len() / LANES],
            fine: none.clone(),
            previous: none.clone(),
            best: none,
            slots: std::array::from_fn(|_| plane()),
            lines: std::array::from_fn(|_| plane()),
            income: zeros(),
            cheapest: zeros(),
            least: zeros(),
            shares: vec![plane(); 4 * LENGTH],
            share: zeros(),
            usage: plane(),
        }
    }

    /// Reads a node and the multipliers to start from.
    pub(super) fn load(&mut self, domain: &Domain, u: &FineMultipliers) {
        self.load_domain(domain);
        self.fine.copy_from(u);
        self.previous.copy_from(u);
        for (d, slots) in self.slots.iter_mut().enumerate() {
            let fine = u.slots(d).iter();
            let slots = slots.cells_mut().iter_mut().zip(fine);
            slots.for_each(|(slot, &fine)| *slot = rounded(fine));
        }
        for side in &mut self.sides {
            side.price = rounded(u.sides[side.number]);
        }
    }

    fn load_domain(&mut self, domain: &Domain) {
        let masks = self.free.iter_mut().zip(&mut self.placeable);
        for ((free, placeable), &dot) in masks.zip(domain.dots()) {
            *free = mask_if(dot == Dot::Free);
            *placeable = mask_if(matches!(dot, Dot::Free | Dot::Present | Dot::Placed));
        }
        // Marks without an entry have no shares.
        self.shares.iter_mut().for_each(Plane::clear);
        self.marks.clear();
        for (allowed, end) in domain.allowed().as_chunks().0.iter().zip(&mut self.ends) {
            let all = allowed.iter().fold(0, |all, marks| all | marks);
            let layout = &self.layout;
            self.marks.extend(bits(all.into()).map(|number| {
                let (direction, position) = (number / LENGTH, number % LENGTH);
                BlockMark {
                    direction,
                    number,
                    to_start: -(position as isize) * layout.step(direction),
                    forbidden: allowed.map(|marks: u32| mask_if(marks >> number & 1 == 0)),
                }
            }));
            *end = self.marks.len();
        }
    }

    /// The best multipliers met since [`Self::load`].
    pub(super) const fn best(&self) -> &FineMultipliers {
        &self.best
    }

    /// Writes what the last evaluation found.
    pub(super) fn save_reduced_costs(&self, reduced: &mut ReducedCosts) {
        for (to, lines) in reduced.lines.iter_mut().zip(&self.lines) {
            to.copy_from_slice(lines.cells());
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
    /// Section 4's recipe on what was loaded; with 0 steps, an evaluation. Each step goes into the averaged primal solution.
    pub(super) fn ascend(&mut self, plan: Plan, primal: &mut [u16]) -> Ascent {
        let mut found = Ascent {
            value: i32::MAX,
            evaluations: 0,
        };
        let mut step = Step::first(plan.schedule);
        loop {
            let value = self.evaluate();
            found.evaluations += 1;
            if value < found.value {
                found.value = value;
                self.best.copy_from(&self.fine);
            }
            if step.is_over() || found.value < plan.target {
                return found;
            }
            for block in 0..self.ends.len() {
                self.share_out(block, step.width());
            }
            self.move_slots(&step);
            self.move_sides(&step);
            average(primal, &self.share);
            step.advance();
        }
    }

    /// The value at the rounded multipliers.
    fn evaluate(&mut self) -> i32 {
        for (d, (lines, slots)) in self.lines.iter_mut().zip(&self.slots).enumerate() {
            let step = self.layout.step(d);
            let five = std::array::from_fn(|i| slots.moved(i as isize * step));
            add_five(lines.cells_mut(), five);
        }
        self.earn();
        let mut value = [0; LANES];
        for block in 0..self.ends.len() {
            self.choose(block, &mut value);
        }
        let paid = self.sides.iter().map(|side| i32::from(side.price));
        value.iter().sum::<i32>() - paid.sum::<i32>()
    }

    /// Finds the income of all cells.
    fn earn(&mut self) {
        let n = self.income.len();
        let income = &mut self.income[..n];
        let [a, b, c, d] = self.slots.each_ref().map(|slots| &slots.cells()[..n]);
        for i in 0..n {
            income[i] = self.gain + a[i] + b[i] + c[i] + d[i];
        }
        for side in &self.sides {
            let mask = &side.mask[..n];
            for i in 0..n {
                income[i] += mask[i] & side.price;
            }
        }
    }

    /// Finds the cheapest marks of the cells of a block, and what the cells add to the value.
    fn choose(&mut self, block: usize, value: &mut [i32; LANES]) {
        let mut cheapest = [ALL; LANES];
        for mark in marks_of(&self.marks, &self.ends, block) {
            let costs = self.lines[mark.direction].lanes(block, mark.to_start);
            for i in 0..LANES {
                cheapest[i] = cheapest[i].min(costs[i] | mark.forbidden[i]);
            }
        }
        let income = lanes(&self.income, block);
        let (free, placeable) = (lanes(&self.free, block), lanes(&self.placeable, block));
        let cross = lanes(&self.cross, block);
        let mut least = [0; LANES];
        for i in 0..LANES {
            least[i] = cheapest[i].min(income[i] | !free[i]) & placeable[i];
            // A cell of the cross is given: it earns nothing beside its slots.
            let given = (income[i] - self.gain) & cross[i];
            let earned = (income[i] & placeable[i]) | given;
            value[i] += i32::from(earned) - i32::from(least[i]);
        }
        *lanes_mut(&mut self.cheapest, block) = cheapest;
        *lanes_mut(&mut self.least, block) = least;
    }

    /// Finds the shares of the marks and of the cells of a block, for weights of this width.
    ///
    /// No overflow: the width times its power of two is below 2,048, so that the 21 weights of a cell stay below 43,008; a share
    /// is at most 1,024.
    fn share_out(&mut self, block: usize, width: u16) {
        let shift = width.leading_zeros() - 5;
        let (income, free) = (lanes(&self.income, block), lanes(&self.free, block));
        let least = *lanes(&self.least, block);
        let weight =
            |cost: u16, least: u16| width.saturating_sub(cost.wrapping_sub(least)) << shift;
        let mut all: Lanes = std::array::from_fn(|i| weight(income[i], least[i]) & free[i]);
        let marks = marks_of(&self.marks, &self.ends, block);
        for mark in marks {
            let costs = self.lines[mark.direction].lanes(block, mark.to_start);
            let weights = self.shares[mark.number].lanes_mut(block);
            for i in 0..LANES {
                weights[i] = weight(costs[i] | mark.forbidden[i], least[i]);
                all[i] += weights[i];
            }
        }
        let scale = reciprocals(&all);
        let mut share = lanes(&self.cross, block).map(|cross| cross & SHARE);
        for mark in marks {
            let shares = self.shares[mark.number].lanes_mut(block);
            for i in 0..LANES {
                shares[i] = high_product(shares[i], scale[i]);
                share[i] += shares[i];
            }
        }
        *lanes_mut(&mut self.share, block) = share;
    }

    /// One step of the multipliers of the slots.
    fn move_slots(&mut self, step: &Step) {
        let pace = (step.rate(), step.momentum());
        for d in 0..4 {
            let along = |i: usize| i as isize * self.layout.step(d);
            let five = std::array::from_fn(|i| self.shares[d * LENGTH + i].moved(along(i)));
            add_five(self.usage.cells_mut(), five);
            let used = std::array::from_fn(|i| self.usage.moved(-along(i)));
            let (fine, previous) = (self.fine.slots_mut(d), self.previous.slots_mut(d));
            move_against(&self.share, used, pace, fine, previous);
            let slots = self.slots[d].cells_mut().iter_mut().zip(&*fine);
            slots.for_each(|(slot, &fine)| *slot = rounded(fine));
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
            descend(fine, previous, gradient, pace, SIDE_MAX << FINE_BITS);
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

/// Steps the multipliers of slots against their gradients: the share of the cell less what the lines through it use.
///
/// The cells with marks on lines of one direction through v are among the nine on v's straight in that direction, so a gradient lies
/// in -9,216..=1,024.
fn move_against(
    share: &[u16],
    used: [&[u16]; LENGTH],
    pace: (i32, i32),
    fine: &mut [i32],
    previous: &mut [i32],
) {
    let n = fine.len();
    let (share, previous) = (&share[..n], &mut previous[..n]);
    let [a, b, c, d, e] = used.map(|used| &used[..n]);
    for i in 0..n {
        let used = a[i] + b[i] + c[i] + d[i] + e[i];
        let gradient = share[i].wrapping_sub(used) as i16;
        let most = SLOT_MAX << FINE_BITS;
        descend(&mut fine[i], &mut previous[i], gradient.into(), pace, most);
    }
}

/// Takes the shares of one step into the averaged primal solution.
fn average(primal: &mut [u16], share: &[u16]) {
    for (old, &share) in primal.iter_mut().zip(share) {
        let change = (share << 4).wrapping_sub(*old) as i16 >> FORGET_BITS;
        *old = old.wrapping_add_signed(change);
    }
}

/// The smaller of 65,535 and 2^26 / z, rounded down, of totals z that are 0 or at least 1,024.
fn reciprocals(totals: &Lanes) -> Lanes {
    const DIVIDEND: i32 = 1 << 26;
    let mut quotients = [0; LANES];
    for i in 0..LANES {
        let total = i32::from(totals[i].max(SHARE));
        // The dividend and the totals are exact, and the quotient is at most one too large.
        let quotient = (DIVIDEND as f32 / total as f32) as i32;
        let is_large = quotient * total > DIVIDEND;
        quotients[i] = (quotient - i32::from(is_large)).min(65_535) as u16;
    }
    quotients
}

#[inline(always)]
fn high_product(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}
