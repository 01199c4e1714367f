//! The bit grid under the fast board, and the compact code of a move.
//!
//! Every strip (a row, a column or a diagonal) is a pair of 64-bit words: the
//! cells that hold dots and the slots that lines have used. The lines that a new
//! dot opens in a direction depend only on the few bits around the dot, so they
//! come out of a table; no loop over candidate lines is needed.
//!
//! # Size
//! A strip has 64 cells: 4 of margin, 23 outside the cross, the cross itself
//! (10 or 7), at least 23 outside on the other side, and at least 4 of margin;
//! 4 + 23 + 10 + 23 + 4 = 64. Dots are only ever placed up to [`MAX_REACH`] = 23
//! cells from the cross, so every line through one of them (4 more cells at most)
//! stays inside the grid and no shift or index below can leave it.
//! A move's dot lies next to another dot of its line, so one move widens the
//! bounding box by at most one cell on each side: no game of up to 23 moves can
//! meet the limit. In longer ones moves beyond it are not on the legal lists.

use crate::geometry::{
    Cell, Direction, Line, MAX_LINE_LENGTH, Move, Region, Symmetry, Variant, cross_cells,
};

/// How far from the cross the boards of this module reach, in cells, on every side.
pub const MAX_REACH: u8 = 23;

/// Column and row of the grid that hold column and row 0 of the cross.
const OFFSET: i16 = MARGIN + MAX_REACH as i16;
const MARGIN: i16 = MAX_LINE_LENGTH as i16 - 1;
const SIDE: i16 = 64;
const _: () = assert!(
    2 * (MARGIN + MAX_REACH as i16) + Variant::D5.cross_span() <= SIDE
        && Variant::D4.cross_span() <= Variant::D5.cross_span(),
    "the margins, the reach and the cross fit the grid"
);
const STRIPS: usize = 4 << STRIP_BITS;
const STRIP_BITS: usize = 7;

/// Number of cells, one more than the largest [`Code::dot`].
pub(super) const CELLS: usize = (SIDE as usize).pow(2);

/// The most moves that one new dot can open: every line through it, in four directions.
pub(super) const MAX_OPENED: usize = 4 * MAX_LINE_LENGTH;

/// What one step in each direction adds to a cell number (row * 64 + column).
const CELL_STEP: [u32; 4] = [1, 64, 65, 64u32.wrapping_neg() + 1];

/// A move in 30 bits, the same in all variants.
///
/// From the top: the place of the line's first cell (direction 2 bits, strip 7,
/// position on the strip 6), then the number of the placed dot (12 bits), then
/// the position (3 bits). Codes are equal exactly when the moves are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(u32);

impl Code {
    /// One more than the largest [`Self::index`].
    pub const INDEX_END: usize = (SIDE as usize).pow(2) * 4 * MAX_LINE_LENGTH;

    /// One more than the largest [`Self::line_number`].
    pub(super) const LINE_NUMBER_END: usize = STRIPS * SIDE as usize;

    /// The code of a move; `None` when a cell of its line, or the position, is beyond
    /// what any board can hold.
    pub fn new(variant: Variant, mv: Move) -> Option<Self> {
        let length = variant.line_length();
        if usize::from(mv.position) >= length || !near_cross(mv.line.start) {
            return None;
        }
        let inside = |c: Cell| column_and_row(c).is_some();
        if !inside(mv.line.start) || !inside(mv.line.cell(length - 1)) {
            return None;
        }
        let start = place(cell_number(mv.line.start), mv.line.direction.index());
        Some(Self::pack(
            start,
            cell_number(mv.dot()),
            u32::from(mv.position),
        ))
    }

    #[inline(always)]
    const fn pack(start: u32, dot: u32, position: u32) -> Self {
        Self(start << 15 | dot << 3 | position)
    }

    /// Any code: what fresh memory is filled with.
    pub(super) const fn filler() -> Self {
        Self(0)
    }

