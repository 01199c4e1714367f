//! The bound and dual ascent mark by mark: the naive twin that the kernel is tested against.
//!
//! Sections 3 and 4 of `paper/certificate.md`, in the order of the page. It shares the form of schedules and multipliers with the
//! kernel, nothing else.

use crate::bound::cell_set::CellSet;
use crate::bound::domain::Domain;
use crate::bound::dual_bound::{FineMultipliers, Schedule};
use crate::bound::instance::Instance;
use crate::bound::layout::{Layout, Mark};

/// A node, multipliers, and what is computed from them.
pub(super) struct Naive {
    layout: Layout,
    gain: i64,
    balanced: bool,
    /// Cells that hold dots or may hold them.
    cells: Vec<Cell>,
    cross: Vec<usize>,
    /// Cells of each priced side, and its position in (top, right, bottom, left).
    sides: Vec<(usize, Vec<usize>)>,
    /// The largest multipliers of slots, sides and uses; cells that have one of a use.
    most: [i64; 3],
    inner: Vec<bool>,
    /// Y, P and best of the page.
    fine: FineMultipliers,
    previous: FineMultipliers,
    best: FineMultipliers,
    /// Rounded multipliers, and the gradient.
    u: [Vec<i64>; 4],
    r: Vec<i64>,
    g: [Vec<i64>; 4],
    g_uses: Vec<i64>,
}

/// A cell that may hold a dot.
struct Cell {
    index: usize,
    is_free: bool,
    marks: Vec<Priced>,
    income: i64,
    best: i64,
    share: i64,
}

/// An allowed mark.
struct Priced {
    mark: Mark,
    cost: i64,
    share: i64,
}

impl Naive {
    /// Reads a node and the multipliers to start from.
    pub(super) fn new(instance: &Instance, domain: &Domain, u: &FineMultipliers) -> Self {
        let placeable = instance.cells().filter(|&v| domain.is_placeable(v));
        let priced = |mark| Priced {
            mark,
            cost: 0,
            share: 0,
        };
        let cells = placeable.map(|v| Cell {
            index: v,
            is_free: domain.is_free(v),
            marks: domain.marks_of(v).map(priced).collect(),
            income: 0,
            best: 0,
            share: 0,
        });
        let zeros = || vec![0; instance.layout.len()];
        Self {
            layout: instance.layout,
            gain: instance.gain.into(),
            balanced: instance.balanced,
            cells: cells.collect(),
            cross: instance.cross.cells().collect(),
            sides: instance.sides.clone(),
            most: if instance.inner == CellSet::EMPTY {
                [12_000, 2_048, 0]
            } else {
                [7_000, 5_000, 5_500]
            },
            inner: (0..instance.layout.len())
                .map(|v| instance.inner.contains(v))
                .collect(),
            fine: u.clone(),
            previous: u.clone(),
            best: u.clone(),
            u: std::array::from_fn(|_| zeros()),
            r: zeros(),
            g: std::array::from_fn(|_| zeros()),
            g_uses: zeros(),
        }
    }

    /// Section 4's recipe. Returns the best value and the number of evaluations.
    pub(super) fn improve(
        &mut self,
        schedule: Schedule,
        target: i32,
        primal: &mut [u16],
    ) -> (i32, u32) {
        let mut best = i32::MAX;
        let mut fine_width = u64::from(schedule.width) << 16;
        for t in 0..=schedule.steps {
            let value = self.evaluate();
            if value < best {
                best = value;
                self.best = self.fine.clone();
            }
            if best < target || t == schedule.steps {
                return (best, t + 1);
            }
            let width = (fine_width >> 16).max(1) as i64;
            self.weigh(width);
            self.step(
                width * i64::from(schedule.rate),
                i64::from(256 * t / (t + 3)),
            );
            for cell in &self.cells {
                let old = i64::from(primal[cell.index]);
                primal[cell.index] = (old + ((16 * cell.share - old) >> 4)) as u16;
            }
            fine_width -= (fine_width * u64::from(schedule.decay)) >> 12;
        }
        unreachable!("the last evaluation returns")
    }

