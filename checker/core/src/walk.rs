//! The walk over the tree of a certificate.
//!
//! Promise: when [`check`] returns [`Verdict::Valid`], the claim holds. Every object the claim denies satisfies the root
//! state; every such object that satisfies a node satisfies one of its two children (for MIRROR: every object satisfies each
//! node of its chain, since none satisfies a first node); and none satisfies a closed leaf, or with LISTED only those listed, which are
//! none unless the claim is a list. Rules and reasons: `paper/certificate.md`, sections 4, 5 and 9.

use crate::bound::{Goal, Schedule, improve};
use crate::fast;
use crate::format::{Claim, Header, Reader, Reason, Reject};
use crate::geometry::{Board, MARKS};
use crate::listing::{self, MAX_POSITIONS, Position};
use crate::node::{Decision, Node};
use crate::observer::Observer;
use crate::plain;
use crate::state::{Cell, Contradiction, Objects, State};
use std::time::Instant;

/// How many second nodes may wait for their turn at once. It bounds the memory; on the way to a node each CELL, MIRROR and MARK
/// whose first node is entered decides a cell or its mark for good, so certificates have little use for more.
pub const MAX_WAITING: usize = 1000;

/// How the bound is computed; both forms give the same bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Many cells at a time.
    Fast,
    /// Cell by cell and mark by mark.
    Plain,
}

/// How much a walk has seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes, leaves included.
    pub nodes: u64,
    /// Leaves closed by a contradiction, by the bound or by a listing.
    pub closed: u64,
    /// Leaves about which nothing is shown.
    pub open: u64,
    /// Evaluations of the bound.
    pub evaluations: u64,
    /// Positions that the certificate lists.
    pub positions: usize,
}

/// The result of a walk over a certificate that obeys the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is proven.
    Valid(Claim, Counts),
    /// Some leaves are open: nothing is shown yet.
    Unfinished(Claim, Counts),
}

/// Checks a certificate.
///
/// # Errors
/// The first place where it breaks a rule. It then shows nothing.
///
/// ```
/// use morpion_check_core::walk::{Verdict, check};
///
/// // results/5D/certificates/0-0-0-0.graphs.at-most-64.cert.zst
/// let packed = b"(\xb5/\xfd$,a\x01\0MORPCERT\x09\0\0\0\0\0\x01\0\0A\xcc\x05\0\0\x04(\x03\
///     \xd8\x04\xcd\x05\x1d.d\xcd\x05\xaa\x01.d\xcd\x05\xaa\x01.\x01\x12\xd9j\xf7";
/// let file = morpion_check_core::packed::unpack(packed)?;
/// let Verdict::Valid(claim, counts) = check(&file)? else {
///     panic!("something is left open");
/// };
/// assert_eq!(claim.to_string(), "no graph whose bounding box is exactly 0,0,0,0 has 65 or more moves");
/// assert_eq!(counts.nodes, 1);
/// assert!(check(&file[..20]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(file: &[u8]) -> Result<Verdict, Reject> {
    check_with(file, Form::Fast)
}

/// Checks a certificate, with the bound in this form. Both give the same verdicts.
///
/// # Errors
/// As for [`check`].
pub fn check_with(file: &[u8], form: Form) -> Result<Verdict, Reject> {
    positions(file, form, None).map(|(verdict, _)| verdict)
}

/// The verdict on a certificate, and the positions that it lists.
pub type Listed = (Verdict, Vec<Position>);

/// Checks a certificate until this time, and returns the positions that it lists, each once.
///
/// # Errors
/// As for [`check`], and [`Reason::Time`].
pub fn positions(file: &[u8], form: Form, until: Option<Instant>) -> Result<Listed, Reject> {
    observed(Reader::until(file, until), form, &mut ())
}

/// Checks a certificate from its first byte on, and tells the observer.
pub fn observed(
    mut reader: Reader<'_>,
    form: Form,
    observer: &mut dyn Observer,
) -> Result<Listed, Reject> {
    let header = Header::read(&mut reader).map_err(|reason| reader.reject(0, reason))?;
    let board = Board::with_arrival(header.claim.size, header.claim.arrival);
    let mut walk = Walk::new(reader, &header, &board, form, observer);
    walk.run()
        .map_err(|reason| walk.reader.reject(walk.counts.nodes, reason))?;
    let verdict = if walk.counts.open == 0 {
        Verdict::Valid
    } else {
        Verdict::Unfinished
    };
    Ok((verdict(header.claim, walk.counts), walk.positions))
}