    /// The move.
    pub fn to_move(self) -> Move {
        let direction = self.direction();
        let start = cell_at(self.dot()).step(direction, -(self.position() as i16));
        Move::new(Line::new(start, direction), self.position() as u8)
    }

    /// The image of the move under a symmetry; `None` where no board can hold it.
    pub fn image(self, variant: Variant, symmetry: Symmetry) -> Option<Self> {
        Self::new(variant, symmetry.mv(variant, self.to_move()))
    }

    /// A number below [`Self::INDEX_END`] that no other move has: an index for tables of weights.
    #[inline]
    pub const fn index(self) -> usize {
        ((self.dot() * 4 + (self.0 >> 28)) * MAX_LINE_LENGTH as u32 + self.position()) as usize
    }

    /// The line alone, as a number below 2^15.
    #[inline]
    pub const fn line_number(self) -> u16 {
        self.start() as u16
    }

    /// The direction of the line.
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0 >> 28) as usize & 3]
    }

    #[inline(always)]
    const fn start(self) -> u32 {
        self.0 >> 15
    }

    #[inline(always)]
    pub(super) const fn dot(self) -> u32 {
        self.0 >> 3 & 0xfff
    }

    #[inline(always)]
    const fn position(self) -> u32 {
        self.0 & 7
    }

    /// Whether both moves can be played one after the other where both are legal.
    #[inline(always)]
    pub(super) const fn goes_with<const K: usize>(self, other: Self) -> bool {
        !Kills::<K>::new(self).kills(other)
    }

    /// The numbers of the cells of the line, which has `length` of them.
    #[inline(always)]
    pub(super) fn cells(self, length: usize) -> impl Iterator<Item = usize> {
        let step = CELL_STEP[self.direction().index()];
        let first = self.dot().wrapping_sub(self.position().wrapping_mul(step));
        (0..length as u32).map(move |i| first.wrapping_add(i.wrapping_mul(step)) as usize)
    }
}

/// The half turn about the centre of the cross, on codes.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfTurn {
    /// The sum of the numbers of a cell and its image.
    sum: u32,
}

impl HalfTurn {
    pub(super) const fn new(variant: Variant) -> Self {
        let sum = (2 * OFFSET + variant.cross_span() - 1) as u32;
        Self {
            sum: sum << 6 | sum,
        }
    }

    /// The image of a move whose dot keeps to the reach of the boards.
    #[inline(always)]
    pub(super) const fn image<const L: usize>(self, code: Code) -> Code {
        let direction = code.start() as usize >> (STRIP_BITS + 6);
        let behind = L as u32 - 1 - code.position();
        let last = code
            .dot()
            .wrapping_add(behind.wrapping_mul(CELL_STEP[direction & 3]));
        // No column or row exceeds its sum (63 or 60), so nothing is borrowed across.
        let start = place(self.sum.wrapping_sub(last) & 0xfff, direction & 3);
        Code::pack(start, self.image_of_dot(code.dot()), behind)
    }

    /// The image of a cell within the reach of the boards.
    #[inline(always)]
    pub(super) const fn image_of_dot(self, cell: u32) -> u32 {
        self.sum.wrapping_sub(cell) & 0xfff
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Code({})", self.to_move())
    }
}

/// Keeps the arithmetic of [`Line::cell`] far from the ends of its integers.
fn near_cross(cell: Cell) -> bool {
    let near = -SIDE..=SIDE;
    near.contains(&cell.x) && near.contains(&cell.y)
}

fn column_and_row(cell: Cell) -> Option<(u32, u32)> {
    let inside = |v: i16| (0..SIDE).contains(&v).then_some(v as u32);
    let (x, y) = (cell.x.checked_add(OFFSET)?, cell.y.checked_add(OFFSET)?);
    Some((inside(x)?, inside(y)?))
}

