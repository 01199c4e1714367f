//! The compact layout that the sweep works on.
//!
//! The cells of a box are numbered row by row with a *pitch* that leaves at least
//! [`MARGIN`] cells of padding after each row, as much as a line may stick out, so that
//! the number of a neighbour differs by the same amount everywhere. A *chunk* is
//! [`LANES`] consecutive numbers, wherever rows begin and end: less is wasted than with
//! whole rows, and all that a refinement touches comes close to fitting the
//! fastest cache. Padding holds inert values: no mark is allowed there, nothing may be
//! placed, multipliers are 0.

use fearless_simd::{Simd, i16x16, prelude::*};

use super::lattice::{HEIGHT_MAX, MARGIN, Plane, ROW_MARGIN, STRIDE, WIDTH_MAX};
use crate::geometry::Direction;

/// Cells that are worked on together.
pub(super) const LANES: usize = 16;
/// The pitch of the widest boxes.
pub(super) const WIDEST: usize = WIDTH_MAX + MARGIN;
/// Chunks of the largest box.
const CHUNKS: usize = (HEIGHT_MAX * WIDEST).div_ceil(LANES);
/// Where the first cell lies in a [`Near`]: a line reaches [`MARGIN`] rows and columns back.
const FRONT: usize = (MARGIN * (WIDEST + 1)).next_multiple_of(LANES);
/// Entries that a chunk of a [`Near`] and its neighbours span.
const WINDOW: usize = 2 * FRONT + LANES;
/// Entries of a [`Near`].
const NEAR: usize = WINDOW + (CHUNKS - 1) * LANES;

/// The numbers of neighbouring cells.
pub(super) type Chunk<T> = [T; LANES];

/// A number per cell.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Cells<T>(pub(super) [Chunk<T>; CHUNKS]);

/// A number per cell that is read at the neighbours of the cells, too.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Near([i16; NEAR]);

/// A chunk of a [`Near`] in the middle of all that lines through its cells can reach.
pub(super) struct Window<'a>(&'a [i16; WINDOW]);

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

/// Chunks of a box of that many rows.
pub(super) const fn chunks(pitch: usize, height: usize) -> usize {
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
        Self([[value; LANES]; CHUNKS])
    }

    /// Reads the cells of a box of `height` rows from a plane.
    pub(super) fn load<const P: usize>(&mut self, height: usize, plane: &Plane<T>) {
        let cells = self.0.as_flattened_mut();
        for y in 0..height {
            let row = &plane[row_of_plane(y)..][..P - MARGIN];
            cells[y * P..][..P - MARGIN].copy_from_slice(row);
        }
    }

    /// Writes the cells of a box of `height` rows to a plane.
    pub(super) fn save<const P: usize>(&self, height: usize, plane: &mut Plane<T>) {
        let cells = self.0.as_flattened();
        for y in 0..height {
            let row = &mut plane[row_of_plane(y)..][..P - MARGIN];
            row.copy_from_slice(&cells[y * P..][..P - MARGIN]);
        }
    }
}

impl Near {
    pub(super) const ZERO: Self = Self([0; NEAR]);

    #[inline(always)]
    pub(super) fn window(&self, c: usize) -> Window<'_> {
        let window = self.0[c * LANES..].first_chunk();
        Window(window.expect("windows of all chunks lie inside"))
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, c: usize, value: i16x16<S>) {
        value.store_slice(&mut self.0[FRONT + c * LANES..][..LANES]);
    }

    /// Writes the cells of a box of `height` rows to a plane.
    pub(super) fn save<const P: usize>(&self, height: usize, plane: &mut Plane<i16>) {
        for y in 0..height {
            let row = &mut plane[row_of_plane(y)..][..P - MARGIN];
            row.copy_from_slice(&self.0[FRONT + y * P..][..P - MARGIN]);
        }
    }
}

impl Window<'_> {
    /// The numbers that lie `steps` cells further in direction `d`, at pitch `P`.
    #[inline(always)]
    pub(super) fn along<S: Simd, const P: usize>(
        &self,
        simd: S,
        d: usize,
        steps: isize,
    ) -> i16x16<S> {
        let start = (FRONT as isize + steps * shift(P, d)) as usize;
        i16x16::from_slice(simd, &self.0[start..start + LANES])
    }
}

/// Where the cells of row `y` of a box start in a [`Plane`].
const fn row_of_plane(y: usize) -> usize {
    (ROW_MARGIN + y) * STRIDE + MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest reach of a line stays inside the window of its chunk.
    #[test]
    fn windows_hold_all_neighbours() {
        for width in 10..=WIDTH_MAX {
            let pitch = pitch(width);
            assert!((width + MARGIN..=WIDEST).contains(&pitch));
            assert!(chunks(pitch, HEIGHT_MAX) <= CHUNKS);
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
        let mut copy = [0; super::super::lattice::SIZE];
        cells.save::<16>(HEIGHT_MAX, &mut copy);
        assert_eq!(copy, plane);
    }
}
