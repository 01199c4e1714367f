//! The smoothed program, for the rows of a group at once. `paper/octagon-certificate.md`, section 5.
//!
//! Nothing rests on it: its weights only change prices. [`super::lane`] has the computation in each lane.

use super::filling::NEVER;
use super::lane::{self, ABSENT, Flow, Group, Kept, Lines};
use super::lanes::{BEFORE, LANES, Lanes};
use super::shape::LONGEST;

/// The weight that is handed back to each row.
const WHOLE: i32 = 1 << 14;

/// The prices of the rows of a group.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// The numbers that all rows have in common.
    pub group: &'a Group,
    /// The prices of the cells, after [`BEFORE`] vectors of zeros.
    pub cells: &'a [Lanes],
    /// The prices of the pairs.
    pub pairs: &'a [Lanes; 6],
}

/// The weights of the rows of a group.
pub struct Weights<'a> {
    /// The weights of the cells, after [`BEFORE`] vectors that are not touched.
    pub cells: &'a mut [Lanes],
    /// The weights of the pairs.
    pub pairs: &'a mut [Lanes; 6],
}

/// The weights of lines at the ends of the rows, kept for the way back; index `k - 1` is for lines with `k` segments in the octagon.
#[derive(Clone, Copy, Default)]
struct Ends {
    last: [Lanes; 3],
    unmet: [Lanes; 3],
    /// The weights of lines that stick out at both ends, by dots before the first end.
    across: [Lanes; 2],
}

/// The last cells of rows, by how many there are from there to the end.
struct Last {
    /// The values of the fillings that end before them.
    from: [[Lanes; 2]; 3],
    prices: [Lanes; 3],
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
        self.add_last::<SIDES>(rows, value);
        let segments = self.back::<SIDES>(rows, weights);
        segments.iter().map(|&weight| i64::from(weight)).sum()
    }

    /// Goes along the rows; returns the values of all fillings that end in the octagon.
    fn forth<const SIDES: bool>(&mut self, rows: &Rows<'_>) -> Lanes {
        let start = if SIDES { 0 } else { NEVER };
        let mut far = [[start; LANES], [NEVER; LANES]];
        for (i, prices) in rows.cells.windows(BEFORE + 1).enumerate() {
            let prices = prices.first_chunk().expect("a window has as many");
            let (done, rest) = self.kept.split_at_mut(i);
            let here = &mut rest[0];
            if i < 4 {
                let first = [rows.first(i), [0; LANES]];
                lane::forth::<SIDES, false>(rows.group, i, prices, &first, here, &mut far);
            } else {
                let from = &done[i - 4].ending;
                lane::forth::<SIDES, true>(rows.group, i, prices, from, here, &mut far);
            }
        }
        far[1]
    }

    /// Adds the lines that stick out at the last end. (Nothing needs the value of all fillings.)
    fn add_last<const SIDES: bool>(&mut self, rows: &Rows<'_>, mut value: Lanes) {
        if SIDES {
            lane::keep(&mut value, &rows.group.masks.without_last, NEVER);
        }
        let last = self.last::<SIDES>(rows);
        let mut gain = [0; LANES];
        for segments in 1..4 {
            // The gain with the prices of the cells; lines with more segments pay for fewer pairs.
            lane::add(&mut gain, &[rows.group.lambda; LANES], 1);
            lane::add(&mut gain, &last.prices[segments - 1], -1);
            let mut all = gain;
            for pair in &rows.pairs[3..7 - segments] {
                lane::add(&mut all, pair, -1);
            }
            let unmet = &mut self.ends.unmet[segments - 1];
            let weight = &mut self.ends.last[segments - 1];
            lane::to_end::<SIDES>(
                rows.group,
                &last.from[segments - 1],
                &all,
                &mut value,
                unmet,
                weight,
            );
        }
        for (l, &n) in rows.group.lengths.iter().enumerate() {
            for a in rows.across::<SIDES>(l) {
                let line = rows.line_across(l, n as usize, a);
                let soft = lane::soft(line, value[l], rows.group.smoothness);
                (value[l], self.ends.across[a - 1][l]) = soft;
            }
        }
    }

    /// The last cells of each row.
    fn last<const SIDES: bool>(&self, rows: &Rows<'_>) -> Last {
        let mut last = Last {
            from: [[[ABSENT; LANES]; 2]; 3],
            prices: [[0; LANES]; 3],
        };
        for (l, &n) in rows.group.lengths.iter().enumerate() {
            let n = n as usize;
            for segments in 1..n.min(4) {
                let from = &mut last.from[segments - 1];
                let ending = &self.kept[n - 1 - segments].ending;
                if SIDES {
                    from[0][l] = ending[0][l];
                }
                from[1][l] = ending[1][l];
                last.prices[segments - 1][l] = rows.cells[BEFORE + n - segments][l];
            }
        }
        last
    }

    /// Hands the weights back to the fillings that the values come from, and returns the weights of segments.
    fn back<const SIDES: bool>(&mut self, rows: &Rows<'_>, weights: &mut Weights<'_>) -> Lanes {
        let cells = &mut weights.cells[BEFORE..];
        cells.fill([0; LANES]);
        weights.pairs.fill([0; LANES]);
        for kept in &mut self.kept[..cells.len()] {
            kept.given = [[0; LANES]; 2];
        }
        let mut flow = Flow::new(WHOLE);
        self.hand_to_last::<SIDES>(rows, weights, &mut flow);
        for (i, weight) in weights.cells[BEFORE..].iter_mut().enumerate().rev() {
            let (done, rest) = self.kept.split_at_mut(i);
            if i < 4 {
                let mut sticking = [[0; LANES]; 2];
                lane::back::<SIDES, false>(
                    rows.group,
                    i,
                    &rest[0],
                    &mut sticking,
                    weight,
                    &mut flow,
                );
                for pair in &mut weights.pairs[..(4 - i) % 4] {
                    lane::add(pair, &sticking[0], 1);
                }
            } else {
                let given = &mut done[i - 4].given;
                lane::back::<SIDES, true>(rows.group, i, &rest[0], given, weight, &mut flow);
            }
        }
        flow.segments
    }

    /// Hands weight back to lines that stick out at the last end.
    fn hand_to_last<const SIDES: bool>(
        &mut self,
        rows: &Rows<'_>,
        weights: &mut Weights<'_>,
        flow: &mut Flow,
    ) {
        self.hand_to_across::<SIDES>(rows, weights, flow);
        let mut lines = [Lines::default(); 3];
        for segments in (1..4).rev() {
            let (unmet, last) = (
                &self.ends.unmet[segments - 1],
                &self.ends.last[segments - 1],
            );
            let part = lane::from_end::<SIDES>(rows.group, segments, unmet, last, flow);
            for pair in &mut weights.pairs[3..7 - segments] {
                lane::add(pair, &part.all, 1);
            }
            lines[segments - 1] = part;
            if let Some(longer) = lines.get(segments) {
                // Their last cells are among those of longer ones.
                let longer = longer.all;
                lane::add(&mut lines[segments - 1].all, &longer, 1);
            }
        }
        let cells = &mut weights.cells[BEFORE..];
        for (l, &n) in rows.group.lengths.iter().enumerate() {
            let n = n as usize;
            for (lines, segments) in lines.iter().zip(1..n) {
                cells[n - segments][l] += lines.all[l];
                let given = &mut self.kept[n - 1 - segments].given;
                if SIDES {
                    given[0][l] = lines.unmet[l];
                }
                given[1][l] = lines.met[l];
            }
        }
        if SIDES {
            lane::keep(&mut flow.far[1], &rows.group.masks.without_last, 0);
        }
    }

    /// Hands weight back to lines that stick out at both ends.
    fn hand_to_across<const SIDES: bool>(
        &mut self,
        rows: &Rows<'_>,
        weights: &mut Weights<'_>,
        flow: &mut Flow,
    ) {
        for (l, &n) in rows.group.lengths.iter().enumerate() {
            for a in rows.across::<SIDES>(l).rev() {
                let weight = self.ends.across[a - 1][l];
                let (part, left) = lane::split(flow.far[1][l], weight, rows.group.smoothness);
                flow.far[1][l] = left;
                flow.segments[l] += (n - 1) * part;
                let n = n as usize;
                let cells = weights.cells[BEFORE..][..n].iter_mut();
                let (before, behind) = weights.pairs.split_at_mut(3);
                let outside = before[..a].iter_mut().chain(&mut behind[..5 - n - a]);
                cells.chain(outside).for_each(|weight| weight[l] += part);
            }
        }
    }
}

