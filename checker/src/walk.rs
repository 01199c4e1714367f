//! Certificates: the walk over their trees of case distinctions.
//!
//! Promise: when [`check`] returns [`Verdict::Valid`], the claim holds. Every object the claim denies satisfies the root
//! state; every such object that satisfies a node satisfies one of its two children (for MIRROR: every object satisfies each
//! node of its chain, since none satisfies a first node); and none satisfies a closed leaf, or with LISTED only those listed. Rules and
//! reasons: `paper/certificate.md`, sections 4, 5 and 9.

use crate::bound::{FINE, Goal, MAX_CUT, Multipliers, Ranges, Schedule, UNIT, improve};
use crate::certificate::{Claim, Counts, Form, MAX_WAITING, Reader, Reason, Reject, Verdict};
use crate::cut::Cut;
use crate::geometry::{Board, MARKS};
use crate::hints::{Case, Scribe};
use crate::listing::{self, Listed, MAX_POSITIONS, Position};
use crate::part::way::way;
use crate::state::{Cell, Contradiction, Objects, State};
use crate::{fast, plain};
use std::io;
use std::ops::Range;

/// How many cuts there may be where multipliers are written down.
const MAX_CUTS: usize = 4000;

/// What a certificate claims, read from the box on.
pub(crate) fn claim(reader: &mut Reader<'_>) -> Result<Claim, Reason> {
    Header::read(reader).map(|header| header.claim)
}

/// Checks the nodes that begin in these bytes, and those on the way to the first of them.
pub(crate) fn check_piece(
    mut reader: Reader<'_>,
    form: Form,
    bytes: Range<usize>,
) -> Result<Counts, Reject> {
    let header = Header::read(&mut reader).map_err(|reason| reader.reject(0, reason))?;
    if header.claim.all_of {
        return Err(reader.reject(0, Reason::Whole));
    }
    let board = Board::with_arrival(header.claim.size, header.claim.arrival);
    let mut passed = reader;
    let way = way(&mut passed, bytes.start).map_err(|reason| passed.reject(0, reason))?;
    if way.is_over {
        return Ok(Counts::default());
    }
    // Behind the last byte a node may be missing: whoever checks the end of the file finds that out.
    let is_last = bytes.end >= reader.file.len();
    let mut walk = Walk {
        way: way.turns.into_iter(),
        end: if is_last { usize::MAX } else { bytes.end },
        ..Walk::new(reader, &header, &board, form)
    };
    walk.run()?;
    Ok(walk.counts)
}

/// Checks a certificate from the box on, and writes hints as it goes. The second result says whether they could be written, the first
/// one has the positions that are listed, too.
pub(crate) fn check_with(
    mut reader: Reader<'_>,
    form: Form,
    hints: Option<&mut dyn io::Write>,
) -> (Result<Listed, Reject>, io::Result<()>) {
    let header = match Header::read(&mut reader) {
        Ok(header) if header.claim.all_of && hints.is_some() => {
            return (Err(reader.reject(0, Reason::Whole)), Ok(()));
        }
        Ok(header) => header,
        Err(reason) => return (Err(reader.reject(0, reason)), Ok(())),
    };
    let board = Board::with_arrival(header.claim.size, header.claim.arrival);
    let scribe = hints.map(|out| Scribe::new(&board, &header.claim, out));
    let mut walk = Walk {
        scribe,
        ..Walk::new(reader, &header, &board, form)
    };
    let result = walk.run();
    let verdict = if walk.counts.open == 0 {
        Verdict::Valid
    } else {
        Verdict::Unfinished
    };
    let result = result.map(|()| (verdict(header.claim, walk.counts), walk.positions));
    let is_valid = matches!(result, Ok((Verdict::Valid(..), _)));
    let written = walk.scribe.map_or(Ok(()), |s| s.finish(is_valid));
    (result, written)
}

struct Header {
    claim: Claim,
    goal: Goal,
    /// What a slot, and what a priced side costs at the start.
    start: i64,
    price: i64,
    /// How many rounds bound a node at most, and how many marks each must forbid for the next one to follow.
    rounds: u64,
    again: u64,
    /// Of the first round at the root, of the first one at other nodes, and of all further rounds.
    schedules: [Schedule; 3],
}

