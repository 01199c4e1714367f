//! Writing certificates, and finding the open places of unfinished ones.
//!
//! The format is `paper/certificate.md`, section 5. Judging certificates is the
//! checker's business; here they are only written and resumed.

use crate::game::Objects;
use crate::geometry::{Arrival, BoundingBox, Symmetry};

use super::dual_bound::Schedule;
use super::fixed_point::SIDE_MAX;
use super::layout::Mark;

const MAGIC: &[u8; 8] = b"MORPCERT";
/// The version of the format.
pub(super) const VERSION: u32 = 6;

const OPEN: u32 = 0;
const CLOSED: u32 = 1;
const REFINE: u32 = 2;
const MULTIPLIERS: u32 = 3;
const MARK: u32 = 4;
const MIRROR: u32 = 5;
const ROW: u32 = 6;
/// Greater numbers branch on the cell whose number remains when this is taken away.
const CELL: u32 = 8;

/// Position of the schedule of the first round at the root, and so on.
pub(super) const ROOT: usize = 0;
/// First round at every other node.
pub(super) const NODE: usize = 1;
/// Further rounds.
pub(super) const AGAIN: usize = 2;

/// What a certificate shows, and the fixed part of its multipliers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
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
        if self.gain > 0 {
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
        push_varint(&mut out, VERSION);
        for number in distances {
            push_varint(&mut out, number);
        }
        let objects = u32::from(self.objects == Objects::Games) + 2 * u32::from(self.symmetric);
        let arrival = self.arrival.map_or(0, |a| a.mask().into());
        let Self {
            gain,
            at_least,
            start,
            price,
            rounds,
            again,
            ..
        } = *self;
        let schedules = self.schedules.len() as u32;
        for number in [
            objects, gain, at_least, start, price, arrival, rounds, again, schedules,
        ] {
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
    let mut distances = [0u8; 4];
    for d in &mut distances {
        *d = u8::try_from(reader.varint()?).map_err(|_| reader.refuse("a distance is absurd"))?;
    }
    let kind = reader.varint()?;
    let objects = match kind {
        0 | 2 => Objects::Graphs,
        1 | 3 => Objects::Games,
        _ => return Err(reader.refuse("there is no such kind of objects")),
    };
    let (gain, at_least, start) = (reader.varint()?, reader.varint()?, reader.varint()?);
    let price = reader.varint()?;
    if price > SIDE_MAX as u32 {
        return Err(reader.refuse("the price of a side is absurd"));
    }
    let arrival = reader.arrival()?;
    let (rounds, again) = (reader.varint()?, reader.varint()?);
    let mut schedules = Vec::new();
    for _ in 0..reader.varint()? {
        let (steps, width) = (reader.varint()?, reader.varint()?);
        let schedule = Schedule::new(steps, width, reader.varint()?, reader.varint()?);
        schedules.push(schedule.ok_or(reader.refuse("a schedule is absurd"))?);
    }
    if schedules.len() <= AGAIN {
        return Err(reader.refuse("schedules are missing"));
    }
    let header = Header {
        bounding_box: distances.into(),
        objects,
        symmetric: kind >= 2,
        gain,
        at_least,
        arrival,
        start,
        price,
        rounds,
        again,
        schedules,
    };
    Ok((header, reader.offset))
}

/// Multipliers that are written down ([`Written`](super::written::Written)), with cells by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbered {
    /// Sets of cells in increasing order, with the multipliers of their cuts.
    pub(super) cuts: Vec<(Vec<u32>, u32)>,
    /// Slots (4 times the cell and the direction) in increasing order, with their multipliers.
    pub(super) slots: Vec<(u32, u32)>,
}

/// One operation of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Nothing is shown below this node yet.
    Open,
    /// The node is closed.
    Closed,
    /// A round with this schedule.
    Refine { schedule: u32 },
    /// The node is closed by these multipliers.
    Multipliers(Numbered),
    /// Branch on the cell with this number: present, then absent.
    Cell { cell: u32 },
    /// Branch on a mark: forced, then forbidden.
    Mark { cell: u32, code: u32 },
    /// Branch on a cell and its image under a symmetry of the box.
    Mirror { symmetry: u32, cell: u32 },
    /// Branch on a row, by one of its cells: a line is drawn, then none is.
    Row { cell: u32, direction: u32 },
}

impl Numbered {
    fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![MULTIPLIERS, self.cuts.len() as u32];
        for (set, multiplier) in &self.cuts {
            numbers.push(set.len() as u32);
            numbers.extend(differences(set.iter().copied()));
            numbers.push(*multiplier);
        }
        numbers.push(self.slots.len() as u32);
        let slots = differences(self.slots.iter().map(|&(slot, _)| slot));
        let multipliers = self.slots.iter().map(|&(_, u)| u);
        numbers.extend(slots.zip(multipliers).flat_map(|(slot, u)| [slot, u]));
        numbers
    }
}

/// Each number but the first less the one before.
fn differences(numbers: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
    numbers.scan(0, |last, number| {
        Some(number - std::mem::replace(last, number))
    })
}

impl Operation {
    /// The operation that branches on `m`, whose cell has the given number.
    pub(super) fn mark(cell: u32, m: Mark) -> Self {
        let code = (5 * m.direction + m.position) as u32;
        Self::Mark { cell, code }
    }

