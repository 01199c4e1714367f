//! What a solver says of the columns that `morpion model` names: lines of `NAME VALUE`, as HiGHS, SCIP, CBC and Gurobi write them, with or
//! without a number in front and more behind. The names alone say which moves there are: `move_X_Y_D_I` is the line from (X,Y) in the
//! direction D that places its cell number I, and `m` stands for a minus sign.

use std::collections::HashMap;

use super::content::{Excerpt, Record};
use super::fault::RecordError;
use super::rows::number;
use super::unordered::graph;
use crate::geometry::{Cell, Direction, Line, MAX_LINE_LENGTH, Move};

/// How far from a whole number the value of a column that has whole numbers may lie: the tolerance that solvers have by default, and
/// some.
const TOLERANCE: f64 = 1e-4;

/// Reads the values; `None` where the text is something else.
pub(super) fn read(text: &str) -> Option<Result<Record, RecordError>> {
    let lines = text.lines().filter_map(column);
    let mut values: HashMap<&str, f64> = HashMap::new();
    let mut moves = Vec::new();
    for (name, value) in lines {
        // Behind the values some solvers write the dual ones, by the same names.
        if values.contains_key(name) {
            continue;
        }
        values.insert(name, value);
        if (value - value.round()).abs() > TOLERANCE && !name.starts_with("ord_") {
            return Some(Err(RecordError::Fraction(Excerpt::new(name))));
        }
        if value > 0.5 {
            moves.extend(read_move(name));
        }
    }
    match moves.is_empty() {
        _ if values.is_empty() => None,
        true => Some(Err(RecordError::NoMoveOfValue)),
        false => Some(graph(None, moves)),
    }
}

/// The name of a column of ours and its value.
fn column(line: &str) -> Option<(&str, f64)> {
    let mut words = line.split_whitespace();
    let is_ours = |w: &&str| {
        ["move_", "dot_", "ord_"]
            .iter()
            .any(|start| w.starts_with(start))
    };
    let name = words.by_ref().take(2).find(is_ours)?;
    let value = words.next()?.parse().ok()?;
    f64::is_finite(value).then_some((name, value))
}

fn read_move(name: &str) -> Option<Move> {
    let mut parts = name.strip_prefix("move_")?.split('_').map(coordinate);
    let mut next = || parts.next()?;
    let (x, y, d, i) = (next()?, next()?, next()?, next()?);
    let direction = *Direction::ALL.get(usize::try_from(d).ok()?)?;
    let place = u8::try_from(i)
        .ok()
        .filter(|&i| usize::from(i) < MAX_LINE_LENGTH)?;
    Some(Move::new(Line::new(Cell::new(x, y), direction), place))
}

fn coordinate(text: &str) -> Option<i16> {
    number(text.replacen('m', "-", 1).parse().ok()?)
}
