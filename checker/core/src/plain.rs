//! The bound of a state at given multipliers, and the fixing it allows, cell by cell and mark by mark.
//!
//! Promise: for every choice of multipliers the value is at least c times the number of moves of every object that satisfies the
//! state, and fixing loses no object that reaches the target. This is sections 3 and 4 of `paper/certificate.md` written
//! down as they stand, in 64 bits. A value, of at most 484 cells, lies far within them.

use crate::bound::{Descent, Goal, Multipliers, Step, rounded, shift, side_gradients};
use crate::geometry::{Board, MARKS, bits};
use crate::state::{Cell, Contradiction, State, turned};

/// The bound at one point, with the numbers it is made of. The memory is reused between points.
#[derive(Debug)]
pub struct Evaluation<'a> {
    board: &'a Board,
    /// By cell: the multiplier of the use of its dot. 0 for gain 1 and for all but inner cells, whatever was chosen.
    uses: Vec<i64>,
    /// By line: the multipliers of its slots, less those of its cells' uses.
    line_cost: Vec<i64>,
    /// By cell and allowed mark: the cost of the mark.
    cost: Vec<[i64; MARKS]>,
    /// By cell: its income, and (`best`) the cost of its cheapest allowed mark if it is free or present.
    income: Vec<i64>,
    best: Vec<i64>,
    value: i64,
    /// By cell and mark: the share of an allowed mark, else 0.
    share: Vec<[i64; MARKS]>,
}

impl<'a> Evaluation<'a> {
    /// Memory for evaluations in this box.
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            uses: vec![0; board.cells()],
            line_cost: vec![0; board.lines.len()],
            cost: vec![[0; MARKS]; board.cells()],
            income: vec![0; board.cells()],
            best: vec![0; board.cells()],
            value: 0,
            share: vec![[0; MARKS]; board.cells()],
        }
    }

    /// The profit of cell `v`, outside the cross and not absent, at the point evaluated last.
    pub fn profit(&self, v: usize) -> i64 {
        self.income[v] - self.best[v]
    }

    /// Evaluates the bound of a propagated state, and returns it. `gain` is 0 or `UNIT`.
    pub fn evaluate(&mut self, state: &State, gain: i64, fine: &Multipliers) -> i64 {
        self.find_uses(gain, fine);
        self.find_income(gain, fine);
        self.find_costs(state, fine);
        self.value = -fine.sides.iter().map(|&fine| rounded(fine)).sum::<i64>();
        for v in 0..self.board.cells() {
            let costs = bits(state.allowed(v)).map(|m| self.cost[v][m]);
            self.best[v] = costs.min().unwrap_or(0);
            self.value += match state.cell(v) {
                Cell::Cross => self.income[v] - gain,
                Cell::Present => self.profit(v),
                Cell::Free => self.profit(v).max(0),
                Cell::Absent => 0,
            };
        }
        self.value
    }

    fn find_uses(&mut self, gain: i64, fine: &Multipliers) {
        for (v, (usage, &fine)) in self.uses.iter_mut().zip(&fine.uses).enumerate() {
            let counts = gain == 0 && self.board.inner[v];
            *usage = if counts { rounded(fine) } else { 0 };
        }
    }

    fn find_income(&mut self, gain: i64, fine: &Multipliers) {
        self.income.fill(gain);
        for slots in (0..4).map(|d| fine.slots(d)) {
            let slots = slots.iter().map(|&fine| rounded(fine));
            self.income.iter_mut().zip(slots).for_each(|(n, u)| *n += u);
        }
        for (side, &fine) in self.board.priced.iter().zip(&fine.sides) {
            side.iter().for_each(|&v| self.income[v] += rounded(fine));
        }
        let uses = self.income.iter_mut().zip(&self.uses);
        uses.for_each(|(n, usage)| *n -= usage);
    }

    fn find_costs(&mut self, state: &State, fine: &Multipliers) {
        for (cost, line) in self.line_cost.iter_mut().zip(&self.board.lines) {
            let slots = fine.slots(line.direction);
            let cost_of = |&w: &usize| rounded(slots[w]) - self.uses[w];
            *cost = line.cells.iter().map(cost_of).sum();
        }
        for v in 0..self.board.cells() {
            for m in bits(state.allowed(v)) {
                // The dot itself does not use its cell.
                self.cost[v][m] = self.line_cost[self.board.line_of[v][m]] + self.uses[v];
            }
        }
    }

    /// Finds the shares of the allowed marks at the point evaluated last, smoothed by this width.
    fn find_shares(&mut self, state: &State, width: i64) {
        let k = shift(width);
        for v in 0..self.board.cells() {
            let free = state.cell(v) == Cell::Free;
            let (income, cost) = (self.income[v], &self.cost[v]);
            let best = self.best[v].min(if free { income } else { i64::MAX });
            let weight = |cost: i64| (width - (cost - best)).max(0) << k;
            let no_dot = if free { weight(income) } else { 0 };
            let marks = bits(state.allowed(v)).map(|m| weight(cost[m]));
            let all = no_dot + marks.sum::<i64>();
            self.share[v] = [0; MARKS];
            for m in bits(state.allowed(v)) {
                let q = ((1 << 26) / all).min(65535);
                self.share[v][m] = (weight(cost[m]) * q) >> 16;
            }
        }
    }

    /// The shares of the cells.
    fn cell_shares(&self, state: &State) -> Vec<i64> {
        let share = |v: usize| match state.cell(v) {
            Cell::Cross => 1024,
            _ => self.share[v].iter().sum(),
        };
        (0..self.board.cells()).map(share).collect()
    }

    /// The gradients of the slots, by direction and cell.
    fn slot_gradients(&self, state: &State, cells: &[i64]) -> [Vec<i64>; 4] {
        let mut gradients = [(); 4].map(|()| cells.to_vec());
        for v in 0..self.board.cells() {
            for m in bits(state.allowed(v)) {
                let line = &self.board.lines[self.board.line_of[v][m]];
                let gradient = &mut gradients[line.direction];
                line.cells
                    .iter()
                    .for_each(|&w| gradient[w] -= self.share[v][m]);
            }
        }
        gradients
    }

    /// Decides in `state`, the one evaluated last, what the bound at the point evaluated last decides, and propagates. Loses
    /// no object that reaches the target. The value must not be below the target.
    pub fn fix(&self, state: &mut State, target: i64) -> Result<(), Contradiction> {
        let gap = self.value - target;
        // All is judged before anything is applied: with rule S, applying changes the twin's state, too.
        let judged: Vec<_> = (0..self.board.cells())
            .filter(|&v| matches!(state.cell(v), Cell::Free | Cell::Present))
            .map(|v| (v, self.judge(state, v, gap)))
            .collect();
        for (v, judgement) in judged {
            state.forbid(v, judgement.forbidden);
            if judgement.present {
                state.set_present(v)?;
            }
            if judgement.absent {
                state.set_absent(v)?;
            }
        }
        state.propagate(self.board)
    }

    /// Section 3, "Fixing", for a cell that is free or present. The twin has the same status.
    fn judge(&self, state: &State, v: usize, gap: i64) -> Judgement {
        let free = state.cell(v) == Cell::Free;
        let both = |loss: &dyn Fn(usize) -> i64| loss(v) + state.twin(v).map_or(0, loss);
        // How far the value falls at least if the cell holds a dot, if it holds none, if it is placed by mark m.
        let with_dot = |v| if free { (-self.profit(v)).max(0) } else { 0 };
        let without_dot = |v| self.profit(v).max(0);
        let by_mark = |v: usize, m: usize| with_dot(v) + self.cost[v][m] - self.best[v];
        let by_mark_and_image =
            |m| by_mark(v, m) + state.twin(v).map_or(0, |w| by_mark(w, turned(m)));
        Judgement {
            present: free && both(&without_dot) > gap,
            absent: free && both(&with_dot) > gap,
            forbidden: bits(state.allowed(v))
                .filter(|&m| by_mark_and_image(m) > gap)
                .fold(0, |mask, m| mask | 1 << m),
        }
    }
}

