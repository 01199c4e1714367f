//! Reduced-cost fixing: decisions whose opposite the same multipliers refute.
//!
//! `paper/certificate.md`, section 3, "Fixing".

use super::domain::Domain;
use super::instance::Instance;
use super::layout::{Layout, Mark};
use super::precedence::Contradiction;

/// The reduced costs that an evaluation found. They say nothing of absent cells, and of marks that are not allowed.
#[derive(Clone)]
pub(crate) struct ReducedCosts {
    layout: Layout,
    /// The costs of the marks of a line, by direction and first cell, less the multiplier of the use of each mark's own cell, plus a
    /// constant.
    pub(crate) lines: [Box<[u16]>; 4],
    /// The least of these costs among the allowed marks of each cell.
    pub(crate) cheapest: Box<[u16]>,
    /// The worth of a dot on each cell before its mark is paid, changed in the same way as the costs.
    pub(crate) income: Box<[u16]>,
}

impl ReducedCosts {
    /// Zeros, which mean nothing before the first evaluation.
    pub(crate) fn new(layout: Layout) -> Self {
        let zeros = || vec![0; layout.len()].into_boxed_slice();
        Self {
            layout,
            lines: std::array::from_fn(|_| zeros()),
            cheapest: zeros(),
            income: zeros(),
        }
    }

    /// The cost of an allowed mark, changed as in `lines`.
    pub(crate) fn cost(&self, m: Mark) -> i32 {
        self.lines[m.direction][self.layout.start(m)].into()
    }

    /// The regret of an allowed mark: how much more it costs than the cheapest of its cell.
    pub(crate) fn regret(&self, m: Mark) -> i32 {
        self.cost(m) - i32::from(self.cheapest[m.cell])
    }

    /// The reduced profit of a cell: its income less the cost of its cheapest mark.
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
