//! An estimate of how long a search may still take, from how fast it has explored its tree so far.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// When a search was first heard of, and how much of its tree it had explored then: one that goes on does not begin at nothing.
#[derive(Debug, Default)]
pub(in crate::cli) struct Pace(OnceLock<(Instant, f64)>);

impl Pace {
    /// What is left if it goes on like this; shares of a tree are guesses, so this is one, too.
    pub(in crate::cli) fn left(&self, explored: Option<f64>) -> Option<Duration> {
        let explored = explored?;
        let (start, from) = self.0.get_or_init(|| (Instant::now(), explored));
        left(start.elapsed(), explored - from, 1.0 - explored)
    }
}

/// Nothing is said before some seconds and a thousandth of the tree.
fn left(gone: Duration, done: f64, rest: f64) -> Option<Duration> {
    let is_known = gone >= Duration::from_secs(3) && done >= 1e-3;
    is_known.then(|| gone.mul_f64((rest / done).max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_is_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(left(minute, 0.25, 0.5), Some(2 * minute));
        assert_eq!(left(minute, 0.5, 0.0), Some(Duration::ZERO));
        assert_eq!(left(minute, 0.0005, 0.9995), None);
        assert_eq!(left(Duration::from_secs(1), 0.5, 0.5), None);
    }

    #[test]
    fn nothing_is_known_without_a_share() {
        let pace = Pace::default();
        assert_eq!(pace.left(None), None);
        assert_eq!(pace.left(Some(0.5)), None);
    }
}
