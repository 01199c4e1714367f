//! The bound: multipliers as they are written, and what they fix, computed as the proven checker will compute it.

use super::known::Known;
use super::written::{Hints, Operation};
use morpion_check_core::bound::{Multipliers, rounded};
use morpion_check_core::geometry::{MARKS, bits};
use morpion_check_core::state::turned;

/// Multipliers in units of certificate.md, section 3, none of them negative.
#[derive(Debug)]
pub(super) struct Prices {
    /// The multipliers of slots, by direction and cell.
    pub(super) slots: [Vec<i64>; 4],
    /// The multipliers of the sides at a distance above 0; 0 for those without one.
    pub(super) sides: Vec<i64>,
    /// The multipliers of uses, by cell; empty if all are 0.
    pub(super) uses: Vec<i64>,
}

impl Prices {
    /// The multipliers of the walk.
    pub(super) fn of(known: &Known<'_>, fine: &Multipliers) -> Self {
        let (board, cells) = (known.board, known.board.cells());
        let slots = [0, 1, 2, 3].map(|d| fine.slots(d)[..cells].iter().map(|&u| rounded(u)));
        let mut sides = fine.sides().iter().map(|&u| rounded(u));
        let side = |side| {
            let priced = board.priced.contains(side);
            priced.then(|| sides.next()).flatten().unwrap_or(0)
        };
        let usage = |v: usize| {
            let counts = known.gain() == 0 && board.inner[v];
            if counts { rounded(fine.uses()[v]) } else { 0 }
        };
        let uses: Vec<i64> = (0..cells).map(usage).collect();
        let is_used = uses.iter().any(|&u| u != 0);
        Self {
            slots: slots.map(Iterator::collect),
            sides: board.sides.iter().map(side).collect(),
            uses: if is_used { uses } else { Vec::new() },
        }
    }

    fn earned(&self, v: usize) -> i64 {
        self.slots.iter().map(|u| u[v]).sum()
    }

    fn usage(&self, v: usize) -> i64 {
        self.uses.get(v).copied().unwrap_or(0)
    }

    fn write(&self, operation: Operation, hints: &mut Hints<'_>) {
        hints.write(operation, &[]);
        let slots = self.slots.iter();
        for list in slots.chain([&self.sides, &self.uses]) {
            hints.write_multipliers(list);
        }
    }
}

/// The bound at a node.
struct Bound {
    /// By cell and allowed mark: what the mark adds to the bound.
    weights: Vec<[i64; MARKS]>,
    /// By cell: what it adds to the bound; `None` if it is absent.
    summands: Vec<Option<i64>>,
    /// The bound less the target.
    excess: i64,
}

impl Bound {
    fn new(known: &Known<'_>, prices: &Prices) -> Self {
        let weights = weights(known, prices);
        let summand = |v: usize| {
            let profit = bits(known.allowed[v]).map(|m| weights[v][m]).max()?;
            Some(if known.present[v] {
                profit
            } else {
                profit.max(0)
            })
        };
        let cells = 0..known.board.cells();
        let summands: Vec<Option<i64>> = cells.clone().map(summand).collect();
        let cross = cells.filter(|&v| known.board.cross[v]);
        let base: i64 = cross.map(|v| prices.earned(v)).sum();
        let sides: i64 = prices.sides.iter().sum();
        let value = base + summands.iter().flatten().sum::<i64>() - sides;
        // The cast is exact: numbers of certificates are below 2^35.
        let excess = value - known.gain() * known.moves() as i64;
        Self {
            weights,
            summands,
            excess,
        }
    }

    fn summand(&self, v: usize) -> i64 {
        self.summands[v].unwrap_or(0)
    }

    /// The allowed marks of a cell that lose more than the excess. For symmetric objects, the loss at the image counts, too.
    fn lost(&self, known: &Known<'_>, v: usize) -> u32 {
        let loses = |m: usize| {
            let at_twin = |w: usize| self.summand(w) - self.weights[w][turned(m)];
            self.summand(v) - self.weights[v][m] + known.twin(v).map_or(0, at_twin)
        };
        let late = bits(known.allowed[v]).filter(|&m| self.excess < loses(m));
        late.fold(0, |mask, m| mask | 1 << m)
    }

    /// Whether more than the excess is lost without a dot on a cell.
    fn needs(&self, known: &Known<'_>, v: usize) -> bool {
        let without = self.summand(v) + known.twin(v).map_or(0, |w| self.summand(w));
        self.summands[v].is_some() && self.excess < without
    }
}

fn weights(known: &Known<'_>, prices: &Prices) -> Vec<[i64; MARKS]> {
    let board = known.board;
    let mut weights = vec![[0; MARKS]; board.cells()];
    for (v, weights) in weights.iter_mut().enumerate() {
        for m in bits(known.allowed[v]) {
            let line = board.lines[board.line_of[v][m]];
            let cost_of = |&w: &usize| prices.slots[line.direction][w] - prices.usage(w);
            let cost: i64 = line.cells.iter().map(cost_of).sum();
            weights[m] = known.gain() + prices.earned(v) - 2 * prices.usage(v) - cost;
        }
    }
    for (side, price) in board.sides.iter().zip(&prices.sides) {
        for &v in side {
            bits(known.allowed[v]).for_each(|m| weights[v][m] += price);
        }
    }
    weights
}

impl Known<'_> {
    /// Closes the node by these multipliers, or fixes by them. With `closes`, the walk knows already that they close it.
    pub(super) fn bound_by(&mut self, prices: &Prices, closes: bool, hints: &mut Hints<'_>) {
        let bound = (!closes).then(|| Bound::new(self, prices));
        match bound.filter(|bound| bound.excess >= 0) {
            Some(bound) => {
                prices.write(Operation::Fix, hints);
                self.fix(&bound);
            }
            None => {
                prices.write(Operation::Close, hints);
                self.closed = true;
            }
        }
    }

    fn fix(&mut self, bound: &Bound) {
        let cells = 0..self.board.cells();
        let fixed = cells.map(|v| (bound.lost(self, v), bound.needs(self, v)));
        let fixed: Vec<(u32, bool)> = fixed.collect();
        for (v, (lost, needed)) in fixed.into_iter().enumerate() {
            self.allowed[v] &= !lost;
            self.present[v] |= needed;
        }
    }
}
