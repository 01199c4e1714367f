//! Pseudo-costs: how much deciding a cell lowered the bound so far, and which cell to branch on by that.
//!
//! Source: Benichou et al., Experiments in mixed-integer linear programming, 1971. Nothing here can make a proof wrong; a poor choice
//! only makes the tree larger.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::bound::domain::Domain;
use crate::bound::dual_bound::PRESENT;
use crate::bound::instance::Instance;

/// How far deciding a cell has lowered the bound so far, by cell and side, for all threads.
///
/// Costs are in units of the kernel per unit of distance from the relaxed solution.
pub(super) struct PseudoCosts {
    cells: Vec<[Mean; 2]>,
    all: [Mean; 2],
}

/// A running mean; updates from several threads may interleave, it is a hint.
#[derive(Default)]
struct Mean {
    sum: AtomicU64,
    count: AtomicU64,
}

impl Mean {
    fn add(&self, value: f64) {
        self.sum.fetch_add(value.max(0.0) as u64, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// The mean of what was added and one more value `prior`.
    fn with_prior(&self, prior: f64) -> f64 {
        let count = self.count.load(Ordering::Relaxed) as f64;
        (self.sum.load(Ordering::Relaxed) as f64 + prior) / (count + 1.0)
    }
}

/// A distance below this is treated as this, so that no cost explodes.
const LEAST_DISTANCE: f64 = 0.05;

impl PseudoCosts {
    /// Nothing learned yet.
    pub(super) fn new(instance: &Instance) -> Self {
        let cells = 0..instance.layout.len();
        Self {
            cells: cells.map(|_| Default::default()).collect(),
            all: Default::default(),
        }
    }

    /// Notes that deciding `cell` (side 0 present, 1 absent) lowered the bound by `degradation`.
    pub(super) fn update(&self, cell: usize, weight: f64, side: usize, degradation: f64) {
        let per_distance = degradation / distance(weight, side).max(LEAST_DISTANCE);
        self.cells[cell][side].add(per_distance);
        self.all[side].add(per_distance);
    }

    fn score(&self, cell: usize, weight: f64, side: usize) -> f64 {
        const BEFORE_ANY: f64 = 1000.0;
        let prior = self.all[side].with_prior(BEFORE_ANY);
        let per_distance = self.cells[cell][side].with_prior(prior);
        (distance(weight, side).max(0.02) * per_distance).max(1.0)
    }
}

fn distance(weight: f64, side: usize) -> f64 {
    if side == 0 { 1.0 - weight } else { weight }
}

/// The free cell with the largest product of scores among those that `admit`.
pub(super) fn best_cell(
    instance: &Instance,
    node: &Domain,
    primal: &[u16],
    costs: &PseudoCosts,
    admit: impl Fn(usize) -> bool,
) -> Option<usize> {
    let scored = scored_cells(instance, node, primal, costs);
    scored
        .filter(|&(_, v)| admit(v))
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, v)| v)
}

/// The free cells with the largest products of scores, best first.
pub(super) fn best_cells(
    instance: &Instance,
    node: &Domain,
    primal: &[u16],
    costs: &PseudoCosts,
    count: usize,
) -> Vec<usize> {
    let mut scored: Vec<_> = scored_cells(instance, node, primal, costs).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(count).map(|(_, v)| v).collect()
}

/// The free cells, each with the product of the scores of its two sides.
fn scored_cells(
    instance: &Instance,
    node: &Domain,
    primal: &[u16],
    costs: &PseudoCosts,
) -> impl Iterator<Item = (f64, usize)> {
    instance.cells().filter(|&v| node.is_free(v)).map(|v| {
        let weight = primal_weight(primal[v]);
        let score = |side| costs.score(v, weight, side);
        (score(0) * score(1), v)
    })
}

/// An entry of the primal average as a number from 0 to 1: how much of a dot the relaxed solution has there.
pub(super) fn primal_weight(average: u16) -> f64 {
    (f64::from(average) / f64::from(PRESENT)).clamp(0.0, 1.0)
}
