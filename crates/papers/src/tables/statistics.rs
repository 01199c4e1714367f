//! Mean, deviation and quartiles of scores.

use serde::Serialize;

/// What is said of some scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// How many there are, at least 1.
    pub runs: usize,
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the population they are drawn from, estimated (by runs - 1); 0 for one score.
    pub deviation: f64,
    /// The least.
    pub min: u32,
    /// A quarter of the way from the least to the greatest, in order; between two scores, in
    /// proportion.
    pub lower_quartile: f64,
    /// Half of the way.
    pub median: f64,
    /// Three quarters of the way.
    pub upper_quartile: f64,
    /// The greatest.
    pub max: u32,
}

impl Statistics {
    /// Of these scores; `None` when there are none.
    pub fn of(scores: &[u32]) -> Option<Self> {
        let mut sorted = scores.to_vec();
        sorted.sort_unstable();
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let mean = mean(&sorted);
        Some(Self {
            runs: sorted.len(),
            mean,
            deviation: deviation(&sorted, mean),
            min,
            lower_quartile: quantile(&sorted, 0.25),
            median: quantile(&sorted, 0.5),
            upper_quartile: quantile(&sorted, 0.75),
            max,
        })
    }
}

fn mean(scores: &[u32]) -> f64 {
    let sum: u64 = scores.iter().map(|&s| u64::from(s)).sum();
    sum as f64 / scores.len() as f64
}

fn deviation(scores: &[u32], mean: f64) -> f64 {
    if scores.len() < 2 {
        return 0.0;
    }
    let squares: f64 = scores.iter().map(|&s| (f64::from(s) - mean).powi(2)).sum();
    (squares / (scores.len() - 1) as f64).sqrt()
}

/// The value at `share` of the way through sorted scores.
fn quantile(sorted: &[u32], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    let (low, high) = (f64::from(sorted[below]), f64::from(sorted[above]));
    low + (place - place.floor()) * (high - low)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn statistics_of_a_few_scores() {
        let all = Statistics::of(&[4, 1, 3, 2]).unwrap();
        assert_eq!((all.runs, all.min, all.max), (4, 1, 4));
        assert_eq!(all.mean, 2.5);
        assert!((all.deviation - (5.0f64 / 3.0).sqrt()).abs() < 1e-12);
        let quartiles = [all.lower_quartile, all.median, all.upper_quartile];
        assert_eq!(quartiles, [1.75, 2.5, 3.25]);
        let one = Statistics::of(&[7]).unwrap();
        assert_eq!((one.mean, one.deviation, one.median), (7.0, 0.0, 7.0));
        assert_eq!(Statistics::of(&[]), None);
    }

    /// The deviation from all pairs, without the mean.
    fn deviation_by_pairs(scores: &[u32]) -> f64 {
        let n = scores.len();
        let mut sum = 0.0;
        for i in 0..n {
            for j in 0..i {
                sum += f64::from(scores[i].abs_diff(scores[j])).powi(2);
            }
        }
        (sum / (n * (n - 1)) as f64).sqrt()
    }

    fn scores() -> impl Strategy<Value = Vec<u32>> {
        prop::collection::vec(0u32..200, 2..60)
    }

    proptest! {
        #[test]
        fn the_deviation_is_that_of_the_pairs(scores in scores()) {
            let ours = Statistics::of(&scores).unwrap().deviation;
            prop_assert!((ours - deviation_by_pairs(&scores)).abs() < 1e-9);
        }

        #[test]
        fn everything_is_in_order(scores in scores()) {
            let all = Statistics::of(&scores).unwrap();
            let (min, max) = (f64::from(all.min), f64::from(all.max));
            let order = [min, all.lower_quartile, all.median, all.upper_quartile, max];
            prop_assert!(order.is_sorted());
            prop_assert!(min <= all.mean && all.mean <= max);
            prop_assert!(all.deviation <= max - min);
        }

        /// Of n - 1 steps from the least to the greatest, a quartile has its share on either side.
        #[test]
        fn quartiles_divide_the_scores(scores in scores()) {
            let all = Statistics::of(&scores).unwrap();
            let steps = scores.len() - 1;
            for (value, quarters) in [(all.lower_quartile, 1), (all.median, 2), (all.upper_quartile, 3)] {
                let at_most = scores.iter().filter(|&&s| f64::from(s) <= value).count();
                let below = scores.iter().filter(|&&s| f64::from(s) < value).count();
                prop_assert!(4 * at_most > quarters * steps);
                prop_assert!(4 * below < quarters * steps + 4);
            }
        }

        #[test]
        fn a_shift_moves_places_and_leaves_the_deviation(scores in scores(), by in 0u32..100) {
            let shifted: Vec<u32> = scores.iter().map(|s| s + by).collect();
            let (a, b) = (Statistics::of(&scores).unwrap(), Statistics::of(&shifted).unwrap());
            let by = f64::from(by);
            prop_assert!((b.mean - a.mean - by).abs() < 1e-9);
            prop_assert!((b.median - a.median - by).abs() < 1e-9);
            prop_assert!((b.deviation - a.deviation).abs() < 1e-9);
        }
    }
}