impl Header {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Reason> {
        let mut claim = reader.claim()?;
        let gain = if claim.k > 0 { UNIT } else { 0 };
        let ranges = if reader.version == 7 {
            Ranges::SEVEN
        } else {
            Ranges::SIX
        };
        // The casts are exact: the numbers are below 2^35.
        let start = reader.field(0..=ranges.slot as u64, Reason::Start)? as i64;
        let price = reader.field(0..=ranges.side as u64, Reason::Price)? as i64;
        claim.arrival = reader.arrival(&claim)?;
        let rounds = reader.field(1..=16, Reason::Rounds)?;
        let again = reader.field(1..=65535, Reason::Rounds)?;
        reader.field(3..=3, Reason::Schedule)?;
        let schedules = [schedule(reader)?, schedule(reader)?, schedule(reader)?];
        let goal = Goal {
            gain,
            moves: claim.moves(),
            balanced: gain == 0 && price > 0,
            ranges,
        };
        Ok(Self {
            claim,
            goal,
            start,
            price,
            rounds,
            again,
            schedules,
        })
    }
}

fn schedule(reader: &mut Reader<'_>) -> Result<Schedule, Reason> {
    let mut field = |range| reader.field(range, Reason::Schedule).map(|n| n as i64);
    Ok(Schedule {
        steps: field(0..=4096)?,
        width: field(1..=1023)?,
        decay: field(0..=4095)?,
        rate: field(1..=64)?,
    })
}

/// A node of the tree while its operation is read.
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
        let claim = header.claim;
        // Rule P10 is off if K is 0, that is, with gain 0.
        let state = State::new(board, claim.objects, claim.symmetric).with_moves(claim.moves());
        let mut root = Self {
            state,
            fine: Multipliers::uniform(board, header.goal.ranges, header.start, header.price),
            refuted: false,
            mirrors: if claim.all_of { 0 } else { 0b1111_1110 },
        };
        root.refuted = root.state.propagate(board).is_err();
        root
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
        let state = &mut self.state;
        match decision {
            Decision::Present(v) => state.set_present(v)?,
            Decision::Absent(v) => state.set_absent(v)?,
            Decision::Forced(v, m) => state.force(v, m)?,
            Decision::Forbidden(v, m) => state.forbid(v, 1 << m),
            Decision::BothAbsent(_, v, w) => {
                state.set_absent(v)?;
                state.set_absent(w)?;
            }
        }
        state.propagate(board)
    }
}

struct Walk<'a> {
    reader: Reader<'a>,
    header: &'a Header,
    board: &'a Board,
    evaluation: plain::Evaluation<'a>,
    /// What chooses multipliers in place of `evaluation`.
    fast: Option<fast::Walk<'a>>,
    counts: Counts,
    positions: Vec<Position>,
    /// Nodes whose first child is being read, with the decision that leads to the second.
    waiting: Vec<(Node, Decision)>,
    /// Who writes hints, if anybody does.
    scribe: Option<Scribe<'a>>,
    /// The turns that lead to the first node to be checked, as in `part/way.rs`. First nodes that are passed by are for others to check.
    way: std::vec::IntoIter<Option<usize>>,
    /// Nodes that begin at this byte or after it are, too.
    end: usize,
}

/// How a node ends: as a leaf, or with a first and a second child.
enum End {
    Leaf,
    Split(Decision, Decision),
}

/// A case distinction by its two decisions.
fn case(first: Decision, second: Decision) -> Case {
    match (first, second) {
        (_, Decision::BothAbsent(h, v, image)) => Case::Mirror(h, v, image),
        (Decision::Forced(v, m), _) => Case::Mark(v, m),
        (Decision::Present(v), _) => Case::Cell(v),
        _ => unreachable!("these are all first decisions"),
    }
}

impl<'a> Walk<'a> {
    fn new(reader: Reader<'a>, header: &'a Header, board: &'a Board, form: Form) -> Self {
        Self {
            reader,
            header,
            board,
            evaluation: plain::Evaluation::new(board),
            fast: (form == Form::Fast).then(|| fast::Walk::new(board)),
            counts: Counts::default(),
            positions: Vec::new(),
            waiting: Vec::new(),
            scribe: None,
            way: Vec::new().into_iter(),
            end: usize::MAX,
        }
    }

    fn run(&mut self) -> Result<(), Reject> {
        self.nodes()
            .map_err(|reason| self.reader.reject(self.counts.nodes, reason))
    }

