//! A theorem file for the page: the files it lists, and the conclusion that would follow from them.
//!
//! The page uses the checker's own reader, and its own derivation of the boxes that must be listed; it repeats no certificate.

use std::path::Path;

use morpion_check_core::theorem::{Kind, Statement, Theorem};
use serde::Serialize;

use crate::PageError;
use morpion_conclusion::read_mark;
use morpion_output::files::FileError;
use morpion_proof::claim::box_of;
use morpion_results::{CERTIFICATES_FOLDER, name_of};
use morpion_rules::geometry::{BoundingBox, Move};
use morpion_rules::record::moves_text;

/// The contents of a theorem file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TheoremFile {
    /// Its path below the folder of results.
    pub file: String,
    /// The bound it states; `None` of one that states a bound of each box.
    pub at_most: Option<u64>,
    /// The conclusion if every file it lists is valid, in the checker's words; `None` when boxes that are needed are missing.
    pub conclusion: Option<String>,
    /// Certificates that a box holds nothing longer.
    pub boxes: usize,
    /// Certificates that a box holds no game at all.
    pub empty: usize,
    /// Certificates that no game arrives at a box so.
    pub arrivals: usize,
    /// Games that show that boxes are reached.
    pub witnesses: usize,
    /// These games, as far as their files can be read.
    pub games: Vec<Witness>,
    /// Bytes of all these files.
    pub bytes: u64,
    /// Files it lists that are not there.
    pub missing: Vec<String>,
}

/// A game that a theorem file lists, as its file has it: the checker replays it, the page draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The box it is listed for.
    #[serde(rename = "box")]
    pub bounding_box: BoundingBox,
    /// Number of moves that are listed.
    pub size: u64,
    /// The file in the folder of certificates.
    pub file: String,
    /// The moves as text.
    pub moves: String,
}

impl Witness {
    fn read(folder: &Path, statement: &Statement, size: u64) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join(&statement.file)).ok()?;
        let moves: Option<Vec<Move>> = text
            .lines()
            .map(|line| read_mark(line.split_whitespace()))
            .collect();
        Some(Self {
            bounding_box: box_of(statement.size),
            size,
            file: statement.file.clone(),
            moves: moves_text::write(&moves?),
        })
    }
}

impl TheoremFile {
    /// Whether it is whole: all boxes and files are there.
    pub(crate) fn is_whole(&self) -> bool {
        self.conclusion.is_some() && self.missing.is_empty()
    }

    /// Reads a theorem file of a results folder; `None` when there is none.
    pub(super) fn read(folder: &Path, file: &str) -> Result<Option<Self>, PageError> {
        let certificates = folder.join(CERTIFICATES_FOLDER);
        let path = certificates.join(file);
        if !path.is_file() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).map_err(FileError::of("read", &path))?;
        let theorem = Theorem::parse(&text).map_err(|failure| PageError::Theorem {
            path: path.clone(),
            reason: failure.to_string(),
        })?;
        let mut told = Self {
            file: format!("{}/{CERTIFICATES_FOLDER}/{file}", name_of(folder)),
            at_most: theorem.at_most,
            conclusion: theorem.conclusion().ok(),
            ..Self::default()
        };
        told.count(&theorem, &certificates);
        Ok(Some(told))
    }

    fn count(&mut self, theorem: &Theorem, folder: &Path) {
        for statement in &theorem.statements {
            *match statement.kind {
                Kind::AtMost(_) => &mut self.boxes,
                Kind::Empty => &mut self.empty,
                Kind::Arrival(_) => &mut self.arrivals,
                Kind::Witness(_) => &mut self.witnesses,
            } += 1;
            if let Kind::Witness(size) = statement.kind {
                self.games.extend(Witness::read(folder, statement, size));
            }
            match std::fs::metadata(folder.join(&statement.file)) {
                Ok(file) => self.bytes += file.len(),
                Err(_) => self.missing.push(statement.file.clone()),
            }
        }
    }
}
