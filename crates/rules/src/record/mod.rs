//! Files of games: reading, writing and replaying them.
//!
//! Two formats are known, Pentasol and MSR, told apart by their content; and pictures of ours carry their game.
//! Reading promises a well-formed list of moves, not a legal game: that is what
//! [`replay()`] decides. Writing takes a [`Position`], so only legal games are written.

mod content;
mod drawing;
mod fault;
pub mod known;
pub mod moves_text;
mod msr;
mod psol;
mod replay;
mod svg;

use std::io::Read;
use std::path::{Path, PathBuf};

pub use self::content::{Excerpt, Format, Metadata, Record};
pub use self::drawing::{Drawing, DrawingFault, ReorderError, load_reordered};
pub use self::fault::{MsrMoveFault, PentasolFault, RecordError};
pub use self::known::{KnownGame, known_game_by_id, known_games};
pub use self::replay::{Fault, IllegalMove, Position, ReplayError, play_all, replay};

/// The largest file that is read, in bytes. The longest known game takes 14 kB.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;

/// Reads a record in any known format.
///
/// # Errors
/// Why it is not one, in one sentence.
///
/// ```
/// use morpion_rules::record::{Format, known_game_by_id, read, replay, write};
///
/// let record = known_game_by_id("5D/rosin82").unwrap().to_record();
/// let position = replay(&record, None)?;
/// let text = write(&position, &record.metadata, Format::Msr)?;
/// assert_eq!(read(text.as_bytes())?.moves, record.moves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(RecordError::TooLarge(MAX_FILE_BYTES));
    }
    let text = decode_text(bytes)?;
    let whole = text.trim_start_matches('\u{feff}');
    let text = whole.trim();
    match text.chars().next() {
        None => Err(RecordError::Empty),
        Some('{') => msr::read(text),
        Some('<') => svg::read(text),
        Some('M') if text.starts_with(::msr::PREFIX) => msr::read(text),
        // Untrimmed, so that line numbers count from the top.
        Some('#' | '(') => psol::read(whole),
        Some(_) => {
            let first = text.lines().next().unwrap_or_default();
            Err(RecordError::UnknownFormat(Excerpt::new(first)))
        }
    }
}

/// UTF-8, or else Latin-1, in which old Pentasol files write names in comments.
fn decode_text(bytes: &[u8]) -> Result<String, RecordError> {
    if bytes.iter().any(|&b| b < b' ' && !b"\t\n\r".contains(&b)) {
        return Err(RecordError::Binary);
    }
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    })
}

/// Writes a game.
///
/// # Errors
/// When the format cannot hold it.
pub fn write(
    position: &Position,
    metadata: &Metadata,
    format: Format,
) -> Result<String, RecordError> {
    match format {
        Format::Psol => psol::write(position, metadata),
        Format::Msr => msr::write_compact(position, metadata),
        Format::Json => msr::write_json(position, metadata),
    }
}

/// Why a record could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be opened or read.
    #[error("{path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is not a record.
    #[error("{path}")]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
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
/// Names the file and what is wrong.
pub fn load(path: &Path) -> Result<Record, LoadError> {
    if let Some(name) = built_in_name(path) {
        let unknown = || LoadError::UnknownGame {
            name: Excerpt::new(name),
        };
        return Ok(known_game_by_id(name).ok_or_else(unknown)?.to_record());
    }
    let bytes = load_bytes(path)?;
    read(&bytes).map_err(|source| LoadError::Record {
        path: path.to_owned(),
        source,
    })
}

/// The name of a game that comes with the program.
fn built_in_name(path: &Path) -> Option<&str> {
    path.to_str()?.strip_prefix("record:")
}

fn load_bytes(path: &Path) -> Result<Vec<u8>, LoadError> {
    read_bytes(path).map_err(|source| LoadError::Io {
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
