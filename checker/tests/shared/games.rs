//! Games of all variants by the rules alone, tried line by line: nothing here comes from the checker.

use std::collections::BTreeSet;

/// A cell of the grid.
pub type Cell = (i64, i64);
/// A line: its first cell, and the number of its direction.
pub type Line = (Cell, usize);

/// To the right, down, down to the right, up to the right.
const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The four directions as certificates write them.
pub const LETTERS: [&str; 4] = ["-", "|", "\\", "/"];
/// The names of the variants.
pub const VARIANTS: [&str; 4] = ["5T", "5D", "4T", "4D"];

/// A game, from the cross on.
#[derive(Clone)]
pub struct Game {
    length: i64,
    shared: usize,
    dots: BTreeSet<Cell>,
    /// Its moves: the line that each draws, and the cell that it places.
    pub moves: Vec<(Line, Cell)>,
}

/// The cells of a line of this length.
pub fn cells((start, direction): Line, length: i64) -> Vec<Cell> {
    let (dx, dy) = DIRECTIONS[direction];
    let cell = |i| (start.0 + i * dx, start.1 + i * dy);
    (0..length).map(cell).collect()
}

impl Game {
    /// A game of this variant without moves.
    pub fn new(variant: &str) -> Self {
        let length = if variant.starts_with('5') { 5 } else { 4 };
        let mut game = Self {
            length,
            shared: usize::from(variant.ends_with('T')),
            dots: BTreeSet::new(),
            moves: Vec::new(),
        };
        // Once around the cross: R and L are right and left, D and U down and up.
        let mut cell = (length - 2, 0);
        for side in "RDRDLDLULURU".chars() {
            for _ in 0..length - 2 {
                game.dots.insert(cell);
                match side {
                    'R' => cell.0 += 1,
                    'L' => cell.0 -= 1,
                    'D' => cell.1 += 1,
                    _ => cell.1 -= 1,
                }
            }
        }
        game
    }

    /// Dots in a line.
    pub fn length(&self) -> i64 {
        self.length
    }

    /// Whether a cell holds a dot.
    pub fn holds(&self, cell: Cell) -> bool {
        self.dots.contains(&cell)
    }

    /// The cell that this line would place now, if it may be drawn.
    pub fn legal(&self, line: Line) -> Option<Cell> {
        let own = cells(line, self.length);
        let free: Vec<&Cell> = own.iter().filter(|cell| !self.holds(**cell)).collect();
        let fits = self.moves.iter().all(|&(other, _)| {
            let others = cells(other, self.length);
            let shared = own.iter().filter(|cell| others.contains(cell)).count();
            other.1 != line.1 || shared <= self.shared
        });
        match free[..] {
            [cell] if fits => Some(*cell),
            _ => None,
        }
    }

    /// Draws a line that may be drawn.
    pub fn draw(&mut self, line: Line) {
        let cell = self.legal(line).expect("the line may be drawn");
        self.dots.insert(cell);
        self.moves.push((line, cell));
    }

    /// All lines that may be drawn.
    pub fn lines(&self) -> Vec<Line> {
        let starts = self.dots.iter().flat_map(|&(x, y)| {
            // A line with a dot but the first has its first cell beside that dot.
            let around = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
            around.collect::<Vec<Cell>>()
        });
        let starts: BTreeSet<Cell> = starts.collect();
        let all = starts
            .into_iter()
            .flat_map(|cell| (0..4).map(move |direction| (cell, direction)));
        all.filter(|&line| self.legal(line).is_some()).collect()
    }
}
