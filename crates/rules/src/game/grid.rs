//! The bit grid under the fast board.
//!
//! Every strip (a row, a column or a diagonal) is a pair of 64-bit words: the
//! cells that hold dots and the slots that lines have used. The lines that a new
//! dot opens in a direction depend only on the few bits around the dot, so they
//! come out of a table; no loop over candidate lines is needed.

use super::code::{
    CELL_STEP, Code, MARGIN, OFFSET, STRIPS, cell_number, column_and_row, place, places,
};
use crate::geometry::{Cell, MAX_LINE_LENGTH, Region, Variant, cross_cells};

/// The most moves that one new dot can open: every line through it, in four directions.
pub(super) const MAX_OPENED: usize = 4 * MAX_LINE_LENGTH;

/// One row, column or diagonal.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Strip {
    /// Bit i: cell i holds a dot.
    dots: u64,
    /// Bit i: slot i is used by a line that is drawn. Disjoint variants: the slots
    /// are the cells; touching ones: the steps from cell i to cell i + 1.
    used: u64,
}

/// Dots and used slots of a position.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Grid {
    strips: [Strip; STRIPS],
}

impl Grid {
    /// The starting cross.
    pub(super) fn start(variant: Variant) -> Self {
        let strips = [Strip::default(); STRIPS];
        let mut grid = Self { strips };
        for cell in cross_cells(variant) {
            grid.flip_dot(cell_number(cell));
        }
        grid
    }

    #[inline(always)]
    fn strip(&self, place: u32) -> &Strip {
        &self.strips[(place >> 6) as usize & (STRIPS - 1)]
    }

    #[inline(always)]
    fn strip_mut(&mut self, place: u32) -> &mut Strip {
        &mut self.strips[(place >> 6) as usize & (STRIPS - 1)]
    }

    #[inline(always)]
    fn flip_dot(&mut self, cell: u32) {
        for place in places(cell) {
            self.strip_mut(place).dots ^= 1 << (place & 63);
        }
    }

    /// Places the dot of a legal move and draws its line, which takes `K` slots;
    /// a second call takes both back.
    #[inline(always)]
    pub(super) fn flip<const L: usize, const K: usize>(&mut self, code: Code) {
        let start = code.start();
        self.strip_mut(start).used ^= ((1 << K) - 1) << (start & 63);
        self.flip_dot(code.dot());
    }

    /// Whether the move of length `L` is legal, the reach of the board aside.
    #[inline(always)]
    pub(super) fn allows<const L: usize, const K: usize>(&self, code: Code) -> bool {
        self.is_free::<K>(code)
            && self.strip(code.start()).dots >> (code.start() & 63) & ((1 << L) - 1)
                == ((1 << L) - 1) ^ (1 << code.position())
    }

    /// For a move that was legal once: whether it still is.
    #[inline(always)]
    pub(super) fn still_allows<const K: usize>(&self, code: Code) -> bool {
        let position = (code.start() & 63) + code.position();
        self.is_free::<K>(code) && self.strip(code.start()).dots >> position & 1 == 0
    }

    /// The line in a direction whose cell at `offset` is `cell`, when at most one of its cells is empty: as the move that
    /// places this one, or else the one at `offset`.
    pub(super) fn nearly_full<const L: usize>(
        &self,
        cell: u32,
        direction: usize,
        offset: u32,
    ) -> Option<Code> {
        let at = place(cell, direction);
        let start = at.checked_sub(offset)?;
        let on_strip = (start & 63) + offset == at & 63;
        let empty = !(self.strip(start).dots >> (start & 63)) & ((1 << L) - 1);
        let position = match empty.count_ones() {
            0 => offset,
            1 => empty.trailing_zeros(),
            _ => return None,
        };
        let steps = position.wrapping_sub(offset);
        let dot = cell.wrapping_add(steps.wrapping_mul(CELL_STEP[direction])) & 0xfff;
        on_strip.then_some(Code::pack(start, dot, position))
    }

    /// Whether no line is drawn that conflicts with the line of `code`.
    #[inline(always)]
    pub(super) fn is_free<const K: usize>(&self, code: Code) -> bool {
        self.strip(code.start()).used >> (code.start() & 63) & ((1 << K) - 1) == 0
    }

    /// Whether `cell` holds a dot; cells beyond the grid never do.
    pub(super) fn has_dot(&self, cell: Cell) -> bool {
        column_and_row(cell).is_some() && {
            let place = place(cell_number(cell), 0);
            self.strip(place).dots >> (place & 63) & 1 == 1
        }
    }

