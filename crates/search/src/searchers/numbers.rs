//! Numbers on the command line that are in a range.

use clap::builder::RangedU64ValueParser;

/// The text is no number of the range.
#[derive(Debug, thiserror::Error)]
#[error("give a number above 0 and {0}")]
pub(super) struct NotInRange(&'static str);

/// A number above 0 and at most 100.
pub(super) fn positive(text: &str) -> Result<f64, NotInRange> {
    above_zero(text, |number| number <= 100.0).ok_or(NotInRange("at most 100"))
}

/// A number above 0 and below 1.
pub(super) fn below_one(text: &str) -> Result<f64, NotInRange> {
    above_zero(text, |number| number < 1.0).ok_or(NotInRange("below 1"))
}

fn above_zero(text: &str, is_fine: impl Fn(f64) -> bool) -> Option<f64> {
    let number = text.trim().parse().ok();
    number.filter(|&number| number > 0.0 && is_fine(number))
}

/// The room of a pool, in games.
pub(super) fn room() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1 << 18)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_their_range_are_refused() {
        assert_eq!(positive(" 0.5").unwrap(), 0.5);
        assert_eq!(below_one("0.99999").unwrap(), 0.99999);
        for text in ["0", "-1", "nan", "inf", "one", "100.5"] {
            assert!(
                positive(text).is_err() && below_one(text).is_err(),
                "{text}"
            );
        }
        assert!(below_one("1").is_err());
    }
}
