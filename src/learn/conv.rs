//! The convolutional network: as the paper's, but small enough for a processor without an accelerator.
//!
//! The board is a square of [`SIDE`] cells with the cross in its middle, and five planes of it: dots, and the used
//! slots of each direction. Layers of 3 x 3 cells with a rectifier follow. A move's logit is a linear function, one for each direction
//! and place of the dot on the line, of the last layer at the cell of its dot; the value is tanh of a linear function
//! of the last layer's mean over the board and of the number of moves. What lies beyond the square is not seen.

use super::facts::{self, CHANNELS, Fact};
use super::layers::{add, add_scaled, dot, rectify};
use super::lesson::{Lesson, Losses, Slopes};
use super::local::scaled;
use super::network::Evaluation;
use super::random::{Rng, normal};
use crate::game::{Board, Code};
use crate::geometry::Variant;

/// Cells on a side of the board: the paper's largest has 22.
const SIDE: usize = 24;

/// A rim of zeros spares the layers all questions about edges.
const PADDED: usize = SIDE + 2;

const CELLS: usize = PADDED * PADDED;

/// The cells of a 3 x 3 square around a cell, as steps.
const AROUND: [isize; 9] = {
    let p = PADDED as isize;
    [-p - 1, -p, -p + 1, -1, 0, 1, p - 1, p, p + 1]
};

/// Ways to draw a line with a dot in a cell: direction and mark.
const WAYS: usize = 20;

/// The network without its parameters.
#[derive(Clone, Debug)]
pub(super) struct Conv {
    variant: Variant,
    channels: usize,
    /// Where each layer starts in the parameters.
    layers: Vec<usize>,
    policy: usize,
    value: usize,
    len: usize,
}

/// Memory that is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    facts: Vec<Fact>,
    /// The activations of all layers, each with its rim.
    layers: Vec<f32>,
    slopes: Vec<f32>,
}

/// The inner cells.
fn inner() -> impl Iterator<Item = usize> {
    (1..=SIDE).flat_map(|row| (1..=SIDE).map(move |column| row * PADDED + column))
}

const fn moved(cell: usize, by: isize) -> usize {
    cell.wrapping_add_signed(by)
}

impl Conv {
    pub(super) fn new(variant: Variant, channels: u16, layers: u8) -> Self {
        let channels = usize::from(channels);
        let mut len = 0;
        let mut take = |n: usize| {
            len += n;
            len - n
        };
        let inputs = |layer| if layer == 0 { CHANNELS } else { channels };
        let layers = (0..layers.max(1))
            .map(|layer| take((9 * inputs(layer) + 1) * channels))
            .collect();
        let (policy, value) = (take(WAYS * (channels + 1)), take(channels + 2));
        Self {
            variant,
            channels,
            layers,
            policy,
            value,
            len,
        }
    }

