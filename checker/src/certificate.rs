//! Certificates: the file, and the walk over its tree of case distinctions.
//!
//! Promise: when [`check`] returns [`Verdict::Valid`], the claim holds. Every object the claim denies satisfies the root
//! state; every object that satisfies a node and reaches the target satisfies one of its two children (for MIRROR: it or one of
//! its images does); and no such object satisfies a closed leaf. Format and rules: `paper/certificate.md`, section 5.

use crate::bound::{Evaluation, Goal, MAX_SIDE, MAX_SLOT, Multipliers, Schedule, UNIT};
use crate::geometry::{Arrival, Board, BoxSize, HALF_TURN, MARKS};
use crate::state::{Cell, Contradiction, Objects, State};
use std::fmt;

/// The first eight bytes of a certificate.
pub const MAGIC: &[u8; 8] = b"MORPCERT";
/// How many second nodes may wait for their turn at once. On the way to a node each CELL, MIRROR and MARK whose first node
/// is entered decides a cell or its mark for good, unless the mark was forced already: 2 * 448 waiting
/// nodes are enough for every certificate without such idle steps. The limit bounds the memory of all others.
pub const MAX_WAITING: usize = 1000;
const MAX_STEPS: u64 = 100_000;

/// What a certificate shows once it is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The exact bounding box of the objects it speaks of.
    pub size: BoxSize,
    /// If given, it speaks only of games that arrive at the box so, and says that there are none: it does not show the box
    /// empty.
    pub arrival: Option<Arrival>,
    /// Their kind.
    pub objects: Objects,
    /// Whether it speaks only of objects that the half turn maps to themselves.
    pub symmetric: bool,
    /// The number of moves that no object has or exceeds; 0 if there is no object at all (gain 0).
    pub k: u64,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (object, size) = (Kind(self.objects, self.symmetric), self.size);
        match (self.arrival, self.k) {
            (Some(corner), _) if corner.is_corner() => write!(
                f,
                "no {object} arrives at the box {size} by its {corner} corner"
            ),
            (Some(side), _) => write!(
                f,
                "no {object} arrives at the box {size} by its {side} side"
            ),
            (None, 0) => write!(f, "no {object} has exactly the bounding box {size}"),
            (None, k) => write!(
                f,
                "no {object} whose bounding box is exactly {size} has {k} or more moves"
            ),
        }
    }
}

/// A kind of objects in words, in the singular.
pub(crate) struct Kind(pub(crate) Objects, pub(crate) bool);

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symmetric = if self.1 { "point-symmetric " } else { "" };
        write!(f, "{symmetric}{}", self.0)
    }
}

/// How much a walk has seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes, leaves included.
    pub nodes: u64,
    /// Leaves closed by a contradiction or by the bound.
    pub closed: u64,
    /// Leaves of which nothing is shown.
    pub open: u64,
    /// Evaluations of the bound.
    pub evaluations: u64,
}

/// The result of a walk over a certificate that obeys the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is proven.
    Valid(Claim, Counts),
    /// Some leaves are open: nothing is shown yet.
    Unfinished(Claim, Counts),
}

/// Why and where a certificate was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reject {
    /// Byte at which the offending number or operation starts.
    pub offset: usize,
    /// Number of nodes begun before it; 0 in the header.
    pub node: u64,
    /// What is wrong.
    pub reason: Reason,
}

reasons! {
    /// What can be wrong with a certificate.
    Reason {
        Magic: "this is not a certificate",
        Version: "the version is not one of 1 to 5",
        Truncated: "the file ends too early",
        Number: "a number has more than five bytes or superfluous zero bytes",
        Box: "the box is too large",
        Objects: "the kind of objects is not 0 nor, from version 2 on, at most 3",
        Lopsided: "the objects are symmetric, but the half turn does not map the box to itself",
        Gain: "the gain is neither 0 nor 1",
        K: "K is 0 with gain 1, or not 0 with gain 0",
        Start: "the start value is above 6144",
        Price: "the start value of the sides is above 2048",
        Arrival: "the arrival is none that a game can make at this box",
        Schedule: "the number of schedules or one of their values is out of range",
        Trailing: "bytes follow the root node",
        Operation: "there is no such operation",
        NotRefuted: "CLOSED stands where nothing is refuted",
        Refuted: "the node is refuted, but CLOSED does not follow",
        Refine: "REFINE has too many steps or a schedule that does not exist",
        NotFree: "the cell does not exist or is not free",
        NotAllowed: "the mark does not exist or is not allowed",
        NotGames: "ORDER stands in a certificate about graphs",
        Symmetry: "the symmetry is not one of 1..=7 that maps the box and the sides of the arrival to themselves",
        MirrorPlace: "MIRROR stands neither at the root nor below MIRRORs with the same symmetry only",
        OwnImage: "the cell of MIRROR is its own image",
        Waiting: "more than 1000 nodes wait for their second child",
    }
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "byte {}, node {}: {}",
            self.offset, self.node, self.reason
        )
    }
}

