//! The way into the search: what may be tuned, what limits it, and what it leaves behind.

use std::ops::Range;

use crate::game::{GraphFault, Objects};
use crate::geometry::{Arrival, BoundingBox, Move};

use super::certificate::{Header, ReadError, Reader, read_header};
use super::dual_bound::Schedule;
use super::fill::Given;
use super::instance::Instance;
use super::place::open_offsets;
use super::search::{Estimate, Found, Growth, Plan, Scale, Search};

/// Tuning of the search: name, default, meaning. None of it can make a result wrong.
#[derive(Clone, Debug)]
pub struct Params {
    /// Start value of the slot multipliers, in units of 1/1024 move (default 0.7 moves).
    pub start: u32,
    /// Start value of the side multipliers where only the sides count, in the same units (default half a
    /// move): what a dot on a side is worth there (`paper/certificate.md`, section 4). At 0 the sides are not
    /// balanced: refutations take longer, but the search goes straight for an object.
    pub price: u32,
    /// The recipe of the first round at the root.
    pub root_schedule: Schedule,
    /// The recipe of the first round at every other node, and of trials.
    pub schedule: Schedule,
    /// The recipe of further rounds.
    pub again_schedule: Schedule,
    /// The schedule of nodes where only the sides count.
    pub side_schedule: Schedule,
    /// Rounds of improving and fixing at a node, at most (default 4).
    pub rounds: u32,
    /// Another round is worth it when at least this many marks were forbidden (default 40).
    pub again: u32,
    /// Solutions of the linear program of an end game, with cuts between them (default 20; 0: it is not asked).
    pub end_rounds: u32,
    /// The same below an end game that it did not close (default 5).
    pub end_rounds_below: u32,
    /// Before the tree of a question about long games, if its target is within so many moves of the bound at the root
    /// (default 13; twice as many for symmetric games), a dive looks for a game, move by move from the cross.
    pub forward_gap: u32,
    /// Nodes of this dive (default 2000). Nothing of it enters the certificate.
    pub forward_nodes: u32,
    /// A node whose gap to the target is at least so many moves is branched on by trial (strong
    /// branching; default 8). In moves, not as a share of the gap at the root: that leaves most of a large tree untried.
    pub trial_moves: u32,
    /// Where only the sides count, moves measure nothing: the same in percent of the gap at the root
    /// (default 10, never above 100).
    pub trial_gap: u32,
    /// Cells tried at such a node (default 12; 0: learned gains alone decide).
    pub trials: u32,
    /// Trials at a node end when so many cells in a row were no better than the best (default 4).
    pub trial_patience: u32,
    /// Depth above which the two nodes of a branching may run in parallel (default 20).
    pub parallel_depth: u32,
}

impl Default for Params {
    fn default() -> Self {
        const fn schedule(steps: u32, width: u32, decay: u32, rate: u32) -> Schedule {
            Schedule::new(steps, width, decay, rate).expect("a default schedule is in range")
        }
        Self {
            start: 716,
            price: 512,
            root_schedule: schedule(600, 717, 29, 46),
            schedule: schedule(100, 717, 170, 46),
            again_schedule: schedule(100, 717, 170, 46),
            side_schedule: schedule(100, 410, 136, 46),
            rounds: 4,
            again: 40,
            end_rounds: 20,
            end_rounds_below: 5,
            forward_gap: 13,
            forward_nodes: 2000,
            trial_moves: 8,
            trial_gap: 10,
            trials: 12,
            trial_patience: 4,
            parallel_depth: 20,
        }
    }
}

impl Params {
    /// For a search that is to find what fits a box rather than to refute it: where only the sides count they have no
    /// [`price`](Self::price).
    pub fn to_find(self) -> Self {
        Self { price: 0, ..self }
    }
}

/// When to stop, and how many threads to use.
pub struct Limits<'a> {
    /// Asked at every node; once true, what is left stays open.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Threads, at least 1.
    pub threads: usize,
    /// Called now and then, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Evaluations of the bound so far.
    pub evaluations: u64,
    /// Share of the tree that is closed, if each branching halved it.
    pub share: f64,
}

/// What a search leaves behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The certificate; unfinished unless `complete`.
    pub certificate: Vec<u8>,
    /// Whether every node was closed.
    pub complete: bool,
    /// An object that the question said might exist, checked against the rules. Its
    /// moves are in an order of play when the question is about games.
    pub witness: Option<Vec<Move>>,
    /// Bound at the root in moves (meaningful when `gain` is 1).
    pub root_bound: f64,
    /// Effort of this run.
    pub progress: Progress,
}

