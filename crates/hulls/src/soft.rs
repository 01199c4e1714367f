//! Proposes prices: a smoothed bound, and steps along its gradient with momentum.
//!
//! The best way to fill a row is replaced by an average over all ways, each weighted by the exponential of its sum over a temperature.
//! So every cell has a gradient: how much more often one of its rows uses it than the others do. Nothing rests on these numbers, for
//! whatever prices come out, [`Prices::bound`] is valid.

use crate::board::{Board, GRID, Row};
use crate::prices::Prices;
use crate::row::{Scratch, classes};
use crate::{ROWS, UNIT};

/// Steps at a falling temperature: temperature in moves, number of steps.
pub type Schedule = [(f64, usize)];
/// A quarter of the price of a dot stays below this, in moves.
const LARGEST_SHARE: f64 = 14.0;
/// How many steps are made between two looks at the exact bound.
const LOOK: usize = 25;

/// Prices as floating-point numbers, in moves.
#[derive(Clone)]
pub struct Draft {
    share: f64,
    more: Vec<[f64; 4]>,
}

impl Draft {
    /// The same price everywhere.
    #[must_use]
    pub fn even(share: f64) -> Self {
        Self {
            share,
            more: vec![[0.0; 4]; GRID * GRID],
        }
    }

    /// Moves prices to this draft, by multiples of a step in units, in the cells of the board.
    pub fn round_onto(&self, board: &Board, step: i32, prices: &mut Prices) {
        let near = |old: i32, new: f64| {
            let away = (new * f64::from(UNIT) - f64::from(old)) / f64::from(step);
            old + (away.round() as i32).clamp(-MOST_AWAY, MOST_AWAY) * step
        };
        prices.share = near(prices.share, self.share);
        for &cell in &board.cells {
            for (old, new) in prices.more[cell].iter_mut().zip(self.more[cell]) {
                *old = near(*old, new);
            }
        }
    }
}

/// Prices are written down as changes of at most so many steps.
const MOST_AWAY: i32 = 8000;

/// What the averages say of each row of the board.
#[derive(Default, Clone)]
pub struct Averages {
    /// Its lines.
    pub lines: Vec<f64>,
    /// How often it is occupied.
    pub occupied: Vec<f64>,
}

/// Improves a draft until the exact bound is below the goal (in units) or the schedule ends; says whether it is, and the averages.
pub fn improve(
    board: &Board,
    draft: &mut Draft,
    goal: i64,
    schedule: &Schedule,
) -> (bool, Averages) {
    let mut walk = Walk::new(board, draft);
    let mut memory = Scratch::default();
    let mut prices = Prices::default();
    for &(temperature, steps) in schedule {
        walk.warm_up();
        for step in 1..=steps {
            let is_finite = walk.step(board, temperature);
            if step % LOOK == 0 || step == steps || !is_finite {
                walk.save(board, draft);
                draft.round_onto(board, 1, &mut prices);
                if prices.bound(board, &mut memory) < goal {
                    return (true, walk.averages);
                }
                if !is_finite {
                    return (false, walk.averages);
                }
            }
        }
    }
    (false, walk.averages)
}

/// The state of the steps.
struct Walk {
    /// Where the gradient is taken, and where the last step ended.
    ahead: (f64, Vec<[f64; 4]>),
    reached: (f64, Vec<[f64; 4]>),
    averages: Averages,
    momentum: f64,
    last: f64,
    rows: RowAverage,
    prices: Vec<f64>,
    used: Vec<f64>,
}

impl Walk {
    fn new(board: &Board, draft: &Draft) -> Self {
        let more: Vec<_> = board.cells.iter().map(|&cell| draft.more[cell]).collect();
        let slots = 4 * board.cells.len();
        Self {
            ahead: (draft.share, more.clone()),
            reached: (draft.share, more),
            averages: Averages {
                lines: vec![0.0; board.rows.len()],
                occupied: vec![0.0; board.rows.len()],
            },
            momentum: 1.0,
            last: f64::INFINITY,
            rows: RowAverage::default(),
            prices: vec![0.0; slots],
            used: vec![0.0; slots],
        }
    }

    fn warm_up(&mut self) {
        (self.momentum, self.last) = (1.0, f64::INFINITY);
    }

    fn save(&self, board: &Board, draft: &mut Draft) {
        draft.share = self.reached.0;
        for (&cell, more) in board.cells.iter().zip(&self.reached.1) {
            draft.more[cell] = *more;
        }
    }

