//! A naive engine, written from the rules of the game alone.
//!
//! It shares nothing with the library but the two conversions at the end: its own
//! picture of the cross, its own coordinates (row, column), sets instead of bits,
//! and a search over all cells for every question.

#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::{BTreeSet, HashSet};

use morpion_rules::geometry::{Cell, Direction, Line, Move, Variant};

const CROSS_OF_FIVE: [&str; 10] = [
    "...####...",
    "...#..#...",
    "...#..#...",
    "####..####",
    "#........#",
    "#........#",
    "####..####",
    "...#..#...",
    "...#..#...",
    "...####...",
];

const CROSS_OF_FOUR: [&str; 7] = [
    "..###..", "..#.#..", "###.###", "#.....#", "###.###", "..#.#..", "..###..",
];

/// Row and column, counted from the picture's first character.
pub(crate) type Point = (i32, i32);

/// Steps in (row, column): along a row, down a column, and the two diagonals.
const STEPS: [Point; 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// All points of a drawn line, in order.
pub(crate) type Drawn = Vec<Point>;

/// A dot to place and the line to draw through it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Play {
    pub(crate) dot: Point,
    pub(crate) line: Drawn,
}

/// The dots and the lines of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) dots: BTreeSet<Point>,
    pub(crate) lines: BTreeSet<Drawn>,
}

/// The naive engine of one variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    picture: &'static [&'static str],
    length: i32,
    touching: bool,
}

impl Rules {
    pub(crate) fn of(variant: Variant) -> Self {
        let (picture, length): (&[&str], _) = match variant {
            Variant::D5 | Variant::T5 => (&CROSS_OF_FIVE, 5),
            Variant::D4 | Variant::T4 => (&CROSS_OF_FOUR, 4),
        };
        let touching = matches!(variant, Variant::T5 | Variant::T4);
        Self {
            picture,
            length,
            touching,
        }
    }

    pub(crate) fn start(self) -> Position {
        let mut dots = BTreeSet::new();
        for (row, text) in self.picture.iter().enumerate() {
            for (column, letter) in text.chars().enumerate() {
                if letter == '#' {
                    dots.insert((row as i32, column as i32));
                }
            }
        }
        Position {
            dots,
            lines: BTreeSet::new(),
        }
    }

    /// Whether both lines may be drawn: lines that run the same way share no dot
    /// (disjoint), or no piece between neighbouring dots (touching).
    fn agree(self, a: &Drawn, b: &Drawn) -> bool {
        if step_of(a) != step_of(b) {
            return true;
        }
        if self.touching {
            let pieces: HashSet<&[Point]> = a.windows(2).collect();
            b.windows(2).all(|piece| !pieces.contains(piece))
        } else {
            b.iter().all(|point| !a.contains(point))
        }
    }

    pub(crate) fn is_legal(self, position: &Position, play: &Play) -> bool {
        !position.dots.contains(&play.dot)
            && play.line.contains(&play.dot)
            && play
                .line
                .iter()
                .all(|p| *p == play.dot || position.dots.contains(p))
            && position.lines.iter().all(|l| self.agree(l, &play.line))
    }

    /// Every legal play, found by trying every line through every empty cell around.
    pub(crate) fn legal(self, position: &Position) -> BTreeSet<Play> {
        let rows = position.dots.iter().map(|p| p.0);
        let columns = position.dots.iter().map(|p| p.1);
        let (top, bottom) = (rows.clone().min().unwrap(), rows.max().unwrap());
        let (left, right) = (columns.clone().min().unwrap(), columns.max().unwrap());
        let mut plays = BTreeSet::new();
        for row in top - 1..=bottom + 1 {
            for column in left - 1..=right + 1 {
                for play in self.lines_through((row, column)) {
                    if self.is_legal(position, &play) {
                        plays.insert(play);
                    }
                }
            }
        }
        plays
    }

    fn lines_through(self, dot: Point) -> impl Iterator<Item = Play> {
        STEPS.into_iter().flat_map(move |(down, right)| {
            (0..self.length).map(move |before| Play {
                dot,
                line: (-before..self.length - before)
                    .map(|i| (dot.0 + i * down, dot.1 + i * right))
                    .collect(),
            })
        })
    }

    /// The eight images of a position; lines are turned round to run the usual way.
    pub(crate) fn images(self, position: &Position) -> Vec<Position> {
        let last = self.picture.len() as i32 - 1;
        let turn = |(row, column): Point| (column, last - row);
        let flip = |(row, column): Point| (row, last - column);
        let mut images = vec![position.clone()];
        for i in 0..3 {
            images.push(mapped(&images[i], turn));
        }
        for i in 0..4 {
            images.push(mapped(&images[i], flip));
        }
        images
    }

    /// The numbers of positions after 0..=moves moves: all, and up to symmetry.
    pub(crate) fn count(self, moves: usize) -> Vec<(u64, u64)> {
        let mut level = HashSet::from([self.start()]);
        let mut counts = Vec::new();
        for n in 0..=moves {
            let smallest = |p: &Position| self.images(p).into_iter().min().unwrap();
            let classes: HashSet<Position> = level.iter().map(smallest).collect();
            counts.push((level.len() as u64, classes.len() as u64));
            if n < moves {
                level = level.iter().flat_map(|p| self.successors(p)).collect();
            }
        }
        counts
    }

    fn successors(self, position: &Position) -> Vec<Position> {
        let plays = self.legal(position);
        plays.iter().map(|play| position.after(play)).collect()
    }
}

impl Position {
    pub(crate) fn after(&self, play: &Play) -> Self {
        let mut next = self.clone();
        next.dots.insert(play.dot);
        next.lines.insert(play.line.clone());
        next
    }
}

fn step_of(line: &Drawn) -> Point {
    (line[1].0 - line[0].0, line[1].1 - line[0].1)
}

fn mapped(position: &Position, map: impl Fn(Point) -> Point) -> Position {
    let line = |line: &Drawn| {
        let mut image: Drawn = line.iter().map(|&p| map(p)).collect();
        if !STEPS.contains(&step_of(&image)) {
            image.reverse();
        }
        image
    };
    Position {
        dots: position.dots.iter().map(|&p| map(p)).collect(),
        lines: position.lines.iter().map(line).collect(),
    }
}

/// The library's move in the coordinates of this file.
pub(crate) fn play_of(variant: Variant, mv: Move) -> Play {
    let point = |c: Cell| (i32::from(c.y), i32::from(c.x));
    Play {
        dot: point(mv.dot()),
        line: mv.line.cells(variant).map(point).collect(),
    }
}

/// A play of this file as the library's move.
pub(crate) fn move_of(play: &Play) -> Move {
    let direction = match step_of(&play.line) {
        (0, 1) => Direction::Horizontal,
        (1, 0) => Direction::Vertical,
        (1, 1) => Direction::Falling,
        (-1, 1) => Direction::Rising,
        other => panic!("no line steps by {other:?}"),
    };
    let (row, column) = play.line[0];
    let position = play.line.iter().position(|p| *p == play.dot).unwrap();
    let start = Cell::new(column as i16, row as i16);
    Move::new(Line::new(start, direction), position as u8)
}
