//! Files of games: reading, writing and replaying them.
//!
//! Two formats are known, Pentasol and MSR, told apart by their content; and pictures of ours carry their game.
//! Reading promises a well-formed list of moves, not a legal game: that is what
//! [`replay()`] decides. Writing takes a [`Position`], so only legal games are written.

mod drawing;
pub mod known;
pub mod moves_text;
mod msr;
mod psol;
mod replay;
mod svg;

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::geometry::{Move, Variant};

pub use self::drawing::{Drawing, DrawingFault, ReorderError, load_reordered};
pub use self::known::{KnownGame, known_game_by_id, known_games};
pub use self::msr::MsrMoveFault;
pub use self::psol::PentasolFault;
pub use self::replay::{Fault, IllegalMove, Position, ReplayError, play_all, replay};

/// The largest file that is read, in bytes. The longest known game takes 14 kB.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;

/// A list of moves as a file gives it; not necessarily a game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// The variant the file declares. Pentasol files declare none, but hold lines
    /// of five dots only.
    pub variant: Option<Variant>,
    /// The moves in the order of the file, in our frame; every dot lies within
    /// [`MAX_DISTANCE`](crate::geometry::MAX_DISTANCE) of the cross, every position on its line.
    pub moves: Vec<Move>,
    /// Where the game comes from.
    pub metadata: Metadata,
}

impl Record {
    /// A game without metadata.
    pub fn new(variant: Variant, moves: Vec<Move>) -> Self {
        Self {
            variant: Some(variant),
            moves,
            metadata: Metadata::default(),
        }
    }

    /// Number of dots in a line: 5 unless the file declares a 4 variant.
    pub fn line_length(&self) -> usize {
        self.variant.unwrap_or(Variant::T5).line_length()
    }
}

/// Where a game comes from: the free fields of MSR. Pentasol keeps description,
/// author and source as comments and drops the rest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata {
    /// The program that wrote the file.
    pub producer: Option<String>,
    /// When the file was written, ISO 8601.
    pub saved_at: Option<String>,
    /// Free text; for Pentasol the comments.
    pub description: Option<String>,
    /// Who found the game.
    pub author: Option<String>,
    /// Where the game was published.
    pub source: Option<String>,
    /// Who brought it into MSR form.
    pub transcribed_by: Option<String>,
    /// Labels.
    pub tags: Vec<String>,
    /// The search that found the game.
    pub solver: Option<::msr::Solver>,
}

/// A file format for games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Pentasol text (`.psol`): 5T and 5D only.
    Psol,
    /// MSR in its compact form (`.msr`).
    Msr,
    /// MSR as readable JSON (`.json`).
    Json,
}

impl Format {
    /// The format a file name asks for, by its extension.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "psol" => Some(Self::Psol),
            "msr" => Some(Self::Msr),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// A short quotation of somebody's file: one line, at most 160 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    const MAX_CHARS: usize = 160;

    pub(crate) fn new(text: &str) -> Self {
        let mut chars = text.chars();
        let start: String = chars.by_ref().take(Self::MAX_CHARS).collect();
        let dots = if chars.next().is_some() { "..." } else { "" };
        // Control characters would break the line or the terminal.
        let shown = start.replace(|c: char| c.is_control() || is_separator(c), " ");
        Self(shown + dots)
    }
}

/// The two characters Unicode counts as line ends besides the control characters.
fn is_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

impl std::fmt::Display for Excerpt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

/// Why a text is not a record, or a game cannot be written as one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// It is larger than any game; the limit in bytes.
    #[error("a record of more than {0} bytes is not a game")]
    TooLarge(usize),
    /// It holds bytes that no text has.
    #[error("this is a binary file, not a game: games are Pentasol text or MSR")]
    Binary,
    /// It starts like neither format.
    #[error("`{0}` starts neither a Pentasol file nor an MSR record")]
    UnknownFormat(Excerpt),
    /// A Pentasol file of comments only.
    #[error("the file holds only comments, no reference `(X,Y)` and no moves")]
    NoGame,
    /// A line of a Pentasol file cannot be read.
    #[error("line {line}: {fault}")]
    Pentasol {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: PentasolFault,
    },
    /// A Pentasol file of the other dialect.
    #[error(
        "the moves are a game only if the sign of each last number is turned around: this is \
         another dialect of Pentasol, which is not read; have the program that wrote it write MSR"
    )]
    SignsTurned,
    /// A picture that holds no game.
    #[error(
        "the picture carries no game, as those do that `morpion draw` and the board write as SVG"
    )]
    Picture,
    /// The crate for MSR cannot read it, in its words.
    #[error("the MSR record cannot be read: {0}")]
    Msr(Excerpt),
    /// A later, incompatible version of MSR.
    #[error("version `{0}` of MSR is not known here: have the record written as version 0.1")]
    MsrVersion(Excerpt),
    /// A move of an MSR record makes no sense.
    #[error("move {number}: {fault}")]
    MsrMove {
        /// The move, from 1.
        number: usize,
        /// What is wrong.
        fault: MsrMoveFault,
    },
    /// The record contradicts itself, so it is damaged.
    #[error("the record says it has {said} moves, but lists {found}")]
    Score {
        /// Its `score` field.
        said: usize,
        /// The moves it lists.
        found: usize,
    },
    /// Pentasol knows lines of five only.
    #[error("Pentasol files know only lines of five dots, so {0} needs MSR: use msr or json")]
    PentasolVariant(Variant),
}

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
