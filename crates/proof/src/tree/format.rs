//! Trees as bytes: the format of `paper/certificate.md`, section 5. The checker, not this file, judges them.

use super::{Branching, Id, Node, Tree};
use crate::bound::dual_bound::Schedule;
use crate::bound::fixed_point::Ranges;
use crate::bound::instance::VARIANT;
use crate::claim::{Claim, Objects, Setting, Subject};
use morpion_rules::geometry::Arrival;

const MAGIC: &[u8; 8] = b"MORPCERT";
/// The version of the format.
const VERSION: u32 = 9;

const OPEN: u32 = 0;
const CLOSED: u32 = 1;
const LISTED: u32 = 2;
const MARK: u32 = 4;
const MIRROR: u32 = 5;
/// This number and all greater ones branch on a cell: its number is what remains after subtracting this one.
const CELL: u32 = 8;

/// The position of the schedule of the first round at the root.
pub const ROOT: usize = 0;
/// The position of the schedule of the first round at every other node.
pub const NODE: usize = 1;
/// The position of the schedule of further rounds.
pub const AGAIN: usize = 2;

/// The header of a certificate: the claim that it shows, and the parameters for bounding its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The claim about Morpion 5D that the certificate shows when it is complete.
    pub claim: Claim,
    /// The value of a move in the bound: 1 if moves are counted, 0 if the claim is that no object fits at all.
    pub gain: u32,
    /// Whether only objects without useless dots are looked for (section 2 of the page). Then `gain` is 0.
    pub uses: bool,
    /// Start value of the slot multipliers.
    pub start: u32,
    /// Start value of the side multipliers.
    pub price: u32,
    /// Rounds when a node is bounded, at most.
    pub rounds: u32,
    /// Another round is made when the last one forbade at least so many marks.
    pub again: u32,
    /// The schedules of rounds.
    pub schedules: Vec<Schedule>,
}

/// Bytes that are no certificate of this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {reason}")]
pub struct ReadError {
    /// Where reading stopped.
    pub offset: usize,
    /// The reason why the bytes are refused there.
    pub reason: &'static str,
}

impl Header {
    /// The target in moves: K, but no symmetric object has an odd number of moves.
    pub const fn target(&self) -> u32 {
        if self.claim.subject.setting.symmetric {
            self.claim.k.next_multiple_of(2)
        } else {
            self.claim.k
        }
    }

    /// The target in moves of a node at which `present` dots besides the cross are present.
    pub fn target_with(&self, present: u32) -> u32 {
        if self.gain > 0 {
            self.target().max(present)
        } else {
            self.target()
        }
    }

    /// Whether the sum of the side multipliers stays what it is at the start (section 4 of the page).
    pub const fn balances_sides(&self) -> bool {
        self.gain == 0 && self.price > 0
    }

    /// The header's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let Claim {
            subject,
            arrival,
            k,
            all_of,
        } = self.claim;
        let distances = subject.bounding_box.distances().map(u32::from);
        push_varint(&mut out, VERSION);
        for number in distances {
            push_varint(&mut out, number);
        }
        let symmetric = u32::from(subject.setting.symmetric);
        let objects = u32::from(subject.objects == Objects::Games) + 2 * symmetric;
        let arrival = arrival.map_or(0, |a| a.mask().into());
        let kind = [objects, self.gain, self.uses.into(), all_of.into()];
        let start = [k, self.start, self.price, arrival];
        let effort = [self.rounds, self.again, self.schedules.len() as u32];
        for number in kind.into_iter().chain(start).chain(effort) {
            push_varint(&mut out, number);
        }
        for schedule in &self.schedules {
            let Schedule {
                steps,
                width,
                decay,
                rate,
            } = *schedule;
            for number in [steps, width, decay, rate] {
                push_varint(&mut out, number);
            }
        }
        out
    }
}

