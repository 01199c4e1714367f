//! Depth-first branch-and-bound that writes its certificate as it goes.
//!
//! The tree is explored with work stealing: the two nodes of a branching near the root
//! may run on different threads, and their certificates are put together in
//! the order of the format whoever finished first. Stopping leaves OPEN nodes behind, from
//! which [`refute`](super::refute()) resumes.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::game::Objects;
use crate::geometry::{Move, Symmetry};

use super::branching::{Gains, share};
use super::certificate::{AGAIN, Header, NODE, Operation, ROOT, Reader};
use super::domain::Domain;
use super::dual_bound::{DualBound, FineMultipliers};
use super::end_game::{End, Pool};
use super::fill::Given;
use super::fixed_point::UNIT;
use super::instance::Instance;
use super::layout::Mark;
use super::reduced_cost::fix;
use super::refute::{Limits, Outcome, Params, Progress, SearchError};
use super::written::Written;

mod budget;
mod choose;
mod decision;
mod end;
mod grow;
mod places;
mod trial;
mod witness;

use budget::{Attempt, Budget};
use decision::Decision;
pub use grow::{Estimate, Scale};
pub(super) use grow::{Found, Growth, Plan};

/// Below this depth a node is left open rather than the stack exhausted.
pub(super) const MAX_DEPTH: u32 = 1000;

/// One search: what it is about and what all threads share.
pub(super) struct Search<'a> {
    instance: Instance,
    header: Header,
    params: &'a Params,
    limits: &'a Limits<'a>,
    gains: Gains,
    /// Whether this search only looks for a game.
    dives: bool,
    /// If given, only the subtree at these bytes of the resumed certificate is searched.
    below: Option<Range<usize>>,
    /// If given, the tree is only grown so far that its open nodes have about the same size.
    growth: Option<Growth>,
    budget: Budget,
    nodes: AtomicU64,
    evaluations: AtomicU64,
    /// Closed share of the tree in units of 2^-62.
    share: AtomicU64,
    found: AtomicBool,
    /// How far the value at the root lies above the target.
    root_gap: AtomicI32,
    witness: Mutex<Option<Result<Vec<Move>, SearchError>>>,
    /// What closed end games, to be tried on others.
    pool: Mutex<Pool>,
}

/// What came back from a node.
struct Subtree {
    bytes: Vec<u8>,
    complete: bool,
    /// The bound at the node after improving; `None` when it was closed.
    value: Option<i32>,
    /// Its closed share of the tree in units of 2^-62.
    share: u64,
    /// What is known of its open nodes, in their order, in a tree that is grown.
    estimates: Vec<Estimate>,
}

/// A part of the resumed certificate that stays as it is.
struct Part {
    bytes: Vec<u8>,
    complete: bool,
}

impl Part {
    /// What it is in the tree.
    fn within(self, search: &Search<'_>, depth: u32) -> Subtree {
        let Self { bytes, complete } = self;
        if complete {
            return search.closed_as(bytes, depth);
        }
        left_open(bytes, Vec::new())
    }
}

/// How a search goes on at a node that has been bounded.
enum Next {
    /// Not at all: these multipliers close it.
    Closed(Written),
    /// By this branching.
    Branch(Operation),
    /// Nothing is left to decide.
    Decided,
}

/// A node to be solved.
struct Task<'r> {
    node: Domain,
    multipliers: Box<FineMultipliers>,
    depth: u32,
    /// The symmetry under which the node's decisions are still invariant.
    mirror: Option<Symmetry>,
    /// How many end games above this node, itself included, are open.
    end_games: u32,
    /// Where an unfinished certificate stands at this node.
    resume: Option<Reader<'r>>,
    /// How many nodes its subtree is expected to have, in a tree that is grown.
    expected: f64,
    /// What bounding it came to, if that was done before its turn.
    bounded: Option<Bounded>,
    /// What it is tried as a part of.
    attempt: Option<Arc<Attempt>>,
}

/// A node that has been bounded: where the worker stood then, and the value, none if that closed it.
struct Bounded {
    worker: DualBound,
    value: Option<i32>,
}