    /// One step; `false`, and none is made, if the numbers overflow.
    fn step(&mut self, board: &Board, temperature: f64) -> bool {
        let Some((bound, waste)) = self.average(board, temperature) else {
            return false;
        };
        if bound > self.last {
            self.momentum = 1.0;
        }
        self.last = bound;
        let next = f64::midpoint(1.0, (1.0 + 4.0 * self.momentum * self.momentum).sqrt());
        let glide = (self.momentum - 1.0) / next;
        self.momentum = next;
        for ((slots, ahead), reached) in board
            .slots
            .iter()
            .zip(&mut self.ahead.1)
            .zip(&mut self.reached.1)
        {
            let used = slots.map(|slot| self.used[slot]);
            let mean = used.iter().sum::<f64>() / 4.0;
            for i in 0..4 {
                let new = ahead[i] + temperature * (used[i] - mean);
                ahead[i] = new + glide * (new - reached[i]);
                reached[i] = new;
            }
        }
        let share = self.ahead.0 - temperature * 0.02 * (f64::from(ROWS) - waste);
        let share = share.clamp(0.0, LARGEST_SHARE);
        self.ahead.0 = (share + glide * (share - self.reached.0)).clamp(0.0, LARGEST_SHARE);
        self.reached.0 = share;
        true
    }

    /// The smoothed bound and the dots that all rows waste on average.
    fn average(&mut self, board: &Board, temperature: f64) -> Option<(f64, f64)> {
        for (slots, more) in board.slots.iter().zip(&self.ahead.1) {
            for (&slot, more) in slots.iter().zip(more) {
                self.prices[slot] = *more;
            }
        }
        let share = self.ahead.0;
        let mut bound = f64::from(ROWS) * share + board.apart as f64 / f64::from(UNIT);
        let mut waste = 0.0;
        for (i, row) in board.rows.iter().enumerate() {
            let cells = row.start..row.start + row.length;
            let (sum, lines, occupied) = self.rows.of(
                row,
                &self.prices[cells.clone()],
                share,
                temperature,
                &mut self.used[cells.clone()],
            );
            if !sum.is_finite() || !lines.is_finite() {
                return None;
            }
            (self.averages.lines[i], self.averages.occupied[i]) = (lines, occupied);
            bound += sum;
            waste += self.used[cells].iter().sum::<f64>() - 4.0 * lines;
        }
        Some((bound, waste))
    }
}

/// Memory for the average over the ways to fill a row: weights by cell and count of lines, from the start and from the end.
#[derive(Default)]
struct RowAverage {
    dot: Vec<f64>,
    line: Vec<f64>,
    ending: Vec<f64>,
    so_far: Vec<f64>,
    after: Vec<f64>,
    to_come: Vec<f64>,
}

impl RowAverage {
    /// The smoothed best sum, the average number of lines, and how often the row is occupied; how often each cell is used.
    fn of(
        &mut self,
        row: &Row,
        more: &[f64],
        share: f64,
        temperature: f64,
        used: &mut [f64],
    ) -> (f64, f64, f64) {
        let rate = (1.0 / temperature).min(650.0 / spread(more, share));
        let (classes, open) = classes(more.len(), row.lines);
        self.weigh(more, rate);
        let again = exp(-share * rate);
        self.forwards(classes, open, again);
        let least = usize::from(row.lines.least);
        let filled: f64 = self.so_far[(more.len() - 1) * classes..][..classes]
            [least.min(classes)..]
            .iter()
            .sum();
        let empty = if row.occupied {
            0.0
        } else {
            exp((0.5 + share) * rate)
        };
        let all = filled + empty;
        let lines = self.backwards((classes, open, least), again, all, used);
        ((all.ln() - share * rate) / rate, lines, filled / all)
    }

    /// The weights of a dot, and of a line that ends at a cell with the four dots that it adds.
    fn weigh(&mut self, more: &[f64], rate: f64) {
        self.dot.clear();
        self.dot.extend(more.iter().map(|&more| exp(-more * rate)));
        self.line.clear();
        self.line.resize(more.len(), 0.0);
        for i in 4..more.len() {
            self.line[i] = exp((1.0 - more[i - 3..=i].iter().sum::<f64>()) * rate);
        }
    }

