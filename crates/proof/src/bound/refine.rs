//! Bounding a state: the way to the kernel.
//!
//! An accelerated gradient method on a smoothed bound, in integers: results obey
//! section 4 of `paper/certificate.md` bit for bit.

use fearless_simd::Level;

use super::kernel::{Frame, Restrictions, Workspace};
use super::lattice::{Plane, SIZE};
use super::recipe::Plan;
pub use super::recipe::{FINE_BITS, FineMultipliers, Schedule};
use super::sweep::Sweep;

/// A cell that surely holds a dot in an average of [`Refiner::presence`].
pub(super) const PRESENT: u16 = 1 << 14;

/// Evaluates and improves multipliers; owns the memory that takes.
pub struct Refiner {
    /// What the last evaluation found out about the cells and lines.
    pub workspace: Box<Workspace>,
    /// The share of each cell in the relaxed solution, in 2^-14: a running average over all steps of the
    /// recipe. A hint for branching, nothing more.
    pub presence: Box<Plane<u16>>,
    /// Number of evaluations so far.
    pub evaluations: u64,
    sweep: Box<Sweep>,
    level: Level,
}

impl Default for Refiner {
    fn default() -> Self {
        Self {
            workspace: Box::default(),
            presence: Box::new([0; SIZE]),
            evaluations: 0,
            sweep: Box::default(),
            level: Level::new(),
        }
    }
}

/// A schedule that only evaluates.
const ONCE: Schedule = Schedule::new(0, 1, 0, 1).expect("in range");

impl Refiner {
    /// Runs the recipe to its end: how fast a step is, for benchmarks.
    pub fn improve(
        &mut self,
        frame: &Frame,
        r: &Restrictions,
        best: &mut FineMultipliers,
        schedule: Schedule,
    ) -> i32 {
        self.refine(frame, r, best, schedule, i32::MIN)
    }

    /// The value at `u`, rounded as section 4 says, in units of 1/[`UNIT`](super::kernel::UNIT);
    /// the details are in [`Self::workspace`] afterwards.
    ///
    /// Every position that satisfies `r` and L1-L5 has at most that many moves
    /// (times `frame.gain`). A present cell without an allowed mark makes the value
    /// meaningless: callers close such nodes first.
    pub(super) fn evaluate(&mut self, frame: &Frame, r: &Restrictions, u: &FineMultipliers) -> i32 {
        let plan = Plan {
            schedule: ONCE,
            target: i32::MIN,
        };
        self.evaluations += 1;
        self.sweep.load(frame, r, u);
        let found = self.sweep.improve(self.level, plan);
        self.sweep.save_evaluation(&mut self.workspace);
        found.value
    }

    /// Runs the recipe of section 4 from `best`, with `target` its T.
    ///
    /// Leaves the best multipliers met in `best` and returns their value. [`Self::workspace`] stays as it was.
    pub(super) fn refine(
        &mut self,
        frame: &Frame,
        r: &Restrictions,
        best: &mut FineMultipliers,
        schedule: Schedule,
        target: i32,
    ) -> i32 {
        self.sweep.load(frame, r, best);
        self.sweep.load_presence(&self.presence);
        let found = self.sweep.improve(self.level, Plan { schedule, target });
        self.sweep.save_presence(&mut self.presence);
        self.sweep.save_best(frame, best);
        self.evaluations += u64::from(found.evaluations);
        found.value
    }
}

#[cfg(test)]
mod tests;
