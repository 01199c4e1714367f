//! Theorems: the statements that a folder of certificates proves together.
//!
//! Promise: when [`Theorem::conclusion`] returns a sentence, the boxes cover every object the sentence speaks of; so it is true if all
//! statements are. The reason: a move extends the bounding box by at most one cell on one side
//! or on two neighbouring sides, so all boxes that a game went through lie in R: it arrived at each of them, so in none of the
//! ways that are listed as impossible. A point-symmetric game is built up by pairs of moves, which extend opposite sides alike.
//! `paper/certificate.md`, section 7.

use crate::format::{self, Claim, Kind as ObjectKind};
use crate::geometry::{Arrival, BoxSize, HALF_TURN, parse_number};
use crate::listing::Census;
use crate::state::Objects;
use crate::witness;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::{fmt, fs, io};

/// The name of a folder's main theorem file.
pub const FILE_NAME: &str = "theorem.txt";
/// The first word of every theorem file.
pub const FIRST_WORD: &str = "morpion-theorem";

/// A parsed theorem file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theorem {
    /// If given, the theorem is only about objects whose bounding box lies within this box, up to symmetry.
    pub within: Option<BoxSize>,
    /// The kind of objects.
    pub objects: Objects,
    /// Whether only objects count that the half turn maps to themselves.
    pub symmetric: bool,
    /// The claimed greatest number of moves; `None` if the theorem is only about the listed boxes, each with its own bound, or has
    /// `all_of`.
    pub at_most: Option<u64>,
    /// If given, all objects with this many moves or more end in the positions listed.
    pub all_of: Option<u64>,
    /// The lines that refer to files.
    pub statements: Vec<Statement>,
}

/// A line of a theorem file that refers to another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The box that the statement is about.
    pub size: BoxSize,
    /// The property of the box that it claims.
    pub kind: Kind,
    /// Whether it excepts objects that end in a position that the file lists: `all-of K`, with the bound K - 1.
    pub lists: bool,
    /// The name of the file in the same folder.
    pub file: String,
}

/// A property of a box that a statement claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// No object has more moves.
    AtMost(u64),
    /// There is no object.
    Empty,
    /// No game arrives at the box in this way. Nothing is claimed about the objects that have this bounding box.
    Arrival(Arrival),
    /// There is an object with this many moves.
    Witness(u64),
}

/// Why a theorem does not hold as stated.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// A file could not be read.
    Unreadable(io::Error),
    /// A line of the theorem file (from 1) is not what must stand there.
    Line(usize),
    /// A certificate was rejected.
    Certificate(format::Reject),
    /// A certificate has this many open leaves.
    Unfinished(u64),
    /// A certificate shows something else than the statement.
    OtherClaim(Claim),
    /// A witness was rejected.
    Witness(witness::Reject),
    /// Statements about these files failed.
    Statements(Vec<String>),
    /// A box that must be covered is not listed.
    NotListed(BoxSize),
    /// The bound of a box is greater than the claim.
    TooWeak(BoxSize),
    /// In a check in parts, no part has verified the nodes that begin in these bytes of a certificate.
    NoPart(Range<usize>),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Line(line) => write!(f, "rejected: line {line} is not what must stand there"),
            Self::Certificate(reject) => write!(f, "rejected: {reject}"),
            Self::Unfinished(open) => write!(f, "unfinished: {open} nodes are open"),
            Self::OtherClaim(claim) => {
                write!(f, "rejected: it shows something else, namely that {claim}")
            }
            Self::Witness(reject) => write!(f, "rejected: {reject}"),
            Self::Statements(files) => write!(f, "rejected: not verified are {}", files.join(", ")),
            Self::NoPart(Range { start, end }) => {
                write!(f, "not verified: its bytes {start} to {end} are in no part")
            }
            Self::NotListed(size) => write!(f, "rejected: the box {size} is not listed"),
            Self::TooWeak(size) => write!(
                f,
                "rejected: the bound of the box {size} is above the claim"
            ),
        }
    }
}

impl std::error::Error for Failure {}