/// A walk, one node after another.
pub struct Walk<'a> {
    /// The reader, at the first byte that is not read yet.
    pub reader: Reader<'a>,
    header: &'a Header,
    board: &'a Board,
    evaluation: plain::Evaluation<'a>,
    /// The fast form of the recipe, which chooses multipliers in place of `evaluation`; `None` in the plain form.
    fast: Option<fast::Recipe<'a>>,
    /// The numbers of what the walk has seen.
    pub counts: Counts,
    positions: Vec<Position>,
    observer: &'a mut dyn Observer,
}

/// How a node ends: as a leaf, or with a first and a second child.
pub enum End {
    /// A leaf.
    Leaf,
    /// Two children.
    Split(Decision, Decision),
}

impl<'a> Walk<'a> {
    /// A walk that begins where the reader is, after the header.
    pub fn new(
        reader: Reader<'a>,
        header: &'a Header,
        board: &'a Board,
        form: Form,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self {
            reader,
            header,
            board,
            evaluation: plain::Evaluation::new(board),
            fast: (form == Form::Fast).then(|| fast::Recipe::new(board)),
            counts: Counts::default(),
            positions: Vec::new(),
            observer,
        }
    }

    /// Visits all nodes, each before its children.
    fn run(&mut self) -> Result<(), Reason> {
        let mut node = Node::root(self.board, self.header);
        // Nodes whose first child is being read, with the decision that leads to the second.
        let mut waiting: Vec<(Node, Decision)> = Vec::new();
        loop {
            match self.visit(&mut node)? {
                End::Split(..) if waiting.len() == MAX_WAITING => return Err(Reason::Waiting),
                End::Split(first, second) => {
                    self.observer.split(first, second);
                    waiting.push((node.clone(), second));
                    node.decide(self.board, first);
                }
                End::Leaf => {
                    self.observer.leave();
                    let Some((parent, second)) = waiting.pop() else {
                        return self.reader.end();
                    };
                    node = parent;
                    node.decide(self.board, second);
                }
            }
        }
    }

    /// Bounds a node, and reads its operation.
    pub fn visit(&mut self, node: &mut Node) -> Result<End, Reason> {
        self.counts.nodes += 1;
        self.settle(node);
        self.bound(node);
        self.node(node)
    }

    /// Tells the observer what is known at the node.
    fn settle(&mut self, node: &Node) {
        self.observer.settle((!node.refuted).then_some(&node.state));
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
        self.observer.bound(&node.fine, value < target);
        node.refuted = value < target || self.fix(&mut node.state, target).is_err();
        self.settle(node);
        if !node.refuted && value < goal.target(&node.state) {
            node.refuted = true;
            // With what is known now, the value at these multipliers is no larger.
            self.observer.bound(&node.fine, true);
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
                let mut recipe = plain::Recipe::new(&mut self.evaluation, state, goal, fine);
                improve(&mut recipe, fine, target, schedule)
            }
        };
        self.counts.evaluations += evaluations;
        // All decisions rest on this: whatever chose the multipliers, they are in range, and their bound is computed mark by mark.
        fine.keep_within(goal.ranges);
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
            3 | 6 | 7 => Err(Reason::Operation),
            2 if self.header.claim.objects == Objects::Graphs => Err(Reason::NotGames),
            _ if node.refuted => Err(Reason::Refuted),
            2 => self.listed(node),
            4 => self.mark(node),
            5 => self.mirror(node),
            code => {
                let v = self.free_cell(node, code - 8)?;
                Ok(End::Split(Decision::Present(v), Decision::Absent(v)))
            }
        }
    }

    /// LISTED: as many objects as it says must satisfy the node, and none unless the certificate lists positions.
    fn listed(&mut self, node: &Node) -> Result<End, Reason> {
        let (count, most) = (self.reader.index()?, MAX_POSITIONS - self.positions.len());
        if count > 0 && !self.header.claim.all_of {
            return Err(Reason::NoList);
        }
        let limits = (most, self.reader.until);
        let (goal, state) = (self.header.goal, &node.state);
        let found = listing::list(self.board, goal, state, limits, self.observer)?;
        let is_all = found.len() == count;
        self.positions.extend(found);
        self.counts.positions = self.positions.len();
        self.counts.closed += 1;
        is_all.then_some(End::Leaf).ok_or(Reason::Listed)
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
