//! The steps that improve prices. `paper/octagon-certificate.md`, section 6.
//!
//! Nothing rests on them: verdicts rest on prices that are legal, whatever they come from.

use super::filling::Asked;
use super::lane::{Group, Masks};
use super::lanes::{Group as Place, LANES, Lanes, Layout};
use super::prices::{LIMIT, Prices, UNIT, fit};
use super::smooth::{Rows, Scratch, Weights};

/// The parameters of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// 0 to 13.
    pub smoothness: u32,
    /// 0 to 2^14.
    pub pace: i32,
    /// 0 to 255.
    pub momentum: i32,
    /// The pace of λ.
    pub lambda_pace: u16,
    /// How far λ may go.
    pub lambda_limit: u16,
}

/// What steps are made on: an octagon of which something is asked.
pub struct Ground<'a> {
    /// Where its numbers are.
    pub layout: &'a Layout,
    /// The least λ.
    pub least: i32,
    /// What is asked of its sides.
    pub masks: Masks,
}

impl<'a> Ground<'a> {
    /// For what is asked of the sides.
    #[must_use]
    pub fn new(layout: &'a Layout, least: i32, sides: &[Asked; 8]) -> Self {
        Self {
            layout,
            least,
            masks: Masks::new(sides.iter().map(|asked| asked.rules())),
        }
    }
}

/// The memory that steps need, used again.
#[derive(Default)]
pub struct Stepper {
    /// The prices of cells and pairs in their lanes, and their weights.
    cells: Vec<Lanes>,
    pairs: Vec<Lanes>,
    cell_weights: Vec<Lanes>,
    pair_weights: Vec<Lanes>,
    scratch: Box<Scratch>,
}

impl Stepper {
    /// Makes steps, beginning with `ahead` = `now`; the last `now`.
    pub fn run(&mut self, ground: &Ground<'_>, steps: &[Step], now: &mut Prices) {
        let Layout {
            cell_vectors,
            pair_vectors,
            ..
        } = *ground.layout;
        for vectors in [&mut self.cells, &mut self.cell_weights] {
            vectors.clear();
            vectors.resize(cell_vectors, [0; LANES]);
        }
        for vectors in [&mut self.pairs, &mut self.pair_weights] {
            vectors.clear();
            vectors.resize(pair_vectors, [0; LANES]);
        }
        let mut ahead = now.clone();
        for step in steps {
            self.step(ground, step, now, &mut ahead);
        }
    }

    fn step(&mut self, ground: &Ground<'_>, step: &Step, now: &mut Prices, ahead: &mut Prices) {
        self.lay_out(ground.layout, ahead);
        let segments = self.weigh(ground, step.smoothness, ahead.lambda);
        let lambda = self.next_lambda(ground, step, segments, ahead);
        self.move_cells(ground.layout, step, now, ahead);
        self.move_pairs(ground.layout, step, lambda - UNIT, now, ahead);
        let further = lambda + momentum(step, lambda - now.lambda);
        ahead.lambda = further.clamp(ground.least, LIMIT);
        now.lambda = lambda;
    }

    /// Puts prices into their lanes.
    fn lay_out(&mut self, layout: &Layout, ahead: &Prices) {
        let cells = self.cells.as_flattened_mut();
        for (cell, places) in layout.cells.iter().enumerate() {
            let prices = ahead.of_cell(cell);
            for (&place, price) in places.iter().zip(prices) {
                cells[usize::from(place)] = price;
            }
        }
        let pairs = self.pairs.as_flattened_mut();
        for (places, prices) in layout.outside.iter().zip(&ahead.outside) {
            for (&place, &price) in places.iter().zip(prices) {
                pairs[usize::from(place)] = price;
            }
        }
    }

