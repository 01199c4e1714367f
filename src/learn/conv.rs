//! The convolutional network: as the paper's, but small enough for a processor without an accelerator. Its layers and
//! their derivatives are those of the library candle.
//!
//! The board is a square of [`SIDE`] cells with the cross in its middle, and five planes of it: dots, and the used
//! slots of each direction. Layers of 3 x 3 cells with a rectifier follow. A move's logit stands at the cell of its dot in the
//! plane of its way (direction, and place of the dot on the line), of the planes that a layer of 1 x 1 cells makes of the last one;
//! the value is tanh of a linear function of the last layer's mean over the board and of the number of moves.
//! What lies beyond the square is not seen: the logit of a move there is 0.

use candle_core::{Device, Result, Shape, Tensor, Var};

use super::facts::{self, CHANNELS, Fact};
use super::layers::add;
use super::lesson::{Lesson, Losses, Slopes};
use super::local::scaled;
use super::network::{Evaluation, Seat};
use super::random::{Rng, normal, unit};
use crate::game::{Board, Code};
use crate::geometry::Variant;

/// Cells on a side of the board: the paper's largest has 22.
const SIDE: usize = 24;

const CELLS: usize = SIDE * SIDE;

/// Ways to draw a line with a dot in a cell: direction and position.
const WAYS: usize = 20;

/// The network without its parameters.
#[derive(Clone, Debug)]
pub(super) struct Conv {
    variant: Variant,
    /// Weights and biases of the layers, then of the policy, then of the value: the order of the parameters.
    shapes: Vec<Shape>,
}

/// Positions as the network takes them, all at once.
#[derive(Default)]
struct Positions {
    planes: Vec<f32>,
    depths: Vec<f32>,
    /// Where each legal move's logit stands: 0 for those beyond the square, else one more than the index in all planes of ways.
    places: Vec<u32>,
    /// Legal moves of each position.
    moves: Vec<usize>,
    /// Scratch.
    facts: Vec<Fact>,
}

/// What the network says of positions: the logits one behind the other, and the values before their tanh.
struct Said {
    logits: Tensor,
    values: Tensor,
}

impl Conv {
    pub(super) fn new(variant: Variant, channels: u16, layers: u8) -> Self {
        let channels = usize::from(channels);
        let mut shapes = Vec::new();
        for layer in 0..layers.max(1) {
            let inputs = if layer == 0 { CHANNELS } else { channels };
            shapes.push(Shape::from((channels, inputs, 3, 3)));
            shapes.push(Shape::from((1, channels, 1, 1)));
        }
        shapes.push(Shape::from((WAYS, channels, 1, 1)));
        shapes.push(Shape::from((1, WAYS, 1, 1)));
        shapes.push(Shape::from((channels + 1, 1)));
        shapes.push(Shape::from((1, 1)));
        Self { variant, shapes }
    }

    /// Number of parameters.
    pub(super) fn len(&self) -> usize {
        self.shapes.iter().map(Shape::elem_count).sum()
    }

