//! The bound of a state for given multipliers, the fixing it allows, and the fixed recipe that improves multipliers.
//!
//! For every choice of multipliers the value is at least c times the number of moves of every object that satisfies the
//! state (Lagrangian relaxation of L4 and L5, `paper/certificate.md`, section 3). The recipe of section 4 only chooses
//! multipliers; it cannot make the bound wrong.
//!
//! Checking is evaluating, so this is written for speed: numbers lie in *planes*, one entry for each cell, and every step is
//! a plain loop over whole planes, which compilers turn into vector instructions. The cells of a line of direction d are d's
//! *stride* apart, so lines need no tables, only planes read at an offset. At the edges of the box that reads cells of
//! other rows or the margin around a plane: the marks concerned are not allowed, so what is read there does not matter.
//!
//! The ranges that keep 16 bits exact: slot multipliers are at most 6144 and side multipliers at most 2048. So a line
//! costs at most 5 * 6144 = 30720, less than `FORBIDDEN`; and c + 4 * 6144 + 2 * 2048 is at most 30720, from which at
//! most `FORBIDDEN` is taken. A value, of at most 484 cells, lies within 2^25. A subgradient lies in -9..=1 for slots, 1024 times as
//! much and its averages below 2^15; for sides it lies in -22..=22, which takes 32 bits. Products of averages with eta, at most 2^16, lie within 2^31. A target is at most
//! 2048 * (2^35 - 1), so targets and values are `i64`.

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
/// Planes are filled up to a multiple of this many entries, with cells that are no cells of the box and stay 0.
const LANES: usize = 16;

/// The number of entries of a plane.
fn entries(board: &Board) -> usize {
    board.cells().next_multiple_of(LANES)
}

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

/// Four planes with margins wide enough for every line that starts or ends in the box.
#[derive(Debug)]
struct Planes {
    length: usize,
    margin: usize,
    /// From a cell of a line to the next one, by direction.
    strides: [isize; 4],
    entries: Vec<i16>,
}

impl Planes {
    fn new(board: &Board) -> Self {
        let (length, width) = (entries(board), board.size.width());
        let margin = 4 * (width + 1);
        // The width is at most 22.
        let width = width as isize;
        Self {
            length,
            margin,
            strides: [1, width, width + 1, 1 - width],
            entries: vec![0; 4 * (length + 2 * margin)],
        }
    }

    /// Where the entry lies that belongs to direction `d` and the cell `steps` steps along `d` from cell 0.
    fn origin(&self, d: usize, steps: isize) -> usize {
        let start = d * (self.length + 2 * self.margin) + self.margin;
        // At most four steps, which the margin allows for.
        start.wrapping_add_signed(steps * self.strides[d])
    }

    fn plane_mut(&mut self, d: usize) -> &mut [i16] {
        let origin = self.origin(d, 0);
        &mut self.entries[origin..][..self.length]
    }

    /// For every cell the sum of five entries of direction `d`, from its own on, in steps of `sign` (1 or -1).
    fn sum_of_five(&self, d: usize, sign: isize, sum: &mut [i16]) {
        let length = sum.len();
        let part = |i: isize| &self.entries[self.origin(d, sign * i)..][..length];
        let (a, b, c, e, f) = (part(0), part(1), part(2), part(3), part(4));
        for v in 0..length {
            sum[v] = a[v] + b[v] + c[v] + e[v] + f[v];
        }
    }
}

/// What a state says of `LANES` cells and their marks.
#[derive(Debug, Clone)]
struct Block {
    /// The cost of having no mark: c for cells of the cross, which leaves them the sum of their multipliers as profit,
    /// and `FORBIDDEN` for others, which makes the profit of absent cells negative.
    unmarked: [i16; LANES],
    /// The marks that are allowed for at least one of the cells, in order.
    marks: Vec<Row>,
}

/// One mark of each of the cells of a block.
#[derive(Debug, Clone)]
struct Row {
    mark: i16,
    /// Where the costs lie.
    place: usize,
    /// 0 if the mark is allowed, else `FORBIDDEN`.
    forbidden: [i16; LANES],
}

impl Block {
    fn enter(&mut self, state: &State, cells: Range<usize>, gain: i64, first: &[usize; MARKS]) {
        for (v, cost) in cells.clone().zip(&mut self.unmarked) {
            let in_cross = state.cell(v) == Cell::Cross;
            *cost = if in_cross { gain as i16 } else { FORBIDDEN };
        }
        self.marks.clear();
        for m in bits(cells.clone().fold(0, |mask, v| mask | state.allowed(v))) {
            let mut forbidden = [FORBIDDEN; LANES];
            for (v, entry) in cells.clone().zip(&mut forbidden) {
                let is_allowed = state.allowed(v) >> m & 1 != 0;
                *entry = if is_allowed { 0 } else { FORBIDDEN };
            }
            self.marks.push(Row {
                mark: m as i16,
                place: first[m] + cells.start,
                forbidden,
            });
        }
    }

