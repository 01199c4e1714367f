//! The square grid of Morpion Solitaire: the cross, boxes, how games arrive at them, lines and the symmetries of the square.
//!
//! Everything here is a table of small integers made from sections 1 and 6 of `paper/certificate.md`. Nothing is
//! shared with the engine that writes the certificates.

use std::fmt;
use std::str::FromStr;

/// The four directions of lines, by number.
pub const DIRECTIONS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// How far a side of a box may lie from the cross.
pub const MAX_DISTANCE: u8 = 14;
/// The greatest width and height of a box, in cells.
pub const MAX_LENGTH: u8 = 22;
/// Number of marks of one cell: four directions, five positions.
pub const MARKS: usize = 20;

/// Whether a dot lies on (x, y) at the start of the game.
pub fn in_cross(x: i64, y: i64) -> bool {
    let outer = |a: i64, b: i64| (a == 0 || a == 9) && (3..=6).contains(&b);
    let inner =
        |a: i64, b: i64| (a == 3 || a == 6) && ((0..=3).contains(&b) || (6..=9).contains(&b));
    outer(x, y) || outer(y, x) || inner(x, y) || inner(y, x)
}

/// The number of the half turn about the centre of the cross.
pub const HALF_TURN: u8 = 3;

/// The image of a cell under symmetry `h` = a + 2 b + 4 c: transpose if c, then mirror x if a, then mirror y if b.
pub fn image(h: u8, (x, y): (i64, i64)) -> (i64, i64) {
    let (x, y) = if h & 4 != 0 { (y, x) } else { (x, y) };
    let x = if h & 1 != 0 { 9 - x } else { x };
    let y = if h & 2 != 0 { 9 - y } else { y };
    (x, y)
}

/// A box: how far it reaches past the cross on each side. The order is that of the four numbers.
///
/// ```
/// use morpion_check_core::geometry::BoxSize;
///
/// let rosin = BoxSize::new([1, 3, 4, 2]).unwrap();
/// assert_eq!(rosin.canonical().to_string(), "4,3,1,2");
/// assert_eq!(rosin.resized().len(), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxSize {
    /// Rows above y = 0.
    pub top: u8,
    /// Columns right of x = 9.
    pub right: u8,
    /// Rows below y = 9.
    pub bottom: u8,
    /// Columns left of x = 0.
    pub left: u8,
}

impl BoxSize {
    /// The box of the cross itself.
    pub const CROSS: Self = Self {
        top: 0,
        right: 0,
        bottom: 0,
        left: 0,
    };

    /// The box with these distances, or `None` if it is larger than certificates allow.
    pub fn new(distances: [u64; 4]) -> Option<Self> {
        let [top, right, bottom, left] = distances;
        let fits = |a: u64, b: u64| {
            let max = u64::from(MAX_DISTANCE);
            a <= max && b <= max && 10 + a + b <= u64::from(MAX_LENGTH)
        };
        if !fits(top, bottom) || !fits(left, right) {
            return None;
        }
        // The casts are exact: every distance is at most 14.
        Some(Self {
            top: top as u8,
            right: right as u8,
            bottom: bottom as u8,
            left: left as u8,
        })
    }

    /// Top, right, bottom, left.
    pub fn distances(self) -> [u8; 4] {
        [self.top, self.right, self.bottom, self.left]
    }

    /// Number of columns.
    pub fn width(self) -> usize {
        10 + usize::from(self.left) + usize::from(self.right)
    }

    /// Number of rows.
    pub fn height(self) -> usize {
        10 + usize::from(self.top) + usize::from(self.bottom)
    }

    /// Whether the cell (x, y) lies in the box.
    pub fn contains(self, x: i64, y: i64) -> bool {
        let [top, right, bottom, left] = self.distances().map(i64::from);
        (-left..=9 + right).contains(&x) && (-top..=9 + bottom).contains(&y)
    }

