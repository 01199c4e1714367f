//! The smoothed program, for the rows of a group at once. `paper/octagon-certificate.md`, section 5.
//!
//! Nothing rests on it: what it says only changes prices. It is written for compilers that compute all lanes of a loop at once.

use super::filling::{NEVER, Rules};
use super::lanes::{LANES, Lanes};

/// What is handed back.
const WHOLE: i32 = 1 << 14;
/// So far below every value that the other argument of [`soft`] is taken, with all of the weight.
const ABSENT: i32 = -(1 << 30);
/// No row has more cells.
pub const LONGEST: usize = 46;

/// The smoothed maximum, and the weight of its first argument.
#[inline(always)]
#[must_use]
pub fn soft(a: i32, b: i32, smoothness: u32) -> (i32, i32) {
    let (difference, half) = (a - b, 1 << smoothness);
    let weight = (difference + half).clamp(0, 2 * half);
    let value = b + ((weight * weight) >> (smoothness + 2)) + (difference - half).max(0);
    (value, weight)
}

/// Splits what is handed back by a weight: the part of the first argument, and the rest.
#[inline(always)]
#[must_use]
pub fn split(whole: i32, weight: i32, smoothness: u32) -> (i32, i32) {
    let part = (whole * weight) >> (smoothness + 1);
    (part, whole - part)
}

/// What is asked of the rows of a group, by lane: -1 for yes and 0 for no.
#[derive(Debug, Clone, Default)]
pub struct Masks {
    inside: Lanes,
    first: [Lanes; 2],
    last: [Lanes; 2],
    without_last: Lanes,
    across: Lanes,
}

impl Masks {
    /// For rows of which this is asked.
    #[must_use]
    pub fn new(rules: impl IntoIterator<Item = Rules>) -> Self {
        let mut masks = Self::default();
        for (lane, rules) in rules.into_iter().enumerate() {
            let mask = |is_allowed| -i32::from(is_allowed);
            masks.inside[lane] = mask(rules.inside);
            masks.first[0][lane] = mask(rules.first == Some(0));
            masks.first[1][lane] = mask(rules.first == Some(1));
            masks.last[0][lane] = mask(rules.last_unmet);
            masks.last[1][lane] = mask(rules.last_met);
            masks.without_last[lane] = mask(rules.without_last);
            masks.across[lane] = mask(rules.across);
        }
        masks
    }
}

#[inline(always)]
fn masked(value: i32, mask: i32) -> i32 {
    if mask == 0 { ABSENT } else { value }
}

/// The rows of a group and their prices.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// λ.
    pub lambda: i32,
    /// The smoothness of the step.
    pub smoothness: u32,
    /// The lengths of the rows.
    pub lengths: &'a [usize; LANES],
    /// The prices of the cells.
    pub cells: &'a [Lanes],
    /// The prices of the pairs.
    pub pairs: &'a [Lanes],
    /// What is asked; not read if they are no sides.
    pub masks: &'a Masks,
}

/// The weights of the rows of a group.
pub struct Weights<'a> {
    /// Of the cells.
    pub cells: &'a mut [Lanes],
    /// Of the pairs.
    pub pairs: &'a mut [Lanes],
}

/// What is kept of the fillings up to a cell.
#[derive(Clone, Copy, Default)]
struct Kept {
    /// The values of the layers that end with a dot here.
    ending: [Lanes; 2],
    /// The weight of these among all so far.
    far: [Lanes; 2],
    /// The weight of a line that ends here, and of the first layer where it begins.
    line: Lanes,
    unmet: Lanes,
    /// The weight of lines that stick out at the first end.
    first: [Lanes; 2],
    /// The weight of what has a dot before, where a dot is asked for.
    before: Lanes,
    /// What is handed back to fillings that end here.
    given: [Lanes; 2],
}

/// What is kept of the ends of the rows; index `k - 1` is for lines with `k` segments in the octagon.
#[derive(Clone, Copy, Default)]
struct Ends {
    last: [Lanes; 3],
    unmet: [Lanes; 3],
    /// The weights of lines that stick out at both ends, by dots before the first end.
    across: [Lanes; 2],
}

