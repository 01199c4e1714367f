//! The smoothed program, lane by lane. `paper/octagon-certificate.md`, section 5.
//!
//! These functions are not inlined: their arguments do not overlap, so compilers compute all lanes of their loops at once.

use super::filling::Rules;
use super::lanes::{BEFORE, LANES, Lanes};

/// A value so far below all others that [`soft`] takes its other argument, with all of the weight.
pub const ABSENT: i32 = -(1 << 30);

/// The smoothed maximum, and the weight of its first argument.
#[inline(always)]
#[must_use]
pub fn soft(a: i32, b: i32, smoothness: u32) -> (i32, i32) {
    let (difference, half) = (a - b, 1 << smoothness);
    let weight = (difference + half).clamp(0, 2 * half);
    let value = b + ((weight * weight) >> (smoothness + 2)) + (difference - half).max(0);
    (value, weight)
}

/// Splits the weight `whole`, which is handed back, by `weight`: the part of the first argument, and the rest.
#[inline(always)]
#[must_use]
pub fn split(whole: i32, weight: i32, smoothness: u32) -> (i32, i32) {
    let part = (whole * weight) >> (smoothness + 1);
    (part, whole - part)
}

/// The parts that fillings of the rows of a group may have, by lane: -1 for yes and 0 for no.
#[derive(Debug, Clone, Default)]
pub struct Masks {
    /// Lines whose dots all lie in the octagon.
    pub inside: Lanes,
    /// Lines at the first end, by the layer to which they lead.
    pub first: [Lanes; 2],
    /// Lines at the last end, by the layer from which they come.
    pub last: [Lanes; 2],
    /// Fillings without a line at the last end.
    pub without_last: Lanes,
    /// Lines that stick out at both ends.
    pub across: Lanes,
}

