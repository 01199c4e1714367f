//! Drawings without numbers: lines, or dots and lines, of which nobody says in which order they came.
//!
//! A drawing is text. A line of text with two numbers, `x y`, is a dot; one with four, `x y x y`, is a line from a dot to a dot, along a
//! row, a column or a diagonal; what follows a `#` is a comment, and brackets and commas are as good as blanks. Where dots are drawn, all
//! must be, those of the cross among them. Lines that touch, as 5T and 4T allow, may be drawn as one. x grows to the right and y
//! down, from wherever one likes: where the cross stands is found out. A record is a drawing, too, once its order is forgotten.

use std::collections::BTreeSet;
use std::path::Path;

use super::{
    Excerpt, LoadError, MAX_FILE_BYTES, Metadata, Record, built_in_name, load, load_bytes, read,
};
use crate::game::reorder::{NoOrder, dots_outside, order_lines};
use crate::geometry::{
    Cell, Direction, Line, MAX_DISTANCE, Move, Variant, cross_cells, is_cross_cell,
};

/// A drawing, in a frame of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawing {
    /// First and last dot of each line, in the order of the file.
    lines: Vec<Stroke>,
    /// All dots; none where only lines are drawn.
    dots: BTreeSet<Cell>,
}

/// A straight line of so many steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stroke {
    start: Cell,
    direction: Direction,
    steps: i16,
}

/// Why there is no drawing, or no game of which it is one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingFault {
    /// A line of the text is none of the drawing.
    #[error("line {line}: `{text}` is neither a dot, `x y`, nor a line from dot to dot, `x y x y`")]
    Form {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: Excerpt,
    },
    /// A line of the drawing goes nowhere.
    #[error("line {line}: `{text}` runs along no row, column or diagonal")]
    Crooked {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: Excerpt,
    },
    /// Nothing is drawn.
    #[error("the drawing has no lines")]
    Empty,
    /// The drawing is larger than any game.
    #[error("the drawing is wider or higher than {} cells", 2 * i16::from(MAX_DISTANCE))]
    TooLarge,
    /// A line is of no length that lines have.
    #[error("a line of {dots} dots: those of {variant} have {}", .variant.line_length())]
    Length {
        /// The dots on it.
        dots: i16,
        /// The rules.
        variant: Variant,
    },
    /// Dots are drawn, but the cross is not among them.
    #[error("the dots drawn hold no cross of {0}: draw all dots, or only lines")]
    NoCross(Variant),
    /// A dot was not placed.
    #[error("the dot {0} lies neither on the cross nor on a line: nothing has placed it")]
    LooseDot(Cell),
    /// A line needs a dot that is not drawn.
    #[error("a line runs through {0}, where no dot is drawn")]
    NoDot(Cell),
    /// The lines are those of no game.
    #[error("no game of {variant} looks like this: {reason}")]
    NoOrder {
        /// The rules.
        variant: Variant,
        /// Why.
        reason: NoOrder,
    },
}

impl DrawingFault {
    /// Whether the text is no drawing at all; otherwise it is one of no game.
    pub const fn is_unreadable(&self) -> bool {
        matches!(
            self,
            Self::Form { .. } | Self::Crooked { .. } | Self::Empty | Self::TooLarge
        )
    }
}

/// Why a file gives no game, its order forgotten.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReorderError {
    /// It cannot be read, or is neither a drawing nor a record.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// It is a drawing of no game.
    #[error("{path}: {fault}")]
    Drawing {
        /// The file.
        path: String,
        /// Why.
        fault: DrawingFault,
    },
}

/// Loads a drawing or a record and finds an order in which it can be played, and the dot that each line placed.
///
/// # Errors
/// See [`ReorderError`].
pub fn load_reordered(path: &Path, chosen: Option<Variant>) -> Result<Record, ReorderError> {
    let fault = |fault| ReorderError::Drawing {
        path: path.display().to_string(),
        fault,
    };
    let (drawing, metadata, declared) = match load_either(path)? {
        Ok(record) => (Drawing::of(&record), record.metadata, record.variant),
        Err(text) => (
            Drawing::read(&text).map_err(fault)?,
            Metadata::default(),
            None,
        ),
    };
    let (variant, moves) = drawing.order(chosen.or(declared)).map_err(fault)?;
    Ok(Record {
        metadata,
        ..Record::new(variant, moves)
    })
}

