//! Tables that propose prices for any octagon: `paper/octagon-certificate.md`, section 4.

use crate::UNIT;
use crate::board::{Board, Row};
use crate::octagon::{Octagon, STEPS, place};
use crate::prices::{LARGEST, Prices};

/// Numbers for cells: by type, depth and length; by end; by distances to the nearest sides.
pub const SIGNED: usize = ENDS + DISTANCES + LENGTHS;
/// Numbers for pairs.
pub const PAIRS: usize = 576;
const LENGTHS: usize = 1104;
const ENDS: usize = 5376;
const DISTANCES: usize = 1008;

/// A trained table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// A, B and T, one after the other.
    pub signed: Vec<i16>,
    /// C.
    pub pairs: Vec<u16>,
}

/// The numbers of a table that an octagon uses.
#[derive(Debug)]
pub struct Features {
    /// For each cell and direction: three of [`Table::signed`].
    pub cells: Vec<[[u16; 3]; 4]>,
    /// For each pair: one of [`Table::pairs`].
    pub pairs: Vec<u16>,
}

/// The features that all cells of a row have in common.
struct Along {
    kind: usize,
    depth: usize,
    ends: [usize; 2],
}

impl Along {
    fn new(octagon: &Octagon, row: &Row) -> Self {
        let kind = usize::from(row.direction >= 2);
        let (low, high) = octagon.places(row.direction);
        let (dx, dy) = STEPS[row.direction];
        let end = |along: i32| {
            let (x, y) = (row.first.0 + along * dx, row.first.1 + along * dy);
            let inside = (0..=octagon.width).contains(&x) && (0..=octagon.height).contains(&y);
            usize::from(inside == (kind == 0))
        };
        Self {
            kind,
            depth: (row.place - low).min(high - row.place) as usize,
            ends: [end(-1), end(row.length as i32)],
        }
    }

    /// The places in A and B of the numbers for a cell.
    fn cell(&self, i: usize, length: usize) -> [usize; 2] {
        let j = length - 1 - i;
        let near = i.min(j);
        let end = match i.cmp(&j) {
            std::cmp::Ordering::Less => self.ends[0],
            std::cmp::Ordering::Greater => self.ends[1],
            std::cmp::Ordering::Equal => self.ends[0].min(self.ends[1]),
        };
        let depth = self.depth.min(11);
        let is_short = usize::from(i.max(j) <= 5);
        let by_length = (12 * self.kind + depth) * 46 + length.min(45);
        let by_end = ((2 * self.kind + end) * 14 + near.min(13)) * 12 + depth;
        [by_length, (by_end * 2 + is_short) * 4 + length % 4]
    }

    /// The place in C of the number for a pair, 0 to 5.
    fn pair(&self, which: usize, length: usize) -> usize {
        let end = (2 * self.kind + self.ends[which / 3]) * 3 + which % 3;
        (end * 12 + self.depth.min(11)) * 4 + length % 4
    }
}

/// The places in T of the numbers for a cell in each direction, by its depths in the four directions.
fn distances(depths: [usize; 4]) -> [usize; 4] {
    let (straight, diagonal) = (depths[0].min(depths[1]), depths[2].min(depths[3]));
    let nearest = 18 * straight.min(13) + diagonal.min(17);
    std::array::from_fn(|e| {
        let role = match e {
            0 | 1 => usize::from(depths[e] > straight),
            _ => 2 + usize::from(depths[e] > diagonal),
        };
        nearest * 4 + role
    })
}

/// The numbers of A, B and T of a cell in each direction, by the rows that it lies in.
fn features_of_cell(
    board: &Board,
    along: &[Along],
    (x, y): (i32, i32),
    rows: [usize; 4],
) -> [[u16; 3]; 4] {
    let mut depths = [0; 4];
    for e in 0..4 {
        depths[e] = along[rows[e]].depth;
    }
    let distances = distances(depths);
    let mut cell = [[0; 3]; 4];
    for e in 0..4 {
        let row = &board.rows[rows[e]];
        let i = match e {
            1 => y - row.first.1,
            _ => x - row.first.0,
        };
        let [length, end] = along[rows[e]].cell(i as usize, row.length);
        let end = LENGTHS + end;
        let distance = LENGTHS + ENDS + distances[e];
        cell[e] = [length as u16, end as u16, distance as u16];
    }
    cell
}

