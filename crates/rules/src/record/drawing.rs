//! Drawings: lines, or dots and lines, without the place of the cross and, mostly, without the order in which they were drawn.
//!
//! Lines that touch, as 5T and 4T allow, may be drawn as one. If dots are drawn, all must be, those of the cross among them; or, if each
//! line comes with the dot that it placed, only those of the cross. x grows to the right and y down, from any origin: the reader finds out
//! where the cross stands. A record without its order is a drawing, too.

use std::collections::BTreeSet;

use super::content::{Excerpt, MAX_MOVES, Order, Record, STRICTEST_FIRST, declared};
use super::replay::is_near;
use crate::game::reorder::{Ends, NoOrder, Tangle};
use crate::geometry::{
    Cell, Direction, Line, MAX_DISTANCE, Move, Variant, cross_cells, is_cross_cell,
};

/// A drawing, in a frame of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Drawing {
    /// The lines in the order of the file, and the dot that each placed where the file says so.
    pub(super) lines: Vec<(Stroke, Option<Cell>)>,
    /// All dots, or those of the cross; none where only lines are drawn.
    pub(super) dots: BTreeSet<Cell>,
}

/// A straight line of so many steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stroke {
    start: Cell,
    direction: Direction,
    steps: i16,
}

/// Where something stands in a file, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In this line of a text.
    Line(usize),
    /// In this list of numbers of a JSON file.
    Entry(usize),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Line(n) => write!(f, "line {n}"),
            Self::Entry(n) => write!(f, "entry {n}"),
        }
    }
}

/// The reason why there is no drawing, or no game that looks like it. Cells are those of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingFault {
    /// A part of the file is neither a dot nor a line.
    #[error(
        "{place}: `{text}` is neither a dot, `x y`, nor a line from dot to dot, `x y x y`, nor all the dots of a line"
    )]
    Form {
        /// The place in the file.
        place: Place,
        /// Its text.
        text: Excerpt,
    },
    /// A line of the drawing runs along no row, column or diagonal.
    #[error("{place}: `{text}` runs along no row, column or diagonal")]
    Crooked {
        /// The place in the file.
        place: Place,
        /// Its text.
        text: Excerpt,
    },
    /// Nothing is drawn.
    #[error("the drawing has no lines")]
    Empty,
    /// There are more lines than any game has.
    #[error("more than {MAX_MOVES} lines: no game has as many, and a file holds one game")]
    TooMany,
    /// The drawing is larger than any game.
    #[error("the drawing is wider or higher than {} cells", 2 * i16::from(MAX_DISTANCE))]
    TooLarge,
    /// A line has a length that no line of the variant has.
    #[error("a line of {dots} dots: those of {variant} have {}", .variant.line_length())]
    Length {
        /// The dots on it.
        dots: i16,
        /// The rules.
        variant: Variant,
    },
    /// Dots are drawn, but the cross is not among them.
    #[error(
        "the dots drawn hold no cross of {0}: draw all dots, or only lines; games from another start are not read"
    )]
    NoCross(Variant),
    /// A dot was not placed.
    #[error("the dot {0} lies neither on the cross nor on a line: nothing has placed it")]
    LooseDot(Cell),
    /// A line needs a dot that is not drawn.
    #[error("a line runs through {0}, where no dot is drawn")]
    NoDot(Cell),
    /// A line placed another dot than the file says.
    #[error("the line {line} places {placed}, not {named} as the file says")]
    OtherDot {
        /// The line.
        line: Ends,
        /// The dot that it places.
        placed: Cell,
        /// The dot that the file names.
        named: Cell,
    },
    /// The lines are those of no game.
    #[error("no game of {variant} looks like this: {reason}")]
    NoOrder {
        /// The rules.
        variant: Variant,
        /// The reason.
        reason: NoOrder,
    },
}

