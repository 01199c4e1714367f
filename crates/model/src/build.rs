//! The rows L1-L6 and the objective.
//!
//! L1 is a pair of equal bounds and L2 the absence of columns. L4 of the touching
//! variants is not in the slides, which treat 5D only; see [`l4_touching`].

use morpion_rules::geometry::{Arrival, Cell, Direction, Symmetry, is_cross_cell};

use super::index::Index;
use super::order;
use super::{Column, IntegerProgram, Row, RowName, Sense, Spec, Variable};

impl IntegerProgram {
    /// Builds the program.
    pub fn new(spec: Spec) -> Self {
        let index = Index::new(spec.variant, spec.bounding_box, spec.ord);
        let mut rows = Vec::new();
        l3(&index, &mut rows);
        if spec.variant.touching() {
            l4_touching(&index, &mut rows);
        } else {
            l4_disjoint(&index, &mut rows);
        }
        l5(&index, &mut rows);
        if spec.symmetric {
            l6(&index, &mut rows);
        }
        if spec.ord {
            order::l7(&index, &mut rows);
        }
        if spec.triangle_cuts {
            order::triangle_cuts(&index, &mut rows);
        }
        rows.extend(spec.at_least.map(|size| at_least(&index, size)));
        Self {
            spec,
            columns: columns(&index, spec),
            rows,
            index,
        }
    }
}

fn columns(index: &Index, spec: Spec) -> Vec<Column> {
    let dots = index.region.cells().map(|cell| Column {
        variable: Variable::Dot(cell),
        lower: i32::from(is_cross_cell(spec.variant, cell)), // L1
        upper: 1,
        integer: true,
        objective: 0,
    });
    let moves = index.moves().iter().map(|&mv| Column {
        variable: Variable::Move(mv),
        lower: 0,
        upper: 1,
        integer: true,
        objective: 1,
    });
    let latest = order::latest(index);
    let ord = index.placeable().map(|cell| Column {
        variable: Variable::Ord(cell),
        lower: 0,
        upper: latest,
        integer: false,
        objective: 0,
    });
    let mut columns: Vec<Column> = dots.chain(moves).collect();
    if spec.ord {
        columns.extend(ord);
    }
    columns
}

/// L3: a dot outside the cross is there exactly when one move places it.
fn l3(index: &Index, rows: &mut Vec<Row>) {
    for cell in index.placeable() {
        let moves = index.placing(cell).iter().map(|&column| (column, -1));
        rows.push(Row {
            name: RowName::L3(cell),
            terms: dot_term(index, cell).chain(moves).collect(),
            sense: Sense::Equal,
            rhs: 0,
        });
    }
}

/// L4 of the disjoint variants: through every dot at most one line of each direction.
///
/// Rows of cells through which no line runs would say `dot >= 0`; they are left out.
fn l4_disjoint(index: &Index, rows: &mut Vec<Row>) {
    for cell in index.region.cells() {
        for direction in Direction::ALL {
            let lines = index.covering(cell, direction, 0);
            let name = RowName::L4(cell, direction);
            rows.extend(needs_dot(index, name, cell, &lines));
        }
    }
}

/// L4 of the touching variants.
///
/// Two parallel lines may share one dot, so the rows of the slides would forbid too
/// much. What they may not share is a unit segment (two neighbouring cells): lines over
/// a segment are at most one, and need the dots at both of its ends. Every cell of a
/// line is an end of one of its segments, so the line needs all its dots.
fn l4_touching(index: &Index, rows: &mut Vec<Row>) {
    for cell in index.region.cells() {
        for direction in Direction::ALL {
            let lines = index.covering(cell, direction, 1);
            for end in 0..2u8 {
                let name = RowName::L4Segment(cell, direction, end);
                let dot = cell.step(direction, end.into());
                rows.extend(needs_dot(index, name, dot, &lines));
            }
        }
    }
}

/// `dot >= sum of lines`, if there are lines.
fn needs_dot(index: &Index, name: RowName, dot: Cell, lines: &[u32]) -> Option<Row> {
    let lines = Some(lines).filter(|l| !l.is_empty())?;
    let terms = dot_term(index, dot).chain(lines.iter().map(|&column| (column, -1)));
    Some(Row {
        name,
        terms: terms.collect(),
        sense: Sense::AtLeast,
        rhs: 0,
    })
}

/// L5: every side of the box holds a dot. Sides at distance 0 do so by the cross.
fn l5(index: &Index, rows: &mut Vec<Row>) {
    for (k, &side) in Arrival::ALL[..4].iter().enumerate() {
        let cells = index.region.side(k);
        rows.push(Row {
            name: RowName::L5(side),
            terms: cells.flat_map(|cell| dot_term(index, cell)).collect(),
            sense: Sense::AtLeast,
            rhs: 1,
        });
    }
}

/// L6: every dot and every move has its image under the half turn.
///
/// An image outside the box is a column that is not there: the row then forbids the
/// original. One row serves both columns of a pair.
fn l6(index: &Index, rows: &mut Vec<Row>) {
    let turn = Symmetry::HALF_TURN;
    for cell in index.region.cells() {
        let pair = (index.dot(cell), index.dot(turn.cell(index.variant, cell)));
        rows.extend(equal(RowName::L6Dot(cell), pair));
    }
    for &mv in index.moves() {
        let pair = (index.mv(mv), index.mv(turn.mv(index.variant, mv)));
        rows.extend(equal(RowName::L6Move(mv), pair));
    }
}

/// `first = second`, or `first = 0` when there is no second; nothing when the row would
/// repeat the one of the other column or compare a column with itself.
fn equal(name: RowName, pair: (Option<u32>, Option<u32>)) -> Option<Row> {
    let first = pair.0?;
    let terms = match pair.1 {
        None => vec![(first, 1)],
        Some(second) if first < second => vec![(first, 1), (second, -1)],
        Some(_) => return None,
    };
    Some(Row {
        name,
        terms,
        sense: Sense::Equal,
        rhs: 0,
    })
}

fn at_least(index: &Index, size: u32) -> Row {
    let first = index.first_move();
    let moves = (first..).take(index.moves().len());
    Row {
        name: RowName::AtLeast,
        terms: moves.map(|column| (column, 1)).collect(),
        sense: Sense::AtLeast,
        // No box has anywhere near this many cells, so the row stays unsatisfiable.
        rhs: i32::try_from(size).unwrap_or(i32::MAX),
    }
}

fn dot_term(index: &Index, cell: Cell) -> impl Iterator<Item = (u32, i32)> + use<> {
    index.dot(cell).map(|column| (column, 1)).into_iter()
}