    /// Writes the moves that the dot just placed on `cell` makes legal to the front
    /// of `room`, in the order of [`Direction::ALL`](crate::geometry::Direction::ALL), then along the strip, and
    /// returns their number. What lies behind them in `room` is spoilt.
    ///
    /// These are the lines through it with exactly one cell empty and no slot used.
    #[inline(always)]
    pub(super) fn opened<const L: usize, const K: usize>(
        &self,
        cell: u32,
        room: &mut [Code; MAX_OPENED],
    ) -> usize {
        let places = places(cell);
        let before = L as u32 - 1;
        let mut windows = [0u32; 4];
        let mut found = 0u32;
        for (d, place) in places.into_iter().enumerate() {
            let strip = self.strip(place);
            // Dots keep a margin of 4 cells, so the window never starts before bit 0.
            let first = (place & 63).wrapping_sub(before) & 63;
            let used = (strip.used >> first) as u32;
            let blocked = (1..K).fold(used, |b, i| b | used >> i);
            windows[d] = (strip.dots >> first) as u32;
            let one_missing = ONE_MISSING[L & 1][windows[d] as usize & (WINDOWS - 1)];
            found |= (u32::from(one_missing) & !blocked) << (8 * d);
        }
        let take_first = |found: &mut u32| {
            let bit = found.trailing_zeros();
            *found &= found.wrapping_sub(1);
            let (d, offset) = ((bit >> 3) as usize & 3, bit & 7);
            let position = (!(windows[d] >> offset)).trailing_zeros();
            let steps = (offset + position).wrapping_sub(before);
            let dot = cell.wrapping_add(steps.wrapping_mul(CELL_STEP[d])) & 0xfff;
            let start = (places[d] + offset).wrapping_sub(before);
            Code::pack(start, dot, position)
        };
        let mut len = 0;
        // Most dots open none, one or two moves. Writing two unseen and counting only
        // those that exist spares the processor a guess it often gets wrong.
        for _ in 0..2 {
            let exists = found != 0;
            room[len] = take_first(&mut found);
            len += usize::from(exists);
        }
        while found != 0 {
            room[len] = take_first(&mut found);
            len += 1;
        }
        len
    }
}

impl Grid {
    /// The legal moves, the reach of the board aside, whose lines conflict with the line of `code`.
    #[inline(always)]
    pub(super) fn moves_along<const L: usize, const K: usize>(
        &self,
        code: Code,
    ) -> impl Iterator<Item = Code> {
        let strip = *self.strip(code.start());
        let step = CELL_STEP[code.direction().index()];
        let first = code.dot().wrapping_sub(code.position().wrapping_mul(step));
        let steps = 1 - K as i32..K as i32;
        steps.filter_map(move |by| {
            let position = (code.start() & 63).checked_add_signed(by)?;
            let dots = strip.dots.checked_shr(position)? & ((1 << L) - 1);
            let used = strip.used >> position & ((1 << K) - 1);
            let position = dots.trailing_ones();
            let legal = used == 0 && dots == ((1 << L) - 1) ^ (1 << position);
            let ahead = (by as u32).wrapping_add(position).wrapping_mul(step);
            let start = code.start().wrapping_add_signed(by);
            legal.then(|| Code::pack(start, first.wrapping_add(ahead), position))
        })
    }
}

/// Patterns of dots around a new dot: 4 cells before it, itself, 4 behind.
const WINDOWS: usize = 1 << (2 * MAX_LINE_LENGTH - 1);

/// For lines of four (first) and of five: bit i tells that exactly one of the
/// cells i, i + 1, ... of a line that starts i cells into the window is empty.
static ONE_MISSING: [[u8; WINDOWS]; 2] = [one_missing_table(4), one_missing_table(5)];

const fn one_missing_table(length: usize) -> [u8; WINDOWS] {
    let mut table = [0; WINDOWS];
    let mut window = 0;
    while window < WINDOWS {
        let mut offset = 0;
        while offset < length {
            let dots = window >> offset & ((1 << length) - 1);
            if dots.count_ones() as usize == length - 1 {
                table[window] |= 1 << offset;
            }
            offset += 1;
        }
        window += 1;
    }
    table
}

/// The cells on which a board may place dots, as ranges of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    columns: (u32, u32),
    rows: (u32, u32),
}

impl Field {
    /// The cells of `region`, which must lie within [`MAX_REACH`](super::MAX_REACH) of the cross.
    pub(super) fn new(region: Region) -> Self {
        let number = |v: i16| (v + OFFSET) as u32;
        Self {
            columns: (number(region.x_min), number(region.x_max)),
            rows: (number(region.y_min), number(region.y_max)),
        }
    }

    /// Whether the dot of `code` is one of the cells.
    #[inline(always)]
    pub(super) fn admits(self, code: Code) -> bool {
        self.holds(code.dot(), 0)
    }

    /// Moves the codes whose dots are among the cells to the front, in their order, and returns how many there are.
    #[cold]
    pub(super) fn gather_admitted(self, codes: &mut [Code]) -> usize {
        let mut kept = 0;
        for i in 0..codes.len() {
            if self.admits(codes[i]) {
                codes[kept] = codes[i];
                kept += 1;
            }
        }
        kept
    }

    /// Whether every line through `cell` lies among the cells.
    #[inline(always)]
    pub(super) fn is_interior(self, cell: u32) -> bool {
        self.holds(cell, MARGIN as u32)
    }

    #[inline(always)]
    fn holds(self, cell: u32, margin: u32) -> bool {
        let within = |v: u32, (low, high): (u32, u32)| v >= low + margin && v + margin <= high;
        within(cell & 63, self.columns) & within(cell >> 6, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_of_windows_agrees_with_counting() {
        for length in [4, 5] {
            for (window, &found) in ONE_MISSING[length & 1].iter().enumerate() {
                for offset in 0..8 {
                    let dots = (offset..offset + length).filter(|i| window >> i & 1 == 1);
                    let wanted = offset < length && dots.count() == length - 1;
                    assert_eq!(
                        found >> offset & 1 == 1,
                        wanted,
                        "{length} {window:b} {offset}"
                    );
                }
            }
        }
    }
}
