//! A naive prover: improves the bound, then branches on the free cell whose profit is nearest 0. It writes certificates.

use morpion_check::certificate::Claim;
use morpion_check::former::bound::{Evaluation, Goal, Multipliers, Schedule, UNIT};
use morpion_check::geometry::{Arrival, Board, BoxSize};
use morpion_check::state::{Cell, Contradiction, Objects, State};

pub(crate) const MAGIC: &[u8] = b"MORPCERT";
pub(crate) const OPEN: u8 = 0;
pub(crate) const CLOSED: u8 = 1;
pub(crate) const REFINE: u8 = 2;
pub(crate) const CELL: u8 = 3;
pub(crate) const MARK: u8 = 4;
pub(crate) const MIRROR: u8 = 5;
pub(crate) const ORDER: u8 = 6;

/// LEB128.
pub(crate) fn number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 128 {
        out.push(n as u8 | 128);
        n >>= 7;
    }
    out.push(n as u8);
}

pub(crate) fn header(
    size: BoxSize,
    objects: Objects,
    k: u64,
    start: u64,
    schedules: &[(u64, u64)],
) -> Vec<u8> {
    header_of(about_all(size, objects, k), start, schedules)
}

/// The claim that no object has `k` moves (`k` = 0: that there is none).
pub(crate) const fn about_all(size: BoxSize, objects: Objects, k: u64) -> Claim {
    Claim {
        size,
        arrival: None,
        objects,
        symmetric: false,
        k,
    }
}

/// The header of a claim that is not about symmetric objects.
pub(crate) fn header_of(claim: Claim, start: u64, schedules: &[(u64, u64)]) -> Vec<u8> {
    let k = claim.k;
    let mut out = MAGIC.to_vec();
    out.push(5);
    out.extend(claim.size.distances());
    out.push(u8::from(claim.objects == Objects::Games));
    out.push(u8::from(k > 0));
    number(k, &mut out);
    number(start, &mut out);
    number(price(k), &mut out);
    let is_arrival = |&mask: &u64| Arrival::from_mask(mask) == claim.arrival;
    let mask = (1..16).find(is_arrival).filter(|_| claim.arrival.is_some());
    number(mask.unwrap_or(0), &mut out);
    number(schedules.len() as u64, &mut out);
    for &(first, decay) in schedules {
        number(first, &mut out);
        number(decay, &mut out);
    }
    out
}

/// What a side costs at the start, where K is `k`.
pub(crate) const fn price(k: u64) -> u64 {
    if k > 0 { 0 } else { 700 }
}

/// The same certificate of gain 1, with a K below 128 and the start value [`START`], in a version before 5: without the
/// arrival and, before 4, without the price of sides.
pub(crate) fn in_version(version: u8, mut file: Vec<u8>) -> Vec<u8> {
    file[8] = version;
    assert_eq!(file.remove(19), 0, "the arrival");
    if version < 4 {
        assert_eq!(file.remove(18), 0, "the price");
    }
    file
}

/// An operation with its operands.
pub(crate) fn operation(code: u8, operands: &[u64], out: &mut Vec<u8>) {
    out.push(code);
    operands.iter().for_each(|&n| number(n, out));
}

pub(crate) struct Prover<'a> {
    pub(crate) board: &'a Board,
    pub(crate) objects: Objects,
    pub(crate) goal: Goal,
    pub(crate) steps: u64,
    /// Nodes deeper than this stay open.
    pub(crate) depth: usize,
    /// Branch on marks below this depth, where a cell has a few left.
    pub(crate) marks_from: usize,
    pub(crate) mirror: Option<u8>,
    pub(crate) out: Vec<u8>,
    pub(crate) open: usize,
    pub(crate) nodes: usize,
}

pub(crate) const SCHEDULE: (u64, u64) = (65536, 12);
pub(crate) const START: u64 = 1433;

/// A certificate that no object has `k` moves (`k` = 0: that there is none), with its number of open leaves and of nodes.
pub(crate) fn prove(
    size: BoxSize,
    objects: Objects,
    k: u64,
    steps: u64,
    depth: usize,
    mirror: Option<u8>,
) -> (Vec<u8>, usize, usize) {
    prove_claim(about_all(size, objects, k), steps, depth, mirror)
}

