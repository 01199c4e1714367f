//! How long one step of the recipe takes: the bound, the gradient of its smoothed form, new multipliers.
//!
//! It runs [`STEPS`] steps from a flat start on the open box, so divan's items per
//! second are steps per second. Results by date and machine: `benches/results/`.

use divan::Bencher;
use divan::counter::ItemsCount;
use morpion::bound::kernel::{FORBIDDEN, Frame, LENGTH, Restrictions, UNIT};
use morpion::bound::lattice::{CellRows, Lattice, ROW_MARGIN, SIZE};
use morpion::bound::refine::{FINE_BITS, FineMultipliers, Refiner, Schedule};
use morpion::geometry::{BoundingBox, Cell, Region, Variant, is_cross_cell};

const STEPS: u32 = 1000;
/// The paper's hardest, a larger one and a small one.
const BOXES: [&str; 3] = ["4,3,1,1", "4,4,3,3", "2,1,1,1"];

fn main() {
    divan::main();
}

/// A box before any decision, with multipliers of 0.7 everywhere.
struct Case {
    frame: Frame,
    restrictions: Box<Restrictions>,
    start: Box<FineMultipliers>,
}

#[divan::bench(args = BOXES)]
fn improve(bencher: Bencher, distances: &str) {
    let case = Case::new(distances);
    let mut refiner = Refiner::default();
    let schedule = Schedule::new(STEPS, 717, 17, 46).expect("in range");
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| case.start.clone())
        .bench_local_refs(|u| refiner.improve(&case.frame, &case.restrictions, u, schedule));
}

impl Case {
    fn new(distances: &str) -> Self {
        let variant = Variant::D5;
        let bounding_box: BoundingBox = distances.parse().expect("four distances");
        let lattice = Lattice::new(variant, bounding_box).expect("the box fits");
        let region = lattice.region;
        let mut case = Self {
            frame: Frame {
                cross: [0; SIZE],
                // The bound reads neither this nor the cells of the sides.
                start: CellRows::EMPTY,
                moves: 0,
                sides: Vec::new(),
                side_cells: Vec::new(),
                arrival_cells: Vec::new(),
                gain: UNIT as i16,
                balanced: false,
                width: region.width(),
                first_row: ROW_MARGIN,
                last_row: ROW_MARGIN + region.height() - 1,
            },
            restrictions: Box::new(Restrictions {
                marks: [[[FORBIDDEN; SIZE]; LENGTH]; 4],
                present: [0; SIZE],
                placeable: [0; SIZE],
            }),
            start: Box::default(),
        };
        for cell in region.cells() {
            case.open(variant, &lattice, cell);
        }
        for line in region.lines(variant) {
            for (i, cell) in line.cells(variant).enumerate() {
                if !is_cross_cell(variant, cell) {
                    let marks = &mut case.restrictions.marks[line.direction.index()];
                    marks[i][lattice.index(cell)] = 0;
                }
            }
        }
        case.frame.sides = (0..4)
            .filter(|&k| bounding_box.distances()[k] > 0)
            .map(|k| (k, side(&lattice, k)))
            .collect();
        case
    }

    fn open(&mut self, variant: Variant, lattice: &Lattice, cell: Cell) {
        let v = lattice.index(cell);
        if is_cross_cell(variant, cell) {
            self.frame.cross[v] = -1;
        } else {
            self.restrictions.placeable[v] = -1;
        }
        for slots in &mut self.start.slots {
            slots[v] = (7 * UNIT / 10) << FINE_BITS;
        }
    }
}

/// Mask of side `k` (top, right, bottom, left).
fn side(lattice: &Lattice, k: usize) -> [i16; SIZE] {
    let Region {
        x_min,
        x_max,
        y_min,
        y_max,
    } = lattice.region;
    let mut mask = [0; SIZE];
    for cell in lattice.region.cells() {
        let on = [
            cell.y == y_min,
            cell.x == x_max,
            cell.y == y_max,
            cell.x == x_min,
        ];
        if on[k] {
            mask[lattice.index(cell)] = -1;
        }
    }
    mask
}
