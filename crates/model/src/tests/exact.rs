//! Finds the bound or row that an assignment breaks, in exact integers.

use crate::{Column, IntegerProgram, Row, RowName, Sense, Variable};

/// A bound or row that an assignment breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Violation {
    /// A column's value lies outside its bounds.
    Bounds(Variable),
    /// A row does not hold.
    Row(RowName),
}

/// Whether the row holds at `values`, one value per column.
pub(super) fn holds(row: &Row, values: &[i64]) -> bool {
    let term = |&(column, factor): &(u32, i32)| i64::from(factor) * values[column as usize];
    let (sum, rhs) = (row.terms.iter().map(term).sum::<i64>(), row.rhs.into());
    match row.sense {
        Sense::AtMost => sum <= rhs,
        Sense::AtLeast => sum >= rhs,
        Sense::Equal => sum == rhs,
    }
}

/// The first bound or row that `values` breaks.
pub(super) fn violated(program: &IntegerProgram, values: &[i64]) -> Option<Violation> {
    assert_eq!(values.len(), program.columns.len(), "one value per column");
    let outside = |&(c, &v): &(&Column, &i64)| v < c.lower.into() || v > c.upper.into();
    if let Some((column, _)) = program.columns.iter().zip(values).find(outside) {
        return Some(Violation::Bounds(column.variable));
    }
    let broken = program.rows.iter().find(|row| !holds(row, values));
    broken.map(|row| Violation::Row(row.name))
}
