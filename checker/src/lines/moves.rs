//! Lines, the moves that draw them, and which of these clash by the rules. `paper/line-certificate.md`, section 1.

use super::numbers::{coordinate, number};
use super::reject::Reason;
use morpion_check_core::sha256::sha256;
use std::collections::BTreeMap;

/// A cell of the grid.
pub type Cell = (i64, i64);

const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The directions as a certificate names them.
pub const NAMES: [&str; 4] = ["-", "|", "\\", "/"];

/// The rules in which the variants differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Dots in a line: 5 or 4.
    pub length: i64,
    /// Whether parallel lines may share an end.
    pub touching: bool,
}

impl Rules {
    /// The rules of the variant of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (length, touching) = match name {
            "5T" => (5, true),
            "5D" => (5, false),
            "4T" => (4, true),
            "4D" => (4, false),
            _ => return None,
        };
        Some(Self { length, touching })
    }

    /// Whether a dot lies on the cell at the start: the outline of a cross whose twelve sides have one dot less than a line.
    #[must_use]
    pub fn in_cross(self, (x, y): Cell) -> bool {
        let (low, high, last) = (self.length - 2, 2 * self.length - 4, 3 * self.length - 6);
        let outer = |a: i64, b: i64| (a == 0 || a == last) && (low..=high).contains(&b);
        let inner = |a: i64, b: i64| {
            (a == low || a == high) && ((0..=low).contains(&b) || (high..=last).contains(&b))
        };
        outer(x, y) || outer(y, x) || inner(x, y) || inner(y, x)
    }
}

/// A line by its first cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The first cell.
    pub start: Cell,
    /// The direction in which the others follow, 0 to 3: to the right, down, down to the right, up to the right.
    pub direction: usize,
}

impl Line {
    /// The cell at place `i` of the line, from 0.
    #[must_use]
    pub fn cell(self, i: i64) -> Cell {
        let (dx, dy) = DIRECTIONS[self.direction];
        (self.start.0 + i * dx, self.start.1 + i * dy)
    }
}

/// A move: the line that it draws, the cell that it places, and the other cells of the line that are not in the cross.
#[derive(Debug, Clone)]
pub struct Move {
    /// The number of the line.
    pub line: usize,
    /// The number of the cell that it places.
    pub places: usize,
    /// The numbers of the other cells of the line outside the cross: they must hold dots before.
    pub needs: Vec<usize>,
}

/// All moves that draw one of the lines, numbered line by line, and along each line.
#[derive(Debug, Clone)]
pub struct Moves {
    /// The rules.
    pub rules: Rules,
    lines: Vec<Line>,
    /// All moves.
    pub all: Vec<Move>,
    /// The cells outside the cross, by number.
    cells: Vec<Cell>,
    numbers: BTreeMap<Cell, usize>,
}

impl Moves {
    /// All moves that draw these lines.
    #[must_use]
    pub fn new(rules: Rules, lines: Vec<Line>) -> Self {
        let mut moves = Self {
            rules,
            lines,
            all: Vec::new(),
            cells: Vec::new(),
            numbers: BTreeMap::new(),
        };
        for line in 0..moves.lines.len() {
            moves.add(line);
        }
        moves
    }

    /// The SHA-256 of the rows of a certificate that give these lines, in the order of their bytes.
    #[must_use]
    pub fn digest(&self) -> String {
        let row = |line: &Line| {
            let ((x, y), direction) = (line.start, NAMES[line.direction]);
            format!("line {x} {y} {direction}\n")
        };
        let mut rows: Vec<String> = self.lines.iter().map(row).collect();
        rows.sort();
        sha256(rows.concat().as_bytes())
    }

    fn add(&mut self, line: usize) {
        let cells: Vec<Cell> = (0..self.rules.length)
            .map(|i| self.lines[line].cell(i))
            .collect();
        let rules = self.rules;
        let free = cells.into_iter().filter(|&c| !rules.in_cross(c));
        let free: Vec<usize> = free.map(|c| self.numbered(c)).collect();
        for &places in &free {
            let needs = free.iter().copied().filter(|&c| c != places).collect();
            self.all.push(Move {
                line,
                places,
                needs,
            });
        }
    }

    fn numbered(&mut self, cell: Cell) -> usize {
        let next = self.cells.len();
        let number = *self.numbers.entry(cell).or_insert(next);
        if number == next {
            self.cells.push(cell);
        }
        number
    }

    /// The number of lines.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The number of cells outside the cross.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The number of a cell outside the cross that lies on a line.
    #[must_use]
    pub fn cell_number(&self, cell: Cell) -> Option<usize> {
        self.numbers.get(&cell).copied()
    }

    /// The line of this number.
    #[must_use]
    pub fn line(&self, number: usize) -> Line {
        self.lines[number]
    }

    /// Whether the rules alone keep two different moves from standing in one game.
    #[must_use]
    pub fn clash(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.all[a], &self.all[b]);
        a.places == b.places
            || a.line == b.line
            || self.overlap(self.lines[a.line], self.lines[b.line])
    }

    /// Whether parallel lines share more cells than the rules allow.
    fn overlap(&self, a: Line, b: Line) -> bool {
        let length = self.rules.length;
        let on_a = |cell| (0..length).any(|i| a.cell(i) == cell);
        let shared = (0..length).filter(|&i| on_a(b.cell(i))).count();
        a.direction == b.direction && shared > usize::from(self.rules.touching)
    }

    /// The number of a move, from its text.
    ///
    /// # Errors
    /// The text is no number, or that of no move.
    pub fn number(&self, text: &str) -> Result<usize, Reason> {
        let number = number(text)? as usize;
        (number < self.all.len())
            .then_some(number)
            .ok_or(Reason::Missing)
    }

    /// The number of a line, from its text.
    ///
    /// # Errors
    /// The text is no number, or that of no line.
    pub fn line_number(&self, text: &str) -> Result<usize, Reason> {
        let number = number(text)? as usize;
        (number < self.lines.len())
            .then_some(number)
            .ok_or(Reason::Missing)
    }

    /// The number of a cell outside the cross, from the text `x,y`.
    ///
    /// # Errors
    /// The text is no cell, or one that is in the cross or on none of these lines.
    pub fn named_cell(&self, text: &str) -> Result<usize, Reason> {
        let (x, y) = text.split_once(',').ok_or(Reason::Number)?;
        self.cell_number((coordinate(x)?, coordinate(y)?))
            .ok_or(Reason::Missing)
    }
}