impl DrawingFault {
    /// Whether the file is no drawing at all; otherwise it is a drawing of no game.
    pub const fn is_unreadable(&self) -> bool {
        matches!(
            self,
            Self::Form { .. } | Self::Crooked { .. } | Self::Empty | Self::TooMany | Self::TooLarge
        )
    }

    /// Whether a single line is the fault, whatever the others are.
    pub(super) const fn is_about_a_line(&self) -> bool {
        matches!(self, Self::Crooked { .. } | Self::Length { .. })
    }
}

/// Forgets in which order the moves of a record stand and which dot each placed, and finds out from the lines alone, by the chosen rules,
/// or else by those of the record.
///
/// # Errors
/// The lines are those of no game.
pub fn reorder(record: Record, chosen: Option<Variant>) -> Result<Record, DrawingFault> {
    let found = Drawing::of(&record).record(chosen.or(record.variant))?;
    Ok(Record {
        metadata: record.metadata,
        ..found
    })
}

impl Drawing {
    /// The lines of a record.
    fn of(record: &Record) -> Self {
        let steps = record.line_length() as i16 - 1;
        let stroke = |mv: &Move| Stroke {
            start: mv.line.start,
            direction: mv.line.direction,
            steps,
        };
        Self {
            lines: record.moves.iter().map(|mv| (stroke(mv), None)).collect(),
            dots: BTreeSet::new(),
        }
    }

