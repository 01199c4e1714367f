//! Which mark to branch on.

use crate::bound::cell_set::CellSet;
use crate::bound::domain::Domain;
use crate::bound::dual_bound::{DualBound, PRESENT};
use crate::bound::instance::Instance;
use crate::bound::layout::{Layout, Mark};
use crate::bound::reduced_cost::ReducedCosts;

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
            let primal = worker.primal[m.cell] / (PRESENT / 512);
            let rarity = worker.reduced.regret(*m) - i32::from(primal);
            (!node.is_present(m.cell), rarity)
        })
}

/// The dots of the cross, and those that the forced marks place one after another from there on.
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

/// Whether the other dots of the mark's line are all known.
fn needs_only(layout: &Layout, m: Mark, known: &CellSet) -> bool {
    let mut line = layout.line(m).into_iter();
    line.all(|w| w == m.cell || known.contains(w))
}
