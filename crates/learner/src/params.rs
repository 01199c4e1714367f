//! The parameters of the learner, also on the command line, with the letters of table I of the paper where they are the same.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The size of the network, which scores each legal move from its neighbourhood, turned so that all moves look alike.
///
/// Files say that it is the "local" one: there was another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(tag = "network", rename = "local")]
pub struct Shape {
    /// Cells that a move sees on every side of its dot, 1 to 15.
    #[arg(long, value_name = "CELLS", default_value_t = Shape::default().radius, value_parser = clap::value_parser!(u8).range(1..=15))]
    pub radius: u8,
    /// Widths of the hidden layers, at least one, each 1 to 1024.
    #[arg(long, value_name = "W,...", value_delimiter = ',', default_values_t = Shape::default().hidden, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub hidden: Vec<u16>,
}

/// The parameters; the defaults are what learns best here (paper/notes/25-learner.md).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct Params {
    /// I: number of iterations. On the command line it can be raised for a learner that goes on, so it is not among these.
    #[arg(skip = Params::default().iterations)]
    #[serde(rename = "I")]
    pub iterations: u32,
    /// Episodes of an iteration, 1 to 1000000.
    #[arg(long = "E", visible_alias = "episodes", value_name = "N", default_value_t = Params::default().episodes, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[serde(rename = "E")]
    pub episodes: u32,
    /// Positions of a minibatch, at least 1. Whole games are drawn until there are as many: the positions of a game share most of
    /// their work.
    #[arg(long, value_name = "N", default_value_t = Params::default().bs, value_parser = clap::value_parser!(u32).range(1..))]
    pub bs: u32,
    /// The step of Adam, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = Params::default().lr, value_parser = share::<f32>)]
    pub lr: f32,
    /// Length of the reward list, 1 to 10000000.
    #[arg(long = "L", value_name = "N", default_value_t = Params::default().length, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    #[serde(rename = "L")]
    pub length: usize,
    /// Where the threshold stands in the sorted reward list, 0 to 1.
    #[arg(long, value_name = "A", default_value_t = Params::default().alpha, value_parser = share::<f64>)]
    pub alpha: f64,
    /// How far a move's credit looks ahead, 0 to 1, by the network's value: 1 to the end of the game, 0 to the next position.
    #[arg(long, value_name = "X", default_value_t = Params::default().lambda, value_parser = share::<f32>)]
    pub lambda: f32,
    /// Weight of the policy's entropy, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = Params::default().entropy, value_parser = share::<f32>)]
    pub entropy: f32,
    /// Weight of the value's squared error, 0 to 1.
    #[arg(long = "value-weight", value_name = "X", default_value_t = Params::default().value, value_parser = share::<f32>)]
    pub value: f32,
    /// The network.
    #[command(flatten)]
    #[serde(flatten)]
    pub shape: Shape,
}

/// The text is no number of the range.
#[derive(Debug, thiserror::Error)]
#[error("give a number from 0 to 1")]
struct NotInRange;

fn share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, NotInRange> {
    let number = text.trim().parse().map_err(|_| NotInRange)?;
    let is_fine = (T::from(0)..=T::from(1)).contains(&number);
    is_fine.then_some(number).ok_or(NotInRange)
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            radius: 7,
            hidden: vec![64, 32],
        }
    }
}

impl Default for Params {
    fn default() -> Self {
        Self {
            iterations: 1000,
            episodes: 300,
            bs: 1000,
            lr: 0.001,
            length: 300,
            alpha: 0.75,
            lambda: 0.9,
            entropy: 0.02,
            value: 0.5,
            shape: Shape::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_their_range_are_refused() {
        for text in ["1.1", "-0.1", "nan", "x"] {
            assert!(share::<f32>(text).is_err() && share::<f64>(text).is_err());
        }
        assert_eq!(share::<f64>("0.9").unwrap(), 0.9);
    }
}
