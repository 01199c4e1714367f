//! The shapes of a picture, the same for SVG and PNG. Lengths are in drawing units, paths are SVG path data.
//!
//! From back to front: the paper, the bounding box with its grid, the lines in the
//! order of the moves, the dots, their numbers. All letters are strokes of our own
//! alphabet, so a picture needs no font.

use std::fmt::Write;

use super::glyphs::{self, CAP_HEIGHT, Layout};
use super::{Colours, DrawError, Options, bounding_box, default_title};
use morpion_rules::geometry::{Cell, Move, Region, Variant, cross_cells};

/// Drawing units from one cell to the next.
const CELL: f64 = 24.0;
/// The distance from the outermost cells to the left and right edges of the picture, and
/// to the title's strip: room for the coordinates.
const MARGIN: f64 = 1.7 * CELL;
/// The distance from the lowest cells to the lower edge.
const FOOT: f64 = 1.1 * CELL;
/// Height of the title's strip.
const TITLE: f64 = 1.15 * CELL;
/// Radius of a placed dot.
const DOT: f64 = 8.6;
/// Radius of a placed dot without a number, and of a dot of the cross.
pub(super) const SMALL_DOT: f64 = 5.4;

/// Radius of the panel's corners.
pub(super) const CORNER: f64 = 9.0;
/// Widths: of a line's halo, of a line with its rim, of the line alone, of a dot's edge.
pub(super) const HALO: f64 = 9.0;
pub(super) const RIM: f64 = 5.0;
pub(super) const LINE: f64 = 2.8;
pub(super) const EDGE: f64 = 1.7;

pub(super) const PAPER: &str = "#fffdf9";
pub(super) const PANEL: &str = "#f6f3ec";
pub(super) const GRID: &str = "#e4dfd3";
pub(super) const INK: &str = "#26262e";
const FAINT: &str = "#a39d8f";
pub(super) const HIGHLIGHT: &str = "#e0004d";

/// Colours for the first to the last move: none so pale that a thin line fades.
const RAMP: [[f64; 3]; 6] = [
    [59.0, 55.0, 148.0],
    [38.0, 112.0, 190.0],
    [23.0, 153.0, 138.0],
    [112.0, 163.0, 46.0],
    [230.0, 149.0, 24.0],
    [208.0, 54.0, 62.0],
];

/// Colours of the four directions, in index order.
const BY_DIRECTION: [&str; 4] = ["#2670be", "#d0363e", "#17998a", "#e69518"];

/// The line of a move.
pub(super) struct Line {
    pub(super) path: String,
    pub(super) colour: String,
    pub(super) has_halo: bool,
}

/// The dot of a move.
pub(super) struct Dot {
    pub(super) at: (f64, f64),
    pub(super) radius: f64,
    pub(super) colour: String,
    pub(super) number: Option<Letters>,
}

/// A line of text.
pub(super) struct Letters {
    pub(super) layout: Layout,
    /// The upper left corner.
    pub(super) at: (f64, f64),
    /// Drawing units of a glyph unit.
    pub(super) scale: f64,
    /// Width of the strokes in glyph units.
    pub(super) weight: f64,
    pub(super) colour: &'static str,
}

impl Letters {
    /// Text around a point, with capitals of this height and strokes of this weight.
    fn new(text: &str, (x, y): (f64, f64), height: f64, pen: (f64, &'static str)) -> Self {
        let layout = glyphs::layout(text);
        let scale = height / CAP_HEIGHT;
        Self {
            at: (x - scale * layout.width / 2.0, y - height / 2.0),
            layout,
            scale,
            weight: pen.0 / scale,
            colour: pen.1,
        }
    }
}

/// A picture of moves, from which the shapes to draw are derived.
pub(super) struct Scene<'a> {
    variant: Variant,
    moves: &'a [Move],
    options: &'a Options,
    region: Region,
    pub(super) title: String,
}

impl<'a> Scene<'a> {
    /// # Errors
    /// [`DrawError::TooFar`] and [`DrawError::Scale`].
    pub(super) fn new(
        variant: Variant,
        moves: &'a [Move],
        options: &'a Options,
    ) -> Result<Self, DrawError> {
        if !(Options::MIN_SCALE..=Options::MAX_SCALE).contains(&options.scale) {
            let scale = options.scale;
            return Err(DrawError::Scale { scale });
        }
        let bounding_box = bounding_box(variant, moves)?;
        let default_title = || default_title(variant, moves, bounding_box);
        Ok(Self {
            variant,
            moves,
            options,
            region: bounding_box.region(variant),
            title: options.title.clone().unwrap_or_else(default_title),
        })
    }

    fn x(&self, column: i16) -> f64 {
        MARGIN + CELL * f64::from(column - self.region.x_min)
    }

    fn y(&self, row: i16) -> f64 {
        TITLE + MARGIN + CELL * f64::from(row - self.region.y_min)
    }