/// A record, or else the text of what looks like a drawing.
fn load_either(path: &Path) -> Result<Result<Record, String>, LoadError> {
    if built_in_name(path).is_some() {
        return load(path).map(Ok);
    }
    let bytes = load_bytes(path)?;
    match read(&bytes) {
        Ok(record) => Ok(Ok(record)),
        Err(source) => match String::from_utf8(bytes) {
            Ok(text) if looks_like_a_drawing(&text) => Ok(Err(text)),
            _ => Err(LoadError::Record {
                path: path.to_owned(),
                source,
            }),
        },
    }
}

fn looks_like_a_drawing(text: &str) -> bool {
    let has_numbers = |line: &str| numbers(line).is_some_and(|n| !n.is_empty());
    text.len() <= MAX_FILE_BYTES && text.lines().any(has_numbers)
}

/// The whole numbers that a line of text consists of.
fn numbers(line: &str) -> Option<Vec<i16>> {
    let text = line.split('#').next().unwrap_or_default();
    let text = text.replace(['(', ')', ',', ';'], " ");
    text.split_whitespace().map(|w| w.parse().ok()).collect()
}

impl Drawing {
    /// Reads a drawing.
    ///
    /// # Errors
    /// The first line that is none.
    pub fn read(text: &str) -> Result<Self, DrawingFault> {
        let mut drawing = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            let excerpt = || Excerpt::new(text.trim());
            match numbers(text).as_deref() {
                Some([]) => {}
                Some(&[x, y]) => {
                    drawing.dots.insert(Cell::new(x, y));
                }
                Some(&[x, y, to_x, to_y]) => {
                    let stroke = Stroke::between((x, y), (to_x, to_y));
                    let text = excerpt();
                    let crooked = DrawingFault::Crooked { line, text };
                    drawing.lines.push(stroke.ok_or(crooked)?);
                }
                _ => {
                    let text = excerpt();
                    return Err(DrawingFault::Form { line, text });
                }
            }
        }
        Ok(drawing)
    }

    /// The lines of a record.
    pub fn of(record: &Record) -> Self {
        let steps = record.line_length() as i16 - 1;
        let strokes = record.moves.iter().map(|mv| Stroke {
            start: mv.line.start,
            direction: mv.line.direction,
            steps,
        });
        Self {
            lines: strokes.collect(),
            dots: BTreeSet::new(),
        }
    }

    /// An order in which the drawing can be played, under the chosen rules, or else under those that its lines allow: the stricter ones first.
    ///
    /// # Errors
    /// Why there is none.
    pub fn order(&self, chosen: Option<Variant>) -> Result<(Variant, Vec<Move>), DrawingFault> {
        let is_of = |unit| self.lines.iter().all(|s| s.steps % unit == 0);
        let variants = match chosen {
            Some(variant) => vec![variant],
            None if is_of(3) && !is_of(4) => vec![Variant::D4, Variant::T4],
            None => vec![Variant::D5, Variant::T5],
        };
        let mut last = Err(DrawingFault::Empty);
        for variant in variants {
            last = self.order_as(variant).map(|moves| (variant, moves));
            if last.is_ok() {
                break;
            }
        }
        last
    }

    fn order_as(&self, variant: Variant) -> Result<Vec<Move>, DrawingFault> {
        let lines = self.lines(variant)?;
        let frames = self.frames(variant, &lines)?;
        let mut best: Option<NoOrder> = None;
        for (dx, dy) in frames {
            let lines: Vec<Line> = lines.iter().map(|&line| shifted(line, dx, dy)).collect();
            self.check_dots(variant, &lines, (dx, dy))?;
            match order_lines(variant, &lines) {
                Ok(moves) => return Ok(moves),
                Err(fault) if best.as_ref().is_some_and(|b| b.drawn() >= fault.drawn()) => {}
                Err(fault) => best = Some(fault),
            }
        }
        Err(match best {
            Some(reason) => DrawingFault::NoOrder { variant, reason },
            None => DrawingFault::NoCross(variant),
        })
    }

    /// Its lines, each as long as lines are.
    fn lines(&self, variant: Variant) -> Result<Vec<Line>, DrawingFault> {
        let unit = variant.line_length() as i16 - 1;
        let mut lines = Vec::new();
        for stroke in &self.lines {
            let most = if variant.touching() {
                stroke.steps
            } else {
                unit
            };
            if stroke.steps % unit != 0 || stroke.steps > most {
                let dots = stroke.steps + 1;
                return Err(DrawingFault::Length { dots, variant });
            }
            lines.extend((0..stroke.steps / unit).map(|k| {
                let start = stroke.start.step(stroke.direction, k * unit);
                Line::new(start, stroke.direction)
            }));
        }
        if lines.is_empty() {
            return Err(DrawingFault::Empty);
        }
        Ok(lines)
    }

    /// The shifts that may bring the cross to its place: first none, then those by which the drawing has as many dots outside of it as
    /// lines, and, where dots are drawn, all of the cross.
    fn frames(&self, variant: Variant, lines: &[Line]) -> Result<Vec<(i16, i16)>, DrawingFault> {
        let cells = lines.iter().flat_map(|line| line.cells(variant));
        let cells: BTreeSet<Cell> = cells.chain(self.dots.iter().copied()).collect();
        let (x, y) = (
            range(cells.iter().map(|c| c.x)),
            range(cells.iter().map(|c| c.y)),
        );
        let span = variant.cross_span();
        let most = 2 * i32::from(MAX_DISTANCE);
        if [x, y]
            .into_iter()
            .any(|(low, high)| i32::from(high) - i32::from(low) > most)
        {
            return Err(DrawingFault::TooLarge);
        }
        let shifts = |(low, high): (i16, i16)| (low - span..=high).map(|corner| -corner);
        let all = shifts(x).flat_map(|dx| shifts(y).map(move |dy| (dx, dy)));
        let fits = |&(dx, dy): &(i16, i16)| {
            let shown = |c: Cell| self.dots.contains(&Cell::new(c.x - dx, c.y - dy));
            let outside = |c: &&Cell| !is_cross_cell(variant, Cell::new(c.x + dx, c.y + dy));
            cells.iter().filter(outside).count() == lines.len()
                && (self.dots.is_empty() || cross_cells(variant).all(shown))
        };
        let is_home = self.dots.is_empty() || cross_cells(variant).all(|c| self.dots.contains(&c));
        let home = is_home.then_some((0, 0));
        let mut frames: Vec<(i16, i16)> = all.filter(fits).filter(|&f| Some(f) != home).collect();
        frames.sort_by_key(|(dx, dy)| dx.abs() + dy.abs());
        Ok(home.into_iter().chain(frames).collect())
    }

    /// Where dots are drawn, that they are those of the cross and of the lines, in the frame of the file.
    fn check_dots(
        &self,
        variant: Variant,
        lines: &[Line],
        (dx, dy): (i16, i16),
    ) -> Result<(), DrawingFault> {
        if self.dots.is_empty() {
            return Ok(());
        }
        let placed = dots_outside(variant, lines);
        let here = |c: &Cell| Cell::new(c.x + dx, c.y + dy);
        let there = |c: &Cell| Cell::new(c.x - dx, c.y - dy);
        let is_loose = |c: &&Cell| !is_cross_cell(variant, here(c)) && !placed.contains(&here(c));
        if let Some(&dot) = self.dots.iter().find(is_loose) {
            return Err(DrawingFault::LooseDot(dot));
        }
        let missing = placed.iter().map(there).find(|c| !self.dots.contains(c));
        missing.map_or(Ok(()), |cell| Err(DrawingFault::NoDot(cell)))
    }
}

