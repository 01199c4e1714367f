//! The bound of a state for given multipliers, the fixing it allows, and the fixed recipe that improves multipliers.
//!
//! For every choice of multipliers the value is at least c times the number of moves of every object that satisfies the
//! state (Lagrangian relaxation of L4 and L5, `paper/certificate-5.md`, section 3). The recipe of section 4 only chooses
//! multipliers; it cannot make the bound wrong.
//!
//! Checking is evaluating, so this is written for speed: numbers lie in planes (`planes.rs`), one entry for each cell, and every
//! step is a plain loop over them. Some loops are split where the numbers of one part are wider than those of the other: a vector
//! instruction has room for as many numbers as fit of the widest kind. Who reads lines that lie partly beyond the edges of the box
//! finds costs of marks that are not allowed, which do not matter, or no cell that picks the line.
//!
//! The ranges that keep 16 bits exact: slot multipliers are at most 6144 and side multipliers at most 2048. So a line
//! costs at most 5 * 6144 = 30720, less than `FORBIDDEN`; and c + 4 * 6144 + 2 * 2048 is at most 30720, from which at
//! most `FORBIDDEN` is taken. A value, of at most 484 cells, lies within 2^25. At most 5 cells
//! pick a line and at most 25 the five lines of one direction through a cell, which takes 8 bits; in truth at most 9 do, the cells of
//! these lines. So a subgradient lies in -9..=1 for slots, 1024 times as much and its averages below 2^15; for sides it lies in
//! -22..=22, which takes 32 bits. Products of averages with eta, at most 2^16, lie within 2^31. A target is at most
//! 2048 * (2^35 - 1), so targets and values are `i64`.

use super::planes::{LANES, Planes, entries};
use crate::geometry::{Board, MARKS, bits};
use crate::state::{Cell, Contradiction, State, turned};
use std::ops::Range;

/// The scale of the bound: one move is worth this much.
pub const UNIT: i64 = 2048;
/// The greatest slot multiplier.
pub const MAX_SLOT: i64 = 6144;
/// The greatest side multiplier.
pub const MAX_SIDE: i64 = 2048;
/// The cost of a mark that is not allowed, more than every true cost. Any cost joined to it by a bitwise or gives it again.
const FORBIDDEN: i16 = i16::MAX;
const FINE: i32 = 256;

/// What a state must reach to stay open.
#[derive(Debug, Clone, Copy)]
pub struct Goal {
    /// What a move counts: 0 or `UNIT`.
    pub gain: i64,
    /// A state is closed when its value is below this.
    pub target: i64,
    /// Whether the recipe balances the multipliers of the sides.
    pub balanced: bool,
}

/// One fine multiplier for every slot (direction and cell) and one for every priced side. They are always
/// in their ranges, on which the exactness of the bound rests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multipliers {
    /// By direction, then cell.
    slots: Vec<i32>,
    /// In the order of [`Board::priced`].
    sides: Vec<i32>,
}

impl Multipliers {
    /// `start`, in units of section 3, for every slot and `price` for every priced side.
    pub fn uniform(board: &Board, start: i64, price: i64) -> Self {
        let fine = i64::from(FINE);
        Self::from_fn(board, |_, _| start * fine, |_| price * fine)
    }

    /// The fine multiplier `slot(d, v)` for direction d and cell v, and `side(k)` for priced side k; moved into their ranges.
    pub fn from_fn(
        board: &Board,
        mut slot: impl FnMut(usize, usize) -> i64,
        side: impl FnMut(usize) -> i64,
    ) -> Self {
        let within = |value: i64, max: i64| value.clamp(0, max * i64::from(FINE)) as i32;
        let mut slots = vec![0; 4 * entries(board)];
        for (d, plane) in slots.chunks_exact_mut(entries(board)).enumerate() {
            for (v, entry) in plane.iter_mut().enumerate().take(board.cells()) {
                *entry = within(slot(d, v), MAX_SLOT);
            }
        }
        let sides = (0..board.priced.len()).map(side);
        Self {
            slots,
            sides: sides.map(|value| within(value, MAX_SIDE)).collect(),
        }
    }

