//! The data that never change while a box is searched: its cells and lines, the cross, the sides, the question.

use super::cell_set::CellSet;
use super::fixed_point::{LENGTH, Ranges, UNIT};
use super::layout::Layout;
use super::line_counts::Counts;
use morpion_rules::geometry::{Arrival, BoundingBox, Variant, is_cross_cell};
use std::ops::Range;

/// The variant this engine is written for.
pub const VARIANT: Variant = Variant::D5;

/// A box together with the question about it.
#[derive(Clone)]
pub struct Instance {
    /// The numbering of its cells.
    pub layout: Layout,
    /// The cells of the cross.
    pub(crate) cross: CellSet,
    /// For each cell the lines of the box through it, as the marks that the cell would have: a word with bit 5 d + i for each.
    pub(crate) lines: Box<[u32]>,
    /// For each line the number of its cells that belong to the cross.
    pub(crate) begun: Counts,
    /// The least number of moves of an object that is looked for; 0 if any number will do.
    pub moves: u32,
    /// The sides that have multipliers: position in (top, right, bottom, left), cells.
    pub(crate) sides: Vec<(usize, Vec<usize>)>,
    /// The cells of every side that must hold a dot.
    pub(crate) side_cells: Vec<Vec<usize>>,
    /// The cells of every side whose only dot is the last of the game; each is one of `side_cells`.
    pub(crate) arrival_cells: Vec<Vec<usize>>,
    /// The value of a move in the bound: [`UNIT`], or 0 when only the sides count.
    pub(crate) gain: u16,
    /// The largest multipliers.
    pub(crate) ranges: Ranges,
    /// The cells whose dots must be on the line of another move, if uses have multipliers.
    pub(crate) inner: CellSet,
    /// Whether steps keep the sum of the side multipliers, so that they only weigh the sides against each other.
    pub balanced: bool,
}

impl Instance {
    /// A box whose sides are not balanced, with no number of moves asked for. `gain` is 1 to count moves, 0 to ask whether anything fits,
    /// or arrives. `None` when the box is larger than certificates allow.
    pub fn new(bounding_box: BoundingBox, gain: u32, arrival: Option<Arrival>) -> Option<Self> {
        let layout = Layout::new(VARIANT, bounding_box)?;
        let region = layout.region;
        let distances = bounding_box.distances();
        let outside = (0..4).filter(|&k| distances[k] > 0);
        let (arrived, priced): (Vec<usize>, Vec<usize>) =
            outside.partition(|&k| arrival.is_some_and(|a| a.extends(k)));
        let cells = |k: usize| -> Vec<usize> { region.side(k).map(|c| layout.index(c)).collect() };
        let arrival_cells: Vec<Vec<usize>> = arrived.into_iter().map(cells).collect();
        let sides: Vec<(usize, Vec<usize>)> = priced.iter().map(|&k| (k, cells(k))).collect();
        let side_cells = arrival_cells
            .iter()
            .chain(sides.iter().map(|(_, side)| side));
        let cross = region.cells().filter(|&c| is_cross_cell(VARIANT, c));
        let cross: CellSet = cross.map(|c| layout.index(c)).collect();
        let lines = lines(&layout);
        let is_inner = |v: &usize| {
            gain == 0 && !cross.contains(*v) && !side_cells.clone().any(|side| side.contains(v))
        };
        Some(Self {
            ranges: if gain == 0 {
                Ranges::WITH_USES
            } else {
                Ranges::WITHOUT_USES
            },
            inner: layout.cells().filter(is_inner).collect(),
            layout,
            cross,
            begun: Counts::new(&layout, &lines, &cross),
            lines,
            moves: 0,
            side_cells: side_cells.cloned().collect(),
            sides,
            arrival_cells,
            gain: if gain == 0 { 0 } else { UNIT as u16 },
            balanced: false,
        })
    }

    /// The same instance without multipliers of uses, as for certificates without uses.
    pub(crate) fn without_uses(self) -> Self {
        Self {
            ranges: Ranges::WITHOUT_USES,
            inner: CellSet::EMPTY,
            ..self
        }
    }

    /// The cells of the box, in increasing order.
    pub(crate) const fn cells(&self) -> Range<usize> {
        self.layout.cells()
    }

    /// Every mark of a line inside the box is allowed, but for those of the cross (L2) and, if a game arrives at the box (rule P9),
    /// those that its last dot rules out, since no other dot lies on the same sides.
    pub(crate) fn initial_marks(&self) -> Box<[u32]> {
        let mut allowed = self.lines.clone();
        self.cross.cells().for_each(|v| allowed[v] = 0);
        // How many of the arrival's sides a cell lies on. Its last dot lies on all of them, the others on none.
        let sides = |v: usize| {
            self.arrival_cells
                .iter()
                .filter(|side| side.contains(&v))
                .count()
        };
        let all = self.arrival_cells.len();
        for v in self.cells() {
            let leaves_room = |bit: &usize| {
                let (d, i) = (bit / LENGTH, bit % LENGTH);
                let line = self
                    .layout
                    .line_from(self.layout.along(v, d, -(i as isize)), d);
                let mut others = line.iter().filter(|&&w| w != v);
                others.all(|&w| sides(w) == 0)
            };
            let word = allowed[v];
            let is_possible = sides(v) == 0 || sides(v) == all;
            let bits = (0..4 * LENGTH).filter(|bit| word >> bit & 1 != 0 && is_possible);
            allowed[v] = bits.filter(leaves_room).map(|bit| 1 << bit).sum();
        }
        allowed
    }
}

fn lines(layout: &Layout) -> Box<[u32]> {
    let mut lines = vec![0; layout.len()].into_boxed_slice();
    for line in layout.region.lines(VARIANT) {
        for (i, cell) in line.cells(VARIANT).enumerate() {
            lines[layout.index(cell)] |= 1 << (LENGTH * line.direction.index() + i);
        }
    }
    lines
}