    /// Runs the smoothed program on every row; the weight of all segments.
    fn weigh(&mut self, ground: &Ground<'_>, smoothness: u32, lambda: i32) -> i64 {
        let mut group = Group {
            lambda,
            smoothness,
            lengths: [0; LANES],
            masks: ground.masks.clone(),
        };
        let mut sum = self.weigh_group::<true>(&ground.layout.sides, &mut group);
        for place in &ground.layout.others {
            sum += self.weigh_group::<false>(place, &mut group);
        }
        sum
    }

    fn weigh_group<const SIDES: bool>(&mut self, place: &Place, group: &mut Group) -> i64 {
        group.lengths = place.lengths;
        let rows = Rows {
            group,
            cells: &self.cells[place.cells.clone()],
            pairs: self.pairs[place.pairs..]
                .first_chunk()
                .expect("each group has six"),
        };
        let mut weights = Weights {
            cells: &mut self.cell_weights[place.cells.clone()],
            pairs: self.pair_weights[place.pairs..]
                .first_chunk_mut()
                .expect("each group has six"),
        };
        self.scratch.run::<SIDES>(&rows, &mut weights)
    }

    /// The next λ, given the weight of all segments.
    fn next_lambda(&self, ground: &Ground<'_>, step: &Step, segments: i64, ahead: &Prices) -> i32 {
        let sum = |vectors: &[Lanes]| {
            vectors
                .as_flattened()
                .iter()
                .map(|&w| i64::from(w))
                .sum::<i64>()
        };
        let most = ahead.lambda - UNIT;
        let prices = self.pairs.as_flattened().iter();
        let paid = prices.zip(self.pair_weights.as_flattened());
        let paid: i64 = paid.map(|(&q, &y)| i64::from(q) * i64::from(y)).sum();
        let paid = if most == 0 {
            0
        } else {
            paid.div_euclid(most.into())
        };
        let slope = (144 << 14) + segments - sum(&self.cell_weights) - paid;
        let slope = slope.clamp(-(1 << 27), 1 << 27);
        let limit = i64::from(step.lambda_limit);
        let by = (i64::from(step.pace) * i64::from(step.lambda_pace) * slope) >> 26;
        let next = i64::from(ahead.lambda) - by.clamp(-limit, limit);
        next.clamp(ground.least.into(), LIMIT.into()) as i32
    }

    fn move_cells(&self, layout: &Layout, step: &Step, now: &mut Prices, ahead: &mut Prices) {
        let weights = self.cell_weights.as_flattened();
        for (cell, places) in layout.cells.iter().enumerate() {
            let weight = places.map(|place| weights[usize::from(place)]);
            let sum: i32 = weight.iter().sum();
            for direction in 0..3 {
                let over = step.pace * (4 * weight[direction] - sum);
                let (now, ahead) = (
                    &mut now.more[direction][cell],
                    &mut ahead.more[direction][cell],
                );
                let next = (*ahead + ((over + (1 << 15)) >> 16)).clamp(-LIMIT, LIMIT);
                *ahead = (next + momentum(step, next - *now)).clamp(-LIMIT, LIMIT);
                *now = next;
            }
        }
    }

    fn move_pairs(
        &self,
        layout: &Layout,
        step: &Step,
        most: i32,
        now: &mut Prices,
        ahead: &mut Prices,
    ) {
        let weights = self.pair_weights.as_flattened();
        for ((places, now), ahead) in layout
            .outside
            .iter()
            .zip(&mut now.outside)
            .zip(&mut ahead.outside)
        {
            let mut next = *ahead;
            for (next, &place) in next.iter_mut().zip(places) {
                *next += (step.pace * weights[usize::from(place)] + (1 << 13)) >> 14;
            }
            fit(&mut next, most);
            for direction in 0..4 {
                ahead[direction] =
                    next[direction] + momentum(step, next[direction] - now[direction]);
            }
            *now = next;
        }
    }
}

/// How much further than to the new number it goes ahead.
fn momentum(step: &Step, change: i32) -> i32 {
    (step.momentum * change + (1 << 7)) >> 8
}
