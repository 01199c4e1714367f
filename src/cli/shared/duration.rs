//! How lengths of time are written on the command line.

use std::time::Duration;

/// What the help of an option that takes a time says about it.
pub(in crate::cli) const VALUE_NAME: &str = "TIME";

/// The text is no length of time.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a time: use seconds, or a number with s, m or h, for example 90, 0.5s, 5m or 1h"
)]
pub(in crate::cli) struct ParseTimeError(String);

/// Reads `90`, `0.5s`, `5m` or `1h`; what is longer than a [`Duration`] can be is as long as it can be.
///
/// # Errors
/// Anything else.
pub(in crate::cli) fn parse(text: &str) -> Result<Duration, ParseTimeError> {
    let refuse = || ParseTimeError(text.to_owned());
    let trimmed = text.trim();
    let mut units = [('s', 1.0), ('m', 60.0), ('h', 3600.0)].into_iter();
    let (number, unit) = units
        .find_map(|(unit, seconds)| Some((trimmed.strip_suffix(unit)?, seconds)))
        .unwrap_or((trimmed, 1.0));
    let number = number.trim_end();
    // Neither signs nor `inf`, `nan` and `1e9`, which numbers with a point may otherwise be.
    if !number.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Err(refuse());
    }
    let seconds = number.parse::<f64>().map_err(|_| refuse())? * unit;
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// A length of time that is not known well: `40 s`, `12 min` or `1 h 20 min`.
pub(in crate::cli) fn rough(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..5400 => format!("{} min", (seconds + 30) / 60),
        seconds => {
            let minutes = (seconds + 300) / 600 * 10;
            format!("{} h {} min", minutes / 60, minutes % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_refused() {
        for (text, milliseconds) in [
            ("90", 90_000),
            ("90s", 90_000),
            ("0.5", 500),
            ("5m", 300_000),
            ("1.5 m", 90_000),
            (" 1h ", 3_600_000),
            ("0", 0),
        ] {
            assert_eq!(
                parse(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        assert_eq!(parse("99999999999999999999h"), Ok(Duration::MAX));
        for bad in [
            "", "s", "-1", "+1", ".", "1.2.3", "1d", "inf", "nan", "1e3", "soon", "1é",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rough_lengths_are_short_words() {
        let words = [
            (0, "0 s"),
            (99, "99 s"),
            (100, "2 min"),
            (5399, "90 min"),
            (5400, "1 h 30 min"),
            (7190, "2 h 0 min"),
        ];
        for (seconds, text) in words {
            assert_eq!(rough(Duration::from_secs(seconds)), text);
        }
    }
}
