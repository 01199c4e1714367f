//! Dots and lines on a grid, as in `paper/octagons.md`, section 1: lines of one direction share no segment.

use morpion_octagons::octagon::{STEPS, place};

/// Cells of the grid in each direction.
pub(crate) const SIZE: i32 = 96;
/// The least distance of a line from the edge.
const MARGIN: i32 = 6;

/// A sequence of numbers that looks random.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 to `end` - 1.
    pub(crate) fn below(&mut self, end: i32) -> i32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end.max(1) as u64) as i32
    }

    /// Whether something happens that does so this many times out of a hundred.
    pub(crate) fn chance(&mut self, percent: i32) -> bool {
        self.below(100) < percent
    }
}

/// A cell of the grid: its x and y.
pub(crate) type Cell = (i32, i32);

/// The number of a cell.
pub(crate) fn at((x, y): Cell) -> usize {
    (y * SIZE + x) as usize
}

/// The cell that lies so many steps along a direction.
pub(crate) fn along((x, y): Cell, direction: usize, steps: i32) -> Cell {
    let (dx, dy) = STEPS[direction];
    (x + steps * dx, y + steps * dy)
}

/// A line: its first dot and its direction.
pub(crate) type Line = (Cell, usize);

/// A set of cells.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    has: Vec<bool>,
    /// Its cells.
    pub(crate) cells: Vec<Cell>,
}

impl Set {
    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        let mut has = vec![false; (SIZE * SIZE) as usize];
        cells.iter().for_each(|&cell| has[at(cell)] = true);
        Self { has, cells }
    }

    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.has[at(cell)]
    }

    pub(crate) fn add(&mut self, cell: Cell) {
        if !self.has(cell) {
            self.has[at(cell)] = true;
            self.cells.push(cell);
        }
    }

    /// Without these cells.
    pub(crate) fn remove(&mut self, cells: &[Cell]) {
        cells.iter().for_each(|&cell| self.has[at(cell)] = false);
        let has = &self.has;
        self.cells.retain(|&cell| has[at(cell)]);
    }

    /// The least and the greatest place of its cells in a direction.
    pub(crate) fn places(&self, direction: usize) -> Cell {
        let places = || self.cells.iter().map(|&cell| place(cell, direction));
        (places().min().unwrap_or(0), places().max().unwrap_or(-1))
    }

    /// Whether the set has no cell in the row of a direction at a place.
    pub(crate) fn is_empty_at(&self, direction: usize, at: i32) -> bool {
        self.cells.iter().all(|&cell| place(cell, direction) != at)
    }
}

/// Dots and lines.
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) dots: Set,
    pub(crate) lines: Vec<Line>,
    segments: [Vec<bool>; 4],
}

impl Position {
    pub(crate) fn new(dots: Vec<Cell>) -> Self {
        let none = vec![false; (SIZE * SIZE) as usize];
        Self {
            dots: Set::new(dots),
            lines: Vec::new(),
            segments: [none.clone(), none.clone(), none.clone(), none],
        }
    }

    /// Whether a line may be drawn, its dots aside.
    pub(crate) fn is_free(&self, (first, direction): Line) -> bool {
        let inside = MARGIN..SIZE - MARGIN;
        let is_inside = |(x, y)| inside.contains(&x) && inside.contains(&y);
        is_inside(first)
            && is_inside(along(first, direction, 4))
            && (0..4).all(|i| !self.segments[direction][at(along(first, direction, i))])
    }

    /// The number of dots on a line.
    pub(crate) fn count(&self, (first, direction): Line) -> usize {
        let dots = (0..5).filter(|&i| self.dots.has(along(first, direction, i)));
        dots.count()
    }

    /// Draws a line, and its dots where they are missing.
    pub(crate) fn draw(&mut self, (first, direction): Line) {
        (0..5).for_each(|i| self.dots.add(along(first, direction, i)));
        (0..4).for_each(|i| self.segments[direction][at(along(first, direction, i))] = true);
        self.lines.push((first, direction));
    }

    /// Whether the segment from a cell along a direction is drawn and has both ends in a set.
    pub(crate) fn has_segment(&self, set: &Set, cell: Cell, direction: usize) -> bool {
        let is_drawn = self.segments[direction][at(cell)];
        is_drawn && set.has(cell) && set.has(along(cell, direction, 1))
    }

    /// W: four times the dots of a set less its segments.
    pub(crate) fn paths(&self, set: &Set) -> i32 {
        let segments = |&cell: &Cell| (0..4).filter(|&d| self.has_segment(set, cell, d)).count();
        let segments: usize = set.cells.iter().map(segments).sum();
        (4 * set.cells.len() - segments) as i32
    }
}
