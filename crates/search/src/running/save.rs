//! Keeps the best game of a search on disk: a record that can be replayed, and beside it, as
//! JSON, the command, the seed and the time that found it.
//!
//! Promise: from the first improvement on, the folder holds the best game of the search, whole; a better game is written before the one it
//! replaces is removed, and no file that was there before the search is touched.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::run::Improvement;
use crate::files::{FileError, free_path, is_claimed, write_atomically};
use crate::geometry::{Move, Variant};
use crate::record::{self, Finding, Format, IllegalMove, Metadata, RecordError};
use crate::text::timestamp;

/// Why a game could not be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A file or the folder cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The game is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game cannot be written as a record.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Writes the games of one search.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    /// The fields that are the same for all games of the search.
    template: Finding,
    /// The record of the best game so far, and whether this search wrote it.
    last: Option<(PathBuf, bool)>,
}

impl Keeper {
    /// Makes the folder. The fields of `template` that say how far the search was are replaced
    /// for every game.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(folder: &Path, template: Finding) -> Result<Self, SaveError> {
        std::fs::create_dir_all(folder).map_err(FileError::of("write", folder))?;
        Ok(Self {
            folder: folder.to_owned(),
            template,
            last: None,
        })
    }

    /// The record of the best game so far.
    pub fn last(&self) -> Option<&Path> {
        self.last.as_ref().map(|(path, _)| &**path)
    }

    /// Writes the record and its sidecar, and removes those that it wrote before. If another search has left the same game in the folder,
    /// that record stays as it is, and none is written.
    ///
    /// # Errors
    /// When they cannot be written; what was there stays.
    pub fn keep(&mut self, improvement: &Improvement) -> Result<(), SaveError> {
        let variant = self.template.variant;
        let position = record::play_all(variant, &improvement.moves)?;
        let format = format_of(variant);
        let sidecar = self.sidecar(improvement);
        let metadata = Metadata {
            description: Some(format!("found by morpion search, {}", sidecar.date)),
            ..Metadata::default()
        };
        let text = record::write(&position, &metadata, format)?;
        let path = self.folder.join(self.file_name(improvement));
        let path = free_path(&path, |path| match path.exists() {
            true => !holds(path, variant, &improvement.moves),
            false => is_claimed(&sidecar_path(path)),
        });
        let is_new = !path.exists();
        if is_new {
            // The sidecar first, and it is removed last: no record is ever without one.
            let json =
                serde_json::to_string_pretty(&sidecar).expect("a sidecar has only text keys");
            write(&sidecar_path(&path), format!("{json}\n").as_bytes())?;
            write(&path, text.as_bytes())?;
        }
        if let Some((old, true)) = self.last.replace((path, is_new)) {
            // A leftover does no harm, and the game that matters is safe.
            let _ = std::fs::remove_file(&old);
            let _ = std::fs::remove_file(sidecar_path(&old));
        }
        Ok(())
    }

    fn sidecar(&self, improvement: &Improvement) -> Finding {
        Finding {
            moves: improvement.moves.len(),
            job: improvement.job,
            playouts: improvement.playouts,
            seconds: improvement.after.as_secs_f64(),
            date: timestamp(SystemTime::now()),
            ..self.template.clone()
        }
    }

    /// `5D-068-symmetric-nrpa-seed1.psol`
    fn file_name(&self, improvement: &Improvement) -> String {
        let template = &self.template;
        let (variant, moves) = (template.variant, improvement.moves.len());
        let symmetric = if template.symmetric { "symmetric-" } else { "" };
        let algorithm = template.algorithm();
        let seed = template.seed;
        let extension = match format_of(variant) {
            Format::Psol => "psol",
            Format::Msr | Format::Json => "msr",
        };
        format!("{variant}-{moves:03}-{symmetric}{algorithm}-seed{seed}.{extension}")
    }
}

/// Whether the file holds the game of these moves, in any order.
fn holds(path: &Path, variant: Variant, moves: &[Move]) -> bool {
    let record = record::load(path).ok();
    let position = record.and_then(|record| record::replay(&record, Some(variant)).ok());
    let set = |moves: &[Move]| moves.iter().copied().collect::<BTreeSet<_>>();
    position.is_some_and(|position| set(position.moves()) == set(moves))
}

/// Where the sidecar of a record lies.
pub(super) fn sidecar_path(record: &Path) -> PathBuf {
    record.with_extension("json")
}

/// Pentasol, where it knows the lines.
const fn format_of(variant: Variant) -> Format {
    match variant.line_length() {
        5 => Format::Psol,
        _ => Format::Msr,
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    Ok(write_atomically(path, bytes).map_err(FileError::of("write", path))?)
}
