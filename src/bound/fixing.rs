//! Reduced-cost fixing: decisions whose opposite the same multipliers refute.
//!
//! `paper/certificate.md`, section 3, "Fixing".

use super::kernel::{Frame, Workspace};
use super::node::{Contradiction, Mark, Node, along, marks};

/// Applies every fixing that the last evaluation in `w` allows, and its consequences.
///
/// `gap` is the value of the bound minus the target, at least 0. Returns how many
/// cells and marks were fixed before propagation.
///
/// # Errors
/// When nothing satisfies the node any more.
pub(super) fn fix(
    frame: &Frame,
    node: &mut Node,
    w: &Workspace,
    gap: i32,
) -> Result<u32, Contradiction> {
    debug_assert!(gap >= 0);
    let mut fixed = 0;
    for v in frame.cells() {
        if node.restrictions.placeable[v] != 0 {
            fixed += fix_cell(node, w, v, gap);
        }
    }
    node.propagate(frame)?;
    Ok(fixed)
}

fn fix_cell(node: &mut Node, w: &Workspace, v: usize, gap: i32) -> u32 {
    let profit = i32::from(w.profit[v]);
    let free = node.is_free(v);
    if free && -profit > gap {
        node.set_absent(v);
        return 1;
    }
    let mut fixed = 0;
    if free && profit > gap {
        node.set_present(v);
        fixed += 1;
    }
    let base = if free { profit.max(0) } else { profit };
    let cheapest = i32::from(w.cheapest[v]);
    for (direction, position) in marks() {
        let mark = Mark {
            cell: v,
            direction,
            position,
        };
        if !node.allows(mark) {
            continue;
        }
        let cost = i32::from(w.line_cost[direction][along(v, direction, -(position as isize))]);
        if base - (profit - (cost - cheapest)) > gap {
            node.forbid(mark);
            fixed += 1;
        }
    }
    fixed
}
