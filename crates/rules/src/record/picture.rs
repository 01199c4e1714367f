//! The game that a picture carries: `morpion draw` and the board write it into their SVG and PNG files, as `5D: (3,-1) | 0; ...`. Pictures
//! of the program `morpion-solitaire`, which carry an MSR record, are read as well.
//!
//! In SVG it stands as `<metadata id="morpion">`, in PNG in a text chunk (tEXt, keyword `morpion`) right after the header. Source: the PNG
//! specification, third edition, sections 5.3 (chunks), 11.3.3.2 (tEXt) and annex D (the check sum).

use super::content::Record;
use super::fault::RecordError;
use super::unordered::settle;
use super::{moves_text, msr};
use crate::geometry::{Move, Variant};

/// The bytes with which PNG files begin.
pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Length, type and check sum of a chunk.
const AROUND: usize = 12;

/// The end of the header, the first chunk, which has 13 bytes of its own.
const AFTER_HEADER: usize = SIGNATURE.len() + AROUND + 13;

const OURS: &str = "morpion";
const OF_MSR: &str = "msr";

/// The text that pictures carry: the variant and the moves, in order of play where they have one.
pub fn text(variant: Variant, moves: &[Move]) -> String {
    format!("{variant}: {}", moves_text::write(moves))
}

/// A PNG file with the game in it, which any program shows as it did before.
///
/// # Panics
/// If `png` does not hold a PNG header.
pub fn with_game(png: &[u8], variant: Variant, moves: &[Move]) -> Vec<u8> {
    let (header, rest) = png.split_at(AFTER_HEADER);
    let content = format!("{OURS}\0{}", text(variant, moves));
    let typed = [b"tEXt", content.as_bytes()].concat();
    let length = (content.len() as u32).to_be_bytes();
    let sum = check_sum(&typed).to_be_bytes();
    [header, &length, &typed, &sum, rest].concat()
}

/// Reads what [`text`] wrote; from a picture of a graph, too.
///
/// # Errors
/// There is no such text.
pub(super) fn read_text(text: &str) -> Result<Record, RecordError> {
    let parts = || {
        let (variant, moves) = text.split_once(':')?;
        Some((variant.trim().parse().ok()?, moves_text::read(moves).ok()?))
    };
    let (variant, moves) = parts().ok_or(RecordError::Picture)?;
    settle(variant, moves)
}

/// Reads a PNG file, of which only the beginning need be there.
///
/// # Errors
/// It carries no game, or one that was damaged.
pub(super) fn read_png(bytes: &[u8]) -> Result<Record, RecordError> {
    for content in texts(bytes) {
        match content.split_once('\0') {
            Some((OURS, text)) => return read_text(text),
            Some((OF_MSR, text)) => return msr::read(text.trim()),
            _ => {}
        }
    }
    Err(RecordError::Picture)
}

/// The text chunks before the picture proper, as far as they are whole.
fn texts(bytes: &[u8]) -> impl Iterator<Item = &str> {
    let mut rest = bytes.get(SIGNATURE.len()..).unwrap_or_default();
    let chunks = std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
        let whole = rest.get(..length.checked_add(AROUND)?)?;
        rest = &rest[whole.len()..];
        let (typed, sum) = whole[4..].split_last_chunk()?;
        let is_whole = check_sum(typed) == u32::from_be_bytes(*sum);
        (is_whole && !typed.starts_with(b"IDAT")).then_some(typed)
    });
    chunks.filter_map(|typed| std::str::from_utf8(typed.strip_prefix(b"tEXt")?).ok())
}

/// CRC-32, a bit at a time: the texts are short.
fn check_sum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    let sum = bytes
        .iter()
        .fold(u32::MAX, |sum, &b| (0..8).fold(sum ^ u32::from(b), step));
    !sum
}

/// Reads an SVG file.
///
/// # Errors
/// It carries no game.
pub(super) fn read_svg(svg: &str) -> Result<Record, RecordError> {
    let carried = |id: &str| {
        let (_, rest) = svg.split_once(&format!(r#"<metadata id="{id}">"#))?;
        Some(rest.split_once("</metadata>")?.0)
    };
    match (carried(OURS), carried("morpion-solitaire-record")) {
        (Some(text), _) => read_text(text),
        (None, Some(text)) => msr::read(text.trim()),
        (None, None) => Err(RecordError::Picture),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::known_game_by_id;

    /// A header and a chunk of picture, with nothing in it.
    fn picture() -> Vec<u8> {
        let chunk = |typed: &[u8]| {
            let length = (typed.len() as u32 - 4).to_be_bytes();
            [&length, typed, &check_sum(typed).to_be_bytes()].concat()
        };
        let header = chunk(&[b"IHDR".as_slice(), &[0; 13]].concat());
        [SIGNATURE, &header, &chunk(b"IDATx")].concat()
    }

    #[test]
    fn a_picture_comes_back_as_the_game_in_it() {
        // The check value of CRC-32 in the literature.
        assert_eq!(check_sum(b"123456789"), 0xcbf4_3926);
        let game = known_game_by_id("5D/rosin82").unwrap();
        let png = with_game(&picture(), game.variant, &game.moves);
        let read = read_png(&png).unwrap();
        assert_eq!((read.variant, read.moves), (Some(game.variant), game.moves));
        assert_eq!(read_png(&picture()), Err(RecordError::Picture));
    }

    #[test]
    fn a_damaged_picture_is_refused() {
        let game = known_game_by_id("4D/hyyroporanen35").unwrap();
        let png = with_game(&picture(), game.variant, &game.moves);
        let text = AFTER_HEADER..png.len() - AROUND - 1;
        for at in text.clone().step_by(7) {
            let mut damaged = png.clone();
            damaged[at] ^= 1;
            assert_eq!(read_png(&damaged), Err(RecordError::Picture), "{at}");
            assert_eq!(read_png(&png[..at]), Err(RecordError::Picture), "{at}");
        }
        assert!(read_png(&png[..text.end]).is_ok());
    }
}
