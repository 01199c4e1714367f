//! Numbers of a certificate, as text. `paper/line-certificate.md`, section 1.

use super::reject::Reason;

/// The greatest coordinate; the least is its negative.
const FARTHEST: i64 = 100;
/// The greatest number of a file.
const LARGEST: i64 = 1_000_000_000;

/// A number from 0 to a thousand million, in its shortest form.
///
/// # Errors
/// The text is something else.
pub fn number(text: &str) -> Result<i64, Reason> {
    let number: i64 = text.parse().map_err(|_| Reason::Number)?;
    let is_plain = (0..=LARGEST).contains(&number) && number.to_string() == text;
    is_plain.then_some(number).ok_or(Reason::Number)
}

/// A coordinate of a cell.
///
/// # Errors
/// The text is something else.
pub fn coordinate(text: &str) -> Result<i64, Reason> {
    let number: i64 = text.parse().map_err(|_| Reason::Number)?;
    (-FARTHEST..=FARTHEST)
        .contains(&number)
        .then_some(number)
        .ok_or(Reason::Number)
}
