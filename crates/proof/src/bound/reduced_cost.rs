//! Reduced-cost fixing: decisions whose opposite the same multipliers refute.
//!
//! `paper/certificate.md`, section 3, "Fixing".

use super::domain::Domain;
use super::instance::Instance;
use super::layout::{Layout, Mark};
use super::precedence::Contradiction;

/// What an evaluation says of marks and cells; of absent cells, and of marks that are not allowed, it says nothing.
#[derive(Clone)]
pub(crate) struct ReducedCosts {
    layout: Layout,
    /// By direction and first cell the costs of the marks of a line but for what their own cells' uses cost, and more by the same.
    pub(crate) lines: [Box<[u16]>; 4],
    /// By cell the least of them, of its allowed marks.
    pub(crate) cheapest: Box<[u16]>,
    /// By cell what a dot on it is worth before its mark is paid, changed as costs are.
    pub(crate) income: Box<[u16]>,
}

impl ReducedCosts {
    /// Without meaning, before the first evaluation.
    pub(crate) fn new(layout: Layout) -> Self {
        let zeros = || vec![0; layout.len()].into_boxed_slice();
        Self {
            layout,
            lines: std::array::from_fn(|_| zeros()),
            cheapest: zeros(),
            income: zeros(),
        }
    }

    /// The cost of an allowed mark; of all marks of the question more by the same.
    pub(crate) fn cost(&self, m: Mark) -> i32 {
        self.lines[m.direction][self.layout.start(m)].into()
    }

    /// The regret of an allowed mark: how much more it costs than the cheapest of its cell.
    pub(crate) fn regret(&self, m: Mark) -> i32 {
        self.cost(m) - i32::from(self.cheapest[m.cell])
    }

    /// What placing the cell by its cheapest mark is worth: its reduced profit.
    pub(crate) fn profit(&self, v: usize) -> i32 {
        i32::from(self.income[v]) - i32::from(self.cheapest[v])
    }
}

/// Applies every fixing that an evaluation allows, and its consequences.
///
/// `gap` is the value of the bound minus the target, at least 0.
///
/// # Errors
/// When nothing satisfies the node any more.
pub(crate) fn fix(
    instance: &Instance,
    domain: &mut Domain,
    reduced: &ReducedCosts,
    gap: i32,
) -> Result<(), Contradiction> {
    debug_assert!(gap >= 0);
    for v in instance.cells() {
        if domain.is_placeable(v) {
            fix_cell(domain, reduced, v, gap);
        }
    }
    domain.propagate(instance)
}

fn fix_cell(domain: &mut Domain, reduced: &ReducedCosts, v: usize, gap: i32) {
    let turn = domain.half_turn();
    let with_image = |loss: fn(i32) -> i32| {
        let of = |v: usize| loss(reduced.profit(v));
        of(v) + turn.map_or(0, |turn| of(turn.cell(v)))
    };
    let free = domain.is_free(v);
    if free && with_image(|profit| profit.max(0)) > gap {
        domain.set_present(v);
    }
    if free && with_image(|profit| (-profit).max(0)) > gap {
        domain.set_absent(v);
        return;
    }
    for mark in domain.marks_of(v) {
        let image_loss = turn.map_or(0, |turn| mark_loss(reduced, free, turn.mark(mark)));
        if mark_loss(reduced, free, mark) + image_loss > gap {
            domain.forbid(mark);
        }
    }
}

/// How much the value falls at least when the mark is used. With rule S a cell and its image
/// are both free or both present.
fn mark_loss(reduced: &ReducedCosts, free: bool, m: Mark) -> i32 {
    let profit = reduced.profit(m.cell);
    let base = if free { profit.max(0) } else { profit };
    base - (profit - reduced.regret(m))
}
