//! Numbers of a certificate, as text. `paper/line-certificate.md`, section 1.

use super::reject::Reason;
use std::ops::RangeInclusive;

/// The greatest coordinate; the least is its negative.
const FARTHEST: i64 = 100;
/// The greatest number of a file.
const LARGEST: i64 = 1_000_000_000;

/// A number from 0 to a thousand million, in its shortest form.
///
/// # Errors
/// The text is something else.
pub fn number(text: &str) -> Result<i64, Reason> {
    within(text, 0..=LARGEST)
}

/// A coordinate of a cell, in its shortest form.
///
/// # Errors
/// The text is something else.
pub fn coordinate(text: &str) -> Result<i64, Reason> {
    within(text, -FARTHEST..=FARTHEST)
}

fn within(text: &str, range: RangeInclusive<i64>) -> Result<i64, Reason> {
    let number: i64 = text.parse().map_err(|_| Reason::Number)?;
    let is_plain = range.contains(&number) && number.to_string() == text;
    is_plain.then_some(number).ok_or(Reason::Number)
}