    /// The game that was drawn, by these rules, or else by the strictest that its lines allow.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn record(&self, said: Option<Variant>) -> Result<Record, DrawingFault> {
        let mut last = Err(DrawingFault::Empty);
        for variant in self.variants(said) {
            last = self.order_as(variant).map(|(moves, order)| Record {
                variant: said.or_else(|| declared(variant)),
                moves,
                order,
                ..Record::default()
            });
            if last.is_ok() {
                break;
            }
        }
        last
    }

    /// The rules to try.
    fn variants(&self, said: Option<Variant>) -> Vec<Variant> {
        let is_of = |unit| self.lines.iter().all(|(s, _)| s.steps % unit == 0);
        let length = if is_of(3) && !is_of(4) { 4 } else { 5 };
        let shown = STRICTEST_FIRST.into_iter();
        let shown = shown.filter(|v| v.line_length() == length).collect();
        said.map_or(shown, |v| vec![v])
    }

    fn order_as(&self, variant: Variant) -> Result<(Vec<Move>, Order), DrawingFault> {
        let lines = self.lines_of(variant)?;
        let no_order = |reason| DrawingFault::NoOrder { variant, reason };
        let tangle = Tangle::new(variant, &lines).map_err(no_order)?;
        let frames = self.frames(variant, &tangle, lines.len())?;
        let mut best: Option<NoOrder> = None;
        let mut other_dot = None;
        for frame in frames {
            self.check_dots(variant, tangle.cells(), frame)?;
            match tangle.order(|c| is_cross_cell(variant, shifted(c, frame))) {
                Ok(moves) => match self.other_dot(variant, &moves) {
                    None => return finished(variant, &lines, &moves, frame),
                    found => other_dot = other_dot.or(found),
                },
                Err(fault) if best.as_ref().is_some_and(|b| b.drawn() >= fault.drawn()) => {}
                Err(fault) => best = Some(fault),
            }
        }
        let no_cross = || DrawingFault::NoCross(variant);
        Err(other_dot.unwrap_or_else(|| best.map_or_else(no_cross, no_order)))
    }

    /// The lines of the drawing, each as long as lines of the variant are.
    fn lines_of(&self, variant: Variant) -> Result<Vec<Line>, DrawingFault> {
        let unit = variant.line_length() as i16 - 1;
        let mut lines = Vec::new();
        for (stroke, _) in &self.lines {
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
            if lines.len() > MAX_MOVES {
                return Err(DrawingFault::TooMany);
            }
        }
        if lines.is_empty() {
            return Err(DrawingFault::Empty);
        }
        Ok(lines)
    }

    /// The shifts that may bring the cross to its place: first none, then those by which the drawing has as many dots outside of it as
    /// lines, and, where dots are drawn, all of the cross.
    fn frames(
        &self,
        variant: Variant,
        tangle: &Tangle<'_>,
        lines: usize,
    ) -> Result<Vec<Shift>, DrawingFault> {
        let cells = tangle.cells().iter().chain(&self.dots).copied();
        let map = Map::of(cells.collect()).ok_or(DrawingFault::TooLarge)?;
        let cross: Vec<Cell> = cross_cells(variant).collect();
        if self.shows_start(&cross) {
            let start = self.dots.iter().map(|c| (-c.x, -c.y));
            let corner = start.reduce(|(a, b), (c, d)| (a.max(c), b.max(d)));
            let is_cross =
                |frame: &Shift| cross.iter().all(|&c| self.dots.contains(&back(c, *frame)));
            return Ok(corner.filter(is_cross).into_iter().collect());
        }
        let shows_cross = |frame: Shift| {
            let is_drawn = |&c: &Cell| self.dots.contains(&back(c, frame));
            self.dots.is_empty() || cross.iter().all(is_drawn)
        };
        let fits = |&frame: &Shift| {
            let inside = cross.iter().filter(|&&c| map.holds(back(c, frame)));
            map.cells.len() - inside.count() == lines && shows_cross(frame)
        };
        let home = shows_cross((0, 0)).then_some((0, 0));
        let all = map.shifts(variant.cross_span());
        let mut frames: Vec<Shift> = all.filter(fits).filter(|&f| Some(f) != home).collect();
        frames.sort_by_key(|(dx, dy)| dx.abs() + dy.abs());
        Ok(home.into_iter().chain(frames).collect())
    }

    /// Whether the dots are as many as those of the cross, while each line brings its own.
    fn shows_start(&self, cross: &[Cell]) -> bool {
        self.dots.len() == cross.len() && self.lines.iter().all(|(_, dot)| dot.is_some())
    }

    /// Checks that the dots, if any are drawn, are those of the cross and of the lines.
    fn check_dots(
        &self,
        variant: Variant,
        on_lines: &[Cell],
        frame: Shift,
    ) -> Result<(), DrawingFault> {
        if self.dots.is_empty() || self.shows_start(&cross_cells(variant).collect::<Vec<_>>()) {
            return Ok(());
        }
        let is_loose = |c: &&Cell| {
            !is_cross_cell(variant, shifted(**c, frame)) && on_lines.binary_search(c).is_err()
        };
        if let Some(&dot) = self.dots.iter().find(is_loose) {
            return Err(DrawingFault::LooseDot(dot));
        }
        let missing = on_lines.iter().find(|c| !self.dots.contains(c));
        missing.map_or(Ok(()), |&cell| Err(DrawingFault::NoDot(cell)))
    }

    /// The first line that placed another dot than the file says.
    fn other_dot(&self, variant: Variant, moves: &[Move]) -> Option<DrawingFault> {
        let named = self.lines.iter().filter_map(|&(stroke, dot)| {
            let line = Line::new(stroke.start, stroke.direction);
            Some((line, dot?))
        });
        let mut placed: Vec<(Line, Cell)> = moves.iter().map(|m| (m.line, m.dot())).collect();
        placed.sort_unstable();
        let mut faults = named.filter_map(|(line, named)| {
            let at = placed.binary_search_by_key(&line, |&(l, _)| l).ok()?;
            let placed = placed[at].1;
            let line = Ends(line.start, line.cell(variant.line_length() - 1));
            (placed != named).then_some(DrawingFault::OtherDot {
                line,
                placed,
                named,
            })
        });
        faults.next()
    }
}

/// The shift of a cell of a drawing into our frame.
type Shift = (i16, i16);

fn shifted(cell: Cell, (dx, dy): Shift) -> Cell {
    Cell::new(cell.x + dx, cell.y + dy)
}

