//! The steps that improve prices. `paper/octagon-certificate.md`, section 6.
//!
//! Nothing rests on them: verdicts rest on prices that are legal, wherever they come from.

use super::filling::Asked;
use super::lane::{Group, Masks};
use super::lanes::{Field, Group as Place, LANES, Lanes, Layout, entries, entries_mut};
use super::prices::{LIMIT, Prices, UNIT, fit};
use super::smooth::{Rows, Scratch, Weights};

/// The parameters of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The smoothness of the program, 0 to 13.
    pub smoothness: u32,
    /// The pace of prices, 0 to 2^14.
    pub pace: i32,
    /// The momentum in 1/256, 0 to 255.
    pub momentum: i32,
    /// The pace of λ.
    pub lambda_pace: u16,
    /// The greatest change of λ in the step, before momentum.
    pub lambda_limit: u16,
}

/// The ground of the steps: an octagon with conditions on its sides.
pub struct Ground<'a> {
    /// The places of its numbers.
    pub layout: &'a Layout,
    /// The least λ.
    pub least: i32,
    /// The parts that fillings of its sides may have.
    pub masks: Masks,
}

impl<'a> Ground<'a> {
    /// The ground with these conditions on the sides.
    #[must_use]
    pub fn new(layout: &'a Layout, least: i32, sides: &[Asked; 8]) -> Self {
        Self {
            layout,
            least,
            masks: Masks::new(sides.iter().map(|asked| asked.rules())),
        }
    }
}

/// The memory that steps need, reused.
pub struct Stepper {
    /// The prices of cells in their lanes.
    cells: Box<Field>,
    /// The weights of cells and of pairs.
    cell_weights: Box<Field>,
    pair_weights: Vec<Lanes>,
    /// The weights of cells, by direction.
    sorted: [Vec<i32>; 4],
    /// The prices of pairs in their lanes: now, and ahead.
    now: Box<Field>,
    ahead: Box<Field>,
    scratch: Box<Scratch>,
}

impl Default for Stepper {
    fn default() -> Self {
        Self {
            cells: field(),
            cell_weights: field(),
            pair_weights: Vec::new(),
            sorted: Default::default(),
            now: field(),
            ahead: field(),
            scratch: Box::default(),
        }
    }
}

/// An empty field, which was never on the stack.
fn field() -> Box<Field> {
    let field = vec![[0; LANES]; size_of::<Field>() / size_of::<Lanes>()];
    field
        .into_boxed_slice()
        .try_into()
        .expect("as many as a field has")
}

impl Stepper {
    /// Makes steps, beginning with `ahead` = `now`, and leaves the last `now`.
    pub fn run(&mut self, ground: &Ground<'_>, steps: &[Step], now: &mut Prices) {
        self.begin(ground.layout, now);
        let mut ahead = now.clone();
        for step in steps {
            self.step(ground, step, now, &mut ahead);
        }
        let pairs = entries(&self.now);
        for (prices, places) in now.outside.iter_mut().zip(&ground.layout.outside) {
            *prices = places.map(|place| pairs[usize::from(place)]);
        }
    }

    /// Puts the prices of pairs into their lanes, and zeros where there is nothing.
    fn begin(&mut self, layout: &Layout, now: &Prices) {
        self.cells[..layout.cell_vectors].fill([0; LANES]);
        self.now[..layout.pair_vectors].fill([0; LANES]);
        self.pair_weights.clear();
        self.pair_weights.resize(layout.pair_vectors, [0; LANES]);
        let pairs = entries_mut(&mut self.now);
        for (prices, places) in now.outside.iter().zip(&layout.outside) {
            for (&price, &place) in prices.iter().zip(places) {
                pairs[usize::from(place)] = price;
            }
        }
        let vectors = ..layout.pair_vectors;
        self.ahead[vectors].copy_from_slice(&self.now[vectors]);
        for sorted in &mut self.sorted {
            sorted.resize(layout.cells[0].len(), 0);
        }
    }

    fn step(&mut self, ground: &Ground<'_>, step: &Step, now: &mut Prices, ahead: &mut Prices) {
        self.lay_out(ground.layout, ahead);
        let segments = self.weigh(ground, step.smoothness, ahead.lambda);
        self.sort(ground.layout);
        let lambda = self.next_lambda(ground, step, segments, ahead.lambda);
        move_cells(step, &self.sorted, &mut now.more, &mut ahead.more);
        self.move_pairs(ground.layout, step, lambda - UNIT);
        let further = lambda + momentum(step.momentum, lambda - now.lambda);
        ahead.lambda = further.clamp(ground.least, LIMIT);
        now.lambda = lambda;
    }

    /// Puts the prices of cells into their lanes.
    fn lay_out(&mut self, layout: &Layout, ahead: &Prices) {
        let (cells, share) = (entries_mut(&mut self.cells), ahead.share());
        let [a, b, c] = &ahead.more;
        for (places, more) in layout.cells.iter().zip([a, b, c]) {
            for (&place, more) in places.iter().zip(more) {
                cells[usize::from(place)] = share + more;
            }
        }
        for (((&place, a), b), c) in layout.cells[3].iter().zip(a).zip(b).zip(c) {
            cells[usize::from(place)] = share - a - b - c;
        }
    }

