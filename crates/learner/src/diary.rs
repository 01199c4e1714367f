//! The diary: the figures of every iteration, as a line of text and of comma-separated values.

use serde::{Deserialize, Serialize};

/// One iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub iteration: u32,
    /// Games finished so far.
    pub games: u64,
    /// Steps of Adam so far.
    pub steps: u64,
    /// Moves of the longest game so far.
    pub best: u32,
    /// Mean length of the games of self-play of this iteration.
    pub mean: f64,
    /// The longest of them.
    pub longest: u32,
    /// The threshold r_alpha at the end of self-play.
    pub threshold: u32,
    /// Mean of the reward list.
    pub list_mean: f64,
    /// The reward list: least, quarter, middle, three quarters, greatest.
    pub list: [u32; 5],
    /// Mean cross-entropy of the policy with its aim, in nats.
    pub policy_loss: f64,
    /// Mean squared error of the value.
    pub value_loss: f64,
    /// Mean entropy of the policy, in nats.
    pub entropy: f64,
    /// Games of self-play a second.
    pub games_per_second: f64,
    /// Positions trained on a second.
    pub samples_per_second: f64,
    /// Seconds of self-play and training so far, without pauses.
    pub seconds: f64,
}

/// The heads of [`Entry::csv`].
const HEADS: &str = "iteration,games,steps,best,mean,longest,threshold,list_mean,list_min,\
list_25,list_50,list_75,list_max,policy_loss,value_loss,entropy,games_per_second,\
samples_per_second,seconds";

impl Entry {
    fn csv(&self) -> String {
        let [min, quarter, middle, upper, max] = self.list;
        format!(
            "{},{},{},{},{:.3},{},{},{:.3},{min},{quarter},{middle},{upper},{max},{:.5},{:.5},{:.5},{:.1},{:.0},{:.2}",
            self.iteration,
            self.games,
            self.steps,
            self.best,
            self.mean,
            self.longest,
            self.threshold,
            self.list_mean,
            self.policy_loss,
            self.value_loss,
            self.entropy,
            self.games_per_second,
            self.samples_per_second,
            self.seconds
        )
    }
}

impl std::fmt::Display for Entry {
    /// The line of progress.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [min, quarter, middle, upper, max] = self.list;
        write!(
            f,
            "iteration {}: {} games, best {}, mean {:.1}, list {min} {quarter} {middle} {upper} {max}, \
             threshold {}, losses {:.3} {:.3}, entropy {:.3}, {:.0} games and {:.0} samples a second",
            self.iteration,
            self.games,
            self.best,
            self.mean,
            self.threshold,
            self.policy_loss,
            self.value_loss,
            self.entropy,
            self.games_per_second,
            self.samples_per_second
        )
    }
}

/// The diary as comma-separated values, heads first.
pub fn csv(diary: &[Entry]) -> String {
    let mut text = HEADS.to_owned();
    for entry in diary {
        text.push('\n');
        text.push_str(&entry.csv());
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A made-up iteration.
    fn entry(iteration: u32) -> Entry {
        Entry {
            iteration,
            games: 50,
            steps: 10,
            best: 61,
            mean: 40.5,
            longest: 55,
            threshold: 44,
            list_mean: 41.0,
            list: [20, 35, 40, 44, 61],
            policy_loss: 2.5,
            value_loss: 0.9,
            entropy: 2.4,
            games_per_second: 1000.0,
            samples_per_second: 50_000.0,
            seconds: 1.5,
        }
    }

    #[test]
    fn every_line_has_a_value_for_every_head() {
        let text = csv(&[entry(1), entry(2)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        let heads = lines[0].split(',').count();
        assert!(
            lines.iter().all(|l| l.split(',').count() == heads),
            "{text}"
        );
        assert!(
            lines[2].starts_with("2,50,10,61,40.500,55,44,"),
            "{}",
            lines[2]
        );
    }
}