impl std::error::Error for Reject {}

/// Checks a certificate.
///
/// # Errors
/// The first place where it breaks a rule. It then shows nothing.
pub fn check(file: &[u8]) -> Result<Verdict, Reject> {
    let mut reader = Reader {
        file,
        position: 0,
        start: 0,
    };
    let header = Header::read(&mut reader).map_err(|reason| reader.reject(0, reason))?;
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

/// The bytes of the file from `position` on; `start` is where the number or operation at hand began.
#[derive(Debug, Clone, Copy)]
struct Reader<'a> {
    file: &'a [u8],
    position: usize,
    start: usize,
}

impl Reader<'_> {
    fn reject(&self, node: u64, reason: Reason) -> Reject {
        Reject {
            offset: self.start,
            node,
            reason,
        }
    }

    fn byte(&mut self) -> Result<u8, Reason> {
        let byte = *self.file.get(self.position).ok_or(Reason::Truncated)?;
        self.position += 1;
        Ok(byte)
    }

    /// An unsigned LEB128 number, below 2^35.
    fn number(&mut self) -> Result<u64, Reason> {
        let mut number = 0;
        for i in 0..5 {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << (7 * i);
            if byte < 128 {
                let superfluous = byte == 0 && i > 0;
                return if superfluous {
                    Err(Reason::Number)
                } else {
                    Ok(number)
                };
            }
        }
        Err(Reason::Number)
    }

    /// A number of the header that must lie in `range`.
    fn field(
        &mut self,
        range: std::ops::RangeInclusive<u64>,
        reason: Reason,
    ) -> Result<u64, Reason> {
        self.start = self.position;
        let number = self.number()?;
        if range.contains(&number) {
            Ok(number)
        } else {
            Err(reason)
        }
    }
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
    fn read(reader: &mut Reader<'_>) -> Result<Self, Reason> {
        if !reader.file.starts_with(MAGIC) {
            return Err(Reason::Magic);
        }
        reader.position = MAGIC.len();
        let version = reader.field(1..=5, Reason::Version)?;
        let mut distances = [0; 4];
        for distance in &mut distances {
            *distance = reader.field(0..=14, Reason::Box)?;
        }
        let size = BoxSize::new(distances).ok_or(Reason::Box)?;
        let kinds = if version == 1 { 0..=0 } else { 0..=3 };
        let kind = reader.field(kinds, Reason::Objects)?;
        let objects = if kind % 2 == 0 {
            Objects::Graphs
        } else {
            Objects::Games
        };
        let symmetric = kind >= 2;
        if symmetric && size.image(HALF_TURN) != size {
            return Err(Reason::Lopsided);
        }
        let gain = reader.field(0..=1, Reason::Gain)?;
        let k = reader.field(if gain == 1 { 1..=u64::MAX } else { 0..=0 }, Reason::K)?;
        let start = reader.field(0..=MAX_SLOT as u64, Reason::Start)? as i64;
        let price = if version >= 4 {
            reader.field(0..=MAX_SIDE as u64, Reason::Price)? as i64
        } else {
            0
        };
        let arrival = if version >= 5 {
            reader.field(0..=12, Reason::Arrival)?
        } else {
            0
        };
        let arrival = match arrival {
            0 => None,
            // Arrivals are about games, all of them, and about whether there are any.
            _ if kind != 1 || gain != 0 => return Err(Reason::Arrival),
            mask => {
                let arrival = Arrival::from_mask(mask).filter(|a| a.fits(size));
                Some(arrival.ok_or(Reason::Arrival)?)
            }
        };
        let mut schedules = Vec::new();
        for _ in 0..reader.field(1..=16, Reason::Schedule)? {
            let first = reader.field(1..=65536, Reason::Schedule)? as i64;
            let decay = reader.field(0..=1023, Reason::Schedule)? as i64;
            schedules.push((first, decay));
        }
        let gain = gain as i64 * UNIT;
        // The number of moves of a symmetric object is even: no line is its own image.
        let moves = if symmetric { k.next_multiple_of(2) } else { k };
        let goal = Goal {
            gain,
            target: gain * moves as i64,
            balanced: gain == 0 && price > 0,
        };
        let claim = Claim {
            size,
            arrival,
            objects,
            symmetric,
            k,
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
