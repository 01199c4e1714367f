//! The bound and its recipe mark by mark: the plain form that the kernel is tested against.
//!
//! Sections 3 and 4 of `paper/certificate.md`, in the order of the page.

use super::kernel::{Frame, MULTIPLIER_MAX, Restrictions, SHARE, SIDE_MAX, Workspace};
use super::lattice::{Plane, SIZE};
use super::node::{Mark, marks};
use super::recipe::{FineMultipliers, Found, Pace, Plan, rounded, stepped};

/// A node, multipliers, and what is computed from them.
pub(super) struct Sparse {
    gain: i32,
    balanced: bool,
    cells: Vec<Cell>,
    cross: Vec<usize>,
    /// Cells of each priced side, and its position in (top, right, bottom, left).
    sides: Vec<(usize, Vec<usize>)>,
    /// Cells and directions whose multipliers matter.
    slots: Vec<(usize, usize)>,
    current: FineMultipliers,
    settled: FineMultipliers,
    best: FineMultipliers,
    /// Rounded multipliers, and the gradient.
    u: Box<[Plane<i32>; 4]>,
    g: Box<[Plane<i32>; 4]>,
    side_shares: Vec<i32>,
}

/// A cell that may hold a dot.
struct Cell {
    index: usize,
    is_free: bool,
    sides: Vec<usize>,
    marks: Vec<Priced>,
    income: i32,
    best: i32,
    share: i32,
}

/// An allowed mark.
struct Priced {
    mark: Mark,
    cost: i32,
    share: i32,
}

impl Sparse {
    /// Reads a node and the multipliers to start from.
    pub(super) fn new(frame: &Frame, r: &Restrictions, u: &FineMultipliers) -> Self {
        let on_side = |v: usize| -> Vec<usize> {
            let sides = frame.sides.iter().enumerate();
            sides
                .filter(|(_, (_, cells))| cells[v] != 0)
                .map(|(j, _)| j)
                .collect()
        };
        let mut cells: Vec<Cell> = Vec::new();
        for v in frame.cells().filter(|&v| r.placeable[v] != 0) {
            cells.push(Cell {
                index: v,
                is_free: r.present[v] == 0,
                sides: on_side(v),
                marks: allowed_marks(r, v),
                income: 0,
                best: 0,
                share: 0,
            });
        }
        let mut used = [[false; SIZE]; 4];
        let cross: Vec<usize> = frame.cells().filter(|&v| frame.cross[v] != 0).collect();
        for used in &mut used {
            cross.iter().for_each(|&v| used[v] = true);
            cells.iter().for_each(|c| used[c.index] = true);
        }
        let slots = (0..4).flat_map(|d| (0..SIZE).map(move |v| (d, v)));
        Self {
            gain: i32::from(frame.gain),
            balanced: frame.balanced,
            slots: slots.filter(|&(d, v)| used[d][v]).collect(),
            cells,
            cross,
            sides: frame
                .sides
                .iter()
                .map(|(k, mask)| (*k, (0..SIZE).filter(|&v| mask[v] != 0).collect()))
                .collect(),
            current: u.clone(),
            settled: u.clone(),
            best: u.clone(),
            u: Box::new([[0; SIZE]; 4]),
            g: Box::new([[0; SIZE]; 4]),
            side_shares: vec![0; frame.sides.len()],
        }
    }

    /// Section 4's recipe.
    pub(super) fn improve(&mut self, plan: Plan, presence: &mut Plane<u16>) -> Found {
        let mut found = Found {
            value: i32::MAX,
            evaluations: 0,
        };
        let mut pace = Pace::new(plan.schedule);
        loop {
            let value = self.evaluate();
            found.evaluations += 1;
            if value < found.value {
                found.value = value;
                self.best.clone_from(&self.current);
            }
            if pace.is_over() || found.value < plan.target {
                return found;
            }
            self.weigh(i32::from(pace.width()));
            self.step(&pace);
            for cell in &self.cells {
                let old = i32::from(presence[cell.index]);
                presence[cell.index] = (old + ((16 * cell.share - old) >> 4)) as u16;
            }
            pace.advance();
        }
    }

