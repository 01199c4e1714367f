//! SVG pictures.
//!
//! From back to front: the paper, the bounding box with its grid, the lines in the
//! order of the moves, the dots, their numbers. All letters are strokes of our own
//! alphabet, so the file needs no font. The moves stand in it as text, too, so that the board can read them from it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::glyphs::{self, CAP_HEIGHT, Glyph};
use super::{Colours, DrawError, Options, bounding_box, default_title};
use crate::geometry::{BoundingBox, Cell, Direction, Move, Region, Variant, cross_cells};

/// Drawing units from one cell to the next.
const CELL: f64 = 24.0;
/// From the outermost cells to the left and right edges of the picture, and to the
/// title's strip: room for the coordinates.
const MARGIN: f64 = 1.7 * CELL;
/// From the lowest cells to the lower edge.
const FOOT: f64 = 1.1 * CELL;
/// Height of the title's strip.
const TITLE: f64 = 1.15 * CELL;
/// Radius of a placed dot.
const DOT: f64 = 8.6;
/// Radius of a placed dot without a number, and of a dot of the cross.
const SMALL_DOT: f64 = 5.4;

const PAPER: &str = "#fffdf9";
const PANEL: &str = "#f6f3ec";
const GRID: &str = "#e4dfd3";
const INK: &str = "#26262e";
const FAINT: &str = "#a39d8f";
const HIGHLIGHT: &str = "#e0004d";

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

/// Draws moves as an SVG file: every line, every dot, and a title.
///
/// # Errors
/// [`DrawError::TooFar`] and [`DrawError::Scale`].
pub fn svg(variant: Variant, moves: &[Move], options: &Options) -> Result<String, DrawError> {
    if !(Options::MIN_SCALE..=Options::MAX_SCALE).contains(&options.scale) {
        let scale = options.scale;
        return Err(DrawError::Scale { scale });
    }
    let bounding_box = bounding_box(variant, moves)?;
    let title = match &options.title {
        Some(title) => title.clone(),
        None => default_title(variant, moves, bounding_box),
    };
    let mut picture = Picture::new(variant, bounding_box, moves, options);
    picture.panel();
    picture.axes();
    picture.lines();
    picture.dots();
    picture.title(&title);
    Ok(picture.finish(&title))
}

struct Picture<'a> {
    variant: Variant,
    moves: &'a [Move],
    options: &'a Options,
    region: Region,
    body: String,
    /// The glyphs in use, by character.
    glyphs: BTreeMap<char, Glyph>,
}

