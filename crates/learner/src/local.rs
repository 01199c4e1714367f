//! The network that scores each legal move from its neighbourhood.
//!
//! Each move sees the dots and used slots around its dot, turned as [`Frames`] says, where the centre of the cross lies, and the
//! dot's place on its line: a short list of rows of a table. Their sum is the first hidden layer before its rectifier; full layers
//! follow, then one number, the logit. The value of a position is tanh of a linear function of the mean of the last hidden layer
//! over the legal moves, and of the number of moves played.
//!
//! A position differs from the one before by one dot and a few slots, so the sums are kept from move to move and only a few rows
//! are added. Training goes over whole games for the same reason: backwards through the game the derivatives
//! of a move's sum are added up for as long as the move stays legal, and each row receives the total from
//! where it was added, once.

use super::facts::{self, CHANNELS, Fact};
use super::frame::{CLASSES, Frame, Frames, PLACES};
use super::layers::{add, add_scaled, dense, dense_back, dot, rectify};
use super::lesson::{Aim, Lesson, Losses, Slopes};
use super::random::{Rng, normal};
use morpion_rules::game::{Board, Code};
use morpion_rules::geometry::Variant;

/// The network's evaluation of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// A number for each legal move, in their order; the policy is in proportion to their exponentials.
    pub logits: Vec<f32>,
    /// How likely the game is to be won: -1 to 1.
    pub value: f32,
}

/// The network without its parameters.
#[derive(Clone, Debug)]
pub(super) struct Local {
    variant: Variant,
    radius: i16,
    frames: Frames,
    widths: Vec<usize>,
    /// Where the full layers start in the parameters; the rows come first.
    full: Vec<usize>,
    policy: usize,
    value: usize,
    len: usize,
}

/// A game as the network follows it.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    history: Vec<Code>,
    facts: Vec<Fact>,
    codes: Vec<Code>,
    frames: Vec<Frame>,
    /// The sums of the legal moves, one after the other.
    sums: Vec<f32>,
    /// Scratch.
    layers: Vec<f32>,
}

impl Memory {
    fn forget_moves(&mut self) {
        self.codes.clear();
        self.frames.clear();
        self.sums.clear();
    }
}

/// A move of a game that is trained on, from when it becomes legal.
#[derive(Clone, Copy)]
struct Instance {
    frame: Frame,
    born: usize,
}

impl Local {
    pub(super) fn new(variant: Variant, radius: u8, hidden: &[u16]) -> Self {
        let widths: Vec<usize> = hidden.iter().map(|&w| usize::from(w)).collect();
        let radius = i16::from(radius);
        let side = 2 * radius as usize + 1;
        let rows = 2 * side * side * CHANNELS + 2 * PLACES * PLACES + CLASSES;
        let mut len = rows * widths[0];
        let mut take = |n: usize| {
            len += n;
            len - n
        };
        let full = widths.windows(2).map(|w| take((w[0] + 1) * w[1])).collect();
        let last = widths[widths.len() - 1];
        let (policy, value) = (take(last), take(last + 2));
        Self {
            variant,
            radius,
            frames: Frames::new(variant),
            full,
            policy,
            value,
            len,
            widths,
        }
    }

    /// Number of parameters.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// First weights: normal, scaled to what flows in; heads of zeros, so that the first policy is the uniform one.
    pub(super) fn initial(&self, rng: &mut Rng) -> Vec<f32> {
        let mut params = vec![0.0; self.len];
        let rows = self.full.first().copied().unwrap_or(self.policy);
        params[..rows]
            .iter_mut()
            .for_each(|p| *p = 0.1 * normal(rng));
        for (&start, w) in self.full.iter().zip(self.widths.windows(2)) {
            let scale = (2.0 / w[0] as f32).sqrt();
            let weights = &mut params[start..start + w[0] * w[1]];
            weights.iter_mut().for_each(|p| *p = scale * normal(rng));
        }
        params
    }

