//! The content of a file of a game, whatever its format.

use std::path::Path;

use crate::geometry::{Move, Variant};

/// The most moves that are read from a file without an order. The longest known game has 178, and no game of 5T has more than 444.
pub const MAX_MOVES: usize = 1000;

/// A list of moves as a file gives it; not necessarily a game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// The variant the file declares, or that its lines of four dots show. Lines of five dots leave it open, as in most Pentasol
    /// files, whether they may touch.
    pub variant: Option<Variant>,
    /// The moves, in our frame; every dot lies within [`MAX_DISTANCE`](crate::geometry::MAX_DISTANCE) of the cross, every position on
    /// its line.
    pub moves: Vec<Move>,
    /// The order in which the moves stand.
    pub order: Order,
    /// Where the game comes from.
    pub metadata: Metadata,
}

/// The order of the moves of a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// The order of the file.
    #[default]
    Given,
    /// The file has no order in which its lines can be played; this one was found.
    Found,
    /// The moves are a graph that cannot be played in any order.
    None,
}

impl Record {
    /// A game without metadata.
    pub fn new(variant: Variant, moves: Vec<Move>) -> Self {
        Self {
            variant: Some(variant),
            moves,
            ..Self::default()
        }
    }

    /// Number of dots in a line: 5 unless the file declares a 4 variant.
    pub fn line_length(&self) -> usize {
        self.variant.unwrap_or(Variant::T5).line_length()
    }
}

/// The rules, in the order in which moves are tried by them if neither the file nor the user names any.
pub(super) const STRICTEST_FIRST: [Variant; 4] =
    [Variant::D5, Variant::T5, Variant::D4, Variant::T4];

/// The variant of moves that were found to fit it, as a record states it.
pub(super) fn declared(variant: Variant) -> Option<Variant> {
    (variant.line_length() != 5).then_some(variant)
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
