//! Rows that the games of a node satisfy, and the bound by a sum of them. `paper/line-certificate.md`, section 3.

use super::known::Known;
use super::moves::Line;
use super::numbers::{coordinate, number};
use super::read::Reader;
use super::reject::Reason;

/// A row: a sum over the moves that are played is at most a number.
#[derive(Debug)]
pub struct Row {
    /// By move: how often it counts in the sum.
    pub factors: Vec<i64>,
    /// The number that the sum does not exceed.
    pub at_most: i64,
}

/// Reads `count` rows, each after its multiplier, and checks that they bound the number of moves by less than `at_most` + 1.
///
/// # Errors
/// A row does not hold, or the bound is too large.
pub fn check(
    reader: &mut Reader<'_>,
    known: &Known<'_>,
    scale: &str,
    count: &str,
    at_most: usize,
) -> Result<(), Reason> {
    let scale = i128::from(number(scale)?);
    let n = known.moves.all.len();
    let mut left = vec![scale; n];
    let mut sum = 0;
    for _ in 0..number(count)? {
        let words = reader.line()?;
        let [multiplier, ref row @ ..] = words[..] else {
            return Err(Reason::Row);
        };
        let multiplier = i128::from(number(multiplier)?);
        let row = read(known, row)?;
        sum += multiplier * i128::from(row.at_most);
        for (left, factor) in left.iter_mut().zip(row.factors) {
            *left -= multiplier * i128::from(factor);
        }
    }
    let live = (0..n).filter(|&m| known.is_live(m) && left[m] > 0);
    sum += live.map(|m| left[m]).sum::<i128>();
    (sum < scale * (at_most as i128 + 1))
        .then_some(())
        .ok_or(Reason::Bound)
}

/// A row from its words, those after its multiplier.
///
/// # Errors
/// The words are no row, or the games of the node need not satisfy it.
pub fn read(known: &Known<'_>, words: &[&str]) -> Result<Row, Reason> {
    match *words {
        ["dot", cell] => {
            let cell = known.moves.named_cell(cell)?;
            Ok(row(known, 1, |m| {
                i64::from(known.moves.all[m].places == cell)
            }))
        }
        ["slot", x, y, direction, end] => {
            slot(known, (coordinate(x)?, coordinate(y)?), direction, end)
        }
        ["required", line] => {
            let line = known.moves.line_number(line)?;
            let is_so = known.requires(line);
            let row = row(known, -1, |m| -i64::from(known.moves.all[m].line == line));
            is_so.then_some(row).ok_or(Reason::Row)
        }
        ["clique", cell, ref moves @ ..] => clique(known, cell, moves),
        ["order", "move", m, ref cells @ ..] => {
            let m = known.moves.number(m)?;
            order(known, Some(m), None, cells)
        }
        ["order", "cell", cell, ref cells @ ..] => {
            let cell = known.moves.named_cell(cell)?;
            order(known, None, Some(cell), cells)
        }
        _ => Err(Reason::Row),
    }
}

fn row(known: &Known<'_>, at_most: i64, factor: impl Fn(usize) -> i64) -> Row {
    Row {
        factors: (0..known.moves.all.len()).map(factor).collect(),
        at_most,
    }
}

/// The row that the sum of `factor` is at most the number of moves that place the cell; at most 1 without a cell, as a cell of the
/// cross holds a dot anyway.
fn where_placed(known: &Known<'_>, cell: Option<usize>, factor: impl Fn(usize) -> i64) -> Row {
    let placing = |m: usize| i64::from(Some(known.moves.all[m].places) == cell);
    row(known, i64::from(cell.is_none()), |m| factor(m) - placing(m))
}

/// At most one line runs through a slot, and only where the slot's cells hold dots.
fn slot(known: &Known<'_>, start: (i64, i64), direction: &str, end: &str) -> Result<Row, Reason> {
    let moves = known.moves;
    let direction = ["-", "|", "\\", "/"]
        .iter()
        .position(|&d| d == direction)
        .ok_or(Reason::Row)?;
    let slot = Line { start, direction };
    let ends = 1 + i64::from(moves.rules.touching);
    let end = number(end)?;
    if end >= ends {
        return Err(Reason::Row);
    }
    let cell = slot.cell(end);
    let number = moves.cell_number(cell);
    if number.is_none() && !moves.rules.in_cross(cell) {
        return Err(Reason::Missing);
    }
    let runs = |m: usize| {
        let line = moves.line(moves.all[m].line);
        let mut places = 0..=moves.rules.length - ends;
        line.direction == direction && places.any(|i| line.cell(i) == start)
    };
    Ok(where_placed(known, number, |m| i64::from(runs(m))))
}

/// Among moves that exclude each other, at most one is played; if all need a cell, only if it holds a dot.
fn clique(known: &Known<'_>, cell: &str, words: &[&str]) -> Result<Row, Reason> {
    let cell = (cell != "-")
        .then(|| known.moves.named_cell(cell))
        .transpose()?;
    let members = words.iter().map(|word| known.moves.number(word));
    let members: Vec<usize> = members.collect::<Result<_, _>>()?;
    let is_clique = members
        .iter()
        .enumerate()
        .all(|(i, &a)| members[..i].iter().all(|&b| known.excludes(a, b)));
    let all_need = cell.is_none_or(|cell| {
        members
            .iter()
            .all(|&m| known.moves.all[m].needs.contains(&cell))
    });
    if !is_clique || !all_need {
        return Err(Reason::Row);
    }
    Ok(where_placed(known, cell, |m| {
        i64::from(members.contains(&m))
    }))
}

/// If a move is played that needs a cell of a set, or a cell of the set is placed, then some move is played that places a cell of
/// the set and needs none: the one that placed the first of them.
fn order(
    known: &Known<'_>,
    target: Option<usize>,
    placed: Option<usize>,
    words: &[&str],
) -> Result<Row, Reason> {
    let moves = known.moves;
    let cells = words.iter().map(|word| moves.named_cell(word));
    let cells: Vec<usize> = cells.collect::<Result<_, _>>()?;
    let holds = match (target, placed) {
        (Some(m), _) => moves.all[m].needs.iter().any(|c| cells.contains(c)),
        (None, Some(cell)) => cells.contains(&cell),
        (None, None) => false,
    };
    if !holds {
        return Err(Reason::Row);
    }
    let is_first = |m: usize| {
        let mv = &moves.all[m];
        let goes_with = target.is_none_or(|t| !known.excludes(t, m));
        goes_with && cells.contains(&mv.places) && mv.needs.iter().all(|c| !cells.contains(c))
    };
    let own = |m: usize| target == Some(m) || Some(moves.all[m].places) == placed;
    Ok(row(known, 0, |m| {
        i64::from(own(m)) - i64::from(is_first(m))
    }))
}
