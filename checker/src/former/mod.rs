//! The versions 1 to 5 of certificates, `paper/certificate-5.md`: their bound and their walk. Nothing else of the checker uses this
//! folder; when the last file of these versions is gone, delete it, with its tests and its line in `certificate.rs`.
//!
//! Promise: when a walk ends with [`Verdict::Valid`], the claim holds. Every object the claim denies satisfies the root
//! state; every object that satisfies a node and reaches the target satisfies one of its two children (for MIRROR: it or one of
//! its images does); and no such object satisfies a closed leaf.

pub mod bound;
mod planes;

use crate::certificate::{Claim, Counts, MAX_WAITING, Reader, Reason, Reject, Verdict};
use crate::geometry::{Board, MARKS};
use crate::state::{Cell, Contradiction, Objects, State};
use bound::{Evaluation, Goal, MAX_SIDE, MAX_SLOT, Multipliers, Schedule, UNIT};

const MAX_STEPS: u64 = 100_000;

/// What a certificate of this version claims, read from the box on.
pub(crate) fn claim(reader: &mut Reader<'_>, version: u64) -> Result<Claim, Reason> {
    Header::read(reader, version).map(|header| header.claim)
}

/// Checks a certificate of this version from the box on.
pub(crate) fn check(mut reader: Reader<'_>, version: u64) -> Result<Verdict, Reject> {
    let header = Header::read(&mut reader, version).map_err(|reason| reader.reject(0, reason))?;
    let board = Board::with_arrival(header.claim.size, header.claim.arrival);
    let mut walk = Walk {
        reader,
        header: &header,
        board: &board,
        evaluation: Evaluation::new(&board),
        counts: Counts::default(),
        waiting: Vec::new(),
    };
    walk.run()
        .map_err(|reason| walk.reader.reject(walk.counts.nodes, reason))?;
    let verdict = if walk.counts.open == 0 {
        Verdict::Valid
    } else {
        Verdict::Unfinished
    };
    Ok(verdict(header.claim, walk.counts))
}

struct Header {
    claim: Claim,
    goal: Goal,
    /// Whether a node must reach at least as many moves as it has dots present (from version 3 on).
    counts_dots: bool,
    start: i64,
    /// What a priced side costs at the start; 0 before version 4.
    price: i64,
    /// First step and decay of each schedule.
    schedules: Vec<(i64, i64)>,
}

impl Header {
    // Every cast below is exact: the numbers are below 2^35.
    fn read(reader: &mut Reader<'_>, version: u64) -> Result<Self, Reason> {
        let mut claim = reader.claim(if version == 1 { 0..=0 } else { 0..=3 })?;
        let start = reader.field(0..=MAX_SLOT as u64, Reason::Start)? as i64;
        let price = if version >= 4 {
            reader.field(0..=MAX_SIDE as u64, Reason::Price)? as i64
        } else {
            0
        };
        if version >= 5 {
            claim.arrival = reader.arrival(&claim)?;
        }
        let mut schedules = Vec::new();
        for _ in 0..reader.field(1..=16, Reason::Schedule)? {
            let first = reader.field(1..=65536, Reason::Schedule)? as i64;
            let decay = reader.field(0..=1023, Reason::Schedule)? as i64;
            schedules.push((first, decay));
        }
        let gain = if claim.k > 0 { UNIT } else { 0 };
        let goal = Goal {
            gain,
            target: gain * claim.moves() as i64,
            balanced: gain == 0 && price > 0,
        };
        Ok(Self {
            claim,
            goal,
            counts_dots: version >= 3,
            start,
            price,
            schedules,
        })
    }

    /// The goal of a node: every present dot is placed by a move of its own.
    fn goal_at(&self, state: &State) -> Goal {
        let dots = if self.counts_dots { state.present() } else { 0 };
        Goal {
            target: self.goal.target.max(self.goal.gain * dots as i64),
            ..self.goal
        }
    }
}

/// A node of the tree while its operations are read.
#[derive(Clone)]
struct Node {
    state: State,
    fine: Multipliers,
    /// Whether the state is contradictory or the last value was below the target.
    refuted: bool,
    /// The symmetries that a MIRROR may use here, one bit for each.
    mirrors: u8,
}

/// What leads from a node to one of its children.
#[derive(Clone, Copy)]
enum Decision {
    Present(usize),
    Absent(usize),
    Forced(usize, usize),
    Forbidden(usize, usize),
    /// Symmetry, cell and its image: both cells are absent.
    BothAbsent(u8, usize, usize),
}

impl Node {
    fn root(board: &Board, header: &Header) -> Self {
        let mut state = State::new(board, header.claim.objects, header.claim.symmetric);
        let refuted = state.propagate(board).is_err();
        Self {
            state,
            fine: Multipliers::uniform(board, header.start, header.price),
            refuted,
            mirrors: 0b1111_1110,
        }
    }

    fn decide(&mut self, board: &Board, decision: Decision) {
        self.mirrors = if let Decision::BothAbsent(h, ..) = decision {
            1 << h
        } else {
            0
        };
        self.refuted = self.try_decide(board, decision).is_err();
    }

    fn try_decide(&mut self, board: &Board, decision: Decision) -> Result<(), Contradiction> {
        match decision {
            Decision::Present(v) => self.state.set_present(v)?,
            Decision::Absent(v) => self.state.set_absent(v)?,
            Decision::Forced(v, m) => self.state.force(v, m)?,
            Decision::Forbidden(v, m) => self.state.forbid(v, 1 << m),
            Decision::BothAbsent(_, v, w) => {
                self.state.set_absent(v)?;
                self.state.set_absent(w)?;
            }
        }
        self.state.propagate(board)
    }
}