fn range(values: impl Iterator<Item = i16> + Clone) -> (i16, i16) {
    (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
}

fn shifted(line: Line, dx: i16, dy: i16) -> Line {
    Line::new(
        Cell::new(line.start.x + dx, line.start.y + dy),
        line.direction,
    )
}

impl Stroke {
    /// From a dot to another one, whichever of them the line begins at.
    fn between((x, y): (i16, i16), (to_x, to_y): (i16, i16)) -> Option<Self> {
        let (dx, dy) = (to_x.checked_sub(x)?, to_y.checked_sub(y)?);
        let steps = dx.checked_abs()?.max(dy.checked_abs()?);
        if steps == 0 || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return None;
        }
        let step = (dx / steps, dy / steps);
        Direction::ALL.into_iter().find_map(|direction| {
            let (vx, vy) = direction.vector();
            let start = match step {
                _ if step == (vx, vy) => Cell::new(x, y),
                _ if step == (-vx, -vy) => Cell::new(to_x, to_y),
                _ => return None,
            };
            Some(Self {
                start,
                direction,
                steps,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{known_games, play_all};

    /// A game drawn: its lines backwards and from their other ends, somewhere else.
    fn drawn(record: &Record, variant: Variant, with_dots: bool) -> String {
        let last = variant.line_length() - 1;
        let mut text = String::from("# a game\n");
        for mv in record.moves.iter().rev() {
            let (from, to) = (mv.line.cell(last), mv.line.start);
            let (x, y) = (from.x + 40, from.y - 7);
            text += &format!("({x},{y}) ({},{})\n", to.x + 40, to.y - 7);
        }
        let dots = cross_cells(variant).chain(record.moves.iter().map(|m| m.dot()));
        for dot in dots.filter(|_| with_dots) {
            text += &format!("{} {}\n", dot.x + 40, dot.y - 7);
        }
        text
    }

    #[test]
    fn the_records_are_found_again_from_their_drawings() {
        for game in known_games() {
            let record = game.to_record();
            for with_dots in [false, true] {
                let drawing = Drawing::read(&drawn(&record, game.variant, with_dots)).unwrap();
                let (variant, moves) = drawing.order(None).unwrap();
                assert!(play_all(variant, &moves).is_ok());
                let set = |moves: &[Move]| -> BTreeSet<_> { moves.iter().copied().collect() };
                assert_eq!(set(&moves), set(&game.moves), "{}", game.id);
            }
        }
    }

    #[test]
    fn touching_lines_may_be_drawn_as_one() {
        // Two columns of 5T above each other: the arms reach from -1 to 3 and from 3 to 7, with the dots of the cross between.
        let whole = Drawing::read("0 -1 0 7").unwrap();
        assert_eq!(whole.lines(Variant::T5).unwrap().len(), 2);
        let fault = whole.lines(Variant::D5).unwrap_err();
        assert!(fault.to_string().contains("a line of 9 dots"), "{fault}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let told = |text: &str| {
            let drawing = Drawing::read(text);
            drawing.and_then(|d| d.order(None)).unwrap_err().to_string()
        };
        assert!(told("1 2 3").starts_with("line 1: `1 2 3` is neither"));
        assert!(told("\n0 0 4 3").starts_with("line 2: `0 0 4 3` runs along no"));
        assert_eq!(told("# nothing"), "the drawing has no lines");
        assert!(told("0 0 5 0").contains("a line of 6 dots: those of 5T have 5"));
        assert!(told("0 0 32000 0 ").contains("wider"));
        assert!(told("0 0 4 0\n200 0 204 0").contains("wider"));
        assert!(told("2 0 6 0\n0 0").contains("no cross"));
        let cross: String = cross_cells(Variant::D5)
            .map(|c| format!("{} {}\n", c.x, c.y))
            .collect();
        assert!(told(&format!("{cross}2 0 6 0")).contains("runs through (2,0), where no dot"));
        let loose = told(&format!("{cross}2 0\n-1 0\n2 0 6 0"));
        assert!(loose.contains("the dot (-1,0) lies neither"), "{loose}");
        assert!(
            Drawing::read(&format!("{cross}2 0\n2 0 6 0"))
                .unwrap()
                .order(None)
                .is_ok()
        );
    }
}
