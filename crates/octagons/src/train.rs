//! Trains tables: stochastic descent (Adam) on the smoothed bounds of sampled octagons. Floats are fine here, any table is legal.

use crate::board::Board;
use crate::filling::WHOLE;
use crate::layers::Multipliers;
use crate::octagon::Octagon;
use crate::prices::{Questions, least_line};
use crate::steps::State;
use crate::table::{Features, PAIRS, SIGNED, Table};
use crate::{ROWS, UNIT};

/// What a number of the table is, in the unit of training: λ/10.
const SCALE: f64 = 1638.4;

/// A table in training.
pub struct Training {
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
    /// Begins with even prices, λ of so many units for every sample.
    pub fn new(octagons: &[Octagon], line: impl Fn(i32) -> f64) -> Self {
        let multipliers = Multipliers::new();
        let count = SIGNED + PAIRS;
        Self {
            numbers: vec![0.0; count],
            mean: vec![0.0; count],
            square: vec![0.0; count],
            samples: octagons
                .iter()
                .map(|octagon| {
                    let board = Board::new(octagon);
                    let features = Features::new(&board);
                    let least = least_line(&multipliers, octagon.rows());
                    Sample {
                        board,
                        features,
                        line: line(octagon.rows()),
                        least,
                    }
                })
                .collect(),
        }
    }

    /// The table in integers.
    pub fn table(&self) -> Table {
        let (signed, pairs) = self.numbers.split_at(SIGNED);
        let limit = f64::from(i16::MAX);
        Table {
            signed: signed
                .iter()
                .map(|n| (n * SCALE).clamp(-limit, limit).round() as i16)
                .collect(),
            pairs: pairs
                .iter()
                .map(|n| (n.exp() * 1024.0).clamp(1.0, 65535.0).round() as u16)
                .collect(),
        }
    }

    /// The mean of λ over all samples, in units.
    pub fn mean_line(&self) -> f64 {
        self.samples.iter().map(|s| s.line).sum::<f64>() / self.samples.len() as f64
    }

    /// One step of descent by one sample; returns its exact bound in moves.
    pub fn step(
        &mut self,
        sample: usize,
        asked: Questions,
        smoothness: u8,
        rate: f64,
        moves: i32,
    ) -> f64 {
        let table = self.table();
        let Sample {
            board,
            features,
            line,
            least,
        } = &mut self.samples[sample];
        let start = table.prices(board, features, line.round() as i32);
        let mut state = State::new(board, asked, *least, start);
        let bound = state.bound() as f64 / f64::from(UNIT);
        let (x, y, segments) = state.weights(smoothness);
        let whole = f64::from(WHOLE);
        let mut slope = f64::from(ROWS) + segments as f64 / whole;
        let lambda = *line / f64::from(UNIT);
        let mut gradient = vec![0.0; SIGNED + PAIRS];
        for (c, (x, features)) in x.iter().zip(&features.cells).enumerate() {
            let sum: i32 = x.iter().sum();
            slope -= f64::from(sum) / whole;
            let more = state.now().cells[c];
            let more = [more[0], more[1], more[2], -more[0] - more[1] - more[2]];
            for e in 0..4 {
                let by_price = -(f64::from(4 * x[e] - sum) / 4.0 / whole);
                slope += by_price * f64::from(more[e]) / *line;
                for &n in &features[e] {
                    gradient[usize::from(n)] += by_price * lambda / 10.0;
                }
            }
        }
        for cell in &board.outside {
            let cell = cell.start as usize..cell.end as usize;
            let share =
                |i: usize| f64::from(state.now().pairs[i]) / (*line - f64::from(UNIT)).max(1.0);
            let by_share = |i: usize| -(lambda - 1.0) * f64::from(y[i]) / whole;
            let mean: f64 = cell.clone().map(|i| share(i) * by_share(i)).sum();
            for i in cell {
                slope -= share(i) * f64::from(y[i]) / whole;
                gradient[SIGNED + usize::from(features.pairs[i])] +=
                    share(i) * (by_share(i) - mean);
            }
        }
        let change = (0.03 * slope).clamp(-0.5, 0.5) * f64::from(UNIT);
        *line = (*line - change)
            .max(f64::from(*least).max(1.5 * f64::from(UNIT)))
            .min(f64::from(crate::prices::LARGEST));
        let above = (bound - f64::from(moves) - 1.0) / 10.0 + 1.0;
        let weight = above.clamp(0.02, 1.0);
        gradient.iter_mut().for_each(|slope| *slope *= weight);
        self.descend(&gradient, rate);
        bound
    }

    fn descend(&mut self, gradient: &[f64], rate: f64) {
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((number, (mean, square)), slope) in self.numbers.iter_mut().zip(moments).zip(gradient)
        {
            if *slope == 0.0 && *mean == 0.0 {
                continue;
            }
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            *number -= rate * *mean / (square.sqrt() + 1e-3);
        }
    }
}