/// The decisions of the bound about a cell.
struct Judgement {
    present: bool,
    absent: bool,
    /// Marks, one bit for each.
    forbidden: u32,
}

/// The recipe of section 4 at the multipliers of one state.
#[derive(Debug)]
pub struct Recipe<'a, 'b> {
    evaluation: &'b mut Evaluation<'a>,
    state: &'b State,
    goal: Goal,
    /// The points Y and P of section 4.
    fine: Multipliers,
    last: Multipliers,
}

impl<'a, 'b> Recipe<'a, 'b> {
    /// Begins at these multipliers of this propagated state.
    pub fn new(
        evaluation: &'b mut Evaluation<'a>,
        state: &'b State,
        goal: Goal,
        fine: &Multipliers,
    ) -> Self {
        Self {
            evaluation,
            state,
            goal,
            fine: fine.clone(),
            last: fine.clone(),
        }
    }
}

impl Descent for Recipe<'_, '_> {
    fn value(&mut self) -> i64 {
        self.evaluation
            .evaluate(self.state, self.goal.gain, &self.fine)
    }

    fn step(&mut self, step: Step) {
        let (board, state, at) = (self.evaluation.board, self.state, &mut self.evaluation);
        at.find_shares(state, step.width);
        let cells = at.cell_shares(state);
        let slots = at.slot_gradients(state, &cells);
        let on_side = |side: &Vec<usize>| side.iter().map(|&v| cells[v]).sum::<i64>();
        let on_sides: Vec<i64> = board.priced.iter().map(on_side).collect();
        let (fine, last, most) = (&mut self.fine, &mut self.last, self.goal.ranges);
        let length = fine.slots.len() / 4;
        for (d, gradients) in slots.iter().enumerate() {
            for (v, &gradient) in gradients.iter().enumerate() {
                let i = d * length + v;
                step.apply(&mut fine.slots[i], &mut last.slots[i], gradient, most.slot);
            }
        }
        for (k, gradient) in side_gradients(&on_sides, self.goal.balanced).enumerate() {
            step.apply(&mut fine.sides[k], &mut last.sides[k], gradient, most.side);
        }
        for v in (0..board.cells()).filter(|&v| board.inner[v]) {
            // The sum, over all directions, of what the gradient of the cell's slot subtracts from the cell's share.
            let used: i64 = slots.iter().map(|gradients| cells[v] - gradients[v]).sum();
            let gradient = (used >> 1) - cells[v];
            step.apply(&mut fine.uses[v], &mut last.uses[v], gradient, most.usage);
        }
    }

    fn save(&self, point: &mut Multipliers) {
        point.clone_from(&self.fine);
    }
}
