//! Planes: small numbers, one for each cell of a box, laid out so that compilers turn loops over them into vector instructions.
//!
//! The cells of a line of direction d are d's *stride* apart, so lines need no tables, only planes read at an offset. Planes
//! are surrounded by margins wide enough for every line that starts or ends in the box. At the edges of the box an offset
//! leads to cells of other rows or into the margin; who reads there must not mind what it reads.

use crate::geometry::Board;
use std::ops::Add;

/// Loops run over this many cells at a time. Planes are filled up to a multiple of it, with cells that are no cells of the box.
pub(crate) const LANES: usize = 32;

/// The number of entries of a plane.
pub(crate) fn entries(board: &Board) -> usize {
    board.cells().next_multiple_of(LANES)
}

/// Some planes with margins. All entries are zero at first, and those of margins stay so.
#[derive(Debug)]
pub(crate) struct Planes<T> {
    length: usize,
    margin: usize,
    /// From a cell of a line to the next one, by direction.
    strides: [isize; 4],
    entries: Vec<T>,
}

impl<T: Copy + Default + Add<Output = T>> Planes<T> {
    pub(crate) fn new(board: &Board, count: usize) -> Self {
        let (length, width) = (entries(board), board.size.width());
        let margin = 4 * (width + 1);
        // The width is at most 22.
        let width = width as isize;
        Self {
            length,
            margin,
            strides: [1, width, width + 1, 1 - width],
            entries: vec![T::default(); count * (length + 2 * margin)],
        }
    }

    /// Where the entry of plane `p` lies that belongs to the cell `steps` steps along direction `d` from cell 0.
    pub(crate) fn place(&self, p: usize, d: usize, steps: isize) -> usize {
        let origin = p * (self.length + 2 * self.margin) + self.margin;
        // At most four steps, which the margin allows for.
        origin.wrapping_add_signed(steps * self.strides[d])
    }

    /// The entry at a place.
    pub(crate) fn entry(&self, place: usize) -> T {
        self.entries[place]
    }

    /// The entries from a place on.
    pub(crate) fn lanes(&self, place: usize) -> &[T; LANES] {
        let lanes = self.entries[place..].first_chunk();
        lanes.expect("places of cells have margins behind them")
    }

    /// Plane `p`, moved by `steps` steps along direction `d`.
    #[inline]
    fn moved(&self, p: usize, d: usize, steps: isize) -> &[T] {
        let place = self.place(p, d, steps);
        &self.entries[place..][..self.length]
    }

    /// Plane `p`.
    pub(crate) fn plane(&self, p: usize) -> &[[T; LANES]] {
        self.moved(p, 0, 0).as_chunks().0
    }

    /// Plane `p`.
    pub(crate) fn plane_mut(&mut self, p: usize) -> &mut [[T; LANES]] {
        let place = self.place(p, 0, 0);
        self.entries[place..][..self.length].as_chunks_mut().0
    }

    /// Plane `p`, moved by 0 to 4 steps along direction `d`, or with `sign` -1 against it.
    #[inline]
    fn fives(&self, p: usize, d: usize, sign: isize) -> [&[T]; 5] {
        let moved = |steps: isize| self.moved(p, d, sign * steps);
        [moved(0), moved(1), moved(2), moved(3), moved(4)]
    }

    /// For every cell the sum of its own entry of plane `d` and of those of the next four cells along direction `d`, or with
    /// `sign` -1 against it.
    // Not inlined, so that the compiler knows that `sums` is no part of the plane.
    #[inline(never)]
    pub(crate) fn add_up(&self, d: usize, sign: isize, sums: &mut [[T; LANES]]) {
        let [a, b, c, e, f] = self.fives(d, d, sign);
        let next = b.iter().zip(c).zip(e).zip(f);
        for ((sum, &a), (((&b, &c), &e), &f)) in sums.as_flattened_mut().iter_mut().zip(a).zip(next)
        {
            *sum = a + b + c + e + f;
        }
    }
}

impl Planes<i8> {
    /// For every line of direction `d` how many of its cells have the code of this direction and their position, by first cell;
    /// codes lie in plane 0.
    // Not inlined, like `add_up`.
    #[inline(never)]
    pub(crate) fn count(&self, d: usize, counts: &mut [[i8; LANES]]) {
        // The cast is exact: d is below 4.
        let code = 5 * d as i8 + 1;
        let [a, b, c, e, f] = self.fives(0, d, 1);
        let next = b.iter().zip(c).zip(e).zip(f);
        for ((count, &a), (((&b, &c), &e), &f)) in
            counts.as_flattened_mut().iter_mut().zip(a).zip(next)
        {
            *count = i8::from(a == code)
                + i8::from(b == code + 1)
                + i8::from(c == code + 2)
                + i8::from(e == code + 3)
                + i8::from(f == code + 4);
        }
    }
}
