//! Neighbours: takes lines out of every position of a list and completes it again in all ways. Every result that is as long must be in the
//! list. This test owes nothing to bounds, trees and certificates.
//!
//! ```sh
//! cargo run --release -p morpion-rules --example neighbours LIST MOVES
//! ```
//!
//! LIST is what `morpion-check --positions LIST` writes. A line is taken out with all that depends on it, if these are at most MOVES
//! moves; so is every set of lines through a square of three by three cells.

use std::collections::{BTreeSet, HashSet};

use morpion_rules::game::Board;
use morpion_rules::game::graph::up_to_symmetry;
use morpion_rules::geometry::{Cell, Direction, Line, Move, Variant, is_cross_cell};

const D5: Variant = Variant::D5;

/// A position of a game: its moves, sorted.
type Position = BTreeSet<Move>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, list, moves] = arguments.as_slice() else {
        return Err("usage: neighbours LIST MOVES".into());
    };
    let text = std::fs::read_to_string(list)?;
    let read: Option<Vec<Position>> = text.lines().skip(1).map(position).collect();
    let listed = read.ok_or("a line is not what morpion-check writes")?;
    let mut search = Search {
        least: listed.iter().map(BTreeSet::len).min().unwrap_or(0),
        known: listed.iter().map(least_image).collect(),
        seen: HashSet::new(),
        found: HashSet::new(),
    };
    for position in &listed {
        for kept in cuts(position, moves.parse()?) {
            let mut board = Board::new(D5);
            play(&mut board, &kept);
            search.complete(&mut board, kept);
        }
    }
    let Search { seen, found, .. } = search;
    println!(
        "{} positions, {} between, {} new",
        listed.len(),
        seen.len(),
        found.len()
    );
    match found.into_iter().min() {
        None => Ok(()),
        Some(new) => Err(format!("not in the list: {}", words(&new)).into()),
    }
}

/// The least of the eight images.
fn least_image(position: &Position) -> Vec<Move> {
    let moves: Vec<Move> = position.iter().copied().collect();
    up_to_symmetry(D5, &moves)
}

/// A line of the list.
fn position(line: &str) -> Option<Position> {
    let mark = |word: &str| {
        let numbers: Option<Vec<i16>> = word.split(',').map(|n| n.parse().ok()).collect();
        let &[x, y, d, i] = numbers?.as_slice() else {
            return None;
        };
        let direction = *Direction::ALL.get(usize::try_from(d).ok()?)?;
        let start = Cell::new(x, y).step(direction, -i);
        Some(Move::new(
            Line::new(start, direction),
            u8::try_from(i).ok()?,
        ))
    };
    line.split(' ').map(mark).collect()
}

/// Moves as a line of the list has them.
fn words(moves: &[Move]) -> String {
    let mark = |mv: &Move| {
        let (Cell { x, y }, d) = (mv.dot(), mv.line.direction.index());
        format!("{x},{y},{d},{}", mv.position)
    };
    moves.iter().map(mark).collect::<Vec<String>>().join(" ")
}

/// The positions that are left when one line, or all lines through a square, are taken out with the moves that depend on them: at most
/// `most` moves.
fn cuts(position: &Position, most: usize) -> HashSet<Position> {
    let squares = position.iter().map(|mv| {
        let corner = mv.dot();
        let near =
            |c: Cell| (0..3).contains(&(c.x - corner.x)) && (0..3).contains(&(c.y - corner.y));
        let through = |mv: &&Move| mv.line.cells(D5).any(near);
        position
            .iter()
            .filter(through)
            .copied()
            .collect::<Vec<Move>>()
    });
    let lines = position.iter().map(|&mv| vec![mv]);
    let kept = lines.chain(squares).map(|out| without(position, &out));
    kept.filter(|kept| kept.len() + most >= position.len())
        .collect()
}

/// A position without these moves, and without the moves that need their dots.
fn without(position: &Position, out: &[Move]) -> Position {
    let mut left: Position = position
        .iter()
        .filter(|mv| !out.contains(mv))
        .copied()
        .collect();
    loop {
        let dots: HashSet<Cell> = left.iter().map(|mv| mv.dot()).collect();
        let is_there = |c: Cell| is_cross_cell(D5, c) || dots.contains(&c);
        let before = left.len();
        left.retain(|mv| mv.needs(D5).all(is_there));
        if left.len() == before {
            return left;
        }
    }
}

/// Plays moves in whatever order they can be played.
fn play(board: &mut Board, moves: &Position) {
    let mut left: Vec<Move> = moves.iter().copied().collect();
    while !left.is_empty() {
        let before = left.len();
        left.retain(|&mv| board.play(mv).is_err());
        assert!(left.len() < before, "what is left of a game is a game");
    }
}

struct Search {
    /// The least number of moves of a position of the list.
    least: usize,
    known: HashSet<Vec<Move>>,
    seen: HashSet<Position>,
    found: HashSet<Vec<Move>>,
}

impl Search {
    /// Completes a position in all ways, each position on the way once.
    fn complete(&mut self, board: &mut Board, position: Position) {
        if position.len() >= self.least {
            let image = least_image(&position);
            if !self.known.contains(&image) {
                self.found.insert(image);
            }
        }
        if !self.seen.insert(position.clone()) {
            return;
        }
        for mv in board.legal_moves().collect::<Vec<Move>>() {
            board.play(mv).expect("it is legal");
            let mut longer = position.clone();
            longer.insert(mv);
            self.complete(board, longer);
            board.undo();
        }
    }
}
