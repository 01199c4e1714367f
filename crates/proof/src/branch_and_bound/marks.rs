//! Which mark to branch on.

use crate::bound::kernel::{Frame, Workspace};
use crate::bound::lattice::CellRows;
use crate::bound::node::{Mark, Node};
use crate::bound::refine::{PRESENT, Refiner};

/// The cheapest mark of the present cell with the fewest alternatives, if one has any.
pub(super) fn best_mark(frame: &Frame, node: &Node, w: &Workspace) -> Option<Mark> {
    let cell = frame
        .cells()
        .filter(|&v| node.is_present(v) && node.options(v) > 1)
        .min_by_key(|&v| node.options(v))?;
    node.marks_of(cell).min_by_key(|&m| w.cost(m))
}

/// The most promising mark by which a game can go on from the dots whose moves are known: at least
/// one such mark is used if any other dot is placed.
pub(super) fn entering_mark(frame: &Frame, node: &Node, worker: &Refiner) -> Option<Mark> {
    let known = known_dots(frame, node);
    let w = &worker.workspace;
    let detour = |m: &Mark| w.cost(*m) - w.cheapest[m.cell];
    frame
        .cells()
        .filter(|&v| !known.contains(v) && node.options(v) > 0)
        .flat_map(|v| node.marks_of(v))
        .filter(|m| needs_only(m, &known))
        .min_by_key(|m| {
            let presence = worker.presence[m.cell] / (PRESENT / 512);
            let rarity = detour(m) - i32::from(presence);
            (!node.is_present(m.cell), rarity)
        })
}

/// What the forced marks place one after another from the cross on, the cross included.
fn known_dots(frame: &Frame, node: &Node) -> CellRows {
    let mut known = frame.start;
    let mut waiting: Vec<Mark> = frame
        .cells()
        .filter(|&v| node.is_present(v) && node.options(v) == 1)
        .filter_map(|v| node.marks_of(v).next())
        .collect();
    loop {
        let before = waiting.len();
        waiting.retain(|m| {
            let placed = needs_only(m, &known);
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
fn needs_only(m: &Mark, known: &CellRows) -> bool {
    m.line().all(|w| w == m.cell || known.contains(w))
}
