//! Rows of numbers, one a dot or a line, as many programs write their games:
//!
//! | row | what it is |
//! |---|---|
//! | `x y` | a dot |
//! | `x y x y` | a line from dot to dot |
//! | `x y d i` | a move as in certificates: dot, direction of the line (0 `-`, 1 `\|`, 2 `\`, 3 `/`), which cell of the line the dot is |
//! | `x y x y d` | the dot of a move, the first cell of its line, the direction (1 rising, 2 to the right, 3 falling, 4 down) |
//! | `x y x y x y` | a line from dot to dot, and after or before them the dot that it placed |
//! | four or five times `x y` | all the dots of a line |
//!
//! Brackets, commas and semicolons count as blanks.

use super::content::{Excerpt, Record};
use super::decode::plain_lines;
use super::drawing::{Drawing, DrawingFault, Place, Stroke};
use super::fault::RecordError;
use super::unordered::graph;
use crate::geometry::{Cell, Direction, Line, MAX_LINE_LENGTH, Move, Variant};

/// The limit on the numbers of a row, so that a few steps more can be counted in `i16`.
const LARGEST: i16 = 32_000;

/// A row of numbers, and its place in the file.
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

/// Whether a text consists of rows of numbers, at least one of them a line.
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
/// The fault of the first row that is neither a dot nor a line, or of the drawing.
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

/// The game that rows describe.
///
/// # Errors
/// The fault of the first row that is neither a dot nor a line, or of the drawing.
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

/// The game that the lines and dots of rows draw.
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
            let line = Line::new(Cell::new(x, y).step(direction, -i), direction);
            (usize::from(place) < MAX_LINE_LENGTH).then_some(Move::new(line, place))
        }
        _ => None,
    });
    moves
        .collect::<Option<_>>()
        .filter(|m: &Vec<Move>| !m.is_empty())
}

impl Row {
    /// Adds the dot or line that the row describes.
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
            (5, &[dot, start]) => (self.starting_at(start).filter(|s| s.holds(dot)), Some(dot)),
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
    fn starting_at(&self, start: Cell) -> Option<Stroke> {
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

/// The line between two cells and a third cell, if the line runs through it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::cross_cells;
    use crate::record::{Game, Order, known_game_by_id, known_games, play_all};

    /// A game drawn: its lines backwards and from their other ends, somewhere else.
    fn drawn(game: &Game, with_dots: bool) -> String {
        let last = game.variant.line_length() - 1;
        let mut text = String::from("# a game\n");
        for mv in game.moves.iter().rev() {
            let (from, to) = (mv.line.cell(last), mv.line.start);
            let (x, y) = (from.x + 40, from.y - 7);
            text += &format!("({x},{y}) ({},{})\n", to.x + 40, to.y - 7);
        }
        let dots = cross_cells(game.variant).chain(game.moves.iter().map(|m| m.dot()));
        for dot in dots.filter(|_| with_dots) {
            text += &format!("{} {}\n", dot.x + 40, dot.y - 7);
        }
        text
    }

    #[test]
    fn the_records_are_found_again_from_their_drawings() {
        for game in known_games() {
            for with_dots in [false, true] {
                let record = read(&drawn(&game, with_dots)).unwrap();
                assert_eq!(record.order, Order::Found);
                assert!(play_all(game.variant, &record.moves).is_ok());
                let sorted = |moves: &[Move]| {
                    let mut moves = moves.to_vec();
                    moves.sort_unstable();
                    moves
                };
                assert_eq!(sorted(&record.moves), sorted(&game.moves), "{}", game.id);
            }
        }
    }

    #[test]
    fn touching_lines_may_be_drawn_as_one() {
        let game = known_game_by_id("5T/rosin178").unwrap();
        let mut lines: Vec<Line> = game.moves.iter().map(|m| m.line).collect();
        let follows = |a: &Line, b: &Line| a.direction == b.direction && a.cell(4) == b.start;
        let pairs = lines
            .iter()
            .flat_map(|a| lines.iter().map(move |b| (*a, *b)));
        let (first, second) = pairs.into_iter().find(|(a, b)| follows(a, b)).unwrap();
        lines.retain(|line| *line != first && *line != second);
        let text = |(from, to): (Cell, Cell)| format!("{} {} {} {}\n", from.x, from.y, to.x, to.y);
        let both = text((first.start, second.cell(4)));
        let others: String = lines.iter().map(|l| text((l.start, l.cell(4)))).collect();
        assert_eq!(read(&(both.clone() + &others)).unwrap().moves.len(), 178);
        let error = record(&[], Some(Variant::D5)).unwrap_err().to_string();
        assert_eq!(error, "the drawing has no lines");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let told = |text: &str| read(text).unwrap_err().to_string();
        assert!(told("1 2 3").starts_with("line 1: `1 2 3` is neither"));
        assert!(told("\n0 0 9 3").starts_with("line 2: `0 0 9 3` runs along no"));
        assert!(told("1 2 3 4 5 6 7 8").starts_with("line 1: `1 2 3 4 5 6 7 8` runs along no"));
        assert!(told("3 -1 3 -1 5").contains("runs along no row"));
        assert_eq!(told("# nothing"), "the drawing has no lines");
        assert_eq!(told("0 0"), "the drawing has no lines");
        assert!(told("9 9 14 9").contains("a line of 6 dots: those of 5T have 5"));
        assert!(told("0 0 32000 0").contains("a file holds one game"));
        assert!(told("0 0 32001 0").contains("is neither"));
        assert!(told("9 9 13 9\n200 9 204 9").contains("wider"));
        assert!(told("2 0 6 0\n0 0").contains("no cross"));
        assert!(told("2 0 6 0\n7 0 3 0").contains("share more than 5T allows"));
        let cross: String = cross_cells(Variant::D5)
            .map(|c| format!("{} {}\n", c.x, c.y))
            .collect();
        assert!(told(&format!("{cross}2 0 6 0")).contains("runs through (2,0), where no dot"));
        let loose = told(&format!("{cross}2 0\n-1 0\n2 0 6 0"));
        assert!(loose.contains("the dot (-1,0) lies neither"), "{loose}");
        assert!(read(&format!("{cross}2 0\n2 0 6 0")).is_ok());
        assert!(
            read(&format!("{cross}2 0 6 0 2 0")).is_ok(),
            "the cross, and a line with its dot"
        );
        let other = told("2 0 6 0 3 0");
        assert!(
            other.contains("places (2,0), not (3,0) as the file says"),
            "{other}"
        );
    }
}
