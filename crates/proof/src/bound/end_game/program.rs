//! The linear program of an end game: each dot is placed at most once, no slot is used twice, every cut holds; maximise the number of dots
//! placed. An interior point method solves it: its solutions lie in the middle of the feasible set, where they break many cuts by much,
//! and its duals are multipliers.

use std::collections::HashSet;

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus};

use super::open_dots::EndGame;
use crate::bound::cell_set::CellSet;
use crate::bound::written::is_external;

/// The linear program, as far as its cuts are known.
pub(super) struct Program<'a> {
    game: &'a EndGame,
    /// Directions and cells of slots, with the open marks that use them.
    slots: Vec<((usize, usize), Vec<usize>)>,
    /// Sets with the open marks of their cuts.
    cuts: Vec<(CellSet, Vec<usize>)>,
}

/// What the solver found.
pub(super) struct Relaxation {
    /// No more dots than this can be placed; less than any number if the cuts cannot all hold.
    pub(super) bound: f64,
    /// How much of each open mark is used.
    pub(super) shares: Vec<f64>,
    /// Sets and multipliers of their cuts.
    pub(super) cuts: Vec<(CellSet, f64)>,
    /// Directions, cells and multipliers of slots.
    pub(super) slots: Vec<(usize, usize, f64)>,
}

/// The program in the form of the solver: rows of A x + s = b, where s is at least 0.
#[derive(Default)]
struct Rows {
    row: Vec<usize>,
    column: Vec<usize>,
    entry: Vec<f64>,
    right: Vec<f64>,
}

impl Rows {
    /// Sum of these columns times `sign`, at most `right`.
    fn push(&mut self, columns: impl IntoIterator<Item = usize>, sign: f64, right: f64) {
        for column in columns {
            self.row.push(self.right.len());
            self.column.push(column);
            self.entry.push(sign);
        }
        self.right.push(right);
    }
}

impl<'a> Program<'a> {
    /// The program without cuts.
    pub(super) fn new(game: &'a EndGame) -> Self {
        Self {
            game,
            slots: slots(game),
            cuts: Vec::new(),
        }
    }

    /// Whether this set's cut is there.
    pub(super) fn has_cut(&self, set: &CellSet) -> bool {
        self.cuts.iter().any(|(other, _)| other == set)
    }

    /// The sets of the cuts.
    pub(super) fn sets(&self) -> Vec<CellSet> {
        self.cuts.iter().map(|&(set, _)| set).collect()
    }

    /// Adds the cut of a set, which no known move satisfies: no solution would break such a cut.
    pub(super) fn add_cut(&mut self, set: CellSet) {
        debug_assert!(
            !self
                .game
                .known
                .iter()
                .any(|&m| is_external(&self.game.layout, m, &set))
        );
        let marks = self.game.marks.iter().enumerate();
        let external = marks.filter(|(_, m)| is_external(&self.game.layout, **m, &set));
        self.cuts.push((set, external.map(|(k, _)| k).collect()));
    }

    /// Solves it. `None` when the solver gives up.
    pub(super) fn relax(&self) -> Option<Relaxation> {
        let (dots, columns) = (self.game.dots.len(), self.game.marks.len());
        let mut rows = Rows::default();
        for (_, marks) in &self.game.dots {
            rows.push(marks.clone(), 1.0, 1.0);
        }
        for (_, marks) in &self.slots {
            rows.push(marks.iter().copied(), 1.0, 1.0);
        }
        for (_, marks) in &self.cuts {
            rows.push(marks.iter().copied(), -1.0, -1.0);
        }
        for mark in 0..columns {
            rows.push([mark], -1.0, 0.0);
        }
        let count = rows.right.len();
        let matrix =
            CscMatrix::new_from_triplets(count, columns, rows.row, rows.column, rows.entry);
        let (none, gain) = (CscMatrix::zeros((columns, columns)), vec![-1.0; columns]);
        let cone = [NonnegativeConeT(count)];
        let solver = DefaultSolver::new(&none, &gain, &matrix, &rows.right, &cone, settings());
        let mut solver = solver.ok()?;
        solver.solve();
        let solution = &solver.solution;
        let bound = match solution.status {
            SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible => {
                f64::NEG_INFINITY
            }
            SolverStatus::Solved | SolverStatus::AlmostSolved => -solution.obj_val,
            _ => return None,
        };
        let slots = self.slots.iter().zip(&solution.z[dots..]);
        let cuts = self.cuts.iter().zip(&solution.z[dots + self.slots.len()..]);
        Some(Relaxation {
            bound,
            shares: solution.x.clone(),
            cuts: cuts.map(|((set, _), &l)| (*set, l)).collect(),
            slots: slots.map(|(&((d, v), _), &u)| (d, v, u)).collect(),
        })
    }
}

/// Slots that several open marks use; of those used by the same marks only one.
fn slots(game: &EndGame) -> Vec<((usize, usize), Vec<usize>)> {
    let len = game.layout.len();
    let mut users = vec![Vec::new(); 4 * len];
    for (k, &m) in game.marks.iter().enumerate() {
        for v in game.layout.line(m) {
            users[m.direction * len + v].push(k);
        }
    }
    let mut seen = HashSet::new();
    let slots = users.into_iter().enumerate();
    slots
        .filter(|(_, marks)| marks.len() > 1 && seen.insert(marks.clone()))
        .map(|(slot, marks)| ((slot / len, slot % len), marks))
        .collect()
}

fn settings() -> DefaultSettings<f64> {
    DefaultSettings {
        verbose: false,
        tol_gap_abs: 1e-4,
        tol_gap_rel: 1e-4,
        tol_feas: 1e-5,
        presolve_enable: false,
        max_threads: 1,
        ..DefaultSettings::default()
    }
}
