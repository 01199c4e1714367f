//! Proposes prices: a smoothed bound, and steps along its gradient with momentum.
//!
//! The best way to fill a row is replaced by an average over all ways, each weighted by the exponential of its sum over a temperature.
//! So every cell has a gradient: how much more often one of its rows uses it than the others do. Nothing rests on these numbers, for
//! whatever prices come out, [`Prices::bound`] is valid.

use crate::average::{RowAverage, Said};
use crate::board::{Board, GRID};
use crate::prices::Prices;
use crate::row::Scratch;
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

/// Improves a draft until the exact bound is below the goal (in units), will not be, or the schedule ends; says whether it is, and the
/// averages.
pub fn improve(
    board: &Board,
    draft: &mut Draft,
    goal: i64,
    schedule: &Schedule,
) -> (bool, Averages) {
    let mut walk = Walk::new(board, draft);
    let mut memory = Scratch::default();
    let mut prices = Prices::default();
    for (stage, &(temperature, steps)) in schedule.iter().enumerate() {
        walk.warm_up();
        let mut last = None;
        for step in 1..=steps {
            let is_finite = walk.step(board, temperature);
            if step % LOOK == 0 || step == steps || !is_finite {
                walk.save(board, draft);
                draft.round_onto(board, 1, &mut prices);
                let bound = prices.bound(board, &mut memory);
                if bound < goal {
                    return (true, walk.averages);
                }
                // The bound falls ever more slowly, so what the last steps gained is more than the next ones will.
                let looks = (steps - step).div_ceil(LOOK) as i64;
                let is_lost = last.is_some_and(|last: i64| bound - looks * (last - bound) >= goal);
                if !is_finite || is_lost && stage + 1 == schedule.len() {
                    return (false, walk.averages);
                }
                last = Some(bound);
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
            let used = &mut self.used[cells.clone()];
            let prices = &self.prices[cells.clone()];
            let Said {
                sum,
                lines,
                occupied,
            } = self.rows.of(row, prices, share, temperature, used);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Asked, Lines};
    use crate::family::Family;

    #[test]
    fn the_smoothed_bound_falls_below_the_plain_program() {
        // Of 13 by 13 cells; even prices give 92.
        let family = Family {
            low: [12, 12, 21, 9, 3, 9],
            high: [12, 12, 21, 9, 3, 9],
            ..Family::all()
        };
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
        let family = Family {
            low: [12, 12, 21, 9, 3, 9],
            high: [12, 12, 21, 9, 3, 9],
            ..Family::all()
        };
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