    /// The fine multipliers of the slots of direction `d`: by cell, then zeros.
    pub fn slots(&self, d: usize) -> &[i32] {
        let entries = self.slots.len() / 4;
        &self.slots[d * entries..][..entries]
    }

    /// The fine multipliers of the priced sides.
    pub fn sides(&self) -> &[i32] {
        &self.sides
    }
}

/// Section 3's multiplier of a fine one.
fn rounded(fine: i32) -> i16 {
    ((fine + FINE / 2) >> 8) as i16
}

/// What a state says of `LANES` cells and their marks, and what the bound at one point says of the cells.
#[derive(Debug, Clone)]
struct Block {
    /// The cost of having no mark: c for cells of the cross, which leaves them the sum of their multipliers as profit,
    /// and `FORBIDDEN` for others, which makes the profit of absent cells negative.
    unmarked: [i16; LANES],
    /// What a cell adds to the value at least: 0 if it is free, anything if it is present or of the cross.
    floor: [i16; LANES],
    /// By priced side, -1 for the cells on it, else 0.
    on_side: [[i8; LANES]; 4],
    /// The marks that are allowed for at least one of the cells, in order.
    marks: Vec<Row>,
    /// The cost of the cheapest allowed mark.
    best: [i16; LANES],
    profit: [i16; LANES],
    /// 1 for chosen cells, else 0.
    chosen: [i8; LANES],
}

/// One mark of each of the cells of a block.
#[derive(Debug, Clone)]
struct Row {
    /// Of the mark: 1 more than its number.
    code: i16,
    /// Where the costs lie.
    place: usize,
    /// 0 if the mark is allowed, else `FORBIDDEN`.
    forbidden: [i16; LANES],
}

impl Block {
    /// Of the cells from `start` on.
    fn new(board: &Board, start: usize) -> Self {
        let mut block = Self {
            unmarked: [FORBIDDEN; LANES],
            floor: [0; LANES],
            on_side: [[0; LANES]; 4],
            marks: Vec::new(),
            best: [0; LANES],
            profit: [0; LANES],
            chosen: [0; LANES],
        };
        for (on_side, side) in block.on_side.iter_mut().zip(&board.priced) {
            let here = side.iter().filter_map(|&v| v.checked_sub(start));
            here.filter(|&i| i < LANES).for_each(|i| on_side[i] = -1);
        }
        block
    }

    fn enter(&mut self, state: &State, cells: Range<usize>, gain: i64, first: &[usize; MARKS]) {
        let mut allowed = [0; LANES];
        for (i, v) in cells.clone().enumerate() {
            let cell = state.cell(v);
            let is_held = matches!(cell, Cell::Cross | Cell::Present);
            self.floor[i] = if is_held { i16::MIN } else { 0 };
            let in_cross = cell == Cell::Cross;
            self.unmarked[i] = if in_cross { gain as i16 } else { FORBIDDEN };
            allowed[i] = state.allowed(v);
        }
        self.marks.clear();
        let marks = bits(allowed.iter().fold(0, |all, mask| all | mask));
        self.marks.extend(marks.map(|m| Row {
            code: m as i16 + 1,
            place: first[m] + cells.start,
            forbidden: allowed.map(|mask| if mask >> m & 1 == 0 { FORBIDDEN } else { 0 }),
        }));
    }

    /// For each cell the least cost among its allowed marks, and the code of the first mark that has it; 0 if there is none.
    fn cheapest(&self, costs: &Planes<i16>) -> ([i16; LANES], [i16; LANES]) {
        let mut best = self.unmarked;
        let mut codes = [0; LANES];
        for row in &self.marks {
            let costs = costs.lanes(row.place);
            // Read once, so that the loop has nothing to branch for.
            let code = row.code;
            for i in 0..LANES {
                let cost = costs[i] | row.forbidden[i];
                // Codes come in increasing order, so the greater one is the later one.
                let here = if cost < best[i] { code } else { 0 };
                codes[i] = here.max(codes[i]);
                best[i] = cost.min(best[i]);
            }
        }
        (best, codes)
    }

