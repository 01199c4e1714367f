//! The policy of nested rollout policy adaptation: a weight for every code.
//!
//! Rosin (2011) keeps a number w_c for every code and draws moves in proportion to exp(w_c). To move the policy towards a sequence, at
//! every step w of the played move rises by alpha, and w of every legal move falls by alpha times its probability; all probabilities are
//! those before the change. This file keeps the weights exp(w_c) themselves, since moves are drawn by them.
//!
//! A code that is legal at the steps a..b loses alpha exp(w_c) (1/Z_a + ... + 1/Z_(b-1))
//! in all, with Z_t the sum of the weights legal at step t: one exponential for every code that
//! was ever legal, instead of one for every legal move of every step. The sums are
//! taken directly, not as differences of running sums: weights differ by factors of 10^20 and
//! more, which a difference does not survive.

use crate::games::Span;

/// The weights of all codes, with a log that brings back earlier ones.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    weights: Vec<f32>,
    /// The weights overwritten so far, the latest last: code and old weight.
    log: Vec<(u32, f32)>,
    /// Scratch memory: Z of every step, then its inverse; and the change of w by each span, then its exponential.
    sums: Vec<f64>,
    changes: Vec<f32>,
}

/// No weight leaves this range, so that sums and quotients stay finite.
const RANGE: (f32, f32) = (1e-30, 1e30);

impl Policy {
    /// All weights 1.
    pub(super) fn new(codes: usize) -> Self {
        Self {
            weights: vec![1.0; codes],
            log: Vec::new(),
            sums: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The weight of every code: positive and finite.
    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// A name for the policy as it is now, for [`Self::restore`].
    pub(super) fn savepoint(&self) -> usize {
        self.log.len()
    }

    /// Brings back the policy of a savepoint; those set after it are void then.
    pub(super) fn restore(&mut self, savepoint: usize) {
        while self.log.len() > savepoint {
            if let Some((code, weight)) = self.log.pop() {
                self.weights[code as usize] = weight;
            }
        }
    }

    /// Moves the policy towards the sequence of `codes`, which were legal together
    /// with others as `spans` say.
    pub(super) fn learn(&mut self, codes: &[u32], spans: &[Span], alpha: f32) {
        self.sum_weights(codes.len(), spans);
        for sum in &mut self.sums {
            *sum = 1.0 / *sum;
        }
        self.changes.clear();
        for span in spans {
            let inverses = &self.sums[usize::from(span.from)..usize::from(span.to)];
            let weight = f64::from(self.weights[span.code as usize]);
            let expected = weight * inverses.iter().sum::<f64>();
            self.changes.push(-alpha * expected as f32);
        }
        for change in &mut self.changes {
            *change = change.exp();
        }
        for (i, span) in spans.iter().enumerate() {
            self.scale(span.code, self.changes[i]);
        }
        let up = alpha.exp();
        for &code in codes {
            self.scale(code, up);
        }
    }

    /// Leaves in `sums` the sum of the weights that are legal at each step.
    fn sum_weights(&mut self, steps: usize, spans: &[Span]) {
        self.sums.clear();
        self.sums.resize(steps, 0.0);
        for span in spans {
            let weight = f64::from(self.weights[span.code as usize]);
            for sum in &mut self.sums[usize::from(span.from)..usize::from(span.to)] {
                *sum += weight;
            }
        }
    }

    fn scale(&mut self, code: u32, factor: f32) {
        let weight = &mut self.weights[code as usize];
        self.log.push((code, *weight));
        *weight = (*weight * factor).clamp(RANGE.0, RANGE.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosin's rule step by step: w[played] += alpha, w[legal] -= alpha * probability, all
    /// probabilities by the policy before.
    fn adapt_slowly(w: &[f64], legal: &[Vec<u32>], played: &[u32], alpha: f64) -> Vec<f64> {
        let mut new = w.to_vec();
        for (codes, &code) in legal.iter().zip(played) {
            new[code as usize] += alpha;
            let total: f64 = codes.iter().map(|&c| w[c as usize].exp()).sum();
            for &c in codes {
                new[c as usize] -= alpha * w[c as usize].exp() / total;
            }
        }
        new
    }

    /// Codes 0 to 5 over four steps; code 2 is legal twice.
    fn example() -> (Vec<Vec<u32>>, Vec<Span>) {
        let legal = vec![vec![0, 1, 2], vec![1, 3], vec![1, 2, 3, 4], vec![2, 5]];
        let span = |code, from, to| Span { code, from, to };
        let spans = vec![
            span(0, 0, 1),
            span(1, 0, 3),
            span(2, 0, 1),
            span(2, 2, 4),
            span(3, 1, 3),
            span(4, 2, 3),
            span(5, 3, 4),
        ];
        (legal, spans)
    }

    fn logarithms(policy: &Policy) -> Vec<f64> {
        let ln = |&w: &f32| f64::from(w).ln();
        policy.weights().iter().map(ln).collect()
    }

    #[test]
    fn sequences_move_the_policy_as_the_formula_says() {
        let (legal, spans) = example();
        for alpha in [0.1, 1.0, 3.0] {
            let mut policy = Policy::new(6);
            let mut w = vec![0.0; 6];
            for played in [[0, 1, 4, 5], [2, 3, 2, 5], [1, 3, 1, 2]] {
                policy.learn(&played, &spans, alpha);
                w = adapt_slowly(&w, &legal, &played, f64::from(alpha));
                for (found, wanted) in logarithms(&policy).iter().zip(&w) {
                    assert!((found - wanted).abs() < 1e-5, "{found} {wanted}");
                }
            }
        }
    }

    #[test]
    fn restoring_brings_back_every_weight() {
        let (_, spans) = example();
        let mut policy = Policy::new(6);
        policy.learn(&[0, 1, 4, 5], &spans, 1.0);
        let (savepoint, before) = (policy.savepoint(), policy.weights().to_vec());
        for _ in 0..5 {
            policy.learn(&[2, 3, 2, 5], &spans, 1.0);
        }
        assert_ne!(policy.weights(), before);
        policy.restore(savepoint);
        assert_eq!(policy.weights(), before);
        policy.restore(0);
        assert_eq!(policy.weights(), [1.0; 6]);
    }

    #[test]
    fn weights_stay_positive_and_finite() {
        let (_, spans) = example();
        let mut policy = Policy::new(6);
        for _ in 0..2000 {
            policy.learn(&[0, 1, 4, 5], &spans, 100.0);
        }
        assert!(policy.weights().iter().all(|w| w.is_finite() && *w > 0.0));
    }
}