    fn at(&self, cell: Cell) -> (f64, f64) {
        (self.x(cell.x), self.y(cell.y))
    }

    /// Width and height in drawing units.
    pub(super) fn size(&self) -> (f64, f64) {
        (
            2.0 * MARGIN + CELL * (self.region.width() - 1) as f64,
            TITLE + MARGIN + CELL * (self.region.height() - 1) as f64 + FOOT,
        )
    }

    /// Width and height in pixels.
    pub(super) fn pixels(&self) -> (f64, f64) {
        let ((width, height), factor) = (self.size(), self.options.scale / CELL);
        ((width * factor).round(), (height * factor).round())
    }

    /// The bounding box: a rectangle with round corners (left, top, width and height), and the grid on it.
    pub(super) fn panel(&self) -> ([f64; 4], String) {
        let r = self.region;
        let half = 0.62 * CELL;
        let (x0, y0) = (self.x(r.x_min) - half, self.y(r.y_min) - half);
        let (x1, y1) = (self.x(r.x_max) + half, self.y(r.y_max) + half);
        let mut path = String::new();
        for column in r.x_min..=r.x_max {
            write!(path, "M{:.1} {y0:.1}V{y1:.1}", self.x(column)).expect("a string");
        }
        for row in r.y_min..=r.y_max {
            write!(path, "M{x0:.1} {:.1}H{x1:.1}", self.y(row)).expect("a string");
        }
        ([x0, y0, x1 - x0, y1 - y0], path)
    }

    /// Small faint coordinates above and to the left of the panel.
    pub(super) fn axes(&self) -> Vec<Letters> {
        let r = self.region;
        let edge = 1.05 * CELL;
        let (left, top) = (self.x(r.x_min) - edge, self.y(r.y_min) - edge);
        let letters = |n: i16, at| Letters::new(&n.to_string(), at, 5.6, (0.8, FAINT));
        let above = (r.x_min..=r.x_max).map(|column| letters(column, (self.x(column), top)));
        let beside = (r.y_min..=r.y_max).map(|row| letters(row, (left, self.y(row))));
        above.chain(beside).collect()
    }

    pub(super) fn lines(&self) -> Vec<Line> {
        let line = |(index, mv): (usize, &Move)| {
            let last = mv.line.cell(self.variant.line_length() - 1);
            let ((x0, y0), (x1, y1)) = (self.at(mv.line.start), self.at(last));
            Line {
                path: format!("M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}"),
                colour: self.colour(index),
                has_halo: self.options.highlight.contains(mv),
            }
        };
        self.moves.iter().enumerate().map(line).collect()
    }

    fn colour(&self, index: usize) -> String {
        let mv = &self.moves[index];
        match self.options.colours {
            _ if self.options.highlight.contains(mv) => HIGHLIGHT.to_owned(),
            Colours::Direction => BY_DIRECTION[mv.line.direction.index()].to_owned(),
            Colours::Time => ramp(index, self.moves.len()),
        }
    }

    /// The middles of the dots of the cross.
    pub(super) fn cross(&self) -> impl Iterator<Item = (f64, f64)> {
        cross_cells(self.variant).map(|cell| self.at(cell))
    }

    pub(super) fn dots(&self) -> impl Iterator<Item = Dot> {
        (0..self.moves.len()).map(|index| self.dot(index))
    }

    fn dot(&self, index: usize) -> Dot {
        let at = self.at(self.moves[index].dot());
        let number = (index + 1).to_string();
        let height = if number.len() > 2 { 6.0 } else { 7.6 };
        let letters = || Letters::new(&number, at, height, (1.15, INK));
        let numbered = self.options.numbered;
        Dot {
            at,
            radius: if numbered { DOT } else { SMALL_DOT },
            colour: self.colour(index),
            number: numbered.then(letters),
        }
    }

    /// The title, shrunk where it would not fit.
    pub(super) fn heading(&self) -> Letters {
        let (width, _) = self.size();
        let natural = glyphs::layout(&self.title).width * 12.0 / CAP_HEIGHT;
        let room = width - 1.2 * CELL;
        let height = 12.0 * (room / natural.max(room));
        let (middle, weight) = ((width / 2.0, 0.95 * CELL), 1.5 * height / 12.0);
        Letters::new(&self.title, middle, height, (weight, INK))
    }
}

/// The colour of move `index` (from 0) of `count`.
fn ramp(index: usize, count: usize) -> String {
    let last = RAMP.len() - 1;
    let place = index as f64 / (count - 1).max(1) as f64 * last as f64;
    let low = (place as usize).min(last - 1);
    let share = place - low as f64;
    let mix = |i: usize| (RAMP[low][i] + share * (RAMP[low + 1][i] - RAMP[low][i])).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramp_runs_from_end_to_end() {
        assert_eq!(ramp(0, 82), "#3b3794");
        assert_eq!(ramp(81, 82), "#d0363e");
        assert_eq!(ramp(0, 1), ramp(0, 2));
    }
}
