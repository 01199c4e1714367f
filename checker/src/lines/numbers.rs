//! Numbers of a certificate, as text. `paper/line-certificate.md`, section 1.

use super::reject::Reason;

/// Coordinates go so far.
const FARTHEST: i64 = 100;
/// No number of the file is larger.
const LARGEST: i64 = 1_000_000_000;

/// A number from 0 to a thousand million, written in the one way.
///
/// # Errors
/// It is none.
pub fn number(text: &str) -> Result<i64, Reason> {
    let number: i64 = text.parse().map_err(|_| Reason::Number)?;
    let is_plain = (0..=LARGEST).contains(&number) && number.to_string() == text;
    is_plain.then_some(number).ok_or(Reason::Number)
}

/// A coordinate of a cell.
///
/// # Errors
/// It is none.
pub fn coordinate(text: &str) -> Result<i64, Reason> {
    let number: i64 = text.parse().map_err(|_| Reason::Number)?;
    (-FARTHEST..=FARTHEST)
        .contains(&number)
        .then_some(number)
        .ok_or(Reason::Number)
}
