//! Writing certificates, and finding the open places of unfinished ones.
//!
//! The format is `paper/certificate.md`, section 5. Judging certificates is the
//! checker's business; here they are only written and resumed.

use crate::game::Objects;
use crate::geometry::{Arrival, BoundingBox, Symmetry};

use super::kernel::SIDE_MAX;
use super::node::Mark;
use super::refine::Schedule;

const MAGIC: &[u8; 8] = b"MORPCERT";
/// The version of new certificates. Version 4 knows no arrivals. Version 3 has no price of sides in the header, so
/// they are never balanced. In version 2 a node's target does not depend on its dots; version 1 is the same
/// without ORDER, and for graphs only.
pub(super) const VERSION: u32 = 5;
/// The first version in which a node must reach at least as many moves as it has dots present.
const COUNTS_DOTS: u32 = 3;
/// The first version whose header says what a side costs at the start.
const PRICES_SIDES: u32 = 4;
/// The first version whose header may name an arrival.
const NAMES_ARRIVAL: u32 = 5;

const OPEN: u8 = 0;
const CLOSED: u8 = 1;
const REFINE: u8 = 2;
const CELL: u8 = 3;
const MARK: u8 = 4;
const MIRROR: u8 = 5;
const ORDER: u8 = 6;

/// What a certificate shows, and the fixed part of its multipliers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the format, 1 to 5; an unfinished certificate is continued in its own.
    pub version: u32,
    /// The box.
    pub bounding_box: BoundingBox,
    /// Graphs or games.
    pub objects: Objects,
    /// Whether only objects count that the half turn maps to themselves.
    pub symmetric: bool,
    /// 1: nothing has `at_least` moves or more. 0: nothing fits at all.
    pub gain: u32,
    /// K; 0 when `gain` is 0.
    pub at_least: u32,
    /// Only games that arrive at the box by these sides; see [`Question`](super::Question).
    pub arrival: Option<Arrival>,
    /// Start value of the slot multipliers.
    pub start: u32,
    /// Start value of the side multipliers; 0 before version 4.
    pub price: u32,
    /// The schedules that REFINE refers to.
    pub schedules: Vec<Schedule>,
}

/// Bytes that are no certificate of this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {reason}")]
pub struct ReadError {
    /// Where reading stopped.
    pub offset: usize,
    /// What was wrong there.
    pub reason: &'static str,
}

impl Header {
    /// The target in moves: K, but no symmetric object has an odd number of moves.
    pub(super) const fn target(&self) -> u32 {
        if self.symmetric {
            self.at_least.next_multiple_of(2)
        } else {
            self.at_least
        }
    }

    /// The target in moves of a node at which so many dots besides the cross are present.
    pub(super) fn target_with(&self, present: u32) -> u32 {
        if self.version >= COUNTS_DOTS && self.gain > 0 {
            self.target().max(present)
        } else {
            self.target()
        }
    }

    /// Whether the sum of the side multipliers stays what it is at the start (section 4 of the page).
    pub(super) const fn balances_sides(&self) -> bool {
        self.gain == 0 && self.price > 0
    }

