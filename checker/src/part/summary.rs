//! Summaries: the statement of a part of a check about what it has verified.
//!
//! ```text
//! morpion-part 1
//! checker morpion-check VERSION DIGEST      of all its sources
//! part I of N
//! theorem FILE DIGEST                       one line for each theorem file
//! certificate FILE DIGEST FROM TO           a piece: the nodes that begin in these bytes of the file, unpacked
//! signed-off DIGEST                         of the lines above
//! ```
//!
//! Digests are SHA-256. The last line tells whether the summary is whole, not who has written it.

use morpion_check_core::sha256::sha256;
use morpion_check_core::sources;
use std::ops::Range;
use std::str::FromStr;
use std::{env, fmt};

/// The first line of a summary.
const FIRST_LINE: &str = "morpion-part 1";
/// The beginning of its last line; the digest follows.
const LAST_LINE: &str = "signed-off ";

/// The files that this checker is made from beside those of its [core](sources). (The library that unpacks is not among them: digests
/// are of what was unpacked.)
pub const SOURCES: [(&str, &[u8]); 44] = [
    (
        "bin/morpion-check/collected.rs",
        include_bytes!("../bin/morpion-check/collected.rs"),
    ),
    (
        "bin/morpion-check/kinds.rs",
        include_bytes!("../bin/morpion-check/kinds.rs"),
    ),
    (
        "bin/morpion-check/lines.rs",
        include_bytes!("../bin/morpion-check/lines.rs"),
    ),
    (
        "bin/morpion-check/main.rs",
        include_bytes!("../bin/morpion-check/main.rs"),
    ),
    (
        "bin/morpion-check/octagons.rs",
        include_bytes!("../bin/morpion-check/octagons.rs"),
    ),
    (
        "bin/morpion-check/options.rs",
        include_bytes!("../bin/morpion-check/options.rs"),
    ),
    (
        "bin/morpion-check/progress.rs",
        include_bytes!("../bin/morpion-check/progress.rs"),
    ),
    (
        "bin/morpion-check/screen.rs",
        include_bytes!("../bin/morpion-check/screen.rs"),
    ),
    (
        "bin/morpion-recount/main.rs",
        include_bytes!("../bin/morpion-recount/main.rs"),
    ),
    ("hints/fixing.rs", include_bytes!("../hints/fixing.rs")),
    ("hints/known.rs", include_bytes!("../hints/known.rs")),
    ("hints/mod.rs", include_bytes!("../hints/mod.rs")),
    ("hints/orders.rs", include_bytes!("../hints/orders.rs")),
    ("hints/rows.rs", include_bytes!("../hints/rows.rs")),
    ("hints/rules.rs", include_bytes!("../hints/rules.rs")),
    ("hints/written.rs", include_bytes!("../hints/written.rs")),
    ("lib.rs", include_bytes!("../lib.rs")),
    ("lines/known.rs", include_bytes!("../lines/known.rs")),
    ("lines/mod.rs", include_bytes!("../lines/mod.rs")),
    ("lines/moves.rs", include_bytes!("../lines/moves.rs")),
    ("lines/numbers.rs", include_bytes!("../lines/numbers.rs")),
    ("lines/read.rs", include_bytes!("../lines/read.rs")),
    ("lines/reject.rs", include_bytes!("../lines/reject.rs")),
    ("lines/rows.rs", include_bytes!("../lines/rows.rs")),
    ("octagons/close.rs", include_bytes!("../octagons/close.rs")),
    ("octagons/file.rs", include_bytes!("../octagons/file.rs")),
    (
        "octagons/filling.rs",
        include_bytes!("../octagons/filling.rs"),
    ),
    ("octagons/lane.rs", include_bytes!("../octagons/lane.rs")),
    ("octagons/lanes.rs", include_bytes!("../octagons/lanes.rs")),
    (
        "octagons/layers.rs",
        include_bytes!("../octagons/layers.rs"),
    ),
    ("octagons/list.rs", include_bytes!("../octagons/list.rs")),
    ("octagons/mod.rs", include_bytes!("../octagons/mod.rs")),
    (
        "octagons/octagon.rs",
        include_bytes!("../octagons/octagon.rs"),
    ),
    (
        "octagons/prices.rs",
        include_bytes!("../octagons/prices.rs"),
    ),
    (
        "octagons/reject.rs",
        include_bytes!("../octagons/reject.rs"),
    ),
    ("octagons/shape.rs", include_bytes!("../octagons/shape.rs")),
    (
        "octagons/smooth.rs",
        include_bytes!("../octagons/smooth.rs"),
    ),
    ("octagons/step.rs", include_bytes!("../octagons/step.rs")),
    ("octagons/table.rs", include_bytes!("../octagons/table.rs")),
    ("part/mod.rs", include_bytes!("../part/mod.rs")),
    ("part/summary.rs", include_bytes!("../part/summary.rs")),
    ("part/way.rs", include_bytes!("../part/way.rs")),
    ("recount.rs", include_bytes!("../recount.rs")),
    ("sample.rs", include_bytes!("../sample.rs")),
];

