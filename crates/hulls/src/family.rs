//! Families of octagons: every side lies in an interval.
//!
//! An octagon is given by six numbers: it holds the cells with 0 ≤ x ≤ X, 0 ≤ y ≤ Y, p ≤ x + y ≤ P and -q ≤ x - y ≤ Q, and touches all
//! eight of these lines. What makes six numbers an octagon that can be the hull of a position, up to symmetry, are linear inequalities
//! ([`RULES`]); a family that contradicts them holds no hull (`paper/octagons.md`, section 4).

use crate::ROWS;

/// No coordinate of a hull is larger (section 4).
pub const LARGEST: i32 = 43;

/// A linear inequality: the six numbers times these, plus the last number, is not negative.
type Rule = ([i32; 6], i32);

/// What the six numbers of a hull satisfy, up to symmetry.
pub const RULES: [Rule; 15] = [
    // No corner is cut by a negative amount: top right, bottom right, bottom left, top left.
    ([1, 1, -1, 0, 0, 0], 0),
    ([1, 0, 0, -1, 0, 0], 0),
    ([0, 0, 0, 0, 1, 0], 0),
    ([0, 1, 0, 0, 0, -1], 0),
    // Something is left of the top, bottom, right and left side.
    ([0, -2, 1, 0, 0, 1], 0),
    ([0, 0, 0, 1, -1, 0], 0),
    ([-2, 0, 1, 1, 0, 0], 0),
    ([0, 0, 0, 0, -1, 1], 0),
    // The cross has 13 diagonals each way.
    ([0, 0, 1, 0, -1, 0], -12),
    ([0, 0, 0, 1, 0, 1], -12),
    // It has at most 144 rows.
    ([-1, -1, -1, -1, 1, -1], ROWS - 4),
    // Of the eight images, one is no wider than high, and is cut least at the top right.
    ([-1, 1, 0, 0, 0, 0], 0),
    ([0, -1, 1, -1, 0, 0], 0),
    ([-1, -1, 1, 0, 1, 0], 0),
    ([-1, 0, 1, 0, 0, -1], 0),
];

/// What they satisfy besides if the half turn maps the hull to itself: opposite corners are cut alike.
pub const SYMMETRIC_RULES: [Rule; 4] = [
    ([1, 1, -1, 0, -1, 0], 0),
    ([-1, -1, 1, 0, 1, 0], 0),
    ([1, -1, 0, -1, 0, 1], 0),
    ([-1, 1, 0, 1, 0, -1], 0),
];

/// All octagons whose six numbers lie between these, ends included, and satisfy [`RULES`].
///
/// ```
/// use morpion_hulls::family::Family;
///
/// // All octagons at once, cut in two by where one side stands.
/// let all = Family::all();
/// let (width, side) = all.widest();
/// assert!(width > 0);
/// assert_eq!(all.cut(side, 0).len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Whether only those of point-symmetric positions count.
    pub symmetric: bool,
    /// The least values of X, Y, P, Q, p, q.
    pub low: [i32; 6],
    /// The greatest.
    pub high: [i32; 6],
}

impl Family {
    /// All hulls, up to symmetry.
    pub fn all() -> Self {
        Self {
            symmetric: false,
            low: [9, 9, 0, -LARGEST, 0, -LARGEST],
            high: [LARGEST, LARGEST, 2 * LARGEST, LARGEST, LARGEST, LARGEST],
        }
    }

    /// Narrows the intervals by the rules until nothing changes; `false` if no octagon is left.
    pub fn tighten(&mut self) -> bool {
        loop {
            let before = *self;
            let more = &SYMMETRIC_RULES[..if self.symmetric { 4 } else { 0 }];
            for rule in RULES.iter().chain(more) {
                if !self.obey(rule) {
                    return false;
                }
            }
            if *self == before {
                return true;
            }
        }
    }

    /// Narrows the intervals by one rule; its factors are 1 or 2 in size.
    fn obey(&mut self, (factors, constant): &Rule) -> bool {
        let most = |family: &Self, side: usize| {
            let factor = factors[side];
            factor
                * if factor > 0 {
                    family.high[side]
                } else {
                    family.low[side]
                }
        };
        let total: i32 = constant + (0..6).map(|side| most(self, side)).sum::<i32>();
        for (side, &factor) in factors.iter().enumerate() {
            let rest = total - most(self, side);
            if factor > 0 {
                self.low[side] = self.low[side].max(-rest.div_euclid(factor));
            } else if factor < 0 {
                self.high[side] = self.high[side].min(rest.div_euclid(-factor));
            }
        }
        total >= 0 && (0..6).all(|side| self.low[side] <= self.high[side])
    }

