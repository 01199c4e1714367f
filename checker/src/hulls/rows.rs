//! The rows of a family of hulls, and the bound that prices give.
//!
//! A position has L lines and 36 + L dots. If every dot costs the same and pays it in parts in its four rows, then L is 36 times the cost
//! of a dot, plus what all rows gain: each line one move and the cost of a dot, less what the dots of the row pay there. So L is at
//! most 36 times the cost plus the most that each row can gain, for any prices.

use super::sides::{Asked, Sides};
use std::collections::BTreeMap;

/// A move, in the unit of prices.
pub const MOVE: i64 = 256;
/// A hull with more rows has a dot in each.
const ROWS_WITH_GAPS: i64 = 138;

/// A row: its cells in order, whether it must hold a dot, and how many lines.
struct Row {
    cells: Vec<usize>,
    must_hold: bool,
    lines: (u8, Option<u8>),
}

/// All rows of a family.
pub struct Rows {
    /// The cells, row by row from below.
    pub cells: Vec<(i64, i64)>,
    rows: Vec<(usize, Row)>,
}

impl Rows {
    /// The rows of a family, with what is asked of them.
    #[must_use]
    pub fn new(sides: &Sides, asked: &Asked) -> Self {
        let cells = sides.cells();
        let mut rows = Vec::new();
        for direction in 0..4_u8 {
            let mut found = BTreeMap::<i64, Vec<usize>>::new();
            for (i, &(x, y)) in cells.iter().enumerate() {
                let place = [y, x, x + y, x - y][usize::from(direction)];
                found.entry(place).or_default().push(i);
            }
            for (place, cells) in found {
                let lines = asked.get(&(direction, place)).copied().unwrap_or((0, None));
                let must_hold = must_hold(sides, direction, place) || lines.0 > 0;
                rows.push((
                    usize::from(direction),
                    Row {
                        cells,
                        must_hold,
                        lines,
                    },
                ));
            }
        }
        Self { cells, rows }
    }

    /// An upper bound for the moves of the games of the family, in units, if a dot costs so much and its cell's prices sum up to that.
    #[must_use]
    pub fn bound(&self, prices: &[[i64; 4]], dot: i64) -> i64 {
        // Moves that are counted apart: one for two rows that the hull lacks of 144.
        let apart = (144 - self.rows.len() as i64) * (MOVE / 2);
        let mut sum = 36 * dot + apart;
        for (direction, row) in &self.rows {
            let prices: Vec<i64> = row
                .cells
                .iter()
                .map(|&cell| prices[cell][*direction])
                .collect();
            let filled = most(&prices, MOVE + dot, row.lines);
            let empty = if row.must_hold { None } else { Some(MOVE / 2) };
            match filled.max(empty) {
                Some(gain) => sum += gain,
                // The row cannot be filled as asked, so the family is empty.
                None => return i64::MIN,
            }
        }
        sum
    }
}

/// Whether every position of the family has a dot in the row. All rows from side to side have, but perhaps, in a small hull, the last
/// row but one at a diagonal side.
fn must_hold(sides: &Sides, direction: u8, place: i64) -> bool {
    let [width, height, top, right, bottom, left] = sides.0;
    let (first, last) = match direction {
        0 => return place <= height.0,
        1 => return place <= width.0,
        2 => (bottom, top),
        _ => ((-left.1, -left.0), right),
    };
    let is_side = |side: (i64, i64)| side == (place, place);
    let gap = if sides.least_rows() > ROWS_WITH_GAPS {
        0
    } else {
        2
    };
    is_side(first) || is_side(last) || (first.1 + gap <= place && place + gap <= last.0)
}

/// The most that a row gains which holds a dot and so many lines, if there is a way. Lines are of five dots and share at most an end.
fn most(prices: &[i64], line: i64, (least, limit): (u8, Option<u8>)) -> Option<i64> {
    let longest = (prices.len() - 1) / 4;
    let limit = limit.map_or(longest, |limit| longest.min(limit.into()));
    // By number of lines: the most up to each cell that holds a dot, and up to any cell.
    let mut with_dot: Vec<Vec<Option<i64>>> = Vec::with_capacity(prices.len());
    let mut up_to: Vec<Option<i64>> = vec![None; limit + 1];
    for (i, &price) in prices.iter().enumerate() {
        let mut here = up_to.clone();
        here[0] = here[0].max(Some(0));
        for gain in here.iter_mut().flatten() {
            *gain -= price;
        }
        if i >= 4 {
            let added = line - prices[i - 3..=i].iter().sum::<i64>();
            for count in 1..=limit {
                let by_line = with_dot[i - 4][count - 1].map(|gain| gain + added);
                here[count] = here[count].max(by_line);
            }
        }
        for (so_far, gain) in up_to.iter_mut().zip(&here) {
            *so_far = (*so_far).max(*gain);
        }
        with_dot.push(here);
    }
    up_to.get(least.into()..)?.iter().copied().max().flatten()
}
