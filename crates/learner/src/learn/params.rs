//! What the learner can be told: table I of the paper, with its letters and defaults, and what goes beyond it.

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

/// How the games of self-play are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum SelfPlay {
    /// Moves straight from the policy, as in the paper.
    Policy,
    /// Tree search guided by the network at every move.
    Tree,
}

/// What a game is worth that is exactly as long as the threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// It is won or lost by the toss of a coin, as in the paper.
    #[default]
    Toss,
    /// It is won and lost in the proportions with which the share of won games in the list is 1 - alpha: what tosses of a
    /// coin with these chances come to on the mean, without their noise.
    Shared,
}

/// The parameters of Algorithm 1; table I has the defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// I: number of iterations.
    #[serde(rename = "I")]
    pub iterations: u32,
    /// E: episodes of an iteration.
    #[serde(rename = "E")]
    pub episodes: u32,
    /// T': from this move on the best move is played, before it moves are drawn.
    #[serde(rename = "T'")]
    pub threshold_step: u32,
    /// m: simulations a move in the game of stage 3; 0 leaves that game out.
    pub m: u32,
    /// Simulations a move in self-play by tree search (the paper's m = 100).
    pub m_self: u32,
    /// c: weight of the prior in the tree.
    pub c: f64,
    /// rs: iterations whose games are trained on.
    pub rs: u32,
    /// ep: passes over them.
    pub ep: u32,
    /// bs: positions of a minibatch. Whole games are drawn until there are as many: the positions of a game share most of
    /// their work.
    pub bs: u32,
    /// lr: the step of Adam.
    pub lr: f32,
    /// d: dropout probability, below 1.
    pub d: f32,
    /// L: length of the reward list.
    #[serde(rename = "L")]
    pub length: usize,
    /// alpha: where the threshold stands in the sorted list, 0 to 1.
    pub alpha: f64,
    /// What a game is worth at the threshold. (Networks from before there was a choice are of tosses.)
    #[serde(default)]
    pub ties: Ties,
    /// How the games of self-play are played.
    pub self_play: SelfPlay,
    /// The weight of all lost games together, against that of all won ones, when moves come straight from the policy: 0
    /// learns from won games alone; with 1 the weights cancel.
    pub punish: f32,
    /// lambda: moves are worth what they changed, by the network's value, instead of what their game is worth, when they come
    /// straight from the policy; 1 looks at the end of the game alone, 0 at the next position alone.
    #[serde(default)]
    pub lambda: Option<f32>,
    /// The weight of the policy's entropy.
    pub entropy: f32,
    /// The weight of the value's squared error.
    pub value: f32,
    /// The network.
    #[serde(flatten)]
    pub shape: Shape,
}

impl Params {
    /// What learns best here (paper/notes/25-learner.md): the policy gradient of the ranked reward, each game used once.
    ///
    /// A move gets credit for what it changed, by the network's value; moves are drawn to the end, and there is no game of stage 3.
    pub fn gradient() -> Self {
        Self {
            iterations: 1000,
            episodes: 300,
            threshold_step: 1000,
            m: 0,
            rs: 1,
            ep: 1,
            bs: 1000,
            lr: 0.001,
            d: 0.0,
            length: 300,
            alpha: 0.75,
            ties: Ties::Shared,
            lambda: Some(0.9),
            entropy: 0.02,
            value: 0.5,
            ..Self::default()
        }
    }
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
            iterations: 100,
            episodes: 50,
            threshold_step: 41,
            m: 20_000,
            m_self: 100,
            c: 1.0,
            rs: 10,
            ep: 5,
            bs: 64,
            lr: 0.005,
            d: 0.3,
            length: 200,
            alpha: 0.75,
            ties: Ties::Toss,
            self_play: SelfPlay::Policy,
            punish: 0.0,
            lambda: None,
            entropy: 0.0,
            value: 1.0,
            shape: Shape::default(),
        }
    }
}