impl<'a> Picture<'a> {
    fn new(
        variant: Variant,
        bounding_box: BoundingBox,
        moves: &'a [Move],
        options: &'a Options,
    ) -> Self {
        Self {
            variant,
            moves,
            options,
            region: bounding_box.region(variant),
            body: String::new(),
            glyphs: BTreeMap::new(),
        }
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("writing to a string does not fail");
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

    fn size(&self) -> (f64, f64) {
        (
            2.0 * MARGIN + CELL * (self.region.width() - 1) as f64,
            TITLE + MARGIN + CELL * (self.region.height() - 1) as f64 + FOOT,
        )
    }

    /// The bounding box as a panel with the grid on it.
    fn panel(&mut self) {
        let r = self.region;
        let half = 0.62 * CELL;
        let (x0, y0) = (self.x(r.x_min) - half, self.y(r.y_min) - half);
        let (x1, y1) = (self.x(r.x_max) + half, self.y(r.y_max) + half);
        let (w, h) = (x1 - x0, y1 - y0);
        self.put(format_args!(
            r#"<rect x="{x0:.1}" y="{y0:.1}" width="{w:.1}" height="{h:.1}" rx="9" fill="{PANEL}"/>"#
        ));
        let mut path = String::new();
        for column in r.x_min..=r.x_max {
            write!(path, "M{:.1} {y0:.1}V{y1:.1}", self.x(column)).expect("a string");
        }
        for row in r.y_min..=r.y_max {
            write!(path, "M{x0:.1} {:.1}H{x1:.1}", self.y(row)).expect("a string");
        }
        self.put(format_args!(
            r#"<path d="{path}" stroke="{GRID}" stroke-width="1" fill="none"/>"#
        ));
    }

    /// Small faint coordinates above and to the left of the panel.
    fn axes(&mut self) {
        let r = self.region;
        let edge = 1.05 * CELL;
        let style = Style {
            height: 5.6,
            weight: 0.8,
            colour: FAINT,
        };
        for column in r.x_min..=r.x_max {
            let at = (self.x(column), self.y(r.y_min) - edge);
            self.write_centred(&column.to_string(), at, &style);
        }
        for row in r.y_min..=r.y_max {
            let at = (self.x(r.x_min) - edge, self.y(row));
            self.write_centred(&row.to_string(), at, &style);
        }
    }

    fn lines(&mut self) {
        self.put(format_args!(r#"<g fill="none" stroke-linecap="round">"#));
        for (index, mv) in self.moves.iter().enumerate() {
            let last = mv.line.cell(self.variant.line_length() - 1);
            let ((x0, y0), (x1, y1)) = (self.at(mv.line.start), self.at(last));
            let path = format!("M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}");
            if self.options.highlight.contains(mv) {
                self.put(format_args!(
                    r#"<path d="{path}" stroke="{HIGHLIGHT}" stroke-width="9" stroke-opacity=".28"/>"#
                ));
            }
            let colour = self.colour(index);
            // A rim in the panel's colour lets later lines pass over earlier ones.
            self.put(format_args!(
                r#"<path d="{path}" stroke="{PANEL}" stroke-width="5"/><path d="{path}" stroke="{colour}" stroke-width="2.8"/>"#
            ));
        }
        self.put(format_args!("</g>"));
    }

    fn colour(&self, index: usize) -> String {
        let mv = &self.moves[index];
        match self.options.colours {
            _ if self.options.highlight.contains(mv) => HIGHLIGHT.to_owned(),
            Colours::Direction => by_direction(mv.line.direction).to_owned(),
            Colours::Time => ramp(index, self.moves.len()),
        }
    }

    fn dots(&mut self) {
        for cell in cross_cells(self.variant) {
            let (x, y) = self.at(cell);
            self.put(format_args!(
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="{SMALL_DOT}" fill="{INK}"/>"#
            ));
        }
        for index in 0..self.moves.len() {
            self.placed_dot(index);
        }
    }

    fn placed_dot(&mut self, index: usize) {
        let (x, y) = self.at(self.moves[index].dot());
        let colour = self.colour(index);
        let radius = if self.options.numbered {
            DOT
        } else {
            SMALL_DOT
        };
        self.put(format_args!(
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" fill="#fff" stroke="{colour}" stroke-width="1.7"/>"##
        ));
        if self.options.numbered {
            let number = (index + 1).to_string();
            let height = if number.len() > 2 { 6.0 } else { 7.6 };
            let style = Style {
                height,
                weight: 1.15,
                colour: INK,
            };
            self.write_centred(&number, (x, y), &style);
        }
    }

    /// The title, shrunk where it would not fit.
    fn title(&mut self, title: &str) {
        let (width, _) = self.size();
        let natural = glyphs::layout(title).width * 12.0 / CAP_HEIGHT;
        let room = width - 1.2 * CELL;
        let height = 12.0 * (room / natural.max(room));
        let style = Style {
            height,
            weight: 1.5 * height / 12.0,
            colour: INK,
        };
        self.write_centred(title, (width / 2.0, 0.95 * CELL), &style);
    }

    fn write_centred(&mut self, text: &str, (x, y): (f64, f64), style: &Style) {
        let layout = glyphs::layout(text);
        let scale = style.height / CAP_HEIGHT;
        let left = x - scale * layout.width / 2.0;
        let top = y - style.height / 2.0;
        let (weight, colour) = (style.weight / scale, style.colour);
        let mut uses = String::new();
        for (offset, glyph) in layout.glyphs {
            let id = glyph_id(glyph.letter);
            write!(uses, r##"<use href="#{id}" x="{offset:.1}"/>"##).expect("a string");
            self.glyphs.insert(glyph.letter, glyph);
        }
        self.put(format_args!(
            r#"<g transform="translate({left:.2} {top:.2}) scale({scale:.3})" fill="none" stroke="{colour}" stroke-width="{weight:.2}" stroke-linecap="round" stroke-linejoin="round">{uses}</g>"#
        ));
    }

    fn finish(self, title: &str) -> String {
        let (width, height) = self.size();
        let factor = self.options.scale / CELL;
        let (w, h) = ((width * factor).round(), (height * factor).round());
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        let (variant, moves) = (self.variant, escape(&moves.join("; ")));
        let mut defs = String::new();
        for glyph in self.glyphs.values() {
            let id = glyph_id(glyph.letter);
            write!(defs, r#"<path id="{id}" d="{}"/>"#, glyph.path).expect("a string");
        }
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {width:.1} {height:.1}">
<title>{}</title>
<metadata id="morpion">{variant}: {moves}</metadata>
<defs>{defs}</defs>
<rect width="100%" height="100%" fill="{PAPER}"/>
{}</svg>
"#,
            escape(title),
            self.body
        )
    }
}

/// How to write a line of text.
struct Style {
    /// Height of a capital, in drawing units.
    height: f64,
    /// Width of the stroke, in drawing units.
    weight: f64,
    colour: &'static str,
}

fn glyph_id(letter: char) -> String {
    format!("g{}", u32::from(letter))
}

fn by_direction(direction: Direction) -> &'static str {
    BY_DIRECTION[direction.index()]
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

/// Text for an XML element; characters XML forbids become spaces.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
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

    #[test]
    fn titles_cannot_break_the_file() {
        assert_eq!(escape("a<b>&\u{1}\n"), "a&lt;b&gt;&amp;  ");
    }
}
