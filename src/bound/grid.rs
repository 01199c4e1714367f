//! The compact layout that the sweep works on.
//!
//! The cells of a box are numbered row by row with a *pitch* that leaves at least
//! [`MARGIN`] cells of padding after each row, as much as a line may stick out, so that
//! the number of a neighbour differs by the same amount everywhere. A *chunk* is
//! [`LANES`] consecutive numbers, wherever rows begin and end: less is wasted than with
//! whole rows, and all that a refinement touches comes close to fitting the
//! fastest cache. Two chunks are a *block*: what fits in bytes is worked on by blocks.
//! Padding holds inert values: no mark is allowed there, nothing may be
//! placed, multipliers are 0.

use fearless_simd::{Simd, i8x32, i16x16, prelude::*};

use super::lattice::{HEIGHT_MAX, MARGIN, Plane, ROW_MARGIN, STRIDE, WIDTH_MAX};
use crate::geometry::Direction;

/// Cells that are worked on together.
pub(super) const LANES: usize = 16;
/// Cells that are worked on together where bytes are enough.
pub(super) const BLOCK: usize = 2 * LANES;
/// The pitch of the widest boxes.
pub(super) const WIDEST: usize = WIDTH_MAX + MARGIN;
/// Blocks of the largest box.
pub(super) const BLOCKS: usize = (HEIGHT_MAX * WIDEST).div_ceil(BLOCK);
/// Chunks of the largest box.
const CHUNKS: usize = 2 * BLOCKS;
/// Where the first cell lies in a [`Near`]: a line reaches [`MARGIN`] rows and columns back.
const FRONT: usize = (MARGIN * (WIDEST + 1)).next_multiple_of(LANES);
/// Entries that a chunk and its neighbours span.
const CHUNK_WINDOW: usize = 2 * FRONT + LANES;
/// Entries that a block and its neighbours span.
const BLOCK_WINDOW: usize = 2 * FRONT + BLOCK;
/// Entries of a [`Near`].
const NEAR: usize = BLOCK_WINDOW + (BLOCKS - 1) * BLOCK;

/// The numbers of neighbouring cells.
pub(super) type Chunk<T> = [T; LANES];

/// A number per cell.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Cells<T>(pub(super) [Chunk<T>; CHUNKS]);

/// A number per cell that is read at the neighbours of the cells, too.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Near<T>([T; NEAR]);

/// Cells of a [`Near`] in the middle of all that lines through them can reach.
pub(super) struct Window<'a, T, const W: usize>(&'a [T; W]);

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
    (pitch * height).div_ceil(BLOCK)
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
    pub(super) fn save<const P: usize>(&self, height: usize, plane: &mut Plane<impl From<T>>) {
        save_rows::<_, _, P>(self.0.as_flattened(), height, plane);
    }
}

impl Cells<i16> {
    /// A mask as bits, a word a block.
    pub(super) fn bits(&self) -> [u32; BLOCKS] {
        let mut bits = [0; BLOCKS];
        let masks = self.0.as_flattened().iter().enumerate();
        for (cell, _) in masks.filter(|&(_, &mask)| mask != 0) {
            bits[cell / BLOCK] |= 1 << (cell % BLOCK);
        }
        bits
    }
}

impl Cells<i8> {
    #[inline(always)]
    pub(super) fn block<S: Simd>(&self, simd: S, b: usize) -> i8x32<S> {
        i8x32::from_slice(simd, self.0[2 * b..2 * b + 2].as_flattened())
    }

    #[inline(always)]
    pub(super) fn store_block<S: Simd>(&mut self, b: usize, value: i8x32<S>) {
        value.store_slice(self.0[2 * b..2 * b + 2].as_flattened_mut());
    }
}

impl<T: Copy> Near<T> {
    pub(super) const fn filled(value: T) -> Self {
        Self([value; NEAR])
    }

    /// The window around the cells from `first` on.
    #[inline(always)]
    fn window_at<const W: usize>(&self, first: usize) -> Window<'_, T, W> {
        let window = self.0[first..].first_chunk();
        Window(window.expect("windows of all cells lie inside"))
    }
}

impl Near<i16> {
    #[inline(always)]
    pub(super) fn window(&self, c: usize) -> Window<'_, i16, CHUNK_WINDOW> {
        self.window_at(c * LANES)
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, c: usize, value: i16x16<S>) {
        value.store_slice(&mut self.0[FRONT + c * LANES..][..LANES]);
    }

    /// Writes the cells of a box of `height` rows to a plane.
    pub(super) fn save<const P: usize>(&self, height: usize, plane: &mut Plane<i16>) {
        save_rows::<_, _, P>(&self.0[FRONT..], height, plane);
    }
}

impl Near<i8> {
    #[inline(always)]
    pub(super) fn window(&self, b: usize) -> Window<'_, i8, BLOCK_WINDOW> {
        self.window_at(b * BLOCK)
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, b: usize, value: i8x32<S>) {
        value.store_slice(&mut self.0[FRONT + b * BLOCK..][..BLOCK]);
    }
}

impl<T, const W: usize> Window<'_, T, W> {
    /// The cells that lie `steps` cells further in direction `d`, at pitch `P`.
    #[inline(always)]
    fn moved<const P: usize>(&self, d: usize, steps: isize) -> &[T] {
        let start = (FRONT as isize + steps * shift(P, d)) as usize;
        &self.0[start..start + W - 2 * FRONT]
    }
}

impl Window<'_, i16, CHUNK_WINDOW> {
    /// The numbers that lie `steps` cells further in direction `d`, at pitch `P`.
    #[inline(always)]
    pub(super) fn along<S: Simd, const P: usize>(
        &self,
        simd: S,
        d: usize,
        steps: isize,
    ) -> i16x16<S> {
        i16x16::from_slice(simd, self.moved::<P>(d, steps))
    }
}

impl Window<'_, i8, BLOCK_WINDOW> {
    /// The numbers that lie `steps` cells further in direction `d`, at pitch `P`.
    #[inline(always)]
    pub(super) fn along<S: Simd, const P: usize>(
        &self,
        simd: S,
        d: usize,
        steps: isize,
    ) -> i8x32<S> {
        i8x32::from_slice(simd, self.moved::<P>(d, steps))
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

    /// The longest reach of a line stays inside the window of its chunk.
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
        let mut copy = [0; super::super::lattice::SIZE];
        cells.save::<16>(HEIGHT_MAX, &mut copy);
        assert_eq!(copy, plane);
    }
}