/// A certificate of a claim that is not about symmetric objects, with its number of open leaves and of nodes.
pub(crate) fn prove_claim(
    claim: Claim,
    steps: u64,
    depth: usize,
    mirror: Option<u8>,
) -> (Vec<u8>, usize, usize) {
    let (objects, k) = (claim.objects, claim.k);
    let board = Board::with_arrival(claim.size, claim.arrival);
    let gain = if k > 0 { UNIT } else { 0 };
    let goal = Goal {
        gain,
        target: gain * k as i64,
        balanced: price(k) > 0,
    };
    let out = header_of(claim, START, &[SCHEDULE]);
    let mut prover = Prover {
        board: &board,
        objects,
        goal,
        steps,
        depth,
        marks_from: 3,
        mirror,
        out,
        open: 0,
        nodes: 0,
    };
    let mut root = State::new(&board, objects, false);
    let contradictory = root.propagate(&board).is_err();
    prover.node(
        root,
        Multipliers::uniform(&board, START as i64, price(k) as i64),
        contradictory,
        0,
        true,
    );
    (prover.out, prover.open, prover.nodes)
}

impl Prover<'_> {
    /// Rule P8 on all present cells.
    fn order(&mut self, state: &mut State) -> Result<(), Contradiction> {
        for v in (0..self.board.cells()).filter(|_| self.objects == Objects::Games) {
            if state.cell(v) == Cell::Present {
                operation(ORDER, &[v as u64], &mut self.out);
                state.apply_order(self.board, v);
                state.propagate(self.board)?;
            }
        }
        Ok(())
    }

    /// The goal of a node, with every present cell a move.
    fn goal_at(&self, state: &State) -> Goal {
        let cells = 0..self.board.cells();
        let present = cells.filter(|&v| state.cell(v) == Cell::Present).count() as i64;
        Goal {
            target: self.goal.target.max(self.goal.gain * present),
            ..self.goal
        }
    }

    fn node(
        &mut self,
        mut state: State,
        mut fine: Multipliers,
        contradictory: bool,
        level: usize,
        root: bool,
    ) {
        self.nodes += 1;
        if contradictory {
            return self.out.push(CLOSED);
        }
        let mut evaluation = Evaluation::new(self.board);
        operation(REFINE, &[self.steps, 0], &mut self.out);
        let schedule = Schedule {
            steps: self.steps,
            first: SCHEDULE.0 as i64,
            decay: SCHEDULE.1 as i64,
        };
        let goal = self.goal_at(&state);
        let (value, _) = evaluation.refine(&state, goal, &mut fine, schedule);
        if value < goal.target || evaluation.fix(&mut state, goal.target).is_err() {
            return self.out.push(CLOSED);
        }
        if self.order(&mut state).is_err() {
            return self.out.push(CLOSED);
        }
        if level == self.depth {
            self.open += 1;
            return self.out.push(OPEN);
        }
        evaluation.evaluate(&state, self.goal.gain, &fine);
        let free = (0..self.board.cells()).filter(|&v| state.cell(v) == Cell::Free);
        let cell = free.min_by_key(|&v| evaluation.profit(v).abs());
        let present =
            |v: &usize| state.cell(*v) == Cell::Present && state.allowed(*v).count_ones() > 1;
        let marked = (0..self.board.cells())
            .filter(present)
            .min_by_key(|&v| state.allowed(v).count_ones());
        let (mut yes, mut no) = (state.clone(), state.clone());
        match (cell, marked, self.mirror) {
            (Some(v), _, Some(h)) if root && self.board.image(h, v) != Some(v) => {
                operation(MIRROR, &[h.into(), v as u64], &mut self.out);
                let twin = self.board.image(h, v).expect("the symmetry keeps the box");
                let yes_fails = yes.set_present(v).is_err() || yes.propagate(self.board).is_err();
                self.node(yes, fine.clone(), yes_fails, level + 1, false);
                let no_fails = no.set_absent(v).is_err()
                    || no.set_absent(twin).is_err()
                    || no.propagate(self.board).is_err();
                self.node(no, fine, no_fails, level + 1, true);
            }
            (_, Some(v), _) if level >= self.marks_from || cell.is_none() => {
                let m = state.allowed(v).trailing_zeros() as usize;
                operation(MARK, &[v as u64, m as u64], &mut self.out);
                let yes_fails = yes.force(v, m).is_err() || yes.propagate(self.board).is_err();
                self.node(yes, fine.clone(), yes_fails, level + 1, false);
                no.forbid(v, 1 << m);
                let no_fails = no.propagate(self.board).is_err();
                self.node(no, fine, no_fails, level + 1, false);
            }
            (Some(v), _, _) => {
                operation(CELL, &[v as u64], &mut self.out);
                let yes_fails = yes.set_present(v).is_err() || yes.propagate(self.board).is_err();
                self.node(yes, fine.clone(), yes_fails, level + 1, false);
                let no_fails = no.set_absent(v).is_err() || no.propagate(self.board).is_err();
                self.node(no, fine, no_fails, level + 1, false);
            }
            (None, _, _) => {
                self.open += 1;
                self.out.push(OPEN);
            }
        }
    }
}
