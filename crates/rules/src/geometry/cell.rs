//! Grid cells and the four directions a line may take.

use serde::{Deserialize, Serialize};

/// A point of the square grid; x grows right, y grows down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// Column, 0 at the left edge of the cross.
    pub x: i16,
    /// Row, 0 at the top edge of the cross.
    pub y: i16,
}

impl Cell {
    /// The cell at column `x`, row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The cell `steps` steps away in `direction` (backwards when negative).
    ///
    /// ```
    /// use morpion_rules::geometry::{Cell, Direction};
    ///
    /// assert_eq!(Cell::new(3, 0).step(Direction::Horizontal, -1), Cell::new(2, 0));
    /// ```
    pub const fn step(self, direction: Direction, steps: i16) -> Self {
        let (dx, dy) = direction.vector();
        Self::new(self.x + dx * steps, self.y + dy * steps)
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// One of the four directions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Direction {
    /// (1,0): along a row.
    #[serde(rename = "-")]
    Horizontal,
    /// (0,1): along a column.
    #[serde(rename = "|")]
    Vertical,
    /// (1,1): falling to the right.
    #[serde(rename = "\\")]
    Falling,
    /// (1,-1): rising to the right.
    #[serde(rename = "/")]
    Rising,
}

impl Direction {
    /// All directions, in index order.
    pub const ALL: [Self; 4] = [
        Self::Horizontal,
        Self::Vertical,
        Self::Falling,
        Self::Rising,
    ];

    /// The step from one cell of a line to the next.
    pub const fn vector(self) -> (i16, i16) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Falling => (1, 1),
            Self::Rising => (1, -1),
        }
    }

    /// Position in [`Direction::ALL`], 0..4.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The Pentasol letter: one of `-`, `|`, `\`, `/`.
    pub const fn letter(self) -> char {
        match self {
            Self::Horizontal => '-',
            Self::Vertical => '|',
            Self::Falling => '\\',
            Self::Rising => '/',
        }
    }

    /// The direction with this Pentasol letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.letter() == letter)
    }
}