    /// Finds profits, from what the cells earn, and what is chosen and which codes are picked. Returns what the cells add to the
    /// value.
    fn choose(
        &mut self,
        income: &[i16; LANES],
        costs: &Planes<i16>,
        picks: &mut [i8; LANES],
    ) -> i32 {
        let (best, mut codes) = self.cheapest(costs);
        let mut profit = [0; LANES];
        let mut is_chosen = [0; LANES];
        let mut value = 0;
        for i in 0..LANES {
            profit[i] = income[i] - best[i];
            // All bits, or none.
            is_chosen[i] = -i16::from(profit[i] > self.floor[i]);
            codes[i] &= is_chosen[i];
        }
        // The following loops are on their own because their numbers are wider, and narrower.
        for (profit, &floor) in profit.iter().zip(&self.floor) {
            value += i32::from(floor.max(*profit));
        }
        for i in 0..LANES {
            picks[i] = codes[i] as i8;
            self.chosen[i] = -is_chosen[i] as i8;
        }
        self.profit = profit;
        self.best = best;
        value
    }

    /// What the cells earn before costs: c and their multipliers.
    fn income(&self, gain: i16, slots: [&[i16; LANES]; 4], sides: [i16; 4]) -> [i16; LANES] {
        let [a, b, c, d] = slots;
        let [e, f, g, h] = &self.on_side;
        let [s, t, u, v] = sides;
        let mut income = [gain; LANES];
        for i in 0..LANES {
            let on = |side: &[i8; LANES]| i16::from(side[i]);
            let on_sides = (on(e) & s) + (on(f) & t) + (on(g) & u) + (on(h) & v);
            income[i] += a[i] + b[i] + c[i] + d[i] + on_sides;
        }
        income
    }
}

/// The bound of section 3 at one point, with the planes it is made of. The memory is reused between points.
#[derive(Debug)]
pub struct Evaluation<'a> {
    board: &'a Board,
    gain: i64,
    blocks: Vec<Block>,
    /// The multipliers, rounded, by direction; those of sides that do not exist are 0.
    slots: Planes<i16>,
    sides: [i16; 4],
    /// By direction and first cell.
    cost: Planes<i16>,
    value: i64,
    /// The codes of the marks that chosen cells pick, else 0, in one plane.
    picks: Planes<i8>,
    /// How many cells pick a line, by direction and first cell.
    counts: Planes<i8>,
    /// How many pick lines of one direction through a cell.
    picked: Vec<[i8; LANES]>,
    /// For every mark where the cost of the line lies by which it places cell 0.
    first: [usize; MARKS],
}

impl<'a> Evaluation<'a> {
    /// Memory for evaluations in this box.
    pub fn new(board: &'a Board) -> Self {
        let starts = (0..board.cells()).step_by(LANES);
        let cost = Planes::new(board, 4);
        let first = |m: usize| cost.place(m / 5, m / 5, -((m % 5) as isize));
        Self {
            board,
            gain: 0,
            blocks: starts.map(|v| Block::new(board, v)).collect(),
            slots: Planes::new(board, 4),
            sides: [0; 4],
            value: 0,
            picks: Planes::new(board, 1),
            counts: Planes::new(board, 4),
            picked: vec![[0; LANES]; entries(board) / LANES],
            first: std::array::from_fn(first),
            cost,
        }
    }

    /// The profit of cell `v`, outside the cross and not absent, at the point evaluated last.
    pub fn profit(&self, v: usize) -> i64 {
        self.blocks[v / LANES].profit[v % LANES].into()
    }

    /// Evaluates the bound of a propagated state, and returns it. `gain` is 0 or `UNIT`.
    pub fn evaluate(&mut self, state: &State, gain: i64, fine: &Multipliers) -> i64 {
        self.enter(state, gain);
        self.load(fine);
        self.evaluate_here()
    }

    /// Writes down what the bound needs of a state.
    fn enter(&mut self, state: &State, gain: i64) {
        let cells = self.board.cells();
        self.gain = gain;
        for (v, block) in (0..cells).step_by(LANES).zip(&mut self.blocks) {
            block.enter(state, v..cells.min(v + LANES), gain, &self.first);
        }
    }

