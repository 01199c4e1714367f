//! Reduced-cost fixing: decisions whose opposite the same multipliers refute.
//!
//! `paper/certificate.md`, section 3, "Fixing".

use super::kernel::{Frame, Workspace};
use super::node::{Contradiction, Mark, Node, marks};

/// Applies every fixing that the last evaluation in `w` allows, and its consequences.
///
/// `gap` is the value of the bound minus the target, at least 0.
///
/// # Errors
/// When nothing satisfies the node any more.
pub(crate) fn fix(
    frame: &Frame,
    node: &mut Node,
    w: &Workspace,
    gap: i32,
) -> Result<(), Contradiction> {
    debug_assert!(gap >= 0);
    for v in frame.cells() {
        if node.restrictions.placeable[v] != 0 {
            fix_cell(node, w, v, gap);
        }
    }
    node.propagate(frame)
}

fn fix_cell(node: &mut Node, w: &Workspace, v: usize, gap: i32) {
    let image = node.half_turn().map(|turn| turn.cell(v));
    let with_image = |loss: fn(i32) -> i32| {
        let of = |v: usize| loss(w.profit[v]);
        of(v) + image.map_or(0, of)
    };
    let free = node.is_free(v);
    if free && with_image(|profit| profit.max(0)) > gap {
        node.set_present(v);
    }
    if free && with_image(|profit| (-profit).max(0)) > gap {
        node.set_absent(v);
        return;
    }
    for (direction, position) in marks() {
        let mark = Mark {
            cell: v,
            direction,
            position,
        };
        if !node.allows(mark) {
            continue;
        }
        let image_loss = node
            .half_turn()
            .map_or(0, |t| mark_loss(w, free, t.mark(mark)));
        if mark_loss(w, free, mark) + image_loss > gap {
            node.forbid(mark);
        }
    }
}

/// How much the value falls at least when the mark is used. With rule S a cell and its image
/// are both free or both present.
fn mark_loss(w: &Workspace, free: bool, m: Mark) -> i32 {
    let profit = w.profit[m.cell];
    let base = if free { profit.max(0) } else { profit };
    base - (profit - (w.cost(m) - w.cheapest[m.cell]))
}
