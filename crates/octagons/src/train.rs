//! Trains tables: stochastic descent (Adam) on the smoothed bounds of sampled octagons. Floats are fine here, any table is legal.

use crate::board::Board;
use crate::filling::{Asked, WHOLE};
use crate::layers::Multipliers;
use crate::octagon::Octagon;
use crate::plan::Trained;
use crate::prices::{LARGEST, least_line};
use crate::search;
use crate::steps::State;
use crate::table::{Features, PAIRS, SIGNED, Table};
use crate::{ROWS, UNIT};
use std::sync::atomic::{AtomicBool, Ordering};

/// The unit of training, λ/10, as a number of the table.
const SCALE: f64 = 1638.4;
/// The numbers of rows of octagons that share a table, the fewest and the most.
pub const RANGES: [(i32, i32); 6] = [
    (3, 123),
    (124, 127),
    (128, 131),
    (132, 135),
    (136, 139),
    (140, 144),
];
/// Steps after which a table hardly becomes better.
pub const STEPS: usize = 40_000;
/// The number of octagons that a table is trained on.
const SAMPLES: usize = 2000;
/// Moves below N + 1 from which on an octagon hardly counts any more.
const ENOUGH: f64 = 10.0;
/// No λ falls below this while a table is trained: at λ = 1 prices outside have no slope.
const LEAST_LINE: f64 = 1.5 * UNIT as f64;

/// The octagons that a table is trained for, and the length of the training.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// N.
    pub moves: i32,
    /// The fewest rows.
    pub low: i32,
    /// The most.
    pub high: i32,
    /// Steps of descent.
    pub steps: usize,
}

/// The state of a training.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of steps done.
    pub steps: usize,
    /// The mean of the bounds since the last report, in moves.
    pub bound: f64,
    /// The mean of λ.
    pub line: f64,
}

/// Trains a table and reports eight times; `None` if it was stopped, or if no octagon has so many rows.
pub fn train(job: Job, stop: &AtomicBool, mut watch: impl FnMut(Progress)) -> Option<Trained> {
    let multipliers = Multipliers::new();
    let (moves, steps) = (job.moves, job.steps);
    let mut list = search::list(&multipliers, moves);
    list.retain(|octagon| (job.low..=job.high).contains(&octagon.rows()));
    let mut random = Random(12345);
    let draw = |_| list.get(random.below(list.len().max(1))).copied();
    let sample: Vec<_> = (0..SAMPLES).map(draw).collect::<Option<_>>()?;
    let mut training = Training::new(&sample, &multipliers, moves);
    let (mut sum, stretch) = (0.0, (steps / 8).max(1));
    for step in 0..steps {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let done = step as f64 / steps as f64;
        let jitter = random.below(1000) as f64 / 1000.0 - 0.5;
        let smoothness = (11.5 - 4.0 * done + jitter).round() as u8;
        sum += training.step(
            random.below(SAMPLES),
            smoothness,
            0.05 * (1.0 - 0.95 * done),
        );
        if (step + 1) % stretch == 0 {
            watch(Progress {
                steps: step + 1,
                bound: sum / stretch as f64,
                line: training.mean_line(),
            });
            sum = 0.0;
        }
    }
    Some(Trained {
        low: job.low,
        high: job.high,
        table: training.table(),
    })
}

/// A linear congruential generator: the same tables on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A table in training.
struct Training {
    goal: f64,
    numbers: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    samples: Vec<Sample>,
}

struct Sample {
    board: Board,
    features: Features,
    line: f64,
    least: i32,
}

impl Training {
    /// Begins with even prices.
    fn new(octagons: &[Octagon], multipliers: &Multipliers, moves: i32) -> Self {
        let sample = |octagon: &Octagon| {
            let board = Board::new(octagon);
            let line = 4.0 + 0.7 * f64::from((octagon.rows() - 124).max(0));
            Sample {
                features: Features::new(&board),
                board,
                line: line * f64::from(UNIT),
                least: least_line(multipliers, octagon.rows()),
            }
        };
        let zeros = vec![0.0; SIGNED + PAIRS];
        Self {
            goal: f64::from(moves + 1),
            numbers: zeros.clone(),
            mean: zeros.clone(),
            square: zeros,
            samples: octagons.iter().map(sample).collect(),
        }
    }

