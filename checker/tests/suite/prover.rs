//! A naive prover: bounds nodes with the plain bound, then branches on the free cell whose profit is nearest 0, or at random.

use crate::naive::apply_order;
use morpion_check_core::bound::{Goal, Multipliers, Ranges, Schedule, UNIT, improve};
use morpion_check_core::format::Claim;
use morpion_check_core::geometry::{Arrival, Board, BoxSize};
use morpion_check_core::plain::{Evaluation, Recipe};
use morpion_check_core::state::{Cell, Contradiction, Objects, State};

pub(crate) const MAGIC: &[u8] = b"MORPCERT";
pub(crate) const VERSION: u8 = 9;
pub(crate) const OPEN: u8 = 0;
pub(crate) const CLOSED: u8 = 1;
pub(crate) const LISTED: u8 = 2;
pub(crate) const MARK: u8 = 4;
pub(crate) const MIRROR: u8 = 5;
/// The operation CELL of cell 0.
pub(crate) const CELL: u64 = 8;

/// LEB128.
pub(crate) fn number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 128 {
        out.push(n as u8 | 128);
        n >>= 7;
    }
    out.push(n as u8);
}

/// An operation with its operands.
pub(crate) fn operation(code: u8, operands: &[u64], out: &mut Vec<u8>) {
    out.push(code);
    operands.iter().for_each(|&n| number(n, out));
}

/// The numbers of a header besides the claim.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Whether only objects without useless dots count.
    pub(crate) uses: bool,
    pub(crate) start: u64,
    pub(crate) price: u64,
    pub(crate) rounds: u64,
    pub(crate) again: u64,
    /// n, width, decay and rate.
    pub(crate) schedules: Vec<[u64; 4]>,
}

impl Settings {
    /// Settings for a claim with this K, with so many steps in a recipe.
    pub(crate) fn new(k: u64, steps: u64) -> Self {
        Self {
            uses: k == 0,
            start: 700,
            price: if k > 0 { 0 } else { 700 },
            rounds: 3,
            again: 6,
            schedules: vec![
                [3 * steps, 800, 60, 24],
                [steps, 300, 120, 24],
                [steps / 2, 100, 120, 24],
            ],
        }
    }

    fn schedule(&self, j: usize) -> Schedule {
        let [steps, width, decay, rate] = self.schedules[j].map(|n| n as i64);
        Schedule {
            steps,
            width,
            decay,
            rate,
        }
    }
}

/// The claim that no object has `k` moves (`k` = 0: that there is none).
pub(crate) const fn about_all(size: BoxSize, objects: Objects, k: u64) -> Claim {
    Claim {
        size,
        arrival: None,
        objects,
        symmetric: false,
        k,
        all_of: false,
    }
}

pub(crate) fn header(claim: Claim, settings: &Settings) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.push(VERSION);
    out.extend(claim.size.distances());
    out.push(u8::from(claim.objects == Objects::Games) + 2 * u8::from(claim.symmetric));
    out.push(u8::from(claim.k > 0));
    out.extend([settings.uses, claim.all_of].map(u8::from));
    number(claim.k, &mut out);
    number(settings.start, &mut out);
    number(settings.price, &mut out);
    let is_arrival = |&mask: &u64| Arrival::from_mask(mask) == claim.arrival;
    let mask = (1..16).find(is_arrival).filter(|_| claim.arrival.is_some());
    number(mask.unwrap_or(0), &mut out);
    number(settings.rounds, &mut out);
    number(settings.again, &mut out);
    number(settings.schedules.len() as u64, &mut out);
    for schedule in &settings.schedules {
        schedule.iter().for_each(|&n| number(n, &mut out));
    }
    out
}

/// How a tree is grown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) steps: u64,
    /// Nodes deeper than this stay open.
    pub(crate) depth: usize,
    pub(crate) mirror: Option<u8>,
}

impl Plan {
    pub(crate) const fn new(steps: u64, depth: usize, mirror: Option<u8>) -> Self {
        Self {
            steps,
            depth,
            mirror,
        }
    }
}

/// A certificate, with what its reader will count.
#[derive(Debug)]
pub(crate) struct Proof {
    pub(crate) file: Vec<u8>,
    pub(crate) nodes: u64,
    pub(crate) open: u64,
    pub(crate) evaluations: u64,
}

/// A certificate that no object has `k` moves (`k` = 0: that there is none).
pub(crate) fn prove(
    size: BoxSize,
    objects: Objects,
    k: u64,
    steps: u64,
    depth: usize,
    mirror: Option<u8>,
) -> Vec<u8> {
    prove_claim(about_all(size, objects, k), Plan::new(steps, depth, mirror)).file
}

/// A certificate of a claim.
pub(crate) fn prove_claim(claim: Claim, plan: Plan) -> Proof {
    prove_with(claim, plan, Settings::new(claim.k, plan.steps))
}

/// A certificate of a claim with these settings.
pub(crate) fn prove_with(claim: Claim, plan: Plan, settings: Settings) -> Proof {
    let board = Board::with_arrival(claim.size, claim.arrival);
    let proof = Proof {
        file: header(claim, &settings),
        nodes: 0,
        open: 0,
        evaluations: 0,
    };
    let gain = if claim.k > 0 { UNIT } else { 0 };
    let moves = if claim.symmetric {
        claim.k + claim.k % 2
    } else {
        claim.k
    };
    let state = State::new(&board, claim.objects, claim.symmetric).with_moves(moves);
    let goal = Goal {
        gain,
        moves,
        balanced: claim.k == 0 && settings.price > 0,
        ranges: if settings.uses {
            Ranges::WITH_USES
        } else {
            Ranges::WITHOUT_USES
        },
    };
    let (start, price) = (settings.start as i64, settings.price as i64);
    let fine = Multipliers::uniform(&board, goal.ranges, start, price);
    let mut prover = Prover {
        board: &board,
        objects: claim.objects,
        goal,
        settings,
        plan,
        evaluation: Evaluation::new(&board),
        proof,
    };
    prover.node(Node { state, fine }, |_, _| Ok(()), 0, true);
    prover.proof
}

