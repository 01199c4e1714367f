//! How far an engine has come, in words, and how long it may still take.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use morpion_output::text::{count, rough};
use morpion_proof::engine::Progress;

/// When a search was first heard of, and how much of its tree it had explored then: a search that goes on does not begin at 0.
#[derive(Debug, Default)]
pub struct Pace(OnceLock<(Instant, f64)>);

impl Pace {
    /// The engine's progress in words, for the question whether there is an object of `at_least` so many moves, or for the maximum.
    pub fn describe(&self, progress: Progress, at_least: Option<u32>) -> String {
        let percent = progress.explored.map(|share| share * 100.0);
        let evaluations = Some(progress.evaluations as f64 / 1e6).filter(|&n| n > 0.0);
        let left = self.left(progress.explored);
        let parts = [
            left.map(|left| format!("about {} left", rough(left))),
            progress.bound.map(|bound| format!("bound {bound:.2}")),
            progress.best.map(|best| format!("best {best}")),
            gap(progress, at_least).map(|gap| format!("gap {gap:.2}")),
            percent.map(|percent| format!("{percent:.3} % explored")),
            Some(count(progress.nodes, "node")),
            evaluations.map(|millions| format!("{millions:.1} M evaluations")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The time left if the search goes on at this pace; shares of a tree are guesses, so this is one, too.
    fn left(&self, explored: Option<f64>) -> Option<Duration> {
        let explored = explored?;
        let (start, from) = self.0.get_or_init(|| (Instant::now(), explored));
        left(start.elapsed(), explored - from, 1.0 - explored)
    }
}

/// The time left; `None` before three seconds have gone and a thousandth of the tree is done.
fn left(gone: Duration, done: f64, rest: f64) -> Option<Duration> {
    let is_known = gone >= Duration::from_secs(3) && done >= 1e-3;
    is_known.then(|| gone.mul_f64((rest / done).max(0.0)))
}

/// How far the bound is, in moves, from the number that answers the question: the best, or the number of moves to be ruled out.
fn gap(progress: Progress, at_least: Option<u32>) -> Option<f64> {
    let answer = at_least.or(progress.best)?;
    Some((progress.bound? - f64::from(answer)).max(0.0))
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

    #[test]
    fn the_gap_is_what_is_left_to_the_answer() {
        let progress = Progress {
            bound: Some(87.25),
            best: Some(83),
            nodes: 7,
            ..Progress::default()
        };
        let pace = Pace::default();
        let largest = pace.describe(progress, None);
        assert_eq!(largest, "bound 87.25, best 83, gap 4.25, 7 nodes");
        let refuted_below_85 = pace.describe(progress, Some(85));
        assert!(refuted_below_85.contains("gap 2.25"), "{refuted_below_85}");
        let nothing = Progress {
            best: None,
            ..progress
        };
        assert_eq!(pace.describe(nothing, None), "bound 87.25, 7 nodes");
        assert_eq!(gap(progress, Some(90)), Some(0.0));
    }
}
