//! Order in the bound: cuts for nodes in which all dots are known.
//!
//! The first dot of a set to be placed needs none of the others. Where the shares of the relaxed solution break that for some set of
//! dots, its cut is demanded, and the bound improved again (`paper/notes/20-order-cuts.md`). Marks are branched on only for what cuts
//! leave over.

use std::collections::HashSet;

use super::{Search, Task};
use crate::bound::certificate::{CUTS, Operation};
use crate::bound::demands::{Demand, is_external};
use crate::bound::kernel::SHARE;
use crate::bound::lattice::{CellRows, SIZE};
use crate::bound::node::{Contradiction, Mark};
use crate::bound::refine::Refiner;
use crate::game::Objects;

/// A set whose external marks have shares of less than this together is broken.
const BROKEN: i32 = SHARE as i32 - 24;
/// Sets grow to at most so many dots.
const LARGEST: usize = 14;
/// Sets are remembered for other end games up to this number.
const POOL: usize = 3000;

impl Search<'_> {
    /// Cuts of a node without free cells, round by round: the value that is left, or `None` when the node is closed.
    pub(super) fn cut(
        &self,
        worker: &mut Refiner,
        task: &mut Task<'_>,
        mut value: i32,
        bytes: &mut Vec<u8>,
    ) -> Option<i32> {
        let is_game = self.header.objects == Objects::Games && self.header.gain > 0;
        if self.header.symmetric
            || !is_game
            || self.params.cut_rounds == 0
            || !self.is_end_game(task)
        {
            return Some(value);
        }
        let mut shares = self.try_shares(worker, task);
        let mut poor = 0;
        for _ in 0..self.params.cut_rounds {
            let sets = self.broken_sets(task, &shares);
            if sets.is_empty() || task.node.demands().len() + sets.len() > 4000 {
                break;
            }
            for set in sets {
                self.demand(task, set, bytes);
            }
            task.node.propagate(&self.frame).ok()?;
            Operation::Refine {
                schedule: CUTS as u32,
            }
            .write(bytes);
            let before = worker.evaluations;
            let (node, multipliers) = (&task.node, &mut *task.multipliers);
            let (improved, found) = worker.refine_with_shares(
                &self.frame,
                &node.restrictions,
                node.demands(),
                multipliers,
                self.header.schedules[CUTS],
                self.target(node),
            );
            self.note_evaluations(worker, before);
            shares = found;
            let improved = self.conclude(worker, task, improved)?;
            poor = if value - improved < self.params.cut_gain as i32 {
                poor + 1
            } else {
                0
            };
            value = value.min(improved);
            if poor > self.params.cut_patience || self.stopped() {
                break;
            }
        }
        Some(value)
    }

    /// Whether all dots are known, but not how they are placed.
    fn is_end_game(&self, task: &Task<'_>) -> bool {
        let node = &task.node;
        let mut open = false;
        for v in self.frame.cells() {
            if node.is_free(v) {
                return false;
            }
            open |= node.is_present(v) && node.options(v) > 1;
        }
        open
    }

    /// The shares of the marks before there are cuts of this node's own; not part of the certificate.
    fn try_shares(&self, worker: &mut Refiner, task: &Task<'_>) -> Vec<(Mark, i32)> {
        let before = worker.evaluations;
        let mut multipliers = task.multipliers.clone();
        let (_, shares) = worker.refine_with_shares(
            &self.frame,
            &task.node.restrictions,
            task.node.demands(),
            &mut multipliers,
            self.header.schedules[CUTS],
            i32::MIN,
        );
        self.note_evaluations(worker, before);
        shares
    }

    /// Demands the cut of a set and writes that down.
    fn demand(&self, task: &mut Task<'_>, set: CellRows, bytes: &mut Vec<u8>) {
        let members = self.frame.cells().filter(|&v| set.contains(v));
        let cells = members.map(|v| self.number(v)).collect();
        Operation::Cut { cells }.write(bytes);
        task.node.demand_cut(&self.frame, set);
        task.multipliers.demands.push(0);
    }

    /// A CUT operation of an unfinished certificate.
    pub(super) fn repeat_cut(
        &self,
        task: &mut Task<'_>,
        cells: Vec<u32>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Contradiction> {
        let mut set = CellRows::EMPTY;
        for v in cells.into_iter().filter_map(|cell| self.index(cell)) {
            set.insert(v);
        }
        self.demand(task, set, bytes);
        task.node.propagate(&self.frame)
    }

    /// Sets whose cuts the shares break: of the pool, and grown from each dot.
    fn broken_sets(&self, task: &Task<'_>, shares: &[(Mark, i32)]) -> Vec<CellRows> {
        let shares: Vec<(Mark, i32)> = shares.iter().copied().filter(|&(_, x)| x > 0).collect();
        let by_cell = |v: usize| shares.iter().filter(move |(m, _)| m.cell == v);
        let mut seen: HashSet<[u32; 32]> = HashSet::new();
        for demand in task.node.demands() {
            if let Demand::Cut(cut) = &**demand {
                seen.insert(cut.cells.0);
            }
        }
        let mut found = Vec::new();
        let mut pool = self.pool.lock().expect("no thread panicked");
        let is_present = |set: &CellRows| {
            self.frame
                .cells()
                .any(|v| set.contains(v) && task.node.is_present(v))
        };
        for set in pool.iter() {
            if found.len() < self.params.cuts as usize
                && weight(set, &shares) < BROKEN
                && is_present(set)
                && seen.insert(set.0)
            {
                found.push(*set);
            }
        }
        let dots: Vec<usize> = self
            .frame
            .cells()
            .filter(|&v| task.node.is_present(v))
            .collect();
        let marks: Vec<Vec<(Mark, i32)>> = (0..SIZE)
            .map(|v| {
                if task.node.is_present(v) {
                    by_cell(v).copied().collect()
                } else {
                    Vec::new()
                }
            })
            .collect();
        for &dot in &dots {
            if let Some(set) = grow(dot, &marks, |v| task.node.is_present(v))
                && seen.insert(set.0)
            {
                found.push(set);
                if pool.len() < POOL {
                    pool.push(set);
                }
            }
        }
        found
    }
}