/// The memory that a run needs.
pub struct Scratch {
    kept: [Kept; LONGEST],
    ends: Ends,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            kept: [Kept::default(); LONGEST],
            ends: Ends::default(),
        }
    }
}

impl Scratch {
    /// Runs the program on rows, which are sides or not, and returns the weight of their segments.
    pub fn run<const SIDES: bool>(&mut self, rows: &Rows<'_>, weights: &mut Weights<'_>) -> i64 {
        let value = self.forth::<SIDES>(rows);
        self.to_ends::<SIDES>(rows, value);
        let segments = self.back::<SIDES>(rows, weights);
        segments.iter().map(|&weight| i64::from(weight)).sum()
    }

    /// Goes along the rows; the values of all fillings that end in the octagon.
    fn forth<const SIDES: bool>(&mut self, rows: &Rows<'_>) -> Lanes {
        let start = if SIDES { 0 } else { NEVER };
        let mut far = [[start; LANES], [NEVER; LANES]];
        let longest = rows.cells.len();
        for i in 0..longest.min(4) {
            let first = rows.first(i);
            self.cell::<SIDES, false>(rows, i, &mut far, &first);
        }
        for i in 4..longest {
            self.cell::<SIDES, true>(rows, i, &mut far, &[ABSENT; LANES]);
        }
        far[1]
    }

    /// Goes on by a cell. A line may end there, or else, if it is one of the first four, a line that sticks out at the first end.
    #[inline(always)]
    fn cell<const SIDES: bool, const LINE: bool>(
        &mut self,
        rows: &Rows<'_>,
        i: usize,
        far: &mut [Lanes; 2],
        first: &Lanes,
    ) {
        let k = rows.smoothness;
        let [unmet, met] = far;
        let (done, rest) = self.kept.split_at_mut(i);
        let here = &mut rest[0];
        let price = &rows.cells[i];
        for l in 0..LANES {
            let mut ending = [unmet[l] - price[l], met[l] - price[l]];
            if !SIDES {
                let (value, weight) = soft(met[l], 0, k);
                ending[1] = value - price[l];
                here.before[l] = weight;
            }
            if LINE {
                let from = &done[i - 4].ending;
                let (mut line, mut weight) = (from[1][l], 0);
                if SIDES {
                    (line, weight) = soft(from[0][l], from[1][l], k);
                }
                let back = |by: usize| rows.cells[i - by][l];
                line += 4 * rows.lambda - (back(3) + back(2) + back(1) + price[l]);
                if SIDES {
                    here.unmet[l] = weight;
                    line = masked(line, rows.masks.inside[l]);
                }
                (ending[1], here.line[l]) = soft(line, ending[1], k);
            } else if SIDES {
                let mask = &rows.masks.first;
                (ending[0], here.first[0][l]) = soft(masked(first[l], mask[0][l]), ending[0], k);
                (ending[1], here.first[1][l]) = soft(masked(first[l], mask[1][l]), ending[1], k);
            } else {
                (ending[1], here.first[1][l]) = soft(first[l], ending[1], k);
            }
            let is_there = -i32::from(i < rows.lengths[l]);
            if SIDES {
                here.ending[0][l] = ending[0];
                (unmet[l], here.far[0][l]) = soft(masked(ending[0], is_there), unmet[l], k);
            }
            here.ending[1][l] = ending[1];
            (met[l], here.far[1][l]) = soft(masked(ending[1], is_there), met[l], k);
        }
    }

    /// Adds the lines that stick out at the last end. (Nothing needs the value of all fillings.)
    fn to_ends<const SIDES: bool>(&mut self, rows: &Rows<'_>, mut value: Lanes) {
        let k = rows.smoothness;
        if SIDES {
            for (value, &mask) in value.iter_mut().zip(&rows.masks.without_last) {
                *value = if mask == 0 { NEVER } else { *value };
            }
        }
        for segments in 1..4 {
            let (from, gain) = self.last(rows, segments);
            for l in 0..LANES {
                let mut line = from[1][l];
                if SIDES {
                    let unmet = masked(from[0][l], rows.masks.last[0][l]);
                    (line, self.ends.unmet[segments - 1][l]) = soft(unmet, line, k);
                    line = masked(line, rows.masks.last[1][l]);
                }
                (value[l], self.ends.last[segments - 1][l]) = soft(line + gain[l], value[l], k);
            }
        }
        for (l, &n) in rows.lengths.iter().enumerate() {
            for a in rows.across::<SIDES>(l) {
                let line = rows.line_across(l, n, a);
                (value[l], self.ends.across[a - 1][l]) = soft(line, value[l], k);
            }
        }
    }