/// Reads the header; returns it and the offset of the tree.
///
/// # Errors
/// When the bytes are not a certificate of this version.
pub fn read_header(bytes: &[u8]) -> Result<(Header, usize), ReadError> {
    let mut reader = Reader { bytes, offset: 0 };
    if !bytes.starts_with(MAGIC) {
        return Err(reader.refuse("this is no certificate"));
    }
    reader.offset = MAGIC.len();
    if reader.varint()? != VERSION {
        return Err(reader.refuse("the certificate has another version"));
    }
    let distances = reader.distances()?;
    let kind = reader.varint()?;
    let objects = match kind {
        0 | 2 => Objects::Graphs,
        1 | 3 => Objects::Games,
        _ => return Err(reader.refuse("there is no such kind of objects")),
    };
    let gain = reader.varint()?;
    let (uses, all_of) = (reader.flag()?, reader.flag()?);
    if uses && gain > 0 || all_of && (gain == 0 || objects == Objects::Graphs) {
        return Err(reader.refuse("these objects are not counted so, or not listed"));
    }
    let (k, start) = (reader.varint()?, reader.varint()?);
    let ranges = if uses {
        Ranges::WITH_USES
    } else {
        Ranges::WITHOUT_USES
    };
    let price = reader.varint()?;
    if start > ranges.slot as u32 || price > ranges.side as u32 {
        return Err(reader.refuse("multipliers start above their largest value"));
    }
    let arrival = reader.arrival()?;
    if all_of && arrival.is_some() {
        return Err(reader.refuse("what arrives is not listed"));
    }
    let (rounds, again) = (reader.varint()?, reader.varint()?);
    let schedules = reader.schedules()?;
    let setting = Setting {
        variant: VARIANT,
        symmetric: kind >= 2,
    };
    let claim = Claim {
        arrival,
        all_of,
        ..Claim::about(Subject::new(setting, distances.into(), objects), k)
    };
    let header = Header {
        claim,
        gain,
        uses,
        start,
        price,
        rounds,
        again,
        schedules,
    };
    Ok((header, reader.offset))
}

impl Tree {
    /// The bytes of the certificate: finished if the tree is complete.
    pub fn write(&self) -> Vec<u8> {
        self.under(&self.header)
    }

    fn under(&self, header: &Header) -> Vec<u8> {
        let mut out = header.to_bytes();
        for (id, _) in self.nodes() {
            self.node(id).write(&mut out);
        }
        out
    }

    /// The claim and the certificate. A finished tree whose list is empty shows more than its claim: that there is no such object.
    pub fn certificate(&self) -> (Claim, Vec<u8>) {
        let claim = self.header.claim;
        let bound = claim.subject.refuting(claim.k);
        // With K = 1 nothing at all would be refuted, which certificates write as 0.
        let lists_none =
            claim.all_of && bound.k == claim.k && self.is_complete() && self.listed() == 0;
        let claim = if lists_none { bound } else { claim };
        let header = Header {
            claim,
            ..self.header.clone()
        };
        (claim, self.under(&header))
    }

    /// The tree of a certificate, finished or not.
    ///
    /// # Errors
    /// When the bytes are not a certificate of this version, or one that this program would not write.
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let (header, offset) = read_header(bytes)?;
        let mut reader = Reader { bytes, offset };
        let mut tree = Self::new(header);
        let mut ahead = vec![Id::ROOT];
        while let Some(id) = ahead.pop() {
            match reader.operation()? {
                OPEN => {}
                CLOSED => tree.close(id),
                LISTED => tree.list(id, reader.varint()?),
                operation => {
                    let [first, second] = tree.branch(id, reader.branching(operation)?);
                    ahead.extend([second, first]);
                }
            }
        }
        if reader.offset < bytes.len() {
            return Err(reader.refuse("something follows the tree"));
        }
        Ok(tree)
    }
}