/// The shares of the marks of a set's cut.
fn weight(set: &CellRows, shares: &[(Mark, i32)]) -> i32 {
    let external = shares.iter().filter(|(m, _)| is_external(*m, set));
    external.map(|&(_, x)| x).sum()
}

/// A broken set around a dot: grown by the dot that takes most away from its marks' shares, while that helps.
fn grow(
    dot: usize,
    marks: &[Vec<(Mark, i32)>],
    is_dot: impl Fn(usize) -> bool,
) -> Option<CellRows> {
    let mut set = CellRows::EMPTY;
    let mut members = vec![dot];
    set.insert(dot);
    let total = |set: &CellRows, members: &[usize]| -> i32 {
        let all = members.iter().flat_map(|&v| &marks[v]);
        all.filter(|(m, _)| is_external(*m, set))
            .map(|&(_, x)| x)
            .sum()
    };
    let mut weight = total(&set, &members);
    while weight >= BROKEN {
        if members.len() == LARGEST {
            return None;
        }
        let mut candidates: Vec<usize> = Vec::new();
        for (m, _) in members
            .iter()
            .flat_map(|&v| &marks[v])
            .filter(|(m, _)| is_external(*m, &set))
        {
            for w in m.line().filter(|&w| !set.contains(w) && is_dot(w)) {
                if !candidates.contains(&w) {
                    candidates.push(w);
                }
            }
        }
        let score = |&w: &usize| {
            let mut larger = set;
            larger.insert(w);
            let mut all = members.clone();
            all.push(w);
            total(&larger, &all)
        };
        let (least, best) = candidates.iter().map(|w| (score(w), *w)).min()?;
        set.insert(best);
        members.push(best);
        weight = least;
    }
    Some(set)
}
