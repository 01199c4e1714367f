//! Reads a certificate line by line. `paper/line-certificate.md`, section 1.

use super::moves::{Line, Moves, NAMES, Rules};
use super::numbers::{coordinate, number};
use super::reject::Reason;

/// The beginning of every certificate about lines.
pub const FIRST_WORDS: &[u8] = b"morpion-lines 1 ";
/// The most lines that a certificate may be about.
const MOST_LINES: usize = 2000;

/// The first line of a certificate.
pub struct Header {
    /// The name of the variant.
    pub variant: String,
    /// No game has more moves.
    pub at_most: usize,
}

/// The lines that are not read yet.
pub struct Reader<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            number: 0,
        }
    }

    /// The number of the line that was read last, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The words of the next line, which are separated by one space each.
    ///
    /// # Errors
    /// There is no further line, or it is not text.
    pub fn line(&mut self) -> Result<Vec<&'a str>, Reason> {
        self.number += 1;
        let end = self
            .rest
            .iter()
            .position(|&b| b == b'\n')
            .ok_or(Reason::Truncated)?;
        let (line, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        let text = std::str::from_utf8(line).map_err(|_| Reason::Text)?;
        Ok(text.split(' ').collect())
    }

    /// Reads the first line of the file, and those that give the lines of the games.
    ///
    /// # Errors
    /// The first thing that is wrong with them.
    pub fn header(&mut self) -> Result<(Header, Moves), Reason> {
        let words = self.line()?;
        let [
            "morpion-lines",
            "1",
            variant,
            "at-most",
            at_most,
            "lines",
            count,
        ] = words[..]
        else {
            return Err(Reason::Header);
        };
        let rules = Rules::named(variant).ok_or(Reason::Header)?;
        let count = number(count)? as usize;
        if count > MOST_LINES {
            return Err(Reason::Many);
        }
        let header = Header {
            variant: variant.to_owned(),
            at_most: number(at_most)? as usize,
        };
        let mut lines: Vec<Line> = Vec::new();
        for _ in 0..count {
            let line = self.a_line()?;
            if lines.contains(&line) {
                return Err(Reason::Line);
            }
            lines.push(line);
        }
        Ok((header, Moves::new(rules, lines)))
    }

    fn a_line(&mut self) -> Result<Line, Reason> {
        let words = self.line()?;
        let ["line", x, y, direction] = words[..] else {
            return Err(Reason::Line);
        };
        let direction = NAMES.iter().position(|&d| d == direction);
        Ok(Line {
            start: (coordinate(x)?, coordinate(y)?),
            direction: direction.ok_or(Reason::Line)?,
        })
    }

    /// Checks that everything was read.
    ///
    /// # Errors
    /// Something follows.
    pub fn end(&mut self) -> Result<(), Reason> {
        self.number += 1;
        self.rest.is_empty().then_some(()).ok_or(Reason::Trailing)
    }
}