    /// Takes over multipliers.
    fn load(&mut self, fine: &Multipliers) {
        for d in 0..4 {
            let slots = self.slots.plane_mut(d).as_flattened_mut();
            for (slot, &fine) in slots.iter_mut().zip(fine.slots(d)) {
                *slot = rounded(fine);
            }
        }
        for (side, &fine) in self.sides.iter_mut().zip(&fine.sides) {
            *side = rounded(fine);
        }
    }

    /// Evaluates the bound of the state entered last with the multipliers taken over last.
    fn evaluate_here(&mut self) -> i64 {
        for d in 0..4 {
            self.slots.add_up(d, 1, self.cost.plane_mut(d));
        }
        // The cast is exact: gain is 0 or UNIT.
        let gain = self.gain as i16;
        let plane = |d: usize| self.slots.plane(d).iter();
        let slots = plane(0).zip(plane(1)).zip(plane(2)).zip(plane(3));
        let blocks = self.blocks.iter_mut().zip(self.picks.plane_mut(0));
        let mut sum = 0;
        for ((block, picks), (((a, b), c), d)) in blocks.zip(slots) {
            let income = block.income(gain, [a, b, c, d], self.sides);
            sum += block.choose(&income, &self.cost, picks);
        }
        self.value = i64::from(sum) - self.sides.map(i64::from).iter().sum::<i64>();
        self.value
    }

    /// The cost of mark `m` of cell `v` if it is allowed.
    fn cost(&self, v: usize, m: usize) -> i64 {
        self.cost.entry(self.first[m] + v).into()
    }

    /// Counts how many cells pick each line at the point evaluated last.
    fn count_picks(&mut self) {
        for d in 0..4 {
            self.picks.count(d, self.counts.plane_mut(d));
        }
    }

    /// 1024 times the subgradient for every priced side; with `balanced`, what the averages of section 4 follow in its place.
    /// Entries beyond the number of these sides have no meaning.
    fn side_gradients(&self, balanced: bool) -> [i32; 4] {
        let mut dots = [0; 4];
        for (k, dots) in dots.iter_mut().enumerate() {
            // There are at most 16 blocks.
            let mut sums = [0i8; LANES];
            for block in &self.blocks {
                let here = block.on_side[k].iter().zip(&block.chosen);
                for (sum, (on_side, chosen)) in sums.iter_mut().zip(here) {
                    *sum += on_side & chosen;
                }
            }
            *dots = sums.into_iter().map(i32::from).sum();
        }
        // A box without priced sides has nothing to balance; any divisor will do.
        let sides = self.board.priced.len().max(1) as i32;
        let all: i32 = dots.iter().sum();
        dots.map(|n| {
            if balanced {
                1024 * (sides * n - all) / sides
            } else {
                1024 * (n - 1)
            }
        })
    }

    /// Decides in `state`, the one evaluated last, what the bound at the point evaluated last decides, and propagates. Removes
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

    /// The cost of the cheapest allowed mark of cell `v`.
    fn best(&self, v: usize) -> i64 {
        self.blocks[v / LANES].best[v % LANES].into()
    }

