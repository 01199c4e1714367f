//! The best filling of one row, exact and smoothed, cell by cell: `paper/octagon-certificate.md`, sections 3 and 5.
//!
//! Plain and slow. `lanes.rs` does the same for sixteen rows at once, and tests compare the two.

/// A filling that does not exist.
pub const NEVER: i32 = -(1 << 29);
/// The weight that the smoothed program hands back along a row.
pub const WHOLE: i32 = 1 << 14;

/// A condition on the filling of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// At least one dot: every row that is no side.
    Dot,
    /// At least one line: a side about which no question was asked.
    Line,
    /// At least one line in the octagon.
    Inside,
    /// All lines stick out, and there is one.
    Out,
    /// All lines stick out, and only at the first end.
    First,
    /// All lines stick out, and only at the last end.
    Last,
    /// All lines stick out, at both ends.
    Both,
}

/// The parts that a filling may have, and which of them meet the condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// A line in the octagon is allowed; it always meets the condition.
    pub(crate) inside: bool,
    /// A line at the first end is allowed, and leads to this layer.
    pub(crate) first: Option<usize>,
    /// A line at the last end is allowed, and comes from layer 1, or (`true`) from both.
    pub(crate) last: Option<bool>,
    /// The row may end without a line at the last end.
    pub(crate) bare: bool,
    /// One line may stick out at both ends.
    pub(crate) across: bool,
}

impl Asked {
    pub(crate) fn rules(self) -> Rules {
        let rules = |inside, first, last, bare, across| Rules {
            inside,
            first,
            last,
            bare,
            across,
        };
        match self {
            Self::Dot => rules(true, Some(1), Some(false), true, true),
            Self::Line => rules(true, Some(1), Some(true), true, true),
            Self::Inside => rules(true, Some(0), Some(false), true, false),
            Self::Out => rules(false, Some(1), Some(true), true, true),
            Self::First => rules(false, Some(1), None, true, false),
            Self::Last => rules(false, None, Some(true), true, false),
            Self::Both => rules(false, Some(1), Some(false), false, true),
        }
    }
}

/// A row with its prices.
#[derive(Clone, Copy, Debug)]
pub struct PricedRow<'a> {
    /// The prices of its cells.
    pub cells: &'a [i32],
    /// The prices of its six pairs outside; none if it has one cell.
    pub pairs: &'a [i32],
    /// λ.
    pub line: i32,
    /// The condition on the row.
    pub asked: Asked,
}

impl PricedRow<'_> {
    fn sum(prices: &[i32]) -> i32 {
        prices.iter().sum()
    }

    /// The line inside that ends at a cell, without its first dot.
    fn inside(&self, i: usize) -> i32 {
        4 * self.line - Self::sum(&self.cells[i - 3..=i])
    }

    /// The line at the first end whose last dot is a cell.
    fn first(&self, i: usize) -> i32 {
        i as i32 * self.line - Self::sum(&self.cells[..=i]) - Self::sum(&self.pairs[..4 - i])
    }

    /// The line at the last end with so many segments in the octagon, without its first dot.
    fn last(&self, k: usize) -> i32 {
        let cells = &self.cells[self.cells.len() - k..];
        k as i32 * self.line - Self::sum(cells) - Self::sum(&self.pairs[3..7 - k])
    }

    /// The line with so many dots outside at the first end that sticks out at both.
    fn across(&self, a: usize) -> i32 {
        let n = self.cells.len();
        let outside = Self::sum(&self.pairs[..a]) + Self::sum(&self.pairs[3..8 - n - a]);
        (n as i32 - 1) * self.line - Self::sum(self.cells) - outside
    }

    fn last_ends(&self) -> std::ops::Range<usize> {
        match self.asked.rules().last {
            Some(_) => 1..self.cells.len().min(4),
            None => 1..1,
        }
    }

    fn across_ends(&self) -> std::ops::Range<usize> {
        match self.cells.len() {
            n @ 2..=3 if self.asked.rules().across => 1..5 - n,
            _ => 1..1,
        }
    }

    /// Runs the program with an operation for the greater of two numbers, which is called in a fixed order.
    fn run(&self, mut max: impl FnMut(i32, i32) -> i32) -> i32 {
        let rules = self.asked.rules();
        let is_dot = self.asked == Asked::Dot;
        let mut so_far = [if is_dot { NEVER } else { 0 }, NEVER];
        let mut ends: Vec<[i32; 2]> = Vec::with_capacity(self.cells.len());
        for (i, price) in self.cells.iter().enumerate() {
            let mut here = so_far.map(|before| before - price);
            if is_dot {
                here = [NEVER, max(so_far[1], 0) - price];
            }
            if i >= 4 && rules.inside {
                let before = max(ends[i - 4][0], ends[i - 4][1]);
                here[1] = max(before + self.inside(i), here[1]);
            }
            if let (1..=3, Some(layer)) = (i, rules.first) {
                here[layer] = max(self.first(i), here[layer]);
            }
            ends.push(here);
            so_far = [0, 1].map(|layer| max(here[layer], so_far[layer]));
        }
        let mut value = if rules.bare { so_far[1] } else { NEVER };
        for k in self.last_ends() {
            let mut before = ends[self.cells.len() - 1 - k];
            if rules.last == Some(true) {
                before[1] = max(before[0], before[1]);
            }
            value = max(before[1] + self.last(k), value);
        }
        for a in self.across_ends() {
            value = max(self.across(a), value);
        }
        value
    }

    /// The value of the best filling; at most half of [`NEVER`] if there is none.
    pub fn best(&self) -> i32 {
        self.run(i32::max)
    }

    /// Adds the weights of the smoothed program to those of its cells and pairs; returns the weight of its segments.
    pub fn weigh(&self, smoothness: u32, cells: &mut [i32], pairs: &mut [i32]) -> i32 {
        let mut weights = Vec::with_capacity(8 * self.cells.len() + 8);
        self.run(|a, b| {
            let (value, weight) = soft(a, b, smoothness);
            weights.push(weight);
            value
        });
        Back {
            row: self,
            weights,
            smoothness,
            cells,
            pairs,
            segments: 0,
        }
        .run()
    }
}

