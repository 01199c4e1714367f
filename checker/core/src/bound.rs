//! The common parts of the two forms of the bound: multipliers, goals, and the recipe that chooses multipliers.
//!
//! Promise: multipliers are always in their ranges, the only thing that the theorem on the bound (`paper/certificate.md`,
//! section 3) asks of them. So nothing rests on the recipe. Whether a node is closed, and which cells and marks are fixed, is
//! computed by [`crate::plain`]; [`crate::fast`] only repeats the recipe, many cells at a time.

use crate::geometry::Board;
use crate::state::State;

/// The scale of the bound: one move is worth this much.
pub const UNIT: i64 = 1024;
/// The factor by which fine multipliers are larger than those of section 3.
pub const FINE: i64 = 256;

/// The greatest multipliers; the least is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranges {
    /// The greatest multiplier of a slot.
    pub slot: i64,
    /// The greatest multiplier of a priced side.
    pub side: i64,
    /// The greatest multiplier of a use.
    pub usage: i64,
}

impl Ranges {
    /// The ranges of certificates in which uses have no multipliers.
    pub const WITHOUT_USES: Self = Self {
        slot: 12000,
        side: 2048,
        usage: 0,
    };
    /// The ranges of certificates in which uses have multipliers.
    pub const WITH_USES: Self = Self {
        slot: 7000,
        side: 5000,
        usage: 5500,
    };
}

/// The objects that a search asks for, which give the target that a bound is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// The gain of a move: 0 or `UNIT`.
    pub gain: i64,
    /// The least number of moves of the objects asked for.
    pub moves: u64,
    /// Whether the recipe balances the multipliers of the sides.
    pub balanced: bool,
    /// The greatest multipliers that the recipe may choose.
    pub ranges: Ranges,
}

impl Goal {
    /// The value below which no object satisfies the state: every present cell is placed by a move of its own.
    pub fn target(&self, state: &State) -> i64 {
        // The cast is exact: numbers of certificates are below 2^35.
        self.gain * self.moves.max(state.present() as u64) as i64
    }
}

/// One fine multiplier for every slot (direction and cell), for every priced side and for the use of every cell's dot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multipliers {
    /// By direction, then cell; each direction has as many entries as `entries` says.
    pub(crate) slots: Vec<i32>,
    /// In the order of [`Board::priced`].
    pub(crate) sides: Vec<i32>,
    /// By cell, then zeros; zeros, too, for cells outside [`Board::inner`] and where uses have no multipliers.
    pub(crate) uses: Vec<i32>,
}

impl Multipliers {
    /// `start`, in units of section 3, for every slot and `price` for every priced side, 0 for uses.
    pub fn uniform(board: &Board, ranges: Ranges, start: i64, price: i64) -> Self {
        let (slot, side) = (|_, _| start * FINE, |_| price * FINE);
        Self::from_fn(board, ranges, slot, side, |_| 0)
    }

    /// The fine multiplier `slot(d, v)` for direction d and cell v, `side(k)` for priced side k and `usage(v)` for the use of the dot of
    /// an inner cell v, moved into their ranges.
    pub fn from_fn(
        board: &Board,
        ranges: Ranges,
        mut slot: impl FnMut(usize, usize) -> i64,
        side: impl FnMut(usize) -> i64,
        mut usage: impl FnMut(usize) -> i64,
    ) -> Self {
        let length = entries(board);
        let mut slots = vec![0; 4 * length];
        for (d, plane) in slots.chunks_exact_mut(length).enumerate() {
            for (v, entry) in plane.iter_mut().enumerate().take(board.cells()) {
                *entry = within(slot(d, v), ranges.slot);
            }
        }
        let sides = (0..board.priced.len()).map(side);
        let mut uses = vec![0; length];
        for v in (0..board.cells()).filter(|&v| board.inner[v]) {
            uses[v] = within(usage(v), ranges.usage);
        }
        Self {
            slots,
            sides: sides.map(|value| within(value, ranges.side)).collect(),
            uses,
        }
    }

    /// The fine multipliers of the slots of direction `d`: by cell, then zeros.
    pub fn slots(&self, d: usize) -> &[i32] {
        let entries = self.slots.len() / 4;
        &self.slots[d * entries..][..entries]
    }