    /// The header's bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let distances = self.bounding_box.distances().map(u32::from);
        push_varint(&mut out, self.version);
        for number in distances {
            push_varint(&mut out, number);
        }
        let objects = u32::from(self.objects == Objects::Games) + 2 * u32::from(self.symmetric);
        for number in [objects, self.gain, self.at_least, self.start] {
            push_varint(&mut out, number);
        }
        if self.version >= PRICES_SIDES {
            push_varint(&mut out, self.price);
        }
        if self.version >= NAMES_ARRIVAL {
            push_varint(&mut out, self.arrival.map_or(0, |a| a.mask().into()));
        }
        push_varint(&mut out, self.schedules.len() as u32);
        for schedule in &self.schedules {
            push_varint(&mut out, schedule.first as u32);
            push_varint(&mut out, schedule.decay as u32);
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
    let version = reader.varint()?;
    if !(1..=VERSION).contains(&version) {
        return Err(reader.refuse("the certificate has another version"));
    }
    let mut distances = [0u8; 4];
    for d in &mut distances {
        *d = u8::try_from(reader.varint()?).map_err(|_| reader.refuse("a distance is absurd"))?;
    }
    let kind = reader.varint()?;
    if kind > 0 && version == 1 {
        return Err(reader.refuse("certificates of version 1 are about graphs only"));
    }
    let objects = match kind {
        0 | 2 => Objects::Graphs,
        1 | 3 => Objects::Games,
        _ => return Err(reader.refuse("there is no such kind of objects")),
    };
    let (gain, at_least, start) = (reader.varint()?, reader.varint()?, reader.varint()?);
    let price = if version >= PRICES_SIDES {
        reader.varint()?
    } else {
        0
    };
    if price > SIDE_MAX as u32 {
        return Err(reader.refuse("the price of a side is absurd"));
    }
    let arrival = if version >= NAMES_ARRIVAL {
        reader.arrival()?
    } else {
        None
    };
    let mut schedules = Vec::new();
    for _ in 0..reader.varint()? {
        let (first, decay) = (reader.varint()?, reader.varint()?);
        schedules.push(Schedule::new(first, decay).ok_or(reader.refuse("a schedule is absurd"))?);
    }
    let header = Header {
        version,
        bounding_box: distances.into(),
        objects,
        symmetric: kind >= 2,
        gain,
        at_least,
        arrival,
        start,
        price,
        schedules,
    };
    Ok((header, reader.offset))
}

/// One operation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Nothing is shown below this node yet.
    Open,
    /// The node is closed.
    Closed,
    /// Improve the multipliers: steps, position in the header's schedules.
    Refine { steps: u32, schedule: u32 },
    /// Branch on the cell with this number: present, then absent.
    Cell { cell: u32 },
    /// Branch on a mark: forced, then forbidden.
    Mark { cell: u32, code: u32 },
    /// Branch on a cell and its image under a symmetry of the box.
    Mirror { symmetry: u32, cell: u32 },
    /// Rule P8 on a cell.
    Order { cell: u32 },
}

impl Operation {
    /// The operation that branches on `m`, whose cell has the given number.
    pub(super) fn mark(cell: u32, m: Mark) -> Self {
        let code = (5 * m.direction + m.position) as u32;
        Self::Mark { cell, code }
    }

    /// Appends the operation's bytes.
    pub(super) fn write(self, out: &mut Vec<u8>) {
        let (byte, operands): (u8, &[u32]) = match &self {
            Self::Open => (OPEN, &[]),
            Self::Closed => (CLOSED, &[]),
            Self::Refine { steps, schedule } => (REFINE, &[*steps, *schedule]),
            Self::Cell { cell } => (CELL, &[*cell]),
            Self::Mark { cell, code } => (MARK, &[*cell, *code]),
            Self::Mirror { symmetry, cell } => (MIRROR, &[*symmetry, *cell]),
            Self::Order { cell } => (ORDER, &[*cell]),
        };
        out.push(byte);
        for &operand in operands {
            push_varint(out, operand);
        }
    }

    /// Whether two nodes follow.
    const fn branches(self) -> bool {
        matches!(
            self,
            Self::Cell { .. } | Self::Mark { .. } | Self::Mirror { .. }
        )
    }
}

/// The number that names a symmetry in a certificate.
pub(super) fn symmetry_number(symmetry: Symmetry) -> u32 {
    let position = Symmetry::ALL.iter().position(|&s| s == symmetry);
    position.expect("there are eight symmetries") as u32
}

/// Reads operations from left to right.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) offset: usize,
}

