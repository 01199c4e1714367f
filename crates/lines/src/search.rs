//! Branch and bound over lines: each must be drawn, or is left out.

use morpion_rules::game::graph::{check_graph, playable_part};
use morpion_rules::geometry::Move;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::candidates::Candidates;
use crate::closure::{Deduction, Known};
use crate::program::{Multipliers, Program, Relaxed, Unsolved};
use crate::rows::RowName;
use crate::{cliques, order_cuts};

/// The most rounds in which rows are added at one node.
const ROUNDS: usize = 12;

/// The lines that are tried before a node is branched on one.
const TRIALS: usize = 8;

/// The loss of a child that loses nothing, in moves; so the loss of the other child still counts.
const LEAST_LOSS: f64 = 0.01;

/// A step of the proof. Nodes come depth first, the one in which the line is drawn before the one in which it is left out.
#[derive(Clone, Debug)]
pub enum Step {
    /// A deduction holds at the node and below it.
    Deduced(Deduction),
    /// The node ends: this required line has no move left.
    Blocked(u32),
    /// The node ends: these multipliers refute it.
    Refuted(Multipliers),
    /// The node is branched on this line.
    Branched(u32),
    /// The node stays open.
    Open,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A game of as many moves as were asked for, or more, if one was found. The search stopped then.
    pub game: Option<Vec<Move>>,
    /// The steps of the search; without a step [`Step::Open`] and without a game they prove that there is none.
    pub steps: Vec<Step>,
    /// The number of all nodes.
    pub nodes: usize,
    /// The number of nodes that stayed open.
    pub open: usize,
    /// The largest value of the linear programs of open nodes, 0 without any: no game is longer, HiGHS claims.
    pub value: f64,
}

/// The progress that a search reports.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of nodes that were searched, with those of attempts that showed nothing.
    pub nodes: usize,
    /// The share of the tree that has ended, in 0..=1: each of [`Question::first`] has the same share, any other branching has two halves.
    pub explored: f64,
}

/// A question: is there a game of these lines with `target` moves?
pub struct Question<'a> {
    /// The moves.
    pub candidates: &'a Candidates,
    /// The number of moves asked for.
    pub target: usize,
    /// Lines to be branched on first: the ones that are refuted soonest before the others, which are easier without them.
    pub first: &'a [usize],
    /// Whether to stop.
    pub stop: &'a dyn Fn() -> bool,
    /// Called whenever a node ends.
    pub report: &'a dyn Fn(Progress),
}

struct Search<'a> {
    question: &'a Question<'a>,
    game: Option<Vec<Move>>,
    steps: Vec<Step>,
    nodes: usize,
    open: usize,
    value: f64,
    explored: f64,
    /// The number of all nodes, with those of attempts that failed.
    searched: usize,
    /// In an attempt: the number of nodes from which on none is branched. An attempt has failed as soon as a node stays open.
    most_nodes: Option<usize>,
    /// Whether an attempt of this round was given too few nodes.
    ran_out: bool,
    rng: Xoshiro256PlusPlus,
}

impl Question<'_> {
    /// Searches until the question is answered or [`Question::stop`] says so. It may also leave nodes open where no line is left to branch
    /// on and the linear program decides nothing.
    ///
    /// # Errors
    /// HiGHS did not solve a linear program.
    pub fn answer(&self) -> Result<Answer, Unsolved> {
        let mut search = Search {
            question: self,
            game: None,
            steps: Vec::new(),
            nodes: 0,
            open: 0,
            value: 0.0,
            explored: 0.0,
            searched: 0,
            most_nodes: None,
            ran_out: false,
            rng: Xoshiro256PlusPlus::seed_from_u64(1),
        };
        search.root()?;
        Ok(Answer {
            game: search.game,
            steps: search.steps,
            nodes: search.nodes,
            open: search.open,
            value: search.value,
        })
    }
}