/// The smoothed maximum of two numbers, and the weight of the first.
#[inline(always)]
pub(crate) fn soft(a: i32, b: i32, smoothness: u32) -> (i32, i32) {
    let half = 1 << smoothness;
    let ahead = a - b;
    let weight = (ahead + half).clamp(0, 2 * half);
    let value = b + ((weight * weight) >> (smoothness + 2)) + (ahead - half).max(0);
    (value, weight)
}

/// Goes back along a row and hands out the weight.
struct Back<'a> {
    row: &'a PricedRow<'a>,
    weights: Vec<i32>,
    smoothness: u32,
    cells: &'a mut [i32],
    pairs: &'a mut [i32],
    segments: i32,
}

impl Back<'_> {
    /// Splits a weight by the operation that was the last one not yet gone back through.
    fn split(&mut self, whole: &mut i32) -> i32 {
        let weight = self.weights.pop().unwrap_or_default();
        let part = (*whole * weight) >> (self.smoothness + 1);
        *whole -= part;
        part
    }

    /// A line gets a weight: its cells, its pairs at the first and at the last end, its segments.
    fn line(
        &mut self,
        part: i32,
        cells: std::ops::Range<usize>,
        pairs: [usize; 2],
        segments: usize,
    ) {
        self.cells[cells].iter_mut().for_each(|x| *x += part);
        let outside = (0..pairs[0]).chain(3..3 + pairs[1]);
        outside.for_each(|j| self.pairs[j] += part);
        self.segments += segments as i32 * part;
    }

    fn run(mut self) -> i32 {
        let n = self.row.cells.len();
        let rules = self.row.asked.rules();
        let is_dot = self.row.asked == Asked::Dot;
        let mut rest = WHOLE;
        let mut ends = vec![[0; 2]; n];
        for a in self.row.across_ends().rev() {
            let part = self.split(&mut rest);
            self.line(part, 0..n, [a, 5 - n - a], n - 1);
        }
        for k in self.row.last_ends().rev() {
            let mut part = self.split(&mut rest);
            self.line(part, n - k..n, [0, 4 - k], k);
            if rules.last == Some(true) {
                ends[n - 1 - k][0] += self.split(&mut part);
            }
            ends[n - 1 - k][1] += part;
        }
        let mut so_far = [0, if rules.bare { rest } else { 0 }];
        for i in (0..n).rev() {
            for layer in [1, 0] {
                ends[i][layer] += self.split(&mut so_far[layer]);
            }
            if let (1..=3, Some(layer)) = (i, rules.first) {
                let part = self.split(&mut ends[i][layer]);
                self.line(part, 0..i + 1, [4 - i, 0], i);
            }
            if i >= 4 && rules.inside {
                let mut part = self.split(&mut ends[i][1]);
                self.line(part, i - 3..i + 1, [0, 0], 4);
                ends[i - 4][0] += self.split(&mut part);
                ends[i - 4][1] += part;
            }
            self.cells[i] += ends[i][0] + ends[i][1];
            if is_dot {
                so_far[1] += self.split(&mut ends[i][1]);
            } else {
                so_far = [0, 1].map(|layer| so_far[layer] + ends[i][layer]);
            }
        }
        self.segments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All fillings of a row, one by one: every set of lines without a common segment, every set of further dots.
    fn naive(row: &PricedRow) -> i32 {
        let n = row.cells.len() as i32;
        // Lines by their first cell, which may lie outside.
        let mut sets = vec![vec![]];
        for start in -3..=n - 2 {
            let more: Vec<_> = sets
                .iter()
                .filter(|set: &&Vec<i32>| set.last().is_none_or(|last| start - last >= 4))
                .map(|set| set.iter().copied().chain([start]).collect())
                .collect();
            sets.extend(more);
        }
        let mut best = NEVER;
        for set in sets {
            let inside = set.iter().filter(|&&s| s >= 0 && s + 4 < n).count();
            let first = set.iter().any(|&s| s < 0);
            let last = set.iter().any(|&s| s + 4 >= n);
            let meets = match row.asked {
                Asked::Dot => true,
                Asked::Line => !set.is_empty(),
                Asked::Inside => inside > 0,
                Asked::Out => !set.is_empty() && inside == 0,
                Asked::First => inside == 0 && first && !last,
                Asked::Last => inside == 0 && last && !first,
                Asked::Both => inside == 0 && first && last,
            };
            if !meets {
                continue;
            }
            let price = |cell: i32| match cell {
                _ if cell < 0 => row.pairs[(-cell - 1) as usize],
                _ if cell >= n => row.pairs[(3 + cell - n) as usize],
                _ => 0,
            };
            let outside: i32 = set.iter().flat_map(|s| *s..=s + 4).map(price).sum();
            let segments = |s: i32| (s + 4).min(n - 1) - s.max(0);
            let lines: i32 = set.iter().map(|&s| segments(s) * row.line).sum::<i32>() - outside;
            let needed = |cell: i32| set.iter().any(|s| (*s..=s + 4).contains(&cell));
            for dots in 1_u32..1 << n {
                let has = |cell: i32| dots >> cell & 1 == 1;
                if (0..n).any(|cell| needed(cell) && !has(cell)) {
                    continue;
                }
                let paid: i32 = (0..n)
                    .filter(|&c| has(c))
                    .map(|c| row.cells[c as usize])
                    .sum();
                best = best.max(lines - paid);
            }
        }
        best
    }

    pub(crate) const ALL: [Asked; 7] = [
        Asked::Dot,
        Asked::Line,
        Asked::Inside,
        Asked::Out,
        Asked::First,
        Asked::Last,
        Asked::Both,
    ];

    proptest! {
        #[test]
        fn the_best_filling_is_that_of_all(
            cells in prop::collection::vec(-3000..9000, 2..10),
            pairs in prop::collection::vec(0..4000, 6),
            line in 4096..12000,
        ) {
            for asked in ALL {
                let row = PricedRow { cells: &cells, pairs: &pairs, line, asked };
                let (found, naive) = (row.best(), naive(&row));
                if naive > NEVER {
                    prop_assert_eq!(found, naive, "{:?}", asked);
                } else {
                    prop_assert!(found < NEVER / 2);
                }
            }
        }

        /// The weights are the slope of the smoothed value: along them a convex function lies above.
        #[test]
        fn weights_are_a_slope(
            cells in prop::collection::vec(-3000..9000, 2..20),
            moved in prop::collection::vec(-900..900, 20),
            pairs in prop::collection::vec(0..4000, 6),
            line in 4096..12000,
            smoothness in 6_u32..12,
        ) {
            for asked in ALL {
                let smooth = |row: &PricedRow| row.run(|a, b| soft(a, b, smoothness).0);
                let row = PricedRow { cells: &cells, pairs: &pairs, line, asked };
                let (mut x, mut y) = (vec![0; cells.len()], vec![0; 6]);
                let (value, segments) = (smooth(&row), row.weigh(smoothness, &mut x, &mut y));
                if value < NEVER / 2 {
                    continue;
                }
                prop_assert!(x.iter().all(|x| (0..=WHOLE).contains(x)));
                prop_assert!(value >= row.best());
                prop_assert!(value - row.best() <= (cells.len() as i32 * 4 + 8) << (smoothness - 2));
                let other: Vec<_> = cells.iter().zip(&moved).map(|(price, more)| price + more).collect();
                let there = smooth(&PricedRow { cells: &other, line: line + moved[0], ..row });
                let change: i64 = x.iter().zip(&moved).map(|(x, more)| -i64::from(*x) * i64::from(*more)).sum();
                let change = (change + i64::from(segments) * i64::from(moved[0])) >> 14;
                let error = 8 * cells.len() as i64 + 30;
                prop_assert!(i64::from(there - value) >= change - error, "{:?} {} {}", asked, there - value, change);
            }
        }
    }
}
