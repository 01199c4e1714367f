//! Tables that propose prices for any octagon: `paper/octagon-certificate.md`, section 4.

use crate::UNIT;
use crate::board::{Board, Row};
use crate::octagon::{Octagon, STEPS};
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

/// Which numbers of a table an octagon uses.
#[derive(Debug)]
pub struct Features {
    /// For each cell and direction: three of [`Table::signed`].
    pub cells: Vec<[[u16; 3]; 4]>,
    /// For each pair: one of [`Table::pairs`].
    pub pairs: Vec<u16>,
}

/// What is the same for all cells of a row.
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

    /// The numbers of A and B for a cell.
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

    /// The number of C for a pair, 0 to 5.
    fn pair(&self, which: usize, length: usize) -> usize {
        let end = (2 * self.kind + self.ends[which / 3]) * 3 + which % 3;
        (end * 12 + self.depth.min(11)) * 4 + length % 4
    }
}

/// The numbers of T of a cell, by its depths in the four directions.
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
        let cell = |&(x, y): &(i32, i32)| {
            let rows: [usize; 4] = std::array::from_fn(|e| {
                let place = crate::octagon::place((x, y), e);
                firsts[e] + (place - lows[e]) as usize
            });
            let distances = distances(rows.map(|row| along[row].depth));
            std::array::from_fn(|e| {
                let row = &board.rows[rows[e]];
                let i = if e == 1 {
                    y - row.first.1
                } else {
                    x - row.first.0
                };
                let [length, end] = along[rows[e]].cell(i as usize, row.length);
                [length, LENGTHS + end, LENGTHS + ENDS + distances[e]].map(|n| n as u16)
            })
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

    /// The prices that it proposes.
    pub fn prices(&self, board: &Board, features: &Features, line: i32) -> Prices {
        let cell = |features: &[[u16; 3]; 4]| {
            let sums = features.map(|numbers| {
                let numbers = numbers.map(|n| i64::from(self.signed[usize::from(n)]));
                numbers.iter().sum::<i64>()
            });
            let all: i64 = sums.iter().sum();
            let most = i64::from(LARGEST);
            [0, 1, 2]
                .map(|e| (((4 * sums[e] - all) * i64::from(line)) >> 16).clamp(-most, most) as i32)
        };
        let mut pairs = vec![0; board.pairs.len()];
        for outside in &board.outside {
            let outside = outside.start as usize..outside.end as usize;
            let shares = &features.pairs[outside.clone()];
            let share = |n: &u16| i64::from(self.pairs[usize::from(*n)]);
            let all = 1024 + shares.iter().map(share).sum::<i64>();
            for (price, n) in pairs[outside].iter_mut().zip(shares) {
                *price = (i64::from(line - UNIT) * share(n)).div_euclid(all) as i32;
            }
        }
        Prices {
            line,
            cells: features.cells.iter().map(cell).collect(),
            pairs,
        }
    }
}
