//! What a box looks like before any decision: rule L2, the cross and the sides.

use crate::geometry::{Arrival, BoundingBox, Cell, Symmetry, Variant, is_cross_cell};

use super::kernel::{FORBIDDEN, Frame, LENGTH, Restrictions, UNIT};
use super::lattice::{CellRows, Lattice, Plane, ROW_MARGIN, SIZE};
use super::node::HalfTurn;

/// The variant this engine is written for.
pub(super) const VARIANT: Variant = Variant::D5;

/// The frame of a box, its sides not balanced; `gain` is 1 to count moves, 0 to ask whether anything fits, or
/// arrives.
pub(super) fn frame(
    lattice: &Lattice,
    bounding_box: BoundingBox,
    gain: u32,
    arrival: Option<Arrival>,
) -> Frame {
    let region = lattice.region;
    let mut cross = [0; SIZE];
    let mut start = CellRows::EMPTY;
    for cell in region.cells().filter(|&c| is_cross_cell(VARIANT, c)) {
        cross[lattice.index(cell)] = -1;
        start.insert(lattice.index(cell));
    }
    let distances = bounding_box.distances();
    let outside = (0..4).filter(|&k| distances[k] > 0);
    let (arrived, reached): (Vec<usize>, Vec<usize>) =
        outside.partition(|&k| arrival.is_some_and(|a| a.extends(k)));
    let cells = |k: usize| -> Vec<usize> { region.side(k).map(|c| lattice.index(c)).collect() };
    let arrival_cells: Vec<Vec<usize>> = arrived.into_iter().map(cells).collect();
    let side_cells = arrival_cells.iter().cloned();
    Frame {
        cross,
        start,
        moves: 0,
        sides: reached.iter().map(|&k| (k, mask(&cells(k)))).collect(),
        side_cells: side_cells
            .chain(reached.iter().map(|&k| cells(k)))
            .collect(),
        arrival_cells,
        gain: if gain == 0 { 0 } else { UNIT as i16 },
        balanced: false,
        first_row: ROW_MARGIN,
        last_row: ROW_MARGIN + region.height() - 1,
        width: region.width(),
    }
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

/// Every mark of a line inside the box is allowed, but for those of the cross (L2) and, if a game
/// arrives at the box (rule P9), those that its last dot leaves no room for.
pub(super) fn restrictions(lattice: &Lattice, arrival_cells: &[Vec<usize>]) -> Box<Restrictions> {
    let mut restrictions = Box::new(Restrictions {
        marks: [[[FORBIDDEN; SIZE]; LENGTH]; 4],
        present: [0; SIZE],
        placeable: [0; SIZE],
    });
    let placeable = |c: &Cell| !is_cross_cell(VARIANT, *c);
    // How many of the arrival's sides a cell lies on. Its last dot lies on all of them, the others on none.
    let sides = |cell: Cell| {
        let v = lattice.index(cell);
        arrival_cells
            .iter()
            .filter(|side| side.contains(&v))
            .count()
    };
    let is_inside = |cell: Cell| sides(cell) == 0;
    for line in lattice.region.lines(VARIANT) {
        let inside = line.cells(VARIANT).filter(|&c| is_inside(c)).count();
        let marks = &mut restrictions.marks[line.direction.index()];
        for (i, cell) in line
            .cells(VARIANT)
            .enumerate()
            .filter(|(_, c)| placeable(c))
            .filter(|&(_, c)| match inside {
                LENGTH => true,
                n => n == LENGTH - 1 && sides(c) == arrival_cells.len(),
            })
        {
            marks[i][lattice.index(cell)] = 0;
        }
    }
    for cell in lattice.region.cells().filter(placeable) {
        restrictions.placeable[lattice.index(cell)] = -1;
    }
    restrictions
}
