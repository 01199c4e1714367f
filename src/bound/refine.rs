//! Improving the multipliers: a deflected subgradient method in integers.
//!
//! The step length falls geometrically, the direction is an exponential average of
//! the subgradients. Everything is integer arithmetic with a fixed order, so anyone
//! who starts from the same multipliers arrives at the same ones: results obey
//! section 4 of `paper/certificate.md` bit for bit.

use fearless_simd::Level;

use super::kernel::{Frame, Restrictions, Workspace};
use super::lattice::{Plane, SIZE};
pub use super::sweep::FINE_BITS;
pub(super) use super::sweep::PRESENT;
use super::sweep::{Plan, Sweep};

/// Multipliers with [`FINE_BITS`] more bits than the bound reads.
#[derive(Clone)]
pub struct FineMultipliers {
    /// Of the slots, by direction, each in `0..=MULTIPLIER_MAX << FINE_BITS`; 0 outside the box.
    pub slots: [Plane<i32>; 4],
    /// Of the sides, each in `0..=SIDE_MAX << FINE_BITS`; 0 for a side at distance 0.
    pub sides: [i32; 4],
}

/// A schedule of step lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// First step, in fine units for a subgradient entry of 1.
    pub first: i32,
    /// Each step is shorter than the last by this many 1024ths.
    pub decay: i32,
}

impl Schedule {
    /// Longest first step: a direction times it stays inside `i32`.
    pub const FIRST_MAX: u32 = 65_536;

    /// The schedule, or `None` when `first` is not in `1..=FIRST_MAX` or `decay` not below 1024.
    pub const fn new(first: u32, decay: u32) -> Option<Self> {
        if first == 0 || first > Self::FIRST_MAX || decay >= 1024 {
            return None;
        }
        Some(Self {
            first: first as i32,
            decay: decay as i32,
        })
    }
}

impl Default for FineMultipliers {
    fn default() -> Self {
        Self {
            slots: [[0; SIZE]; 4],
            sides: [0; 4],
        }
    }
}

/// Evaluates and improves multipliers; owns the memory that takes.
pub struct Refiner {
    /// What the last call of [`Self::evaluate`] found out about the cells and lines.
    pub workspace: Box<Workspace>,
    /// How often each cell was chosen of late, in 2^-14: a running average over all steps of
    /// [`Self::refine`]. A hint for branching, nothing more.
    pub presence: Box<Plane<i16>>,
    /// Number of evaluations so far.
    pub evaluations: u64,
    sweep: Box<Sweep>,
    level: Level,
}

impl Default for Refiner {
    fn default() -> Self {
        Self::on(fastest())
    }
}

impl Refiner {
    /// A refiner that uses this instruction set.
    fn on(level: Level) -> Self {
        Self {
            workspace: Box::default(),
            presence: Box::new([0; SIZE]),
            evaluations: 0,
            sweep: Box::default(),
            level,
        }
    }

    /// The value at `u`, rounded as section 4 says, in units of 1/[`UNIT`](super::kernel::UNIT);
    /// the details are in [`Self::workspace`] afterwards.
    ///
    /// Every position that satisfies `r` and L1-L5 has at most that many moves
    /// (times `frame.gain`). A present cell without an allowed mark makes the value
    /// meaningless: callers close such nodes first.
    pub fn evaluate(&mut self, frame: &Frame, r: &Restrictions, u: &FineMultipliers) -> i32 {
        const ONCE: Plan = Plan {
            steps: 0,
            schedule: Schedule { first: 1, decay: 0 },
            target: i32::MIN,
        };
        self.sweep.load(frame, r, u);
        let found = self.sweep.descend(self.level, ONCE);
        self.sweep.save_evaluation(&mut self.workspace);
        self.evaluations += u64::from(found.evaluations);
        found.value
    }

    /// Runs `refine(steps, first, decay)` of section 4 from `best`, with `target` its T.
    ///
    /// Leaves the best multipliers met in `best` and returns their value and the number of
    /// the step at which they were met. [`Self::workspace`] stays as it was.
    pub fn refine(
        &mut self,
        frame: &Frame,
        r: &Restrictions,
        best: &mut FineMultipliers,
        steps: u32,
        schedule: Schedule,
        target: i32,
    ) -> (i32, u32) {
        let plan = Plan {
            steps,
            schedule,
            target,
        };
        self.sweep.load(frame, r, best);
        self.sweep.load_presence(&self.presence);
        let found = self.sweep.descend(self.level, plan);
        self.sweep.save_presence(&mut self.presence);
        self.sweep.save_best(frame, best);
        self.evaluations += u64::from(found.evaluations);
        (found.value, found.step)
    }

    #[cfg(test)]
    fn subgradient(&mut self, frame: &Frame) -> ([Plane<i16>; 4], [i16; 4]) {
        self.sweep.subgradient(self.level, frame)
    }
}

/// The instruction set to use: AVX2 even where there is AVX-512, whose comparisons go
/// through mask registers, which costs more here than wider registers would gain.
fn fastest() -> Level {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = Level::new().as_avx2() {
        return Level::Avx2(avx2);
    }
    Level::new()
}

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
