//! A move in one number, and the numbers of the cells of the fast boards.
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

use crate::geometry::{Cell, Direction, Line, MAX_LINE_LENGTH, Move, Symmetry, Variant};

/// How far from the cross the boards of this module reach, in cells, on every side.
pub const MAX_REACH: u8 = 23;

/// Column and row of the grid that hold column and row 0 of the cross.
pub(super) const OFFSET: i16 = MARGIN + MAX_REACH as i16;
pub(super) const MARGIN: i16 = MAX_LINE_LENGTH as i16 - 1;
const SIDE: i16 = 64;
const _: () = assert!(
    2 * (MARGIN + MAX_REACH as i16) + Variant::D5.cross_span() <= SIDE
        && Variant::D4.cross_span() <= Variant::D5.cross_span(),
    "the margins, the reach and the cross fit the grid"
);
pub(super) const STRIPS: usize = 4 << STRIP_BITS;
const STRIP_BITS: usize = 7;

/// Number of cells, one more than the largest [`Code::dot`].
pub(super) const CELLS: usize = (SIDE as usize).pow(2);

/// The difference that one step in each direction makes to a cell number (row * 64 + column).
pub(super) const CELL_STEP: [u32; 4] = [1, 64, 65, 64u32.wrapping_neg() + 1];

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
    pub(super) const fn pack(start: u32, dot: u32, position: u32) -> Self {
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
    pub(super) const fn start(self) -> u32 {
        self.0 >> 15
    }

    #[inline(always)]
    pub(super) const fn dot(self) -> u32 {
        self.0 >> 3 & 0xfff
    }

    #[inline(always)]
    pub(super) const fn position(self) -> u32 {
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

pub(super) fn column_and_row(cell: Cell) -> Option<(u32, u32)> {
    let inside = |v: i16| (0..SIDE).contains(&v).then_some(v as u32);
    let (x, y) = (cell.x.checked_add(OFFSET)?, cell.y.checked_add(OFFSET)?);
    Some((inside(x)?, inside(y)?))
}

/// The number of a cell that is known to lie on the grid.
pub(super) fn cell_number(cell: Cell) -> u32 {
    let (column, row) = ((cell.x + OFFSET) as u32, (cell.y + OFFSET) as u32);
    row << 6 | column
}

fn cell_at(number: u32) -> Cell {
    Cell::new((number & 63) as i16 - OFFSET, (number >> 6) as i16 - OFFSET)
}

/// Where a cell lies in a direction: strip number (9 bits), then position (6 bits).
#[inline(always)]
pub(super) const fn place(cell: u32, direction: usize) -> u32 {
    places(cell)[direction]
}

#[inline(always)]
pub(super) const fn places(cell: u32) -> [u32; 4] {
    let (x, y) = (cell & 63, cell >> 6);
    [
        y << 6 | x,
        (1 << STRIP_BITS | x) << 6 | y,
        (2 << STRIP_BITS | (x + 63 - y)) << 6 | x,
        (3 << STRIP_BITS | (x + y)) << 6 | x,
    ]
}

/// A test for the legal moves that a drawn line and a placed dot take away.
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

    /// Whether `code` is no longer legal.
    #[inline(always)]
    pub(super) const fn kills(self, code: Code) -> bool {
        let near = code.start().wrapping_sub(self.first_start) < 2 * K as u32 - 1;
        near | (code.dot() == self.dot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        use crate::game::grid::Field;
        use crate::geometry::BoundingBox;
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