impl Masks {
    /// The masks of rows with these rules.
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

/// The numbers that the cells of the rows of a group have in common.
#[derive(Debug, Clone)]
pub struct Group {
    /// λ.
    pub lambda: i32,
    /// The smoothness of the step.
    pub smoothness: u32,
    /// The lengths of the rows; 0 in lanes without one.
    pub lengths: Lanes,
    /// The parts that fillings may have; not read if the rows are not sides.
    pub masks: Masks,
}

/// The values and weights of the fillings up to a cell, kept for the way back.
#[derive(Clone, Copy, Default)]
pub struct Kept {
    /// The values of the layers that end with a dot here.
    pub ending: [Lanes; 2],
    /// The weights of these fillings among all so far.
    far: [Lanes; 2],
    /// The weight of a line that ends here, and (`unmet`) of the first layer where it begins.
    line: Lanes,
    unmet: Lanes,
    /// The weight of lines that stick out at the first end.
    first: [Lanes; 2],
    /// The weight of fillings with a dot before this cell, in rows that must hold a dot.
    before: Lanes,
    /// The weights handed back to fillings that end here.
    pub given: [Lanes; 2],
}

/// The weights that flow back along the rows.
pub struct Flow {
    /// The weights of segments so far.
    pub segments: Lanes,
    /// The weights handed to fillings that end before, by layer.
    pub far: [Lanes; 2],
    /// The weights handed to lines that end one, two and three cells further on.
    lines: [Lanes; 3],
    /// The weight handed to lines that stick out at the first end and end here or further on.
    first: Lanes,
}

impl Flow {
    /// The flow at the end of the rows, where the weight `whole` is handed back to each.
    #[must_use]
    pub fn new(whole: i32) -> Self {
        Self {
            segments: [0; LANES],
            far: [[0; LANES], [whole; LANES]],
            lines: [[0; LANES]; 3],
            first: [0; LANES],
        }
    }
}

#[inline(always)]
fn masked(value: i32, mask: i32) -> i32 {
    if mask == 0 { ABSENT } else { value }
}

/// Adds `times` the numbers.
#[inline(always)]
pub fn add(to: &mut Lanes, numbers: &Lanes, times: i32) {
    for l in 0..LANES {
        to[l] += times * numbers[l];
    }
}

/// Replaces the numbers by another one where the mask is 0.
pub fn keep(numbers: &mut Lanes, mask: &Lanes, other: i32) {
    for l in 0..LANES {
        numbers[l] = if mask[l] == 0 { other } else { numbers[l] };
    }
}

/// Goes on by cell `i`; `prices` are those of the last four cells. If it is none of the first four, a line may end there that begins with
/// one of the fillings in `from`; else `from[0]` is the value of lines that stick out at the first end and end there.
#[inline(never)]
pub fn forth<const SIDES: bool, const LINE: bool>(
    group: &Group,
    i: usize,
    prices: &[Lanes; BEFORE + 1],
    from: &[Lanes; 2],
    here: &mut Kept,
    far: &mut [Lanes; 2],
) {
    let (k, i) = (group.smoothness, i as i32);
    for l in 0..LANES {
        let price = prices[3][l];
        let mut unmet = far[0][l] - price;
        let mut met = far[1][l] - price;
        if !SIDES {
            let (value, weight) = soft(far[1][l], 0, k);
            met = value - price;
            here.before[l] = weight;
        }
        if LINE {
            let mut line = from[1][l];
            if SIDES {
                (line, here.unmet[l]) = soft(from[0][l], line, k);
            }
            line += 4 * group.lambda - (prices[0][l] + prices[1][l] + prices[2][l] + price);
            if SIDES {
                line = masked(line, group.masks.inside[l]);
            }
            (met, here.line[l]) = soft(line, met, k);
        } else if SIDES {
            let [to_unmet, to_met] = &group.masks.first;
            (unmet, here.first[0][l]) = soft(masked(from[0][l], to_unmet[l]), unmet, k);
            (met, here.first[1][l]) = soft(masked(from[0][l], to_met[l]), met, k);
        } else {
            (met, here.first[1][l]) = soft(from[0][l], met, k);
        }
        let is_there = group.lengths[l] > i;
        if SIDES {
            here.ending[0][l] = unmet;
            let unmet = if is_there { unmet } else { ABSENT };
            (far[0][l], here.far[0][l]) = soft(unmet, far[0][l], k);
        }
        here.ending[1][l] = met;
        let met = if is_there { met } else { ABSENT };
        (far[1][l], here.far[1][l]) = soft(met, far[1][l], k);
    }
}

/// Goes back by cell `i`, of weight `weight`. If it is none of the first four, `given` is where its line begins; else `given[0]`
/// becomes the weight handed to lines that stick out at the first end and end there.
#[inline(never)]
pub fn back<const SIDES: bool, const LINE: bool>(
    group: &Group,
    i: usize,
    here: &Kept,
    given: &mut [Lanes; 2],
    weight: &mut Lanes,
    flow: &mut Flow,
) {
    let (k, i) = (group.smoothness, i as i32);
    for l in 0..LANES {
        let (mut unmet, mut line) = (0, 0);
        if SIDES {
            (unmet, flow.far[0][l]) = split(flow.far[0][l], here.far[0][l], k);
            unmet += here.given[0][l];
        }
        let (mut met, left) = split(flow.far[1][l], here.far[1][l], k);
        met += here.given[1][l];
        if LINE {
            (line, met) = split(met, here.line[l], k);
            flow.segments[l] += 4 * line;
            let mut rest = line;
            if SIDES {
                let part;
                (part, rest) = split(line, here.unmet[l], k);
                given[0][l] += part;
            }
            given[1][l] += rest;
        } else {
            let mut sticking;
            (sticking, met) = split(met, here.first[1][l], k);
            if SIDES {
                let part;
                (part, unmet) = split(unmet, here.first[0][l], k);
                sticking += part;
            }
            given[0][l] = sticking;
            flow.segments[l] += i * sticking;
            flow.first[l] += sticking;
        }
        let [near, middle, behind] = [0, 1, 2].map(|by| flow.lines[by][l]);
        weight[l] += unmet + met + line + near + middle + behind + flow.first[l];
        (flow.lines[0][l], flow.lines[1][l], flow.lines[2][l]) = (line, near, middle);
        if SIDES {
            flow.far[0][l] += unmet;
            flow.far[1][l] = left + met;
        } else {
            flow.far[1][l] = left + split(met, here.before[l], k).0;
        }
    }
}

/// Adds lines that end beyond the last cell: `from` are the values where they begin, and `gain` is what they add.
#[inline(never)]
pub fn to_end<const SIDES: bool>(
    group: &Group,
    from: &[Lanes; 2],
    gain: &Lanes,
    value: &mut Lanes,
    unmet: &mut Lanes,
    last: &mut Lanes,
) {
    let k = group.smoothness;
    for l in 0..LANES {
        let mut line = from[1][l];
        if SIDES {
            let [from_unmet, from_met] = &group.masks.last;
            (line, unmet[l]) = soft(masked(from[0][l], from_unmet[l]), line, k);
            line = masked(line, from_met[l]);
        }
        (value[l], last[l]) = soft(line + gain[l], value[l], k);
    }
}

/// The weights handed to lines that end beyond the last cell.
#[derive(Clone, Copy, Default)]
pub struct Lines {
    /// The weight handed to all of them.
    pub all: Lanes,
    /// The weight handed to those that begin in the first layer.
    pub unmet: Lanes,
    /// The weight handed to those that begin in the second layer.
    pub met: Lanes,
}

/// Hands weight back to lines that end beyond the last cell and have so many segments in the octagon, by the weights of [`to_end`].
#[inline(never)]
pub fn from_end<const SIDES: bool>(
    group: &Group,
    segments: usize,
    unmet: &Lanes,
    last: &Lanes,
    flow: &mut Flow,
) -> Lines {
    let (k, segments) = (group.smoothness, segments as i32);
    let mut lines = Lines::default();
    for l in 0..LANES {
        let (all, left) = split(flow.far[1][l], last[l], k);
        flow.far[1][l] = left;
        flow.segments[l] += segments * all;
        lines.all[l] = all;
        lines.met[l] = all;
        if SIDES {
            (lines.unmet[l], lines.met[l]) = split(all, unmet[l], k);
        }
    }
    lines
}
