//! The starting cross: the outline of a Greek cross, 36 dots (24 for lines of four).

use super::{Cell, Variant};

/// Whether `cell` is one of the starting dots of `variant`.
pub fn is_cross_cell(variant: Variant, cell: Cell) -> bool {
    let side = variant.cross_side();
    let last = variant.cross_span() - 1;
    let (inner_low, inner_high) = (side - 1, 2 * (side - 1));
    let (x, y) = (cell.x, cell.y);
    if !(0..=last).contains(&x) || !(0..=last).contains(&y) {
        return false;
    }
    let x_middle = (inner_low..=inner_high).contains(&x);
    let y_middle = (inner_low..=inner_high).contains(&y);
    let x_edge = x == 0 || x == last;
    let y_edge = y == 0 || y == last;
    let x_inner = x == inner_low || x == inner_high;
    let y_inner = y == inner_low || y == inner_high;
    (y_edge && x_middle)
        || (x_edge && y_middle)
        || (y_inner && (x <= inner_low || x >= inner_high))
        || (x_inner && (y <= inner_low || y >= inner_high))
}

/// The starting dots of `variant`, row by row from the top, left to right.
///
/// ```
/// use morpion_rules::geometry::{Variant, cross_cells};
///
/// assert_eq!(cross_cells(Variant::D5).count(), 36);
/// assert_eq!(cross_cells(Variant::D4).count(), 24);
/// ```
pub fn cross_cells(variant: Variant) -> impl Iterator<Item = Cell> {
    let span = variant.cross_span();
    (0..span)
        .flat_map(move |y| (0..span).map(move |x| Cell::new(x, y)))
        .filter(move |&cell| is_cross_cell(variant, cell))
}
