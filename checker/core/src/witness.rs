//! Witnesses: lists of moves, checked by the rules of the game alone.
//!
//! Promise: when [`check`] accepts, the moves are a graph (L1-L4), or a game in an order of play, and its dots reach exactly
//! the sides of the box (L5), and are point-symmetric if asked for. It uses coordinates and sets, not the tables of the bound.

use crate::geometry::{BoxSize, DIRECTIONS, HALF_TURN, image, in_cross, parse_number};
use crate::state::Objects;
use std::collections::BTreeSet;
use std::fmt;

type Point = (i64, i64);

/// A move: the dot it places, the number of its line's direction, and the position of the dot on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The dot.
    pub dot: Point,
    /// Number of the direction, below 4.
    pub direction: usize,
    /// Position of the dot on the line, below 5.
    pub position: i64,
}

impl Move {
    pub(crate) fn line(self) -> [Point; 5] {
        let (dx, dy) = DIRECTIONS[self.direction];
        [0, 1, 2, 3, 4].map(|j| {
            let step = j - self.position;
            (self.dot.0 + step * dx, self.dot.1 + step * dy)
        })
    }
}

/// Why and where a witness was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reject {
    /// The line of the file, from 1; 0 if the reason is about the moves as a whole.
    pub line: usize,
    /// The reason for the rejection.
    pub reason: Reason,
}

reasons! {
    /// The reasons for which a witness is rejected.
    Reason {
        Syntax: "this is not a move `x y d i` that places a dot in the box",
        Occupied: "the cell holds a dot already (L2, L3)",
        NoDot: "a cell of the line holds no dot, in a game: not yet (L4)",
        Slot: "a parallel line shares a dot with the line (L4)",
        Count: "the number of moves is not the stated one",
        Side: "a side of the box holds no dot (L5)",
        Lopsided: "the half turn maps the move to none of the moves",
    }
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Reject {}

/// Checks that the file lists the moves of an object of this kind, that there are `count` of them, and that their bounding box is
/// exactly `size`. With `symmetric`, the half turn must map the set of moves to itself.
///
/// # Errors
/// The first condition that fails.
///
/// ```
/// use morpion_check_core::geometry::BoxSize;
/// use morpion_check_core::state::Objects;
/// use morpion_check_core::witness::check;
///
/// let cross = BoxSize::new([0; 4]).unwrap();
/// // The dot (2,0) extends the row of the upper arm.
/// assert!(check("2 0 0 0\n", cross, 1, Objects::Games, false).is_ok());
/// assert!(check("1 0 0 0\n", cross, 1, Objects::Games, false).is_err());
/// ```
pub fn check(
    file: &str,
    size: BoxSize,
    count: u64,
    objects: Objects,
    symmetric: bool,
) -> Result<(), Reject> {
    let reject = |line, reason| Reject { line, reason };
    let mut moves = Vec::new();
    for (i, line) in file.lines().enumerate() {
        moves.push(parse(line, size).ok_or(reject(i + 1, Reason::Syntax))?);
    }
    if moves.len() as u64 != count {
        return Err(reject(0, Reason::Count));
    }
    rules(&moves, objects).map_err(|(i, reason)| reject(i + 1, reason))?;
    if !reaches_all_sides(&moves, size) {
        return Err(reject(0, Reason::Side));
    }
    if let Some(i) = lopsided(&moves).filter(|_| symmetric) {
        return Err(reject(i + 1, Reason::Lopsided));
    }
    Ok(())
}

/// The first move whose image under the half turn is not among the moves. The half turn reverses directions, and lines are
/// written down in the directions of section 1.
pub(crate) fn lopsided(moves: &[Move]) -> Option<usize> {
    let turned = |mv: &Move| Move {
        dot: image(HALF_TURN, mv.dot),
        position: 4 - mv.position,
        ..*mv
    };
    moves.iter().position(|mv| !moves.contains(&turned(mv)))
}

fn parse(line: &str, size: BoxSize) -> Option<Move> {
    let mut words = line.split(' ');
    let number = |word: &str| i64::try_from(parse_number(word)?).ok();
    let coordinate = |word: &str| match word.strip_prefix('-') {
        Some(digits) => Some(-number(digits).filter(|&n| n != 0)?),
        None => number(word),
    };
    let dot = (coordinate(words.next()?)?, coordinate(words.next()?)?);
    let direction = usize::try_from(number(words.next()?)?);
    let direction = direction.ok().filter(|&d| d < 4)?;
    let position = number(words.next()?).filter(|&i| i < 5)?;
    let valid = words.next().is_none() && size.contains(dot.0, dot.1);
    valid.then_some(Move {
        dot,
        direction,
        position,
    })
}

/// L1-L4, and for games that each move can be played after the moves before it. An error names the move.
pub(crate) fn rules(moves: &[Move], objects: Objects) -> Result<(), (usize, Reason)> {
    let mut dots = BTreeSet::new();
    for (i, mv) in moves.iter().enumerate() {
        if in_cross(mv.dot.0, mv.dot.1) || !dots.insert(mv.dot) {
            return Err((i, Reason::Occupied));
        }
    }
    if objects == Objects::Games {
        dots.clear();
    }
    let mut slots = BTreeSet::new();
    for (i, mv) in moves.iter().enumerate() {
        dots.insert(mv.dot);
        for point in mv.line() {
            if !in_cross(point.0, point.1) && !dots.contains(&point) {
                return Err((i, Reason::NoDot));
            }
            if !slots.insert((point, mv.direction)) {
                return Err((i, Reason::Slot));
            }
        }
    }
    Ok(())
}

/// L5. The dots lie in the box, so a side is reached when some dot is as far out as it. A box is turned so that each of its sides
/// in turn is the top.
pub(crate) fn reaches_all_sides(moves: &[Move], size: BoxSize) -> bool {
    [0, 2, 4, 6].iter().all(|&h| {
        let top = -i64::from(size.image(h).top);
        top == 0 || moves.iter().any(|mv| image(h, mv.dot).1 == top)
    })
}
