//! The ranked reward (Laterre et al. 2018; Wang et al. 2020, section IV, equation 1).
//!
//! A single player can only win against its own recent games. The list B holds the scores of the last L of them, and the threshold is the
//! score at place L x alpha of the sorted list. A game above it is won, and one below it is lost. A game that meets it is decided by a
//! coin in the paper. When a policy has settled on games of one length, the coins drown the signal of the rare longer game; so here a tie
//! is worth the mean of the coin.

use std::cmp::Ordering;
use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// The reward list B.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RewardList {
    length: usize,
    alpha: f64,
    pub(super) scores: VecDeque<u32>,
}

impl RewardList {
    /// An empty list for the last `length` scores (at least 1), with the threshold at the share `alpha` of it, 0 to 1.
    pub(super) fn new(length: usize, alpha: f64) -> Self {
        Self {
            length: length.max(1),
            alpha,
            scores: VecDeque::new(),
        }
    }

    /// Takes in the score of a game; the oldest goes when the list is full.
    pub(super) fn push(&mut self, score: u32) {
        if self.scores.len() == self.length {
            self.scores.pop_front();
        }
        self.scores.push_back(score);
    }

    /// The threshold r_alpha; 0 for an empty list.
    pub(super) fn threshold(&self) -> u32 {
        self.quantile(self.alpha)
    }

    /// The score at place `share` x length of the sorted list; the last one for a share of 1, 0 for an empty list.
    pub(super) fn quantile(&self, share: f64) -> u32 {
        let mut sorted: Vec<u32> = self.scores.iter().copied().collect();
        sorted.sort_unstable();
        let place = (share * sorted.len() as f64) as usize;
        let last = sorted.len().saturating_sub(1);
        sorted.get(place.min(last)).copied().unwrap_or(0)
    }

    /// Equation 1: the reward z of a game: 1 above the threshold, -1 below it, and at it what makes the share of won games in the
    /// list 1 - alpha.
    pub(super) fn reward(&self, score: u32) -> f32 {
        match score.cmp(&self.threshold()) {
            Ordering::Greater => 1.0,
            Ordering::Less => -1.0,
            Ordering::Equal => 2.0 * self.share_won(score) - 1.0,
        }
    }

    /// The share of the games of this score that has to be won for a share of 1 - alpha of all.
    fn share_won(&self, score: u32) -> f32 {
        let count = |order| {
            self.scores
                .iter()
                .filter(|s| s.cmp(&&score) == order)
                .count() as f64
        };
        let wanted = (1.0 - self.alpha) * self.scores.len() as f64;
        let share = (wanted - count(Ordering::Greater)) / count(Ordering::Equal).max(1.0);
        share.clamp(0.0, 1.0) as f32
    }

    /// The mean of the scores; 0 for an empty list.
    pub(super) fn mean(&self) -> f64 {
        let sum: u64 = self.scores.iter().map(|&s| u64::from(s)).sum();
        sum as f64 / self.scores.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(length: usize, alpha: f64, scores: &[u32]) -> RewardList {
        let mut list = RewardList::new(length, alpha);
        scores.iter().for_each(|&s| list.push(s));
        list
    }

    #[test]
    fn the_threshold_stands_at_the_share_of_the_sorted_list() {
        assert_eq!(list(4, 0.75, &[9, 3, 7, 5]).threshold(), 9);
        assert_eq!(list(4, 0.5, &[9, 3, 7, 5]).threshold(), 7);
        assert_eq!(
            list(8, 0.75, &[9, 3, 7, 5]).threshold(),
            9,
            "as far as it is filled"
        );
        assert_eq!(list(4, 1.0, &[9, 3, 7, 5]).threshold(), 9);
        assert_eq!(list(4, 0.0, &[9, 3, 7, 5]).threshold(), 3);
        assert_eq!(list(4, 0.75, &[]).threshold(), 0);
    }

    #[test]
    fn only_the_recent_games_count() {
        let list = list(3, 0.5, &[100, 1, 2, 3]);
        assert_eq!(
            (list.scores.len(), list.threshold(), list.mean()),
            (3, 2, 2.0)
        );
    }

    #[test]
    fn games_are_won_above_the_threshold_and_lost_below() {
        let list = list(4, 0.5, &[58, 59, 60, 61]);
        assert_eq!(list.reward(61), 1.0);
        assert_eq!(list.reward(59), -1.0);
    }

    #[test]
    fn ties_make_the_wanted_share_of_games_won() {
        for scores in [
            vec![60, 60, 60, 60, 60, 60, 60, 61],
            vec![60; 8],
            vec![50, 51, 52, 53, 60, 60, 60, 60],
            vec![50, 51, 52, 53, 54, 60, 61, 62],
        ] {
            let list = list(8, 0.75, &scores);
            let won: f32 = scores.iter().map(|&s| (1.0 + list.reward(s)) / 2.0).sum();
            assert!((won - 2.0).abs() < 1e-6, "{scores:?} {won}");
        }
    }
}
