//! Dual ascent on the multipliers: fine multipliers, schedules, and the step of one multiplier. The kernel and its naive twin share this.
//!
//! Source: `paper/certificate.md`, section 4. Everything is integer arithmetic, so anyone who starts from the same multipliers arrives at
//! the same ones.

use super::fixed_point::FINE_BITS;
use super::instance::Instance;

/// Multipliers with [`FINE_BITS`] more bits than the bound reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FineMultipliers {
    /// The multipliers of the slots, direction by direction and within a direction by cell; 0 outside the box.
    slots: Box<[i32]>,
    /// The multipliers of the sides, in the order (top, right, bottom, left); 0 for a side without one.
    pub(crate) sides: [i32; 4],
    /// The multipliers of the uses of dots, by cell; 0 for a cell without one.
    pub(crate) uses: Box<[i32]>,
}

impl FineMultipliers {
    /// One value for all slots and one for all sides that have a multiplier, both as the bound reads them; 0 for uses.
    pub fn uniform(instance: &Instance, slot: i32, side: i32) -> Self {
        let len = instance.layout.len();
        let mut uniform = Self {
            slots: vec![0; 4 * len].into(),
            sides: [0; 4],
            uses: vec![0; len].into(),
        };
        for d in 0..4 {
            let slots = uniform.slots_mut(d);
            instance.cells().for_each(|v| slots[v] = slot << FINE_BITS);
        }
        for &(k, _) in &instance.sides {
            uniform.sides[k] = side << FINE_BITS;
        }
        uniform
    }

    /// The multipliers of the slots of a direction, by cell.
    pub(crate) fn slots(&self, direction: usize) -> &[i32] {
        let len = self.slots.len() / 4;
        &self.slots[direction * len..][..len]
    }

    /// The multipliers of the slots of a direction, by cell.
    pub(crate) fn slots_mut(&mut self, direction: usize) -> &mut [i32] {
        let len = self.slots.len() / 4;
        &mut self.slots[direction * len..][..len]
    }

    /// Copies the multipliers of `other`, which belong to the same box.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.slots.copy_from_slice(&other.slots);
        self.sides = other.sides;
        self.uses.copy_from_slice(&other.uses);
    }
}

/// The number of steps of dual ascent, and how far to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Number of steps.
    pub steps: u32,
    /// Width of the first weights, in units of the bound.
    pub width: u32,
    /// Each width is smaller than the last by this many 4096ths.
    pub decay: u32,
    /// Step length in proportion to the width.
    pub rate: u32,
}

impl Schedule {
    /// The schedule, or `None` when a number is not in its range: at most 4,096 steps, widths 1 to 1,023, decay below
    /// 4,096, rates 1 to 64.
    pub const fn new(steps: u32, width: u32, decay: u32, rate: u32) -> Option<Self> {
        let fits = steps <= 4096 && width >= 1 && width <= 1023;
        if !fits || decay > 4095 || rate < 1 || rate > 64 {
            return None;
        }
        Some(Self {
            steps,
            width,
            decay,
            rate,
        })
    }
}

/// The result of dual ascent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ascent {
    /// Least value met.
    pub(super) value: i32,
    /// Number of evaluations.
    pub(super) evaluations: u32,
}

/// The next step: t and F of the page.
pub(super) struct Step {
    schedule: Schedule,
    number: u32,
    fine_width: u64,
}

impl Step {
    pub(super) fn first(schedule: Schedule) -> Self {
        Self {
            schedule,
            number: 0,
            fine_width: u64::from(schedule.width) << 16,
        }
    }

    /// Whether there is no such step any more.
    pub(super) const fn is_over(&self) -> bool {
        self.number == self.schedule.steps
    }

    /// The width of the weights, W of the page.
    pub(super) fn width(&self) -> u16 {
        ((self.fine_width >> 16) as u16).max(1)
    }

    /// The step length, a of the page: below 2^16.
    pub(super) fn rate(&self) -> i32 {
        i32::from(self.width()) * self.schedule.rate as i32
    }

    /// The momentum, b of the page: below 2^8.
    pub(super) const fn momentum(&self) -> i32 {
        (256 * self.number / (self.number + 3)) as i32
    }

    pub(super) fn advance(&mut self) {
        self.number += 1;
        self.fine_width -= (self.fine_width * u64::from(self.schedule.decay)) >> 12;
    }
}

/// The multiplier of section 3 that belongs to a fine one, at most 12,000.
#[inline(always)]
pub(super) const fn rounded(fine: i32) -> u16 {
    ((fine + (1 << (FINE_BITS - 1))) >> FINE_BITS) as u16
}

/// One step of one multiplier against its gradient, with `rate` and `momentum` those of the [`Step`]. No overflow: of a gradient at most
/// 22 times 1,024 the product with the rate stays below 2^31, and a fine value is below 2^22, a momentum below 2^8.
#[inline(always)]
pub(super) fn descend(
    fine: &mut i32,
    previous: &mut i32,
    gradient: i32,
    (rate, momentum): (i32, i32),
    most: i32,
) {
    let here = (*fine - ((gradient * rate + 512) >> 10)).max(0).min(most);
    let ahead = here + (((here - *previous) * momentum) >> 8);
    *previous = here;
    *fine = ahead.max(0).min(most);
}
