//! How the cells of a box are numbered: row by row, as in certificates.
//!
//! All data about cells has this one order. The number of a neighbour differs by the same amount everywhere. A step out of the box gives
//! the number of a cell in another row, so only lines that are known to lie in the box are followed.

use super::fixed_point::LENGTH;
use morpion_rules::geometry::{BoundingBox, Cell, Direction, Region, Variant};
use std::ops::Range;

/// The number of cells that loops run over at once; arrays by cell are filled up to a multiple of it.
pub const LANES: usize = 64;
/// Widest box, as in the certificate format.
const WIDTH_MAX: usize = 22;
/// Highest box, as in the certificate format.
const HEIGHT_MAX: usize = 22;
/// The length of an array by cell in the largest box.
pub(crate) const LARGEST: usize = (HEIGHT_MAX * WIDTH_MAX).next_multiple_of(LANES);

/// The numbering of a box's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The cells of the box.
    pub region: Region,
    width: usize,
    height: usize,
    /// The difference between the numbers of neighbouring cells of a line, by direction.
    steps: [isize; 4],
}

/// A mark: the cell it places, and the line by direction and the cell's position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Number of the placed cell.
    pub(crate) cell: usize,
    /// Direction of the line, 0..4.
    pub(crate) direction: usize,
    /// Position of the cell along the line, 0..5.
    pub(crate) position: usize,
}

impl Mark {
    /// The mark of a cell that has this bit in words of marks: 5 times the direction and the position.
    pub(crate) const fn of_bit(cell: usize, bit: usize) -> Self {
        Self {
            cell,
            direction: bit / LENGTH,
            position: bit % LENGTH,
        }
    }

    /// Its bit, as a word.
    pub(crate) const fn word(self) -> u32 {
        1 << (LENGTH * self.direction + self.position)
    }
}

/// The marks of a cell, given as a word.
pub(crate) fn marks_in(cell: usize, word: u32) -> impl Iterator<Item = Mark> {
    bits(word.into()).map(move |bit| Mark::of_bit(cell, bit))
}

/// The bits of a word that are set, from the lowest on.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

impl Layout {
    /// The numbering of a box's cells; `None` when the box is wider or higher than certificates allow.
    pub fn new(variant: Variant, bounding_box: BoundingBox) -> Option<Self> {
        let region = bounding_box.region(variant);
        let (width, height) = (region.width(), region.height());
        let step = |direction: Direction| {
            let (dx, dy) = direction.vector();
            dy as isize * width as isize + dx as isize
        };
        (width <= WIDTH_MAX && height <= HEIGHT_MAX).then_some(Self {
            region,
            width,
            height,
            steps: Direction::ALL.map(step),
        })
    }

    /// The length of an array by cell: the number of cells, filled up to a multiple of [`LANES`].
    #[expect(clippy::len_without_is_empty, reason = "no box is empty")]
    pub const fn len(&self) -> usize {
        (self.width * self.height).next_multiple_of(LANES)
    }

    /// The number of a cell of the box.
    pub const fn index(&self, cell: Cell) -> usize {
        let row = (cell.y - self.region.y_min) as usize;
        row * self.width + (cell.x - self.region.x_min) as usize
    }

    /// The cell of a number.
    pub const fn cell(&self, v: usize) -> Cell {
        let (row, column) = (v / self.width, v % self.width);
        Cell::new(
            self.region.x_min + column as i16,
            self.region.y_min + row as i16,
        )
    }

    /// The numbers of the cells of the box, in increasing order.
    pub const fn cells(&self) -> Range<usize> {
        0..self.width * self.height
    }

    /// The difference between the numbers of neighbouring cells in a direction.
    pub(crate) const fn step(&self, direction: usize) -> isize {
        self.steps[direction]
    }

    /// The number of the cell `steps` cells further in a direction. Outside of the box it is that of another cell, or of none.
    pub(crate) const fn along(&self, v: usize, direction: usize, steps: isize) -> usize {
        v.wrapping_add_signed(steps * self.steps[direction])
    }

    /// The first cell of a mark's line.
    pub(crate) const fn start(&self, m: Mark) -> usize {
        self.along(m.cell, m.direction, -(m.position as isize))
    }

    /// The cells of a mark's line.
    pub(crate) fn line(&self, m: Mark) -> [usize; LENGTH] {
        self.line_from(self.start(m), m.direction)
    }

    /// The other cells of a mark's line.
    pub(crate) fn others(&self, m: Mark) -> [u16; LENGTH - 1] {
        let start = self.start(m);
        std::array::from_fn(|i| {
            let position = i + usize::from(i >= m.position);
            self.along(start, m.direction, position as isize) as u16
        })
    }

    /// The cells of the line of this direction from a cell on.
    pub(crate) fn line_from(&self, start: usize, direction: usize) -> [usize; LENGTH] {
        std::array::from_fn(|i| self.along(start, direction, i as isize))
    }

    /// The half turn about the centre of the box.
    pub(crate) const fn half_turn(&self) -> HalfTurn {
        HalfTurn(self.width * self.height - 1)
    }
}

/// The half turn about the centre of the box, on numbers.
///
/// It reverses rows and columns: the numbers of a cell and its image always have the same sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfTurn(usize);

impl HalfTurn {
    /// The image of a cell of the box.
    pub(crate) const fn cell(self, v: usize) -> usize {
        self.0 - v
    }

    /// The image of a mark; its line runs through the images in the opposite order.
    pub(crate) const fn mark(self, m: Mark) -> Mark {
        Mark {
            cell: self.cell(m.cell),
            direction: m.direction,
            position: LENGTH - 1 - m.position,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::instance::VARIANT;
    use super::*;
    use morpion_rules::geometry::{Line, Symmetry};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_say_what_the_geometry_says(distances in prop::array::uniform4(0u8..=6)) {
            let layout = Layout::new(VARIANT, distances.into()).unwrap();
            let cells: Vec<Cell> = layout.region.cells().collect();
            let numbers: Vec<usize> = layout.cells().collect();
            prop_assert_eq!(cells.iter().map(|&c| layout.index(c)).collect::<Vec<_>>(), &numbers[..]);
            prop_assert!(numbers.iter().zip(&cells).all(|(&v, &c)| layout.cell(v) == c));
            prop_assert!(numbers.is_sorted() && *numbers.last().unwrap() < layout.len());
            for (d, &direction) in Direction::ALL.iter().enumerate() {
                for (&v, &cell) in numbers.iter().zip(&cells) {
                    let line = layout.line_from(v, d);
                    for (i, c) in Line::new(cell, direction).cells(VARIANT).enumerate() {
                        prop_assert!(!cells.contains(&c) || layout.index(c) == line[i]);
                    }
                }
            }
        }

        #[test]
        fn the_half_turn_is_the_geometry_s(top in 0u8..=6, right in 0u8..=6) {
            let layout = Layout::new(VARIANT, [top, right, top, right].into()).unwrap();
            for cell in layout.region.cells() {
                let image = Symmetry::HALF_TURN.cell(VARIANT, cell);
                prop_assert_eq!(layout.half_turn().cell(layout.index(cell)), layout.index(image));
            }
        }
    }

    #[test]
    fn the_largest_box_has_the_most_numbers() {
        let layout = Layout::new(VARIANT, [12, 12, 0, 0].into()).unwrap();
        assert_eq!(layout.len(), LARGEST);
        assert_eq!(Layout::new(VARIANT, [13, 0, 0, 0].into()), None);
    }
}
