//! An octagon laid out for prices: its cells, its rows, and the pairs of a cell outside and a direction.
//! `paper/octagon-certificate.md`, section 1.

use super::octagon::{Octagon, Point, STEPS, place};

/// The greatest number of cells of a row.
pub const LONGEST: usize = 46;
/// How far lines stick out at most, in cells.
pub const REACH: i32 = 3;
/// The entry of the grid where there is neither a cell of the octagon nor a numbered one outside.
const NOTHING: u16 = u16::MAX;

/// A row.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its direction, 0 to 3.
    pub direction: usize,
    /// Its place among the rows of its direction.
    pub place: i32,
    /// Its cells, as numbers in [`Shape::cells`].
    pub cells: Vec<u16>,
    /// Its pairs, as numbers of prices: 1, 2, 3 cells beyond the first end, then beyond the last. `None` if it has one cell.
    pub pairs: Option<[u16; 6]>,
    /// Whether the first cell beyond each end lies in the box around the octagon.
    pub in_box: [bool; 2],
    /// The number of the side, if it is one.
    pub side: Option<usize>,
}

impl Row {
    /// The type of its direction: 0 if it is straight, 1 if it is diagonal.
    #[must_use]
    pub fn kind(&self) -> usize {
        self.direction / 2
    }

    /// The kinds of its ends. An end is of kind 0 where the octagon ends at a side of the same type as the row.
    #[must_use]
    pub fn ends(&self) -> [usize; 2] {
        self.in_box
            .map(|is_in| usize::from(is_in != (self.kind() == 1)))
    }
}

/// An octagon, its cells and its rows.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The octagon.
    pub octagon: Octagon,
    /// Its cells, by ascending y, then x.
    pub cells: Vec<Point>,
    /// All rows that meet it, by direction and place.
    pub rows: Vec<Row>,
    /// The number of cells outside that have a pair. Cell `o` and direction `e` have the number `4 o + e`.
    pub outside: usize,
}

impl Shape {
    /// Lays out an octagon.
    #[must_use]
    pub fn new(octagon: Octagon) -> Self {
        let mut grid = Grid::new(&octagon);
        let cells = octagon.cells();
        for (number, &cell) in cells.iter().enumerate() {
            *grid.at(cell) = number as u16;
        }
        let mut first = vec![Vec::new(); 4];
        for direction in 0..4 {
            let (least, greatest) = octagon.places(direction);
            first[direction] = vec![None; (greatest - least + 1) as usize];
            // Cells of a row of x + y = const are met from their last one on.
            for &cell in &cells {
                let (dx, dy) = STEPS[direction];
                if !octagon.holds((cell.0 - dx, cell.1 - dy)) {
                    first[direction][(place(direction, cell) - least) as usize] = Some(cell);
                }
            }
        }
        let mut shape = Self {
            octagon,
            cells,
            rows: Vec::new(),
            outside: 0,
        };
        for (direction, first) in first.iter().enumerate() {
            for &cell in first.iter().flatten() {
                let row = shape.row(direction, cell, &mut grid);
                shape.rows.push(row);
            }
        }
        shape
    }

    /// The row of a direction that begins with a cell. Its pairs get numbers.
    fn row(&mut self, direction: usize, first: Point, grid: &mut Grid) -> Row {
        let (dx, dy) = STEPS[direction];
        let at = |i: i32| (first.0 + i * dx, first.1 + i * dy);
        let cells: Vec<u16> = (0..)
            .map(at)
            .take_while(|&cell| self.octagon.holds(cell))
            .map(|cell| *grid.at(cell))
            .collect();
        let length = cells.len() as i32;
        let beyond = [-1, -2, -REACH, length, length + 1, length + 2];
        let pairs = (length > 1).then(|| beyond.map(|i| self.pair(direction, at(i), grid)));
        let name = (direction, place(direction, first));
        Row {
            direction,
            place: name.1,
            cells,
            pairs,
            in_box: [-1, length].map(|i| self.octagon.box_holds(at(i))),
            side: self.octagon.sides().iter().position(|&side| side == name),
        }
    }

    fn pair(&mut self, direction: usize, cell: Point, grid: &mut Grid) -> u16 {
        let number = grid.at(cell);
        if *number == NOTHING {
            *number = self.outside as u16;
            self.outside += 1;
        }
        4 * *number + direction as u16
    }
}

/// Numbers of the cells of an octagon, and of the cells outside, by place.
struct Grid {
    columns: i32,
    numbers: Vec<u16>,
}

impl Grid {
    fn new(octagon: &Octagon) -> Self {
        let columns = i32::from(octagon.width) + 2 * REACH + 1;
        let rows = i32::from(octagon.height) + 2 * REACH + 1;
        Self {
            columns,
            numbers: vec![NOTHING; (columns * rows) as usize],
        }
    }

    fn at(&mut self, (x, y): Point) -> &mut u16 {
        &mut self.numbers[((y + REACH) * self.columns + x + REACH) as usize]
    }
}
