//! Reads a certificate. `paper/octagon-certificate.md`, section 7.

use super::filling::Asked;
use super::reject::Reason;
use super::step::Step;
use super::table::{BYTES, Table};

/// The beginning of every certificate about octagons; the number of moves follows.
pub const FIRST_WORDS: &[u8] = b"morpion-octagons 1 5T at-most ";
/// The most moves of a position of which nothing is left when it is cut down, so no certificate may be about fewer.
const LEAST_MOVES: u32 = 402;
/// The greatest number of tables of a certificate.
const MOST_TABLES: u8 = 127;

/// The part of a certificate before its first octagon.
pub struct Header {
    /// No game has more moves.
    pub at_most: u32,
    /// The octagons that it closes, by their numbers in the list: the first one, and the one after the last.
    pub from: usize,
    /// See `from`.
    pub to: usize,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its schedules.
    pub schedules: Vec<Vec<Step>>,
}

impl Header {
    /// Reads the header; what follows it is left.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<(Self, Input<'_>), Reason> {
        let (at_most, mut input) = first_line(bytes)?;
        let (from, to) = (input.word()?, input.word()?);
        let tables = match input.byte()? {
            count @ 0..=MOST_TABLES => count,
            _ => return Err(Reason::Tables),
        };
        let tables = (0..tables).map(|_| Ok(Table::new(input.array::<BYTES>()?)));
        let tables = tables.collect::<Result<_, Reason>>()?;
        let schedules = input.byte()?;
        let schedules = (0..schedules)
            .map(|_| schedule(&mut input))
            .collect::<Result<_, _>>()?;
        let header = Self {
            at_most,
            from,
            to,
            tables,
            schedules,
        };
        Ok((header, input))
    }
}

/// The number of moves N, and the input after the first line. N is written without zeros in front.
fn first_line(bytes: &[u8]) -> Result<(u32, Input<'_>), Reason> {
    let rest = bytes.strip_prefix(FIRST_WORDS).ok_or(Reason::Header)?;
    let end = rest
        .iter()
        .position(|&b| b == b'\n')
        .ok_or(Reason::Header)?;
    let digits = std::str::from_utf8(&rest[..end]).map_err(|_| Reason::Header)?;
    let number: u32 = digits.parse().map_err(|_| Reason::Header)?;
    if number.to_string() != digits {
        return Err(Reason::Header);
    }
    if number < LEAST_MOVES {
        return Err(Reason::Moves);
    }
    Ok((number, Input(&rest[end + 1..])))
}

fn schedule(input: &mut Input<'_>) -> Result<Vec<Step>, Reason> {
    (0..input.short()?).map(|_| step(input)).collect()
}

fn step(input: &mut Input<'_>) -> Result<Step, Reason> {
    let step = Step {
        smoothness: input.byte()?.into(),
        pace: input.short()?.into(),
        momentum: input.byte()?.into(),
        lambda_pace: input.short()?,
        lambda_limit: input.short()?,
    };
    let is_in_range = step.smoothness <= 13 && step.pace <= 1 << 14;
    is_in_range.then_some(step).ok_or(Reason::Parameter)
}

/// The bytes that are not read yet.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Reason> {
        let (first, rest) = self.0.split_first_chunk().ok_or(Reason::Truncated)?;
        self.0 = rest;
        Ok(first)
    }

    fn byte(&mut self) -> Result<u8, Reason> {
        Ok(self.array::<1>()?[0])
    }

    fn short(&mut self) -> Result<u16, Reason> {
        Ok(u16::from_le_bytes(*self.array()?))
    }

    fn word(&mut self) -> Result<usize, Reason> {
        Ok(u32::from_le_bytes(*self.array()?) as usize)
    }
}

/// Where the prices of an octagon come from.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// The number of a table.
    pub table: usize,
    /// λ in eighths; the least λ of the octagon is taken instead if it is greater.
    pub eighths: u8,
}

impl Start {
    /// Reads a start.
    ///
    /// # Errors
    /// The start names a table that is not there, or is not complete.
    pub fn read(input: &mut Input<'_>, header: &Header) -> Result<Self, Reason> {
        let start = Self {
            table: input.byte()?.into(),
            eighths: input.byte()?,
        };
        let is_there = start.table < header.tables.len();
        is_there.then_some(start).ok_or(Reason::Table)
    }
}

/// How an octagon, or a case of it, is closed.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    /// The steps that are made.
    pub steps: &'a [Step],
    /// How the node ends.
    pub end: End,
}

/// How a node ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The bound closes the node.
    Closed,
    /// The node is divided by whether this side holds a line in the octagon.
    Inside(usize),
    /// The node is divided by where the lines of this side stick out.
    Where(usize),
}

impl<'a> Node<'a> {
    /// Reads a node.
    ///
    /// # Errors
    /// The node names a schedule, steps or an end that do not exist, or is not complete.
    pub fn read(input: &mut Input<'_>, header: &'a Header) -> Result<Self, Reason> {
        let schedule = header.schedules.get(usize::from(input.byte()?));
        let schedule = schedule.ok_or(Reason::Schedule)?;
        let steps = schedule
            .get(..usize::from(input.short()?))
            .ok_or(Reason::Steps)?;
        let end = match input.byte()? {
            0 => End::Closed,
            side @ 1..=8 => End::Inside(usize::from(side) - 1),
            side @ 9..=16 => End::Where(usize::from(side) - 9),
            _ => return Err(Reason::End),
        };
        Ok(Self { steps, end })
    }
}

impl End {
    /// The cases into which the node is divided: for each, the conditions on the eight sides.
    ///
    /// # Errors
    /// The question has been answered, or cannot be asked yet.
    pub fn cases(self, sides: &[Asked; 8]) -> Result<Vec<[Asked; 8]>, Reason> {
        let (side, before, answers): (_, _, &[Asked]) = match self {
            Self::Closed => return Ok(Vec::new()),
            Self::Inside(side) => (side, Asked::Line, &[Asked::Inside, Asked::Out]),
            Self::Where(side) => (side, Asked::Out, &[Asked::First, Asked::Last, Asked::Both]),
        };
        if sides[side] != before {
            return Err(Reason::Question);
        }
        let answered = |&answer: &Asked| {
            let mut sides = *sides;
            sides[side] = answer;
            sides
        };
        Ok(answers.iter().map(answered).collect())
    }
}