impl Rows<'_> {
    /// The values of lines that stick out at the first end and whose last dot is cell `i`, 1 to 3; [`ABSENT`] for cell 0.
    fn first(&self, i: usize) -> Lanes {
        if i == 0 {
            return [ABSENT; LANES];
        }
        let mut value = [i as i32 * self.group.lambda; LANES];
        for prices in self.cells[BEFORE..=BEFORE + i]
            .iter()
            .chain(&self.pairs[..4 - i])
        {
            lane::add(&mut value, prices, -1);
        }
        value
    }

    /// The numbers of dots before the first end that lines may have that stick out at both ends.
    fn across<const SIDES: bool>(&self, lane: usize) -> std::ops::RangeInclusive<usize> {
        let n = self.group.lengths[lane] as usize;
        let is_allowed = !SIDES || self.group.masks.across[lane] != 0;
        let most = if (n == 2 || n == 3) && is_allowed {
            4 - n
        } else {
            0
        };
        1..=most
    }

    /// The value of a line in a row of `n` cells that sticks out at both ends, with `a` dots before the first.
    fn line_across(&self, lane: usize, n: usize, a: usize) -> i32 {
        let cells = self.cells[BEFORE..][..n].iter();
        let outside = self.pairs[..a].iter().chain(&self.pairs[3..8 - n - a]);
        let cost: i32 = cells.chain(outside).map(|prices| prices[lane]).sum();
        (n as i32 - 1) * self.group.lambda - cost
    }
}
