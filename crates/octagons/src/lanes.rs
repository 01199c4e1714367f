//! The best filling of sixteen rows at once, exact and smoothed: what `filling.rs` does, in an order that compilers turn into wide
//! instructions.
//!
//! Shorter rows are filled up with cells that cost [`COSTLY`], so that no filling goes there.

use crate::board::{Block, LANES, Lanes};
use crate::filling::{NEVER, WHOLE, soft};

/// The price of cells that are not there.
pub(crate) const COSTLY: i32 = 1 << 27;
/// Cells of the longest row.
const LONGEST: usize = 48;

/// The prices of a block: cells and pairs by lane, and λ.
#[derive(Clone, Copy)]
pub(crate) struct Priced<'a> {
    pub(crate) block: &'a Block,
    pub(crate) cells: &'a [Lanes],
    pub(crate) pairs: &'a [Lanes],
    pub(crate) line: i32,
}

/// Numbers along a block that going back needs.
pub(crate) struct Memory {
    ends: [[Lanes; LONGEST]; 2],
    begin: [Lanes; LONGEST],
    by_line: [[Lanes; LONGEST]; 2],
    by_dot: [[Lanes; LONGEST]; 2],
    handed: [[Lanes; LONGEST]; 2],
}

impl Default for Memory {
    fn default() -> Self {
        let (one, two) = ([[0; LANES]; LONGEST], [[[0; LANES]; LONGEST]; 2]);
        Self {
            ends: two,
            begin: one,
            by_line: two,
            by_dot: two,
            handed: two,
        }
    }
}

#[inline(always)]
fn each(f: impl Fn(usize) -> i32) -> Lanes {
    let mut lanes = [0; LANES];
    for (j, lane) in lanes.iter_mut().enumerate() {
        *lane = f(j);
    }
    lanes
}

#[inline(always)]
fn soft_lanes(a: &Lanes, b: &Lanes, smoothness: u32) -> (Lanes, Lanes) {
    let (mut value, mut weight) = ([0; LANES], [0; LANES]);
    for j in 0..LANES {
        (value[j], weight[j]) = soft(a[j], b[j], smoothness);
    }
    (value, weight)
}

/// Splits weights: the part of the first is taken from the whole.
#[inline(always)]
fn split(whole: &mut Lanes, weight: &Lanes, smoothness: u32) -> Lanes {
    let mut part = [0; LANES];
    for j in 0..LANES {
        part[j] = (whole[j] * weight[j]) >> (smoothness + 1);
        whole[j] -= part[j];
    }
    part
}

#[inline(always)]
fn add(to: &mut Lanes, more: &Lanes) {
    for j in 0..LANES {
        to[j] += more[j];
    }
}