fn back(cell: Cell, (dx, dy): Shift) -> Cell {
    Cell::new(cell.x - dx, cell.y - dy)
}

/// The moves in our frame, and whether they come as the lines do in the file.
fn finished(
    variant: Variant,
    lines: &[Line],
    moves: &[Move],
    frame: Shift,
) -> Result<(Vec<Move>, Order), DrawingFault> {
    let as_drawn = moves.iter().map(|m| m.line).eq(lines.iter().copied());
    let order = if as_drawn { Order::Given } else { Order::Found };
    let ours = |m: &Move| {
        let start = shifted(m.line.start, frame);
        Move::new(Line::new(start, m.line.direction), m.position)
    };
    let moves: Vec<Move> = moves.iter().map(ours).collect();
    match moves.iter().all(|m| is_near(variant, m.dot())) {
        true => Ok((moves, order)),
        false => Err(DrawingFault::TooLarge),
    }
}

/// A set of cells, with a fast test for its members.
struct Map {
    cells: BTreeSet<Cell>,
    x: (i16, i16),
    y: (i16, i16),
    held: Vec<bool>,
}

impl Map {
    /// `None` where they lie further apart than those of any game.
    fn of(cells: BTreeSet<Cell>) -> Option<Self> {
        let range = |of: fn(&Cell) -> i16| {
            let all = || cells.iter().map(of);
            let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
            let width = i32::from(high) - i32::from(low);
            (width <= 2 * i32::from(MAX_DISTANCE)).then_some((low, high))
        };
        let (x, y) = (range(|c| c.x)?, range(|c| c.y)?);
        let size = (x.1 - x.0 + 1) as usize * (y.1 - y.0 + 1) as usize;
        let mut map = Self {
            cells,
            x,
            y,
            held: vec![false; size],
        };
        for cell in &map.cells {
            let at = map.place(*cell).expect("it lies within the range of all");
            map.held[at] = true;
        }
        Some(map)
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let within = |n: i16, (low, high): (i16, i16)| (low..=high).contains(&n);
        let width = (self.x.1 - self.x.0 + 1) as usize;
        let place = || (cell.y - self.y.0) as usize * width + (cell.x - self.x.0) as usize;
        (within(cell.x, self.x) && within(cell.y, self.y)).then(place)
    }

    fn holds(&self, cell: Cell) -> bool {
        self.place(cell).is_some_and(|at| self.held[at])
    }

    /// The shifts by which a square of this width meets the cells.
    fn shifts(&self, span: i16) -> impl Iterator<Item = Shift> {
        let along = move |(low, high): (i16, i16)| (low - span..=high).map(|corner| -corner);
        let y = self.y;
        along(self.x).flat_map(move |dx| along(y).map(move |dy| (dx, dy)))
    }
}

impl Stroke {
    /// From a dot to another one, whichever of them the line begins at; `None` if not along a row, a column or a diagonal.
    pub(super) fn between(from: Cell, to: Cell) -> Option<Self> {
        let (dx, dy) = (to.x.checked_sub(from.x)?, to.y.checked_sub(from.y)?);
        let steps = dx.checked_abs()?.max(dy.checked_abs()?);
        if steps == 0 || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return None;
        }
        let step = (dx / steps, dy / steps);
        Direction::ALL.into_iter().find_map(|direction| {
            let (vx, vy) = direction.vector();
            let start = match step {
                _ if step == (vx, vy) => from,
                _ if step == (-vx, -vy) => to,
                _ => return None,
            };
            Some(Self {
                start,
                direction,
                steps,
            })
        })
    }

    /// Whether the line runs through a cell.
    pub(super) fn holds(self, cell: Cell) -> bool {
        self.cells().any(|c| c == cell)
    }

    /// Its cells in order.
    pub(super) fn cells(self) -> impl Iterator<Item = Cell> {
        (0..=self.steps).map(move |k| self.start.step(self.direction, k))
    }
}
