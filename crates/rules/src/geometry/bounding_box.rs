//! Bounding boxes, written as distances (top, right, bottom, left) from the cross.

use serde::{Deserialize, Serialize};

use super::{Cell, Line, Move, Symmetry, Variant};

/// The largest distance a box may have. Games of the disjoint variants stay far
/// below it; it exists to refuse absurd input before memory is spent on it.
pub const MAX_DISTANCE: u8 = 60;

/// A bounding box: how far it reaches past the cross on each side, in cells.
///
/// ```
/// use morpion_rules::geometry::BoundingBox;
///
/// let rosin: BoundingBox = "1,3,4,2".parse()?;
/// assert_eq!(rosin.canonical().to_string(), "(4,3,1,2)");
/// assert!("5,9".parse::<BoundingBox>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(from = "[u8; 4]", into = "[u8; 4]")]
pub struct BoundingBox {
    /// Distance above the cross.
    pub top: u8,
    /// Distance to the right of the cross.
    pub right: u8,
    /// Distance below the cross.
    pub bottom: u8,
    /// Distance to the left of the cross.
    pub left: u8,
}

impl From<[u8; 4]> for BoundingBox {
    fn from([top, right, bottom, left]: [u8; 4]) -> Self {
        Self::new(top, right, bottom, left)
    }
}

impl From<BoundingBox> for [u8; 4] {
    fn from(b: BoundingBox) -> Self {
        b.distances()
    }
}

impl BoundingBox {
    /// The box with these distances.
    pub const fn new(top: u8, right: u8, bottom: u8, left: u8) -> Self {
        Self {
            top,
            right,
            bottom,
            left,
        }
    }

    /// The four distances in the order top, right, bottom, left.
    pub const fn distances(self) -> [u8; 4] {
        [self.top, self.right, self.bottom, self.left]
    }

    /// The image of the box under a symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        symmetry.distances(self.distances()).into()
    }

    /// The canonical form: the lexicographically largest of the eight images.
    ///
    /// Two boxes are the same up to symmetry exactly when their canonical forms
    /// are equal. The paper's table lists canonical forms or mirror images of them.
    pub fn canonical(self) -> Self {
        Symmetry::ALL
            .into_iter()
            .map(|s| self.transformed(s))
            .max()
            .expect("there are eight symmetries")
    }

    /// Whether some image of `self` lies inside `other`, side by side.
    ///
    /// ```
    /// use morpion_rules::geometry::BoundingBox;
    ///
    /// let small = BoundingBox::new(0, 0, 0, 1);
    /// assert!(small.fits_within(BoundingBox::new(1, 0, 0, 0)));
    /// ```
    pub fn fits_within(self, other: Self) -> bool {
        Symmetry::ALL
            .into_iter()
            .any(|s| self.transformed(s).lies_inside(other))
    }

    /// Whether no side of `self` is further out than the same side of `other`.
    pub fn lies_inside(self, other: Self) -> bool {
        let mut sides = self.distances().into_iter().zip(other.distances());
        sides.all(|(a, b)| a <= b)
    }

    /// Whether the half turn maps the box to itself: opposite sides are equally far.
    pub const fn is_point_symmetric(self) -> bool {
        self.top == self.bottom && self.right == self.left
    }

    /// The key that puts small boxes first: the sum of the distances, then the box.
    pub fn by_size(self) -> (u32, Self) {
        let sum = self.distances().into_iter().map(u32::from).sum();
        (sum, self)
    }

    /// The cells of the box.
    pub const fn region(self, variant: Variant) -> Region {
        let last = variant.cross_span() - 1;
        Region {
            x_min: -(self.left as i16),
            x_max: last + self.right as i16,
            y_min: -(self.top as i16),
            y_max: last + self.bottom as i16,
        }
    }

    /// The bounding box of the cross and the given cells.
    ///
    /// Returns `None` when a cell lies further out than [`MAX_DISTANCE`].
    pub fn of_cells(variant: Variant, cells: impl IntoIterator<Item = Cell>) -> Option<Self> {
        let last = variant.cross_span() - 1;
        let mut reach = [0i32; 4];
        for cell in cells {
            let (x, y, last) = (i32::from(cell.x), i32::from(cell.y), i32::from(last));
            for (r, d) in reach.iter_mut().zip([-y, x - last, y - last, -x]) {
                *r = (*r).max(d);
            }
        }
        let mut distances = [0u8; 4];
        for (d, r) in distances.iter_mut().zip(reach) {
            *d = u8::try_from(r).ok().filter(|&d| d <= MAX_DISTANCE)?;
        }
        Some(distances.into())
    }

    /// The bounding box of the cross and the dots the moves place; see [`Self::of_cells`].
    ///
    /// ```
    /// use morpion_rules::geometry::BoundingBox;
    /// use morpion_rules::record::known_game_by_id;
    ///
    /// let game = known_game_by_id("5D/rosin82").unwrap();
    /// let reached = BoundingBox::of_moves(game.variant, &game.moves);
    /// assert_eq!(reached, Some(BoundingBox::new(1, 3, 4, 2)));
    /// ```
    pub fn of_moves<'a>(
        variant: Variant,
        moves: impl IntoIterator<Item = &'a Move>,
    ) -> Option<Self> {
        Self::of_cells(variant, moves.into_iter().map(|m| m.dot()))
    }
}

