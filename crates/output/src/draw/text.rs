//! Drawings in plain text, for terminals.
//!
//! A cell takes four columns and two rows, so that the lines between the dots can be
//! drawn as well; plain ASCII, so that every terminal shows it.

use std::collections::BTreeMap;

use super::{DrawError, Options, bounding_box, default_title};
use morpion_rules::geometry::{Cell, Direction, Move, Region, Variant, is_cross_cell};

/// Columns from one cell to the next.
const COLUMNS: usize = 4;

/// Draws moves as lines of text, each ended by a newline: `o` for a dot of the cross,
/// the number of a move (or `*` without numbers, `#` when highlighted) for its dot.
///
/// # Errors
/// [`DrawError::TooFar`].
pub fn text(variant: Variant, moves: &[Move], options: &Options) -> Result<String, DrawError> {
    let bounding_box = bounding_box(variant, moves)?;
    let mut canvas = Canvas::new(bounding_box.region(variant));
    canvas.draw_lines(variant, moves);
    canvas.draw_dots(variant, moves, options);
    let title = match &options.title {
        Some(title) => title.replace(char::is_control, " "),
        None => default_title(variant, moves, bounding_box).replace('·', "-"),
    };
    Ok(format!("{title}\n\n{}", canvas.finish()))
}

/// A grid of characters over a region of cells.
struct Canvas {
    region: Region,
    rows: Vec<Vec<char>>,
}

impl Canvas {
    fn new(region: Region) -> Self {
        let width = COLUMNS * region.width();
        let height = 2 * region.height() - 1;
        Self {
            region,
            rows: vec![vec![' '; width]; height],
        }
    }

    /// Row and column of the middle of a cell, if it is on the canvas.
    fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        self.region.contains(cell).then(|| {
            let row = 2 * (cell.y - self.region.y_min) as usize;
            let column = COLUMNS * (cell.x - self.region.x_min) as usize + 1;
            (row, column)
        })
    }

    fn draw_lines(&mut self, variant: Variant, moves: &[Move]) {
        for mv in moves {
            let line = mv.line;
            for i in 1..variant.line_length() {
                self.connect(line.cell(i - 1), line.cell(i), line.direction);
            }
        }
    }

    fn connect(&mut self, from: Cell, to: Cell, direction: Direction) {
        let (Some((row, column)), Some(_)) = (self.place(from), self.place(to)) else {
            return;
        };
        match direction {
            Direction::Horizontal => self.rows[row][column + 1..column + COLUMNS].fill('-'),
            Direction::Vertical => self.rows[row + 1][column] = '|',
            Direction::Falling => self.cross(row + 1, column + COLUMNS / 2, '\\'),
            Direction::Rising => self.cross(row - 1, column + COLUMNS / 2, '/'),
        }
    }

    fn cross(&mut self, row: usize, column: usize, letter: char) {
        let there = &mut self.rows[row][column];
        *there = if matches!(*there, '\\' | '/') && *there != letter {
            'X'
        } else {
            letter
        };
    }

    fn draw_dots(&mut self, variant: Variant, moves: &[Move], options: &Options) {
        let placed: BTreeMap<Cell, usize> = (1..).zip(moves).map(|(n, m)| (m.dot(), n)).collect();
        for cell in self.region.cells() {
            let label = match placed.get(&cell) {
                Some(&n) if options.highlight.contains(&moves[n - 1]) => "#".to_owned(),
                Some(n) if options.numbered => n.to_string(),
                Some(_) => "*".to_owned(),
                None if is_cross_cell(variant, cell) => "o".to_owned(),
                None => ".".to_owned(),
            };
            let (row, column) = self.place(cell).expect("a cell of the region");
            // Three digits start one column to the left, to stay centred.
            let start = column - usize::from(label.len() > 2);
            for (i, letter) in label.chars().enumerate() {
                self.rows[row][start + i] = letter;
            }
        }
    }

    /// The canvas with its coordinates around it.
    fn finish(self) -> String {
        let columns = self.region.x_min..=self.region.x_max;
        let header: String = columns.map(|x| format!("{x:^4}")).collect();
        let mut out = format!("     {}\n", header.trim_end());
        for (index, row) in self.rows.iter().enumerate() {
            let label = match index % 2 {
                0 => (self.region.y_min + (index / 2) as i16).to_string(),
                _ => String::new(),
            };
            let row: String = row.iter().collect();
            let line = format!("{label:>3}  {row}");
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}