    fn nodes(&mut self) -> Result<(), Reason> {
        let mut node = Node::root(self.board, self.header);
        while self.reader.position < self.end {
            self.counts.nodes += 1;
            self.settle(&node);
            self.bound(&mut node);
            match self.node(&node)? {
                End::Split(..) if self.waiting.len() == MAX_WAITING => return Err(Reason::Waiting),
                End::Split(first, second) => {
                    if let Some(scribe) = &mut self.scribe {
                        scribe.split(case(first, second));
                    }
                    if let Some(Some(place)) = self.way.next() {
                        self.reader.position = place;
                        node.decide(self.board, second);
                        continue;
                    }
                    self.waiting.push((node.clone(), second));
                    node.decide(self.board, first);
                }
                End::Leaf => {
                    if let Some(scribe) = &mut self.scribe {
                        scribe.leave();
                    }
                    let Some((parent, second)) = self.waiting.pop() else {
                        return self.end_of_file();
                    };
                    node = parent;
                    node.decide(self.board, second);
                }
            }
        }
        Ok(())
    }

    fn end_of_file(&mut self) -> Result<(), Reason> {
        self.reader.start = self.reader.position;
        if self.reader.position < self.reader.file.len() {
            Err(Reason::Trailing)
        } else {
            Ok(())
        }
    }

    /// Lets the hints catch up with the node.
    fn settle(&mut self, node: &Node) {
        if let Some(scribe) = &mut self.scribe {
            scribe.settle((!node.refuted).then_some(&node.state));
        }
    }

    /// Section 4, "Bounding".
    fn bound(&mut self, node: &mut Node) {
        let first = usize::from(self.counts.nodes > 1);
        for round in 0..self.header.rounds {
            if node.refuted {
                return;
            }
            let before = node.state.marks();
            self.round(node, if round == 0 { first } else { 2 });
            // Marks are only ever forbidden.
            if u64::from(before - node.state.marks()) < self.header.again {
                return;
            }
        }
    }

    /// A round with this schedule, which must exist.
    fn round(&mut self, node: &mut Node, schedule: usize) {
        let goal = self.header.goal;
        let target = goal.target(&node.state);
        let value = self.improve(node, goal, self.header.schedules[schedule]);
        if let Some(scribe) = &mut self.scribe {
            scribe.bound(&node.fine, &[], value < target);
        }
        node.refuted = value < target || self.fix(&mut node.state, target).is_err();
        self.settle(node);
        if !node.refuted && value < goal.target(&node.state) {
            node.refuted = true;
            // What is known now makes the value no larger.
            if let Some(scribe) = &mut self.scribe {
                scribe.bound(&node.fine, &[], true);
            }
        }
    }

    /// The recipe. Leaves the evaluation at the best multipliers, and returns their value.
    fn improve(&mut self, node: &mut Node, goal: Goal, schedule: Schedule) -> i64 {
        let (state, fine) = (&node.state, &mut node.fine);
        let target = goal.target(state);
        let (_, evaluations) = match &mut self.fast {
            Some(fast) => {
                fast.enter(state, goal, fine);
                improve(fast, fine, target, schedule)
            }
            None => {
                let mut walk = plain::Walk::new(&mut self.evaluation, state, goal, fine);
                improve(&mut walk, fine, target, schedule)
            }
        };
        self.counts.evaluations += evaluations;
        // All that is decided rests on this: whoever chose the multipliers, their bound is computed mark by mark.
        self.evaluation.evaluate(state, goal.gain, fine)
    }

    /// Fixing and propagation, and for games rule P8, until nothing changes.
    fn fix(&self, state: &mut State, target: i64) -> Result<(), Contradiction> {
        self.evaluation.fix(state, target)?;
        if self.header.claim.objects == Objects::Games {
            state.apply_orders(self.board)?;
        }
        Ok(())
    }

    /// Reads the operation of a node.
    fn node(&mut self, node: &Node) -> Result<End, Reason> {
        self.reader.start = self.reader.position;
        match self.reader.number()? {
            0 => {
                self.counts.open += 1;
                Ok(End::Leaf)
            }
            1 if node.refuted => {
                self.counts.closed += 1;
                Ok(End::Leaf)
            }
            1 => Err(Reason::NotRefuted),
            6 | 7 => Err(Reason::Operation),
            2 if !self.header.claim.all_of => Err(Reason::Operation),
            _ if node.refuted => Err(Reason::Refuted),
            2 => self.listed(node),
            3 => self.multipliers(node),
            4 => self.mark(node),
            5 => self.mirror(node),
            code => {
                let v = self.free_cell(node, code - 8)?;
                Ok(End::Split(Decision::Present(v), Decision::Absent(v)))
            }
        }
    }