    /// Lines that end beyond the last cell and have so many segments in the octagon: the values where they begin, and what they add.
    fn last(&self, rows: &Rows<'_>, segments: usize) -> ([Lanes; 2], Lanes) {
        let (mut from, mut gain) = ([[ABSENT; LANES]; 2], [0; LANES]);
        for (l, &n) in rows.lengths.iter().enumerate() {
            if segments < n {
                let ending = &self.kept[n - 1 - segments].ending;
                (from[0][l], from[1][l]) = (ending[0][l], ending[1][l]);
                let cells = rows.cells[n - segments..n].iter();
                gain[l] = segments as i32 * rows.lambda - cells.map(|cell| cell[l]).sum::<i32>();
            }
        }
        for pair in &rows.pairs[3..7 - segments] {
            for l in 0..LANES {
                gain[l] -= pair[l];
            }
        }
        (from, gain)
    }

    /// Hands back what the values come from, and returns the weights of segments.
    fn back<const SIDES: bool>(&mut self, rows: &Rows<'_>, weights: &mut Weights<'_>) -> Lanes {
        let longest = rows.cells.len();
        weights.cells.fill([0; LANES]);
        weights.pairs.fill([0; LANES]);
        for kept in &mut self.kept[..longest] {
            kept.given = [[0; LANES]; 2];
        }
        let mut flow = Flow {
            segments: [0; LANES],
            far: [[0; LANES], [WHOLE; LANES]],
            lines: [[0; LANES]; 3],
            first: [0; LANES],
        };
        self.from_ends::<SIDES>(rows, weights, &mut flow);
        for i in (4..longest).rev() {
            self.uncell::<SIDES, true>(rows, i, &mut flow, weights);
        }
        for i in (0..longest.min(4)).rev() {
            self.uncell::<SIDES, false>(rows, i, &mut flow, weights);
        }
        flow.segments
    }

    /// Hands back to lines that stick out at the last end.
    fn from_ends<const SIDES: bool>(
        &mut self,
        rows: &Rows<'_>,
        weights: &mut Weights<'_>,
        flow: &mut Flow,
    ) {
        let k = rows.smoothness;
        for (l, &n) in rows.lengths.iter().enumerate() {
            for a in rows.across::<SIDES>(l).rev() {
                let (part, left) = split(flow.far[1][l], self.ends.across[a - 1][l], k);
                flow.far[1][l] = left;
                weights.cells[..n]
                    .iter_mut()
                    .for_each(|cell| cell[l] += part);
                weights.pairs[..a]
                    .iter_mut()
                    .for_each(|pair| pair[l] += part);
                weights.pairs[3..8 - n - a]
                    .iter_mut()
                    .for_each(|pair| pair[l] += part);
                flow.segments[l] += (n as i32 - 1) * part;
            }
        }
        for segments in (1..4).rev() {
            let (mut unmet, mut met) = ([0; LANES], [0; LANES]);
            for l in 0..LANES {
                (met[l], flow.far[1][l]) =
                    split(flow.far[1][l], self.ends.last[segments - 1][l], k);
                flow.segments[l] += segments as i32 * met[l];
            }
            for pair in &mut weights.pairs[3..7 - segments] {
                for l in 0..LANES {
                    pair[l] += met[l];
                }
            }
            for (l, &n) in rows.lengths.iter().enumerate() {
                if segments < n {
                    weights.cells[n - segments..n]
                        .iter_mut()
                        .for_each(|cell| cell[l] += met[l]);
                }
            }
            if SIDES {
                for l in 0..LANES {
                    (unmet[l], met[l]) = split(met[l], self.ends.unmet[segments - 1][l], k);
                }
            }
            for (l, &n) in rows.lengths.iter().enumerate() {
                if segments < n {
                    let given = &mut self.kept[n - 1 - segments].given;
                    given[0][l] += unmet[l];
                    given[1][l] += met[l];
                }
            }
        }
        if SIDES {
            for l in 0..LANES {
                flow.far[1][l] &= rows.masks.without_last[l];
            }
        }
    }