    /// The table in integers.
    fn table(&self) -> Table {
        let (signed, pairs) = self.numbers.split_at(SIGNED);
        let limit = f64::from(i16::MAX);
        let signed = signed
            .iter()
            .map(|n| (n * SCALE).clamp(-limit, limit).round() as i16);
        let pairs = pairs
            .iter()
            .map(|n| (n.exp() * 1024.0).clamp(1.0, 65535.0).round() as u16);
        Table {
            signed: signed.collect(),
            pairs: pairs.collect(),
        }
    }

    /// The mean of λ over all samples.
    fn mean_line(&self) -> f64 {
        let sum: f64 = self.samples.iter().map(|s| s.line).sum();
        sum / self.samples.len() as f64 / f64::from(UNIT)
    }

    /// One step of descent by one sample; returns its exact bound in moves.
    fn step(&mut self, sample: usize, smoothness: u8, rate: f64) -> f64 {
        let table = self.table();
        let sample = &mut self.samples[sample];
        let (bound, mut slopes) = sample.slopes(&table, smoothness);
        let above = (bound - self.goal) / ENOUGH + 1.0;
        let weight = above.clamp(0.02, 1.0);
        slopes.iter_mut().for_each(|slope| *slope *= weight);
        self.descend(&slopes, rate);
        bound
    }

    fn descend(&mut self, slopes: &[f64], rate: f64) {
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((number, (mean, square)), slope) in self.numbers.iter_mut().zip(moments).zip(slopes) {
            if *slope == 0.0 && *mean == 0.0 {
                continue;
            }
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            *number -= rate * *mean / (square.sqrt() + 1e-3);
        }
    }
}

impl Sample {
    /// The bound in moves, and the slope of the smoothed bound by each number of the table; λ goes along its own slope.
    fn slopes(&mut self, table: &Table, smoothness: u8) -> (f64, Vec<f64>) {
        let start = table.prices(&self.board, &self.features, self.line.round() as i32);
        let mut state = State::new(&self.board, [Asked::Line; 8], self.least, start);
        let bound = state.bound() as f64 / f64::from(UNIT);
        let (x, y, segments) = state.weights(smoothness);
        let mut slopes = vec![0.0; SIGNED + PAIRS];
        let by_line = f64::from(ROWS)
            + segments as f64 / f64::from(WHOLE)
            + self.by_cells(&x, &state.now().cells, &mut slopes)
            + self.by_pairs(&y, &state.now().pairs, &mut slopes);
        let change = (0.03 * by_line).clamp(-0.5, 0.5) * f64::from(UNIT);
        let least = f64::from(self.least).max(LEAST_LINE);
        self.line = (self.line - change).max(least).min(f64::from(LARGEST));
        (bound, slopes)
    }

    /// Adds the slopes by A, B and T; returns what cells add to the slope by λ.
    fn by_cells(&self, x: &[[i32; 4]], prices: &[Vec<i32>; 3], slopes: &mut [f64]) -> f64 {
        let (whole, lambda) = (f64::from(WHOLE), self.line / f64::from(UNIT));
        let mut by_line = 0.0;
        for (cell, (x, features)) in x.iter().zip(&self.features.cells).enumerate() {
            let more = [0, 1, 2].map(|e: usize| prices[e][cell]);
            let sum: i32 = x.iter().sum();
            by_line -= f64::from(sum) / whole;
            let last = -more[0] - more[1] - more[2];
            for (e, more) in [more[0], more[1], more[2], last].into_iter().enumerate() {
                let by_price = -f64::from(4 * x[e] - sum) / 4.0 / whole;
                by_line += by_price * f64::from(more) / self.line;
                for &n in &features[e] {
                    slopes[usize::from(n)] += by_price * lambda / 10.0;
                }
            }
        }
        by_line
    }

    /// Adds the slopes by C; returns what pairs add to the slope by λ.
    fn by_pairs(&self, y: &[i32], prices: &[i32], slopes: &mut [f64]) -> f64 {
        let whole = f64::from(WHOLE);
        let most = (self.line - f64::from(UNIT)).max(1.0);
        let mut by_line = 0.0;
        for cell in self.board.cells_outside() {
            let share = |i: usize| f64::from(prices[i]) / most;
            let by_share = |i: usize| -most / f64::from(UNIT) * f64::from(y[i]) / whole;
            let mean: f64 = cell.clone().map(|i| share(i) * by_share(i)).sum();
            for i in cell {
                by_line -= share(i) * f64::from(y[i]) / whole;
                slopes[SIGNED + usize::from(self.features.pairs[i])] +=
                    share(i) * (by_share(i) - mean);
            }
        }
        by_line
    }
}
