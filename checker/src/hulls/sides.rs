//! Families of octagons: the intervals in which their sides lie, and the rules that hold for all hulls. `paper/octagons.md`.

use std::collections::BTreeMap;

/// No coordinate of an octagon is larger.
const LARGEST: i64 = 43;

/// Factors of X, Y, P, Q, p, q, and a number to add: the sum is not negative.
type Rule = ([i64; 6], i64);

/// What holds for every hull with at most 144 rows, for one of its eight images.
const RULES: [Rule; 15] = [
    ([1, 1, -1, 0, 0, 0], 0),
    ([1, 0, 0, -1, 0, 0], 0),
    ([0, 0, 0, 0, 1, 0], 0),
    ([0, 1, 0, 0, 0, -1], 0),
    ([0, -2, 1, 0, 0, 1], 0),
    ([0, 0, 0, 1, -1, 0], 0),
    ([-2, 0, 1, 1, 0, 0], 0),
    ([0, 0, 0, 0, -1, 1], 0),
    ([0, 0, 1, 0, -1, 0], -12),
    ([0, 0, 0, 1, 0, 1], -12),
    ([-1, -1, -1, -1, 1, -1], 140),
    ([-1, 1, 0, 0, 0, 0], 0),
    ([0, -1, 1, -1, 0, 0], 0),
    ([-1, -1, 1, 0, 1, 0], 0),
    ([-1, 0, 1, 0, 0, -1], 0),
];

/// What holds besides where the half turn maps the hull to itself: opposite corners are cut alike.
const SYMMETRIC_RULES: [Rule; 4] = [
    ([1, 1, -1, 0, -1, 0], 0),
    ([-1, -1, 1, 0, 1, 0], 0),
    ([1, -1, 0, -1, 0, 1], 0),
    ([-1, 1, 0, 1, 0, -1], 0),
];

/// The least and the greatest value of each of X, Y, P, Q, p, q.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sides(pub [(i64, i64); 6]);

impl Sides {
    /// All octagons.
    pub(super) fn all() -> Self {
        let l = LARGEST;
        Self([(9, l), (9, l), (0, 2 * l), (-l, l), (0, l), (-l, l)])
    }

    /// Narrows the intervals by the rules until nothing changes; `None` if they hold no octagon.
    pub(super) fn narrowed(mut self, symmetric: bool) -> Option<Self> {
        let more: &[Rule] = if symmetric { &SYMMETRIC_RULES } else { &[] };
        loop {
            let before = self;
            for &(factors, constant) in RULES.iter().chain(more) {
                let greatest =
                    |(factor, (low, high)): (i64, (i64, i64))| (factor * low).max(factor * high);
                let sum: i64 =
                    factors.into_iter().zip(self.0).map(greatest).sum::<i64>() + constant;
                if sum < 0 {
                    return None;
                }
                for (factor, side) in factors.into_iter().zip(&mut self.0) {
                    // The others add this much at most.
                    let others = sum - greatest((factor, *side));
                    match factor {
                        0 => {}
                        1.. => side.0 = side.0.max(-others.div_euclid(factor)),
                        _ => side.1 = side.1.min(others.div_euclid(-factor)),
                    }
                }
                if self.0.iter().any(|(low, high)| low > high) {
                    return None;
                }
            }
            if self == before {
                return Some(self);
            }
        }
    }

    /// The row to which the half turn maps a row; known where the width and the height are.
    pub(super) fn image(&self, (direction, place): (u8, i64)) -> Option<(u8, i64)> {
        let [(x, width), (y, height), ..] = self.0;
        let sum = [height, width, width + height, width - height];
        (x == width && y == height).then(|| (direction, sum[usize::from(direction)] - place))
    }

    /// No octagon of the family has fewer rows.
    #[must_use]
    pub fn least_rows(&self) -> i64 {
        let [x, y, top, right, bottom, left] = self.0;
        x.0 + y.0 + top.0 + right.0 - bottom.1 + left.0 + 4
    }

    /// All cells of all its octagons, row by row from below.
    #[must_use]
    pub fn cells(&self) -> Vec<(i64, i64)> {
        let [width, height, top, right, bottom, left] = self.0;
        let mut cells = Vec::new();
        for y in 0..=height.1 {
            for x in 0..=width.1 {
                if x + y <= top.1 && x - y <= right.1 && x + y >= bottom.0 && y - x <= left.1 {
                    cells.push((x, y));
                }
            }
        }
        cells
    }
}

/// How many lines single rows hold, by direction and place: at least and, if it is limited, at most.
pub type Asked = BTreeMap<(u8, i64), (u8, Option<u8>)>;