    /// The fine multipliers of the priced sides.
    pub fn sides(&self) -> &[i32] {
        &self.sides
    }

    /// The fine multipliers of the uses: by cell, then zeros.
    pub fn uses(&self) -> &[i32] {
        &self.uses
    }

    /// Moves every multiplier that is out of its range into it, whoever chose them.
    pub(crate) fn keep_within(&mut self, ranges: Ranges) {
        let kinds = [
            (&mut self.slots, ranges.slot),
            (&mut self.sides, ranges.side),
            (&mut self.uses, ranges.usage),
        ];
        for (multipliers, most) in kinds {
            for fine in multipliers {
                *fine = within(i64::from(*fine), most);
            }
        }
    }
}

fn within(value: i64, max: i64) -> i32 {
    value.clamp(0, max * FINE) as i32
}

/// The multiplier of section 3 for a fine one: divided by `FINE`, and rounded.
pub fn rounded(fine: i32) -> i64 {
    (i64::from(fine) + FINE / 2) >> 8
}

/// How many cells the fast form takes at a time.
pub(crate) const LANES: usize = 64;

/// The number of entries for the slots of one direction: a multiple of [`LANES`]. The entries after those of the cells are zero.
pub(crate) fn entries(board: &Board) -> usize {
    board.cells().next_multiple_of(LANES)
}

/// The numbers of a recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// Number of steps, at most 4096.
    pub steps: i64,
    /// Width at the start, 1..=1023.
    pub width: i64,
    /// How fast the width falls, 0..=4095 of 4096.
    pub decay: i64,
    /// Step length by width, 1..=64.
    pub rate: i64,
}

/// One step of the recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// W: how far the bound is smoothed.
    pub width: i64,
    /// a: how far to go against the gradient.
    pub length: i64,
    /// b: how much of the last step to repeat.
    pub momentum: i64,
}

impl Step {
    /// Moves a fine multiplier whose gradient is `gradient` and whose `last` N is remembered; `max` is the largest of its kind.
    pub(crate) fn apply(&self, fine: &mut i32, last: &mut i32, gradient: i64, max: i64) {
        let max = max * FINE;
        let new = (i64::from(*fine) - ((gradient * self.length + 512) >> 10)).clamp(0, max);
        let further = ((new - i64::from(*last)) * self.momentum) >> 8;
        // The casts are exact: both lie in 0..=max.
        *fine = (new + further).clamp(0, max) as i32;
        *last = new as i32;
    }
}

/// The bound of one state at a point that moves.
pub trait Descent {
    /// The value at the point.
    fn value(&mut self) -> i64;
    /// Moves the point.
    fn step(&mut self, step: Step);
    /// Writes down the point.
    fn save(&self, point: &mut Multipliers);
}

/// The recipe of section 4, until a value is below the target. Leaves the best multipliers in `fine`, where `descent` must start;
/// returns the best value and how many evaluations it took.
pub fn improve(
    descent: &mut impl Descent,
    fine: &mut Multipliers,
    target: i64,
    schedule: Schedule,
) -> (i64, u64) {
    let mut best = i64::MAX;
    let mut precise_width = schedule.width << 16;
    for t in 0.. {
        let value = descent.value();
        if value < best {
            best = value;
            descent.save(fine);
        }
        if best < target || t == schedule.steps {
            // The cast is exact: t is at most 4096.
            return (best, t as u64 + 1);
        }
        let width = (precise_width >> 16).max(1);
        descent.step(Step {
            width,
            length: width * schedule.rate,
            momentum: 256 * t / (t + 3),
        });
        precise_width -= (precise_width * schedule.decay) >> 12;
    }
    unreachable!("the steps come to an end")
}

/// The shift k of section 4 that brings a width into 1024..2048.
pub(crate) fn shift(width: i64) -> u32 {
    (0..).find(|k| width << k >= 1024).unwrap_or(0)
}

/// The gradients of the priced sides from n, the sums of the shares of their cells.
pub(crate) fn side_gradients(shares: &[i64], balanced: bool) -> impl Iterator<Item = i64> {
    let (sides, all) = (shares.len() as i64, shares.iter().sum::<i64>());
    shares.iter().map(move |n| {
        if balanced {
            (sides * n - all) / sides
        } else {
            n - 1024
        }
    })
}