impl Reader<'_> {
    /// Reads the next operation.
    pub(super) fn operation(&mut self) -> Result<Operation, ReadError> {
        let byte = *self
            .bytes
            .get(self.offset)
            .ok_or(self.refuse("the file ends inside the tree"))?;
        self.offset += 1;
        Ok(match byte {
            OPEN => Operation::Open,
            CLOSED => Operation::Closed,
            REFINE => Operation::Refine {
                steps: self.varint()?,
                schedule: self.varint()?,
            },
            CELL => Operation::Cell {
                cell: self.varint()?,
            },
            MARK => Operation::Mark {
                cell: self.varint()?,
                code: self.varint()?,
            },
            MIRROR => Operation::Mirror {
                symmetry: self.varint()?,
                cell: self.varint()?,
            },
            ORDER => Operation::Order {
                cell: self.varint()?,
            },
            _ => return Err(self.refuse("this byte is no operation")),
        })
    }

    /// Skips the subtree that starts here; returns whether it holds open nodes.
    pub(super) fn skip_subtree(&mut self) -> Result<bool, ReadError> {
        let mut open = false;
        let mut nodes = 1u64;
        while nodes > 0 {
            match self.operation()? {
                Operation::Open => {
                    open = true;
                    nodes -= 1;
                }
                Operation::Closed => nodes -= 1,
                operation if operation.branches() => nodes += 1,
                _ => {}
            }
        }
        Ok(open)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_operation() -> impl Strategy<Value = Operation> {
        prop_oneof![
            Just(Operation::Open),
            Just(Operation::Closed),
            any::<(u32, u32)>().prop_map(|(steps, schedule)| Operation::Refine { steps, schedule }),
            any::<u32>().prop_map(|cell| Operation::Cell { cell }),
            any::<(u32, u32)>().prop_map(|(cell, code)| Operation::Mark { cell, code }),
            any::<(u32, u32)>().prop_map(|(symmetry, cell)| Operation::Mirror { symmetry, cell }),
            any::<u32>().prop_map(|cell| Operation::Order { cell }),
        ]
    }

    #[test]
    fn a_node_must_reach_as_many_moves_as_it_has_dots() {
        let header = |version, gain, symmetric, at_least| Header {
            version,
            bounding_box: [2, 1, 2, 1].into(),
            objects: Objects::Games,
            symmetric,
            gain,
            at_least,
            arrival: None,
            start: 0,
            price: 0,
            schedules: Vec::new(),
        };
        assert_eq!(header(3, 1, false, 69).target_with(68), 69);
        assert_eq!(header(3, 1, true, 69).target_with(70), 70);
        assert_eq!(header(3, 1, true, 69).target_with(72), 72);
        assert_eq!(header(2, 1, true, 69).target_with(72), 70);
        assert_eq!(header(3, 0, false, 0).target_with(72), 0);
    }

    proptest! {
        #[test]
        fn operations_round_trip(operations in prop::collection::vec(any_operation(), 0..40)) {
            let mut bytes = Vec::new();
            operations.iter().for_each(|o| o.write(&mut bytes));
            let mut reader = Reader { bytes: &bytes, offset: 0 };
            for operation in operations {
                prop_assert_eq!(reader.operation(), Ok(operation));
            }
            prop_assert!(reader.operation().is_err());
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_header(&bytes);
            let _ = Reader { bytes: &bytes, offset: 0 }.skip_subtree();
        }

        #[test]
        fn headers_round_trip(version in 2..=VERSION, d in prop::array::uniform4(0u8..15), games: bool, symmetric: bool, k in 0u32..200, first in 1u32..65536, price in 0..=SIDE_MAX as u32, mask in 0u8..16) {
            let header = Header {
                version,
                bounding_box: d.into(),
                objects: if games { Objects::Games } else { Objects::Graphs },
                symmetric,
                gain: u32::from(k > 0),
                at_least: k,
                arrival: if version >= NAMES_ARRIVAL { Arrival::from_mask(mask) } else { None },
                start: 1433,
                price: if version >= PRICES_SIDES { price } else { 0 },
                schedules: vec![Schedule::new(first, 12).unwrap()],
            };
            let bytes = header.to_bytes();
            prop_assert_eq!(read_header(&bytes), Ok((header, bytes.len())));
        }
    }
}