    /// Section 3, "Fixing", for a cell that is free or present. The twin has the same status.
    fn judge(&self, state: &State, v: usize, gap: i64) -> Judgement {
        let free = state.cell(v) == Cell::Free;
        let both = |loss: &dyn Fn(usize) -> i64| loss(v) + state.twin(v).map_or(0, loss);
        // How far the value falls at least if the cell holds a dot, if it holds none, if it is placed by mark m.
        let with_dot = |v| if free { (-self.profit(v)).max(0) } else { 0 };
        let without_dot = |v| self.profit(v).max(0);
        let by_mark = |v, m| with_dot(v) + self.cost(v, m) - self.best(v);
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

    /// The recipe of section 4. Leaves the best multipliers in `fine` and this evaluation at them; returns
    /// the best value and how many evaluations it took.
    pub fn refine(
        &mut self,
        state: &State,
        goal: Goal,
        fine: &mut Multipliers,
        schedule: Schedule,
    ) -> (i64, u64) {
        self.enter(state, goal.gain);
        self.load(fine);
        let mut current = fine.clone();
        let mut average = Average {
            slots: vec![0; fine.slots.len()],
            sides: vec![0; fine.sides.len()],
        };
        let mut eta = schedule.first;
        let mut best = i64::MAX;
        let mut improved = false;
        let mut evaluations = 0;
        for t in 0..=schedule.steps {
            let value = self.evaluate_here();
            evaluations += 1;
            improved = value < best;
            if improved {
                best = value;
                fine.clone_from(&current);
            }
            if best < goal.target || t == schedule.steps {
                break;
            }
            self.count_picks();
            // The first subgradient is taken as it is: the average of none is 0.
            let shift = if t == 0 { 0 } else { 3 };
            average.step(self, shift, eta as i32, goal.balanced, &mut current);
            eta -= (eta * schedule.decay) >> 10;
        }
        if !improved {
            self.load(fine);
            self.evaluate_here();
        }
        (best, evaluations)
    }
}

/// What the bound decides about a cell.
struct Judgement {
    present: bool,
    absent: bool,
    /// Marks, one bit for each.
    forbidden: u32,
}

/// The running average D, E of 1024 times the subgradients, laid out like the multipliers.
struct Average {
    slots: Vec<i16>,
    sides: Vec<i32>,
}

impl Average {
    /// Averages in the subgradient at `at`, with a weight of 1 to 2^`shift`, and moves `fine`, and `at` with it, against the result.
    fn step(
        &mut self,
        at: &mut Evaluation<'_>,
        shift: u32,
        eta: i32,
        balanced: bool,
        fine: &mut Multipliers,
    ) {
        let length = self.slots.len() / 4;
        let averages = self.slots.chunks_exact_mut(length);
        for (d, (averages, fine)) in averages
            .zip(fine.slots.chunks_exact_mut(length))
            .enumerate()
        {
            let averages = averages.as_chunks_mut().0.iter_mut();
            let fine = fine.as_chunks_mut().0.iter_mut();
            let slots = at.slots.plane_mut(d).iter_mut();
            at.counts.add_up(d, -1, &mut at.picked);
            let blocks = at.blocks.iter().zip(&at.picked);
            for ((((block, picked), average), fine), slots) in
                blocks.zip(averages).zip(fine).zip(slots)
            {
                follow(average, &block.chosen, picked, shift);
                move_against(fine, average, eta, slots);
            }
        }
        let half = (1 << shift) >> 1;
        let gradients = at.side_gradients(balanced);
        for (k, (average, new)) in self.sides.iter_mut().zip(gradients).enumerate() {
            *average += (new - *average + half) >> shift;
            at.sides[k] = moved_against(&mut fine.sides[k], *average, eta, MAX_SIDE);
        }
    }
}

/// Takes a subgradient into the averages.
fn follow(averages: &mut [i16; LANES], chosen: &[i8; LANES], picked: &[i8; LANES], shift: u32) {
    let half = (1 << shift) >> 1;
    for i in 0..LANES {
        let new = 1024 * i16::from(chosen[i] - picked[i]);
        averages[i] += (new - averages[i] + half) >> shift;
    }
}

/// Moves fine multipliers by a step, and the rounded ones with them.
fn move_against(
    fine: &mut [i32; LANES],
    averages: &[i16; LANES],
    eta: i32,
    slots: &mut [i16; LANES],
) {
    for i in 0..LANES {
        slots[i] = moved_against(&mut fine[i], averages[i].into(), eta, MAX_SLOT);
    }
}

/// Moves a fine multiplier by a step; returns it rounded.
fn moved_against(fine: &mut i32, average: i32, eta: i32, max: i64) -> i16 {
    *fine = (*fine - ((average * eta) >> 10)).clamp(0, max as i32 * FINE);
    rounded(*fine)
}

/// How `refine` steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// Number of steps, at most 100,000.
    pub steps: u64,
    /// First step length, 1..=65536.
    pub first: i64,
    /// How fast the step length falls, 0..=1023 of 1024.
    pub decay: i64,
}