impl Node {
    fn write(&self, out: &mut Vec<u8>) {
        let numbers = match self {
            Self::Open => vec![OPEN],
            Self::Closed => vec![CLOSED],
            Self::Listed(count) => vec![LISTED, *count],
            Self::Branched(Branching::Cell { cell }, _) => vec![CELL + u32::from(*cell)],
            Self::Branched(Branching::Mark { cell, code }, _) => {
                vec![MARK, (*cell).into(), (*code).into()]
            }
            Self::Branched(Branching::Mirror { symmetry, cell }, _) => {
                vec![MIRROR, (*symmetry).into(), (*cell).into()]
            }
        };
        for number in numbers {
            push_varint(out, number);
        }
    }
}

/// Reads operations from left to right.
struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Reader<'_> {
    /// The number with which a node begins.
    fn operation(&mut self) -> Result<u32, ReadError> {
        if self.offset >= self.bytes.len() {
            return Err(self.refuse("the file ends inside the tree"));
        }
        self.varint()
    }

    fn branching(&mut self, operation: u32) -> Result<Branching, ReadError> {
        Ok(match operation {
            MARK => Branching::Mark {
                cell: self.cell()?,
                code: self.small("there is no such mark")?,
            },
            MIRROR => Branching::Mirror {
                symmetry: self.small("there is no such symmetry")?,
                cell: self.cell()?,
            },
            number @ CELL.. => Branching::Cell {
                cell: self.cell_of(number - CELL)?,
            },
            _ => return Err(self.refuse("this is no operation")),
        })
    }

    fn cell(&mut self) -> Result<u16, ReadError> {
        let number = self.varint()?;
        self.cell_of(number)
    }

    fn cell_of(&self, number: u32) -> Result<u16, ReadError> {
        u16::try_from(number).map_err(|_| self.refuse("there is no such cell"))
    }

    fn small(&mut self, reason: &'static str) -> Result<u8, ReadError> {
        u8::try_from(self.varint()?).map_err(|_| self.refuse(reason))
    }

    /// 0 or 1.
    fn flag(&mut self) -> Result<bool, ReadError> {
        match self.varint()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.refuse("this is neither 0 nor 1")),
        }
    }

    /// The bounding box: top, right, bottom, left.
    fn distances(&mut self) -> Result<[u8; 4], ReadError> {
        let mut distances = [0; 4];
        for distance in &mut distances {
            *distance = self.small("a distance is absurd")?;
        }
        Ok(distances)
    }

    fn schedules(&mut self) -> Result<Vec<Schedule>, ReadError> {
        let mut schedules = Vec::new();
        for _ in 0..self.varint()? {
            let (steps, width) = (self.varint()?, self.varint()?);
            let schedule = Schedule::new(steps, width, self.varint()?, self.varint()?);
            schedules.push(schedule.ok_or(self.refuse("a schedule is absurd"))?);
        }
        if schedules.len() <= AGAIN {
            return Err(self.refuse("schedules are missing"));
        }
        Ok(schedules)
    }

    /// The header's arrival, 0 if there is none.
    fn arrival(&mut self) -> Result<Option<Arrival>, ReadError> {
        match self.varint()? {
            0 => Ok(None),
            mask => u8::try_from(mask)
                .ok()
                .and_then(Arrival::from_mask)
                .map(Some)
                .ok_or(self.refuse("no move extends these sides")),
        }
    }

    fn varint(&mut self) -> Result<u32, ReadError> {
        let mut number = 0u32;
        for shift in (0..35).step_by(7) {
            let byte = *self
                .bytes
                .get(self.offset)
                .ok_or(self.refuse("the file ends inside a number"))?;
            self.offset += 1;
            let part = u32::from(byte & 0x7f);
            if shift == 28 && part > 15 {
                break;
            }
            number |= part << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.refuse("a number is too long"))
    }

    fn refuse(&self, reason: &'static str) -> ReadError {
        ReadError {
            offset: self.offset,
            reason,
        }
    }
}

fn push_varint(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