    /// For each cell the least cost among its allowed marks, and the first mark that has it.
    fn cheapest(&self, costs: &Planes) -> ([i16; LANES], [i16; LANES]) {
        let mut best = self.unmarked;
        let mut mark = [0; LANES];
        for row in &self.marks {
            let costs = &costs.entries[row.place..][..LANES];
            // Read once, so that the loop has nothing to branch for.
            let m = row.mark;
            for i in 0..LANES {
                let cost = costs[i] | row.forbidden[i];
                // Marks come in increasing order, so the greater one is the later one.
                let here = if cost < best[i] { m } else { 0 };
                mark[i] = here.max(mark[i]);
                best[i] = cost.min(best[i]);
            }
        }
        (best, mark)
    }
}

/// The bound of section 3 at one point, with the planes it is made of. The memory is reused between points.
#[derive(Debug)]
pub struct Evaluation<'a> {
    board: &'a Board,
    gain: i64,
    blocks: Vec<Block>,
    /// What a cell adds to the value at least: 0 if it is free, anything if it is present or of the cross.
    floor: Vec<i16>,
    /// The cells with an allowed mark.
    live: Vec<usize>,
    /// The multipliers, rounded.
    slots: Planes,
    sides: Vec<i16>,
    /// By direction and first cell.
    cost: Planes,
    /// Cost of the cheapest allowed mark, and the first mark that has it.
    best: Vec<i16>,
    mark: Vec<i16>,
    profit: Vec<i16>,
    value: i64,
    /// The subgradient is made of these: 1 for chosen cells, else 0;
    chosen: Vec<i16>,
    /// how many cells pick a line, by direction and first cell;
    picks: Planes,
    /// how many pick lines of one direction through a cell.
    picked: Vec<i16>,
    /// For every mark where the line by which it places cell 0 lies in such planes.
    first: [usize; MARKS],
}

impl<'a> Evaluation<'a> {
    /// Memory for evaluations in this box.
    pub fn new(board: &'a Board) -> Self {
        let plane = vec![0; entries(board)];
        let block = Block {
            unmarked: [FORBIDDEN; LANES],
            marks: Vec::new(),
        };
        let picks = Planes::new(board);
        let first = |m: usize| picks.origin(m / 5, -((m % 5) as isize));
        Self {
            board,
            gain: 0,
            blocks: vec![block; entries(board) / LANES],
            floor: plane.clone(),
            live: Vec::new(),
            slots: Planes::new(board),
            sides: vec![0; board.priced.len()],
            cost: Planes::new(board),
            best: plane.clone(),
            mark: plane.clone(),
            profit: plane.clone(),
            value: 0,
            chosen: plane.clone(),
            picked: plane,
            first: std::array::from_fn(first),
            picks,
        }
    }

    /// The profit of cell `v`, outside the cross and not absent, at the point evaluated last.
    pub fn profit(&self, v: usize) -> i64 {
        self.profit[v].into()
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
        self.live.clear();
        self.live
            .extend((0..cells).filter(|&v| state.allowed(v) != 0));
        for (v, floor) in self.floor.iter_mut().enumerate().take(cells) {
            let is_held = matches!(state.cell(v), Cell::Cross | Cell::Present);
            *floor = if is_held { i16::MIN } else { 0 };
        }
        for (v, block) in (0..cells).step_by(LANES).zip(&mut self.blocks) {
            block.enter(state, v..cells.min(v + LANES), gain, &self.first);
        }
    }

    /// Takes over multipliers.
    fn load(&mut self, fine: &Multipliers) {
        for d in 0..4 {
            for (slot, &fine) in self.slots.plane_mut(d).iter_mut().zip(fine.slots(d)) {
                *slot = rounded(fine);
            }
        }
        for (side, &fine) in self.sides.iter_mut().zip(&fine.sides) {
            *side = rounded(fine);
        }
    }

    /// Evaluates the bound of the state entered last with the multipliers taken over last.
    fn evaluate_here(&mut self) -> i64 {
        self.find_profit_before_cost();
        for d in 0..4 {
            self.slots.sum_of_five(d, 1, self.cost.plane_mut(d));
        }
        self.find_cheapest();
        let mut sum = 0;
        let cells = self.profit.iter_mut().zip(&self.best).zip(&self.floor);
        for ((profit, &best), &floor) in cells {
            *profit -= best;
            sum += i32::from(floor.max(*profit));
        }
        let sides = self.sides.iter().copied().map(i64::from);
        self.value = i64::from(sum) - sides.sum::<i64>();
        self.value
    }