    fn forwards(&mut self, classes: usize, open: bool, again: f64) {
        let length = self.dot.len();
        for memory in [
            &mut self.ending,
            &mut self.so_far,
            &mut self.after,
            &mut self.to_come,
        ] {
            memory.clear();
            memory.resize((length + 1) * classes, 0.0);
        }
        for i in 0..length {
            for class in 0..classes {
                let here = i * classes + class;
                let before = if i > 0 {
                    self.so_far[here - classes]
                } else {
                    0.0
                };
                let first = if class == 0 { 1.0 } else { 0.0 };
                let mut weight = self.dot[i] * (again * before + first);
                if i >= 4 && class > 0 {
                    weight += self.line[i] * self.ending[here - 4 * classes - 1];
                }
                if i >= 4 && open && class + 1 == classes {
                    weight += self.line[i] * self.ending[here - 4 * classes];
                }
                self.ending[here] = weight;
                self.so_far[here] = before + weight;
            }
        }
    }

    fn backwards(
        &mut self,
        (classes, open, least): (usize, bool, usize),
        again: f64,
        all: f64,
        used: &mut [f64],
    ) -> f64 {
        let length = self.dot.len();
        for class in least..classes {
            self.to_come[length * classes + class] = 1.0;
        }
        used.fill(0.0);
        let mut lines = 0.0;
        for i in (0..length).rev() {
            for class in 0..classes {
                let here = i * classes + class;
                let mut by_line = 0.0;
                if i + 4 < length && class + 1 < classes {
                    by_line += self.line[i + 4] * self.after[here + 4 * classes + 1];
                }
                if i + 4 < length && open && class + 1 == classes {
                    by_line += self.line[i + 4] * self.after[here + 4 * classes];
                }
                let later = self.to_come[here + classes];
                self.after[here] = later + by_line;
                self.to_come[here] = later + again * self.dot[i] * self.after[here];
                let part = self.ending[here] * by_line / all;
                lines += part;
                if i + 4 < length {
                    used[i + 1..i + 4].iter_mut().for_each(|used| *used += part);
                }
                used[i] += self.ending[here] * self.after[here] / all;
            }
        }
        lines
    }
}

/// How large sums in a row may be, in moves, so that no weight overflows.
fn spread(more: &[f64], share: f64) -> f64 {
    let (up, down) = more.iter().fold((0.0, 0.0), |(up, down), &more: &f64| {
        (up + more.max(0.0), down - more.min(0.0))
    });
    share + 0.25 * more.len() as f64 + f64::max(up, down)
}

/// The exponential to about nine digits, by a shift of the exponent and a short series: much faster than the library's.
fn exp(x: f64) -> f64 {
    let binary = (x * std::f64::consts::LOG2_E).clamp(-1000.0, 1000.0);
    let whole = binary.round_ties_even();
    let rest = (binary - whole) * std::f64::consts::LN_2;
    let series = [720.0, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0]
        .iter()
        .fold(0.0, |sum, term| sum * rest + 1.0 / term);
    f64::from_bits(series.to_bits().wrapping_add_signed((whole as i64) << 52))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Asked, Lines};
    use crate::family::Family;

    #[test]
    fn the_short_exponential_is_close() {
        for x in [-600.0, -3.3, -0.1, 0.0, 0.7, 20.0, 600.0_f64] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn the_smoothed_bound_falls_below_the_plain_program() {
        // Of 13 by 13 cells; even prices give 92.
        let family = Family::one([12, 12, 21, 9, 3, 9]);
        let board = Board::new(&family, &Asked::new());
        let mut draft = Draft::even(8.0);
        let mut prices = Prices::default();
        draft.round_onto(&board, 1, &mut prices);
        let before = prices.bound(&board, &mut Scratch::default());
        let (_, averages) = improve(&board, &mut draft, 0, &[(0.1, 200)]);
        draft.round_onto(&board, 1, &mut prices);
        assert!(prices.bound(&board, &mut Scratch::default()) < before - 5 * i64::from(UNIT));
        assert!(
            averages
                .lines
                .iter()
                .all(|&lines| (0.0..4.0).contains(&lines))
        );
    }

    #[test]
    fn averages_obey_what_is_asked() {
        let family = Family::one([12, 12, 21, 9, 3, 9]);
        let asked = Asked::from([((0, 6), Lines { least: 1, most: 1 })]);
        let board = Board::new(&family, &asked);
        let (_, averages) = improve(&board, &mut Draft::even(8.0), 0, &[(0.1, 20)]);
        let row = board
            .rows
            .iter()
            .position(|row| row.name == (0, 6))
            .unwrap();
        assert!((averages.lines[row] - 1.0).abs() < 1e-6);
    }
}
