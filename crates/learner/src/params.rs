//! What the learner can be told, with the letters of table I of the paper where they are the same.

use serde::{Deserialize, Serialize};

/// The size of the network, which scores each legal move from its neighbourhood, turned so that all moves look alike.
///
/// Files say that it is the "local" one: there was another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "network", rename = "local")]
pub struct Shape {
    /// Cells seen on every side of the move's dot.
    pub radius: u8,
    /// Widths of the hidden layers, at least one.
    pub hidden: Vec<u16>,
}

/// The parameters; the defaults are what learns best here (paper/notes/25-learner.md).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// I: number of iterations.
    #[serde(rename = "I")]
    pub iterations: u32,
    /// E: episodes of an iteration.
    #[serde(rename = "E")]
    pub episodes: u32,
    /// bs: positions of a minibatch. Whole games are drawn until there are as many: the positions of a game share most of
    /// their work.
    pub bs: u32,
    /// lr: the step of Adam.
    pub lr: f32,
    /// L: length of the reward list.
    #[serde(rename = "L")]
    pub length: usize,
    /// alpha: where the threshold stands in the sorted list, 0 to 1.
    pub alpha: f64,
    /// lambda: what a move is worth is what it changed, by the network's value: 1 looks at the end of the game alone, 0 at the next
    /// position alone.
    pub lambda: f32,
    /// The weight of the policy's entropy.
    pub entropy: f32,
    /// The weight of the value's squared error.
    pub value: f32,
    /// The network.
    #[serde(flatten)]
    pub shape: Shape,
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
