//! Closes one octagon: a table and λ, then steps, then questions about sides.

use crate::UNIT;
use crate::board::Board;
use crate::certificate::{Closing, End, Node};
use crate::filling::Asked;
use crate::prices::{Prices, Questions};
use crate::steps::{State, Step};
use crate::table::{Features, Table};

/// What is tried, and in which order.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Tables.
    pub tables: Vec<Table>,
    /// All schedules.
    pub schedules: Vec<Vec<Step>>,
    /// Those for whole octagons, the quickest first.
    pub roots: Vec<usize>,
    /// The one after which questions are asked.
    pub ask_after: usize,
    /// Those for cases, the quickest first.
    pub cases: Vec<usize>,
    /// Steps by which questions are compared.
    pub trial: usize,
    /// At most so many questions one after the other.
    pub most_depth: usize,
}

/// What an octagon took.
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
    /// What it took.
    pub effort: Effort,
    /// How far the least bound is above the goal.
    pub above: i64,
}

impl<'a> Closer<'a> {
    /// With a plan, for N moves.
    pub fn new(plan: &'a Plan, moves: i32) -> Self {
        Self {
            plan,
            goal: (i64::from(moves) + 1) * i64::from(UNIT),
            effort: Effort::default(),
            above: i64::MAX,
        }
    }

    /// Closes an octagon by one of these tables.
    pub fn close(&mut self, board: &Board, least: i32, tables: &[usize]) -> Option<Closing> {
        let features = Features::new(board);
        let asked = [Asked::Line; 8];
        let start = |table: usize, line: u8| {
            let line = (i32::from(line) * UNIT / 8).max(least);
            self.plan.tables[table].prices(board, &features, line)
        };
        let mut state = State::new(board, asked, least, start(tables[0], 64));
        let mut best = (i64::MAX, 0, 0);
        for &table in tables {
            let mut bound = |line: u8| {
                state.restart(asked, &start(table, line));
                state.bound()
            };
            best = best.min(best_line(&mut bound, table));
        }
        let (bound, table, line) = best;
        let first = start(table, line);
        let nodes = if bound < self.goal {
            let closed = Node {
                schedule: 0,
                steps: 0,
                end: End::Closed,
            };
            Some(vec![closed])
        } else {
            self.above = bound - self.goal;
            self.node(&mut state, asked, &first, true, 0)
        };
        nodes.map(|nodes| Closing { table, line, nodes })
    }

    /// Runs a schedule until the bound closes; the step at which it does.
    fn run(&mut self, state: &mut State, schedule: &[Step]) -> (Option<usize>, i64) {
        let mut least = state.bound();
        for (i, step) in schedule.iter().enumerate() {
            if least < self.goal {
                return (Some(i), least);
            }
            state.step(*step);
            self.effort.tried += 1;
            least = least.min(state.bound());
        }
        ((least < self.goal).then_some(schedule.len()), least)
    }

    /// Closes a node, which begins with these prices.
    fn node(
        &mut self,
        state: &mut State,
        asked: Questions,
        start: &Prices,
        is_root: bool,
        depth: usize,
    ) -> Option<Vec<Node>> {
        let plan = self.plan;
        let schedules = if is_root { &plan.roots } else { &plan.cases };
        let mut reached = (plan.ask_after, start.clone());
        for &schedule in schedules {
            state.restart(asked, start);
            let (steps, least) = self.run(state, &plan.schedules[schedule]);
            if let Some(steps) = steps {
                self.effort.repeated += steps;
                return Some(vec![Node {
                    schedule,
                    steps,
                    end: End::Closed,
                }]);
            }
            if is_root {
                self.above = self.above.min(least - self.goal);
            }
            if !is_root || schedule == plan.ask_after {
                reached = (schedule, state.now().clone());
            }
        }
        if depth >= plan.most_depth {
            return None;
        }
        let (schedule, now) = reached;
        let steps = plan.schedules[schedule].len();
        self.effort.repeated += steps;
        let end = self.question(state, asked, &now)?;
        let mut nodes = vec![Node {
            schedule,
            steps,
            end,
        }];
        for asked in cases(asked, end) {
            let depth = depth + 1;
            nodes.extend(self.node(state, asked, &now, false, depth)?);
        }
        Some(nodes)
    }

    /// The question that helps most after a few steps.
    fn question(&mut self, state: &mut State, asked: Questions, now: &Prices) -> Option<End> {
        let schedule = &self.plan.schedules[self.plan.cases[0]];
        let trial = &schedule[..self.plan.trial.min(schedule.len())];
        let lengths = state.side_lengths();
        let questions = (0..8).filter_map(|side| match asked[side] {
            Asked::Line => Some(End::Inside(side)),
            Asked::Out if lengths[side] >= 4 => Some(End::Ends(side)),
            _ => None,
        });
        let mut best = (f64::MAX, None);
        for end in questions {
            let mut above = Vec::new();
            for asked in cases(asked, end) {
                state.restart(asked, now);
                let (_, least) = self.run(state, trial);
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

/// The cases of a question.
pub fn cases(asked: Questions, end: End) -> Vec<Questions> {
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

/// The best λ of a table: some, and then those around the best.
fn best_line(bound: &mut impl FnMut(u8) -> i64, table: usize) -> (i64, usize, u8) {
    let mut at = |line: u8| (bound(line), table, line);
    let mut best = [16, 32, 48, 64, 88, 120, 160]
        .map(&mut at)
        .into_iter()
        .min()
        .unwrap_or((i64::MAX, table, 64));
    for step in [8, 4, 2] {
        let around = [best.2.saturating_sub(step), best.2.saturating_add(step)];
        best = around
            .map(&mut at)
            .into_iter()
            .fold(best, std::cmp::Ord::min);
    }
    best
}
