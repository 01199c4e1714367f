//! Positions: the ends of games, that is, their dots and lines.

use crate::geometry::{Board, DIRECTIONS, bits, image, in_cross};
use crate::state::{Cell, Objects, State};
use crate::witness::{self, Move};
use std::collections::BTreeSet;
use std::fmt;

/// The moves of a game without their order of play: (x, y, d, i) of each, sorted.
///
/// By section 9 of the page, dots and lines tell which line has placed which dot. So two positions are the same if and only if
/// their moves are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub(crate) moves: Vec<[i8; 4]>,
}

impl Position {
    /// The position of a decided state, if its marks are the moves of a game with `least` or more moves and exactly the bounding box
    /// of the board; if the state is symmetric, of a point-symmetric game.
    pub(crate) fn of(board: &Board, state: &State, least: u64) -> Option<Self> {
        let placed = (0..board.cells()).filter(|&v| state.cell(v) == Cell::Present);
        let marks = placed.flat_map(|v| bits(state.allowed(v)).map(move |m| (v, m)));
        let moves = marks.map(|(v, m)| Move {
            dot: board.position(v),
            direction: m / 5,
            position: m as i64 % 5,
        });
        let game = in_order(moves.collect())?;
        let is_game = witness::rules(&game, Objects::Games).is_ok();
        let fits = witness::reaches_all_sides(&game, board.size);
        let is_symmetric = state.twin(0).is_none() || witness::lopsided(&game).is_none();
        let is_large = game.len() as u64 >= least;
        (is_game && fits && is_symmetric && is_large).then(|| Self::sorted(&game))
    }

    fn sorted(moves: &[Move]) -> Self {
        // The casts are exact: cells of boxes have coordinates in -14..=23.
        let number = |mv: &Move| {
            let (x, y) = mv.dot;
            [x as i8, y as i8, mv.direction as i8, mv.position as i8]
        };
        let mut moves: Vec<_> = moves.iter().map(number).collect();
        moves.sort_unstable();
        Self { moves }
    }

    /// The position with these moves, (x, y, d, i) of each, sorted.
    pub fn with(moves: &[[i8; 4]]) -> Self {
        let moves = moves.to_vec();
        Self { moves }
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The least of its eight images.
    pub fn canonical(&self) -> Self {
        self.least_image().0
    }

    /// The least of its eight images, and the first symmetry that leads to it.
    pub fn least_image(&self) -> (Self, u8) {
        let images = (1..8).map(|h| (self.image(h), h));
        images.fold((self.clone(), 0), Ord::min)
    }

    fn image(&self, h: u8) -> Self {
        let mut moves: Vec<_> = self.moves.iter().map(|&mv| move_image(h, mv)).collect();
        moves.sort_unstable();
        Self { moves }
    }

    /// The dots outside the cross: the least of their eight images, so that sets that are the same up to symmetry give the same.
    pub fn canonical_dots(&self) -> Vec<(i64, i64)> {
        let dots = |h: u8| {
            let dot = |mv: &[i8; 4]| image(h, (mv[0].into(), mv[1].into()));
            let mut dots: Vec<_> = self.moves.iter().map(dot).collect();
            dots.sort_unstable();
            dots
        };
        (1..8).map(dots).fold(dots(0), Vec::min)
    }
}

impl fmt::Display for Position {
    /// The moves with a space between them: `x,y,d,i x,y,d,i`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, [x, y, d, i]) in self.moves.iter().enumerate() {
            let space = if n > 0 { " " } else { "" };
            write!(f, "{space}{x},{y},{d},{i}")?;
        }
        Ok(())
    }
}

/// The image of a move under symmetry `h`: the image of its dot, and the position of this on the image of its line.
fn move_image(h: u8, [x, y, d, i]: [i8; 4]) -> [i8; 4] {
    let dot = (i64::from(x), i64::from(y));
    let (dx, dy) = DIRECTIONS[d as usize];
    let at = |step: i64| image(h, (dot.0 + step * dx, dot.1 + step * dy));
    let (v, next) = (at(0), at(1));
    let step = (next.0 - v.0, next.1 - v.1);
    // Lines have a direction each way, of which section 1 names one.
    let is_named = |d: &usize| DIRECTIONS[*d] == step;
    let (d, i) = match (0..4).find(is_named) {
        Some(d) => (d, i),
        None => {
            let back = (-step.0, -step.1);
            let d = (0..4).find(|&d| DIRECTIONS[d] == back);
            (d.unwrap_or(0), 4 - i)
        }
    };
    [v.0 as i8, v.1 as i8, d as i8, i]
}

/// Moves in an order of play, if there is one: each move that can be played is, since that never prevents another move.
fn in_order(mut left: Vec<Move>) -> Option<Vec<Move>> {
    let mut dots = BTreeSet::new();
    let mut game = Vec::new();
    while !left.is_empty() {
        let is_there = |p: &(i64, i64)| in_cross(p.0, p.1) || dots.contains(p);
        let is_ready = |mv: &Move| mv.line().iter().all(|p| *p == mv.dot || is_there(p));
        let next = left.iter().position(is_ready)?;
        let mv = left.remove(next);
        dots.insert(mv.dot);
        game.push(mv);
    }
    Some(game)
}
