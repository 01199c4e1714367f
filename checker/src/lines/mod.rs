//! Certificates for sentences of this form: no game whose lines are all among these has more than so many moves.
//!
//! Promise: when [`check`] returns [`Proven`], that is so, by the rules of the variant that it names. `paper/line-certificate.md` is the
//! format, and says why each deduction and each row holds.
//!
//! Memory: a byte for each pair of moves, of which there are 100 million at most, and a small multiple of the file.
//!
//! To convince yourself, read [`moves`], [`known`], [`rows`] and this file: a node of the tree is about the games that draw some lines
//! and leave out others; what is deduced holds for its games, and so for those of the nodes below it.

pub mod known;
pub mod moves;
pub mod numbers;
pub mod read;
pub mod reject;
pub mod rows;

use known::Known;
pub use read::FIRST_WORDS;
use read::Reader;
use reject::{Reason, Reject};
use std::fmt;

/// The greatest depth of a tree.
const MOST_BRANCHINGS: usize = 400;

/// The sentence that was verified, and the work that this took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proven {
    /// The variant: `5T`, `5D`, `4T` or `4D`.
    pub variant: String,
    /// The number of lines.
    pub lines: usize,
    /// Which lines they are: see [`moves::Moves::digest`].
    pub digest: String,
    /// No game of these lines has more moves.
    pub at_most: usize,
    /// The number of nodes of the tree.
    pub nodes: usize,
    /// The number of deductions, over all nodes.
    pub deductions: usize,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            variant,
            lines,
            digest,
            at_most,
            nodes,
            deductions,
        } = self;
        write!(
            f,
            "no game of {variant} that is made of these {lines} lines has more than {at_most} moves ({nodes} nodes, {deductions} deductions); the SHA-256 of the lines is {digest}"
        )
    }
}

/// Verifies an unpacked certificate.
///
/// # Errors
/// The reason for the rejection, and the line of the file.
pub fn check(bytes: &[u8]) -> Result<Proven, Reject> {
    let mut reader = Reader::new(bytes);
    check_all(&mut reader).map_err(|reason| Reject {
        reason,
        line: reader.number(),
    })
}

fn check_all(reader: &mut Reader<'_>) -> Result<Proven, Reason> {
    let (header, moves) = reader.header()?;
    let mut proven = Proven {
        variant: header.variant,
        lines: moves.lines(),
        digest: moves.digest(),
        at_most: header.at_most,
        nodes: 0,
        deductions: 0,
    };
    let mut known = Known::new(&moves);
    // The second children that are still to come, the next one last: the line, and what their parents know.
    let mut second = Vec::new();
    loop {
        proven.nodes += 1;
        if let Some(line) = node(reader, &mut known, &mut proven)? {
            if second.len() >= MOST_BRANCHINGS {
                return Err(Reason::Deep);
            }
            second.push((line, known.mark()));
            known.require(line);
        } else if let Some((line, mark)) = second.pop() {
            known.forget(mark);
            known.leave_out(line);
        } else {
            reader.end()?;
            return Ok(proven);
        }
    }
}

/// Reads a node to its end; returns the line that it is branched on, if it is.
fn node(
    reader: &mut Reader<'_>,
    known: &mut Known<'_>,
    proven: &mut Proven,
) -> Result<Option<usize>, Reason> {
    loop {
        let words = reader.line()?;
        match words[..] {
            ["out", m] => known.deduce_out(known.moves.number(m)?)?,
            ["excludes", a, b] => {
                known.deduce_excludes(known.moves.number(a)?, known.moves.number(b)?)?
            }
            ["branched", line] => return known.moves.line_number(line).map(Some),
            ["blocked", line] => {
                let line = known.moves.line_number(line)?;
                return known
                    .is_blocked(line)
                    .then_some(None)
                    .ok_or(Reason::Blocked);
            }
            ["refuted", scale, count] => {
                rows::check(reader, known, scale, count, proven.at_most)?;
                return Ok(None);
            }
            _ => return Err(Reason::Word),
        }
        proven.deductions += 1;
    }
}
