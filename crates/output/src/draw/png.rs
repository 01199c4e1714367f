//! PNG pictures: paints the shapes of a scene. The file also holds the moves as text, so that they can be read from it.

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect};
use tiny_skia::{Stroke, Transform};

use super::scene::{CORNER, EDGE, GRID, HALO, HIGHLIGHT, INK, LINE, PANEL, PAPER, RIM, SMALL_DOT};
use super::scene::{Letters, Line, Scene};
use super::{DrawError, Options, path};
use morpion_rules::geometry::{Move, Variant};
use morpion_rules::record::picture;

/// The most pixels a picture may have: 128 MiB of memory.
const MAX_PIXELS: u64 = 32 * 1024 * 1024;

/// Draws moves as a PNG file; see `svg`.
///
/// # Errors
/// As `svg`, and when the picture would be too large.
pub fn png(variant: Variant, moves: &[Move], options: &Options) -> Result<Vec<u8>, DrawError> {
    let scene = Scene::new(variant, moves, options)?;
    let ((w, h), (across, down)) = (scene.size(), scene.pixels());
    let (width, height) = (across as u32, down as u32);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(DrawError::TooLarge { width, height });
    }
    let mut painting = Painting {
        pixels: Pixmap::new(width, height).ok_or(DrawError::Render)?,
        units: Transform::from_scale((across / w) as f32, (down / h) as f32),
    };
    painting.scene(&scene).ok_or(DrawError::Render)?;
    let png = painting.pixels.encode_png();
    let png = png.map_err(|_| DrawError::Render)?;
    Ok(picture::with_game(&png, variant, moves))
}

/// A picture that is being painted. Its methods return `None` for an invalid path or colour.
struct Painting {
    pixels: Pixmap,
    /// The transformation from drawing units to pixels.
    units: Transform,
}

impl Painting {
    fn scene(&mut self, scene: &Scene<'_>) -> Option<()> {
        let ((w, h), c) = (scene.size(), CORNER);
        self.fill(&rectangle([0.0, 0.0, w, h])?, PAPER)?;
        let ([x, y, w, h], grid) = scene.panel();
        let inner = rectangle([x + c, y + c, w - 2.0 * c, h - 2.0 * c])?;
        self.fill(&inner, PANEL)?;
        // The joins of a wide stroke round the corners.
        self.stroke(&inner, &round(2.0 * CORNER), PANEL)?;
        self.stroke(&path::read(&grid)?, &Stroke::default(), GRID)?;
        scene.axes().iter().try_for_each(|c| self.letters(c))?;
        scene.lines().iter().try_for_each(|line| self.line(line))?;
        for at in scene.cross() {
            self.disc(at, SMALL_DOT, INK)?;
        }
        for dot in scene.dots() {
            self.disc(dot.at, dot.radius + EDGE / 2.0, &dot.colour)?;
            self.disc(dot.at, dot.radius - EDGE / 2.0, "#fff")?;
            dot.number.iter().try_for_each(|n| self.letters(n))?;
        }
        self.letters(&scene.heading())
    }

    fn line(&mut self, line: &Line) -> Option<()> {
        let path = path::read(&line.path)?;
        if line.has_halo {
            self.stroke(&path, &round(HALO), &format!("{HIGHLIGHT}47"))?;
        }
        self.stroke(&path, &round(RIM), PANEL)?;
        self.stroke(&path, &round(LINE), &line.colour)
    }

    fn letters(&mut self, letters: &Letters) -> Option<()> {
        let ((x, y), scale) = (letters.at, letters.scale);
        let pen = round(letters.weight * scale);
        for (offset, glyph) in &letters.layout.glyphs {
            let place = Transform::from_translate((x + offset * scale) as f32, y as f32);
            let place = place.pre_scale(scale as f32, scale as f32);
            let path = path::read(glyph.path)?.transform(place)?;
            self.stroke(&path, &pen, letters.colour)?;
        }
        Some(())
    }

    fn disc(&mut self, (x, y): (f64, f64), radius: f64, colour: &str) -> Option<()> {
        let disc = PathBuilder::from_circle(x as f32, y as f32, radius as f32)?;
        self.fill(&disc, colour)
    }

    fn fill(&mut self, path: &Path, colour: &str) -> Option<()> {
        let (paint, rule) = (paint(colour)?, FillRule::Winding);
        self.pixels.fill_path(path, &paint, rule, self.units, None);
        Some(())
    }

    fn stroke(&mut self, path: &Path, pen: &Stroke, colour: &str) -> Option<()> {
        let paint = paint(colour)?;
        self.pixels.stroke_path(path, &paint, pen, self.units, None);
        Some(())
    }
}

fn rectangle(sides: [f64; 4]) -> Option<Path> {
    let [x, y, w, h] = sides.map(|length| length as f32);
    Some(PathBuilder::from_rect(Rect::from_xywh(x, y, w, h)?))
}

/// A pen with round ends and joins.
fn round(width: f64) -> Stroke {
    Stroke {
        width: width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

/// The colour `#rrggbb`, `#rrggbbaa` or `#fff`.
fn paint(colour: &str) -> Option<Paint<'static>> {
    let rgba = u32::from_str_radix(&format!("{:f<8}", colour.strip_prefix('#')?), 16).ok()?;
    let [r, g, b, a] = rgba.to_be_bytes();
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, a);
    Some(paint)
}
