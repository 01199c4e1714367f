//! End games: nodes in which all dots are known, but not how they are placed.
//!
//! In end games the dual ascent stops a little above the target. What refutes them is the order of play, together with a linear program
//! that is hardly feasible (`paper/notes/20-order-cuts.md`, `paper/notes/21-end-games.md`). This module solves that program in
//! floating-point numbers and adds the cuts that its solutions break. It rounds the final multipliers to integers, and only their exact
//! value closes the node.

mod open_dots;
mod program;
mod separation;

use std::sync::Mutex;

use super::cell_set::CellSet;
use super::domain::Domain;
use super::fixed_point::CUT_MAX;
use super::instance::Instance;
use super::layout::Mark;
use super::written::Written;
pub(crate) use open_dots::EndGame;
use program::{Program, Relaxation};
use separation::Separation;

/// A linear program whose bound is less than this below the number of dots is not taken for infeasible.
const SLACK: f64 = 5e-3;
/// The largest multiplier of what is written down: the first that is exact enough.
const SCALES: [u32; 5] = [30, 100, 300, 1000, CUT_MAX as u32];

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounds {
    /// Solutions of the linear program, at least 1.
    pub(crate) most: u32,
    /// Whether sets are also grown from pairs of dots where single ones yield few.
    pub(crate) pairs: bool,
}

/// A node, and what its value must fall below.
pub(crate) struct EndNode<'a> {
    pub(crate) instance: &'a Instance,
    pub(crate) domain: &'a Domain,
    pub(crate) target: i64,
    /// Whether its objects are games: graphs need no order, and so satisfy no cuts.
    pub(crate) ordered: bool,
}

impl EndNode<'_> {
    fn is_closed_by(&self, written: &Written) -> bool {
        let value = written.value(self.instance, self.domain);
        value.is_some_and(|value| value < self.target)
    }
}

/// What served in other end games.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// Sets of dots, the latest first.
    sets: Vec<CellSet>,
    /// Multipliers that closed something, the latest first.
    written: Vec<Written>,
}

impl Pool {
    /// Sets that are kept.
    const SETS: usize = 400;
    /// Multipliers that are kept.
    const WRITTEN: usize = 20;

    /// Puts what closed an end game in front, and forgets what has not served for long.
    fn remember(&mut self, written: &Written) {
        let sets: Vec<CellSet> = written.cuts.iter().map(|&(set, _)| set).collect();
        self.remember_sets(&sets);
        self.written.retain(|other| other != written);
        self.written.insert(0, written.clone());
        self.written.truncate(Self::WRITTEN);
    }

    fn remember_sets(&mut self, sets: &[CellSet]) {
        self.sets.retain(|set| !sets.contains(set));
        self.sets.splice(0..0, sets.iter().copied());
        self.sets.truncate(Self::SETS);
    }
}

/// How an end game ended.
pub(crate) enum End {
    /// Closed by these multipliers.
    Closed(Written),
    /// Open: the shares of the open marks at the last solution; none if there was no solution.
    Open(Vec<(Mark, f64)>),
}

impl EndGame {
    /// Tries to close it: by what closed others, else by the linear program and cuts.
    pub(crate) fn refute(&self, end: &EndNode<'_>, rounds: Rounds, pool: &Mutex<Pool>) -> End {
        let pool = || pool.lock().expect("no thread panicked");
        let closes = |written: &&Written| end.is_closed_by(written);
        let known = pool().written.iter().find(closes).cloned();
        if let Some(written) = known {
            pool().remember(&written);
            return End::Closed(written);
        }
        let mut program = Program::new(self);
        let mut shares = Vec::new();
        for _ in 0..rounds.most {
            let Some(relaxation) = program.relax() else {
                break;
            };
            if relaxation.bound < self.dots.len() as f64 - SLACK
                && let Some(written) = written(end, &relaxation)
            {
                pool().remember(&written);
                return End::Closed(written);
            }
            shares = relaxation.shares;
            if !end.ordered {
                break;
            }
            let separation = Separation::new(self, &shares);
            let known = |set: &CellSet| program.has_cut(set);
            let found = separation.violated(&pool().sets, known, rounds.pairs);
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|set| program.add_cut(set));
        }
        pool().remember_sets(&program.sets());
        End::Open(self.marks.iter().copied().zip(shares).collect())
    }
}

/// The multipliers of a linear program without solution, as small integers as will do.
fn written(end: &EndNode<'_>, relaxation: &Relaxation) -> Option<Written> {
    let scaled = |&most: &u32| Written::scaled(&relaxation.cuts, &relaxation.slots, most);
    let mut written = SCALES.iter().map(scaled);
    written.find(|written| end.is_closed_by(written))
}