/// Why a search could not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The box does not fit the engine's arrays.
    #[error("the box {0} is too wide or too high for the exact engine")]
    TooLarge(BoundingBox),
    /// The half turn does not map the box to itself: no symmetric object fits it.
    #[error("no symmetric position has the box {0}: its opposite sides differ")]
    Lopsided(BoundingBox),
    /// What was asked about an arrival does not make sense.
    #[error(
        "only games of any length arrive at a box, and only by sides at a distance above 0: ask for such games"
    )]
    NoArrival,
    /// The certificate to resume cannot be read.
    #[error("the unfinished certificate cannot be resumed: {0}")]
    Unreadable(#[from] ReadError),
    /// The certificate to resume belongs to another question.
    #[error("the unfinished certificate is about another question")]
    OtherQuestion,
    /// A decided node does not describe a graph: a bug in the rules of the engine.
    #[error("the engine found a solution for box {0} that breaks the rules: {1}")]
    BadSolution(BoundingBox, GraphFault),
    /// A decided node describes a graph that cannot be played: a bug in rule P6.
    #[error("the engine found a solution for box {0} that cannot be played: {1}")]
    Unplayable(BoundingBox, String),
    /// The threads could not be started.
    #[error("the search threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The search's own thread could not be started.
    #[error("the search thread cannot be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// What is to be refuted: that there is an object of at least so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The exact bounding box of the object.
    pub bounding_box: BoundingBox,
    /// Its kind.
    pub objects: Objects,
    /// Whether the half turn about the centre of the cross must map it to itself.
    pub symmetric: bool,
    /// Its number of moves, or more; 0: any object that has the bounding box.
    pub at_least: u32,
    /// Only games whose last move arrives at the box by these sides: it places the only dot on them. The kind must
    /// be games, not symmetric, of any number of moves, and the sides at distances above 0.
    pub arrival: Option<Arrival>,
}

/// Tries to show that there is no such object.
///
/// Ends with a complete certificate, or with a witness that there is such an object, or
/// unfinished when `limits` stopped it. `resume` is an unfinished certificate of the same question.
///
/// # Errors
/// See [`SearchError`]; running out of time is not an error.
pub fn refute(
    question: Question,
    params: &Params,
    limits: &Limits<'_>,
    resume: Option<&[u8]>,
) -> Result<Outcome, SearchError> {
    let way = Way {
        resume,
        ..Way::default()
    };
    search_for(question, params, limits, way).map(|(outcome, _)| outcome)
}

/// Goes on below one open node of an unfinished certificate of the same question, and nowhere else: below the node that begins at
/// byte `start` of it. What comes back is this certificate with another subtree there.
///
/// With `most`, it ends after about so many new nodes. Of what is left then, what is small is still finished (with a
/// quarter of `most` at most), so that little stays open, and large.
///
/// # Errors
/// See [`SearchError`]; running out of time is not an error.
pub fn refute_below(
    question: Question,
    params: &Params,
    limits: &Limits<'_>,
    certificate: &[u8],
    (start, most): (usize, Option<u64>),
) -> Result<Outcome, SearchError> {
    let way = Way {
        resume: Some(certificate),
        below: Some(start),
        most,
        ..Way::default()
    };
    search_for(question, params, limits, way).map(|(outcome, _)| outcome)
}

/// A tree that was grown until its open nodes were small.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The certificate, unfinished unless the question was answered on the way.
    pub outcome: Outcome,
    /// How large the subtrees of the open nodes are, in the order of the certificate.
    pub estimates: Vec<Estimate>,
    /// How many nodes were bounded to find that out; those of the tree are not among them.
    pub probed: u64,
    /// What was found out about the whole tree; `None` if its root is closed or decided.
    pub scale: Option<Scale>,
}

/// How far a tree is grown.
#[derive(Clone, Copy, Debug)]
pub struct Until<'a> {
    /// The subtree of each open node is to have at most so many nodes, as far as is known.
    pub most: f64,
    /// Probes of each; with none, what is expected from above is all that is known.
    pub probes: u32,
    /// What was found out about the certificate that is gone on from, when it was made. Open nodes that are small enough by this are
    /// not looked at again.
    pub known: Option<(Scale, &'a [Estimate])>,
}

/// Searches only until the subtrees of all open nodes are small enough. What turns out to be tiny is searched to its end.
///
/// With the same arguments it does the same again, on one thread.
///
/// # Errors
/// See [`SearchError`]; running out of time is not an error.
pub fn grow(
    question: Question,
    params: &Params,
    limits: &Limits<'_>,
    resume: Option<&[u8]>,
    until: Until<'_>,
) -> Result<Grown, SearchError> {
    let offsets = match (resume, until.known) {
        (Some(certificate), Some(_)) => open_offsets(certificate)?,
        _ => Vec::new(),
    };
    let known = until.known.map_or(&[][..], |(_, estimates)| estimates);
    let is_known = offsets.len() == known.len();
    let known = offsets.into_iter().zip(known.iter().copied());
    let plan = Plan {
        most: until.most,
        probes: until.probes,
        scale: until.known.map(|(scale, _)| scale),
        known: known.filter(|_| is_known).collect(),
    };
    let way = Way {
        resume,
        growth: Some(Growth::new(plan)),
        ..Way::default()
    };
    let (outcome, found) = search_for(question, params, limits, way)?;
    Ok(Grown {
        outcome,
        estimates: found.estimates,
        probed: found.probed,
        scale: found.scale,
    })
}