    /// The box that symmetry `h` maps this box to.
    pub fn image(self, h: u8) -> Self {
        let [top, right, bottom, left] = self.distances().map(i64::from);
        let (x0, y0) = image(h, (-left, -top));
        let (x1, y1) = image(h, (9 + right, 9 + bottom));
        // Each difference is one of the four distances, so the casts are exact.
        Self {
            top: (-y0.min(y1)) as u8,
            right: (x0.max(x1) - 9) as u8,
            bottom: (y0.max(y1) - 9) as u8,
            left: (-x0.min(x1)) as u8,
        }
    }

    /// The lexicographically greatest of the eight images.
    pub fn canonical(self) -> Self {
        (1..8).map(|h| self.image(h)).fold(self, Self::max)
    }

    /// Whether one of the eight images lies within `outer`.
    pub fn within(self, outer: Self) -> bool {
        (0..8).any(|h| {
            self.image(h)
                .distances()
                .iter()
                .zip(outer.distances())
                .all(|(&a, b)| a <= b)
        })
    }

    /// The boxes that one move can lead to, each with how it arrives there: one side, or two neighbouring sides, further out.
    /// They may be larger than certificates allow.
    pub fn resized(self) -> [(Self, Arrival); 8] {
        Arrival::ALL.map(|arrival| {
            let [top, right, bottom, left] = arrival.steps();
            let larger = Self {
                top: self.top.saturating_add(top),
                right: self.right.saturating_add(right),
                bottom: self.bottom.saturating_add(bottom),
                left: self.left.saturating_add(left),
            };
            (larger, arrival)
        })
    }

    /// The canonical forms of the boxes that a move and its image under the half turn can lead to together, from a box that is
    /// its own image: top and bottom, right and left, or all four sides one further out.
    pub fn resized_by_pairs(self) -> [Self; 3] {
        [(1, 0), (0, 1), (1, 1)].map(|(vertical, horizontal)| {
            Self {
                top: self.top.saturating_add(vertical),
                right: self.right.saturating_add(horizontal),
                bottom: self.bottom.saturating_add(vertical),
                left: self.left.saturating_add(horizontal),
            }
            .canonical()
        })
    }
}

impl fmt::Display for BoxSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{},{},{},{}",
            self.top, self.right, self.bottom, self.left
        )
    }
}

impl FromStr for BoxSize {
    type Err = ();

    /// Reads `T,R,B,L`; anything else, or a box that certificates do not allow, is an error.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut distances = [0; 4];
        let mut parts = text.split(',');
        for distance in &mut distances {
            *distance = parse_number(parts.next().ok_or(())?).ok_or(())?;
        }
        if parts.next().is_some() {
            return Err(());
        }
        Self::new(distances).ok_or(())
    }
}

/// The names of the four sides, in the order of [`BoxSize::distances`].
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// How a game's last move made its bounding box larger: by 1 on one side, or on two neighbouring ones, where its dot is a new
/// corner. It *arrives* at the box by these sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrival {
    /// Bit k for the side that is k-th in the order of [`BoxSize::distances`].
    mask: u8,
}

impl Arrival {
    /// The four sides, then the four corners.
    pub const ALL: [Self; 8] = [
        Self { mask: 1 },
        Self { mask: 2 },
        Self { mask: 4 },
        Self { mask: 8 },
        Self { mask: 3 },
        Self { mask: 6 },
        Self { mask: 12 },
        Self { mask: 9 },
    ];

