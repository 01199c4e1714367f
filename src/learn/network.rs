//! A network with its parameters, whichever it is.

use super::conv::Conv;
use super::lesson::{Lesson, Losses};
use super::local::{self, Local};
use super::params::Shape;
use super::random::Rng;
use crate::game::Board;
use crate::geometry::Variant;

/// What a network says of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// A number for each legal move, in their order; the policy is in proportion to their exponentials.
    pub logits: Vec<f32>,
    /// How likely the game is to be won: -1 to 1.
    pub value: f32,
}

/// A policy and value network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    body: Body,
    params: Vec<f32>,
}

#[derive(Clone, Debug)]
enum Body {
    Local(Box<Local>),
    Conv(Conv),
}

/// A position, what the network remembers of the game before it, and what it says of it.
#[derive(Clone)]
pub(super) struct Seat {
    pub(super) board: Board,
    pub(super) said: Evaluation,
    memory: local::Memory,
}

impl Seat {
    pub(super) fn new(board: Board) -> Self {
        Self {
            board,
            said: Evaluation::default(),
            memory: local::Memory::default(),
        }
    }
}

impl Network {
    /// A network with random weights whose policy is the uniform one.
    pub(super) fn initial(shape: &Shape, variant: Variant, rng: &mut Rng) -> Self {
        let mut network = Self::blank(shape, variant);
        network.params = match &network.body {
            Body::Local(local) => local.initial(rng),
            Body::Conv(conv) => conv.initial(rng),
        };
        network
    }

    /// A network with these parameters; `None` when their number is another one.
    pub(super) fn with_params(shape: &Shape, variant: Variant, params: Vec<f32>) -> Option<Self> {
        let mut network = Self::blank(shape, variant);
        (params.len() == network.params.len()).then(|| {
            network.params = params;
            network
        })
    }

    fn blank(shape: &Shape, variant: Variant) -> Self {
        let (body, len) = match shape {
            Shape::Local { radius, hidden } => {
                let local = Local::new(variant, *radius, hidden);
                let len = local.len();
                (Body::Local(Box::new(local)), len)
            }
            Shape::Conv { channels, layers } => {
                let conv = Conv::new(variant, *channels, *layers);
                let len = conv.len();
                (Body::Conv(conv), len)
            }
        };
        Self {
            shape: shape.clone(),
            body,
            params: vec![0.0; len],
        }
    }

    /// Which network it is.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All parameters.
    pub fn params(&self) -> &[f32] {
        &self.params
    }

    pub(super) fn params_mut(&mut self) -> &mut [f32] {
        &mut self.params
    }

    /// What the network says of one position.
    pub fn evaluate(&self, board: &Board) -> Evaluation {
        let mut seats = [Seat::new(board.clone())];
        self.look(&mut seats);
        let [seat] = seats;
        seat.said
    }

    /// Looks at the positions of parallel games: at all at once with convolutions, else at one after the other, where a
    /// position that follows the last one of its seat costs least.
    pub(super) fn look(&self, seats: &mut [Seat]) {
        match &self.body {
            Body::Conv(conv) => conv.evaluate(&self.params, seats),
            Body::Local(local) => {
                for Seat {
                    board,
                    said,
                    memory,
                } in seats
                {
                    local.evaluate(&self.params, board, memory, said);
                }
            }
        }
    }

    /// Adds the derivatives of the loss of a game to `grads`; dropout, where there is one, with the share it keeps.
    pub(super) fn learn(
        &self,
        lesson: &Lesson<'_>,
        dropout: Option<(&mut Rng, f32)>,
        grads: &mut [f32],
    ) -> Losses {
        match &self.body {
            Body::Local(local) => local.learn(&self.params, lesson, dropout, grads),
            Body::Conv(conv) => conv.learn(&self.params, lesson, dropout, grads),
        }
    }
}
