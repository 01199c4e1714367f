//! The lines that a certificate lists.

use morpion_rules::geometry::{Cell, Direction, Line, MAX_DISTANCE, ParseVariantError, Variant};

/// Why a text lists no lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The first line is another one.
    #[error(
        "this is no list of lines: it begins with `morpion-lines 1 VARIANT`, and each line follows as `line X Y DIRECTION`"
    )]
    Header,
    /// There is no such variant.
    #[error(transparent)]
    Variant(#[from] ParseVariantError),
    /// The first line tells of another number of lines.
    #[error(
        "it lists {0} lines, and its first line tells of another number: take the whole file, or mend that line"
    )]
    Cut(usize),
    /// A line of the file, counted from 1, is no line of the game, or one listed before.
    #[error(
        "line {0} is no line of the game: write `line X Y DIRECTION`, with one of - | \\ / as direction"
    )]
    Line(usize),
}

/// Reads the variant and the lines of a certificate (`paper/line-certificate.md`); the text after the lines is not read.
///
/// # Errors
/// The text begins otherwise, or lists another number of lines than its beginning tells; or a listed line is no line, is listed twice or
/// lies too far away.
pub fn read_lines(text: &str) -> Result<(Variant, Vec<Line>), Unreadable> {
    let mut rows = text.lines().zip(1..);
    let header = rows
        .next()
        .map(|(row, _)| row.split_whitespace().collect::<Vec<_>>());
    let (variant, told): (Variant, _) = match header.as_deref() {
        Some(["morpion-lines", "1", variant, told @ ..]) => (variant.parse()?, told),
        _ => return Err(Unreadable::Header),
    };
    let mut lines: Vec<Line> = Vec::new();
    for (row, number) in rows.take_while(|(row, _)| row.starts_with("line ")) {
        let line = read_line(row).filter(|line| !lines.contains(line));
        lines.push(line.ok_or(Unreadable::Line(number))?);
    }
    match told {
        [.., "lines", n] if n.parse() != Ok(lines.len()) => Err(Unreadable::Cut(lines.len())),
        _ => Ok((variant, lines)),
    }
}

fn read_line(row: &str) -> Option<Line> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let ["line", x, y, direction] = words[..] else {
        return None;
    };
    let start = Cell::new(x.parse().ok()?, y.parse().ok()?);
    let is_near = |at: i16| {
        (-i32::from(MAX_DISTANCE)..=i32::from(MAX_DISTANCE) + 10).contains(&i32::from(at))
    };
    let mut letters = direction.chars();
    let direction = Direction::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
    (is_near(start.x) && is_near(start.y)).then_some(Line::new(start, direction))
}
