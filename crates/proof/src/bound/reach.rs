//! Which dots can be placed at all, and which not without another one: rules P7 and P8.
//!
//! A game places its dots one after another, each by an allowed mark whose other four dots
//! are there already. So every dot lies in the closure of the cross under the allowed marks, and
//! whatever is placed before a dot `v` lies in the closure that never places `v`.

use super::kernel::{LENGTH, Restrictions};
use super::lattice::{CellRows, ROWS, STRIDE, shift};
use super::node::{Mark, marks};

/// The allowed marks as sets of the cells that they place, by direction and position.
#[derive(Clone)]
pub(crate) struct MarkRows(Box<[[CellRows; LENGTH]; 4]>);

impl MarkRows {
    /// The marks that `restrictions` allow.
    pub(crate) fn new(restrictions: &Restrictions) -> Self {
        let mut rows = Box::new([[CellRows::EMPTY; LENGTH]; 4]);
        for (d, i) in marks() {
            let allowed = restrictions.marks[d][i].iter().enumerate();
            for (v, _) in allowed.filter(|&(_, &mark)| mark == 0) {
                rows[d][i].insert(v);
            }
        }
        Self(rows)
    }

    /// Forbids a mark.
    pub(crate) fn remove(&mut self, m: Mark) {
        self.0[m.direction][m.position].remove(m.cell);
    }

    /// Every cell that the allowed marks can place from `start` on, `start` included.
    pub(crate) fn closure(&self, start: &CellRows) -> CellRows {
        let all = CellRows([u32::MAX; ROWS]);
        self.closure_within(start, &all, &all)
    }

    /// The same without ever placing `v`. Ends early, with a part of it, once it holds all of `enough`.
    pub(crate) fn closure_without(
        &self,
        start: &CellRows,
        v: usize,
        enough: &CellRows,
    ) -> CellRows {
        let mut others = CellRows([u32::MAX; ROWS]);
        others.remove(v);
        self.closure_within(start, &others, enough)
    }

    fn closure_within(&self, start: &CellRows, allowed: &CellRows, enough: &CellRows) -> CellRows {
        let mut reached = *start;
        loop {
            let before = reached;
            for d in 0..4 {
                self.extend(d, allowed, &mut reached);
            }
            if reached == before || reached.contains_all(enough) {
                return reached;
            }
        }
    }

    /// Adds what the lines of one direction place at once.
    fn extend(&self, d: usize, allowed: &CellRows, reached: &mut CellRows) {
        // `ahead[k]`: the next k cells in this direction are reached; `behind[k]`: the last k.
        let mut ahead = [[u32::MAX; ROWS]; LENGTH];
        let mut behind = [[u32::MAX; ROWS]; LENGTH];
        for k in 1..LENGTH {
            let (next, last) = (
                moved(reached, d, k as isize),
                moved(reached, d, -(k as isize)),
            );
            for y in 0..ROWS {
                ahead[k][y] = ahead[k - 1][y] & next[y];
                behind[k][y] = behind[k - 1][y] & last[y];
            }
        }
        for (i, marks) in self.0[d].iter().enumerate() {
            for y in 0..ROWS {
                let placed = marks.0[y] & behind[i][y] & ahead[LENGTH - 1 - i][y];
                reached.0[y] |= placed & allowed.0[y];
            }
        }
    }
}

/// For every cell whether the cell `steps` further in direction `d` is a member. Rows outside the
/// lattice have no members; the padding of the rows keeps bits from running from one into the other.
fn moved(cells: &CellRows, d: usize, steps: isize) -> [u32; ROWS] {
    let (rows, columns) = row_and_column(d);
    let (rows, columns) = (rows * steps, columns * steps);
    let mut out = [0; ROWS];
    let (from, to) = (rows.max(0) as usize, (ROWS as isize + rows.min(0)) as usize);
    for y in from..to {
        let row = cells.0[y];
        out[(y as isize - rows) as usize] = if columns >= 0 {
            row >> columns
        } else {
            row << -columns
        };
    }
    out
}

/// The step of a direction in rows and columns.
const fn row_and_column(d: usize) -> (isize, isize) {
    let half = STRIDE as isize / 2;
    let rows = (shift(d) + half).div_euclid(STRIDE as isize);
    (rows, shift(d) - rows * STRIDE as isize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::kernel::FORBIDDEN;
    use super::super::lattice::Lattice;
    use super::super::root::{self, VARIANT};
    use super::*;

    /// Cell by cell, mark by mark.
    fn naive(
        r: &Restrictions,
        start: &CellRows,
        cells: &[usize],
        without: Option<usize>,
    ) -> CellRows {
        let mut reached = *start;
        loop {
            let before = reached;
            for &v in cells {
                for (direction, position) in marks() {
                    let mark = Mark {
                        cell: v,
                        direction,
                        position,
                    };
                    let others = || mark.line().filter(|&w| w != v);
                    let possible = r.marks[direction][position][v] == 0 && Some(v) != without;
                    if possible && others().all(|w| reached.contains(w)) {
                        reached.insert(v);
                    }
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    proptest! {
        #[test]
        fn closures_agree_with_naive_ones(
            distances in prop::array::uniform4(0u8..5),
            forbidden in 0u32..90,
            seed: u64,
        ) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let lattice = Lattice::new(VARIANT, distances.into()).unwrap();
            let frame = root::frame(&lattice, distances.into(), 1, None);
            let cells: Vec<usize> = lattice.region.cells().map(|c| lattice.index(c)).collect();
            let mut restrictions = root::restrictions(&lattice, &[]);
            for (d, i) in marks() {
                for &v in &cells {
                    if rng.random_range(0..100) < forbidden {
                        restrictions.marks[d][i][v] = FORBIDDEN;
                    }
                }
            }
            let rows = MarkRows::new(&restrictions);
            let all = naive(&restrictions, &frame.start, &cells, None);
            prop_assert!(rows.closure(&frame.start) == all);
            let v = cells[rng.random_range(0..cells.len())];
            prop_assume!(!frame.start.contains(v));
            let expected = naive(&restrictions, &frame.start, &cells, Some(v));
            let unreachable = CellRows([u32::MAX; ROWS]);
            prop_assert!(rows.closure_without(&frame.start, v, &unreachable) == expected);
            // Where it ends early it holds what was asked for and nothing wrong.
            let mut enough = CellRows::EMPTY;
            (0..4).for_each(|_| enough.insert(cells[rng.random_range(0..cells.len())]));
            let early = rows.closure_without(&frame.start, v, &enough);
            prop_assert!(expected.contains_all(&early));
            prop_assert_eq!(early.contains_all(&enough), expected.contains_all(&enough));
            prop_assert!(early.contains_all(&enough) || early == expected);
        }
    }
}