struct Walk<'a> {
    reader: Reader<'a>,
    header: &'a Header,
    board: &'a Board,
    evaluation: Evaluation<'a>,
    counts: Counts,
    /// Nodes whose first child is being read, with the decision that leads to the second.
    waiting: Vec<(Node, Decision)>,
}

/// How a node ends: as a leaf, or with a first and a second child.
enum End {
    Leaf,
    Split(Decision, Decision),
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), Reason> {
        let mut node = Node::root(self.board, self.header);
        loop {
            self.counts.nodes += 1;
            match self.node(&mut node)? {
                End::Split(..) if self.waiting.len() == MAX_WAITING => return Err(Reason::Waiting),
                End::Split(first, second) => {
                    self.waiting.push((node.clone(), second));
                    node.decide(self.board, first);
                }
                End::Leaf => {
                    let Some((parent, second)) = self.waiting.pop() else {
                        break;
                    };
                    node = parent;
                    node.decide(self.board, second);
                }
            }
        }
        self.reader.start = self.reader.position;
        if self.reader.position < self.reader.file.len() {
            Err(Reason::Trailing)
        } else {
            Ok(())
        }
    }

    /// Reads the operations of a node up to the one that ends it.
    fn node(&mut self, node: &mut Node) -> Result<End, Reason> {
        loop {
            self.reader.start = self.reader.position;
            let code = self.reader.byte()?;
            match code {
                1 if node.refuted => {
                    self.counts.closed += 1;
                    return Ok(End::Leaf);
                }
                1 => return Err(Reason::NotRefuted),
                0 | 2..=6 if node.refuted => return Err(Reason::Refuted),
                0 => {
                    self.counts.open += 1;
                    return Ok(End::Leaf);
                }
                2 => self.refine(node)?,
                3 => return self.cell(node),
                4 => return self.mark(node),
                5 => return self.mirror(node),
                6 => self.order(node)?,
                _ => return Err(Reason::Operation),
            }
        }
    }

    fn refine(&mut self, node: &mut Node) -> Result<(), Reason> {
        let steps = self.reader.number()?;
        let schedule = usize::try_from(self.reader.number()?)
            .ok()
            .and_then(|j| self.header.schedules.get(j));
        let (Some(&(first, decay)), true) = (schedule, steps <= MAX_STEPS) else {
            return Err(Reason::Refine);
        };
        let goal = self.header.goal_at(&node.state);
        let schedule = Schedule {
            steps,
            first,
            decay,
        };
        let (value, evaluations) =
            self.evaluation
                .refine(&node.state, goal, &mut node.fine, schedule);
        self.counts.evaluations += evaluations;
        node.refuted =
            value < goal.target || self.evaluation.fix(&mut node.state, goal.target).is_err();
        Ok(())
    }

    fn order(&mut self, node: &mut Node) -> Result<(), Reason> {
        let v = usize::try_from(self.reader.number()?).map_err(|_| Reason::NotAllowed)?;
        if self.header.claim.objects != Objects::Games {
            return Err(Reason::NotGames);
        }
        if v >= self.board.cells() || node.state.allowed(v) == 0 {
            return Err(Reason::NotAllowed);
        }
        node.state.apply_order(self.board, v);
        node.refuted = node.state.propagate(self.board).is_err();
        Ok(())
    }

    fn cell(&mut self, node: &Node) -> Result<End, Reason> {
        let v = self.free_cell(node)?;
        Ok(End::Split(Decision::Present(v), Decision::Absent(v)))
    }

    fn mark(&mut self, node: &Node) -> Result<End, Reason> {
        let (v, m) = (self.reader.number()?, self.reader.number()?);
        let (Ok(v), Ok(m)) = (usize::try_from(v), usize::try_from(m)) else {
            return Err(Reason::NotAllowed);
        };
        // Cells of the cross and absent cells have no allowed marks.
        if v >= self.board.cells() || m >= MARKS || node.state.allowed(v) >> m & 1 == 0 {
            return Err(Reason::NotAllowed);
        }
        Ok(End::Split(
            Decision::Forced(v, m),
            Decision::Forbidden(v, m),
        ))
    }

    fn mirror(&mut self, node: &Node) -> Result<End, Reason> {
        let h = self.reader.number()?;
        let v = self.free_cell(node)?;
        let h = u8::try_from(h)
            .ok()
            .filter(|h| (1..=7).contains(h))
            .ok_or(Reason::Symmetry)?;
        let Board { size, arrival, .. } = *self.board;
        let keeps = size.image(h) == size && arrival.map(|a| a.image(h)) == arrival;
        let image = keeps.then(|| self.board.image(h, v));
        let image = image.flatten().ok_or(Reason::Symmetry)?;
        if node.mirrors >> h & 1 == 0 {
            return Err(Reason::MirrorPlace);
        }
        if image == v {
            return Err(Reason::OwnImage);
        }
        Ok(End::Split(
            Decision::Present(v),
            Decision::BothAbsent(h, v, image),
        ))
    }

    fn free_cell(&mut self, node: &Node) -> Result<usize, Reason> {
        let v = usize::try_from(self.reader.number()?).map_err(|_| Reason::NotFree)?;
        let free = v < self.board.cells() && node.state.cell(v) == Cell::Free;
        if free { Ok(v) } else { Err(Reason::NotFree) }
    }
}
