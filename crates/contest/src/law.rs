//! The probability of each score: from runs, or for the best of several games whose lengths have been counted.

use std::collections::BTreeMap;

/// The law of a score, as far as runs tell it.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Scores in rising order, with their shares; the shares add up to 1.
    pub shares: Vec<(u32, f64)>,
    /// The number of independent runs; for the best of n games, the games counted over n.
    pub runs: f64,
}

impl Law {
    /// The law of scores with the number of runs that have each; `None` when there is no run.
    pub fn of(scores: impl IntoIterator<Item = (u32, u64)>) -> Option<Self> {
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for (score, runs) in scores {
            *counts.entry(score).or_default() += runs;
        }
        let runs = counts.values().sum::<u64>() as f64;
        let shares = counts.into_iter().filter(|(_, n)| *n > 0);
        let shares = shares.map(|(score, n)| (score, n as f64 / runs)).collect();
        (runs > 0.0).then_some(Self { shares, runs })
    }

    /// The law of the best of `games` such scores, exactly: the best is at most a score when all are. Sound where `games` is far below the
    /// number of runs: of scores rarer than one in all runs nothing is known.
    #[must_use]
    pub fn best_of(&self, games: u64) -> Self {
        let (mut below, mut before) = (0.0, 0.0);
        let best = |&(score, share): &(u32, f64)| {
            below += share;
            let up_to = f64::min(below, 1.0).powf(games as f64);
            let share = up_to - before;
            before = up_to;
            (score, share)
        };
        let shares = self.shares.iter().map(best);
        Self {
            shares: shares.filter(|(_, share)| *share > 0.0).collect(),
            runs: self.runs / games as f64,
        }
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.expected(f64::from)
    }

    /// The standard deviation of the population that the runs are drawn from (by runs - 1); 0 for one run.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let spread = self.expected(|score| (f64::from(score) - mean).powi(2));
        if self.runs <= 1.0 {
            return spread.sqrt();
        }
        (spread * self.runs / (self.runs - 1.0)).sqrt()
    }

    /// The least score that at least this share of the runs does not exceed.
    ///
    /// # Panics
    /// If the law has no score.
    pub fn quantile(&self, share: f64) -> u32 {
        let mut below = 0.0;
        let reached = self.shares.iter().find(|(_, own)| {
            below += own;
            // Sums of shares are off by some 1e-16.
            below >= share - 1e-12
        });
        reached.or(self.shares.last()).expect("a law has a score").0
    }

    fn expected(&self, value: impl Fn(u32) -> f64) -> f64 {
        let weighted = self
            .shares
            .iter()
            .map(|&(score, share)| share * value(score));
        weighted.sum()
    }
}

/// The mean of differences, and its standard error; `None` for fewer than two.
pub fn mean_and_error(differences: &[f64]) -> Option<(f64, f64)> {
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
    (n > 1.0).then(|| (mean, (squares / (n - 1.0) / n).sqrt()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn law(scores: &[u32]) -> Law {
        Law::of(scores.iter().map(|&score| (score, 1))).unwrap()
    }

    #[test]
    fn statistics_of_a_few_scores() {
        let all = law(&[4, 1, 3, 2]);
        assert_eq!((all.runs, all.mean(), all.quantile(1.0)), (4.0, 2.5, 4));
        assert!((all.deviation() - (5.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(
            [0.0, 0.25, 0.5, 0.75, 0.76].map(|q| all.quantile(q)),
            [1, 1, 2, 3, 4]
        );
        assert_eq!((law(&[7]).mean(), law(&[7]).deviation()), (7.0, 0.0));
        assert_eq!(Law::of([(3, 0)]), None);
        assert_eq!(Law::of([(3, 2), (5, 1), (3, 1)]), Some(law(&[3, 3, 3, 5])));
    }

    #[test]
    fn paired_differences_have_an_error() {
        assert_eq!(mean_and_error(&[1.0]), None);
        let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0]).unwrap();
        assert!((mean - 2.0).abs() < 1e-12 && (error - (1.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    /// The best of n draws with replacement, by trying all.
    fn best_by_trying(scores: &[u32], n: u32) -> Law {
        let all = scores.len().pow(n);
        let best = |mut draw: usize| {
            let drawn = (0..n).map(|_| {
                let score = scores[draw % scores.len()];
                draw /= scores.len();
                score
            });
            (drawn.max().unwrap(), 1)
        };
        Law::of((0..all).map(best)).unwrap()
    }

    proptest! {
        #[test]
        fn the_best_of_some_is_that_of_all_draws(scores in prop::collection::vec(0u32..9, 1..6), n in 1u32..5) {
            let exact = law(&scores).best_of(n.into());
            let tried = best_by_trying(&scores, n);
            prop_assert_eq!(exact.shares.len(), tried.shares.len());
            for (a, b) in exact.shares.iter().zip(&tried.shares) {
                prop_assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-9);
            }
        }

        /// The deviation from all pairs, without the mean.
        #[test]
        fn the_deviation_is_that_of_the_pairs(scores in prop::collection::vec(0u32..200, 2..60)) {
            let pairs = scores.iter().flat_map(|&a| scores.iter().map(move |&b| f64::from(a.abs_diff(b)).powi(2)));
            let n = scores.len() as f64;
            let wanted = (pairs.sum::<f64>() / (2.0 * n * (n - 1.0))).sqrt();
            prop_assert!((law(&scores).deviation() - wanted).abs() < 1e-9);
        }

        #[test]
        fn a_quantile_has_its_share_below(scores in prop::collection::vec(0u32..200, 1..60), share in 0.01f64..1.0) {
            let value = law(&scores).quantile(share);
            let at_most = scores.iter().filter(|&&s| s <= value).count() as f64;
            let below = scores.iter().filter(|&&s| s < value).count() as f64;
            let n = scores.len() as f64;
            prop_assert!(at_most >= share * n - 1e-9 && below < share * n);
        }
    }
}
