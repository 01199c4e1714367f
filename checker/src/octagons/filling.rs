//! The best filling of a row, and the bound of an octagon, in integers. `paper/octagon-certificate.md`, section 3.
//!
//! Promise: if prices are legal, no position whose core fills the octagon, and whose sides are as asked, has more moves than
//! [`bound`] says. Verdicts rest on this file, not on the smoothed program.

use super::prices::{Prices, UNIT};
use super::shape::{Row, Shape};

/// The value of a filling that does not exist.
pub const NEVER: i32 = -(1 << 29);

/// A condition on a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It holds a dot.
    Dot,
    /// It holds a line.
    Line,
    /// It holds a line whose dots all lie in the octagon.
    Inside,
    /// It holds a line, and all its lines stick out.
    Out,
    /// It holds a line, and all its lines stick out, at the first end only.
    First,
    /// It holds a line, and all its lines stick out, at the last end only.
    Last,
    /// All its lines stick out, and both ends have one.
    Both,
}

/// The parts that a filling may have under a condition.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Whether a dot is enough.
    pub dot: bool,
    /// Whether lines are allowed whose dots all lie in the octagon.
    pub inside: bool,
    /// The layer to which a line at the first end leads, if it is allowed.
    pub first: Option<usize>,
    /// Whether a line at the last end is allowed that begins in layer 0, where the condition is not yet met.
    pub last_unmet: bool,
    /// Whether a line at the last end is allowed that begins in layer 1, where the condition is met.
    pub last_met: bool,
    /// Whether a filling may end without a line at the last end.
    pub without_last: bool,
    /// Whether a line is allowed that sticks out at both ends.
    pub across: bool,
}

impl Asked {
    /// The rules of the condition: the table of the page.
    #[must_use]
    pub fn rules(self) -> Rules {
        Rules {
            dot: self == Self::Dot,
            inside: matches!(self, Self::Dot | Self::Line | Self::Inside),
            first: match self {
                Self::Last => None,
                Self::Inside => Some(0),
                _ => Some(1),
            },
            last_unmet: matches!(self, Self::Line | Self::Out | Self::Last),
            last_met: self != Self::First,
            without_last: !matches!(self, Self::Last | Self::Both),
            across: !matches!(self, Self::Inside | Self::First | Self::Last),
        }
    }
}

/// A row with its prices.
#[derive(Debug, Clone, Default)]
pub struct Priced {
    /// λ.
    pub lambda: i32,
    /// The prices of its cells.
    pub cells: Vec<i32>,
    /// The prices of its pairs; not used if it has one cell.
    pub pairs: [i32; 6],
}

impl Priced {
    /// Takes the prices of a row.
    fn set(&mut self, row: &Row, prices: &Prices) {
        self.lambda = prices.lambda;
        self.cells.clear();
        let price = |&cell: &u16| prices.of_cell(cell.into())[row.direction];
        self.cells.extend(row.cells.iter().map(price));
        self.pairs = row
            .pairs
            .unwrap_or_default()
            .map(|pair| prices.of_pair(pair));
    }

    /// The value of a line that sticks out at the first end, and whose last dot is cell `i`, 1 to 3.
    fn first(&self, i: usize) -> i32 {
        i as i32 * self.lambda - sum(&self.cells[..=i]) - sum(&self.pairs[..4 - i])
    }

    /// The value of a line with `k` segments in the octagon, 1 to 3, that ends beyond the last cell, without its first dot.
    fn last(&self, k: usize) -> i32 {
        let cells = &self.cells[self.cells.len() - k..];
        k as i32 * self.lambda - sum(cells) - sum(&self.pairs[3..7 - k])
    }

    /// The value of a line with `a` dots before the first cell that ends beyond the last cell.
    fn across(&self, a: usize) -> i32 {
        let n = self.cells.len();
        let outside = sum(&self.pairs[..a]) + sum(&self.pairs[3..8 - n - a]);
        (n as i32 - 1) * self.lambda - sum(&self.cells) - outside
    }

    /// The value of the best filling.
    #[must_use]
    pub fn best(&self, rules: &Rules) -> i32 {
        let n = self.cells.len();
        // By layer: the best filling that ends with a dot at a cell; and the best that ends anywhere so far.
        let mut ending: Vec<[i32; 2]> = Vec::with_capacity(n);
        let mut far = [if rules.dot { NEVER } else { 0 }, NEVER];
        for (i, &price) in self.cells.iter().enumerate() {
            let mut here = if rules.dot {
                [NEVER, far[1].max(0) - price]
            } else {
                far.map(|value| value - price)
            };
            if i >= 4 && rules.inside {
                let [unmet, met] = ending[i - 4];
                let line = unmet.max(met) + 4 * self.lambda - sum(&self.cells[i - 3..=i]);
                here[1] = here[1].max(line);
            }
            if let (1..=3, Some(layer)) = (i, rules.first) {
                here[layer] = here[layer].max(self.first(i));
            }
            ending.push(here);
            far = [far[0].max(here[0]), far[1].max(here[1])];
        }
        let value = if rules.without_last { far[1] } else { NEVER };
        self.with_last(&ending, value, rules)
    }

    /// The greatest of a value and those of the fillings with a line that ends beyond the last cell.
    fn with_last(&self, ending: &[[i32; 2]], mut value: i32, rules: &Rules) -> i32 {
        let n = self.cells.len();
        for k in 1..n.min(4) {
            let [unmet, met] = ending[n - 1 - k];
            if rules.last_unmet {
                value = value.max(unmet + self.last(k));
            }
            if rules.last_met {
                value = value.max(met + self.last(k));
            }
        }
        if rules.across && (n == 2 || n == 3) {
            for a in 1..=4 - n {
                value = value.max(self.across(a));
            }
        }
        value
    }
}

fn sum(prices: &[i32]) -> i32 {
    prices.iter().sum()
}

/// The bound of an octagon, in units; `sides` are the conditions on its sides.
#[must_use]
pub fn bound(shape: &Shape, prices: &Prices, sides: &[Asked; 8]) -> i64 {
    let mut priced = Priced::default();
    let mut bound = 36 * i64::from(4 * prices.lambda - UNIT);
    for row in &shape.rows {
        priced.set(row, prices);
        let asked = row.side.map_or(Asked::Dot, |side| sides[side]);
        bound += i64::from(priced.best(&asked.rules()));
    }
    bound
}