impl Features {
    /// The features of an octagon.
    pub fn new(board: &Board) -> Self {
        let along: Vec<_> = board
            .rows
            .iter()
            .map(|row| Along::new(&board.octagon, row))
            .collect();
        let firsts: [usize; 4] = std::array::from_fn(|e| {
            let rows = board.rows.iter();
            rows.take_while(|row| row.direction < e).count()
        });
        let lows: [i32; 4] = std::array::from_fn(|e| board.octagon.places(e).0);
        let cell = |&cell: &(i32, i32)| {
            let mut rows = [0; 4];
            for e in 0..4 {
                rows[e] = firsts[e] + (place(cell, e) - lows[e]) as usize;
            }
            features_of_cell(board, &along, cell, rows)
        };
        let pair = |&(row, which): &(u16, u8)| {
            let row = usize::from(row);
            along[row].pair(usize::from(which), board.rows[row].length) as u16
        };
        Self {
            cells: board.cells.iter().map(cell).collect(),
            pairs: board.pairs.iter().map(pair).collect(),
        }
    }
}

impl Table {
    /// A table that proposes even prices.
    pub fn even() -> Self {
        Self {
            signed: vec![0; SIGNED],
            pairs: vec![1024; PAIRS],
        }
    }

    /// The proposal for an octagon, for any λ.
    pub fn proposal(&self, board: &Board, features: &Features) -> Proposal {
        let signed = |n: u16| i32::from(self.signed[usize::from(n)]);
        let mut cells = [(); 3].map(|()| Vec::with_capacity(features.cells.len()));
        for features in &features.cells {
            let mut sums = [0; 4];
            for (sum, [a, b, t]) in sums.iter_mut().zip(features) {
                *sum = signed(*a) + signed(*b) + signed(*t);
            }
            let all = sums[0] + sums[1] + sums[2] + sums[3];
            for (cells, sum) in cells.iter_mut().zip(sums) {
                cells.push(4 * sum - all);
            }
        }
        let share = |n: &u16| i64::from(self.pairs[usize::from(*n)]);
        let shares: Vec<_> = features.pairs.iter().map(share).collect();
        let mut pairs = vec![(0, 0); shares.len()];
        for cell in board.cells_outside() {
            let all = 1024 + cell.clone().map(|pair| shares[pair]).sum::<i64>();
            cell.for_each(|pair| pairs[pair] = (shares[pair], all));
        }
        Proposal { cells, pairs }
    }

    /// The prices that the table proposes.
    pub fn prices(&self, board: &Board, features: &Features, line: i32) -> Prices {
        self.proposal(board, features).prices(line)
    }
}

/// A table's proposal for an octagon: prices for any λ.
#[derive(Debug)]
pub struct Proposal {
    /// For each of the first three directions and each cell, four times the sum of its numbers less the sum for all four directions.
    cells: [Vec<i32>; 3],
    /// For each pair its share, and 1024 plus the sum of all shares of its cell.
    pairs: Vec<(i64, i64)>,
}

impl Proposal {
    /// The prices for a λ.
    pub fn prices(&self, line: i32) -> Prices {
        let most = i64::from(LARGEST);
        let price = |share: &i32| {
            let price = (i64::from(*share) * i64::from(line)) >> 16;
            price.clamp(-most, most) as i32
        };
        let outside = i64::from(line - UNIT);
        Prices {
            line,
            cells: [0, 1, 2].map(|e| self.cells[e].iter().map(price).collect()),
            pairs: self
                .pairs
                .iter()
                .map(|(share, all)| (outside * share / all) as i32)
                .collect(),
        }
    }
}