    /// Runs the smoothed program on every row; returns the weight of all segments.
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
        let six = "each group has six vectors of pairs";
        let rows = Rows {
            group,
            cells: &self.cells[place.cells.clone()],
            pairs: self.ahead[place.pairs..].first_chunk().expect(six),
        };
        let mut weights = Weights {
            cells: &mut self.cell_weights[place.cells.clone()],
            pairs: self.pair_weights[place.pairs..]
                .first_chunk_mut()
                .expect(six),
        };
        self.scratch.run::<SIDES>(&rows, &mut weights)
    }

    /// Sorts the weights of cells by direction.
    fn sort(&mut self, layout: &Layout) {
        let weights = entries(&self.cell_weights);
        for (sorted, places) in self.sorted.iter_mut().zip(&layout.cells) {
            for (weight, &place) in sorted.iter_mut().zip(places) {
                *weight = weights[usize::from(place)];
            }
        }
    }

    /// The next λ, given the weight of all segments and λ ahead.
    fn next_lambda(&self, ground: &Ground<'_>, step: &Step, segments: i64, ahead: i32) -> i32 {
        let weights = self.sorted.iter().flatten();
        let weights: i64 = weights.map(|&weight| i64::from(weight)).sum();
        let pairs = self.ahead.iter().zip(&self.pair_weights);
        let paid: i64 = pairs
            .map(|(prices, weights)| product(prices, weights))
            .sum();
        let paid = paid.checked_div_euclid((ahead - UNIT).into()).unwrap_or(0);
        let slope = (144 << 14) + segments - weights - paid;
        let slope = slope.clamp(-(1 << 27), 1 << 27);
        let limit = i64::from(step.lambda_limit);
        let by = (i64::from(step.pace) * i64::from(step.lambda_pace) * slope) >> 26;
        let next = i64::from(ahead) - by.clamp(-limit, limit);
        next.clamp(ground.least.into(), LIMIT.into()) as i32
    }

    fn move_pairs(&mut self, layout: &Layout, step: &Step, most: i32) {
        let vectors = layout.pair_vectors;
        let ahead = &mut self.ahead[..vectors];
        for (ahead, weights) in ahead.iter_mut().zip(&self.pair_weights) {
            raise(step.pace, weights, ahead);
        }
        let next = entries_mut(&mut self.ahead);
        for places in &layout.outside {
            let mut prices = places.map(|place| next[usize::from(place)]);
            if prices.iter().sum::<i32>() > most {
                fit(&mut prices, most);
                for (&place, price) in places.iter().zip(prices) {
                    next[usize::from(place)] = price;
                }
            }
        }
        let ahead = &mut self.ahead[..vectors];
        for (ahead, now) in ahead.iter_mut().zip(&mut self.now[..vectors]) {
            go_ahead(step.momentum, now, ahead);
        }
    }
}

fn product(a: &Lanes, b: &Lanes) -> i64 {
    let products = a.iter().zip(b).map(|(&a, &b)| i64::from(a) * i64::from(b));
    products.sum()
}

/// How far the number ahead goes beyond the new number.
fn momentum(momentum: i32, change: i32) -> i32 {
    (momentum * change + (1 << 7)) >> 8
}

/// Raises prices of pairs by their weights, to 0 at least.
fn raise(pace: i32, weights: &Lanes, prices: &mut Lanes) {
    for l in 0..LANES {
        prices[l] = (prices[l] + ((pace * weights[l] + (1 << 13)) >> 14)).max(0);
    }
}

/// `ahead` is the new price and becomes the price ahead; `now` is the old price and becomes the new one.
fn go_ahead(by: i32, now: &mut Lanes, ahead: &mut Lanes) {
    for l in 0..LANES {
        let next = ahead[l];
        ahead[l] = next + momentum(by, next - now[l]);
        now[l] = next;
    }
}

fn move_cells(
    step: &Step,
    weights: &[Vec<i32>; 4],
    now: &mut [Vec<i32>; 3],
    ahead: &mut [Vec<i32>; 3],
) {
    for (direction, (now, ahead)) in now.iter_mut().zip(ahead).enumerate() {
        move_direction(step, weights, direction, now, ahead);
    }
}

/// Moves the prices of all cells in one direction.
fn move_direction(
    step: &Step,
    weights: &[Vec<i32>; 4],
    direction: usize,
    now: &mut [i32],
    ahead: &mut [i32],
) {
    let (pace, by) = (step.pace, step.momentum);
    let [a, b, c, d] = weights;
    let sums = a
        .iter()
        .zip(b)
        .zip(c)
        .zip(d)
        .map(|(((a, b), c), d)| a + b + c + d);
    let prices = now.iter_mut().zip(ahead);
    for (((now, ahead), sum), weight) in prices.zip(sums).zip(&weights[direction]) {
        let over = pace * (4 * weight - sum);
        let next = (*ahead + ((over + (1 << 15)) >> 16)).clamp(-LIMIT, LIMIT);
        *ahead = (next + momentum(by, next - *now)).clamp(-LIMIT, LIMIT);
        *now = next;
    }
}