    /// The arrival by these sides: the sum of 1 for the top, 2 for the right, 4 for the bottom, 8 for the left one. `None` if
    /// no move makes a box larger on just these.
    pub fn from_mask(mask: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|a| u64::from(a.mask) == mask)
    }

    /// 1 for its sides, 0 for the others, in the order of [`BoxSize::distances`].
    pub fn steps(self) -> [u8; 4] {
        [0, 1, 2, 3].map(|k| self.mask >> k & 1)
    }

    /// Whether the arrival is by two sides.
    pub fn is_corner(self) -> bool {
        self.mask.count_ones() == 2
    }

    /// Whether a game can have made this box larger by its last move: its sides lie at distances above 0.
    pub fn fits(self, size: BoxSize) -> bool {
        let mut sides = self.steps().into_iter().zip(size.distances());
        sides.all(|(step, distance)| step <= distance)
    }

    /// The sides that symmetry `h` maps its sides to.
    pub fn image(self, h: u8) -> Self {
        let [top, right, bottom, left] = self.steps();
        // A symmetry maps the sides of all boxes alike, so also those of the box that reaches out on just these sides.
        let image = BoxSize {
            top,
            right,
            bottom,
            left,
        }
        .image(h);
        let bits = image.distances().into_iter().enumerate();
        Self {
            mask: bits.map(|(k, step)| step << k).sum(),
        }
    }

    /// The greatest of the eight images of a box together with this arrival at it: the same for two arrivals exactly if a symmetry
    /// maps one to the other.
    pub fn canonical(self, size: BoxSize) -> (BoxSize, Self) {
        let image = |h| (size.image(h), self.image(h));
        (1..8).map(image).fold((size, self), Ord::max)
    }
}

impl fmt::Display for Arrival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = bits(self.mask.into()).map(|k| SIDES[k]);
        f.write_str(&sides.collect::<Vec<_>>().join("-"))
    }
}

impl FromStr for Arrival {
    type Err = ();

    /// Reads `top`, `right`, `bottom`, `left`, `top-right`, `right-bottom`, `bottom-left` or `top-left`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut all = Self::ALL.into_iter();
        all.find(|arrival| arrival.to_string() == text).ok_or(())
    }
}

/// Reads an unsigned decimal number in its shortest form, at most nine digits.
pub(crate) fn parse_number(text: &str) -> Option<u64> {
    let digits = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    text.parse().ok()
}

/// The set bits of a mask in increasing order; for marks: direction first, then position.
pub fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(bit as usize)
    })
}

/// A line of the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Number of its direction.
    pub direction: usize,
    /// Its five cells, by position.
    pub cells: [usize; 5],
}

/// A box with its tables. Cells are numbered row by row; a cell's mark m = 5 d + i places it as position i of a
/// line of direction d.
#[derive(Debug, Clone)]
pub struct Board {
    /// The box.
    pub size: BoxSize,
    /// How the games in question arrive at the box; `None` if all objects with this bounding box are in question.
    pub arrival: Option<Arrival>,
    /// For every cell, whether it belongs to the cross.
    pub cross: Vec<bool>,
    /// All lines of the box, by direction, then start.
    pub lines: Vec<Line>,
    /// For every cell (cross included) the bits m such that the line of its mark m lies in the box.
    pub in_box: Vec<u32>,
    /// For every cell and mark m with the bit in `in_box`, the index of the line. Other entries mean nothing.
    pub line_of: Vec<[usize; MARKS]>,
    /// The cells of every side that must hold a dot, in the order top, right, bottom, left: of the sides at distances above 0.
    pub sides: Vec<Vec<usize>>,
    /// For every cell, the indices of the sides in `sides` that contain it.
    pub sides_of: Vec<Vec<usize>>,
    /// The cells of every side in `sides` that has a multiplier, in the same order: all but those of the arrival.
    pub priced: Vec<Vec<usize>>,
    /// For every cell, whether a line must use its dot in objects without useless dots: it is neither on a side nor of the cross.
    pub inner: Vec<bool>,
    /// The cells of every side of the arrival, in the same order. The dot of the last move is the only one on them.
    pub arrived: Vec<Vec<usize>>,
}

impl Board {
    /// Makes the tables of a box, for all objects that have it as their bounding box.
    pub fn new(size: BoxSize) -> Self {
        Self::with_arrival(size, None)
    }

