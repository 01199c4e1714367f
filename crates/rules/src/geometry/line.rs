//! Lines and moves (the papers say *move* and *marked move*).

use serde::{Deserialize, Serialize};

use super::{Cell, Direction, Variant};

/// The largest number of cells in a line over all variants.
pub const MAX_LINE_LENGTH: usize = 5;

/// Consecutive cells in one direction, as many as the variant's line length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Line {
    /// The first cell; the others follow in `direction`.
    pub start: Cell,
    /// The direction of the line.
    pub direction: Direction,
}

impl Line {
    /// The line of `direction` whose first cell is `start`.
    pub const fn new(start: Cell, direction: Direction) -> Self {
        Self { start, direction }
    }

    /// The cell at position `index` along the line.
    pub const fn cell(self, index: usize) -> Cell {
        self.start.step(self.direction, index as i16)
    }

    /// The cells of the line in order.
    ///
    /// ```
    /// use morpion_rules::geometry::{Cell, Direction, Line, Variant};
    ///
    /// let line = Line::new(Cell::new(2, 0), Direction::Horizontal);
    /// assert_eq!(line.cells(Variant::D5).last(), Some(Cell::new(6, 0)));
    /// ```
    pub fn cells(self, variant: Variant) -> impl ExactSizeIterator<Item = Cell> + Clone {
        (0..variant.line_length()).map(move |i| self.cell(i))
    }

    /// The position of `cell` along the line, if it lies on it.
    pub fn index_of(self, variant: Variant, cell: Cell) -> Option<usize> {
        self.cells(variant).position(|c| c == cell)
    }

    /// Whether two different lines may both be drawn under the rules of `variant`.
    ///
    /// Lines of different directions always may; parallel ones share no cell
    /// (disjoint) or at most one (touching).
    ///
    /// ```
    /// use morpion_rules::geometry::{Cell, Direction, Line, Variant};
    ///
    /// let first = Line::new(Cell::new(0, 0), Direction::Horizontal);
    /// let second = Line::new(Cell::new(4, 0), Direction::Horizontal);
    /// assert!(first.compatible(second, Variant::T5));
    /// assert!(!first.compatible(second, Variant::D5));
    /// ```
    pub fn compatible(self, other: Self, variant: Variant) -> bool {
        if self.direction != other.direction {
            return true;
        }
        let shared = other
            .cells(variant)
            .filter(|&c| self.index_of(variant, c).is_some())
            .count();
        shared <= usize::from(variant.touching())
    }
}

/// A line together with the dot it places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Move {
    /// The line that is drawn.
    pub line: Line,
    /// Position of the placed dot along the line, 0..line length.
    pub position: u8,
}

impl Move {
    /// The move that draws `line` and places the dot at position `position`.
    pub const fn new(line: Line, position: u8) -> Self {
        Self { line, position }
    }

    /// The dot the move places.
    pub const fn dot(self) -> Cell {
        self.line.cell(self.position as usize)
    }

    /// The cells that must hold dots before the move: its line without its dot.
    ///
    /// ```
    /// use morpion_rules::geometry::{Cell, Direction, Line, Move, Variant};
    ///
    /// let first = Move::new(Line::new(Cell::new(2, 0), Direction::Horizontal), 0);
    /// assert_eq!(first.dot(), Cell::new(2, 0));
    /// assert_eq!(first.needs(Variant::D5).count(), 4);
    /// ```
    pub fn needs(self, variant: Variant) -> impl Iterator<Item = Cell> + Clone {
        (0..variant.line_length())
            .filter(move |&i| i != self.position as usize)
            .map(move |i| self.line.cell(i))
    }
}

impl std::fmt::Display for Move {
    /// The dot, the direction's letter and the position, for example `(3,4) \ 2`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} {} {}",
            self.dot(),
            self.line.direction.letter(),
            self.position
        )
    }
}