impl Search<'_> {
    /// Shows of one first line after another that no game draws it, and searches for games without them.
    ///
    /// Each line that is left out makes the others easier. So a line is attempted with few nodes, and with more only when hardly any other
    /// line can be left out with as few.
    fn root(&mut self) -> Result<(), Unsolved> {
        let mut known = Known::new(self.question.candidates);
        let mut first = self.question.first.to_vec();
        if first.is_empty() {
            return self.node(known, &[], 1.0);
        }
        self.close(&mut known);
        if self.ends_at_once(&known)? {
            return Ok(());
        }
        let share = 1.0 / (first.len() + 1) as f64;
        let mut most_nodes = 1;
        while !first.is_empty() && !(self.question.stop)() {
            self.ran_out = false;
            let mut left = Vec::new();
            for &line in &first {
                if !known.may_be_drawn(line) {
                    continue;
                }
                let is_shown = !(self.question.stop)()
                    && self.leaves_out(&mut known, line, most_nodes, share)?;
                if self.game.is_some() || is_shown && self.ends_at_once(&known)? {
                    return Ok(());
                }
                if !is_shown {
                    left.push(line);
                }
            }
            let shown = first.len() - left.len();
            if shown == 0 && !self.ran_out {
                break;
            }
            if 4 * shown < first.len() {
                most_nodes *= 4;
            }
            first = left;
        }
        self.node(known, &[], 1.0 - self.explored)
    }

    /// Whether the linear program without further rows shows that there is no game, or is one.
    fn ends_at_once(&mut self, known: &Known<'_>) -> Result<bool, Unsolved> {
        if known.live().next().is_none() {
            return Ok(false);
        }
        let mut program = Program::new(known, &[]);
        let relaxed = program.solve()?;
        let ends = self.settles(&program, known, &relaxed, 1.0 - self.explored);
        self.nodes += usize::from(ends);
        self.searched += usize::from(ends);
        Ok(ends)
    }

    /// Ends a node, if the solution of its program refutes it or plays a game.
    fn settles(
        &mut self,
        program: &Program,
        known: &Known<'_>,
        relaxed: &Relaxed,
        share: f64,
    ) -> bool {
        if let Some(multipliers) = program.refutes(known, relaxed, self.question.target) {
            self.end(Step::Refuted(multipliers), share);
            return true;
        }
        self.game = self.game(known, relaxed);
        self.game.is_some()
    }

    /// Leaves a line out, if so many nodes are enough to show that no game draws it; what was attempted in vain is dropped.
    fn leaves_out(
        &mut self,
        known: &mut Known<'_>,
        line: usize,
        most_nodes: usize,
        share: f64,
    ) -> Result<bool, Unsolved> {
        let (steps, nodes) = (self.steps.len(), self.nodes);
        self.nodes += 1;
        self.most_nodes = Some(self.nodes + most_nodes);
        self.steps.push(Step::Branched(line as u32));
        let mut drawn = known.clone();
        drawn.required.push(line);
        self.node(drawn, &[], share)?;
        self.most_nodes = None;
        if self.open > 0 {
            self.steps.truncate(steps);
            (self.nodes, self.open, self.value) = (nodes, 0, 0.0);
            return Ok(false);
        }
        self.explored += share;
        for &m in &known.candidates.moves_of[line] {
            known.out.insert(m);
        }
        self.close(known);
        Ok(true)
    }

    fn close(&mut self, known: &mut Known<'_>) {
        let mut deductions = Vec::new();
        known.close(&mut deductions, self.question.stop);
        self.steps.extend(deductions.into_iter().map(Step::Deduced));
    }

    /// Searches one node; `inherited` are the rows that were tight at the node above.
    fn node(
        &mut self,
        mut known: Known<'_>,
        inherited: &[RowName],
        share: f64,
    ) -> Result<(), Unsolved> {
        self.nodes += 1;
        self.searched += 1;
        self.close(&mut known);
        if let Some(line) = known.blocked() {
            self.end(Step::Blocked(line as u32), share);
            return Ok(());
        }
        if known.live().next().is_none() {
            // HiGHS solves no program without columns.
            self.end(Step::Refuted(Multipliers::none()), share);
            return Ok(());
        }
        let mut program = Program::new(&known, inherited);
        let relaxed = self.relax(&known, &mut program)?;
        if self.settles(&program, &known, &relaxed, share) {
            return Ok(());
        }
        let tight = program.tight(&relaxed);
        let is_last = self.most_nodes.is_some_and(|most| self.nodes >= most);
        self.ran_out |= is_last;
        let line = match is_last {
            true => None,
            false => self.steepest(&known, &mut program, &relaxed)?,
        };
        let Some(line) = line.filter(|_| !(self.question.stop)()) else {
            self.open += 1;
            self.value = self.value.max(relaxed.value);
            self.end(Step::Open, share);
            return Ok(());
        };
        drop(program);
        self.branch(known, line, &tight, share)
    }

    fn branch(
        &mut self,
        known: Known<'_>,
        line: usize,
        tight: &[RowName],
        share: f64,
    ) -> Result<(), Unsolved> {
        self.steps.push(Step::Branched(line as u32));
        let mut drawn = known.clone();
        drawn.required.push(line);
        self.node(drawn, tight, share / 2.0)?;
        if self.game.is_some() || self.has_failed() {
            return Ok(());
        }
        let mut without = known;
        for &m in &without.candidates.moves_of[line] {
            without.out.insert(m);
        }
        self.node(without, tight, share / 2.0)
    }

    /// Whether this is an attempt, and in vain.
    fn has_failed(&self) -> bool {
        self.most_nodes.is_some() && self.open > 0
    }

    fn end(&mut self, step: Step, share: f64) {
        self.steps.push(step);
        if self.most_nodes.is_none() {
            self.explored += share;
        }
        (self.question.report)(Progress {
            nodes: self.searched,
            explored: self.explored,
        });
    }

    /// Solves the program, and adds violated rows while that helps.
    fn relax(&mut self, known: &Known<'_>, program: &mut Program) -> Result<Relaxed, Unsolved> {
        let mut relaxed = program.solve()?;
        let below = self.question.target as f64 - 1e-6;
        let mut values = vec![relaxed.value];
        for _ in 0..ROUNDS {
            let stalls = values.len() > 4 && values[values.len() - 5] - relaxed.value < 0.02;
            if relaxed.value < below || stalls || (self.question.stop)() {
                break;
            }
            let mut rows = cliques::separate(known, &relaxed.solution, &mut self.rng);
            rows.extend(order_cuts::separate(
                known,
                &relaxed.solution,
                cliques::LEAST,
                &mut self.rng,
            ));
            if rows.is_empty() {
                break;
            }
            program.add(rows);
            relaxed = program.solve()?;
            values.push(relaxed.value);
        }
        Ok(relaxed)
    }

    /// The line by which both children lose most, of the least decided ones (strong branching: Applegate, Bixby, Chvátal and Cook 1995).
    fn steepest(
        &self,
        known: &Known<'_>,
        program: &mut Program,
        relaxed: &Relaxed,
    ) -> Result<Option<usize>, Unsolved> {
        let mut steepest = None;
        for line in undecided(known, relaxed).into_iter().take(TRIALS) {
            if (self.question.stop)() {
                break;
            }
            let bounds = program.bounds_of_children(known.live_of(line))?;
            let losses = bounds.map(|bound| (relaxed.value - bound).max(LEAST_LOSS));
            let product = losses[0] * losses[1];
            if steepest.is_none_or(|(most, _)| product > most) {
                steepest = Some((product, line));
            }
        }
        Ok(steepest.map(|(_, line)| line))
    }

    /// The game that a solution plays, if it is one of as many moves as were asked for.
    fn game(&self, known: &Known<'_>, relaxed: &Relaxed) -> Option<Vec<Move>> {
        let candidates = known.candidates;
        let played = known.live().filter(|&m| relaxed.solution[m] > 0.5);
        let played: Vec<Move> = played.map(|m| candidates.moves[m]).collect();
        if played.len() < self.question.target || check_graph(candidates.variant, &played).is_err()
        {
            return None;
        }
        let (game, _) = playable_part(candidates.variant, &played);
        (game.len() >= self.question.target).then_some(game)
    }
}

/// The lines that are neither required nor left out, those first that the solution is least decided about, and of these the ones with the
/// fewest moves.
fn undecided(known: &Known<'_>, relaxed: &Relaxed) -> Vec<usize> {
    let lines = (0..known.candidates.lines.len()).filter(|line| !known.required.contains(line));
    let mut open: Vec<usize> = lines.filter(|&line| known.may_be_drawn(line)).collect();
    let key = |line: usize| {
        let drawn: f64 = known.live_of(line).map(|m| relaxed.solution[m]).sum();
        ((drawn - 0.5).abs(), known.live_of(line).count())
    };
    open.sort_by(|&a, &b| {
        let ((x, m), (y, n)) = (key(a), key(b));
        x.total_cmp(&y).then(m.cmp(&n))
    });
    open
}
