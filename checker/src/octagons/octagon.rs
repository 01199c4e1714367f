//! Octagons, their rows and their cells. `paper/octagons.md`, section 6; `paper/octagon-certificate.md`, section 1.

/// A cell, by x and y.
pub type Point = (i32, i32);

/// The step from a cell to the next one of a row, in each direction.
pub const STEPS: [Point; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// An octagon whose least x and y are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Octagon {
    /// The greatest x.
    pub width: u8,
    /// The greatest y.
    pub height: u8,
    /// How far the corners are cut, from the top right clockwise: a, b, c, d.
    pub corners: [u8; 4],
}

impl Octagon {
    /// X and Y of the page: width and height.
    fn size(&self) -> (i32, i32) {
        (self.width.into(), self.height.into())
    }

    /// The number of rows that meet it.
    #[must_use]
    pub fn rows(&self) -> i32 {
        let (x, y) = self.size();
        3 * (x + y) + 4 - self.corners.map(i32::from).iter().sum::<i32>()
    }

    /// The number of its cells.
    #[must_use]
    pub fn area(&self) -> i32 {
        let (x, y) = self.size();
        let cut = self
            .corners
            .map(|by| i32::from(by) * (i32::from(by) + 1) / 2);
        (x + 1) * (y + 1) - cut.iter().sum::<i32>()
    }

    /// The least and the greatest place of its rows of a direction (0 to 3).
    #[must_use]
    pub fn places(&self, direction: usize) -> (i32, i32) {
        let (x, y) = self.size();
        let [a, b, c, d] = self.corners.map(i32::from);
        [(0, y), (0, x), (c, x + y - a), (d - y, x - b)][direction]
    }

    /// Whether the cell lies in the octagon.
    #[must_use]
    pub fn holds(&self, cell: Point) -> bool {
        (0..4).all(|direction| {
            let (least, greatest) = self.places(direction);
            (least..=greatest).contains(&place(direction, cell))
        })
    }

    /// Whether the cell lies in the box around the octagon.
    #[must_use]
    pub fn box_holds(&self, (x, y): Point) -> bool {
        let (width, height) = self.size();
        (0..=width).contains(&x) && (0..=height).contains(&y)
    }

    /// How many rows of a direction lie between a row and the nearer one of its two sides.
    #[must_use]
    pub fn depth(&self, direction: usize, place: i32) -> usize {
        let (least, greatest) = self.places(direction);
        (place - least).min(greatest - place) as usize
    }

    /// The depths of the four rows of a cell.
    #[must_use]
    pub fn depths(&self, cell: Point) -> [usize; 4] {
        [0, 1, 2, 3].map(|direction| self.depth(direction, place(direction, cell)))
    }

    /// Its cells, by ascending y, then x.
    #[must_use]
    pub fn cells(&self) -> Vec<Point> {
        let (width, height) = self.size();
        let all = (0..=height).flat_map(|y| (0..=width).map(move |x| (x, y)));
        all.filter(|&cell| self.holds(cell)).collect()
    }

    /// The eight sides from the top clockwise, by direction and place.
    #[must_use]
    pub fn sides(&self) -> [(usize, i32); 8] {
        let [(bottom, top), (left, right), (low, high), (before, behind)] =
            [0, 1, 2, 3].map(|direction| self.places(direction));
        [
            (0, top),
            (2, high),
            (1, right),
            (3, behind),
            (0, bottom),
            (2, low),
            (1, left),
            (3, before),
        ]
    }

    /// Whether its corners are the least among those of its images by symmetries that keep width and height.
    #[must_use]
    pub fn is_first_image(&self) -> bool {
        let [a, b, c, d] = self.corners;
        let images = [
            [b, a, d, c],
            [d, c, b, a],
            [c, d, a, b],
            [a, d, c, b],
            [d, a, b, c],
            [b, c, d, a],
            [c, b, a, d],
        ];
        let kept = if self.width == self.height { 7 } else { 3 };
        images[..kept].iter().all(|image| self.corners <= *image)
    }
}

/// The place of the row of a direction in which a cell lies.
#[must_use]
pub fn place(direction: usize, (x, y): Point) -> i32 {
    [y, x, x + y, x - y][direction]
}
