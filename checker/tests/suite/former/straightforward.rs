//! Sections 3 and 4 of `paper/certificate-5.md` in 64 bits, cell by cell and mark by mark: what the checker's planes compute, written
//! straightforwardly, and still fast enough for large boxes and long refinements. The tests compare the two.

use morpion_check::former::bound::{Goal, MAX_SIDE, MAX_SLOT, Schedule};
use morpion_check::geometry::{Board, MARKS};
use morpion_check::state::{Cell, Contradiction, State};

const FINE: i64 = 256;

/// One multiplier for every slot (cell and direction) and one for every priced side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Multipliers {
    /// By cell, then direction.
    pub(crate) slots: Vec<[i64; 4]>,
    /// In the order of [`Board::priced`].
    pub(crate) sides: Vec<i64>,
}

impl Multipliers {
    /// Fine multipliers: `start`, in units of section 3, for every slot and `price` for every priced side.
    pub(crate) fn uniform(board: &Board, start: i64, price: i64) -> Self {
        Self {
            slots: vec![[start * FINE; 4]; board.cells()],
            sides: vec![price * FINE; board.priced.len()],
        }
    }

    fn zero(board: &Board) -> Self {
        Self::uniform(board, 0, 0)
    }

    /// Sets these to the rounded `fine` ones.
    fn round(&mut self, fine: &Self) {
        let round = |value: i64| (value + FINE / 2) >> 8;
        for (slot, fine) in self.slots.iter_mut().zip(&fine.slots) {
            *slot = fine.map(round);
        }
        for (side, &fine) in self.sides.iter_mut().zip(&fine.sides) {
            *side = round(fine);
        }
    }

    /// Turns a subgradient into what averages follow: 1024 times as much, sides balanced if they are to be.
    fn aim(&mut self, balanced: bool) {
        let count = self.sides.len() as i64;
        // A side has one dot more than its entry says, which makes no difference to differences.
        let all: i64 = self.sides.iter().sum();
        for side in &mut self.sides {
            *side = if balanced {
                1024 * (count * *side - all) / count
            } else {
                1024 * *side
            };
        }
        let slots = self.slots.as_flattened_mut().iter_mut();
        slots.for_each(|g| *g *= 1024);
    }

    /// Makes these the running average of themselves and `aim`.
    fn average(&mut self, aim: &Self) {
        let average = |old: &mut i64, new: i64| *old += (new - *old + 4) >> 3;
        for (old, new) in self
            .slots
            .as_flattened_mut()
            .iter_mut()
            .zip(aim.slots.as_flattened())
        {
            average(old, *new);
        }
        self.sides
            .iter_mut()
            .zip(&aim.sides)
            .for_each(|(old, &new)| average(old, new));
    }

    /// Moves these fine multipliers against `direction`, which is 1024 times a subgradient.
    fn step(&mut self, direction: &Self, eta: i64) {
        let step = |old: &mut i64, by: i64, max: i64| {
            *old = (*old - ((by * eta) >> 10)).clamp(0, max * FINE)
        };
        for (old, &by) in self
            .slots
            .as_flattened_mut()
            .iter_mut()
            .zip(direction.slots.as_flattened())
        {
            step(old, by, MAX_SLOT);
        }
        self.sides
            .iter_mut()
            .zip(&direction.sides)
            .for_each(|(old, &by)| step(old, by, MAX_SIDE));
    }
}

/// The bound of section 3 at one point, with the tables it is made of. The memory is reused between points.
#[derive(Debug)]
pub(crate) struct Evaluation<'a> {
    board: &'a Board,
    multipliers: Multipliers,
    cost: Vec<i64>,
    /// For every cell outside the cross that is not absent: cost of its cheapest allowed mark, and that mark.
    best: Vec<(i64, usize)>,
    profit: Vec<i64>,
    value: i64,
}

impl<'a> Evaluation<'a> {
    /// Memory for evaluations in this box.
    pub(crate) fn new(board: &'a Board) -> Self {
        Self {
            board,
            multipliers: Multipliers::zero(board),
            cost: vec![0; board.lines.len()],
            best: vec![(0, 0); board.cells()],
            profit: vec![0; board.cells()],
            value: 0,
        }
    }

    /// The profit of cell `v`, outside the cross and not absent.
    pub(crate) fn profit(&self, v: usize) -> i64 {
        self.profit[v]
    }

