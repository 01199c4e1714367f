//! The compact layout that the sweep works on.
//!
//! The cells of a box are numbered row by row with a *pitch* that leaves at least
//! [`MARGIN`] cells of padding after each row, as much as a line may stick out, so that
//! the number of a neighbour differs by the same amount everywhere. A *block* is
//! [`LANES`] consecutive numbers, wherever rows begin and end: less is wasted than with
//! whole rows, and all that a step touches comes close to fitting the
//! fastest cache. Padding holds inert values: no mark is allowed there, nothing may be
//! placed, multipliers are 0.

use super::lattice::{HEIGHT_MAX, MARGIN, Plane, ROW_MARGIN, STRIDE, WIDTH_MAX};
use crate::geometry::Direction;

/// Cells that are worked on together.
pub(super) const LANES: usize = 32;
/// The pitch of the widest boxes.
pub(super) const WIDEST: usize = WIDTH_MAX + MARGIN;
/// Blocks of the largest box.
const BLOCKS: usize = (HEIGHT_MAX * WIDEST).div_ceil(LANES);
/// Where the first cell lies in a [`Near`]: a line reaches [`MARGIN`] rows and columns back.
const FRONT: usize = (MARGIN * (WIDEST + 1)).next_multiple_of(LANES);
/// Entries that a block and its neighbours span.
const WINDOW: usize = 2 * FRONT + LANES;
/// Entries of a [`Near`].
const NEAR: usize = WINDOW + (BLOCKS - 1) * LANES;

/// The numbers of neighbouring cells.
pub(super) type Block<T> = [T; LANES];

/// A number per cell.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Cells<T>(pub(super) [Block<T>; BLOCKS]);

/// A number per cell that is read at the neighbours of the cells, too.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Near<T>([T; NEAR]);

/// Cells of a [`Near`] in the middle of all that lines through them can reach.
pub(super) struct Window<'a, T>(&'a [T; WINDOW]);

/// The pitch for boxes of this width: the least of a few that leaves the padding.
pub(super) const fn pitch(width: usize) -> usize {
    match width + MARGIN {
        0..=16 => 16,
        17..=18 => 18,
        19..=20 => 20,
        21..=22 => 22,
        _ => WIDEST,
    }
}

/// Blocks of a box of that many rows.
pub(super) const fn blocks(pitch: usize, height: usize) -> usize {
    assert!(pitch <= WIDEST && height <= HEIGHT_MAX);
    (pitch * height).div_ceil(LANES)
}

/// Distance between neighbours in a direction.
const fn shift(pitch: usize, direction: usize) -> isize {
    let (dx, dy) = Direction::ALL[direction].vector();
    dy as isize * pitch as isize + dx as isize
}

impl<T: Copy> Cells<T> {
    pub(super) const fn filled(value: T) -> Self {
        Self([[value; LANES]; BLOCKS])
    }

    /// Reads the cells of a box of `height` rows from a plane.
    pub(super) fn load<const P: usize>(&mut self, height: usize, plane: &Plane<T>) {
        self.load_with::<P>(height, |row, start| {
            row.copy_from_slice(&plane[start..][..row.len()]);
        });
    }

    /// Fills the cells of each of `height` rows, given where the row starts in a [`Plane`].
    pub(super) fn load_with<const P: usize>(
        &mut self,
        height: usize,
        fill: impl Fn(&mut [T], usize),
    ) {
        let cells = self.0.as_flattened_mut();
        for y in 0..height {
            fill(&mut cells[y * P..][..P - MARGIN], row_of_plane(y));
        }
    }

    /// Writes the cells of a box of `height` rows to a plane.
    pub(super) fn save<const P: usize, U: From<T>>(&self, height: usize, plane: &mut Plane<U>) {
        save_rows::<_, _, P>(self.0.as_flattened(), height, plane);
    }
}

impl<T: Copy> Near<T> {
    pub(super) const fn filled(value: T) -> Self {
        Self([value; NEAR])
    }

    /// The window around the cells of block `b`.
    #[inline(always)]
    pub(super) fn window(&self, b: usize) -> Window<'_, T> {
        let window = self.0[b * LANES..].first_chunk();
        Window(window.expect("windows of all cells lie inside"))
    }

    #[inline(always)]
    pub(super) fn store(&mut self, b: usize, block: &Block<T>) {
        self.0[FRONT + b * LANES..][..LANES].copy_from_slice(block);
    }

    #[inline(always)]
    pub(super) fn block(&self, b: usize) -> &Block<T> {
        let block = self.0[FRONT + b * LANES..].first_chunk();
        block.expect("blocks of all cells lie inside")
    }

    /// Writes the cells of a box of `height` rows to a plane.
    pub(super) fn save<const P: usize, U: From<T>>(&self, height: usize, plane: &mut Plane<U>) {
        save_rows::<_, _, P>(&self.0[FRONT..], height, plane);
    }
}

impl<'a, T> Window<'a, T> {
    /// The numbers that lie `steps` cells further in direction `d`, at pitch `P`.
    #[inline(always)]
    pub(super) fn along<const P: usize>(&self, d: usize, steps: isize) -> &'a Block<T> {
        let start = (FRONT as isize + steps * shift(P, d)) as usize;
        let block = self.0[start..start + LANES].first_chunk();
        block.expect("lines stay inside the window")
    }
}

/// Writes the cells of a box of `height` rows at pitch `P` to a plane.
fn save_rows<T: Copy, U: From<T>, const P: usize>(
    cells: &[T],
    height: usize,
    plane: &mut Plane<U>,
) {
    for y in 0..height {
        let row = &mut plane[row_of_plane(y)..][..P - MARGIN];
        for (to, &from) in row.iter_mut().zip(&cells[y * P..]) {
            *to = from.into();
        }
    }
}

/// Where the cells of row `y` of a box start in a [`Plane`].
const fn row_of_plane(y: usize) -> usize {
    (ROW_MARGIN + y) * STRIDE + MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest reach of a line stays inside the window of its block.
    #[test]
    fn windows_hold_all_neighbours() {
        for width in 10..=WIDTH_MAX {
            let pitch = pitch(width);
            assert!((width + MARGIN..=WIDEST).contains(&pitch));
            assert!(blocks(pitch, HEIGHT_MAX) <= BLOCKS);
            for d in 0..4 {
                assert!(shift(pitch, d).unsigned_abs() * MARGIN <= FRONT);
            }
        }
    }

    #[test]
    fn planes_survive_the_round_trip() {
        let mut plane = [0i16; super::super::lattice::SIZE];
        for (y, x) in (0..HEIGHT_MAX).flat_map(|y| (0..12).map(move |x| (y, x))) {
            plane[row_of_plane(y) + x] = (y * 12 + x) as i16;
        }
        let mut cells = Cells::filled(0);
        cells.load::<16>(HEIGHT_MAX, &plane);
        let mut copy = [0i16; super::super::lattice::SIZE];
        cells.save::<16, _>(HEIGHT_MAX, &mut copy);
        assert_eq!(copy, plane);
    }
}
