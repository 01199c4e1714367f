//! The parameters on the command line, with the letters of table I of the paper where they are the same.

use super::params::{Params, Shape};

/// What the learner can be told.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Parameters of ranked-reward")]
pub struct LearnOptions {
    /// Iterations [default: 1000].
    #[arg(long = "I", visible_alias = "iterations", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// Episodes of an iteration [default: 300].
    #[arg(long = "E", visible_alias = "episodes", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub episodes: Option<u32>,
    /// Positions of a minibatch; whole games are drawn until there are as many [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub bs: Option<u32>,
    /// The step of Adam, at most 1 [default: 0.001].
    #[arg(long, value_name = "X", value_parser = share)]
    pub lr: Option<f32>,
    /// Length of the reward list [default: 300].
    #[arg(long = "L", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub length: Option<u32>,
    /// How far a move's credit looks ahead: 1 to the end of the game, 0 to the next position [default: 0.9].
    #[arg(long, value_name = "X", value_parser = share)]
    pub lambda: Option<f32>,
    /// Weight of the policy's entropy, 0 to 1 [default: 0.02].
    #[arg(long, value_name = "X", value_parser = share)]
    pub entropy: Option<f32>,
    /// Weight of the value's squared error, 0 to 1 [default: 0.5].
    #[arg(long, value_name = "X", value_parser = share)]
    pub value_weight: Option<f32>,
    /// Cells that a move sees on every side of its dot [default: 7].
    #[arg(long, value_name = "CELLS", value_parser = clap::value_parser!(u8).range(1..=15))]
    pub radius: Option<u8>,
    /// Widths of the hidden layers [default: 64,32].
    #[arg(long, value_name = "W,...", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub hidden: Vec<u16>,
}

/// The text is no number of the range.
#[derive(Debug, thiserror::Error)]
#[error("give a number from 0 to 1")]
struct NotInRange;

fn share(text: &str) -> Result<f32, NotInRange> {
    let number = text.trim().parse().map_err(|_| NotInRange)?;
    let is_fine = (0.0..=1.0).contains(&number);
    is_fine.then_some(number).ok_or(NotInRange)
}

impl LearnOptions {
    /// The parameters; alpha is an option of other algorithms, too.
    pub fn params(&self, alpha: Option<f64>) -> Params {
        let usual = Params::default();
        Params {
            iterations: self.iterations.unwrap_or(usual.iterations),
            episodes: self.episodes.unwrap_or(usual.episodes),
            bs: self.bs.unwrap_or(usual.bs),
            lr: self.lr.unwrap_or(usual.lr),
            length: self.length.map_or(usual.length, |n| n as usize),
            alpha: alpha.unwrap_or(usual.alpha),
            lambda: self.lambda.unwrap_or(usual.lambda),
            entropy: self.entropy.unwrap_or(usual.entropy),
            value: self.value_weight.unwrap_or(usual.value),
            shape: self.shape(),
        }
    }

    /// Whether nothing is told but how many iterations there are to be.
    pub fn is_only_longer(&self) -> bool {
        let rest = Self {
            iterations: None,
            ..self.clone()
        };
        rest == Self::default()
    }

    fn shape(&self) -> Shape {
        let usual = Shape::default();
        Shape {
            radius: self.radius.unwrap_or(usual.radius),
            hidden: match self.hidden.as_slice() {
                [] => usual.hidden,
                widths => widths.to_vec(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_is_as_usual() {
        let options = LearnOptions {
            episodes: Some(7),
            ..LearnOptions::default()
        };
        let params = Params {
            episodes: 7,
            ..Params::default()
        };
        assert_eq!(options.params(None), params);
        assert!(!options.is_only_longer());
    }

    #[test]
    fn numbers_beyond_their_range_are_refused() {
        assert!(share("1.1").is_err() && share("-0.1").is_err() && share("nan").is_err());
        assert_eq!(share("0.25").unwrap(), 0.25);
    }
}