    /// The value at the current multipliers, rounded.
    pub(super) fn evaluate(&mut self) -> i32 {
        for &(d, v) in &self.slots {
            self.u[d][v] = i32::from(rounded(self.current.slots[d][v]));
        }
        let side_price = |k: usize| i32::from(rounded(self.current.sides[k]));
        let u = &*self.u;
        let sum = |v: usize| (0..4).map(|d| u[d][v]).sum::<i32>();
        let mut value: i32 = self.cross.iter().map(|&v| sum(v)).sum();
        for cell in &mut self.cells {
            for m in &mut cell.marks {
                m.cost = m.mark.line().map(|w| u[m.mark.direction][w]).sum();
            }
            cell.best = cell.marks.iter().map(|m| m.cost).min().unwrap_or(0);
            let on_sides: i32 = cell
                .sides
                .iter()
                .map(|&j| side_price(self.sides[j].0))
                .sum();
            cell.income = self.gain + sum(cell.index) + on_sides;
            let profit = cell.income - cell.best;
            value += if cell.is_free { profit.max(0) } else { profit };
        }
        let sides: i32 = self.sides.iter().map(|&(k, _)| side_price(k)).sum();
        value - sides
    }

    /// The gradient for weights of this width.
    fn weigh(&mut self, width: i32) {
        let shift = (0..)
            .find(|k| width << k >= 1024)
            .expect("the width is at least 1");
        for d in 0..4 {
            for &v in &self.cross {
                self.g[d][v] = i32::from(SHARE);
            }
        }
        for cell in &mut self.cells {
            let least = if cell.is_free {
                cell.best.min(cell.income)
            } else {
                cell.best
            };
            let weight = |cost: i32| (width - (cost - least)).max(0) << shift;
            let none = if cell.is_free { weight(cell.income) } else { 0 };
            let total = none + cell.marks.iter().map(|m| weight(m.cost)).sum::<i32>();
            let scale = i32::from(reciprocal(total as u16));
            cell.share = 0;
            for m in &mut cell.marks {
                m.share = ((i64::from(weight(m.cost)) * i64::from(scale)) >> 16) as i32;
                cell.share += m.share;
            }
            for d in 0..4 {
                self.g[d][cell.index] = cell.share;
            }
        }
        for m in self
            .cells
            .iter()
            .flat_map(|cell| &cell.marks)
            .filter(|m| m.share > 0)
        {
            for w in m.mark.line() {
                self.g[m.mark.direction][w] -= m.share;
            }
        }
        for (shares, (_, cells)) in self.side_shares.iter_mut().zip(&self.sides) {
            let here = self.cells.iter().filter(|cell| cells.contains(&cell.index));
            *shares = here.map(|cell| cell.share).sum();
        }
    }

    fn step(&mut self, pace: &Pace) {
        let (current, settled) = (&mut self.current, &mut self.settled);
        for &(d, v) in &self.slots {
            let old = current.slots[d][v];
            let settled = &mut settled.slots[d][v];
            current.slots[d][v] = stepped(old, settled, self.g[d][v], pace, MULTIPLIER_MAX);
        }
        let all: i32 = self.side_shares.iter().sum();
        let count = self.sides.len() as i32;
        for ((k, _), &shares) in self.sides.iter().zip(&self.side_shares) {
            let gradient = if self.balanced {
                (count * shares - all) / count
            } else {
                shares - i32::from(SHARE)
            };
            let settled = &mut settled.sides[*k];
            current.sides[*k] = stepped(current.sides[*k], settled, gradient, pace, SIDE_MAX);
        }
    }

    /// Writes the best multipliers.
    pub(super) fn save_best(&self, u: &mut FineMultipliers) {
        u.clone_from(&self.best);
    }

    /// Writes what the last evaluation found.
    pub(super) fn save_evaluation(&self, w: &mut Workspace) {
        for cell in &self.cells {
            w.cheapest[cell.index] = cell.best;
            w.profit[cell.index] = cell.income - cell.best;
            for m in &cell.marks {
                w.line_cost[m.mark.direction][m.mark.start()] = m.cost;
            }
        }
    }
}

/// The smaller of 65,535 and 2^26 / z, rounded down; z is at least 1,024.
fn reciprocal(z: u16) -> u16 {
    u16::try_from((1u32 << 26) / u32::from(z)).unwrap_or(u16::MAX)
}

fn allowed_marks(r: &Restrictions, cell: usize) -> Vec<Priced> {
    let allowed = marks().filter(|&(d, i)| r.marks[d][i][cell] == 0);
    let priced = |(direction, position)| Priced {
        mark: Mark {
            cell,
            direction,
            position,
        },
        cost: 0,
        share: 0,
    };
    allowed.map(priced).collect()
}