    /// The row of a fact, if it lies in the neighbourhood.
    #[inline]
    fn row(&self, frame: Frame, fact: Fact) -> Option<usize> {
        let (x, y, channel) = self.frames.see(frame, fact);
        let r = self.radius;
        let (x, y) = ((x + r) as u16, (y + r) as u16);
        let side = 2 * r as u16 + 1;
        (x < side && y < side).then(|| {
            let side = usize::from(side);
            let cell = (usize::from(frame.kind) * side + usize::from(y)) * side + usize::from(x);
            cell * CHANNELS + usize::from(channel)
        })
    }

    /// The rows of the facts that never change: the place and the class.
    fn fixed_rows(&self, frame: Frame) -> [usize; 2] {
        let side = 2 * self.radius as usize + 1;
        let places = 2 * side * side * CHANNELS;
        let place = usize::from(frame.kind) * PLACES * PLACES + self.frames.place(frame);
        [
            places + place,
            places + 2 * PLACES * PLACES + usize::from(frame.class),
        ]
    }

    fn rows_at_birth<'a>(
        &'a self,
        frame: Frame,
        facts: &'a [Fact],
    ) -> impl Iterator<Item = usize> + 'a {
        let seen = facts.iter().filter_map(move |&fact| self.row(frame, fact));
        self.fixed_rows(frame).into_iter().chain(seen)
    }

    /// Brings the memory to where the board stands.
    fn follow(&self, params: &[f32], memory: &mut Memory, board: &Board) {
        let history = board.history();
        let known = memory.history.len();
        let goes_on = !memory.facts.is_empty() && history.starts_with(&memory.history);
        if !goes_on {
            memory.history.clear();
            memory.facts.clear();
            facts::of_cross(self.variant, &mut memory.facts);
        }
        let first = memory.facts.len();
        for &code in &history[memory.history.len()..] {
            facts::of_move(self.variant, code, &mut memory.facts);
            memory.history.push(code);
        }
        match history.len().wrapping_sub(known) {
            0 if goes_on => (),
            1 if goes_on => self.keep_up(params, memory, board.legal(), first),
            _ => memory.forget_moves(),
        }
        for &code in &board.legal()[memory.codes.len()..] {
            self.give_birth(params, memory, code);
        }
    }

    /// Drops the moves that are no longer legal and adds the facts from `first` on to the others. Those stand at the front
    /// of the legal list, in their order.
    fn keep_up(&self, params: &[f32], memory: &mut Memory, legal: &[Code], first: usize) {
        let width = self.widths[0];
        let mut kept = 0;
        for i in 0..memory.codes.len() {
            if legal.get(kept) != Some(&memory.codes[i]) {
                continue;
            }
            memory.codes[kept] = memory.codes[i];
            memory.frames[kept] = memory.frames[i];
            memory
                .sums
                .copy_within(i * width..(i + 1) * width, kept * width);
            let sum = &mut memory.sums[kept * width..][..width];
            for &fact in &memory.facts[first..] {
                if let Some(row) = self.row(memory.frames[kept], fact) {
                    add(sum, &params[row * width..][..width]);
                }
            }
            kept += 1;
        }
        memory.codes.truncate(kept);
        memory.frames.truncate(kept);
        memory.sums.truncate(kept * width);
    }

    fn give_birth(&self, params: &[f32], memory: &mut Memory, code: Code) {
        let width = self.widths[0];
        let frame = self.frames.of(code);
        let start = memory.sums.len();
        memory.sums.resize(start + width, 0.0);
        for row in self.rows_at_birth(frame, &memory.facts) {
            add(&mut memory.sums[start..], &params[row * width..][..width]);
        }
        memory.codes.push(code);
        memory.frames.push(frame);
    }

    /// Logits of the legal moves, in their order, and the value of the position.
    pub(super) fn evaluate(
        &self,
        params: &[f32],
        board: &Board,
        memory: &mut Memory,
        out: &mut Evaluation,
    ) {
        self.follow(params, memory, board);
        let width = self.widths[0];
        let total: usize = self.widths.iter().sum();
        let mut layers = std::mem::take(&mut memory.layers);
        layers.resize(total, 0.0);
        let last = self.widths[self.widths.len() - 1];
        let mut mean = vec![0.0; last];
        out.logits.clear();
        for sum in memory.sums.chunks_exact(width) {
            layers[..width].copy_from_slice(sum);
            self.forward(params, &mut layers);
            let top = &layers[total - last..];
            out.logits.push(dot(top, &params[self.policy..][..last]));
            add(&mut mean, top);
        }
        memory.layers = layers;
        out.value = self
            .value_of(params, &mean, out.logits.len(), board.len())
            .tanh();
    }

    /// Computes all activations from the sum at the front of `layers`.
    fn forward(&self, params: &[f32], layers: &mut [f32]) {
        let mut start = 0;
        rectify(&mut layers[..self.widths[0]]);
        for (&full, w) in self.full.iter().zip(self.widths.windows(2)) {
            let (input, out) = layers[start..].split_at_mut(w[0]);
            dense(&params[full..], input, &mut out[..w[1]]);
            rectify(&mut out[..w[1]]);
            start += w[0];
        }
    }

    fn value_of(&self, params: &[f32], sum: &[f32], moves: usize, depth: usize) -> f32 {
        let head = &params[self.value..][..sum.len() + 2];
        let mean = dot(sum, &head[..sum.len()]) / moves.max(1) as f32;
        mean + head[sum.len()] * scaled(depth) + head[sum.len() + 1]
    }

    /// Adds the derivatives of the loss over the positions of a game to `grads`.
    pub(super) fn learn(&self, params: &[f32], lesson: &Lesson<'_>, grads: &mut [f32]) -> Losses {
        let mut tape = Tape::default();
        let mut memory = Memory::default();
        lesson.replay(|board, aim| {
            self.follow(params, &mut memory, board);
            tape.note(&memory, board.len());
            for sum in memory.sums.chunks_exact(self.widths[0]) {
                let start = tape.layers.len();
                tape.layers.extend_from_slice(sum);
                let total: usize = self.widths.iter().sum();
                tape.layers.resize(start + total, 0.0);
                self.forward(params, &mut tape.layers[start..]);
            }
            tape.aims.push(aim);
        });
        self.backward(params, &mut tape, &memory.facts, lesson, grads)
    }

    fn backward(
        &self,
        params: &[f32],
        tape: &mut Tape,
        facts: &[Fact],
        lesson: &Lesson<'_>,
        grads: &mut [f32],
    ) -> Losses {
        let width = self.widths[0];
        let total: usize = self.widths.iter().sum();
        let mut losses = Losses::default();
        let mut slopes = vec![0.0; tape.instances.len() * width];
        let mut end = tape.layers.len();
        for step in (0..tape.legal.len()).rev() {
            let legal = &tape.legal[step];
            let start = end - legal.len() * total;
            let layers = &mut tape.layers[start..end];
            losses += self.heads(
                params,
                layers,
                tape.depths[step],
                &tape.aims[step],
                lesson,
                grads,
            );
            for (&id, layers) in legal.iter().zip(layers.chunks_exact_mut(total)) {
                let own = &mut slopes[id * width..][..width];
                add(own, &self.through_layers(params, layers, grads)[..width]);
            }
            end = start;
            self.add_to_rows(tape, step, facts, &slopes, grads);
        }
        losses
    }

    /// Adds the slopes of the moves that are legal at a step to the rows that were added to their sums there.
    fn add_to_rows(
        &self,
        tape: &Tape,
        step: usize,
        facts: &[Fact],
        slopes: &[f32],
        grads: &mut [f32],
    ) {
        let width = self.widths[0];
        let (before, now) = (tape.facts_before(step), tape.facts_at[step]);
        for &id in &tape.legal[step] {
            let Instance { frame, born } = tape.instances[id];
            let own = &slopes[id * width..][..width];
            let mut reach = |row: usize| add(&mut grads[row * width..][..width], own);
            if born == step {
                let rows = self.rows_at_birth(frame, &facts[..now]);
                rows.for_each(&mut reach);
            } else {
                let new = facts[before..now].iter();
                let rows = new.filter_map(|&f| self.row(frame, f));
                rows.for_each(&mut reach);
            }
        }
    }

    /// The derivatives of the heads; replaces the last activations of each move by the derivatives by the inputs of their rectifiers.
    fn heads(
        &self,
        params: &[f32],
        layers: &mut [f32],
        depth: usize,
        aim: &Aim,
        lesson: &Lesson<'_>,
        grads: &mut [f32],
    ) -> Losses {
        let total: usize = self.widths.iter().sum();
        let last = self.widths[self.widths.len() - 1];
        let policy = &params[self.policy..][..last];
        let tops = || layers.chunks_exact(total).map(|l| &l[total - last..]);
        let mut logits: Vec<f32> = tops().map(|top| dot(top, policy)).collect();
        let mut sum = vec![0.0; last];
        tops().for_each(|top| add(&mut sum, top));
        let moves = logits.len();
        let value = self.value_of(params, &sum, moves, depth);
        let Slopes {
            value: by_value,
            losses,
        } = lesson.slopes(aim, &mut logits, value.tanh());
        // Now `logits` holds the derivatives by the logits.
        for (&slope, top) in logits.iter().zip(tops()) {
            add_scaled(&mut grads[self.policy..][..last], slope, top);
        }
        let share = by_value / moves as f32;
        add_scaled(&mut grads[self.value..][..last], share, &sum);
        grads[self.value + last] += by_value * scaled(depth);
        grads[self.value + last + 1] += by_value;
        let head = &params[self.value..][..last];
        for (&slope, layers) in logits.iter().zip(layers.chunks_exact_mut(total)) {
            for (i, top) in layers[total - last..].iter_mut().enumerate() {
                let down = slope * policy[i] + share * head[i];
                *top = if *top > 0.0 { down } else { 0.0 };
            }
        }
        losses
    }

    /// Back through the full layers of one move; returns the derivatives by its sum, at the front.
    fn through_layers<'a>(
        &self,
        params: &[f32],
        layers: &'a mut [f32],
        grads: &mut [f32],
    ) -> &'a [f32] {
        let mut end = layers.len();
        for (&full, w) in self.full.iter().zip(self.widths.windows(2)).rev() {
            let (front, slopes) = layers[..end].split_at_mut(end - w[1]);
            let start = front.len() - w[0];
            dense_back(
                &params[full..],
                &mut grads[full..],
                slopes,
                &mut front[start..],
            );
            end -= w[1];
        }
        layers
    }
}