    /// The two halves: the side at most `at`, and more.
    pub fn cut(&self, side: usize, at: i32) -> [Self; 2] {
        let (mut left, mut right) = (*self, *self);
        left.high[side] = left.high[side].min(at);
        right.low[side] = right.low[side].max(at + 1);
        [left, right]
    }

    /// The row to which the half turn maps a row, if that is known.
    pub fn image(&self, (direction, place): (u8, i32)) -> Option<(u8, i32)> {
        let [width, height] = [self.high[0], self.high[1]];
        let is_known = self.symmetric && [width, height] == self.low[..2];
        let ends = [height, width, width + height, width - height];
        is_known.then(|| (direction, ends[usize::from(direction)] - place))
    }

    /// How far apart the ends of the widest interval are, and which it is.
    pub fn widest(&self) -> (i32, usize) {
        let widths = (0..6).map(|side| (self.high[side] - self.low[side], side));
        widths.max().unwrap_or_default()
    }

    /// A lower bound for the rows of an octagon of the family.
    pub fn least_rows(&self) -> i32 {
        4 + self.low[..4].iter().sum::<i32>() - self.high[4] + self.low[5]
    }

    /// Whether the cell lies in some octagon of the family, as far as the intervals tell.
    pub fn holds(&self, x: i32, y: i32) -> bool {
        let [width, height, top, right, _, left] = self.high;
        (0..=width).contains(&x)
            && (0..=height).contains(&y)
            && (self.low[4]..=top).contains(&(x + y))
            && (-left..=right).contains(&(x - y))
    }

    /// The cells that it holds, row by row from below.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> {
        let rows = 0..=self.high[1];
        let all = rows.flat_map(|y| (0..=self.high[0]).map(move |x| (x, y)));
        all.filter(|&(x, y)| self.holds(x, y))
    }

    /// The most moves by the number of cells alone, with the moves that are counted apart.
    pub fn area_bound(&self) -> i32 {
        let apart = (ROWS - self.least_rows()).max(0) / 2;
        i32::try_from(self.cells().count()).unwrap_or(i32::MAX / 2) - crate::CROSS + apart
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One octagon by X, Y, P, Q, p, q.
    fn one(numbers: [i32; 6]) -> Family {
        Family {
            low: numbers,
            high: numbers,
            ..Family::all()
        }
    }

    /// All hulls with 144 rows, one by one, up to symmetry.
    fn listed() -> Vec<[i32; 6]> {
        let mut found = Vec::new();
        for width in 9..=14 {
            for height in width..=43 {
                for (a, b) in (0..=width).flat_map(|a| (a..=width).map(move |b| (a, b))) {
                    for (c, d) in (a..=width).flat_map(|c| (a..=width).map(move |d| (c, d))) {
                        let fits = a + b <= height && c + d <= height;
                        let fits = fits && a + d <= width && b + c <= width;
                        let rows = 4 + 3 * (width + height) - a - b - c - d;
                        if fits && rows == ROWS && width + height - a.max(b) - c.max(d) >= 12 {
                            found.push([
                                width,
                                height,
                                width + height - a,
                                width - b,
                                c,
                                height - d,
                            ]);
                        }
                    }
                }
            }
        }
        found
    }

    #[test]
    fn each_hull_lies_in_the_family_of_all() {
        let hulls = listed();
        assert!(hulls.len() > 1000);
        for numbers in hulls {
            let mut family = one(numbers);
            assert_eq!(
                family.tighten(),
                numbers[2] - numbers[4] >= 12 && numbers[3] + numbers[5] >= 12,
                "{numbers:?}"
            );
            let all = Family::all();
            assert!((0..6).all(|side| (all.low[side]..=all.high[side]).contains(&numbers[side])));
        }
    }

    #[test]
    fn tightening_loses_no_octagon() {
        let mut family = Family::all();
        family.low[1] = 28;
        family.high[0] = 20;
        family.low[2] = 45;
        let before = family;
        assert!(family.tighten());
        for numbers in listed() {
            let within = |f: &Family| {
                (0..6).all(|side| (f.low[side]..=f.high[side]).contains(&numbers[side]))
            };
            let valid = one(numbers).tighten();
            assert!(!valid || within(&before) == within(&family), "{numbers:?}");
        }
    }

    #[test]
    fn more_than_144_rows_are_no_hull() {
        assert!(one([30, 30, 52, 18, 8, 18]).tighten());
        assert!(!one([30, 31, 53, 18, 8, 19]).tighten());
    }
}
