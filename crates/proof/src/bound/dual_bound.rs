//! The dual bound of a node, and the multipliers that make it low.
//!
//! The bound is a Lagrangian relaxation. An accelerated gradient method improves its smoothed form in integers; the results obey section 4
//! of `paper/certificate.md` bit for bit.

pub use super::dual_ascent::{FineMultipliers, Schedule};

use super::domain::Domain;
use super::instance::Instance;
use super::kernel::Kernel;
use super::reduced_cost::ReducedCosts;

/// A cell that surely holds a dot in the averaged primal solution.
pub(crate) const PRESENT: u16 = 1 << 14;

/// Evaluates and improves multipliers of the nodes of a box; owns the memory that this takes.
#[derive(Clone)]
pub struct DualBound {
    /// The reduced costs that the last evaluation found.
    pub(crate) reduced: ReducedCosts,
    /// The averaged primal solution: how much of a dot each cell has in it, in units of 1/[`PRESENT`], as a running average over all
    /// steps so far. A hint for branching, nothing more.
    pub(crate) primal: Box<[u16]>,
    /// Number of evaluations so far.
    pub(crate) evaluations: u64,
    kernel: Kernel,
}

/// A schedule that only evaluates.
const ONCE: Schedule = Schedule::new(0, 1, 0, 1).expect("in range");

impl DualBound {
    /// A bound for the nodes of this box.
    pub fn new(instance: &Instance) -> Self {
        Self {
            reduced: ReducedCosts::new(instance.layout),
            primal: vec![0; instance.layout.len()].into(),
            evaluations: 0,
            kernel: Kernel::new(instance),
        }
    }

    /// The value at `u`, rounded as section 4 says, in units of 1/[`UNIT`](super::fixed_point::UNIT);
    /// the details are in [`Self::reduced`] afterwards.
    ///
    /// Every position that satisfies the domain and L1-L5 has at most that many moves (times the gain).
    /// A present cell without an allowed mark makes the value meaningless: callers close such nodes first.
    pub(crate) fn evaluate(&mut self, domain: &Domain, u: &FineMultipliers) -> i32 {
        self.evaluations += 1;
        self.kernel.load(domain, u);
        let found = self.kernel.ascend(ONCE, i32::MIN, &mut self.primal);
        self.kernel.save_reduced_costs(&mut self.reduced);
        found.value
    }

    /// Improves multipliers by the recipe of section 4, with `target` its T.
    ///
    /// Leaves the best ones met in `best` and returns their value. `Self::reduced` stays as it was.
    pub fn ascend(
        &mut self,
        domain: &Domain,
        best: &mut FineMultipliers,
        schedule: Schedule,
        target: i32,
    ) -> i32 {
        self.kernel.load(domain, best);
        let found = self.kernel.ascend(schedule, target, &mut self.primal);
        best.copy_from(self.kernel.best());
        self.evaluations += u64::from(found.evaluations);
        found.value
    }
}