/// How a question is searched.
#[derive(Default)]
pub(super) struct Way<'a> {
    /// What is known from the start; the certificate then has no meaning.
    pub(super) given: Option<&'a Given>,
    /// An unfinished certificate to go on from.
    pub(super) resume: Option<&'a [u8]>,
    /// Only below the node that begins at this byte of it.
    pub(super) below: Option<usize>,
    /// About so many new nodes.
    pub(super) most: Option<u64>,
    /// Only so far.
    pub(super) growth: Option<Growth>,
}

/// The search behind [`refute`], [`grow`] and [`fill`](super::fill::fill()), with what it found out about open nodes.
pub(super) fn search_for(
    question: Question,
    params: &Params,
    limits: &Limits<'_>,
    way: Way<'_>,
) -> Result<(Outcome, Found), SearchError> {
    let Question {
        bounding_box,
        objects,
        symmetric,
        at_least,
        arrival,
    } = question;
    if arrival.is_some_and(|a| !is_askable(question, a)) {
        return Err(SearchError::NoArrival);
    }
    if symmetric && !bounding_box.is_point_symmetric() {
        return Err(SearchError::Lopsided(bounding_box));
    }
    let reaches = at_least == 0;
    let instance = Instance::new(bounding_box, u32::from(!reaches), arrival)
        .ok_or(SearchError::TooLarge(bounding_box))?;
    let header = Header {
        bounding_box,
        objects,
        symmetric,
        gain: u32::from(!reaches),
        at_least,
        arrival,
        start: params.start,
        price: if reaches { params.price } else { 0 },
        rounds: params.rounds,
        again: params.again,
        schedules: vec![
            params.root_schedule,
            if reaches {
                params.side_schedule
            } else {
                params.schedule
            },
            params.again_schedule,
        ],
    };
    let (header, tree) = match way.resume {
        Some(bytes) => resumed(&header, bytes)?,
        None => (header, None),
    };
    let below = match (&tree, way.below) {
        (Some(tree), Some(start)) => Some(subtree_at(tree, start)?),
        _ => None,
    };
    let is_long_game = objects == Objects::Games && !symmetric && !reaches;
    let dives = is_long_game && way.given.is_none() && tree.is_none();
    on_own_thread(limits.threads, || {
        if dives {
            let dive = Search::new(instance.clone(), header.clone(), params, limits).dive()?;
            if dive.witness.is_some() {
                return Ok((dive, Default::default()));
            }
        }
        let mut search = Search::new(instance.clone(), header, params, limits).below(below);
        search = search.at_most(way.most);
        if let Some(growth) = way.growth {
            search = search.growing(growth);
        }
        let outcome = search.run(way.given, tree)?;
        Ok((outcome, search.found_out()))
    })?
}

/// The bytes of the subtree that begins at `start`.
fn subtree_at(tree: &Reader<'_>, start: usize) -> Result<Range<usize>, SearchError> {
    let mut end = Reader {
        offset: start,
        ..tree.clone()
    };
    end.skip_subtree()?;
    Ok(start..end.offset)
}

/// A node costs a few kilobytes of stack; [`MAX_DEPTH`](super::search::MAX_DEPTH) of them must fit.
const STACK: usize = 64 << 20;

/// Runs the search on a thread of its own, and on a pool of its own if it may use several.
///
/// A caller that is itself a worker of a pool must wait here: entering another pool directly would
/// make it take up its pool's next task in the meantime, a second search below the first.
fn on_own_thread<T: Send>(
    threads: usize,
    search: impl FnOnce() -> T + Send,
) -> Result<T, SearchError> {
    let pool = match threads {
        0 | 1 => None,
        _ => Some(
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .stack_size(STACK)
                .build()?,
        ),
    };
    let run = move || match pool {
        Some(pool) => pool.install(search),
        None => search(),
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, run)?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Whether there are objects of the question's kind that arrive so.
fn is_askable(question: Question, arrival: Arrival) -> bool {
    question.objects == Objects::Games
        && !question.symmetric
        && question.at_least == 0
        && arrival.before(question.bounding_box).is_some()
}

/// Checks that the certificate answers the same question; its own start and schedules win.
fn resumed<'a>(
    wanted: &Header,
    bytes: &'a [u8],
) -> Result<(Header, Option<Reader<'a>>), SearchError> {
    let (found, offset) = read_header(bytes)?;
    let question = |h: &Header| {
        (
            h.bounding_box,
            h.objects,
            h.symmetric,
            h.at_least,
            h.arrival,
        )
    };
    if question(&found) != question(wanted) || found.schedules.len() != wanted.schedules.len() {
        return Err(SearchError::OtherQuestion);
    }
    Ok((found, Some(Reader { bytes, offset })))
}
