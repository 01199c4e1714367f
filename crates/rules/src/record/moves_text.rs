//! Moves as text: `(3,-1) | 0; (7,4) \ 2`, the form in which results list graphs and games.
//!
//! A move is its dot, the letter of its direction and the position of the dot on the line
//! (0 at the first cell), as [`Move`] displays itself; moves are separated by `; `.

use crate::geometry::{Cell, Direction, Line, MAX_DISTANCE, MAX_LINE_LENGTH, Move};

/// The text is not a list of moves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("move {index}: `{text}` is not of the form `(X,Y) D M`")]
pub struct ParseMovesError {
    /// Position of the offending move in the list, from 0.
    pub index: usize,
    /// Its text, cut to a readable length.
    pub text: String,
}

/// The moves as text; nothing for no move.
pub fn write(moves: &[Move]) -> String {
    let parts: Vec<String> = moves.iter().map(Move::to_string).collect();
    parts.join("; ")
}

/// Reads what [`write()`] wrote. The moves are not checked against any rules, but their
/// coordinates are small enough for arithmetic.
///
/// # Errors
/// The first part that is no move.
pub fn read(text: &str) -> Result<Vec<Move>, ParseMovesError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let parts = text.split(';').enumerate();
    let read = parts.map(|(index, part)| {
        read_move(part).ok_or_else(|| ParseMovesError {
            index,
            text: part.trim().chars().take(40).collect(),
        })
    });
    read.collect()
}

fn read_move(part: &str) -> Option<Move> {
    let (dot, rest) = part.trim().strip_prefix('(')?.split_once(')')?;
    let (x, y) = dot.split_once(',')?;
    let mut rest = rest.split_whitespace();
    let mut letter = rest.next()?.chars();
    let direction = Direction::from_letter(letter.next()?)?;
    let position: u8 = rest.next()?.parse().ok()?;
    if letter.next().is_some() || rest.next().is_some() || usize::from(position) >= MAX_LINE_LENGTH
    {
        return None;
    }
    let dot = Cell::new(read_coordinate(x)?, read_coordinate(y)?);
    let start = dot.step(direction, -i16::from(position));
    Some(Move::new(Line::new(start, direction), position))
}

fn read_coordinate(text: &str) -> Option<i16> {
    let limit = 2 * i16::from(MAX_DISTANCE);
    let value: i16 = text.trim().parse().ok()?;
    (-limit..=limit).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_form_is_fixed() {
        let mv = Move::new(Line::new(Cell::new(3, -1), Direction::Vertical), 0);
        let other = Move::new(Line::new(Cell::new(5, 2), Direction::Falling), 2);
        let text = write(&[mv, other]);
        assert_eq!(text, "(3,-1) | 0; (7,4) \\ 2");
        assert_eq!(read(&text), Ok(vec![mv, other]));
        assert_eq!(read(""), Ok(vec![]));
    }

    #[test]
    fn other_text_is_refused_with_its_place() {
        for bad in [
            "x",
            "(1,2)",
            "(1,2) -",
            "(1,2) - 5",
            "(1,2) -- 1",
            "(1) - 1",
            "(1,2) - 1 1",
            "(1,32767) - 1",
            "(1,2) - 1;",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("(1,2) - 1; y").unwrap_err().index, 1);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            if let Ok(moves) = read(&text) {
                prop_assert_eq!(read(&write(&moves)), Ok(moves));
            }
        }

        #[test]
        fn what_is_written_is_read_back(
            parts in prop::collection::vec((-70i16..70, -70i16..70, 0usize..4, 0u8..5), 0..9)
        ) {
            let moves: Vec<Move> = parts
                .into_iter()
                .map(|(x, y, d, m)| Move::new(Line::new(Cell::new(x, y), Direction::ALL[d]), m))
                .collect();
            prop_assert_eq!(read(&write(&moves)), Ok(moves));
        }
    }
}
