//! Pictures of games and graphs, as text for the terminal, SVG and PNG; and distribution curves, as SVG.
//!
//! They show what they are given: nothing here checks the rules. SVG and PNG are made from the same shapes, letters included, so the two
//! look the same everywhere.

mod curves;
mod glyphs;
mod path;
mod png;
mod scene;
mod svg;
mod text;

use morpion_rules::geometry::{BoundingBox, MAX_DISTANCE, Move, Variant};

pub use curves::{Curve, curves};
pub use png::png;
pub use svg::{escape, svg};
pub use text::text;

/// What decides the colour of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Colours {
    /// Its place in the game, from blue to red.
    #[default]
    Time,
    /// Its direction.
    Direction,
}

/// The options of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Write each move's number, its place in the list, into its dot. Off for graphs
    /// whose moves have no order.
    pub numbered: bool,
    /// The meaning of the colours. For moves without an order, use [`Colours::Direction`].
    pub colours: Colours,
    /// Moves to make stand out, for example a precedence cycle.
    pub highlight: Vec<Move>,
    /// The line above the picture; `None` for variant, moves and box.
    pub title: Option<String>,
    /// Pixels from one cell to the next.
    pub scale: f64,
}

impl Options {
    /// The smallest [`Options::scale`].
    pub const MIN_SCALE: f64 = 4.0;

    /// The largest [`Options::scale`].
    pub const MAX_SCALE: f64 = 200.0;

    /// The options for a graph that is not a game: no numbers, colours by direction.
    pub fn graph(highlight: Vec<Move>) -> Self {
        Self {
            numbered: false,
            colours: Colours::Direction,
            highlight,
            ..Self::default()
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            numbered: true,
            colours: Colours::default(),
            highlight: Vec::new(),
            title: None,
            scale: 40.0,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A dot lies absurdly far away.
    #[error("a dot lies further than {MAX_DISTANCE} cells from the cross")]
    TooFar,
    /// The scale is out of range.
    #[error(
        "a scale of {scale} pixels a cell is out of range: use {min} to {max}",
        min = Options::MIN_SCALE,
        max = Options::MAX_SCALE
    )]
    Scale {
        /// The offending value.
        scale: f64,
    },
    /// The picture has more pixels than fit into memory comfortably.
    #[error("a picture of {width} x {height} pixels is too large: use a smaller scale")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// A shape could not be painted, which should not happen.
    #[error("the picture could not be rendered")]
    Render,
}

/// `5D · 82 moves · box (3,4,4,2)`.
fn default_title(variant: Variant, moves: &[Move], bounding_box: BoundingBox) -> String {
    let plural = if moves.len() == 1 { "" } else { "s" };
    format!(
        "{variant} · {} move{plural} · box {bounding_box}",
        moves.len()
    )
}

fn bounding_box(variant: Variant, moves: &[Move]) -> Result<BoundingBox, DrawError> {
    BoundingBox::of_moves(variant, moves).ok_or(DrawError::TooFar)
}