    /// Evaluates the bound of a propagated state, and returns it.
    pub(crate) fn evaluate(&mut self, state: &State, gain: i64, fine: &Multipliers) -> i64 {
        self.multipliers.round(fine);
        let Multipliers { slots, sides } = &self.multipliers;
        for (cost, line) in self.cost.iter_mut().zip(&self.board.lines) {
            *cost = line.cells.iter().map(|&w| slots[w][line.direction]).sum();
        }
        self.value = -sides.iter().sum::<i64>();
        for (v, slot) in slots.iter().enumerate() {
            let around: i64 = slot.iter().sum();
            match state.cell(v) {
                Cell::Cross => self.value += around,
                Cell::Absent => {}
                cell => {
                    self.best[v] = cheapest(&self.cost, &self.board.line_of[v], state.allowed(v));
                    let reach: i64 = priced_sides(self.board, v).map(|k| sides[k]).sum();
                    self.profit[v] = gain + around + reach - self.best[v].0;
                    self.value += base(cell, self.profit[v]);
                }
            }
        }
        self.value
    }

    /// The subgradient at the point evaluated last.
    fn subgradient(&self, state: &State, gradient: &mut Multipliers) {
        gradient.slots.fill([0; 4]);
        gradient.sides.fill(-1);
        for v in 0..self.board.cells() {
            match state.cell(v) {
                Cell::Cross => {}
                Cell::Present => self.pick(v, gradient),
                Cell::Free if self.profit[v] > 0 => self.pick(v, gradient),
                _ => continue,
            }
            gradient.slots[v].iter_mut().for_each(|g| *g += 1);
            priced_sides(self.board, v).for_each(|k| gradient.sides[k] += 1);
        }
    }

    fn pick(&self, v: usize, gradient: &mut Multipliers) {
        let line = &self.board.lines[self.board.line_of[v][self.best[v].1]];
        line.cells
            .iter()
            .for_each(|&w| gradient.slots[w][line.direction] -= 1);
    }

    /// Decides in `state` what the bound at the point evaluated last decides, and propagates. Removes no object that
    /// reaches the target. The value must not be below the target.
    pub(crate) fn fix(&self, state: &mut State, target: i64) -> Result<(), Contradiction> {
        let gap = self.value - target;
        for v in 0..self.board.cells() {
            let (cell, profit) = (state.cell(v), self.profit[v]);
            if matches!(cell, Cell::Cross | Cell::Absent) {
                continue;
            }
            let too_dear = |&m: &usize| {
                let extra = self.cost[self.board.line_of[v][m]] - self.best[v].0;
                base(cell, profit) - (profit - extra) > gap
            };
            let mask = marks(state.allowed(v))
                .filter(too_dear)
                .fold(0, |mask, m| mask | 1 << m);
            state.forbid(v, mask);
            if cell == Cell::Free && profit > gap {
                state.set_present(v)?;
            } else if cell == Cell::Free && -profit > gap {
                state.set_absent(v)?;
            }
        }
        state.propagate(self.board)
    }

    /// The recipe of section 4. Leaves the best multipliers in `fine` and this evaluation at them; returns
    /// the best value and how many evaluations it took.
    pub(crate) fn refine(
        &mut self,
        state: &State,
        goal: Goal,
        fine: &mut Multipliers,
        schedule: Schedule,
    ) -> (i64, u64) {
        let mut current = fine.clone();
        let mut gradient = Multipliers::zero(self.board);
        let mut average = gradient.clone();
        let mut eta = schedule.first;
        let mut best = i64::MAX;
        let mut improved = false;
        let mut evaluations = 0;
        for t in 0..=schedule.steps {
            let value = self.evaluate(state, goal.gain, &current);
            evaluations += 1;
            improved = value < best;
            if improved {
                best = value;
                fine.clone_from(&current);
            }
            if best < goal.target || t == schedule.steps {
                break;
            }
            self.subgradient(state, &mut gradient);
            gradient.aim(goal.balanced);
            if t == 0 {
                average.clone_from(&gradient);
            } else {
                average.average(&gradient);
            }
            current.step(&average, eta);
            eta -= (eta * schedule.decay) >> 10;
        }
        if !improved {
            self.evaluate(state, goal.gain, fine);
        }
        (best, evaluations)
    }
}

/// The least cost among the allowed marks of a cell, and the first mark that has it. A cell without allowed marks, which
/// no propagated state has, gets cost 0: that can only raise the value.
fn cheapest(cost: &[i64], line_of: &[usize; MARKS], allowed: u32) -> (i64, usize) {
    // Cost and mark as one number: MARKS < 32.
    let key = marks(allowed)
        .map(|m| cost[line_of[m]] * 32 + m as i64)
        .min()
        .unwrap_or(0);
    (key / 32, (key % 32) as usize)
}

/// The priced sides that contain a cell.
fn priced_sides(board: &Board, v: usize) -> impl Iterator<Item = usize> + '_ {
    (0..board.priced.len()).filter(move |&k| board.priced[k].contains(&v))
}

/// What a cell adds to the value.
fn base(cell: Cell, profit: i64) -> i64 {
    if cell == Cell::Present {
        profit
    } else {
        profit.max(0)
    }
}

fn marks(allowed: u32) -> impl Iterator<Item = usize> {
    (0..MARKS).filter(move |m| allowed >> m & 1 != 0)
}