#[derive(Clone)]
struct Node {
    state: State,
    fine: Multipliers,
}

struct Prover<'a> {
    board: &'a Board,
    objects: Objects,
    goal: Goal,
    settings: Settings,
    plan: Plan,
    evaluation: Evaluation<'a>,
    proof: Proof,
}

type Decided = Result<(), Contradiction>;

impl Prover<'_> {
    /// A node after this decision; `on_axis` says whether a MIRROR may stand there.
    fn node(
        &mut self,
        mut node: Node,
        decide: impl FnOnce(&mut Node, &Board) -> Decided,
        level: usize,
        on_axis: bool,
    ) {
        self.proof.nodes += 1;
        let decided = decide(&mut node, self.board);
        let open = decided.and_then(|()| node.state.propagate(self.board));
        match open.and_then(|()| self.bound(&mut node, usize::from(self.proof.nodes > 1))) {
            Err(Contradiction) => self.proof.file.push(CLOSED),
            Ok(()) => self.operation(node, level, on_axis),
        }
    }

    /// Bounds a node; an error if it is closed.
    fn bound(&mut self, node: &mut Node, first: usize) -> Decided {
        for round in 0..self.settings.rounds {
            let before = node.state.marks();
            self.round(node, if round == 0 { first } else { 2 })?;
            if u64::from(before - node.state.marks()) < self.settings.again {
                break;
            }
        }
        Ok(())
    }

    fn round(&mut self, node: &mut Node, schedule: usize) -> Decided {
        let (goal, schedule) = (self.goal, self.settings.schedule(schedule));
        let target = goal.target(&node.state);
        let mut recipe = Recipe::new(&mut self.evaluation, &node.state, goal, &node.fine);
        let (value, evaluations) = improve(&mut recipe, &mut node.fine, target, schedule);
        self.proof.evaluations += evaluations;
        if value < target {
            return Err(Contradiction);
        }
        self.evaluation.evaluate(&node.state, goal.gain, &node.fine);
        self.evaluation.fix(&mut node.state, target)?;
        if self.objects == Objects::Games {
            self.order(&mut node.state)?;
        }
        let reached = value >= goal.target(&node.state);
        reached.then_some(()).ok_or(Contradiction)
    }

    /// Rule P8 on all present cells.
    fn order(&self, state: &mut State) -> Decided {
        loop {
            let before = (state.marks(), state.present());
            for v in 0..self.board.cells() {
                if state.cell(v) == Cell::Present {
                    apply_order(state, self.board, v);
                    state.propagate(self.board)?;
                }
            }
            if (state.marks(), state.present()) == before {
                return Ok(());
            }
        }
    }

    /// The operation of a node that is open.
    fn operation(&mut self, node: Node, level: usize, on_axis: bool) {
        if level == self.plan.depth {
            return self.open();
        }
        self.split(node, level, on_axis);
    }

    fn open(&mut self) {
        self.proof.open += 1;
        self.proof.file.push(OPEN);
    }

    fn split(&mut self, node: Node, level: usize, on_axis: bool) {
        let (board, state) = (self.board, &node.state);
        self.evaluation.evaluate(state, self.goal.gain, &node.fine);
        let cells = 0..board.cells();
        let free = cells.clone().filter(|&v| state.cell(v) == Cell::Free);
        let cell = free.min_by_key(|&v| self.evaluation.profit(v).abs());
        let undecided =
            |v: &usize| state.cell(*v) == Cell::Present && state.allowed(*v).count_ones() > 1;
        let marked = cells.filter(undecided);
        let marked = marked.min_by_key(|&v| state.allowed(v).count_ones());
        let deeper = level + 1;
        match (cell, marked, self.plan.mirror) {
            (Some(v), _, Some(h)) if on_axis && board.image(h, v) != Some(v) => {
                operation(MIRROR, &[h.into(), v as u64], &mut self.proof.file);
                let w = board.image(h, v).expect("the symmetry keeps the box");
                self.node(node.clone(), |n, _| n.state.set_present(v), deeper, false);
                let both = |n: &mut Node, _: &Board| {
                    n.state.set_absent(v)?;
                    n.state.set_absent(w)
                };
                self.node(node, both, deeper, true);
            }
            (_, Some(v), _) if level >= 3 || cell.is_none() => {
                let m = state.allowed(v).trailing_zeros() as usize;
                operation(MARK, &[v as u64, m as u64], &mut self.proof.file);
                self.node(node.clone(), |n, _| n.state.force(v, m), deeper, false);
                let forbid = |n: &mut Node, _: &Board| {
                    n.state.forbid(v, 1 << m);
                    Ok(())
                };
                self.node(node, forbid, deeper, false);
            }
            (Some(v), _, _) => {
                number(CELL + v as u64, &mut self.proof.file);
                self.node(node.clone(), |n, _| n.state.set_present(v), deeper, false);
                self.node(node, |n, _| n.state.set_absent(v), deeper, false);
            }
            (None, _, _) => self.open(),
        }
    }
}