/// The kind of file that a look finds, without a walk over its tree.
pub(crate) enum Shown {
    /// A certificate whose header claims what the statement says; whether the certificate is valid is not known.
    Claim(Claim),
    /// A witness with this many moves, replayed.
    Witness(u64),
}

impl Theorem {
    /// Reads a theorem file.
    ///
    /// # Errors
    /// [`Failure::Line`] for the first line that is not what must stand there.
    ///
    /// ```
    /// use morpion_check_core::theorem::{Failure, Theorem};
    ///
    /// let theorem = Theorem::parse("morpion-theorem 1\nobjects games\nat-most 82\n\
    ///     box 0,0,0,0 at-most 64 0-0-0-0.graphs.at-most-64.cert.zst\n")?;
    /// // A game may leave this box, and the file says nothing of the others.
    /// assert!(matches!(theorem.conclusion(), Err(Failure::NotListed(_))));
    /// # Ok::<(), Failure>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let mut lines = (1..)
            .zip(text.lines().map(|line| line.split(' ').collect::<Vec<_>>()))
            .peekable();
        let end = text.lines().count() + 1;
        // The value of the next line and its number, if that line has this name.
        let mut field = |name: &str| {
            let line = lines.peek().map_or(end, |(line, _)| *line);
            let found = lines.next_if(|(_, words)| words.len() == 2 && words[0] == name);
            found
                .map(|(_, words)| (words[1], line))
                .ok_or(Failure::Line(line))
        };
        let (version, line) = field(FIRST_WORD)?;
        (version == "1").then_some(()).ok_or(Failure::Line(line))?;
        let within = match field("within") {
            Ok((size, line)) => Some(size.parse().map_err(|()| Failure::Line(line))?),
            Err(_) => None,
        };
        let (objects, symmetric) = match field("objects")? {
            ("graphs", _) => (Objects::Graphs, false),
            ("games", _) => (Objects::Games, false),
            ("symmetric-graphs", _) => (Objects::Graphs, true),
            ("symmetric-games", _) => (Objects::Games, true),
            (_, line) => return Err(Failure::Line(line)),
        };
        let may_count = objects == Objects::Games && within.is_none();
        let (at_most, all_of) = match field("all-of") {
            Ok((k, line)) => {
                let k = parse_number(k).filter(|&k| may_count && k > 0);
                (None, Some(k.ok_or(Failure::Line(line))?))
            }
            Err(_) => match field("at-most")? {
                ("listed", _) if within.is_none() => (None, None),
                (most, line) => (Some(parse_number(most).ok_or(Failure::Line(line))?), None),
            },
        };
        let listing = all_of.map(|k| Kind::AtMost(k - 1));
        let about_games = objects == Objects::Games && !symmetric;
        let mut listed = BTreeSet::new();
        let mut statements = Vec::new();
        for (line, words) in lines {
            let statement = Statement::parse(&words).ok_or(Failure::Line(line))?;
            let size = statement.size;
            let may_stand = match statement.kind {
                kind if statement.lists && Some(kind) != listing => false,
                Kind::AtMost(_) | Kind::Empty => {
                    size == size.canonical() && listed.insert((size, None))
                }
                Kind::Arrival(arrival) => about_games && listed.insert((size, Some(arrival))),
                Kind::Witness(_) => true,
            };
            if !may_stand {
                return Err(Failure::Line(line));
            }
            statements.push(statement);
        }
        Ok(Self {
            within,
            objects,
            symmetric,
            at_most,
            all_of,
            statements,
        })
    }

    /// Reads and parses a theorem file.
    ///
    /// # Errors
    /// It cannot be read, or a line is not what must stand there.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        Self::parse(&fs::read_to_string(file).map_err(Failure::Unreadable)?)
    }

    /// Compares the content of a file with a statement about it: replays a witness, but reads only the header of a certificate.
    pub(crate) fn look(&self, statement: &Statement, file: &[u8]) -> Result<Shown, Failure> {
        let size = statement.size;
        let (arrival, k) = match statement.kind {
            Kind::AtMost(most) => (None, most + 1),
            Kind::Empty => (None, 0),
            Kind::Arrival(arrival) => (Some(arrival), 0),
            Kind::Witness(moves) => {
                let syntax = witness::Reject {
                    line: 0,
                    reason: witness::Reason::Syntax,
                };
                let text = std::str::from_utf8(file).map_err(|_| Failure::Witness(syntax))?;
                witness::check(text, size, moves, self.objects, self.symmetric)
                    .map_err(Failure::Witness)?;
                return Ok(Shown::Witness(moves));
            }
        };
        let claim = format::claim(file).map_err(Failure::Certificate)?;
        // That no game arrives at a box by some side does not make the box empty.
        let same_box = claim.size == size && claim.arrival == arrival;
        if same_box && claim.k == k && claim.all_of == statement.lists && self.is_served_by(&claim)
        {
            Ok(Shown::Claim(claim))
        } else {
            Err(Failure::OtherClaim(claim))
        }
    }

    /// The kind of objects that the theorem is about, in the singular.
    const fn object(&self) -> ObjectKind {
        ObjectKind(self.objects, self.symmetric)
    }

    /// The kind and the least number of moves of the objects whose positions are counted, if the theorem is about all positions.
    pub(crate) fn census(&self) -> Option<Census> {
        self.all_of.map(|k| Census(self.object(), k))
    }

    /// Whether a claim covers the objects of the theorem: one about graphs covers games, one about all objects covers symmetric ones,
    /// not the other way round. A list of all games does not serve for the symmetric ones: it has more.
    fn is_served_by(&self, claim: &Claim) -> bool {
        let same_kind = claim.objects == Objects::Graphs || claim.objects == self.objects;
        let wider = self.symmetric && !claim.all_of;
        same_kind && (claim.symmetric == self.symmetric || wider)
    }

    /// The sentence that follows from the statements, if all of them are true.
    ///
    /// # Errors
    /// The statements do not cover all objects the theorem speaks of.
    pub fn conclusion(&self) -> Result<String, Failure> {
        let boxes = self.boxes();
        let Some(most) = self.at_most.or(self.all_of.map(|k| k.saturating_sub(1))) else {
            return self.of_listed(&boxes);
        };
        let covered = match (self.objects, self.within) {
            (Objects::Graphs, Some(within)) => self.every_box_within(within),
            _ => self.reached(&boxes)?,
        };
        for &size in &covered {
            match boxes.get(&size) {
                None => return Err(Failure::NotListed(size)),
                Some(Kind::AtMost(bound)) if *bound > most => {
                    return Err(Failure::TooWeak(size));
                }
                Some(_) => {}
            }
        }
        if let Some(census) = self.census() {
            return Ok(census.to_string());
        }
        let object = self.object();
        Ok(match (self.objects, self.within) {
            (_, Some(within)) => {
                format!(
                    "no {object} whose bounding box lies within {within}, up to symmetry, has more than {most} moves"
                )
            }
            (Objects::Games, None) => format!("no {object} has more than {most} moves"),
            (Objects::Graphs, None) => {
                let list: Vec<String> = covered.iter().map(BoxSize::to_string).collect();
                let list = list.join(" ");
                format!(
                    "no {object} has more than {most} moves if its bounding box is, up to symmetry, one of {list}"
                )
            }
        })
    }

    /// The sentence of a theorem that needs no coverage.
    fn of_listed(&self, boxes: &BTreeMap<BoxSize, Kind>) -> Result<String, Failure> {
        let mut by_bound = BTreeMap::<u64, String>::new();
        for (size, kind) in boxes {
            let bound = match kind {
                Kind::AtMost(most) => *most,
                _ => 0,
            };
            *by_bound.entry(bound).or_default() += &format!(" {size}");
        }
        if by_bound.is_empty() {
            return Err(Failure::NotListed(BoxSize::CROSS));
        }
        let bounds = by_bound.iter();
        let bounds: Vec<_> = bounds
            .map(|(most, list)| format!("more than {most} moves if this is one of{list}"))
            .collect();
        let (object, bounds) = (self.object(), bounds.join("; nor "));
        Ok(format!(
            "no {object} has, by its bounding box up to symmetry, {bounds}"
        ))
    }

    /// The listed boxes: neither arrivals nor witnesses.
    fn boxes(&self) -> BTreeMap<BoxSize, Kind> {
        let all = self
            .statements
            .iter()
            .map(|statement| (statement.size, statement.kind));
        all.filter(|(_, kind)| matches!(kind, Kind::AtMost(_) | Kind::Empty))
            .collect()
    }

    /// The canonical forms of the listed arrivals.
    fn arrivals(&self) -> BTreeSet<(BoxSize, Arrival)> {
        let canonical = |statement: &Statement| match statement.kind {
            Kind::Arrival(arrival) => Some(arrival.canonical(statement.size)),
            _ => None,
        };
        self.statements.iter().filter_map(canonical).collect()
    }

    /// The set R of section 7. It is finite because it only goes on from boxes that are listed.
    fn reached(&self, boxes: &BTreeMap<BoxSize, Kind>) -> Result<BTreeSet<BoxSize>, Failure> {
        let arrivals = self.arrivals();
        let mut reached = BTreeSet::from([BoxSize::CROSS]);
        let mut next = vec![BoxSize::CROSS];
        while let Some(size) = next.pop() {
            match boxes.get(&size) {
                None => return Err(Failure::NotListed(size)),
                Some(Kind::Empty) => continue,
                Some(_) => {}
            }
            for larger in self.resized(size, &arrivals) {
                let spoken_of = self.within.is_none_or(|within| larger.within(within));
                if spoken_of && reached.insert(larger) {
                    next.push(larger);
                }
            }
        }
        Ok(reached)
    }

    /// The canonical forms of the boxes that an object may have when its last move (and the image of this) is added, if none of
    /// `impossible` occurs.
    fn resized(&self, size: BoxSize, impossible: &BTreeSet<(BoxSize, Arrival)>) -> Vec<BoxSize> {
        if self.symmetric {
            return size.resized_by_pairs().to_vec();
        }
        let arrives =
            |(larger, by): &(BoxSize, Arrival)| !impossible.contains(&by.canonical(*larger));
        let larger = size.resized().into_iter().filter(arrives);
        larger.map(|(larger, _)| larger.canonical()).collect()
    }

    /// The canonical forms of all boxes within a box that an object may have.
    fn every_box_within(&self, within: BoxSize) -> BTreeSet<BoxSize> {
        let mut boxes = BTreeSet::new();
        for top in 0..=within.top {
            for right in 0..=within.right {
                for bottom in 0..=within.bottom {
                    let to_size = |left| BoxSize {
                        top,
                        right,
                        bottom,
                        left,
                    };
                    boxes.extend((0..=within.left).map(|left| to_size(left).canonical()));
                }
            }
        }
        boxes.retain(|size| !self.symmetric || size.image(HALF_TURN) == *size);
        boxes
    }
}

impl Statement {
    fn parse(words: &[&str]) -> Option<Self> {
        let (size, kind, file) = match *words {
            ["box", size, "at-most", most, file] => (size, Kind::AtMost(parse_number(most)?), file),
            ["box", size, "all-of", k, file] => {
                (size, Kind::AtMost(parse_number(k)?.checked_sub(1)?), file)
            }
            ["box", size, "empty", file] => (size, Kind::Empty, file),
            ["arrival", size, sides, file] => (size, Kind::Arrival(sides.parse().ok()?), file),
            ["witness", size, moves, file] => (size, Kind::Witness(parse_number(moves)?), file),
            _ => return None,
        };
        // A plain name: the folder holds all that the theorem rests on, and terminals show it as it is.
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let is_plain = !file.is_empty() && file.chars().all(plain);
        is_plain.then_some(Self {
            size: size.parse().ok()?,
            kind,
            lists: words[2] == "all-of",
            file: file.to_owned(),
        })
    }
}
