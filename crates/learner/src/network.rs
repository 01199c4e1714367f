//! A network with its parameters.

use super::lesson::{Lesson, Losses};
use super::local::{Evaluation, Local, Memory};
use super::params::Shape;
use super::random::Rng;
use morpion_rules::game::Board;
use morpion_rules::geometry::Variant;

/// A policy and value network.
#[derive(Clone, Debug)]
pub struct Network {
    local: Local,
    params: Vec<f32>,
}

/// A position, the network's memory of the game before it, and the network's evaluation.
#[derive(Clone)]
pub(super) struct Seat {
    pub(super) board: Board,
    pub(super) said: Evaluation,
    memory: Memory,
}

impl Seat {
    pub(super) fn new(board: Board) -> Self {
        Self {
            board,
            said: Evaluation::default(),
            memory: Memory::default(),
        }
    }
}

impl Network {
    /// A network with random weights whose policy is the uniform one.
    pub(super) fn initial(shape: &Shape, variant: Variant, rng: &mut Rng) -> Self {
        let local = Local::new(variant, shape.radius, &shape.hidden);
        Self {
            params: local.initial(rng),
            local,
        }
    }

    /// A network with these parameters; `None` when their number does not fit.
    pub(super) fn with_params(shape: &Shape, variant: Variant, params: Vec<f32>) -> Option<Self> {
        let local = Local::new(variant, shape.radius, &shape.hidden);
        (params.len() == local.len()).then_some(Self { local, params })
    }

    /// All parameters.
    pub fn params(&self) -> &[f32] {
        &self.params
    }

    pub(super) fn params_mut(&mut self) -> &mut [f32] {
        &mut self.params
    }

    /// The network's evaluation of one position.
    pub fn evaluate(&self, board: &Board) -> Evaluation {
        let mut seat = Seat::new(board.clone());
        self.look(&mut seat);
        seat.said
    }

    /// Looks at a position; one that follows the last one of its seat costs least.
    pub(super) fn look(&self, seat: &mut Seat) {
        let Seat {
            board,
            said,
            memory,
        } = seat;
        self.local.evaluate(&self.params, board, memory, said);
    }

    /// Adds the derivatives of the loss of a game to `grads`.
    pub(super) fn learn(&self, lesson: &Lesson<'_>, grads: &mut [f32]) -> Losses {
        self.local.learn(&self.params, lesson, grads)
    }
}