    /// So many objects must satisfy the node.
    fn listed(&mut self, node: &Node) -> Result<End, Reason> {
        let (count, most) = (self.reader.index()?, MAX_POSITIONS - self.positions.len());
        let limits = (most, self.reader.until);
        let found = listing::list(self.board, self.header.goal, &node.state, limits)?;
        let is_all = found.len() == count;
        self.positions.extend(found);
        self.counts.positions = self.positions.len();
        self.counts.closed += 1;
        is_all.then_some(End::Leaf).ok_or(Reason::Listed)
    }

    /// Multipliers that are written down must close the node.
    fn multipliers(&mut self, node: &Node) -> Result<End, Reason> {
        let cuts = self.cuts(&node.state)?;
        let (cells, mut last) = (self.board.cells(), None);
        let ranges = self.header.goal.ranges;
        let mut slots = vec![0; 4 * cells];
        for _ in 0..self.reader.index()? {
            let slot = self.next_after(last)?;
            last = Some(slot);
            *slots.get_mut(slot).ok_or(Reason::Multiplier)? = self.multiplier(ranges.slot)?;
        }
        let slot = |d: usize, v: usize| FINE * slots[4 * v + d];
        let fine = Multipliers::from_fn(self.board, ranges, slot, |_| 0, |_| 0);
        let (goal, state) = (self.header.goal, &node.state);
        let evaluation = &mut self.evaluation;
        let value = evaluation.evaluate_with_cuts(state, goal.gain, &fine, &cuts);
        self.counts.evaluations += 1;
        self.counts.closed += 1;
        if let Some(scribe) = &mut self.scribe {
            scribe.bound(&fine, &cuts, true);
        }
        let closed = value < goal.target(state);
        closed.then_some(End::Leaf).ok_or(Reason::NotRefuted)
    }

    /// Cuts with their multipliers.
    fn cuts(&mut self, state: &State) -> Result<Vec<(Cut, i64)>, Reason> {
        let mut cuts = Vec::new();
        for _ in 0..self.reader.index()? {
            let set = self.set(state)?;
            if cuts.len() == MAX_CUTS {
                return Err(Reason::Cuts);
            }
            if let Some(scribe) = &mut self.scribe {
                scribe.cut(&set);
            }
            cuts.push((Cut::new(self.board, &set), self.multiplier(MAX_CUT)?));
        }
        Ok(cuts)
    }

    /// The set of a cut: some cells outside the cross, one of them present.
    fn set(&mut self, state: &State) -> Result<Vec<usize>, Reason> {
        if self.header.claim.objects != Objects::Games {
            return Err(Reason::NotGames);
        }
        let count = self.reader.index()?;
        let mut set = Vec::new();
        for _ in 0..count {
            set.push(self.next_after(set.last().copied())?);
        }
        let is_cell = |&v: &usize| v < self.board.cells() && !self.board.cross[v];
        let is_present = |&v: &usize| state.cell(v) == Cell::Present;
        let is_set = set.iter().all(is_cell) && set.iter().any(is_present);
        is_set.then_some(set).ok_or(Reason::Cut)
    }

    /// A number given by its difference from the one before, if there is one.
    fn next_after(&mut self, last: Option<usize>) -> Result<usize, Reason> {
        let step = self.reader.index()?;
        match last {
            Some(_) if step == 0 => Err(Reason::Multiplier),
            last => Ok(last.unwrap_or(0).saturating_add(step)),
        }
    }

    fn multiplier(&mut self, most: i64) -> Result<i64, Reason> {
        let number = i64::try_from(self.reader.number()?).ok();
        number.filter(|&n| n <= most).ok_or(Reason::Multiplier)
    }

    fn mark(&mut self, node: &Node) -> Result<End, Reason> {
        let (v, m) = (self.reader.index()?, self.reader.index()?);
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
        let (h, v) = (self.reader.number()?, self.reader.number()?);
        let v = self.free_cell(node, v)?;
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

    /// The free cell with this number.
    fn free_cell(&self, node: &Node, v: u64) -> Result<usize, Reason> {
        let v = usize::try_from(v).ok().filter(|&v| v < self.board.cells());
        let free = v.filter(|&v| node.state.cell(v) == Cell::Free);
        free.ok_or(Reason::NotFree)
    }
}
