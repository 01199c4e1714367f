//! Which decision to branch on: learned gains, dots before marks.
//!
//! Nothing here can make a proof wrong; a poor choice only makes the tree larger.

use std::sync::atomic::{AtomicU64, Ordering};

use super::cell_set::CellSet;
use super::domain::Domain;
use super::dual_bound::{DualBound, PRESENT};
use super::instance::Instance;
use super::layout::{Layout, Mark};
use super::reduced_cost::ReducedCosts;

/// What deciding a cell did to the bound so far, by cell and side, for all threads.
///
/// Gains are in units of the kernel per unit of distance from the relaxed solution.
pub(super) struct Gains {
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

/// A distance below this is treated as this, so that no gain explodes.
const LEAST_DISTANCE: f64 = 0.05;

impl Gains {
    /// Nothing learned yet.
    pub(super) fn new(instance: &Instance) -> Self {
        Self {
            cells: (0..instance.layout.len())
                .map(|_| Default::default())
                .collect(),
            all: Default::default(),
        }
    }

    /// Notes that deciding `cell` (side 0 present, 1 absent) lowered the bound by `gain`.
    pub(super) fn learn(&self, cell: usize, presence: f64, side: usize, gain: f64) {
        let per_distance = gain / distance(presence, side).max(LEAST_DISTANCE);
        self.cells[cell][side].add(per_distance);
        self.all[side].add(per_distance);
    }

    fn expected(&self, cell: usize, presence: f64, side: usize) -> f64 {
        const BEFORE_ANY: f64 = 1000.0;
        let prior = self.all[side].with_prior(BEFORE_ANY);
        let per_distance = self.cells[cell][side].with_prior(prior);
        (distance(presence, side).max(0.02) * per_distance).max(1.0)
    }
}

fn distance(presence: f64, side: usize) -> f64 {
    if side == 0 { 1.0 - presence } else { presence }
}

/// The free cell with the largest product of expected gains among those that `admit`.
pub(super) fn best_cell(
    instance: &Instance,
    node: &Domain,
    presence: &[u16],
    gains: &Gains,
    admit: impl Fn(usize) -> bool,
) -> Option<usize> {
    let scored = scored_cells(instance, node, presence, gains);
    scored
        .filter(|&(_, v)| admit(v))
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, v)| v)
}

/// The free cells with the largest products of expected gains, best first.
pub(super) fn best_cells(
    instance: &Instance,
    node: &Domain,
    presence: &[u16],
    gains: &Gains,
    count: usize,
) -> Vec<usize> {
    let mut scored: Vec<_> = scored_cells(instance, node, presence, gains).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(count).map(|(_, v)| v).collect()
}

/// The free cells, each with the product of the gains expected of its two sides.
fn scored_cells(
    instance: &Instance,
    node: &Domain,
    presence: &[u16],
    gains: &Gains,
) -> impl Iterator<Item = (f64, usize)> {
    instance.cells().filter(|&v| node.is_free(v)).map(|v| {
        let presence = share(presence[v]);
        let expected = |side| gains.expected(v, presence, side);
        (expected(0) * expected(1), v)
    })
}

/// An average of [`DualBound::presence`] as a number from 0 to 1.
pub(super) fn share(presence: u16) -> f64 {
    (f64::from(presence) / f64::from(PRESENT)).clamp(0.0, 1.0)
}

/// The cheapest mark of the present cell with the fewest alternatives, if one has any.
pub(super) fn best_mark(instance: &Instance, node: &Domain, w: &ReducedCosts) -> Option<Mark> {
    let cell = instance
        .cells()
        .filter(|&v| node.is_present(v) && node.options(v) > 1)
        .min_by_key(|&v| node.options(v))?;
    node.marks_of(cell).min_by_key(|&m| w.cost(m))
}

/// The most promising mark by which a game can go on from the dots whose moves are known: at least
/// one such mark is used if any other dot is placed.
pub(super) fn entering_mark(
    instance: &Instance,
    node: &Domain,
    worker: &DualBound,
) -> Option<Mark> {
    let known = known_dots(instance, node);
    instance
        .cells()
        .filter(|&v| !known.contains(v) && node.options(v) > 0)
        .flat_map(|v| node.marks_of(v))
        .filter(|m| needs_only(&instance.layout, *m, &known))
        .min_by_key(|m| {
            let presence = worker.primal[m.cell] / (PRESENT / 512);
            let rarity = worker.reduced.detour(*m) - i32::from(presence);
            (!node.is_present(m.cell), rarity)
        })
}

/// What the forced marks place one after another from the cross on, the cross included.
fn known_dots(instance: &Instance, node: &Domain) -> CellSet {
    let mut known = instance.cross;
    let mut waiting: Vec<Mark> = instance
        .cells()
        .filter(|&v| node.is_present(v) && node.options(v) == 1)
        .filter_map(|v| node.marks_of(v).next())
        .collect();
    loop {
        let before = waiting.len();
        waiting.retain(|m| {
            let placed = needs_only(&instance.layout, *m, &known);
            if placed {
                known.insert(m.cell);
            }
            !placed
        });
        if waiting.len() == before {
            return known;
        }
    }
}

/// The other dots of the mark's line are all known.
fn needs_only(layout: &Layout, m: Mark, known: &CellSet) -> bool {
    layout
        .line(m)
        .into_iter()
        .all(|w| w == m.cell || known.contains(w))
}