impl Priced<'_> {
    /// Lines inside that end at a cell, without their first dot.
    #[inline(always)]
    fn inside(&self, i: usize) -> Lanes {
        let p = &self.cells[i - 3..=i];
        each(|j| 4 * self.line - p[0][j] - p[1][j] - p[2][j] - p[3][j])
    }

    /// Lines at the first end by their last cell, 1 to 3.
    #[inline(always)]
    fn first(&self) -> [Lanes; 3] {
        let (p, q) = (self.cells, self.pairs);
        let at = |i: usize| if i < p.len() { p[i] } else { [COSTLY; LANES] };
        let (p1, p2, p3) = (at(1), at(2), at(3));
        [
            each(|j| self.line - p[0][j] - p1[j] - q[0][j] - q[1][j] - q[2][j]),
            each(|j| 2 * self.line - p[0][j] - p1[j] - p2[j] - q[0][j] - q[1][j]),
            each(|j| 3 * self.line - p[0][j] - p1[j] - p2[j] - p3[j] - q[0][j]),
        ]
    }

    /// Lines at the last end with k segments, without their first dot.
    #[inline(always)]
    fn last(&self, k: usize) -> Lanes {
        let mut values = [NEVER; LANES];
        for (j, value) in values.iter_mut().enumerate() {
            let n = self.block.lengths[j];
            if k < n {
                let cells: i32 = (n - k..n).map(|i| self.cells[i][j]).sum();
                let pairs: i32 = (3..7 - k).map(|i| self.pairs[i][j]).sum();
                *value = k as i32 * self.line - cells - pairs;
            }
        }
        values
    }

    /// The number before the last k cells of each lane.
    #[inline(always)]
    fn before_last(&self, along: &[Lanes; LONGEST], k: usize) -> Lanes {
        each(|j| match self.block.lengths[j].checked_sub(k + 1) {
            Some(i) => along[i % LONGEST][j],
            None => NEVER,
        })
    }

    /// Lines that stick out at both ends of rows of two or three cells: lane, dots outside at the first end, value.
    fn across(&self) -> impl Iterator<Item = (usize, usize, i32)> + use<'_> {
        let short = (0..LANES).filter(|&j| (2..=3).contains(&self.block.lengths[j]));
        short.flat_map(move |j| {
            let n = self.block.lengths[j];
            (1..5 - n).map(move |a| {
                let cells: i32 = (0..n).map(|i| self.cells[i][j]).sum();
                let pairs = (0..a).chain(3..8 - n - a).map(|i| self.pairs[i][j]);
                let value = (n as i32 - 1) * self.line - cells - pairs.sum::<i32>();
                (j, a, value)
            })
        })
    }

    /// The best fillings of rows that are no sides.
    pub(crate) fn best(&self, memory: &mut Memory) -> Lanes {
        let ends = &mut memory.ends[1];
        let first = self.first();
        let mut so_far = [NEVER; LANES];
        for i in 0..self.block.length {
            let price = &self.cells[i];
            let mut here = each(|j| so_far[j].max(0) - price[j]);
            if i >= 4 {
                let line = self.inside(i);
                here = each(|j| here[j].max(ends[i - 4][j] + line[j]));
            } else if i >= 1 {
                here = each(|j| here[j].max(first[i - 1][j]));
            }
            ends[i] = here;
            so_far = each(|j| so_far[j].max(here[j]));
        }
        for k in 1..4 {
            let (line, before) = (self.last(k), self.before_last(ends, k));
            so_far = each(|j| so_far[j].max(line[j] + before[j]));
        }
        for (j, _, value) in self.across() {
            so_far[j] = so_far[j].max(value);
        }
        so_far
    }

    /// The weights of rows that are no sides, for cells and pairs; returns those of all segments together.
    pub(crate) fn weigh(
        &self,
        smoothness: u32,
        memory: &mut Memory,
        cells: &mut [Lanes],
        pairs: &mut [Lanes],
    ) -> i64 {
        let so_far = self.forwards(smoothness, memory);
        let mut segments = [0; LANES];
        let mut rest = self.ends_back(so_far, smoothness, memory, cells, pairs, &mut segments);
        for i in (0..self.block.length).rev() {
            let mut here = memory.handed[1][i];
            add(
                &mut here,
                &split(&mut rest, &memory.by_dot[1][i], smoothness),
            );
            if i >= 1 {
                let part = split(&mut here, &memory.by_line[1][i], smoothness);
                self.line_back(i, &part, cells, pairs, &mut segments);
                if i >= 4 {
                    add(&mut memory.handed[1][i - 4], &part);
                }
            }
            add(&mut cells[i], &here);
            add(&mut rest, &split(&mut here, &memory.begin[i], smoothness));
        }
        segments.iter().map(|&part| i64::from(part)).sum()
    }

    /// Along the rows, with all weights.
    #[inline(always)]
    fn forwards(&self, smoothness: u32, memory: &mut Memory) -> Lanes {
        let first = self.first();
        let mut so_far = [NEVER; LANES];
        for i in 0..self.block.length {
            let (begin, weight) = soft_lanes(&so_far, &[0; LANES], smoothness);
            memory.begin[i] = weight;
            let mut here = each(|j| begin[j] - self.cells[i][j]);
            if i >= 1 {
                let mut line = first[(i - 1).min(2)];
                if i >= 4 {
                    let (inside, before) = (self.inside(i), &memory.ends[1][i - 4]);
                    line = each(|j| inside[j] + before[j]);
                }
                (here, memory.by_line[1][i]) = soft_lanes(&line, &here, smoothness);
            }
            memory.ends[1][i] = here;
            (so_far, memory.by_dot[1][i]) = soft_lanes(&here, &so_far, smoothness);
        }
        so_far
    }

    /// A line that ends at a cell gets a weight.
    #[inline(always)]
    fn line_back(
        &self,
        i: usize,
        part: &Lanes,
        cells: &mut [Lanes],
        pairs: &mut [Lanes],
        segments: &mut Lanes,
    ) {
        let (count, from) = if i >= 4 { (4, i - 3) } else { (i as i32, 0) };
        cells[from..=i].iter_mut().for_each(|x| add(x, part));
        if i < 4 {
            pairs[..4 - i].iter_mut().for_each(|y| add(y, part));
        }
        for j in 0..LANES {
            segments[j] += count * part[j];
        }
    }

    /// The ends of rows that are no sides: finds weights there, and hands out what belongs to lines.
    #[inline(always)]
    fn ends_back(
        &self,
        mut value: Lanes,
        smoothness: u32,
        memory: &mut Memory,
        cells: &mut [Lanes],
        pairs: &mut [Lanes],
        segments: &mut Lanes,
    ) -> Lanes {
        let mut weights = [[0; LANES]; 4];
        for (k, weight) in weights.iter_mut().enumerate().skip(1) {
            let (line, before) = (self.last(k), self.before_last(&memory.ends[1], k));
            let line = each(|j| line[j].saturating_add(before[j]));
            (value, *weight) = soft_lanes(&line, &value, smoothness);
        }
        let across: Vec<_> = self
            .across()
            .map(|(j, a, line)| {
                let weight;
                (value[j], weight) = soft(line, value[j], smoothness);
                (j, a, weight)
            })
            .collect();
        let mut rest = each(|j| if self.block.lengths[j] > 0 { WHOLE } else { 0 });
        for (j, a, weight) in across.into_iter().rev() {
            let part = (rest[j] * weight) >> (smoothness + 1);
            rest[j] -= part;
            self.across_back((j, a), part, cells, pairs, segments);
        }
        memory.handed[1][..self.block.length].fill([0; LANES]);
        for k in (1..4).rev() {
            let part = split(&mut rest, &weights[k], smoothness);
            self.last_back(k, &part, cells, pairs, segments);
            for j in (0..LANES).filter(|&j| k < self.block.lengths[j]) {
                memory.handed[1][self.block.lengths[j] - 1 - k][j] += part[j];
            }
        }
        rest
    }

    /// Lines at the last end get a weight.
    #[inline(always)]
    fn last_back(
        &self,
        k: usize,
        part: &Lanes,
        cells: &mut [Lanes],
        pairs: &mut [Lanes],
        segments: &mut Lanes,
    ) {
        for j in (0..LANES).filter(|&j| k < self.block.lengths[j]) {
            let n = self.block.lengths[j];
            cells[n - k..n].iter_mut().for_each(|x| x[j] += part[j]);
            segments[j] += k as i32 * part[j];
        }
        pairs[3..7 - k].iter_mut().for_each(|y| add(y, part));
    }

    fn across_back(
        &self,
        (j, a): (usize, usize),
        part: i32,
        cells: &mut [Lanes],
        pairs: &mut [Lanes],
        segments: &mut Lanes,
    ) {
        let n = self.block.lengths[j];
        cells[..n].iter_mut().for_each(|x| x[j] += part);
        (0..a).chain(3..8 - n - a).for_each(|i| pairs[i][j] += part);
        segments[j] += (n as i32 - 1) * part;
    }
}