/// The number of moves as an input: about 1 at the end of a game.
pub(super) fn scaled(depth: usize) -> f32 {
    depth as f32 / 64.0
}

/// The data that the way back through a game needs.
#[derive(Default)]
struct Tape {
    instances: Vec<Instance>,
    /// The legal moves of every step.
    legal: Vec<Vec<usize>>,
    /// The number of facts at every step.
    facts_at: Vec<usize>,
    depths: Vec<usize>,
    aims: Vec<Aim>,
    /// Activations by step, legal move and layer.
    layers: Vec<f32>,
    codes: Vec<(Code, usize)>,
}

impl Tape {
    /// Takes note of a position: its legal moves are known or new.
    fn note(&mut self, memory: &Memory, depth: usize) {
        let step = self.legal.len();
        let mut now = Vec::with_capacity(memory.codes.len());
        let mut old = self.codes.iter().peekable();
        for (&code, &frame) in memory.codes.iter().zip(&memory.frames) {
            while old.next_if(|&&(c, _)| c != code).is_some() {}
            let id = old.next().map_or(self.instances.len(), |&(_, id)| id);
            if id == self.instances.len() {
                self.instances.push(Instance { frame, born: step });
            }
            now.push((code, id));
        }
        self.legal.push(now.iter().map(|&(_, id)| id).collect());
        self.codes = now;
        self.facts_at.push(memory.facts.len());
        self.depths.push(depth);
    }

    /// The number of facts one step before.
    fn facts_before(&self, step: usize) -> usize {
        step.checked_sub(1)
            .map_or(0, |before| self.facts_at[before])
    }
}
