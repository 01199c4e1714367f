//! Names of columns and rows, legal in LP and OPB files, that a reader can map back.
//!
//! A coordinate is written in decimal, with `m` for a minus sign: `m2` is -2. Directions
//! are the digits 0 `-` (1,0), 1 `|` (0,1), 2 `\` (1,1), 3 `/` (1,-1).
//!
//! - `dot_X_Y`: the cell (X,Y) holds a dot.
//! - `move_X_Y_D_I`: the line that starts in (X,Y) and runs in direction D is drawn, and
//!   its cell number I (from 0) is the dot placed. X,Y is *not* the placed dot.
//! - `ord_X_Y`: when the dot (X,Y) is placed.

use std::fmt;

use morpion_rules::geometry::{Arrival, Cell, Direction, Move};

/// The variable that a column stands for. Its text is the column's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// 1 when the cell holds a dot.
    Dot(Cell),
    /// 1 when the move is played.
    Move(Move),
    /// The time at which the cell's dot is placed, from 1.
    Ord(Cell),
}

/// A row's rule, and the cells or the move that it is about. Its text is the row's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowName {
    /// `L3_X_Y`: the dot (X,Y) is there exactly when one move places it.
    L3(Cell),
    /// `L4_X_Y_D`: lines of direction D through (X,Y) need its dot and are at most one.
    L4(Cell, Direction),
    /// `L4_X_Y_D_E`, touching variants: lines over the unit segment from (X,Y) to the next
    /// cell of direction D are at most one, and need the dot at end E (0 or 1).
    L4Segment(Cell, Direction, u8),
    /// `L5_SIDE`: the side of the box holds a dot.
    L5(Arrival),
    /// `L6_dot_X_Y`: the dot is there when its image under the half turn is.
    L6Dot(Cell),
    /// `L6_move_X_Y_D_I`: the move is played when its image under the half turn is.
    L6Move(Move),
    /// `L7_X_Y_X_Y`: the first dot comes after the second if its move needs the second.
    L7(Cell, Cell),
    /// `tri_X_Y_X_Y_X_Y`: order cut of the set of the three cells, for the first.
    Triangle([Cell; 3]),
    /// `order_N_X_Y`: order cut of the N-th set separated so far, for the cell.
    Order(u32, Cell),
    /// `at_least`: the number of moves.
    AtLeast,
}

/// A coordinate without a minus sign.
struct Coordinate(i16);

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "m" } else { "" };
        write!(f, "{sign}{}", self.0.unsigned_abs())
    }
}

/// A cell as `X_Y`.
struct Place(Cell);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", Coordinate(self.0.x), Coordinate(self.0.y))
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Dot(cell) => write!(f, "dot_{}", Place(cell)),
            Self::Move(Move { line, position }) => {
                let direction = line.direction.index();
                write!(f, "move_{}_{direction}_{position}", Place(line.start))
            }
            Self::Ord(cell) => write!(f, "ord_{}", Place(cell)),
        }
    }
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::L3(cell) => write!(f, "L3_{}", Place(cell)),
            Self::L4(cell, d) => write!(f, "L4_{}_{}", Place(cell), d.index()),
            Self::L4Segment(cell, d, end) => {
                write!(f, "L4_{}_{}_{end}", Place(cell), d.index())
            }
            Self::L5(side) => write!(f, "L5_{side}"),
            Self::L6Dot(cell) => write!(f, "L6_{}", Variable::Dot(cell)),
            Self::L6Move(mv) => write!(f, "L6_{}", Variable::Move(mv)),
            Self::L7(v, w) => write!(f, "L7_{}_{}", Place(v), Place(w)),
            Self::Triangle([a, b, c]) => {
                write!(f, "tri_{}_{}_{}", Place(a), Place(b), Place(c))
            }
            Self::Order(number, cell) => write!(f, "order_{number}_{}", Place(cell)),
            Self::AtLeast => f.write_str("at_least"),
        }
    }
}
