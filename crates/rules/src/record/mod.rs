//! Files of games: reading, writing and replaying them.
//!
//! [`read()`] tells forms apart by their content: Pentasol and MSR, which this crate also writes; our pictures, which carry their game;
//! and the files of other programs, among them drawings and the values of solvers. Reading promises a well-formed list of moves, not a
//! legal game: [`replay()`] decides that. Writing takes a [`Position`], so only legal games are written.

mod content;
mod decode;
mod drawing;
mod fault;
mod game;
mod json;
pub mod known;
mod load;
pub mod moves_text;
mod msr;
pub mod picture;
mod psol;
mod read;
mod replay;
mod rows;
mod unordered;
mod values;

pub use self::content::{Excerpt, Format, MAX_MOVES, Metadata, Order, Record};
pub use self::drawing::{DrawingFault, Place, reorder};
pub use self::fault::{MsrMoveFault, PentasolFault, RecordError};
pub use self::game::{Continued, Finding, Game, Provenance};
pub use self::known::{known_game_by_id, known_games};
pub use self::load::{LoadError, load};
pub use self::read::{MAX_FILE_BYTES, read};
pub use self::replay::{Fault, IllegalMove, Position, ReplayError, play_all, replay};

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
