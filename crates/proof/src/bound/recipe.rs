//! What the dense and the sparse form of the bound have in common: fine multipliers, step lengths and how a
//! multiplier steps.
//!
//! Section 4 of `paper/certificate.md`. Everything is integer arithmetic, so anyone
//! who starts from the same multipliers arrives at the same ones.

use super::lattice::{Plane, SIZE};

/// Extra bits of the multipliers between evaluations.
pub const FINE_BITS: u32 = 8;

/// Multipliers with [`FINE_BITS`] more bits than the bound reads.
#[derive(Clone)]
pub struct FineMultipliers {
    /// Of the slots, by direction, each in `0..=MULTIPLIER_MAX << FINE_BITS`; 0 outside the box.
    pub slots: [Plane<i32>; 4],
    /// Of the sides, each in `0..=SIDE_MAX << FINE_BITS`; 0 for a side at distance 0.
    pub sides: [i32; 4],
}

impl Default for FineMultipliers {
    fn default() -> Self {
        Self {
            slots: [[0; SIZE]; 4],
            sides: [0; 4],
        }
    }
}

/// How the recipe steps.
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

/// How far to improve.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) schedule: Schedule,
    /// A value below it is good enough.
    pub(super) target: i32,
}

/// What the recipe found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Least value met.
    pub(super) value: i32,
    /// Number of evaluations.
    pub(super) evaluations: u32,
}

/// Where the recipe stands: t and F of the page.
pub(super) struct Pace {
    schedule: Schedule,
    step: u32,
    fine_width: u64,
}

impl Pace {
    pub(super) fn new(schedule: Schedule) -> Self {
        Self {
            schedule,
            step: 0,
            fine_width: u64::from(schedule.width) << 16,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.step == self.schedule.steps
    }

    /// W.
    pub(super) fn width(&self) -> u16 {
        ((self.fine_width >> 16) as u16).max(1)
    }

    /// a, below 2^16.
    pub(super) fn rate(&self) -> i32 {
        i32::from(self.width()) * self.schedule.rate as i32
    }

    /// b, below 2^8.
    pub(super) fn momentum(&self) -> i32 {
        (256 * self.step / (self.step + 3)) as i32
    }

    pub(super) fn advance(&mut self) {
        self.step += 1;
        self.fine_width -= (self.fine_width * u64::from(self.schedule.decay)) >> 12;
    }
}

/// The multiplier of section 3 that belongs to a fine one, at most 12,000.
#[inline(always)]
pub(super) fn rounded(fine: i32) -> u16 {
    ((fine + (1 << (FINE_BITS - 1))) >> FINE_BITS) as u16
}

/// One step of one multiplier, at most `most`: returns Y and leaves N in `settled`.
pub(super) fn stepped(old: i32, settled: &mut i32, gradient: i32, pace: &Pace, most: i32) -> i32 {
    let most = i64::from(most) << FINE_BITS;
    let down = (i64::from(gradient) * i64::from(pace.rate()) + 512) >> 10;
    let here = (i64::from(old) - down).clamp(0, most);
    let momentum = ((here - i64::from(*settled)) * i64::from(pace.momentum())) >> 8;
    *settled = here as i32;
    (here + momentum).clamp(0, most) as i32
}
