//! PNG pictures, rendered from the SVG without any system font.

use resvg::{tiny_skia, usvg};

use super::{DrawError, Options, svg};
use crate::geometry::{Move, Variant};

/// The most pixels a picture may have: 128 MiB of memory.
const MAX_PIXELS: u64 = 32 * 1024 * 1024;

/// Draws moves as a PNG file; see `svg`.
///
/// # Errors
/// As `svg`, and when the picture would be too large.
pub fn png(variant: Variant, moves: &[Move], options: &Options) -> Result<Vec<u8>, DrawError> {
    let text = svg(variant, moves, options)?;
    let tree =
        usvg::Tree::from_str(&text, &usvg::Options::default()).map_err(|_| DrawError::Render)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(DrawError::TooLarge { width, height });
    }
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(DrawError::Render)?;
    resvg::render(&tree, tiny_skia::Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| DrawError::Render)
}