    /// Appends the operation's bytes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let numbers = match self {
            Self::Open => vec![OPEN],
            Self::Closed => vec![CLOSED],
            Self::Refine { schedule } => vec![REFINE, *schedule],
            Self::Multipliers(written) => written.numbers(),
            Self::Cell { cell } => vec![CELL + cell],
            Self::Mark { cell, code } => vec![MARK, *cell, *code],
            Self::Mirror { symmetry, cell } => vec![MIRROR, *symmetry, *cell],
            Self::Row { cell, direction } => vec![ROW, *cell, *direction],
        };
        for number in numbers {
            push_varint(out, number);
        }
    }

    /// Whether two nodes follow.
    const fn branches(&self) -> bool {
        matches!(
            self,
            Self::Cell { .. } | Self::Mark { .. } | Self::Mirror { .. } | Self::Row { .. }
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
        if self.offset >= self.bytes.len() {
            return Err(self.refuse("the file ends inside the tree"));
        }
        Ok(match self.varint()? {
            OPEN => Operation::Open,
            CLOSED => Operation::Closed,
            REFINE => Operation::Refine {
                schedule: self.varint()?,
            },
            MULTIPLIERS => Operation::Multipliers(self.multipliers()?),
            MARK => Operation::Mark {
                cell: self.varint()?,
                code: self.varint()?,
            },
            MIRROR => Operation::Mirror {
                symmetry: self.varint()?,
                cell: self.varint()?,
            },
            ROW => Operation::Row {
                cell: self.varint()?,
                direction: self.varint()?,
            },
            cell @ CELL.. => Operation::Cell { cell: cell - CELL },
            _ => return Err(self.refuse("this is no operation")),
        })
    }

    fn multipliers(&mut self) -> Result<Numbered, ReadError> {
        let mut written = Numbered::default();
        for _ in 0..self.varint()? {
            let mut set = Vec::new();
            for _ in 0..self.varint()? {
                set.push(self.next_after(set.last().copied())?);
            }
            written.cuts.push((set, self.varint()?));
        }
        let mut last = None;
        for _ in 0..self.varint()? {
            let slot = self.next_after(last)?;
            last = Some(slot);
            written.slots.push((slot, self.varint()?));
        }
        Ok(written)
    }

    /// A number that is given by its difference from the one before, if there is one.
    fn next_after(&mut self, last: Option<u32>) -> Result<u32, ReadError> {
        let number = self.varint()?;
        let next = last.unwrap_or(0).checked_add(number);
        next.filter(|_| number > 0 || last.is_none())
            .ok_or(self.refuse("numbers are not in order"))
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
                Operation::Closed | Operation::Multipliers(_) => nodes -= 1,
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

    pub(super) fn refuse(&self, reason: &'static str) -> ReadError {
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

    fn any_multipliers() -> impl Strategy<Value = Numbered> {
        let set = prop::collection::btree_set(0..1000u32, 1..20);
        let cut = (set.prop_map(|set| set.into_iter().collect()), 0..5000u32);
        let slots = prop::collection::btree_map(0..1000u32, 0..12_000u32, 0..20);
        (prop::collection::vec(cut, 0..5), slots).prop_map(|(cuts, slots)| Numbered {
            cuts,
            slots: slots.into_iter().collect(),
        })
    }

    fn any_operation() -> impl Strategy<Value = Operation> {
        let number = 0..1000u32;
        let pair = (0..1000u32, 0..1000u32);
        prop_oneof![
            Just(Operation::Open),
            Just(Operation::Closed),
            number
                .clone()
                .prop_map(|schedule| Operation::Refine { schedule }),
            any_multipliers().prop_map(Operation::Multipliers),
            number.prop_map(|cell| Operation::Cell { cell }),
            pair.clone()
                .prop_map(|(cell, code)| Operation::Mark { cell, code }),
            pair.clone()
                .prop_map(|(symmetry, cell)| Operation::Mirror { symmetry, cell }),
            pair.prop_map(|(cell, direction)| Operation::Row { cell, direction }),
        ]
    }

    fn any_header() -> impl Strategy<Value = Header> {
        let schedule = (0..=4096u32, 1..=1023u32, 0..=4095u32, 1..=64u32)
            .prop_map(|(n, width, decay, rate)| Schedule::new(n, width, decay, rate).unwrap());
        (
            prop::array::uniform4(0u8..15),
            any::<(bool, bool)>(),
            0u32..200,
            (0..=SIDE_MAX as u32, 0u8..16),
            prop::collection::vec(schedule, 3..6),
        )
            .prop_map(
                |(d, (games, symmetric), k, (price, mask), schedules)| Header {
                    bounding_box: d.into(),
                    objects: if games {
                        Objects::Games
                    } else {
                        Objects::Graphs
                    },
                    symmetric,
                    gain: u32::from(k > 0),
                    at_least: k,
                    arrival: Arrival::from_mask(mask),
                    start: 716,
                    price,
                    rounds: 2,
                    again: 16,
                    schedules,
                },
            )
    }

    #[test]
    fn a_node_must_reach_as_many_moves_as_it_has_dots() {
        let header = |gain, symmetric, at_least| Header {
            bounding_box: [2, 1, 2, 1].into(),
            objects: Objects::Games,
            symmetric,
            gain,
            at_least,
            arrival: None,
            start: 0,
            price: 0,
            rounds: 1,
            again: 1,
            schedules: Vec::new(),
        };
        assert_eq!(header(1, false, 69).target_with(68), 69);
        assert_eq!(header(1, true, 69).target_with(68), 70);
        assert_eq!(header(1, true, 69).target_with(72), 72);
        assert_eq!(header(0, false, 0).target_with(72), 0);
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
        fn headers_round_trip(header in any_header()) {
            let bytes = header.to_bytes();
            prop_assert_eq!(read_header(&bytes), Ok((header, bytes.len())));
        }
    }
}
