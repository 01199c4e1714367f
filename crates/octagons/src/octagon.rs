//! Octagons and their rows: `paper/octagons.md`, sections 1 and 6.
//!
//! An octagon is the set of cells 0 ≤ x ≤ X, 0 ≤ y ≤ Y without four corners: of the corner at the top right everything with
//! x + y > X + Y - a, and likewise b at the bottom right, c at the bottom left and d at the top left. Each of its eight sides has at
//! least one segment.

use crate::ROWS;

/// An upper bound on the coordinates in an octagon of at most 144 rows (section 6).
pub const LARGEST: i32 = 45;

/// Steps along a row of each direction, from its first cell to its last.
pub const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// An octagon: width X, height Y, and its cuts a, b, c, d, clockwise from the top right corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Octagon {
    /// The greatest x.
    pub width: i32,
    /// The greatest y.
    pub height: i32,
    /// The cuts of the corners, clockwise from the top right.
    pub cuts: [i32; 4],
}

/// The value that is constant along the row of a direction through a cell: y, x, x + y or x - y.
pub fn place((x, y): (i32, i32), direction: usize) -> i32 {
    [y, x, x + y, x - y][direction]
}

impl Octagon {
    /// The octagon whose sides have so many segments, from the top clockwise; `None` if it does not close.
    pub fn from_sides(sides: [i32; 8]) -> Option<Self> {
        let [top, a, right, b, bottom, c, left, d] = sides;
        let closes = d + top + a == c + bottom + b && a + right + b == d + left + c;
        let found = Self {
            width: top + a + d,
            height: right + a + b,
            cuts: [a, b, c, d],
        };
        (closes && found.sides().iter().all(|&side| side >= 1)).then_some(found)
    }

    /// Segments of its sides: top, top right, right, bottom right, bottom, bottom left, left, top left.
    pub fn sides(&self) -> [i32; 8] {
        let [a, b, c, d] = self.cuts;
        let (x, y) = (self.width, self.height);
        [x - a - d, a, y - a - b, b, x - b - c, c, y - c - d, d]
    }

    /// The least and the greatest place of its rows of a direction.
    pub fn places(&self, direction: usize) -> (i32, i32) {
        let [a, b, c, d] = self.cuts;
        let (x, y) = (self.width, self.height);
        [(0, y), (0, x), (c, x + y - a), (d - y, x - b)][direction]
    }

    /// The side that a row is, 0 to 7 from the top clockwise; `None` if it is no side.
    pub fn side(&self, direction: usize, place: i32) -> Option<usize> {
        let (low, high) = self.places(direction);
        let [at_low, at_high] = [[4, 0], [6, 2], [5, 1], [7, 3]][direction];
        match place {
            _ if place == low => Some(at_low),
            _ if place == high => Some(at_high),
            _ => None,
        }
    }

    /// The number of rows that meet the octagon, all of which hold a dot.
    pub fn rows(&self) -> i32 {
        let cuts: i32 = self.cuts.iter().sum();
        3 * (self.width + self.height) + 4 - cuts
    }

    /// The number of its cells.
    pub fn area(&self) -> i32 {
        let corners: i32 = self.cuts.iter().map(|cut| cut * (cut + 1) / 2).sum();
        (self.width + 1) * (self.height + 1) - corners
    }

    /// Whether the octagon has the cell.
    pub fn holds(&self, cell: (i32, i32)) -> bool {
        (0..4).all(|direction| {
            let (low, high) = self.places(direction);
            (low..=high).contains(&place(cell, direction))
        })
    }

    /// The octagon's first cell and its number of cells in the row of a direction at a place; the row must meet the octagon.
    pub fn span(&self, direction: usize, place: i32) -> ((i32, i32), usize) {
        let [columns, rows, sums, differences] =
            [1, 0, 2, 3].map(|direction| self.places(direction));
        // The cells of a row by the coordinate that grows along it, t: y in columns, x elsewhere; each of the other three
        // directions leaves an interval of it.
        let at = |(low, high): (i32, i32), shift: i32| (low + shift, high + shift);
        let turned = |(low, high): (i32, i32), shift: i32| (shift - high, shift - low);
        let halves = |(low, high): (i32, i32)| ((low + 1).div_euclid(2), high.div_euclid(2));
        let intervals = match direction {
            0 => [columns, at(sums, -place), at(differences, place)],
            1 => [rows, at(sums, -place), turned(differences, place)],
            2 => [columns, turned(rows, place), halves(at(differences, place))],
            _ => [columns, at(rows, place), halves(at(sums, place))],
        };
        let low = intervals.iter().fold(i32::MIN, |low, i| low.max(i.0));
        let high = intervals.iter().fold(i32::MAX, |high, i| high.min(i.1));
        let first = [
            (low, place),
            (place, low),
            (low, place - low),
            (low, low - place),
        ][direction];
        (first, usize::try_from(high - low + 1).unwrap_or_default())
    }

