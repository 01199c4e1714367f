//! Lines of text in pictures that are not of games.

use std::fmt::Write;

use super::glyphs::{self, CAP_HEIGHT};

/// Which point of a line of text is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Left,
    /// Its middle.
    Middle,
    /// Its right end.
    Right,
}

/// A line of text as an SVG group: `height` is that of a capital, `y` is its middle.
pub fn label(text: &str, (x, y): (f64, f64), anchor: Anchor, height: f64, colour: &str) -> String {
    let layout = glyphs::layout(text);
    let scale = height / CAP_HEIGHT;
    let before = match anchor {
        Anchor::Left => 0.0,
        Anchor::Middle => 0.5,
        Anchor::Right => 1.0,
    };
    let (left, top) = (x - before * scale * layout.width, y - height / 2.0);
    let mut paths = String::new();
    for (offset, glyph) in layout.glyphs {
        let path = glyph.path;
        write!(
            paths,
            r#"<path transform="translate({offset:.1} 0)" d="{path}"/>"#
        )
        .expect("a string");
    }
    format!(
        r#"<g transform="translate({left:.2} {top:.2}) scale({scale:.3})" fill="none" stroke="{colour}" stroke-width="0.75" stroke-linecap="round" stroke-linejoin="round">{paths}</g>"#
    ) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(anchor: Anchor) -> f64 {
        let svg = label("80", (100.0, 50.0), anchor, CAP_HEIGHT, "black");
        let start = svg.find("translate(").unwrap() + "translate(".len();
        let end = start + svg[start..].find(' ').unwrap();
        svg[start..end].parse().unwrap()
    }

    #[test]
    fn a_label_starts_ends_or_stands_over_its_point() {
        let width = glyphs::layout("80").width;
        assert_eq!(left(Anchor::Left), 100.0);
        assert!((left(Anchor::Middle) + width / 2.0 - 100.0).abs() < 0.01);
        assert!((left(Anchor::Right) + width - 100.0).abs() < 0.01);
    }
}
