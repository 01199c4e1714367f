//! Rows of numbers, one a dot or a line, as many programs write their games:
//!
//! | row | what it is |
//! |---|---|
//! | `x y` | a dot |
//! | `x y x y` | a line from dot to dot |
//! | `x y d i` | a move as certificates list them: the first cell of its line, the direction (0 `-`, 1 `\|`, 2 `\`, 3 `/`), which of its cells is the dot |
//! | `x y x y d` | the dot of a move, the first cell of its line, the direction (1 rising, 2 to the right, 3 falling, 4 down) |
//! | `x y x y x y` | a line from dot to dot, and behind or before them the dot that it placed |
//! | four or five times `x y` | all the dots of a line |
//!
//! Brackets, commas and semicolons are as good as blanks.

use super::content::{Excerpt, Record};
use super::decode::plain_lines;
use super::drawing::{Drawing, DrawingFault, Place, Stroke};
use super::fault::RecordError;
use super::unordered::graph;
use crate::geometry::{Cell, Direction, Line, MAX_LINE_LENGTH, Move, Variant};

/// No number is larger, so that a few steps more can be counted.
const LARGEST: i16 = 32_000;

/// Some numbers, and where they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) place: Place,
    pub(super) numbers: Vec<i16>,
}

/// A number of a row.
pub(super) fn number(value: i64) -> Option<i16> {
    let value = i16::try_from(value).ok()?;
    (-LARGEST..=LARGEST).contains(&value).then_some(value)
}

/// The numbers that a line of text consists of; `None` where it holds anything else.
fn numbers(line: &str) -> Option<Vec<i16>> {
    let text = line.replace(['(', ')', '[', ']', ',', ';'], " ");
    let numbers = text.split_whitespace();
    numbers.map(|n| number(n.parse().ok()?)).collect()
}

/// Whether a text is rows of numbers, lines among them.
pub(super) fn is_rows(text: &str) -> bool {
    let mut has_line = false;
    let mut lines = plain_lines(text);
    lines.all(|(_, line)| {
        let count = numbers(&line).map(|n| n.len());
        has_line |= count.is_some_and(|n| n >= 4);
        count.is_some()
    }) && has_line
}

/// Whether a line holds numbers and nothing else.
pub(super) fn is_row(line: &str) -> bool {
    numbers(line).is_some_and(|n| !n.is_empty())
}

/// Reads a text of rows.
///
/// # Errors
/// What is wrong with the first row that is none, or with the drawing.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let rows = plain_lines(text).map(|(number, line)| {
        let place = Place::Line(number);
        let text = || Excerpt::new(&line);
        let form = || DrawingFault::Form {
            place,
            text: text(),
        };
        let numbers = numbers(&line).ok_or_else(form)?;
        Ok(Row { place, numbers })
    });
    let rows: Vec<Row> = rows.collect::<Result<_, DrawingFault>>()?;
    record(&rows, None)
}

/// The game that rows stand for.
///
/// # Errors
/// What is wrong with the first row that is none, or with the drawing.
pub(super) fn record(rows: &[Row], said: Option<Variant>) -> Result<Record, RecordError> {
    let Some(moves) = moves(rows) else {
        return drawn(rows, said);
    };
    // `x y d i` may be a line from dot to dot as well, but hardly all of a file both ways.
    graph(said, moves).or_else(|no_graph| match drawn(rows, said) {
        Err(RecordError::Drawing(fault)) if fault.is_about_a_line() => Err(no_graph),
        other => other,
    })
}

/// The game that is drawn by rows.
fn drawn(rows: &[Row], said: Option<Variant>) -> Result<Record, RecordError> {
    let mut drawing = Drawing::default();
    for row in rows {
        row.draw(&mut drawing)?;
    }
    Ok(drawing.record(said)?)
}

/// The rows as `x y d i`, if there are any.
fn moves(rows: &[Row]) -> Option<Vec<Move>> {
    let moves = rows.iter().map(|row| match row.numbers[..] {
        [x, y, d, i] => {
            let direction = *Direction::ALL.get(usize::try_from(d).ok()?)?;
            let place = u8::try_from(i).ok()?;
            let line = Line::new(Cell::new(x, y), direction);
            (usize::from(place) < MAX_LINE_LENGTH).then_some(Move::new(line, place))
        }
        _ => None,
    });
    moves
        .collect::<Option<_>>()
        .filter(|m: &Vec<Move>| !m.is_empty())
}

impl Row {
    /// Adds the dot or line that it is.
    fn draw(&self, drawing: &mut Drawing) -> Result<(), DrawingFault> {
        let cells: Vec<Cell> = self
            .numbers
            .chunks_exact(2)
            .map(|n| Cell::new(n[0], n[1]))
            .collect();
        let (stroke, dot) = match (self.numbers.len(), &cells[..]) {
            (0, _) => return Ok(()),
            (2, &[dot]) => {
                drawing.dots.insert(dot);
                return Ok(());
            }
            (4, &[from, to]) => (Stroke::between(from, to), None),
            (5, &[dot, start]) => (self.from_start(start).filter(|s| s.holds(dot)), Some(dot)),
            (6, &[a, b, c]) => with_dot(a, b, c).or_else(|| with_dot(b, c, a)).unzip(),
            (8 | 10, points) => (through(points), None),
            _ => {
                let (place, text) = (self.place, self.text());
                return Err(DrawingFault::Form { place, text });
            }
        };
        let (place, text) = (self.place, self.text());
        let stroke = stroke.ok_or(DrawingFault::Crooked { place, text })?;
        drawing.lines.push((stroke, dot));
        Ok(())
    }

    /// The line of five that begins in a cell, in the direction of the fifth number.
    fn from_start(&self, start: Cell) -> Option<Stroke> {
        let direction = match self.numbers[4] {
            1 => Direction::Rising,
            2 => Direction::Horizontal,
            3 => Direction::Falling,
            4 => Direction::Vertical,
            _ => return None,
        };
        Stroke::between(start, start.step(direction, 4))
    }

    fn text(&self) -> Excerpt {
        let numbers: Vec<String> = self.numbers.iter().map(i16::to_string).collect();
        Excerpt::new(&numbers.join(" "))
    }
}

/// The line between two cells if it runs through the third, and that.
fn with_dot(from: Cell, to: Cell, dot: Cell) -> Option<(Stroke, Cell)> {
    let stroke = Stroke::between(from, to)?;
    stroke.holds(dot).then_some((stroke, dot))
}

/// The line through some neighbouring cells, in whatever order they come.
fn through(cells: &[Cell]) -> Option<Stroke> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    let stroke = Stroke::between(cells[0], cells[cells.len() - 1])?;
    stroke.cells().eq(cells).then_some(stroke)
}
