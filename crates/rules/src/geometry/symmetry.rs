//! The eight symmetries of the square, acting on the frame of the cross.

use super::{Cell, Direction, Line, Move, Variant};

/// A symmetry of the square about the centre of the cross: an optional
/// transposition (x and y swapped) followed by optional mirrorings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror_x: bool,
    mirror_y: bool,
}

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self::from_index(0);

    /// The half turn (point symmetry) about the centre of the cross.
    pub const HALF_TURN: Self = Self::from_index(3);

    /// All eight symmetries, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::from_index(0); 8];
        let mut i = 1;
        while i < 8 {
            all[i] = Self::from_index(i);
            i += 1;
        }
        all
    };

    const fn from_index(index: usize) -> Self {
        Self {
            transpose: index & 4 != 0,
            mirror_x: index & 1 != 0,
            mirror_y: index & 2 != 0,
        }
    }

    /// The image of `cell`.
    pub const fn cell(self, variant: Variant, cell: Cell) -> Cell {
        let last = variant.cross_span() - 1;
        let (x, y) = if self.transpose {
            (cell.y, cell.x)
        } else {
            (cell.x, cell.y)
        };
        Cell::new(
            if self.mirror_x { last - x } else { x },
            if self.mirror_y { last - y } else { y },
        )
    }

    /// The image of a line; its cells are renumbered when the direction is reversed.
    pub fn line(self, variant: Variant, line: Line) -> Line {
        self.line_and_flip(variant, line).0
    }

    /// The image of a move.
    ///
    /// ```
    /// use morpion_rules::game::Board;
    /// use morpion_rules::geometry::{Symmetry, Variant};
    ///
    /// let board = Board::new(Variant::D5);
    /// for first in board.legal_moves() {
    ///     for symmetry in Symmetry::ALL {
    ///         assert!(board.is_legal(symmetry.mv(Variant::D5, first)));
    ///     }
    /// }
    /// ```
    pub fn mv(self, variant: Variant, mv: Move) -> Move {
        let (line, flipped) = self.line_and_flip(variant, mv.line);
        let last = variant.line_length() as u8 - 1;
        Move::new(
            line,
            if flipped {
                last - mv.position
            } else {
                mv.position
            },
        )
    }

    fn line_and_flip(self, variant: Variant, line: Line) -> (Line, bool) {
        let first = self.cell(variant, line.start);
        let second = self.cell(variant, line.cell(1));
        let step = (second.x - first.x, second.y - first.y);
        for direction in Direction::ALL {
            let (dx, dy) = direction.vector();
            if step == (dx, dy) {
                return (Line::new(first, direction), false);
            }
            if step == (-dx, -dy) {
                let last = self.cell(variant, line.cell(variant.line_length() - 1));
                return (Line::new(last, direction), true);
            }
        }
        unreachable!("a symmetry of the square maps directions to directions")
    }

    /// The distances (top, right, bottom, left) after the symmetry.
    pub(super) fn distances(self, distances: [u8; 4]) -> [u8; 4] {
        let [mut top, mut right, mut bottom, mut left] = distances;
        if self.transpose {
            // x and y swap: what lay above now lies to the left.
            (top, right, bottom, left) = (left, bottom, right, top);
        }
        if self.mirror_x {
            (right, left) = (left, right);
        }
        if self.mirror_y {
            (top, bottom) = (bottom, top);
        }
        [top, right, bottom, left]
    }
}
