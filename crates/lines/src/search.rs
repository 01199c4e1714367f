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
    /// The number of nodes that have ended or were branched.
    pub nodes: usize,
    /// The share of the tree that has ended, in 0..=1, each branching taken as two halves.
    pub explored: f64,
}

/// A question: is there a game of these lines with `target` moves?
pub struct Question<'a> {
    /// The moves.
    pub candidates: &'a Candidates,
    /// The number of moves asked for.
    pub target: usize,
    /// Lines to be branched on first, in this order.
    pub first: &'a [usize],
    /// Whether to stop.
    pub stop: &'a dyn Fn() -> bool,
    /// Called whenever a node ends.
    pub report: &'a dyn Fn(Progress),
}

struct Search<'a> {
    question: &'a Question<'a>,
    answer: Answer,
    explored: f64,
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
            answer: Answer {
                game: None,
                steps: Vec::new(),
                nodes: 0,
                open: 0,
                value: 0.0,
            },
            explored: 0.0,
            rng: Xoshiro256PlusPlus::seed_from_u64(1),
        };
        search.node(Known::new(self.candidates), self.first, &[], 1.0)?;
        Ok(search.answer)
    }
}

impl Search<'_> {
    /// Searches one node; `first` are lines of [`Question::first`] that are neither required nor left out in it, and `inherited` the rows that
    /// were tight at the node above.
    fn node(
        &mut self,
        mut known: Known<'_>,
        first: &[usize],
        inherited: &[RowName],
        share: f64,
    ) -> Result<(), Unsolved> {
        self.answer.nodes += 1;
        let mut deductions = Vec::new();
        known.close(&mut deductions, self.question.stop);
        self.answer
            .steps
            .extend(deductions.into_iter().map(Step::Deduced));
        if let Some(line) = known.blocked() {
            self.end(Step::Blocked(line as u32), share);
            return Ok(());
        }
        if known.live().next().is_none() {
            // HiGHS solves no program without columns.
            self.end(Step::Refuted(Multipliers::none()), share);
            return Ok(());
        }
        let gone = first.iter().take_while(|&&line| !known.may_be_drawn(line));
        let first = &first[gone.count()..];
        // The node is branched on those lines until one is required, and no rows are sought meanwhile.
        let next = first.first().copied().filter(|_| known.required.is_empty());
        let mut program = Program::new(&known, inherited);
        let rounds = if next.is_some() { 0 } else { ROUNDS };
        let relaxed = self.relax(&known, &mut program, rounds)?;
        if let Some(multipliers) = program.refutes(&known, &relaxed, self.question.target) {
            self.end(Step::Refuted(multipliers), share);
            return Ok(());
        }
        self.answer.game = self.game(&known, &relaxed);
        if self.answer.game.is_some() {
            return Ok(());
        }
        let tight = program.tight(&relaxed);
        let next = match next {
            Some(line) => Some(line),
            None => self.steepest(&known, &mut program, &relaxed)?,
        };
        let Some(line) = next.filter(|_| !(self.question.stop)()) else {
            self.answer.open += 1;
            self.answer.value = self.answer.value.max(relaxed.value);
            self.end(Step::Open, share);
            return Ok(());
        };
        drop(program);
        self.branch(known, line, first, &tight, share)
    }

    fn branch(
        &mut self,
        known: Known<'_>,
        line: usize,
        first: &[usize],
        tight: &[RowName],
        share: f64,
    ) -> Result<(), Unsolved> {
        self.answer.steps.push(Step::Branched(line as u32));
        let mut drawn = known.clone();
        drawn.required.push(line);
        self.node(drawn, first, tight, share / 2.0)?;
        if self.answer.game.is_some() {
            return Ok(());
        }
        let mut without = known;
        for &m in &without.candidates.moves_of[line] {
            without.out.insert(m);
        }
        self.node(without, first, tight, share / 2.0)
    }

    fn end(&mut self, step: Step, share: f64) {
        self.answer.steps.push(step);
        self.explored += share;
        (self.question.report)(Progress {
            nodes: self.answer.nodes,
            explored: self.explored,
        });
    }

    /// Solves the program, and adds violated rows while that helps.
    fn relax(
        &mut self,
        known: &Known<'_>,
        program: &mut Program,
        rounds: usize,
    ) -> Result<Relaxed, Unsolved> {
        let mut relaxed = program.solve()?;
        let below = self.question.target as f64 - 1e-6;
        let mut values = vec![relaxed.value];
        for _ in 0..rounds {
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
