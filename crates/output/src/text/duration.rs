//! Lengths of time, as people write them and as the program shows them.

use std::time::Duration;

/// The text is no length of time.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a time: use seconds, or numbers with d, h, m or s, for example 90, 0.5s, 5m, 1h30m or 2d"
)]
pub struct ParseTimeError(String);

/// The units in seconds, the longer ones first, as they are written.
const UNITS: [(char, f64); 4] = [('d', 86400.0), ('h', 3600.0), ('m', 60.0), ('s', 1.0)];

/// Reads `90`, `0.5s`, `5m`, `1h30m` or `2d`; a time too long for a [`Duration`] becomes the longest one.
///
/// # Errors
/// Anything else, also a unit twice, or a longer one after a shorter one.
pub fn parse_duration(text: &str) -> Result<Duration, ParseTimeError> {
    let seconds = seconds(text).ok_or_else(|| ParseTimeError(text.to_owned()))?;
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

fn seconds(text: &str) -> Option<f64> {
    if let Some(seconds) = number(text) {
        return Some(seconds);
    }
    let (mut rest, mut total) = (text.trim(), 0.0);
    for (unit, seconds) in UNITS {
        if let Some((amount, shorter)) = rest.split_once(unit) {
            total += number(amount)? * seconds;
            rest = shorter.trim();
        }
    }
    (rest.is_empty() && !text.trim().is_empty()).then_some(total)
}

/// A number of digits and a point only, without signs, `inf`, `nan` and exponents, which `parse` would take.
fn number(text: &str) -> Option<f64> {
    let is_plain = text.trim().chars().all(|c| c.is_ascii_digit() || c == '.');
    text.trim().parse().ok().filter(|_| is_plain)
}

/// A length of time that is known roughly, in words: `40 s`, `12 min` or `1 h 20 min`.
pub fn rough(time: Duration) -> String {
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
            ("2d", 172_800_000),
            ("1h30m", 5_400_000),
            (" 1 h 30 m ", 5_400_000),
            ("1d0.5s", 86_400_500),
        ] {
            assert_eq!(
                parse_duration(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        assert_eq!(parse_duration("99999999999999999999h"), Ok(Duration::MAX));
        for bad in [
            "", "s", "-1", "+1", ".", "1.2.3", "1w", "30m1h", "1h1h", "1h30", "h", "1hm", "inf",
            "nan", "1e3", "soon", "1é",
        ] {
            assert!(parse_duration(bad).is_err(), "{bad}");
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