    /// Whether it is the least of its images by the eight symmetries of the square.
    pub fn is_canonical(&self) -> bool {
        let [a, b, c, d] = self.cuts;
        let reflected = [[b, a, d, c], [d, c, b, a], [c, d, a, b]];
        let transposed = [[a, d, c, b], [d, a, b, c], [b, c, d, a], [c, b, a, d]];
        let images = if self.width == self.height {
            &transposed[..]
        } else {
            &[]
        };
        self.width <= self.height
            && reflected
                .iter()
                .chain(images)
                .all(|image| *image >= self.cuts)
    }
}

/// All octagons of at most 144 rows up to symmetry, by X, then Y, a, b, c and d.
pub fn all() -> impl Iterator<Item = Octagon> {
    let boxes = (3..=LARGEST).flat_map(|x| (x..=LARGEST).map(move |y| (x, y)));
    boxes.flat_map(|(width, height)| {
        (1..width - 1).flat_map(move |a| {
            (1..height - a).flat_map(move |b| {
                (1..width - b).flat_map(move |c| {
                    let most = (width - a).min(height - c);
                    let cut = move |d| Octagon {
                        width,
                        height,
                        cuts: [a, b, c, d],
                    };
                    (1..most)
                        .map(cut)
                        .filter(|o| o.rows() <= ROWS && o.is_canonical())
                })
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> impl Iterator<Item = Octagon> {
        all().step_by(997)
    }

    #[test]
    fn spans_are_the_cells_of_rows() {
        for octagon in some() {
            let mut area = [0; 4];
            for direction in 0..4 {
                let (low, high) = octagon.places(direction);
                let (dx, dy) = STEPS[direction];
                for at in low..=high {
                    let ((x, y), length) = octagon.span(direction, at);
                    area[direction] += length as i32;
                    for i in -1..=length as i32 {
                        let cell = (x + i * dx, y + i * dy);
                        assert_eq!(place(cell, direction), at);
                        let inside = (0..length as i32).contains(&i);
                        assert_eq!(octagon.holds(cell), inside, "{octagon:?} {cell:?}");
                    }
                }
            }
            assert_eq!(area, [octagon.area(); 4]);
        }
    }

    #[test]
    fn rows_and_sides_are_counted() {
        for octagon in some() {
            let places = (0..4).map(|direction| octagon.places(direction));
            let counted: i32 = places.map(|(low, high)| high - low + 1).sum();
            assert_eq!(octagon.rows(), counted);
            assert_eq!(Octagon::from_sides(octagon.sides()), Some(octagon));
            for direction in 0..4 {
                let (low, high) = octagon.places(direction);
                for at in [low, high] {
                    let side = octagon
                        .side(direction, at)
                        .expect("outermost rows are sides");
                    let segments = octagon.span(direction, at).1 as i32 - 1;
                    assert_eq!(octagon.sides()[side], segments);
                }
            }
        }
        assert_eq!(Octagon::from_sides([1, 1, 1, 1, 1, 1, 1, 2]), None);
    }

    /// The images of an octagon by turning and reflecting the list of its sides.
    fn images(octagon: &Octagon) -> Vec<Octagon> {
        let sides = octagon.sides();
        let image = |turn: usize, sign: usize| {
            let sides = std::array::from_fn(|i| sides[(2 * turn + sign * i) % 8]);
            Octagon::from_sides(sides).expect("an image is an octagon")
        };
        (0..4)
            .flat_map(|turn| [image(turn, 1), image(turn, 7)])
            .collect()
    }

    #[test]
    fn one_image_of_each_octagon_is_canonical() {
        for octagon in some() {
            let images = images(&octagon);
            let least = images.iter().min_by_key(|o| (o.width, o.height, o.cuts));
            assert_eq!(least, Some(&octagon));
            let canonical = images.iter().filter(|image| image.is_canonical());
            assert!(canonical.into_iter().all(|image| *image == octagon));
        }
    }
}
