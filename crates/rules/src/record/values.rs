//! The values that a solver gives the columns that `morpion model` names: lines of `NAME VALUE`, as HiGHS, SCIP, CBC and Gurobi write
//! them, with or without a number in front and more words at the end; HiGHS's table, which has the name last; literals of
//! pseudo-Boolean solvers. The names alone say which moves there are: `move_X_Y_D_I` is the line from (X,Y) in the direction D that
//! places its cell number I, and `m` stands for a minus sign.

use std::collections::HashSet;

use super::content::{Excerpt, Record};
use super::fault::RecordError;
use super::rows::number;
use super::unordered::graph;
use crate::geometry::{Cell, Direction, Line, MAX_LINE_LENGTH, Move};

/// How far from a whole number the value of a column that has whole numbers may lie: the tolerance that solvers have by default, and a
/// little more.
const TOLERANCE: f64 = 1e-4;

/// The numbers before the value in HiGHS's table: an index and two bounds.
const BEFORE_VALUE: usize = 3;

/// Reads the values; `None` where the text is something else.
pub(super) fn read(text: &str) -> Option<Result<Record, RecordError>> {
    let mut seen = HashSet::new();
    let mut moves = Vec::new();
    for (name, value) in text.lines().flat_map(columns) {
        // After the values some solvers write the dual ones under the same names.
        if !seen.insert(name) {
            continue;
        }
        if (value - value.round()).abs() > TOLERANCE && !name.starts_with("ord_") {
            return Some(Err(RecordError::Fraction(Excerpt::new(name))));
        }
        if value > 0.5 {
            moves.extend(read_move(name));
        }
    }
    match moves.is_empty() {
        _ if seen.is_empty() => None,
        true => Some(Err(RecordError::NoMoveOfValue)),
        false => Some(graph(None, moves)),
    }
}

/// The columns of ours to which a line gives values.
fn columns(line: &str) -> Vec<(&str, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let ["v", literals @ ..] = &words[..] {
        return literals.iter().filter_map(|word| literal(word)).collect();
    }
    let Some(at) = words.iter().position(|word| is_ours(word)) else {
        return Vec::new();
    };
    let number = |word: &&str| word.parse().ok().filter(|n: &f64| n.is_finite());
    let value = match words.get(at + 1) {
        // Two words at most stand before the name: a sign for a broken bound, and an index.
        Some(value) if at <= 2 => number(value),
        None => words[..at].iter().filter_map(number).nth(BEFORE_VALUE),
        _ => None,
    };
    value.map(|value| (words[at], value)).into_iter().collect()
}

fn is_ours(name: &str) -> bool {
    ["move_", "dot_", "ord_"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// A column as pseudo-Boolean solvers write it: with a minus sign before its name if its value is 0.
fn literal(word: &str) -> Option<(&str, f64)> {
    let name = word.trim_start_matches('-');
    is_ours(name).then_some((name, f64::from(u8::from(name == word))))
}

fn read_move(name: &str) -> Option<Move> {
    let parts: Vec<&str> = name.strip_prefix("move_")?.split('_').collect();
    let [x, y, direction, place] = parts[..] else {
        return None;
    };
    let (x, y) = (coordinate(x)?, coordinate(y)?);
    let digit = |text: &str| text.parse::<u8>().ok().filter(|_| text.len() == 1);
    let direction = *Direction::ALL.get(usize::from(digit(direction)?))?;
    let place = digit(place).filter(|&i| usize::from(i) < MAX_LINE_LENGTH)?;
    Some(Move::new(Line::new(Cell::new(x, y), direction), place))
}

/// A number of digits only, after an `m` if it is negative.
fn coordinate(text: &str) -> Option<i16> {
    let digits = text.strip_prefix('m').unwrap_or(text);
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    number(text.replacen('m', "-", 1).parse().ok()?)
}
