//! Multipliers that are written down: they close a node by themselves.
//!
//! Source: `paper/certificate.md`, section 3, operation MULTIPLIERS. A linear program in floating-point numbers (`end_game`) finds them,
//! but the judged and written numbers are integers.

use super::cell_set::CellSet;
use super::domain::Domain;
use super::fixed_point::CUT_MAX;
use super::instance::Instance;
use super::layout::{Layout, Mark};

/// Multipliers of slots and of cuts; all others are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Sets of cells outside the cross with the multipliers of their cuts.
    pub(crate) cuts: Vec<(CellSet, u32)>,
    /// Directions, cells and the multipliers of their slots.
    pub(crate) slots: Vec<(usize, usize, u32)>,
}

impl Written {
    /// Multiplies numbers of at least 0 so that the largest becomes `most`, and rounds; what becomes 0 is left out.
    pub(crate) fn scaled(
        cuts: &[(CellSet, f64)],
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
    pub(crate) fn value(&self, instance: &Instance, domain: &Domain) -> Option<i64> {
        if !self.is_askable(instance, domain) {
            return None;
        }
        let layout = &instance.layout;
        let mut slots = vec![[0; 4]; layout.len()];
        for &(d, v, u) in &self.slots {
            slots[v][d] = i64::from(u);
        }
        let cost = |m: Mark| {
            let line = layout.line(m).into_iter();
            let cuts = self
                .cuts
                .iter()
                .filter(|(set, _)| is_external(layout, m, set));
            line.map(|w| slots[w][m.direction]).sum::<i64>()
                - cuts.map(|&(_, l)| i64::from(l)).sum::<i64>()
        };
        let mut value = -self.cuts.iter().map(|&(_, l)| i64::from(l)).sum::<i64>();
        for v in instance.cells() {
            let sum: i64 = slots[v].iter().sum();
            if instance.cross.contains(v) {
                value += sum;
            } else if domain.is_placeable(v) {
                let best = domain.marks_of(v).map(cost).min()?;
                let profit = i64::from(instance.gain) + sum - best;
                let is_free = domain.is_free(v);
                value += if is_free { profit.max(0) } else { profit };
            }
        }
        Some(value)
    }

    /// Whether the multipliers are in their ranges, and every set holds a present cell.
    fn is_askable(&self, instance: &Instance, domain: &Domain) -> bool {
        let is_cut = |(set, l): &(CellSet, u32)| {
            set.cells().any(|v| domain.is_present(v)) && *l <= CUT_MAX as u32
        };
        let is_slot = |&(.., u): &(usize, usize, u32)| u <= instance.ranges.slot as u32;
        self.cuts.iter().all(is_cut) && self.slots.iter().all(is_slot)
    }
}

/// Whether a mark places one of the cells by a line that holds no other of them.
pub(crate) fn is_external(layout: &Layout, mark: Mark, cells: &CellSet) -> bool {
    let mut line = layout.line(mark).into_iter();
    cells.contains(mark.cell) && line.all(|w| w == mark.cell || !cells.contains(w))
}
