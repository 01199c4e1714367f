//! How a move extends a bounding box: by one side, or by two neighbouring ones.

use serde::{Deserialize, Serialize};

use super::{BoundingBox, Symmetry};

/// The sides that a move extends by 1: one, or two neighbouring ones if the dot is a new corner
/// (slides, "Resized box").
///
/// A game whose last move makes a box its bounding box *arrives* at the box by these sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Arrival {
    /// 1 for a side that is extended, else 0, in the order top, right, bottom, left.
    steps: [u8; 4],
}

/// The names of the sides in the order of [`BoundingBox::distances`].
const NAMES: [&str; 4] = ["top", "right", "bottom", "left"];

impl Arrival {
    /// All eight arrivals: by the four sides, then by the four corners.
    pub const ALL: [Self; 8] = [
        Self::new([1, 0, 0, 0]),
        Self::new([0, 1, 0, 0]),
        Self::new([0, 0, 1, 0]),
        Self::new([0, 0, 0, 1]),
        Self::new([1, 1, 0, 0]),
        Self::new([0, 1, 1, 0]),
        Self::new([0, 0, 1, 1]),
        Self::new([1, 0, 0, 1]),
    ];

    const fn new(steps: [u8; 4]) -> Self {
        Self { steps }
    }

    /// Whether side `k` (0 top, 1 right, 2 bottom, 3 left) is extended.
    ///
    /// # Panics
    /// When there is no such side.
    pub const fn extends(self, k: usize) -> bool {
        self.steps[k] == 1
    }

    /// The sides as a number: the sum of 1 for the top, 2 for the right, 4 for the bottom, 8 for the left side.
    pub fn mask(self) -> u8 {
        (0..4).map(|k| self.steps[k] << k).sum()
    }

    /// The arrival with this [`Self::mask`]; `None` when there is none.
    pub fn from_mask(mask: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.mask() == mask)
    }

    /// The image under a symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        Self::new(symmetry.distances(self.steps))
    }

    /// The canonical form of a box together with an arrival at it: the largest of the eight images.
    pub fn canonical(self, bounding_box: BoundingBox) -> (BoundingBox, Self) {
        Symmetry::ALL
            .into_iter()
            .map(|s| (bounding_box.transformed(s), self.transformed(s)))
            .max()
            .expect("there are eight symmetries")
    }

    /// The box one move earlier; `None` when one of the sides is at distance 0.
    pub fn before(self, bounding_box: BoundingBox) -> Option<BoundingBox> {
        let mut distances = bounding_box.distances();
        for (d, step) in distances.iter_mut().zip(self.steps) {
            *d = d.checked_sub(step)?;
        }
        Some(distances.into())
    }

    /// The box after the move; `None` beyond [`MAX_DISTANCE`](super::MAX_DISTANCE).
    ///
    /// ```
    /// use morpion_rules::geometry::{Arrival, BoundingBox};
    ///
    /// let corner: Arrival = "top-right".parse()?;
    /// let after = corner.after(BoundingBox::new(1, 0, 0, 0));
    /// assert_eq!(after, Some(BoundingBox::new(2, 1, 0, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(self, bounding_box: BoundingBox) -> Option<BoundingBox> {
        let mut distances = bounding_box.distances();
        for (d, step) in distances.iter_mut().zip(self.steps) {
            *d += step;
        }
        let fits = distances.iter().all(|&d| d <= super::MAX_DISTANCE);
        fits.then(|| distances.into())
    }
}

impl std::fmt::Display for Arrival {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sides: Vec<&str> = (0..4)
            .filter(|&k| self.extends(k))
            .map(|k| NAMES[k])
            .collect();
        f.pad(&sides.join("-"))
    }
}

/// The text names no sides that a move can extend.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is neither a side nor a corner: give top, right, bottom, left, top-right, right-bottom, bottom-left or top-left"
)]
pub struct ParseArrivalError(String);

impl From<Arrival> for String {
    fn from(arrival: Arrival) -> Self {
        arrival.to_string()
    }
}

impl TryFrom<String> for Arrival {
    type Error = ParseArrivalError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl std::str::FromStr for Arrival {
    type Err = ParseArrivalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|a| a.to_string() == text.trim())
            .ok_or_else(|| ParseArrivalError(text.to_owned()))
    }
}