impl Task<'_> {
    /// The same node, with no certificate to go on from.
    fn copy(&self) -> Task<'static> {
        Task {
            node: self.node.clone(),
            multipliers: self.multipliers.clone(),
            depth: self.depth,
            mirror: self.mirror,
            end_games: self.end_games,
            resume: None,
            expected: self.expected,
            bounded: None,
            attempt: self.attempt.clone(),
        }
    }
}

impl<'a> Search<'a> {
    /// A search that has not begun.
    pub(super) fn new(
        instance: Instance,
        header: Header,
        params: &'a Params,
        limits: &'a Limits<'a>,
    ) -> Self {
        Self {
            gains: Gains::new(&instance),
            instance: Instance {
                balanced: header.balances_sides(),
                moves: if header.gain > 0 { header.target() } else { 0 },
                ..instance
            },
            header,
            params,
            limits,
            dives: false,
            below: None,
            growth: None,
            budget: Budget::default(),
            nodes: AtomicU64::new(0),
            evaluations: AtomicU64::new(0),
            share: AtomicU64::new(0),
            found: AtomicBool::new(false),
            root_gap: AtomicI32::new(0),
            witness: Mutex::new(None),
            pool: Mutex::default(),
        }
    }

    /// Looks for a game by some nodes of a tree that builds games up move by move. What it does not find shows nothing.
    pub(super) fn dive(mut self) -> Result<Outcome, SearchError> {
        self.dives = true;
        self.run(None, None)
    }

    /// The same search, but only of the subtree at these bytes of the certificate that is resumed.
    pub(super) fn below(self, below: Option<Range<usize>>) -> Self {
        Self { below, ..self }
    }

    /// The same search, but of about so many new nodes at most.
    pub(super) fn at_most(self, nodes: Option<u64>) -> Self {
        Self {
            budget: Budget::of(nodes),
            ..self
        }
    }

    /// The same search, but one that leaves what is small enough open.
    pub(super) fn growing(self, growth: Growth) -> Self {
        Self {
            growth: Some(growth),
            ..self
        }
    }

    /// Runs it, with what is given from the start, or from where an unfinished certificate stands.
    pub(super) fn run(
        &self,
        given: Option<&Given>,
        resume: Option<Reader<'_>>,
    ) -> Result<Outcome, SearchError> {
        let mut node = self.root_node();
        if let Some(given) = given {
            self.decide(&mut node, given);
        }
        let mut certificate = self.header.to_bytes();
        let mut worker = DualBound::new(&self.instance);
        let multipliers = Box::new(self.start_multipliers());
        let subtree = if node.propagate(&self.instance).is_err() {
            self.close(Vec::new(), 0)
        } else {
            let task = Task {
                node,
                multipliers,
                depth: 0,
                end_games: 0,
                // What is given need not be symmetric.
                mirror: self.own_symmetry().filter(|_| given.is_none()),
                resume,
                expected: 0.0,
                bounded: None,
                attempt: None,
            };
            self.solve(&mut worker, task)
        };
        if let Some(growth) = &self.growth {
            growth.note(subtree.estimates);
        }
        certificate.extend_from_slice(&subtree.bytes);
        let witness = self.witness.lock().expect("no thread panicked").take();
        Ok(Outcome {
            certificate,
            complete: subtree.complete,
            witness: witness.transpose()?,
            root_bound: subtree.value.map_or(0.0, f64::from) / f64::from(UNIT),
            progress: self.progress(),
        })
    }

    fn root_node(&self) -> Domain {
        let games = self.header.objects == Objects::Games;
        Domain::new(&self.instance, games, self.header.symmetric)
    }

    /// Notes what is given; see [`Domain::propagate`].
    fn decide(&self, node: &mut Domain, given: &Given) {
        for &cell in &given.present {
            node.set_present(self.instance.layout.index(cell));
        }
        for &cell in &given.absent {
            node.set_absent(self.instance.layout.index(cell));
        }
        for &mv in &given.moves {
            node.force(Mark {
                cell: self.instance.layout.index(mv.dot()),
                direction: mv.line.direction.index(),
                position: usize::from(mv.position),
            });
        }
    }