    fn find_profit_before_cost(&mut self) {
        let plane = |d: usize| &self.slots.entries[self.slots.origin(d, 0)..];
        let slots = plane(0).iter().zip(plane(1)).zip(plane(2)).zip(plane(3));
        for (profit, (((a, b), c), d)) in self.profit.iter_mut().zip(slots) {
            // The cast is exact: gain is 0 or UNIT.
            *profit = self.gain as i16 + a + b + c + d;
        }
        for (side, &multiplier) in self.board.priced.iter().zip(&self.sides) {
            side.iter().for_each(|&v| self.profit[v] += multiplier);
        }
    }

    fn find_cheapest(&mut self) {
        let (best, _) = self.best.as_chunks_mut();
        let (mark, _) = self.mark.as_chunks_mut();
        for ((best, mark), block) in best.iter_mut().zip(mark).zip(&self.blocks) {
            (*best, *mark) = block.cheapest(&self.cost);
        }
    }

    /// The cost of mark `m` of cell `v` if it is allowed.
    fn cost(&self, v: usize, m: usize) -> i64 {
        self.cost.entries[self.first[m] + v].into()
    }

    /// Finds what the subgradient at the point evaluated last is made of.
    fn find_choice(&mut self) {
        let known = self.profit.iter().zip(&self.floor);
        for (chosen, (profit, floor)) in self.chosen.iter_mut().zip(known) {
            *chosen = i16::from(profit > floor);
        }
        let picks = &mut self.picks.entries[..];
        picks.fill(0);
        for &v in &self.live {
            picks[self.first[self.mark[v] as usize] + v] += self.chosen[v];
        }
    }

    /// 1024 times the subgradient for every priced side; with `balanced`, what the averages of section 4 follow in its place.
    /// Entries beyond the number of these sides have no meaning.
    fn side_gradients(&self, balanced: bool) -> [i32; 4] {
        let mut dots = [0; 4];
        for (dots, side) in dots.iter_mut().zip(&self.board.priced) {
            *dots = side.iter().map(|&v| i32::from(self.chosen[v])).sum();
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

    /// Section 3, "Fixing", for a cell that is free or present. The twin has the same status.
    fn judge(&self, state: &State, v: usize, gap: i64) -> Judgement {
        let free = state.cell(v) == Cell::Free;
        let both = |loss: &dyn Fn(usize) -> i64| loss(v) + state.twin(v).map_or(0, loss);
        // How far the value falls at least if the cell holds a dot, if it holds none, if it is placed by mark m.
        let with_dot = |v| if free { (-self.profit(v)).max(0) } else { 0 };
        let without_dot = |v| self.profit(v).max(0);
        let by_mark = |v, m| with_dot(v) + self.cost(v, m) - i64::from(self.best[v]);
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
            self.find_choice();
            average.step(self, t == 0, eta as i32, goal.balanced, &mut current);
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
    /// Averages in the subgradient at `at`, the first one as it is, and moves `fine`, and `at` with it, against the result.
    fn step(
        &mut self,
        at: &mut Evaluation<'_>,
        first: bool,
        eta: i32,
        balanced: bool,
        fine: &mut Multipliers,
    ) {
        let length = at.chosen.len();
        let slots = self.slots.chunks_exact_mut(length);
        for (d, (averages, fine)) in slots.zip(fine.slots.chunks_exact_mut(length)).enumerate() {
            at.picks.sum_of_five(d, -1, &mut at.picked);
            let gradient = at.chosen.iter().zip(&at.picked);
            for (average, (chosen, picked)) in averages.iter_mut().zip(gradient) {
                *average = followed(*average, chosen - picked, first);
            }
            // A second loop, because its numbers are wider.
            let slots = at.slots.plane_mut(d).iter_mut().zip(fine);
            for ((slot, fine), &average) in slots.zip(&*averages) {
                *slot = moved_against(fine, i32::from(average), eta, MAX_SLOT);
            }
        }
        let gradients = at.side_gradients(balanced);
        for (k, (average, new)) in self.sides.iter_mut().zip(gradients).enumerate() {
            let old = if first { new } else { *average };
            *average = old + ((new - old + 4) >> 3);
            at.sides[k] = moved_against(&mut fine.sides[k], *average, eta, MAX_SIDE);
        }
    }
}

/// The average with one more subgradient; the first one is taken as it is.
fn followed(average: i16, gradient: i16, first: bool) -> i16 {
    let new = 1024 * gradient;
    // Averaging in what it already is changes nothing.
    let old = if first { new } else { average };
    old + ((new - old + 4) >> 3)
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