    /// First weights: normal, scaled to what flows in; heads of zeros, so that the first policy is the uniform one.
    pub(super) fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut params = Vec::with_capacity(self.len());
        for shape in &self.shapes {
            let scale = match shape.dims() {
                &[_, inputs, 3, 3] => (2.0 / (9 * inputs) as f32).sqrt(),
                _ => 0.0,
            };
            params.extend((0..shape.elem_count()).map(|_| scale * normal(rng)));
        }
        params
    }

    fn tensors(&self, params: &[f32]) -> Result<Vec<Tensor>> {
        let mut rest = params;
        let take = |shape: &Shape| {
            let (own, behind) = rest.split_at(shape.elem_count());
            rest = behind;
            Tensor::from_slice(own, shape, &Device::Cpu)
        };
        self.shapes.iter().map(take).collect()
    }

    /// The cell on the square; `None` beyond it.
    fn cell(&self, x: i16, y: i16) -> Option<usize> {
        let margin = (SIDE as i16 - self.variant.cross_span()) / 2;
        let number = |v: i16| usize::try_from(v + margin).ok().filter(|&n| n < SIDE);
        Some(number(y)? * SIDE + number(x)?)
    }

    /// Adds a position behind the others.
    fn put(&self, board: &Board, positions: &mut Positions) {
        let number = positions.depths.len();
        let planes = &mut positions.planes;
        planes.resize((number + 1) * CHANNELS * CELLS, 0.0);
        positions.facts.clear();
        facts::of_cross(self.variant, &mut positions.facts);
        for &code in board.history() {
            facts::of_move(self.variant, code, &mut positions.facts);
        }
        for fact in &positions.facts {
            if let Some(cell) = self.cell(fact.x, fact.y) {
                let plane = number * CHANNELS + usize::from(fact.channel);
                planes[plane * CELLS + cell] = 1.0;
            }
        }
        let places = board.legal().iter().map(|&code| self.place(number, code));
        positions.places.extend(places);
        positions.moves.push(board.legal().len());
        positions.depths.push(scaled(board.len()));
    }

    fn place(&self, position: usize, code: Code) -> u32 {
        let mv = code.to_move();
        let way = mv.line.direction.index() * 5 + usize::from(mv.position);
        let plane = position * WAYS + way;
        let cell = self.cell(mv.dot().x, mv.dot().y);
        cell.map_or(0, |cell| (1 + plane * CELLS + cell) as u32)
    }

    /// Logits of the legal moves, in their order, and the values of the positions of the seats.
    pub(super) fn evaluate(&self, params: &[f32], seats: &mut [Seat]) {
        let mut positions = Positions::default();
        for seat in &*seats {
            self.put(&seat.board, &mut positions);
        }
        let say = || {
            let said = forward(&self.tensors(params)?, &positions, &mut None)?;
            Ok((said.logits.to_vec1()?, said.values.to_vec1()?))
        };
        let (logits, values): (Vec<f32>, Vec<f32>) = fitting(say());
        let mut rest = logits.as_slice();
        for ((seat, &moves), value) in seats.iter_mut().zip(&positions.moves).zip(values) {
            let (own, behind) = rest.split_at(moves);
            rest = behind;
            seat.said = Evaluation {
                logits: own.to_vec(),
                value: value.tanh(),
            };
        }
    }

    /// Adds the derivatives of the loss over the positions of a game to `grads`.
    pub(super) fn learn(
        &self,
        params: &[f32],
        lesson: &Lesson<'_>,
        mut dropout: Option<(&mut Rng, f32)>,
        grads: &mut [f32],
    ) -> Losses {
        let (mut positions, mut aims) = (Positions::default(), Vec::new());
        lesson.replay(|board, aim| {
            self.put(board, &mut positions);
            aims.push(aim);
        });
        let mut losses = Losses::default();
        let mut follow = || {
            let vars = self.tensors(params)?;
            let vars: Vec<Var> = vars.iter().map(Var::from_tensor).collect::<Result<_>>()?;
            let tensors: Vec<Tensor> = vars.iter().map(|v| v.as_tensor().clone()).collect();
            let said = forward(&tensors, &positions, &mut dropout)?;
            let mut by_logits: Vec<f32> = said.logits.to_vec1()?;
            let mut by_values: Vec<f32> = said.values.to_vec1()?;
            let mut rest = by_logits.as_mut_slice();
            for (aim, value) in aims.iter().zip(&mut by_values) {
                let (own, behind) = rest.split_at_mut(aim.shares.len());
                rest = behind;
                let slopes: Slopes = lesson.slopes(aim, own, value.tanh());
                losses += slopes.losses;
                *value = slopes.value;
            }
            back(&said, by_logits, by_values, &vars)
        };
        let mut rest = grads;
        for own in fitting(follow()) {
            let (front, behind) = rest.split_at_mut(own.len());
            add(front, &own);
            rest = behind;
        }
        losses
    }
}

/// What candle refuses are shapes that do not fit together; ours follow from one another.
fn fitting<T>(result: Result<T>) -> T {
    result.expect("the shapes of the layers fit together")
}

/// `tensors` are the parameters in their order.
fn forward(
    tensors: &[Tensor],
    positions: &Positions,
    dropout: &mut Option<(&mut Rng, f32)>,
) -> Result<Said> {
    let count = positions.depths.len();
    let cpu = &Device::Cpu;
    let (layers, heads) = tensors.split_at(tensors.len() - 4);
    let planes = positions.planes.as_slice();
    let mut x = Tensor::from_slice(planes, (count, CHANNELS, SIDE, SIDE), cpu)?;
    for layer in layers.chunks_exact(2) {
        let sums = x.conv2d(&layer[0], 1, 1, 1, 1)?;
        x = sums.broadcast_add(&layer[1])?.relu()?;
        if let Some((rng, keep)) = dropout {
            x = (&x * mask(x.shape(), rng, *keep)?)?;
        }
    }
    let ways = x.conv2d(&heads[0], 0, 1, 1, 1)?.broadcast_add(&heads[1])?;
    let beyond = Tensor::zeros(1, candle_core::DType::F32, cpu)?;
    let ways = Tensor::cat(&[&beyond, &ways.flatten_all()?], 0)?;
    let places = Tensor::from_slice(&positions.places, positions.places.len(), cpu)?;
    let depths = Tensor::from_slice(&positions.depths, (count, 1), cpu)?;
    let means = x.mean((2, 3))?;
    let values = Tensor::cat(&[&means, &depths], 1)?.matmul(&heads[2])?;
    Ok(Said {
        logits: ways.index_select(&places, 0)?,
        values: values.broadcast_add(&heads[3])?.flatten_all()?,
    })
}

