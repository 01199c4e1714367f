//! The bytes of certificates: numbers, the header with its claim, and what can be wrong.
//!
//! Nothing is proven here: `walk.rs` checks the tree. Format: `paper/certificate.md`, section 5.

use crate::bound::{Goal, Ranges, Schedule, UNIT};
use crate::geometry::{Arrival, BoxSize, HALF_TURN};
use crate::state::Objects;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Instant;

/// The first eight bytes of a certificate.
pub const MAGIC: &[u8; 8] = b"MORPCERT";
/// The statement that a certificate proves if it is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The exact bounding box of the objects that the claim is about.
    pub size: BoxSize,
    /// If given, the claim is only about games that arrive at the box in this way, and says that there are none. That does not
    /// show that the box is empty.
    pub arrival: Option<Arrival>,
    /// The kind of these objects.
    pub objects: Objects,
    /// Whether the claim is only about objects that the half turn maps to themselves.
    pub symmetric: bool,
    /// K: the claim denies objects with K or more moves; 0 if it denies every object (gain 0).
    pub k: u64,
    /// Whether objects with K or more moves may exist, but all of them end in the positions that the certificate lists.
    pub all_of: bool,
}

impl Claim {
    /// The least number of moves of the objects that the claim denies. It is even for symmetric objects, since no line is its
    /// own image.
    pub const fn moves(&self) -> u64 {
        if self.symmetric {
            self.k.next_multiple_of(2)
        } else {
            self.k
        }
    }
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
            _ if self.all_of => write!(f, "{} the positions listed", all_end_in(self)),
            (None, 0) => write!(f, "no {object} has exactly the bounding box {size}"),
            (None, k) => write!(
                f,
                "no {object} whose bounding box is exactly {size} has {k} or more moves"
            ),
        }
    }
}

/// The words that come before the positions of a list.
pub(crate) fn all_end_in(claim: &Claim) -> String {
    let (object, size) = (Kind(claim.objects, claim.symmetric), claim.size);
    let moves = several(claim.k, "move");
    format!("all {object}s with at least {moves} whose bounding box is exactly {size} end in")
}

/// `1 move`, `2 moves`
pub(crate) fn several(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// A kind of objects in words, in the singular.
pub(crate) struct Kind(pub(crate) Objects, pub(crate) bool);

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symmetric = if self.1 { "point-symmetric " } else { "" };
        write!(f, "{symmetric}{}", self.0)
    }
}

/// Why and where a certificate was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reject {
    /// Byte at which the offending number or operation starts.
    pub offset: usize,
    /// Number of nodes begun before it; 0 in the header.
    pub node: u64,
    /// The reason for the rejection.
    pub reason: Reason,
}

