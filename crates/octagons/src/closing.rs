//! Closes one octagon: a table and λ, then steps, then questions about sides.

use crate::UNIT;
use crate::board::Board;
use crate::certificate::{Closing, End, Node};
use crate::filling::Asked;
use crate::prices::{Conditions, Prices};
use crate::steps::{State, Step};
use crate::table::{Features, Table};

/// The tables and schedules that are tried, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The tables.
    pub tables: Vec<Table>,
    /// Schedules: that of whole octagons, that of cases, and that of cases of which nothing more can be asked.
    pub schedules: Vec<Vec<Step>>,
    /// The schedule that compares questions; the certificate does not hold it.
    pub trial: Vec<Step>,
    /// The largest number of nodes for one octagon.
    pub most_nodes: usize,
}

/// The schedule of whole octagons.
const WHOLE: usize = 0;
/// The schedule of cases.
const CASE: usize = 1;
/// The schedule of cases of which nothing more can be asked.
const LAST: usize = 2;
/// A bound gives hope if it is at most so many moves above the goal; this number falls to 0 at the end of a schedule.
const HOPE: f64 = 20.0;
/// No schedule is given up before so many steps.
const HASTE: usize = 100;
/// The least start of λ, in 1/8: at λ = 1 all prices outside are 0, and no step gets away from there.
const LEAST_START: u8 = 12;

/// The steps taken to close an octagon.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Steps that the checker repeats.
    pub repeated: usize,
    /// Steps that were tried.
    pub tried: usize,
}

/// Closes an octagon of which the bound must be below `goal` units, or says how far the best bound is above it.
pub struct Closer<'a> {
    plan: &'a Plan,
    goal: i64,
    /// Whether schedules that seem hopeless are given up. Nearly always that is quicker, but some trees never close then.
    gives_up: bool,
    nodes: usize,
    /// The effort so far.
    pub effort: Effort,
    /// How far the least bound without questions is above the goal.
    pub above: i64,
}

impl<'a> Closer<'a> {
    /// A closer with a plan, for N moves.
    pub fn new(plan: &'a Plan, moves: i32) -> Self {
        Self {
            plan,
            goal: (i64::from(moves) + 1) * i64::from(UNIT),
            gives_up: true,
            nodes: 0,
            effort: Effort::default(),
            above: i64::MAX,
        }
    }

    /// Closes an octagon by one of these tables; `guess` is about its λ in 1/8.
    pub fn close(
        &mut self,
        board: &Board,
        least: i32,
        tables: &[usize],
        guess: u8,
    ) -> Option<Closing> {
        let features = Features::new(board);
        let asked = [Asked::Line; 8];
        let propose = |&table: &usize| self.plan.tables[table].proposal(board, &features);
        let proposals: Vec<_> = tables.iter().map(propose).collect();
        let start = |i: usize, line: u8| {
            let line = (i32::from(line) * UNIT / 8).max(least);
            proposals[i].prices(line)
        };
        let mut state = State::new(board, asked, least, start(0, guess));
        let mut best = (i64::MAX, 0, guess);
        for i in 0..tables.len() {
            let bound = |line: u8| {
                state.restart(asked, &start(i, line));
                state.bound()
            };
            let (found, line) = best_line(bound, best.2, self.goal);
            best = best.min((found, i, line));
        }
        let (_, i, line) = best;
        let start = start(i, line);
        let mut nodes = self.node(&mut state, asked, &start, WHOLE);
        if nodes.is_none() {
            self.gives_up = false;
            self.nodes = 0;
            self.effort.repeated = 0;
            nodes = self.node(&mut state, asked, &start, WHOLE);
        }
        let table = tables[i];
        nodes.map(|nodes| Closing { table, line, nodes })
    }

    /// Runs a schedule until the bound closes, or, if it may give up, seems not to: the steps that it took, and the least bound.
    fn run(&mut self, state: &mut State, schedule: &[Step], gives_up: bool) -> (usize, i64) {
        let mut least = state.bound();
        for (i, step) in schedule.iter().enumerate() {
            let hopeful = HOPE * (schedule.len() - i) as f64 / schedule.len() as f64;
            let is_hopeless = (least - self.goal) as f64 > hopeful * f64::from(UNIT);
            if least < self.goal || gives_up && i >= HASTE && i % 50 == 0 && is_hopeless {
                return (i, least);
            }
            state.step(*step);
            self.effort.tried += 1;
            least = least.min(state.bound());
        }
        (schedule.len(), least)
    }