/// The number of a cell that is known to lie on the grid.
fn cell_number(cell: Cell) -> u32 {
    let (column, row) = ((cell.x + OFFSET) as u32, (cell.y + OFFSET) as u32);
    row << 6 | column
}

fn cell_at(number: u32) -> Cell {
    Cell::new((number & 63) as i16 - OFFSET, (number >> 6) as i16 - OFFSET)
}

/// Where a cell lies in a direction: strip number (9 bits), then position (6 bits).
#[inline(always)]
const fn place(cell: u32, direction: usize) -> u32 {
    places(cell)[direction]
}

#[inline(always)]
const fn places(cell: u32) -> [u32; 4] {
    let (x, y) = (cell & 63, cell >> 6);
    [
        y << 6 | x,
        (1 << STRIP_BITS | x) << 6 | y,
        (2 << STRIP_BITS | (x + 63 - y)) << 6 | x,
        (3 << STRIP_BITS | (x + y)) << 6 | x,
    ]
}

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
    /// of `room`, in the order of [`Direction::ALL`], then along the strip, and
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
    /// The cells of `region`, which must lie within [`MAX_REACH`] of the cross.
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

/// What makes a drawn line and a placed dot take a legal move away.
///
/// Two parallel lines on one strip conflict when their starts lie fewer than `K`
/// cells apart. The numbers of starts on neighbouring strips differ by 64 minus
/// at most 63 - 4, hence by at least 5: one comparison tells both.
#[derive(Clone, Copy)]
pub(super) struct Kills<const K: usize> {
    first_start: u32,
    dot: u32,
}

impl<const K: usize> Kills<K> {
    #[inline(always)]
    pub(super) const fn new(played: Code) -> Self {
        Self {
            first_start: played.start().wrapping_sub(K as u32 - 1),
            dot: played.dot(),
        }
    }

    /// Whether `code` is legal no more.
    #[inline(always)]
    pub(super) const fn kills(self, code: Code) -> bool {
        let near = code.start().wrapping_sub(self.first_start) < 2 * K as u32 - 1;
        near | (code.dot() == self.dot)
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

    /// Every line that fits the grid, with the position 0.
    fn all_lines(variant: Variant) -> impl Iterator<Item = Code> {
        let cells = (0..(SIDE as u32).pow(2)).map(cell_at);
        cells
            .flat_map(|start| Direction::ALL.map(|d| Move::new(Line::new(start, d), 0)))
            .filter_map(move |mv| Code::new(variant, mv))
    }

    #[test]
    fn codes_of_the_whole_grid_round_trip_and_have_their_own_indices() {
        for variant in Variant::ALL {
            let mut seen = vec![false; Code::INDEX_END];
            for line in all_lines(variant) {
                for position in 0..variant.line_length() as u8 {
                    let mv = Move::new(line.to_move().line, position);
                    let code = Code::new(variant, mv).unwrap();
                    assert_eq!(code.to_move(), mv);
                    assert_eq!(code.line_number(), line.line_number());
                    assert!(!std::mem::replace(&mut seen[code.index()], true), "{mv}");
                }
            }
        }
    }

    #[test]
    fn images_agree_with_geometry_within_reach() {
        use crate::geometry::{BoundingBox, Symmetry};
        for variant in Variant::ALL {
            let region = BoundingBox::from([MAX_REACH; 4]).region(variant);
            let field = Field::new(region);
            let turn = HalfTurn::new(variant);
            for line in all_lines(variant) {
                for position in 0..variant.line_length() as u8 {
                    let mv = Move::new(line.to_move().line, position);
                    let code = Code::new(variant, mv).unwrap();
                    if !field.admits(code) {
                        continue;
                    }
                    let image = match variant.line_length() {
                        5 => turn.image::<5>(code),
                        _ => turn.image::<4>(code),
                    };
                    assert_eq!(image.to_move(), Symmetry::HALF_TURN.mv(variant, mv));
                    assert_eq!(Some(image), Code::new(variant, image.to_move()));
                }
            }
        }
    }
}