reasons! {
    /// The reasons for which a certificate is rejected.
    Reason {
        Magic: "this is not a certificate",
        Version: "the version is not 9: certificates of versions 1 to 8 are read by programs of their time",
        Truncated: "the file ends too early",
        Number: "a number has more than five bytes or superfluous zero bytes",
        Box: "the box is too large",
        Objects: "the kind of objects is above 3",
        Lopsided: "the objects are symmetric, but the half turn does not map the box to itself",
        Gain: "the gain is neither 0 nor 1",
        Uses: "the field for useless dots is neither 0 nor 1, or 1 where the gain is 1",
        Lists: "the field for lists is neither 0 nor 1, or 1 where the gain is 0 or the objects are graphs",
        K: "K is 0 with gain 1, or not 0 with gain 0",
        Start: "the start value is too large",
        Price: "the start value of the sides is too large",
        Arrival: "the arrival is none that a game can make at this box",
        Rounds: "the number of rounds is not one of 1 to 16, or they go on after less than 1 or more than 65535 marks",
        Schedule: "the number of schedules is not 3, or one of their values is out of range",
        Trailing: "bytes follow the root node",
        Operation: "there is no such operation",
        NotRefuted: "CLOSED stands where nothing is refuted",
        Refuted: "the node is refuted, but CLOSED does not follow",
        NotFree: "the cell does not exist or is not free",
        NotAllowed: "the mark does not exist or is not allowed",
        NotGames: "LISTED stands in a certificate about graphs",
        NoList: "LISTED says that there are positions in a certificate that lists none",
        Symmetry: "the symmetry is not one of 1..=7 that maps the box and the sides of the arrival to themselves",
        MirrorPlace: "MIRROR stands neither at the root nor below MIRRORs with the same symmetry only, or in a certificate that lists positions",
        Time: "the time for it is over",
        Listed: "LISTED has another number than that of the positions found",
        Steps: "LISTED takes more than 65536 steps",
        Positions: "more than 200000 positions are listed",
        Whole: "a certificate that lists positions is checked whole, not in parts",
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

/// The claim in the header of a certificate. It is not proven by that: the tree is not read.
///
/// # Errors
/// The first place where the header breaks a rule.
pub fn claim(file: &[u8]) -> Result<Claim, Reject> {
    let mut reader = Reader::new(file);
    let header = Header::read(&mut reader);
    let header = header.map_err(|reason| reader.reject(0, reason))?;
    Ok(header.claim)
}

/// The numbers before the tree.
#[derive(Debug, Clone, Copy)]
pub struct Header {
    /// The claim that the tree has to prove.
    pub claim: Claim,
    /// The goal of the search, which gives the target of every node.
    pub(crate) goal: Goal,
    /// The multiplier of every slot, and (`price`) of every priced side, at the start.
    pub(crate) start: i64,
    pub(crate) price: i64,
    /// The most rounds that bound a node, and (`again`) the number of marks that a round must forbid for the next one to follow.
    pub(crate) rounds: u64,
    pub(crate) again: u64,
    /// The schedules of the first round at the root, of the first round at other nodes, and of all further rounds.
    pub(crate) schedules: [Schedule; 3],
}

impl Header {
    /// Reads all that stands before the root.
    pub fn read(reader: &mut Reader<'_>) -> Result<Self, Reason> {
        reader.version()?;
        let (mut claim, uses) = reader.claim()?;
        let gain = if claim.k > 0 { UNIT } else { 0 };
        let ranges = if uses {
            Ranges::WITH_USES
        } else {
            Ranges::WITHOUT_USES
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

/// The bytes of the file from `position` on; `start` is where the number or operation at hand began.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// All bytes.
    pub file: &'a [u8],
    /// Where the next byte is.
    pub position: usize,
    /// Where the number or operation at hand began.
    pub start: usize,
    /// When to give up.
    pub(crate) until: Option<Instant>,
}

impl<'a> Reader<'a> {
    /// Begins with the first byte.
    pub fn new(file: &'a [u8]) -> Self {
        Self::until(file, None)
    }

    /// The same, but no number is read after this time.
    pub fn until(file: &'a [u8], until: Option<Instant>) -> Self {
        Self {
            file,
            position: 0,
            start: 0,
            until,
        }
    }

    /// The rejection, for this reason, of the number or operation at hand, which belongs to the node of this number.
    pub fn reject(&self, node: u64, reason: Reason) -> Reject {
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
    pub fn number(&mut self) -> Result<u64, Reason> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(Reason::Time);
        }
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
    fn field(&mut self, range: RangeInclusive<u64>, reason: Reason) -> Result<u64, Reason> {
        self.start = self.position;
        let number = self.number()?;
        if range.contains(&number) {
            Ok(number)
        } else {
            Err(reason)
        }
    }

    /// Checks that the file ends here.
    pub fn end(&mut self) -> Result<(), Reason> {
        self.start = self.position;
        if self.position < self.file.len() {
            Err(Reason::Trailing)
        } else {
            Ok(())
        }
    }

    /// An unsigned LEB128 number that counts or numbers something; `usize::MAX` for one that does not fit, which is too large, too.
    pub fn index(&mut self) -> Result<usize, Reason> {
        Ok(usize::try_from(self.number()?).unwrap_or(usize::MAX))
    }

    fn version(&mut self) -> Result<(), Reason> {
        if !self.file.starts_with(MAGIC) {
            return Err(Reason::Magic);
        }
        self.position = MAGIC.len();
        self.field(9..=9, Reason::Version)?;
        Ok(())
    }

    /// The box, the kind of objects, gain, uses, lists and K: a claim without arrival, and whether only objects without useless dots
    /// count.
    fn claim(&mut self) -> Result<(Claim, bool), Reason> {
        let mut distances = [0; 4];
        for distance in &mut distances {
            *distance = self.field(0..=14, Reason::Box)?;
        }
        let size = BoxSize::new(distances).ok_or(Reason::Box)?;
        let kind = self.field(0..=3, Reason::Objects)?;
        let objects = if kind % 2 == 0 {
            Objects::Graphs
        } else {
            Objects::Games
        };
        let symmetric = kind >= 2;
        if symmetric && size.image(HALF_TURN) != size {
            return Err(Reason::Lopsided);
        }
        let gain = self.field(0..=1, Reason::Gain)?;
        let uses = self.field(0..=1 - gain, Reason::Uses)? == 1;
        let all_of = self.field(0..=gain * (kind % 2), Reason::Lists)? == 1;
        let k = self.field(if gain == 1 { 1..=u64::MAX } else { 0..=0 }, Reason::K)?;
        let claim = Claim {
            size,
            arrival: None,
            objects,
            symmetric,
            k,
            all_of,
        };
        Ok((claim, uses))
    }

    /// The arrival of a claim.
    fn arrival(&mut self, claim: &Claim) -> Result<Option<Arrival>, Reason> {
        let mask = self.field(0..=12, Reason::Arrival)?;
        if mask == 0 {
            return Ok(None);
        }
        // Arrivals are about games, all of them, and about whether there are any.
        let about_games = claim.objects == Objects::Games && !claim.symmetric && claim.k == 0;
        let arrival = Arrival::from_mask(mask).filter(|a| about_games && a.fits(claim.size));
        arrival.map(Some).ok_or(Reason::Arrival)
    }
}
