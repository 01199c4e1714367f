//! The four variants of the game as data: line length and touching rule.

use serde::{Deserialize, Serialize};

/// A variant of Morpion Solitaire.
///
/// The digit is the number of dots in a line; `T` (touching) lets two parallel
/// lines share an end dot, `D` (disjoint) does not.
///
/// ```
/// use morpion_rules::geometry::Variant;
///
/// let variant: Variant = "5D".parse()?;
/// assert_eq!((variant.line_length(), variant.touching()), (5, false));
/// assert_eq!(Variant::T4.to_string(), "4T");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Variant {
    /// Lines of five dots, touching.
    #[serde(rename = "5T")]
    T5,
    /// Lines of five dots, disjoint: the variant this project settles.
    #[default]
    #[serde(rename = "5D")]
    D5,
    /// Lines of four dots, touching.
    #[serde(rename = "4T")]
    T4,
    /// Lines of four dots, disjoint.
    #[serde(rename = "4D")]
    D4,
}

impl Variant {
    /// All four variants.
    pub const ALL: [Self; 4] = [Self::T5, Self::D5, Self::T4, Self::D4];

    /// Number of dots in a line: 5 or 4.
    pub const fn line_length(self) -> usize {
        match self {
            Self::T5 | Self::D5 => 5,
            Self::T4 | Self::D4 => 4,
        }
    }

    /// Whether two parallel lines may share an end dot.
    pub const fn touching(self) -> bool {
        matches!(self, Self::T5 | Self::T4)
    }

    /// Dots on each of the twelve sides of the starting cross: line length - 1.
    pub const fn cross_side(self) -> i16 {
        self.line_length() as i16 - 1
    }

    /// Width and height of the starting cross in cells: 10 or 7.
    pub const fn cross_span(self) -> i16 {
        3 * self.cross_side() - 2
    }

    /// The name players use: `5T`, `5D`, `4T` or `4D`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::T5 => "5T",
            Self::D5 => "5D",
            Self::T4 => "4T",
            Self::D4 => "4D",
        }
    }
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a variant: use 5D, 5T, 4D or 4T")]
pub struct ParseVariantError(String);

impl std::str::FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|v| v.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParseVariantError(text.to_owned()))
    }
}