/// Drops each number with probability 1 - `keep`, the others growing by 1 / `keep`. From our generator: candle's cannot be seeded.
fn mask(shape: &Shape, rng: &mut Rng, keep: f32) -> Result<Tensor> {
    let factor = |_| if unit(rng) < keep { 1.0 / keep } else { 0.0 };
    let factors: Vec<f32> = (0..shape.elem_count()).map(factor).collect();
    Tensor::from_vec(factors, shape, &Device::Cpu)
}

/// The derivatives by the variables, from those by what the network says.
fn back(
    said: &Said,
    by_logits: Vec<f32>,
    by_values: Vec<f32>,
    vars: &[Var],
) -> Result<Vec<Vec<f32>>> {
    let weighted = |tensor: &Tensor, slopes: Vec<f32>| {
        let slopes = Tensor::from_vec(slopes, tensor.shape(), &Device::Cpu)?;
        (tensor * slopes)?.sum_all()
    };
    let sum = (weighted(&said.logits, by_logits)? + weighted(&said.values, by_values)?)?;
    let grads = sum.backward()?;
    let own = |var: &Var| match grads.get(var) {
        Some(own) => own.flatten_all()?.to_vec1(),
        None => Ok(vec![0.0; var.elem_count()]),
    };
    vars.iter().map(own).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::geometry::{Cell, Symmetry};

    /// The marked cells of the plane of dots, as cells of the grid.
    fn dots(conv: &Conv, board: &Board) -> BTreeSet<(i16, i16)> {
        let mut positions = Positions::default();
        conv.put(board, &mut positions);
        let margin = (SIDE as i16 - board.variant().cross_span()) / 2;
        let marked = (0..CELLS).filter(|&cell| positions.planes[cell] == 1.0);
        let place = |cell: usize| {
            let (x, y) = (cell % SIDE, cell / SIDE);
            (x as i16 - margin, y as i16 - margin)
        };
        marked.map(place).collect()
    }

    #[test]
    fn planes_turn_with_the_position() {
        for variant in Variant::ALL {
            let conv = Conv::new(variant, 2, 1);
            let mut board = Board::new(variant);
            for _ in 0..10 {
                board.play_nth(board.legal().len() / 2);
            }
            let seen = dots(&conv, &board);
            for symmetry in Symmetry::ALL {
                let mut turned = Board::new(variant);
                for &code in board.history() {
                    let image = facts::image(variant, symmetry, code).unwrap();
                    turned.play_code(image).unwrap();
                }
                let image = |&(x, y): &(i16, i16)| {
                    let cell = symmetry.cell(variant, Cell::new(x, y));
                    (cell.x, cell.y)
                };
                assert_eq!(dots(&conv, &turned), seen.iter().map(image).collect());
            }
        }
    }

    #[test]
    fn positions_seen_together_are_seen_as_alone() {
        let mut rng = Rng::seed_from_u64(1);
        let conv = Conv::new(Variant::D4, 4, 2);
        let params: Vec<f32> = (0..conv.len()).map(|_| 0.2 * normal(&mut rng)).collect();
        let mut seats: Vec<Seat> = (0..5)
            .map(|n| {
                let mut board = Board::new(Variant::D4);
                for _ in 0..2 * n {
                    board.play_nth(0);
                }
                Seat::new(board)
            })
            .collect();
        conv.evaluate(&params, &mut seats);
        for seat in &seats {
            let mut alone = [Seat::new(seat.board.clone())];
            conv.evaluate(&params, &mut alone);
            let pairs = seat.said.logits.iter().zip(&alone[0].said.logits);
            assert_eq!(seat.said.logits.len(), seat.board.legal().len());
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-4));
            assert!((seat.said.value - alone[0].said.value).abs() < 1e-4);
        }
    }
}