impl std::fmt::Display for BoundingBox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [t, r, b, l] = self.distances();
        f.pad(&format!("({t},{r},{b},{l})"))
    }
}

/// The text is not a box.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a box: give four distances TOP,RIGHT,BOTTOM,LEFT, each 0 to {MAX_DISTANCE}, for example 4,3,1,1"
)]
pub struct ParseBoxError {
    text: String,
}

impl std::str::FromStr for BoundingBox {
    type Err = ParseBoxError;

    /// Reads `4,3,1,1`, with or without spaces and parentheses.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || ParseBoxError {
            text: text.to_owned(),
        };
        let trimmed = text.trim();
        let inner = trimmed
            .strip_prefix('(')
            .and_then(|t| t.strip_suffix(')'))
            .unwrap_or(trimmed);
        let distances: Vec<u8> = inner
            .split(',')
            .map(|part| part.trim().parse().ok().filter(|&d| d <= MAX_DISTANCE))
            .collect::<Option<_>>()
            .ok_or_else(refuse)?;
        let distances: [u8; 4] = distances.try_into().map_err(|_| refuse())?;
        Ok(distances.into())
    }
}

/// A rectangle of cells, bounds included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Smallest column.
    pub x_min: i16,
    /// Largest column.
    pub x_max: i16,
    /// Smallest row.
    pub y_min: i16,
    /// Largest row.
    pub y_max: i16,
}

impl Region {
    /// Number of columns.
    pub const fn width(self) -> usize {
        (self.x_max - self.x_min + 1) as usize
    }

    /// Number of rows.
    pub const fn height(self) -> usize {
        (self.y_max - self.y_min + 1) as usize
    }

    /// Whether `cell` lies inside.
    pub const fn contains(self, cell: Cell) -> bool {
        self.x_min <= cell.x && cell.x <= self.x_max && self.y_min <= cell.y && cell.y <= self.y_max
    }

    /// The cells, row by row from the top, left to right.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.y_min..=self.y_max)
            .flat_map(move |y| (self.x_min..=self.x_max).map(move |x| Cell::new(x, y)))
    }

    /// The cells of side `k` (0 top, 1 right, 2 bottom, 3 left), as in [`Self::cells`].
    pub fn side(self, k: usize) -> impl Iterator<Item = Cell> {
        self.cells().filter(move |c| match k {
            0 => c.y == self.y_min,
            1 => c.x == self.x_max,
            2 => c.y == self.y_max,
            _ => c.x == self.x_min,
        })
    }

    /// Every line that lies inside, by direction, then row by row of its start.
    pub fn lines(self, variant: Variant) -> impl Iterator<Item = Line> {
        super::Direction::ALL.into_iter().flat_map(move |d| {
            self.cells()
                .map(move |start| Line::new(start, d))
                .filter(move |l| self.contains(l.cell(variant.line_length() - 1)))
        })
    }
}
