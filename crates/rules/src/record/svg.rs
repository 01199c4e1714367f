//! The game in a picture of ours: `morpion draw` and the board write it into their SVG files, as `<metadata id="morpion">5D: MOVES</metadata>`.

use super::content::Record;
use super::fault::RecordError;
use super::moves_text;

const START: &str = r#"<metadata id="morpion">"#;
const END: &str = "</metadata>";

/// Reads the moves of a picture; of one of a graph, too, so in whatever order they stand.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let game = || {
        let (_, rest) = text.split_once(START)?;
        let (game, _) = rest.split_once(END)?;
        let (variant, moves) = game.split_once(':')?;
        let moves = moves_text::read(moves).ok()?;
        Some(Record::new(variant.trim().parse().ok()?, moves))
    };
    game().ok_or(RecordError::Picture)
}