    /// Makes the tables of a box, with an `arrival` for the games that arrive at it so. The arrival must fit the box.
    pub fn with_arrival(size: BoxSize, arrival: Option<Arrival>) -> Self {
        let count = size.width() * size.height();
        let mut board = Self {
            size,
            arrival,
            cross: Vec::with_capacity(count),
            lines: Vec::new(),
            in_box: vec![0; count],
            line_of: vec![[0; MARKS]; count],
            sides: Vec::new(),
            sides_of: vec![Vec::new(); count],
            priced: Vec::new(),
            inner: Vec::new(),
            arrived: Vec::new(),
        };
        for v in 0..count {
            let (x, y) = board.position(v);
            board.cross.push(in_cross(x, y));
        }
        board.add_lines();
        board.add_sides();
        let is_inner = |v: usize| !board.cross[v] && board.sides_of[v].is_empty();
        board.inner = (0..count).map(is_inner).collect();
        board
    }

    /// Number of cells, at most 484.
    pub fn cells(&self) -> usize {
        self.cross.len()
    }

    /// The coordinates of a cell.
    pub fn position(&self, v: usize) -> (i64, i64) {
        let (row, column) = (v / self.size.width(), v % self.size.width());
        // The casts are exact: rows and columns are below 22.
        (
            column as i64 - i64::from(self.size.left),
            row as i64 - i64::from(self.size.top),
        )
    }

    /// The number of the cell (x, y), or `None` if it does not lie in the box.
    pub fn cell(&self, x: i64, y: i64) -> Option<usize> {
        let inside = self.size.contains(x, y);
        let row = (y + i64::from(self.size.top)) as usize;
        let column = (x + i64::from(self.size.left)) as usize;
        inside.then(|| row * self.size.width() + column)
    }

    /// The number of the image of cell `v` under symmetry `h`, or `None` if it does not lie in the box.
    pub fn image(&self, h: u8, v: usize) -> Option<usize> {
        let (x, y) = image(h, self.position(v));
        self.cell(x, y)
    }

    /// The lines through cell `v`, each with the position that `v` has on it.
    pub fn lines_through(&self, v: usize) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        bits(self.in_box[v]).map(move |m| (self.line_of[v][m], m % 5))
    }

    fn add_lines(&mut self) {
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            for start in 0..self.cells() {
                let (x, y) = self.position(start);
                let cells = [0, 1, 2, 3, 4].map(|i| self.cell(x + i * dx, y + i * dy));
                let [Some(a), Some(b), Some(c), Some(d), Some(e)] = cells else {
                    continue;
                };
                let cells = [a, b, c, d, e];
                for (i, &v) in cells.iter().enumerate() {
                    self.in_box[v] |= 1 << (5 * direction + i);
                    self.line_of[v][5 * direction + i] = self.lines.len();
                }
                self.lines.push(Line { direction, cells });
            }
        }
    }

    fn add_sides(&mut self) {
        let (width, height) = (self.size.width(), self.size.height());
        let last_row = (height - 1) * width;
        let sides: [Vec<usize>; 4] = [
            (0..width).collect(),
            (0..height).map(|row| row * width + width - 1).collect(),
            (last_row..last_row + width).collect(),
            (0..height).map(|row| row * width).collect(),
        ];
        let distances = self.size.distances().into_iter();
        let arrived = self.arrival.map_or([0; 4], Arrival::steps).map(|s| s == 1);
        for ((side, distance), arrived) in sides.into_iter().zip(distances).zip(arrived) {
            if distance > 0 {
                self.add_side(side, arrived);
            }
        }
    }

    fn add_side(&mut self, side: Vec<usize>, arrived: bool) {
        if arrived {
            self.arrived.push(side.clone());
        } else {
            self.priced.push(side.clone());
        }
        side.iter()
            .for_each(|&v| self.sides_of[v].push(self.sides.len()));
        self.sides.push(side);
    }
}