    /// Closes a node that begins with these prices.
    fn node(
        &mut self,
        state: &mut State,
        asked: Conditions,
        start: &Prices,
        schedule: usize,
    ) -> Option<Vec<Node>> {
        self.nodes += 1;
        if self.nodes > self.plan.most_nodes {
            return None;
        }
        state.restart(asked, start);
        let is_last = open_questions(state, &asked).next().is_none();
        let schedule = if is_last { LAST } else { schedule };
        let gives_up = self.gives_up && !is_last;
        let (steps, least) = self.run(state, &self.plan.schedules[schedule], gives_up);
        self.effort.repeated += steps;
        let mut node = Node {
            schedule,
            steps,
            end: End::Closed,
        };
        if schedule == WHOLE {
            self.above = least - self.goal;
        }
        if least < self.goal {
            return Some(vec![node]);
        }
        let now = state.now().clone();
        node.end = self.question(state, asked, &now)?;
        let mut nodes = vec![node];
        for asked in cases(asked, node.end) {
            nodes.extend(self.node(state, asked, &now, CASE)?);
        }
        Some(nodes)
    }

    /// The question that helps most after a few steps.
    fn question(&mut self, state: &mut State, asked: Conditions, now: &Prices) -> Option<End> {
        let trial = &self.plan.trial[..];
        let questions: Vec<_> = open_questions(state, &asked).collect();
        let mut best = (f64::MAX, None);
        for end in questions {
            let mut above = Vec::new();
            for asked in cases(asked, end) {
                state.restart(asked, now);
                let (_, least) = self.run(state, trial, false);
                above.push(((least - self.goal) as f64 / f64::from(UNIT)).max(-2.0) + 2.0);
            }
            let worst = above.iter().copied().fold(0.0, f64::max);
            let score = worst + 0.4 * above.iter().sum::<f64>();
            if score < best.0 {
                best = (score, Some(end));
            }
        }
        best.1
    }
}

/// All questions that may be asked.
fn open_questions(state: &State, asked: &Conditions) -> impl Iterator<Item = End> {
    let lengths = state.side_lengths();
    (0..8).filter_map(move |side| match asked[side] {
        Asked::Line => Some(End::Inside(side)),
        Asked::Out if lengths[side] >= 4 => Some(End::Ends(side)),
        _ => None,
    })
}

/// The cases of a question.
pub fn cases(asked: Conditions, end: End) -> Vec<Conditions> {
    let with = |side: usize, answers: &[Asked]| {
        let answer = |&answer| {
            let mut asked = asked;
            asked[side] = answer;
            asked
        };
        answers.iter().map(answer).collect()
    };
    match end {
        End::Closed => Vec::new(),
        End::Inside(side) => with(side, &[Asked::Inside, Asked::Out]),
        End::Ends(side) => with(side, &[Asked::First, Asked::Last, Asked::Both]),
    }
}

/// About the λ, in 1/8, that octagons of so many rows need.
pub fn guess(rows: i32) -> u8 {
    (30 + 6 * (rows.max(124) - 124)) as u8
}

/// The best λ of a table, or one that closes. The bound is convex in λ, but for rounding: so it goes downhill by ever shorter steps.
fn best_line(mut bound: impl FnMut(u8) -> i64, guess: u8, goal: i64) -> (i64, u8) {
    let mut best = (bound(guess), guess);
    for step in [12, 6, 3] {
        let mut moved = true;
        while moved {
            moved = false;
            for line in [
                best.1.saturating_sub(step).max(LEAST_START),
                best.1.saturating_add(step),
            ] {
                if best.0 < goal {
                    return best;
                }
                if line != best.1 {
                    let next = (bound(line), line);
                    moved |= next.0 < best.0;
                    best = best.min(next);
                }
            }
        }
    }
    best
}
