//! The cells with marks in cuts, of which the fast form takes care one by one: there is no room in 16 bits for what cuts take from
//! costs.

use crate::bound::{rounded, shift};
use crate::geometry::bits;
use crate::planes::Planes;
use crate::state::{Cell, State};
use std::ops::Range;

/// Some cells of a state, with all their allowed marks.
#[derive(Debug)]
pub(crate) struct Exceptions {
    cells: Vec<Exception>,
    /// By cell: the index of its first mark, if it is one of them.
    first: Vec<Option<usize>>,
    /// Where the cost of the line of each mark lies, and where its share.
    places: Vec<(usize, usize)>,
    /// The costs of the marks.
    costs: Vec<i64>,
    /// The numbers of the cuts among the demands, with the indices of their marks.
    cuts: Vec<(usize, Vec<usize>)>,
}

#[derive(Debug)]
struct Exception {
    v: usize,
    free: bool,
    /// The indices of its marks.
    marks: Range<usize>,
    income: i64,
    /// best' of section 4.
    best: i64,
}

impl Exceptions {
    /// None yet, in a box of so many cells.
    pub(crate) fn new(cells: usize) -> Self {
        Self {
            cells: Vec::new(),
            first: vec![None; cells],
            places: Vec::new(),
            costs: Vec::new(),
            cuts: Vec::new(),
        }
    }

    /// Takes those of a state. `place` says where the numbers of a cell's mark lie.
    pub(crate) fn enter(&mut self, state: &State, place: impl Fn(usize, usize) -> (usize, usize)) {
        self.cells.clear();
        self.first.fill(None);
        self.places.clear();
        self.cuts.clear();
        let demands = state.demands().iter().enumerate();
        for (n, cut) in demands.filter(|(_, demand)| demand.row.is_none()) {
            let marks = state.allowed_in(cut);
            let marks = marks.flat_map(|(v, mask)| bits(mask).map(move |m| (v, m)));
            let index = |(v, m)| self.add(state, v, &place) + rank(state, v, m);
            let indices = marks.map(index).collect();
            self.cuts.push((n, indices));
        }
        self.costs.resize(self.places.len(), 0);
    }

    /// The index of the first mark of cell `v`, which is added if it is not there.
    fn add(
        &mut self,
        state: &State,
        v: usize,
        place: impl Fn(usize, usize) -> (usize, usize),
    ) -> usize {
        if let Some(first) = self.first[v] {
            return first;
        }
        let first = self.places.len();
        self.first[v] = Some(first);
        self.places
            .extend(bits(state.allowed(v)).map(|m| place(v, m)));
        self.cells.push(Exception {
            v,
            free: state.cell(v) == Cell::Free,
            marks: first..self.places.len(),
            income: 0,
            best: 0,
        });
        first
    }

    /// Finds costs and best'. `cell` tells income and best' of a cell without cuts. Returns by how much the value changes.
    pub(crate) fn evaluate(
        &mut self,
        demands: &[i32],
        cost: &Planes,
        cell: impl Fn(usize) -> (u16, u16),
    ) -> i64 {
        for (own, &(place, _)) in self.costs.iter_mut().zip(&self.places) {
            *own = cost.entry(place).into();
        }
        for (n, marks) in &self.cuts {
            let multiplier = rounded(demands[*n]);
            marks.iter().for_each(|&i| self.costs[i] -= multiplier);
        }
        let mut change = 0;
        for exception in &mut self.cells {
            let (income, best) = cell(exception.v);
            let costs = &self.costs[exception.marks.clone()];
            let least = costs.iter().copied().min().unwrap_or(i64::MAX);
            exception.income = income.into();
            exception.best = if exception.free {
                least.min(income.into())
            } else {
                least
            };
            change += i64::from(best) - exception.best;
        }
        change
    }

    /// Finds shares, of which `shares` takes those of the marks and `give` those of the cells.
    pub(crate) fn share(
        &self,
        width: i64,
        quotients: &[u16; 1 << 16],
        shares: &mut Planes,
        mut give: impl FnMut(usize, u16),
    ) {
        let k = shift(width);
        for cell in &self.cells {
            // Both casts are exact: weights are below 2048, their sum below 2^16, and shares at most 1024.
            let weight = |cost: i64| ((width - (cost - cell.best)).max(0) << k) as usize;
            let none = if cell.free { weight(cell.income) } else { 0 };
            let weights = self.costs[cell.marks.clone()]
                .iter()
                .map(|&cost| weight(cost));
            let quotient = usize::from(quotients[none + weights.clone().sum::<usize>()]);
            let mut sum = 0;
            for (weight, &(_, place)) in weights.zip(&self.places[cell.marks.clone()]) {
                let share = ((weight * quotient) >> 16) as u16;
                shares.set_entry(place, share);
                sum += share;
            }
            give(cell.v, sum);
        }
    }

    /// The numbers of the cuts among the demands, with the sums of the shares of their marks.
    pub(crate) fn cut_shares(&self, shares: &Planes) -> impl Iterator<Item = (usize, i64)> {
        let share = |&i: &usize| i64::from(shares.entry(self.places[i].1));
        let sum = move |marks: &Vec<usize>| marks.iter().map(share).sum();
        self.cuts.iter().map(move |(n, marks)| (*n, sum(marks)))
    }
}

/// How many allowed marks of cell `v` come before mark `m`.
fn rank(state: &State, v: usize, m: usize) -> usize {
    (state.allowed(v) & ((1 << m) - 1)).count_ones() as usize
}
