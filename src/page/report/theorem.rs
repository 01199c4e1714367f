//! A theorem file as the page tells of it: what it lists, and what would follow from it.
//!
//! The checker's own reader is used, and its own derivation of the boxes that must be listed; its certificates are not repeated here.

use std::path::Path;

use morpion_check::theorem::{FILE_NAME, Kind, Theorem};
use serde::Serialize;

use crate::page::PageError;
use crate::results::CERTIFICATES_FOLDER;

/// What a theorem file lists.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TheoremFile {
    /// Its path below the folder of results.
    pub file: String,
    /// The bound it states.
    pub at_most: u64,
    /// What follows if every file it lists holds, in the checker's words; `None` when its boxes are not all that are needed.
    pub conclusion: Option<String>,
    /// Certificates that a box holds nothing longer.
    pub boxes: usize,
    /// Certificates that a box holds no game at all.
    pub empty: usize,
    /// Certificates that no game arrives at a box so.
    pub arrivals: usize,
    /// Games that show that boxes are reached.
    pub witnesses: usize,
    /// Bytes of all these files.
    pub bytes: u64,
    /// Files it lists that are not there.
    pub missing: Vec<String>,
}

impl TheoremFile {
    /// Number of certificates.
    pub const fn certificates(&self) -> usize {
        self.boxes + self.empty + self.arrivals
    }

    /// Whether it is whole: all boxes and files are there.
    pub fn is_whole(&self) -> bool {
        self.conclusion.is_some() && self.missing.is_empty()
    }

    /// Reads the main theorem file of a results folder; `None` when there is none.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Option<Self>, PageError> {
        let certificates = folder.join(CERTIFICATES_FOLDER);
        let path = certificates.join(FILE_NAME);
        if !path.is_file() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).map_err(PageError::io("read", &path))?;
        let theorem = Theorem::parse(&text).map_err(|failure| PageError::Theorem {
            path: path.clone(),
            reason: failure.to_string(),
        })?;
        let mut told = Self {
            file: format!("{name}/{CERTIFICATES_FOLDER}/{FILE_NAME}"),
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
            match std::fs::metadata(folder.join(&statement.file)) {
                Ok(file) => self.bytes += file.len(),
                Err(_) => self.missing.push(statement.file.clone()),
            }
        }
    }
}