    /// Goes back by a cell.
    #[inline(always)]
    fn uncell<const SIDES: bool, const LINE: bool>(
        &mut self,
        rows: &Rows<'_>,
        i: usize,
        flow: &mut Flow,
        weights: &mut Weights<'_>,
    ) {
        let k = rows.smoothness;
        let (done, rest) = self.kept.split_at_mut(i);
        let here = &rest[0];
        let mut sticking = [0; LANES];
        let weight = &mut weights.cells[i];
        let [unmet, met] = &mut flow.far;
        let [near, middle, far] = &mut flow.lines;
        for l in 0..LANES {
            let mut given = [0, 0];
            if SIDES {
                (given[0], unmet[l]) = split(unmet[l], here.far[0][l], k);
                given[0] += here.given[0][l];
            }
            (given[1], met[l]) = split(met[l], here.far[1][l], k);
            given[1] += here.given[1][l];
            let mut line = 0;
            if LINE {
                (line, given[1]) = split(given[1], here.line[l], k);
                flow.segments[l] += 4 * line;
                let from = &mut done[i - 4].given;
                let mut rest = line;
                if SIDES {
                    let (part, other) = split(line, here.unmet[l], k);
                    from[0][l] += part;
                    rest = other;
                }
                from[1][l] += rest;
            } else {
                let (mut part, left) = split(given[1], here.first[1][l], k);
                given[1] = left;
                if SIDES {
                    let (more, left) = split(given[0], here.first[0][l], k);
                    given[0] = left;
                    part += more;
                }
                sticking[l] = part;
                flow.segments[l] += i as i32 * part;
                flow.first[l] += part;
            }
            weight[l] += given[0] + given[1] + line + near[l] + middle[l] + far[l] + flow.first[l];
            (far[l], middle[l], near[l]) = (middle[l], near[l], line);
            if SIDES {
                unmet[l] += given[0];
                met[l] += given[1];
            } else {
                met[l] += split(given[1], here.before[l], k).0;
            }
        }
        if !LINE && i > 0 {
            for pair in &mut weights.pairs[..4 - i] {
                for l in 0..LANES {
                    pair[l] += sticking[l];
                }
            }
        }
    }
}

/// What flows back along the rows.
struct Flow {
    /// The weights of segments so far.
    segments: Lanes,
    /// What is handed to fillings that end before, by layer.
    far: [Lanes; 2],
    /// What was handed to lines that end one, two and three cells behind.
    lines: [Lanes; 3],
    /// What was handed to lines that stick out at the first end and end here or behind.
    first: Lanes,
}

impl Rows<'_> {
    /// The values of lines that stick out at the first end and whose last dot is cell `i`, 1 to 3.
    fn first(&self, i: usize) -> Lanes {
        if i == 0 {
            return [ABSENT; LANES];
        }
        let mut value = [i as i32 * self.lambda; LANES];
        for prices in self.cells[..=i].iter().chain(&self.pairs[..4 - i]) {
            for l in 0..LANES {
                value[l] -= prices[l];
            }
        }
        value
    }

    /// How many dots before the first end lines may have that stick out at both ends.
    fn across<const SIDES: bool>(&self, lane: usize) -> std::ops::RangeInclusive<usize> {
        let n = self.lengths[lane];
        let is_allowed = !SIDES || self.masks.across[lane] != 0;
        let most = if (n == 2 || n == 3) && is_allowed {
            4 - n
        } else {
            0
        };
        1..=most
    }

    /// The value of such a line in a row of `n` cells.
    fn line_across(&self, lane: usize, n: usize, a: usize) -> i32 {
        let cells = self.cells[..n].iter();
        let outside = self.pairs[..a].iter().chain(&self.pairs[3..8 - n - a]);
        let cost: i32 = cells.chain(outside).map(|prices| prices[lane]).sum();
        (n as i32 - 1) * self.lambda - cost
    }
}
