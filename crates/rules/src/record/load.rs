//! Records from files, from standard input, and from the games that come with the program.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::content::{Excerpt, Record};
use super::fault::RecordError;
use super::known::{known_game_by_id, known_games};
use super::read::{MAX_FILE_BYTES, read};

/// Why a record could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be opened or read.
    #[error("{path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is not a record.
    #[error("{path}")]
    Record {
        /// The file.
        path: PathBuf,
        /// The reason why it is not a record.
        source: RecordError,
    },
    /// No game with this name comes with the program.
    #[error(
        "no game `{name}` comes with the program: choose one of {}",
        known_ids()
    )]
    UnknownGame {
        /// The name that was asked for.
        name: Excerpt,
    },
}

fn known_ids() -> String {
    let ids: Vec<String> = known_games().into_iter().map(|g| g.id).collect();
    ids.join(", ")
}

/// Loads a record from a file, from standard input (`-`), or from the games that
/// come with the program (`record:5D/rosin82`).
///
/// # Errors
/// Names the file and the fault.
pub fn load(path: &Path) -> Result<Record, LoadError> {
    if let Some(name) = path.to_str().and_then(|p| p.strip_prefix("record:")) {
        let unknown = || LoadError::UnknownGame {
            name: Excerpt::new(name),
        };
        return Ok(known_game_by_id(name).ok_or_else(unknown)?.to_record());
    }
    let bytes = read_bytes(path).map_err(|source| LoadError::Io {
        path: path.to_owned(),
        source,
    })?;
    read(&bytes).map_err(|source| LoadError::Record {
        path: path.to_owned(),
        source,
    })
}

/// At most one byte more than [`MAX_FILE_BYTES`], which [`read`] then refuses.
fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let limit = MAX_FILE_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(limit)
            .read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(path)?
            .take(limit)
            .read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