/// This checker: its version, and the digest of its sources.
pub fn checker() -> String {
    let core = sources::SOURCES.into_iter();
    let core = core.map(|(name, text)| (format!("core/{name}"), text));
    let own = SOURCES
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text));
    let line = |(name, text): (String, &[u8])| format!("{name} {}\n", sha256(text));
    let all: String = core.chain(own).map(line).collect();
    format!(
        "morpion-check {} {}",
        env!("CARGO_PKG_VERSION"),
        sha256(all.as_bytes())
    )
}

/// One of several parts of similar cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl FromStr for Part {
    type Err = ();

    /// Reads `3/8`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (number, of) = text.split_once('/').ok_or(())?;
        let part = Self {
            number: number.parse().map_err(|_| ())?,
            of: of.parse().map_err(|_| ())?,
        };
        let exists = (1..=part.of).contains(&part.number);
        exists.then_some(part).ok_or(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.of)
    }
}

/// Some of the nodes of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The name of its file.
    pub file: String,
    /// The digest of the whole file, unpacked.
    pub digest: String,
    /// The bytes of the unpacked file in which these nodes begin.
    pub bytes: Range<usize>,
}

/// The result of a part that has verified its pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The checker that verified them, as [`checker`] gives it.
    pub checker: String,
    /// The number of the part, and of parts.
    pub part: Part,
    /// The theorem files by name, and their digests.
    pub theorems: Vec<(String, String)>,
    /// The pieces that have been verified.
    pub pieces: Vec<Piece>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.body();
        writeln!(f, "{text}{LAST_LINE}{}", sha256(text.as_bytes()))
    }
}

impl Summary {
    /// All but the last line.
    fn body(&self) -> String {
        let (checker, part) = (&self.checker, self.part);
        let mut text = format!("{FIRST_LINE}\nchecker {checker}\npart {part}\n");
        for (file, digest) in &self.theorems {
            text += &format!("theorem {file} {digest}\n");
        }
        for Piece {
            file,
            digest,
            bytes,
        } in &self.pieces
        {
            let Range { start, end } = bytes;
            text += &format!("certificate {file} {digest} {start} {end}\n");
        }
        text
    }

    /// Reads a summary; `None` if it is not one, word for word.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip(1);
        let checker = lines.next()?.strip_prefix("checker ")?.to_owned();
        let (number, of) = lines.next()?.strip_prefix("part ")?.split_once(" of ")?;
        let mut summary = Self {
            checker,
            part: format!("{number}/{of}").parse().ok()?,
            theorems: Vec::new(),
            pieces: Vec::new(),
        };
        for line in lines {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["theorem", file, digest] => {
                    summary.theorems.push((file.to_owned(), digest.to_owned()));
                }
                ["certificate", file, digest, start, end] => summary.pieces.push(Piece {
                    file: file.to_owned(),
                    digest: digest.to_owned(),
                    bytes: start.parse().ok()?..end.parse().ok()?,
                }),
                ["signed-off", _] => {}
                _ => return None,
            }
        }
        // The first and last line must be right, and nothing may be added or written in another way.
        (summary.to_string() == text).then_some(summary)
    }
}
