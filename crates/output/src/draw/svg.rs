//! SVG pictures.
//!
//! The file also holds the moves as text, so that they can be read from it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::scene::{CORNER, EDGE, GRID, HALO, HIGHLIGHT, INK, LINE, PANEL, PAPER, RIM, SMALL_DOT};
use super::scene::{Dot, Letters, Line, Scene};
use super::{DrawError, Options};
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::picture;

/// Draws moves as an SVG file: every line, every dot, and a title.
///
/// # Errors
/// [`DrawError::TooFar`] and [`DrawError::Scale`].
pub fn svg(variant: Variant, moves: &[Move], options: &Options) -> Result<String, DrawError> {
    let scene = Scene::new(variant, moves, options)?;
    let mut file = File::default();
    file.scene(&scene);
    let ((w, h), (width, height)) = (scene.pixels(), scene.size());
    let game = escape(&picture::text(variant, moves));
    let mut defs = String::new();
    for (id, path) in file.glyphs {
        write!(defs, r#"<path id="g{id}" d="{path}"/>"#).expect("a string");
    }
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {width:.1} {height:.1}">
<title>{}</title>
<metadata id="morpion">{game}</metadata>
<defs>{defs}</defs>
<rect width="100%" height="100%" fill="{PAPER}"/>
{}</svg>
"#,
        escape(&scene.title),
        file.body
    ))
}

#[derive(Default)]
struct File {
    body: String,
    /// The paths of the glyphs in use, by character.
    glyphs: BTreeMap<u32, &'static str>,
}

impl File {
    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("writing to a string does not fail");
    }

    fn scene(&mut self, scene: &Scene<'_>) {
        let ([x, y, w, h], grid) = scene.panel();
        self.put(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{CORNER}" fill="{PANEL}"/>"#
        ));
        self.put(format_args!(
            r#"<path d="{grid}" stroke="{GRID}" stroke-width="1" fill="none"/>"#
        ));
        scene.axes().iter().for_each(|c| self.letters(c));
        self.put(format_args!(r#"<g fill="none" stroke-linecap="round">"#));
        scene.lines().iter().for_each(|line| self.line(line));
        self.put(format_args!("</g>"));
        for (x, y) in scene.cross() {
            self.put(format_args!(
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="{SMALL_DOT}" fill="{INK}"/>"#
            ));
        }
        scene.dots().for_each(|dot| self.dot(&dot));
        self.letters(&scene.heading());
    }

    fn line(&mut self, line: &Line) {
        let (path, colour) = (&line.path, &line.colour);
        if line.has_halo {
            self.put(format_args!(
                r#"<path d="{path}" stroke="{HIGHLIGHT}" stroke-width="{HALO}" stroke-opacity=".28"/>"#
            ));
        }
        // A rim in the panel's colour lets later lines pass over earlier ones.
        self.put(format_args!(
            r#"<path d="{path}" stroke="{PANEL}" stroke-width="{RIM}"/><path d="{path}" stroke="{colour}" stroke-width="{LINE}"/>"#
        ));
    }

    fn dot(&mut self, dot: &Dot) {
        let ((x, y), radius) = (dot.at, dot.radius);
        let colour = &dot.colour;
        self.put(format_args!(
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" fill="#fff" stroke="{colour}" stroke-width="{EDGE}"/>"##
        ));
        dot.number.iter().for_each(|number| self.letters(number));
    }

    fn letters(&mut self, letters: &Letters) {
        let ((left, top), scale) = (letters.at, letters.scale);
        let (weight, colour) = (letters.weight, letters.colour);
        let mut uses = String::new();
        for (offset, glyph) in &letters.layout.glyphs {
            let id = u32::from(glyph.letter);
            write!(uses, r##"<use href="#g{id}" x="{offset:.1}"/>"##).expect("a string");
            self.glyphs.insert(id, glyph.path);
        }
        self.put(format_args!(
            r#"<g transform="translate({left:.2} {top:.2}) scale({scale:.3})" fill="none" stroke="{colour}" stroke-width="{weight:.2}" stroke-linecap="round" stroke-linejoin="round">{uses}</g>"#
        ));
    }
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
    fn titles_cannot_break_the_file() {
        assert_eq!(escape("a<b>&\u{1}\n"), "a&lt;b&gt;&amp;  ");
    }
}
