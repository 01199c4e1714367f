//! Multipliers that are written down: they close a node by themselves.
//!
//! `paper/certificate.md`, section 3, operation MULTIPLIERS. They come from a linear program in floating-point numbers
//! (`end_game`), but what is judged and written are integers.

use super::kernel::{DEMAND_MAX, Frame, MULTIPLIER_MAX};
use super::lattice::{CellRows, Plane, SIZE};
use super::node::{Mark, Node};

/// Multipliers of slots and of cuts; all others are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Sets of cells outside the cross with the multipliers of their cuts.
    pub(crate) cuts: Vec<(CellRows, u32)>,
    /// Directions, cells and the multipliers of their slots.
    pub(crate) slots: Vec<(usize, usize, u32)>,
}

impl Written {
    /// Multiplies numbers of at least 0 so that the largest becomes `most`, and rounds; what becomes 0 is left out.
    pub(crate) fn scaled(
        cuts: &[(CellRows, f64)],
        slots: &[(usize, usize, f64)],
        most: u32,
    ) -> Self {
        let of_cuts = cuts.iter().map(|&(_, x)| x);
        let largest = of_cuts
            .chain(slots.iter().map(|&(.., x)| x))
            .fold(0.0, f64::max);
        // The cast saturates, and turns what is no number into 0.
        let round = |x: f64| ((x / largest * f64::from(most)).round() as u32).min(most);
        Self {
            cuts: cuts
                .iter()
                .map(|&(set, x)| (set, round(x)))
                .filter(|&(_, l)| l > 0)
                .collect(),
            slots: slots
                .iter()
                .map(|&(d, v, x)| (d, v, round(x)))
                .filter(|&(.., u)| u > 0)
                .collect(),
        }
    }

    /// The value of a node in units of the kernel, which is what closes it; `None` when a set has no present cell, or a
    /// multiplier is out of range.
    pub(crate) fn value(&self, frame: &Frame, node: &Node) -> Option<i64> {
        let holds = |set: &CellRows| frame.cells().any(|v| set.contains(v) && node.is_present(v));
        let fits = |number: u32, most: i32| number <= most as u32;
        let is_cut = |(set, l): &(CellRows, u32)| holds(set) && fits(*l, DEMAND_MAX);
        let is_slot = |&(.., u): &(usize, usize, u32)| fits(u, MULTIPLIER_MAX);
        let is_fine = self.cuts.iter().all(is_cut) && self.slots.iter().all(is_slot);
        if !is_fine {
            return None;
        }
        let mut slots: Box<[Plane<i64>; 4]> = Box::new([[0; SIZE]; 4]);
        for &(d, v, u) in &self.slots {
            slots[d][v] = u.into();
        }
        let sum = |v: usize| slots.iter().map(|plane| plane[v]).sum::<i64>();
        let cost = |m: Mark| m.line().map(|w| slots[m.direction][w]).sum::<i64>();
        let priced = |v: usize| node.marks_of(v).map(|m| (m, cost(m))).collect();
        let mut marks: Vec<Vec<(Mark, i64)>> = (0..SIZE).map(priced).collect();
        for (set, l) in &self.cuts {
            for v in frame.cells().filter(|&v| set.contains(v)) {
                let external = marks[v].iter_mut().filter(|(m, _)| is_external(*m, set));
                external.for_each(|(_, cost)| *cost -= i64::from(*l));
            }
        }
        let mut value = -self.cuts.iter().map(|&(_, l)| i64::from(l)).sum::<i64>();
        for v in frame.cells() {
            if frame.cross[v] != 0 {
                value += sum(v);
            } else if node.is_present(v) || node.is_free(v) {
                let best = marks[v].iter().map(|&(_, cost)| cost).min()?;
                let profit = i64::from(frame.gain) + sum(v) - best;
                value += if node.is_free(v) {
                    profit.max(0)
                } else {
                    profit
                };
            }
        }
        Some(value)
    }
}

/// Whether a mark places one of the cells by a line that holds no other of them.
pub(crate) fn is_external(mark: Mark, cells: &CellRows) -> bool {
    cells.contains(mark.cell) && mark.line().all(|w| w == mark.cell || !cells.contains(w))
}