    /// The value at the current multipliers, rounded.
    pub(super) fn evaluate(&mut self) -> i32 {
        for (d, u) in self.u.iter_mut().enumerate() {
            let fine = self.fine.slots(d).iter();
            u.iter_mut()
                .zip(fine)
                .for_each(|(u, &fine)| *u = rounded(fine));
        }
        self.r = self.fine.uses.iter().map(|&fine| rounded(fine)).collect();
        let (u, r, layout) = (&self.u, &self.r, &self.layout);
        let side_price = |k: usize| rounded(self.fine.sides[k]);
        let sum = |v: usize| u.iter().map(|u| u[v]).sum::<i64>();
        let mut value: i64 = self.cross.iter().map(|&v| sum(v)).sum();
        for cell in &mut self.cells {
            for m in &mut cell.marks {
                let line = layout.line(m.mark).into_iter();
                let others = line.clone().filter(|&w| w != m.mark.cell);
                m.cost = line.map(|w| u[m.mark.direction][w]).sum::<i64>()
                    - others.map(|w| r[w]).sum::<i64>();
            }
            cell.best = cell.marks.iter().map(|m| m.cost).min().unwrap_or(0);
            let sides = self
                .sides
                .iter()
                .filter(|(_, side)| side.contains(&cell.index));
            let on_sides: i64 = sides.map(|&(k, _)| side_price(k)).sum();
            cell.income = self.gain + sum(cell.index) + on_sides - r[cell.index];
            let profit = cell.income - cell.best;
            value += if cell.is_free { profit.max(0) } else { profit };
        }
        let required: i64 = self.sides.iter().map(|&(k, _)| side_price(k)).sum();
        (value - required) as i32
    }

    /// The gradient for weights of this width.
    fn weigh(&mut self, width: i64) {
        let shift = (0..).find(|k| width << k >= 1024);
        let shift = shift.expect("the width is at least 1");
        for g in &mut self.g {
            g.fill(0);
            self.cross.iter().for_each(|&v| g[v] = 1024);
        }
        let mut used = vec![0; self.layout.len()];
        self.g_uses.fill(0);
        for cell in &mut self.cells {
            let least = if cell.is_free {
                cell.best.min(cell.income)
            } else {
                cell.best
            };
            let weight = |cost: i64| (width - (cost - least)).max(0) << shift;
            let none = if cell.is_free { weight(cell.income) } else { 0 };
            let total = none + cell.marks.iter().map(|m| weight(m.cost)).sum::<i64>();
            let scale = ((1 << 26) / total).min(65_535);
            cell.share = 0;
            for m in &mut cell.marks {
                m.share = (weight(m.cost) * scale) >> 16;
                cell.share += m.share;
                for w in self.layout.line(m.mark) {
                    self.g[m.mark.direction][w] -= m.share;
                    used[w] += m.share;
                }
            }
            self.g.iter_mut().for_each(|g| g[cell.index] += cell.share);
            self.g_uses[cell.index] -= cell.share;
        }
        for (g, used) in self.g_uses.iter_mut().zip(used) {
            *g += used >> 1;
        }
    }

    fn step(&mut self, a: i64, b: i64) {
        let step = |y: &mut i32, p: &mut i32, g: i64, most: i64| {
            let n = (i64::from(*y) - ((g * a + 512) >> 10)).clamp(0, most);
            let ahead = n + (((n - i64::from(*p)) * b) >> 8);
            (*y, *p) = (ahead.clamp(0, most) as i32, n as i32);
        };
        for (d, g) in self.g.iter().enumerate() {
            let previous = self.previous.slots_mut(d);
            let multipliers = self.fine.slots_mut(d).iter_mut().zip(previous);
            for ((y, p), &g) in multipliers.zip(g) {
                step(y, p, g, self.most[0] * 256);
            }
        }
        for (v, &g) in self
            .g_uses
            .iter()
            .enumerate()
            .filter(|(v, _)| self.inner[*v])
        {
            let (y, p) = (&mut self.fine.uses[v], &mut self.previous.uses[v]);
            step(y, p, g, self.most[2] * 256);
        }
        let dots = |side: &[usize]| -> i64 {
            let cells = self.cells.iter().filter(|cell| side.contains(&cell.index));
            cells.map(|cell| cell.share).sum()
        };
        let dots: Vec<i64> = self.sides.iter().map(|(_, side)| dots(side)).collect();
        let (p, n) = (dots.len() as i64, dots.iter().sum::<i64>());
        for ((k, _), dots) in self.sides.iter().zip(dots) {
            let g = if self.balanced {
                (p * dots - n) / p
            } else {
                dots - 1024
            };
            let (y, previous) = (&mut self.fine.sides[*k], &mut self.previous.sides[*k]);
            step(y, previous, g, self.most[1] * 256);
        }
    }

    /// The best multipliers.
    pub(super) const fn best(&self) -> &FineMultipliers {
        &self.best
    }

    /// The profit of a cell that may hold a dot.
    pub(super) fn profit(&self, v: usize) -> i32 {
        let cell = self.cells.iter().find(|cell| cell.index == v);
        let cell = cell.expect("it may hold a dot");
        (cell.income - cell.best) as i32
    }

    /// How much more an allowed mark costs than the cheapest of its cell.
    pub(super) fn regret(&self, m: Mark) -> i32 {
        let mut marks = self.cells.iter().flat_map(|cell| {
            let costs = cell.marks.iter();
            costs.map(|priced| (priced.mark, priced.cost - cell.best))
        });
        let priced = marks.find(|(mark, _)| *mark == m);
        priced.expect("it is allowed").1 as i32
    }
}

fn rounded(fine: i32) -> i64 {
    (i64::from(fine) + 128) >> 8
}
