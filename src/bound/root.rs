//! What a box looks like before any decision: rule L2, the cross and the sides.

use crate::geometry::{BoundingBox, Cell, Region, Symmetry, Variant, is_cross_cell};

use super::kernel::{FORBIDDEN, Frame, LENGTH, Restrictions, UNIT};
use super::lattice::{CellRows, Lattice, Plane, ROW_MARGIN, SIZE};
use super::node::HalfTurn;

/// The variant this engine is written for.
pub(super) const VARIANT: Variant = Variant::D5;

/// The frame of a box, its sides not balanced; `gain` is 1 to count moves, 0 to ask whether anything fits.
pub(super) fn frame(lattice: &Lattice, bounding_box: BoundingBox, gain: u32) -> Frame {
    let region = lattice.region;
    let mut cross = [0; SIZE];
    let mut start = CellRows::EMPTY;
    for cell in region.cells().filter(|&c| is_cross_cell(VARIANT, c)) {
        cross[lattice.index(cell)] = -1;
        start.insert(lattice.index(cell));
    }
    let side_cells: Vec<(usize, Vec<usize>)> = bounding_box
        .distances()
        .into_iter()
        .enumerate()
        .filter(|&(_, distance)| distance > 0)
        .map(|(k, _)| (k, side(region, k).map(|c| lattice.index(c)).collect()))
        .collect();
    Frame {
        cross,
        start,
        sides: side_cells.iter().map(|(k, v)| (*k, mask(v))).collect(),
        side_cells,
        gain: if gain == 0 { 0 } else { UNIT as i16 },
        balanced: false,
        first_row: ROW_MARGIN,
        last_row: ROW_MARGIN + region.height() - 1,
        width: region.width(),
    }
}

/// The cells of side `k` (top, right, bottom, left) of the region.
fn side(region: Region, k: usize) -> impl Iterator<Item = Cell> {
    region.cells().filter(move |c| match k {
        0 => c.y == region.y_min,
        1 => c.x == region.x_max,
        2 => c.y == region.y_max,
        _ => c.x == region.x_min,
    })
}

fn mask(cells: &[usize]) -> Plane<i16> {
    let mut plane = [0; SIZE];
    for &v in cells {
        plane[v] = -1;
    }
    plane
}

/// The half turn about the centre of the cross, in a box that it maps to itself.
pub(super) fn half_turn(lattice: &Lattice) -> HalfTurn {
    let cell = Cell::new(0, 0);
    let image = Symmetry::HALF_TURN.cell(VARIANT, cell);
    HalfTurn::swapping(lattice.index(cell), lattice.index(image))
}

/// Every mark of a line inside the box is allowed, but for those of the cross (L2).
pub(super) fn restrictions(lattice: &Lattice) -> Box<Restrictions> {
    let mut restrictions = Box::new(Restrictions {
        marks: [[[FORBIDDEN; SIZE]; LENGTH]; 4],
        present: [0; SIZE],
        placeable: [0; SIZE],
    });
    let placeable = |c: &Cell| !is_cross_cell(VARIANT, *c);
    for line in lattice.region.lines(VARIANT) {
        let marks = &mut restrictions.marks[line.direction.index()];
        for (i, cell) in line
            .cells(VARIANT)
            .enumerate()
            .filter(|(_, c)| placeable(c))
        {
            marks[i][lattice.index(cell)] = 0;
        }
    }
    for cell in lattice.region.cells().filter(placeable) {
        restrictions.placeable[lattice.index(cell)] = -1;
    }
    restrictions
}