    /// Number of parameters.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    const fn inputs(&self, layer: usize) -> usize {
        if layer == 0 { CHANNELS } else { self.channels }
    }

    /// First weights: normal, scaled to what flows in; heads of zeros, so that the first policy is the uniform one.
    pub(super) fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut params = vec![0.0; self.len];
        for (layer, &start) in self.layers.iter().enumerate() {
            let fan_in = 9 * self.inputs(layer);
            let scale = (2.0 / fan_in as f32).sqrt();
            let weights = &mut params[start..start + fan_in * self.channels];
            weights.iter_mut().for_each(|p| *p = scale * normal(rng));
        }
        params
    }

    /// The cell of the padded board; `None` beyond the square.
    fn cell(&self, x: i16, y: i16) -> Option<usize> {
        let margin = (SIDE as i16 - self.variant.cross_span()) / 2;
        let inside = |v: i16| (0..SIDE as i16).contains(&(v + margin));
        let number = |v: i16| (v + margin + 1) as usize;
        (inside(x) && inside(y)).then(|| number(y) * PADDED + number(x))
    }

    fn way(&self, code: Code) -> (Option<usize>, usize) {
        let mv = code.to_move();
        let way = mv.line.direction.index() * 5 + usize::from(mv.mark);
        (self.cell(mv.dot().x, mv.dot().y), way)
    }

    fn forward(
        &self,
        params: &[f32],
        board: &Board,
        scratch: &mut Scratch,
        dropout: &mut Option<(&mut Rng, f32)>,
    ) {
        scratch.facts.clear();
        facts::of_cross(self.variant, &mut scratch.facts);
        for &code in board.history() {
            facts::of_move(self.variant, code, &mut scratch.facts);
        }
        let size = CELLS * self.channels;
        scratch.layers.clear();
        scratch.layers.resize(size * self.layers.len(), 0.0);
        for layer in 0..self.layers.len() {
            let (below, own) = scratch.layers.split_at_mut(layer * size);
            let own = &mut own[..size];
            match layer {
                0 => self.first(params, &scratch.facts, own),
                _ => self.next(params, layer, &below[(layer - 1) * size..], own),
            }
            for cell in inner() {
                let values = &mut own[cell * self.channels..][..self.channels];
                match dropout {
                    Some((rng, keep)) => rectify(values, Some((rng, *keep))),
                    None => rectify(values, None),
                }
            }
        }
    }

    fn bias<'a>(&self, params: &'a [f32], layer: usize) -> &'a [f32] {
        let start = self.layers[layer] + 9 * self.inputs(layer) * self.channels;
        &params[start..][..self.channels]
    }

    /// The first layer: every fact adds to the cells around it.
    fn first(&self, params: &[f32], facts: &[Fact], own: &mut [f32]) {
        let c = self.channels;
        let bias = self.bias(params, 0);
        inner().for_each(|cell| own[cell * c..][..c].copy_from_slice(bias));
        for (cell, channel) in facts.iter().filter_map(|f| self.seen(f)) {
            for (i, by) in AROUND.into_iter().enumerate() {
                let row = &params[self.layers[0] + (i * CHANNELS + channel) * c..][..c];
                add(&mut own[moved(cell, -by) * c..][..c], row);
            }
        }
        clear_rim(own, c);
    }

    fn seen(&self, fact: &Fact) -> Option<(usize, usize)> {
        let cell = self.cell(fact.x, fact.y)?;
        Some((cell, usize::from(fact.channel)))
    }

    fn next(&self, params: &[f32], layer: usize, below: &[f32], own: &mut [f32]) {
        let c = self.channels;
        let weights = &params[self.layers[layer]..][..9 * c * c];
        let bias = self.bias(params, layer);
        for cell in inner() {
            let out = &mut own[cell * c..][..c];
            out.copy_from_slice(bias);
            for (by, square) in AROUND.into_iter().zip(weights.chunks_exact(c * c)) {
                let input = &below[moved(cell, by) * c..][..c];
                for (&x, row) in input.iter().zip(square.chunks_exact(c)) {
                    if x != 0.0 {
                        add_scaled(out, x, row);
                    }
                }
            }
        }
    }

    /// The logits, and the value before its tanh.
    fn heads(&self, params: &[f32], board: &Board, top: &[f32], logits: &mut Vec<f32>) -> f32 {
        let c = self.channels;
        logits.clear();
        logits.extend(board.legal().iter().map(|&code| {
            let (cell, way) = self.way(code);
            let head = &params[self.policy + way * (c + 1)..][..=c];
            cell.map_or(0.0, |cell| dot(&top[cell * c..][..c], &head[..c])) + head[c]
        }));
        let head = &params[self.value..][..c + 2];
        dot(&mean(top, c), &head[..c]) + head[c] * scaled(board.len()) + head[c + 1]
    }

    /// Logits of the legal moves, in their order, and the value of the position.
    pub(super) fn evaluate(
        &self,
        params: &[f32],
        board: &Board,
        scratch: &mut Scratch,
        out: &mut Evaluation,
    ) {
        self.forward(params, board, scratch, &mut None);
        let top = &scratch.layers[(self.layers.len() - 1) * CELLS * self.channels..];
        out.value = self.heads(params, board, top, &mut out.logits).tanh();
    }

    /// Adds the derivatives of the loss over the positions of a game to `grads`.
    pub(super) fn learn(
        &self,
        params: &[f32],
        lesson: &Lesson<'_>,
        mut dropout: Option<(&mut Rng, f32)>,
        grads: &mut [f32],
    ) -> Losses {
        let keep = dropout.as_ref().map_or(1.0, |&(_, keep)| keep);
        let mut scratch = Scratch::default();
        let mut losses = Losses::default();
        let mut logits = Vec::new();
        lesson.replay(|board, aim| {
            self.forward(params, board, &mut scratch, &mut dropout);
            let size = CELLS * self.channels;
            let mut end = scratch.layers.len();
            let top = &scratch.layers[end - size..];
            let value = self.heads(params, board, top, &mut logits).tanh();
            let Slopes { value, losses: own } = lesson.slopes(&aim, &mut logits, value);
            losses += own;
            self.heads_back(params, board, &mut scratch, &logits, value, keep, grads);
            for layer in (1..self.layers.len()).rev() {
                let (below, _) = scratch.layers.split_at_mut(end - size);
                let start = below.len() - size;
                self.next_back(
                    params,
                    layer,
                    &mut below[start..],
                    &scratch.slopes,
                    keep,
                    grads,
                );
                scratch.slopes.copy_from_slice(&below[start..]);
                end -= size;
            }
            self.first_back(&scratch, grads);
        });
        losses
    }

    /// Fills the slopes of the last layer.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one position, read once"
    )]
    fn heads_back(
        &self,
        params: &[f32],
        board: &Board,
        scratch: &mut Scratch,
        by_logits: &[f32],
        by_value: f32,
        keep: f32,
        grads: &mut [f32],
    ) {
        let c = self.channels;
        let size = CELLS * c;
        let top = &scratch.layers[scratch.layers.len() - size..];
        let slopes = &mut scratch.slopes;
        slopes.clear();
        slopes.resize(size, 0.0);
        add_scaled(&mut grads[self.value..][..c], by_value, &mean(top, c));
        grads[self.value + c] += by_value * scaled(board.len());
        grads[self.value + c + 1] += by_value;
        let share = by_value / (SIDE * SIDE) as f32;
        let head = &params[self.value..][..c];
        inner().for_each(|cell| add_scaled(&mut slopes[cell * c..][..c], share, head));
        for (&code, &slope) in board.legal().iter().zip(by_logits) {
            let (cell, way) = self.way(code);
            let start = self.policy + way * (c + 1);
            grads[start + c] += slope;
            if let Some(cell) = cell {
                add_scaled(&mut grads[start..][..c], slope, &top[cell * c..][..c]);
                add_scaled(&mut slopes[cell * c..][..c], slope, &params[start..][..c]);
            }
        }
        for (slope, &value) in slopes.iter_mut().zip(top) {
            *slope = if value > 0.0 { *slope / keep } else { 0.0 };
        }
    }

    /// Turns the activations of the layer below into the slopes by what was rectified there.
    fn next_back(
        &self,
        params: &[f32],
        layer: usize,
        below: &mut [f32],
        slopes: &[f32],
        keep: f32,
        grads: &mut [f32],
    ) {
        let c = self.channels;
        let start = self.layers[layer];
        let weights = &params[start..][..9 * c * c];
        let grads = &mut grads[start..][..(9 * c + 1) * c];
        inner().for_each(|cell| add(&mut grads[9 * c * c..], &slopes[cell * c..][..c]));
        for cell in inner() {
            for channel in 0..c {
                let x = below[cell * c + channel];
                if x == 0.0 {
                    continue;
                }
                let mut down = 0.0;
                for (i, by) in AROUND.into_iter().enumerate() {
                    let out = &slopes[moved(cell, -by) * c..][..c];
                    let row = (i * c + channel) * c;
                    add_scaled(&mut grads[row..][..c], x, out);
                    down += dot(&weights[row..][..c], out);
                }
                below[cell * c + channel] = down / keep;
            }
        }
    }

    fn first_back(&self, scratch: &Scratch, grads: &mut [f32]) {
        let c = self.channels;
        let slopes = &scratch.slopes;
        let grads = &mut grads[self.layers[0]..][..(9 * CHANNELS + 1) * c];
        inner().for_each(|cell| add(&mut grads[9 * CHANNELS * c..], &slopes[cell * c..][..c]));
        for (cell, channel) in scratch.facts.iter().filter_map(|f| self.seen(f)) {
            for (i, by) in AROUND.into_iter().enumerate() {
                let out = &slopes[moved(cell, -by) * c..][..c];
                add(&mut grads[(i * CHANNELS + channel) * c..][..c], out);
            }
        }
    }
}

fn mean(top: &[f32], channels: usize) -> Vec<f32> {
    let mut sum = vec![0.0; channels];
    for cell in top.chunks_exact(channels) {
        add(&mut sum, cell);
    }
    sum.iter_mut().for_each(|s| *s /= (SIDE * SIDE) as f32);
    sum
}

fn clear_rim(layer: &mut [f32], channels: usize) {
    let last = PADDED - 1;
    for i in 0..PADDED {
        for cell in [i, last * PADDED + i, i * PADDED, i * PADDED + last] {
            layer[cell * channels..][..channels].fill(0.0);
        }
    }
}
