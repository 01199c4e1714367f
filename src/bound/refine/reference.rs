//! Sections 3 and 4 of `paper/certificate.md`, word for word and cell by cell: slow,
//! in `i64`, on plain lists. The kernel must agree with it in every bit.

use crate::geometry::{BoundingBox, Cell, Direction, Region, Variant, is_cross_cell};

/// The variant the page is about.
pub(super) const VARIANT: Variant = Variant::D5;

/// What is known of a cell that is not of the cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Cross,
    Free,
    Present,
    Absent,
}

/// A node: a box, a gain, the state of its cells and its allowed marks.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) bounding_box: BoundingBox,
    pub(super) gain: i64,
    /// Whether the side multipliers are balanced (section 4).
    pub(super) balanced: bool,
    /// By cell number.
    pub(super) states: Vec<State>,
    /// By cell number, direction and position.
    pub(super) allowed: Vec<[[bool; 5]; 4]>,
}

/// Multipliers of the slots, by direction and cell number, and of the four sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prices {
    pub(super) slots: [Vec<i64>; 4],
    pub(super) sides: [i64; 4],
}

/// All that section 3 defines at given multipliers, and the subgradient of section 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Evaluation {
    pub(super) value: i64,
    /// Of the cells outside the cross that are not absent.
    pub(super) best: Vec<Option<i64>>,
    /// Of the same cells.
    pub(super) profit: Vec<Option<i64>>,
    pub(super) chosen: Vec<bool>,
    pub(super) gradient: Prices,
}

impl Instance {
    pub(super) fn region(&self) -> Region {
        self.bounding_box.region(VARIANT)
    }