    fn start_multipliers(&self) -> FineMultipliers {
        let (start, price) = (self.header.start as i32, self.header.price as i32);
        FineMultipliers::uniform(&self.instance, start, price)
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes.load(Ordering::Relaxed),
            evaluations: self.evaluations.load(Ordering::Relaxed),
            share: self.share.load(Ordering::Relaxed) as f64 / (1u64 << 62) as f64,
        }
    }

    /// Whether this node, and what is below it, is to be left open.
    fn stopped(&self, task: &Task<'_>) -> bool {
        let nodes = self.nodes.load(Ordering::Relaxed);
        self.found.load(Ordering::Relaxed)
            || (self.limits.stop)()
            || task.is_given_up()
            || self.dives && nodes > u64::from(self.params.forward_nodes)
    }

    /// Solves a node: bounds it, closes it or branches.
    fn solve(&self, worker: &mut DualBound, mut task: Task<'_>) -> Subtree {
        if let Some(part) = task
            .resume
            .as_ref()
            .and_then(|reader| self.left_alone(reader))
        {
            return part.within(self, task.depth);
        }
        if let Some(settled) = self.settled(&task) {
            return settled;
        }
        if task.resume.is_none() {
            if self.stopped(&task) || task.depth > MAX_DEPTH {
                return open(Vec::new());
            }
            if self.is_used_up(&task) {
                let small = self.finish_if_small(task, |task| self.solve(worker, task));
                return small.unwrap_or_else(|| open(Vec::new()));
            }
            self.take_node(&task);
        }
        self.count_node();
        let mut bytes = Vec::new();
        let value = match task.bounded.take() {
            Some(bounded) => {
                *worker = bounded.worker;
                bounded.value
            }
            None => self.bound(worker, &mut task),
        };
        let Some(mut value) = value else {
            return self.close(bytes, task.depth);
        };
        if task.depth == 0 {
            self.look(worker, &mut task, value);
        }
        while let Some(reader) = &mut task.resume {
            let offset = reader.offset;
            match reader.operation() {
                Ok(Operation::Refine { schedule }) => {
                    match self.refine(worker, &mut task, schedule as usize, &mut bytes) {
                        Some(v) => value = v,
                        None => return self.close(bytes, task.depth),
                    }
                }
                Ok(Operation::Open) | Err(_) => {
                    task.resume = None;
                    self.recall(&mut task, offset);
                    if self.stopped(&task) {
                        return open(bytes);
                    }
                    if self.is_used_up(&task) {
                        let written = bytes.clone();
                        let go_on = |task: Task<'_>| self.go_on(worker, task, value, bytes);
                        let small = self.finish_if_small(task, go_on);
                        return small.unwrap_or_else(|| open(written));
                    }
                }
                Ok(operation) => return self.split(worker, task, operation, value, bytes),
            }
        }
        if self.dives {
            return self.dive_on(worker, task, value, bytes);
        }
        if let Some(growth) = self.growth(&task)
            && let Some(leaf) = self.leaf(growth, worker, &mut task, value)
        {
            bytes.extend_from_slice(&leaf.bytes);
            return Subtree { bytes, ..leaf };
        }
        self.go_on(worker, task, value, bytes)
    }

    /// Solves a node that has been bounded, but not closed by this.
    fn go_on(
        &self,
        worker: &mut DualBound,
        mut task: Task<'_>,
        value: i32,
        bytes: Vec<u8>,
    ) -> Subtree {
        let tries = self.is_worth_trials(&task.node, value).then_some(value);
        match self.next(worker, &mut task, tries) {
            Next::Closed(written) => self.close_by(&written, bytes, task.depth),
            Next::Branch(operation) => self.split(worker, task, operation, value, bytes),
            Next::Decided => self.decided(&task, bytes),
        }
    }

    /// How to go on at a node that has been bounded.
    fn next(&self, worker: &mut DualBound, task: &mut Task<'_>, tries: Option<i32>) -> Next {
        let telling = match self.end(task) {
            Some(End::Closed(written)) => return Next::Closed(written),
            Some(End::Open(shares)) => {
                task.end_games += 1;
                self.telling_mark(task, &shares)
            }
            None => None,
        };
        let operation = match telling {
            Some(mark) => Some(Operation::mark(self.number(mark.cell), mark)),
            None => self.choose(worker, task, tries),
        };
        operation.map_or(Next::Decided, Next::Branch)
    }

    /// Goes on with a dive, unless the target is too far from the bound for one.
    fn dive_on(
        &self,
        worker: &mut DualBound,
        task: Task<'_>,
        value: i32,
        bytes: Vec<u8>,
    ) -> Subtree {
        if !self.goes_forward() {
            return open(bytes);
        }
        let tries = self.is_worth_trials(&task.node, value).then_some(value);
        match self.choose(worker, &task, tries) {
            Some(operation) => self.split(worker, task, operation, value, bytes),
            None => self.decided(&task, bytes),
        }
    }

    /// The subtree that starts here, if there is nothing to do in it: it has no open node, or only ones that are not asked for.
    fn left_alone(&self, reader: &Reader<'_>) -> Option<Part> {
        let mut end = reader.clone();
        let has_open = end.skip_subtree().ok()?;
        let here = reader.offset..end.offset;
        // Of two subtrees one holds the other, or they have no byte in common.
        let is_asked = |below: &Range<usize>| below.start < here.end && here.start < below.end;
        let is_left = !has_open || !self.below.as_ref().is_none_or(is_asked);
        is_left.then(|| Part {
            bytes: reader.bytes[here].to_vec(),
            complete: !has_open,
        })
    }

    fn count_node(&self) {
        let nodes = self.nodes.fetch_add(1, Ordering::Relaxed);
        if nodes.is_multiple_of(64) {
            (self.limits.progress)(self.progress());
        }
    }

    /// Bounds a node: rounds, until they gain too little; `None` when that closes it.
    fn bound(&self, worker: &mut DualBound, task: &mut Task<'_>) -> Option<i32> {
        let first = if task.depth == 0 { ROOT } else { NODE };
        let mut value = None;
        for round in 0..self.header.rounds {
            let schedule = if round == 0 { first } else { AGAIN };
            let before = task.node.count_marks();
            value = Some(self.round(worker, task, schedule)?);
            if before - task.node.count_marks() < self.header.again {
                break;
            }
        }
        value
    }

    /// A REFINE operation: the new value, or `None` when the node is closed by it.
    fn refine(
        &self,
        worker: &mut DualBound,
        task: &mut Task<'_>,
        schedule: usize,
        bytes: &mut Vec<u8>,
    ) -> Option<i32> {
        Operation::Refine {
            schedule: schedule as u32,
        }
        .write(bytes);
        self.round(worker, task, schedule)
    }

    /// A round: the new value, or `None` when the node is closed by it.
    fn round(&self, worker: &mut DualBound, task: &mut Task<'_>, schedule: usize) -> Option<i32> {
        let before = worker.evaluations;
        let lengths = *self.header.schedules.get(schedule)?;
        let target = self.target(&task.node);
        let (node, multipliers) = (&task.node, &mut *task.multipliers);
        let value = worker.ascend(node, multipliers, lengths, target);
        self.note_evaluations(worker, before);
        self.conclude(worker, task, value)
    }

    fn note_evaluations(&self, worker: &DualBound, before: u64) {
        let spent = worker.evaluations - before;
        self.evaluations.fetch_add(spent, Ordering::Relaxed);
    }

    /// What follows the recipe in a round: fixing and P8. `None` when the node is closed.
    fn conclude(&self, worker: &mut DualBound, task: &mut Task<'_>, value: i32) -> Option<i32> {
        let gap = value - self.target(&task.node);
        if gap < 0 {
            return None;
        }
        if task.depth == 0 {
            self.root_gap.store(gap, Ordering::Relaxed);
        }
        let node = &mut task.node;
        worker.evaluate(node, &task.multipliers);
        fix(&self.instance, node, &worker.reduced, gap).ok()?;
        node.apply_order(&self.instance).ok()?;
        // More dots may be present by now than the value allows.
        (value >= self.target(node)).then_some(value)
    }

    /// What the value of a node must reach, in units of the kernel.
    fn target(&self, node: &Domain) -> i32 {
        self.in_units(self.header.target_with(node.count_present()))
    }

    /// What so many moves count, in units of the kernel.
    const fn in_units(&self, moves: u32) -> i32 {
        (self.header.gain * moves) as i32 * UNIT
    }

    /// Solves the two nodes of a branching.
    fn split(
        &self,
        worker: &mut DualBound,
        task: Task<'_>,
        operation: Operation,
        value: i32,
        mut bytes: Vec<u8>,
    ) -> Subtree {
        let Some(decision) = self.decision(&task.node, &operation) else {
            return open(bytes);
        };
        operation.write(&mut bytes);
        let second_resume = task.resume.clone().and_then(|mut reader| {
            reader.skip_subtree().ok()?;
            Some(reader)
        });
        let presence = self.presence(&decision, &worker.primal);
        // What is not asked for stays as it was, even where it is seen at once that nothing is there.
        let kept = [&task.resume, &second_resume].map(|resume| {
            self.below.as_ref()?;
            self.left_alone(resume.as_ref()?)
        });
        let mut first = self.child(&task, &decision, 0);
        let mut second = self.child(&task, &decision, 1);
        if let Some(growth) = self.growth(&task) {
            let children = [first.as_mut(), second.as_mut()];
            self.divide(growth, worker, task.expected, children);
        }
        if let Some(second) = &mut second {
            second.resume = second_resume;
        }
        let (a, b) = self.both(worker, task.depth, [first, second], kept);
        self.learn(&decision, presence, value, [a.value, b.value]);
        bytes.extend_from_slice(&a.bytes);
        bytes.extend_from_slice(&b.bytes);
        let mut estimates = a.estimates;
        estimates.extend(b.estimates);
        Subtree {
            bytes,
            complete: a.complete && b.complete,
            value: Some(value),
            share: a.share + b.share,
            estimates,
        }
    }

    fn both(
        &self,
        worker: &mut DualBound,
        depth: u32,
        [first, second]: [Option<Task<'_>>; 2],
        [kept, kept_second]: [Option<Part>; 2],
    ) -> (Subtree, Subtree) {
        let first = (first, kept);
        let second = (second, kept_second);
        let solve = |worker: &mut DualBound, child: (Option<Task<'_>>, Option<Part>)| match child {
            (_, Some(part)) => part.within(self, depth + 1),
            (Some(task), None) => self.solve(worker, task),
            (None, None) => self.close(Vec::new(), depth + 1),
        };
        if self.limits.threads > 1 && depth < self.params.parallel_depth {
            rayon::join(
                || solve(worker, first),
                || solve(&mut DualBound::new(&self.instance), second),
            )
        } else {
            let a = solve(worker, first);
            (a, solve(worker, second))
        }
    }

    /// How likely what a decision is about is in the relaxed solution, in 0..=1.
    fn presence(&self, decision: &Decision, presence: &[u16]) -> f64 {
        match *decision {
            Decision::Cell { cell, .. } => share(presence[cell]),
            Decision::Mark(_) => 0.5,
        }
    }

    fn learn(&self, decision: &Decision, presence: f64, value: i32, children: [Option<i32>; 2]) {
        let &Decision::Cell { cell, .. } = decision else {
            return;
        };
        for (side, child) in children.into_iter().enumerate() {
            let gain = self.gain(value, child);
            self.gains.learn(cell, presence, side, gain);
        }
    }

    /// How far the value fell from a node to its child, of value `None` if it was closed.
    fn gain(&self, value: i32, child: Option<i32>) -> f64 {
        /// A closed node counts as if the bound had fallen this much below the target.
        const CLOSED_BONUS: i32 = UNIT / 4;
        let target = self.in_units(self.header.target());
        f64::from(value.saturating_sub(child.unwrap_or(target - CLOSED_BONUS)))
    }

    fn close(&self, mut bytes: Vec<u8>, depth: u32) -> Subtree {
        Operation::Closed.write(&mut bytes);
        self.closed_as(bytes, depth)
    }

    fn closed_as(&self, bytes: Vec<u8>, depth: u32) -> Subtree {
        let share = (1u64 << 62).checked_shr(depth).unwrap_or(0);
        self.share.fetch_add(share, Ordering::Relaxed);
        Subtree {
            bytes,
            complete: true,
            value: None,
            share,
            estimates: Vec::new(),
        }
    }
}

fn open(mut bytes: Vec<u8>) -> Subtree {
    Operation::Open.write(&mut bytes);
    left_open(bytes, Vec::new())
}

/// A subtree with open nodes, and what is known of these.
fn left_open(bytes: Vec<u8>, estimates: Vec<Estimate>) -> Subtree {
    Subtree {
        bytes,
        complete: false,
        value: None,
        share: 0,
        estimates,
    }
}
