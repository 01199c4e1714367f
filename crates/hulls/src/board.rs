//! The rows on which the positions of a family lie, and what is known of each.

use crate::family::Family;
use crate::{ROWS, UNIT};
use std::collections::BTreeMap;

/// Cells in a row of the grid that holds every hull.
pub const GRID: usize = 44;
/// A hull with more rows has a dot in each of them (`paper/octagons.md`, section 3).
pub const GAP_ROWS: i32 = 138;

/// What is asked of the number of lines in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// At least so many.
    pub least: u8,
    /// At most so many.
    pub most: u8,
}

impl Lines {
    /// Nothing is asked.
    pub const ANY: Self = Self {
        least: 0,
        most: u8::MAX,
    };
}

/// A row of any of the four directions: y, x, x + y or x - y is constant.
pub type RowName = (u8, i32);
/// What is asked of single rows.
pub type Asked = BTreeMap<RowName, Lines>;

/// A row on a board.
#[derive(Debug)]
pub struct Row {
    /// Direction (0 to 3) and place.
    pub name: RowName,
    /// Where its cells begin in the list of all slots.
    pub start: usize,
    /// How many cells it has.
    pub length: usize,
    /// Whether it must hold a dot.
    pub occupied: bool,
    /// How many lines it may hold.
    pub lines: Lines,
}

/// The rows that meet some octagon of a family.
#[derive(Debug)]
pub struct Board {
    /// All rows, direction by direction.
    pub rows: Vec<Row>,
    /// Each cell's place on the grid, row by row from below.
    pub cells: Vec<usize>,
    /// Each cell's four slots.
    pub slots: Vec<[usize; 4]>,
    /// What half the missing rows are worth: half of what the rows of the board exceed 144 by, negative.
    pub apart: i64,
}

/// The value that is constant along the row of a direction through a cell.
pub fn place((x, y): (i32, i32), direction: u8) -> i32 {
    [y, x, x + y, x - y][usize::from(direction)]
}

impl Board {
    /// The board of a family with what is asked of its rows.
    pub fn new(family: &Family, asked: &Asked) -> Self {
        let cells: Vec<_> = family.cells().collect();
        let mut rows = Vec::new();
        let mut slots = vec![[0; 4]; cells.len()];
        let mut start = 0;
        for direction in 0..4 {
            for (place, members) in members(&cells, direction) {
                let name = (direction, place);
                let lines = asked.get(&name).copied().unwrap_or(Lines::ANY);
                for (i, &cell) in members.iter().enumerate() {
                    slots[cell][usize::from(direction)] = start + i;
                }
                rows.push(Row {
                    name,
                    start,
                    length: members.len(),
                    occupied: lines.least > 0 || is_occupied(family, name),
                    lines,
                });
                start += members.len();
            }
        }
        let apart = (i64::from(ROWS) - rows.len() as i64) * i64::from(UNIT / 2);
        let grid = |&(x, y): &(i32, i32)| usize::try_from(y * GRID as i32 + x).unwrap_or_default();
        Self {
            rows,
            cells: cells.iter().map(grid).collect(),
            slots,
            apart,
        }
    }
}

/// The cells of each row of a direction, by their index.
fn members(cells: &[(i32, i32)], direction: u8) -> BTreeMap<i32, Vec<usize>> {
    let mut rows = BTreeMap::<_, Vec<_>>::new();
    for (i, &cell) in cells.iter().enumerate() {
        rows.entry(place(cell, direction)).or_default().push(i);
    }
    rows
}

/// Whether every position of the family has a dot in the row.
fn is_occupied(family: &Family, (direction, place): RowName) -> bool {
    let (low, high) = (&family.low, &family.high);
    let (first, last) = match direction {
        0 => return place <= low[1],
        1 => return place <= low[0],
        2 => ((high[4], low[4]), (low[2], high[2])),
        _ => ((-low[5], -high[5]), (low[3], high[3])),
    };
    // The outermost rows of every octagon of the family.
    if first.0 == first.1 && place == first.0 || last.0 == last.1 && place == last.0 {
        return true;
    }
    let gap = if family.least_rows() <= GAP_ROWS {
        2
    } else {
        0
    };
    (first.0 + gap..=last.0 - gap).contains(&place)
}