    /// The cells of the box in the order of their numbers.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let r = self.region();
        (r.y_min..=r.y_max)
            .flat_map(|y| (r.x_min..=r.x_max).map(move |x| Cell::new(x, y)))
            .collect()
    }

    pub(super) fn number(&self, cell: Cell) -> Option<usize> {
        let r = self.region();
        let inside = (r.x_min..=r.x_max).contains(&cell.x) && (r.y_min..=r.y_max).contains(&cell.y);
        let width = i64::from(r.x_max - r.x_min) + 1;
        inside.then(|| (i64::from(cell.y - r.y_min) * width + i64::from(cell.x - r.x_min)) as usize)
    }

    /// The cell numbers of the line (d, s), or `None` when it leaves the box.
    pub(super) fn line(&self, d: usize, s: Cell) -> Option<Vec<usize>> {
        (0..5).map(|i| self.number(moved(s, d, i))).collect()
    }

    /// The line in which `cell` is position `i` in direction `d`.
    pub(super) fn line_through(&self, cell: Cell, d: usize, i: i16) -> Option<Vec<usize>> {
        self.line(d, moved(cell, d, -i))
    }

    /// The cells of the sides at a distance above 0.
    pub(super) fn sides(&self) -> Vec<(usize, Vec<usize>)> {
        let r = self.region();
        let cells = self.cells();
        let on = |k: usize, c: &Cell| match k {
            0 => c.y == r.y_min,
            1 => c.x == r.x_max,
            2 => c.y == r.y_max,
            _ => c.x == r.x_min,
        };
        (0..4)
            .filter(|&k| self.bounding_box.distances()[k] > 0)
            .map(|k| (k, (0..cells.len()).filter(|&v| on(k, &cells[v])).collect()))
            .collect()
    }

    /// Forbids the marks that section 1 forbids and makes cells without marks absent.
    pub(super) fn normalise(&mut self) {
        for (v, cell) in self.cells().into_iter().enumerate() {
            let cross = is_cross_cell(VARIANT, cell);
            for (d, i) in MARKS {
                let fits = self.line_through(cell, d, i as i16).is_some();
                self.allowed[v][d][i] &= fits && !cross;
            }
            if cross {
                self.states[v] = State::Cross;
            } else if self.allowed[v] == [[false; 5]; 4] {
                self.states[v] = State::Absent;
            }
        }
    }

    fn cost(&self, u: &Prices, cell: Cell, d: usize, i: usize) -> i64 {
        let line = self.line_through(cell, d, i as i16);
        line.expect("an allowed mark's line lies in the box")
            .into_iter()
            .map(|w| u.slots[d][w])
            .sum()
    }

    /// Section 3, and the subgradient of section 4, at the multipliers `u`.
    pub(super) fn evaluate(&self, u: &Prices) -> Evaluation {
        let cells = self.cells();
        let n = cells.len();
        let mut result = Evaluation {
            value: 0,
            best: vec![None; n],
            profit: vec![None; n],
            chosen: vec![false; n],
            gradient: Prices {
                slots: std::array::from_fn(|_| vec![0; n]),
                sides: [0; 4],
            },
        };
        let sides = self.sides();
        for (v, &cell) in cells.iter().enumerate() {
            let slots: i64 = (0..4).map(|d| u.slots[d][v]).sum();
            match self.states[v] {
                State::Absent => continue,
                State::Cross => {
                    result.value += slots;
                    result.chosen[v] = true;
                    continue;
                }
                State::Free | State::Present => {}
            }
            let costs: Vec<(i64, usize, usize)> = MARKS
                .into_iter()
                .filter(|&(d, i)| self.allowed[v][d][i])
                .map(|(d, i)| (self.cost(u, cell, d, i), d, i))
                .collect();
            let best = costs.iter().map(|c| c.0).min().expect("a mark is allowed");
            let on_sides: i64 = sides
                .iter()
                .filter(|(_, side)| side.contains(&v))
                .map(|&(k, _)| u.sides[k])
                .sum();
            let profit = 2048 * self.gain + slots + on_sides - best;
            result.best[v] = Some(best);
            result.profit[v] = Some(profit);
            if self.states[v] == State::Free && profit <= 0 {
                continue;
            }
            result.value += profit;
            result.chosen[v] = true;
            let &(_, d, i) = costs.iter().find(|c| c.0 == best).expect("one is least");
            for w in self.line_through(cell, d, i as i16).expect("as above") {
                result.gradient.slots[d][w] -= 1;
            }
        }
        for d in 0..4 {
            for v in 0..n {
                result.gradient.slots[d][v] += i64::from(result.chosen[v]);
            }
        }
        for (k, side) in sides {
            result.value -= u.sides[k];
            let dots = side.iter().filter(|&&v| result.chosen[v]).count();
            result.gradient.sides[k] = dots as i64 - 1;
        }
        result
    }

    /// What the averages follow: 1024 times the subgradient, sides balanced if they are to be.
    fn aim(&self, e: &Evaluation) -> Prices {
        let mut aim = e.gradient.zip(&e.gradient, |g, _| 1024 * g);
        if self.balanced {
            let dots = |side: &Vec<usize>| side.iter().filter(|&&v| e.chosen[v]).count() as i64;
            let dots: Vec<(usize, i64)> = self.sides().iter().map(|(k, s)| (*k, dots(s))).collect();
            let all: i64 = dots.iter().map(|&(_, n)| n).sum();
            for &(k, n) in &dots {
                let m = dots.len() as i64;
                aim.sides[k] = 1024 * (m * n - all) / m;
            }
        }
        aim
    }

    /// Section 4: the best value, the step at which it was met, the best fine multipliers.
    pub(super) fn refine(
        &self,
        start: &Prices,
        n: u32,
        (first, decay): (i64, i64),
        target: i64,
    ) -> (i64, u32, Prices) {
        let mut best: Option<(i64, u32, Prices)> = None;
        let mut cur = start.clone();
        let mut average: Option<Prices> = None;
        let mut eta = first;
        for t in 0..=n {
            let e = self.evaluate(&cur.rounded());
            if best.as_ref().is_none_or(|b| e.value < b.0) {
                best = Some((e.value, t, cur.clone()));
                if e.value < target {
                    break;
                }
            }
            if t == n {
                break;
            }
            let aim = self.aim(&e);
            let direction = match average {
                None => aim,
                Some(old) => old.zip(&aim, |d, aim| d + ((aim - d + 4) >> 3)),
            };
            cur = cur.zip(&direction, |u, d| u - ((d * eta) >> 10));
            cur.clamp();
            average = Some(direction);
            for (k, &distance) in self.bounding_box.distances().iter().enumerate() {
                if distance == 0 {
                    cur.sides[k] = start.sides[k];
                }
            }
            eta -= (eta * decay) >> 10;
        }
        best.expect("the first value is less than infinity")
    }
}

impl Prices {
    fn zip(&self, other: &Self, f: impl Fn(i64, i64) -> i64) -> Self {
        let both = |(a, b): (&i64, &i64)| f(*a, *b);
        Self {
            slots: std::array::from_fn(|d| {
                self.slots[d]
                    .iter()
                    .zip(&other.slots[d])
                    .map(both)
                    .collect()
            }),
            sides: std::array::from_fn(|k| f(self.sides[k], other.sides[k])),
        }
    }

    /// The multipliers of section 3 to these fine ones.
    pub(super) fn rounded(&self) -> Self {
        self.zip(self, |u, _| (u + 128) >> 8)
    }

    fn clamp(&mut self) {
        for u in self.slots.iter_mut().flatten() {
            *u = (*u).clamp(0, 6144 * 256);
        }
        for s in &mut self.sides {
            *s = (*s).clamp(0, 2048 * 256);
        }
    }
}

/// Direction, then position.
pub(super) const MARKS: [(usize, usize); 20] = {
    let mut marks = [(0, 0); 20];
    let mut m = 0;
    while m < 20 {
        marks[m] = (m / 5, m % 5);
        m += 1;
    }
    marks
};

fn moved(cell: Cell, d: usize, steps: i16) -> Cell {
    let (dx, dy) = Direction::ALL[d].vector();
    Cell::new(cell.x + steps * dx, cell.y + steps * dy)
}
