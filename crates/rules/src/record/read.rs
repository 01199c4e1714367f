//! The only reader: it tells the form of a file by its content, not by its name.

use super::content::{Excerpt, Record};
use super::decode::{decode, plain_lines};
use super::fault::RecordError;
use super::unordered::graph;
use super::{json, moves_text, msr, picture, psol, rows, values};

/// The largest file that is read, in bytes, but for pictures, whose game stands at their beginning. The longest known game takes 80 kB in
/// the widest form.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;

/// Reads a game in any known form: Pentasol, MSR, our pictures, lists of moves and drawings of other programs, the values of solvers.
///
/// Where a file gives no order of play, one is found ([`Order`](super::Order)).
///
/// # Errors
/// Says in one sentence why the file holds no game.
///
/// ```
/// use morpion_rules::record::{Format, Order, known_game_by_id, read, replay, write};
///
/// let record = known_game_by_id("5D/rosin82").unwrap().to_record();
/// let position = replay(&record, None)?;
/// let text = write(&position, &record.metadata, Format::Msr)?;
/// assert_eq!(read(text.as_bytes())?.moves, record.moves);
///
/// let drawing = read(b"6 0 2 0 # from dot to dot\n3 -1 3 3\n")?;
/// assert_eq!((drawing.moves.len(), drawing.order), (2, Order::Given));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    if bytes.starts_with(picture::SIGNATURE) {
        return picture::read_png(bytes);
    }
    if let Some(format) = other_format(bytes) {
        return Err(RecordError::OtherFormat(format));
    }
    if bytes.len() > MAX_FILE_BYTES {
        return Err(RecordError::TooLarge(MAX_FILE_BYTES));
    }
    read_text(&decode(bytes)?)
}

/// The name of another format of ours, if a file begins with it: checkpoints, networks and reports do.
fn other_format(bytes: &[u8]) -> Option<Excerpt> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]);
    let words = start.split(|c: char| c.is_whitespace() || "{}\":,".contains(c));
    let mut words = words.filter(|w| !w.is_empty());
    let first = words.next()?;
    let name = if first == "format" {
        words.next()?
    } else {
        first
    };
    name.starts_with("morpion-").then(|| Excerpt::new(name))
}

fn read_text(whole: &str) -> Result<Record, RecordError> {
    let text = whole.trim();
    match text.chars().next() {
        None => return Err(RecordError::Empty),
        Some('{') if text.contains("\"variant\"") => return msr::read(text),
        Some('{') => return json::read(text),
        Some('<') => return picture::read_svg(text),
        Some('M') if text.starts_with(::msr::PREFIX) => return msr::read(text),
        // Text that is no JSON may still be lines of bracketed numbers.
        Some('[') => match json::read(text) {
            Err(RecordError::Json(_)) if rows::is_rows(whole) => {}
            other => return other,
        },
        Some(_) => {}
    }
    if let Some(record) = values::read(text) {
        return record;
    }
    if let Some(moves) = listed(text) {
        return moves;
    }
    // Untrimmed, so that line numbers count from the top.
    let Some((_, first)) = plain_lines(whole).next() else {
        return Err(RecordError::NoGame);
    };
    if rows::is_rows(whole) || (rows::is_row(&first) && !first.starts_with('(')) {
        rows::read(whole)
    } else if first.starts_with('(') {
        psol::read(whole)
    } else {
        Err(RecordError::UnknownFormat(Excerpt::new(&first)))
    }
}

/// Moves as results list them, with or without their variant in front: `5D: (3,-1) | 0; (7,4) \ 2`.
fn listed(text: &str) -> Option<Result<Record, RecordError>> {
    if let Ok(record) = picture::read_text(text) {
        return Some(Ok(record));
    }
    let moves = moves_text::read(text).ok()?;
    // A Pentasol file has a line for its reference, and one for each move.
    let is_list = text.contains(';') || !text.contains('\n');
    is_list.then(|| graph(None, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Variant;
    use crate::record::known_games;

    /// Fails if a list of one move, which needs no separator, is taken for another form.
    #[test]
    fn lists_of_any_length_are_read() {
        for game in known_games()
            .iter()
            .filter(|game| game.variant == Variant::D5)
        {
            for n in 1..=game.moves.len() {
                let text = moves_text::write(&game.moves[..n]);
                let read = read(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(read.moves, game.moves[..n]);
            }
        }
    }
}
