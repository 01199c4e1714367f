//! A queue of moves by time: which waiting move comes first.
//!
//! A few dozen moves wait at once, and every step asks for the first of them. So the queue is a plain array that is read whole. The last
//! bits of a time hold its place in the array: finding the smallest time finds its place, without a branch that depends on the data. The
//! same sweep subtracts the time that has passed.

use super::code::Code;

/// Moves with the time left until each is to be played.
#[derive(Clone)]
pub(super) struct Clock {
    codes: Vec<Code>,
    /// The times, in groups of [`LANES`], padded with [`NEVER`].
    times: Vec<f32>,
    len: usize,
    /// The smallest of `times`.
    first: f32,
}

/// Times that are handled together.
const LANES: usize = 8;

/// The bits of a time that hold its place: up to 512 moves.
const PLACE: u32 = (1 << 9) - 1;

/// Later than every time that is added.
const NEVER: f32 = f32::MAX;

/// Times are cut off here: far beyond any that matters, and below [`NEVER`] by more than rounding.
const LATEST: f32 = 1e37;

impl Clock {
    pub(super) fn new() -> Self {
        Self {
            codes: vec![Code::filler(); LANES],
            times: vec![NEVER; LANES],
            len: 0,
            first: NEVER,
        }
    }

    pub(super) fn clear(&mut self) {
        let groups = self.len.div_ceil(LANES);
        self.times[..groups * LANES].fill(NEVER);
        self.len = 0;
        self.first = NEVER;
    }

    /// Adds a move that is to be played after `time` from now (not negative).
    ///
    /// # Panics
    /// With more than 512 moves; no position has a quarter of that.
    #[inline(always)]
    pub(super) fn add(&mut self, code: Code, time: f32) {
        if self.len == self.times.len() {
            self.grow();
        }
        let place = self.len;
        let time = put_place(if time < LATEST { time } else { LATEST }, place as u32);
        self.times[place] = time;
        self.codes[place] = code;
        self.len += 1;
        self.first = smaller(time, self.first);
    }

    /// Takes the move off whose time comes first, and lets that time pass.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Code> {
        if self.len == 0 {
            return None;
        }
        let first = self.first;
        let place = (first.to_bits() & PLACE) as usize;
        let code = self.codes[place];
        self.len -= 1;
        // The last one moves into the gap; the sweep gives it its new place.
        self.codes[place] = self.codes[self.len];
        self.times[place] = self.times[self.len];
        self.times[self.len] = NEVER;
        self.first = self.sweep(first);
        Some(code)
    }

    /// Takes `passed` off all times and returns the smallest.
    #[inline(always)]
    fn sweep(&mut self, passed: f32) -> f32 {
        let groups = self.len.div_ceil(LANES);
        let mut first = [NEVER; LANES];
        let mut places: [u32; LANES] = std::array::from_fn(|i| i as u32);
        for group in self.times[..groups * LANES].chunks_exact_mut(LANES) {
            for lane in 0..LANES {
                group[lane] = put_place(group[lane] - passed, places[lane]);
                first[lane] = smaller(group[lane], first[lane]);
                places[lane] += LANES as u32;
            }
        }
        first.into_iter().fold(NEVER, |a, b| smaller(b, a))
    }

    #[cold]
    fn grow(&mut self) {
        let room = 2 * self.times.len();
        assert!(room <= PLACE as usize + 1, "a place fits its bits");
        self.times.resize(room, NEVER);
        self.codes.resize(room, Code::filler());
    }
}

/// The time with its last bits replaced. A time below zero, by rounding, becomes zero.
#[inline(always)]
fn put_place(time: f32, place: u32) -> f32 {
    let time = if time > 0.0 { time } else { 0.0 };
    f32::from_bits((time.to_bits() & !PLACE) | place)
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Board;
    use crate::geometry::Variant;

    /// Moves come out in the order of their times, whatever the order they went in.
    #[test]
    fn the_earliest_comes_first() {
        let board = Board::new(Variant::D5);
        let codes = board.legal();
        let time = |i: usize| ((i * 17 + 5) % codes.len()) as f32 + 0.5;
        let mut clock = Clock::new();
        for _ in 0..3 {
            clock.clear();
            for (i, &code) in codes.iter().enumerate() {
                clock.add(code, time(i));
            }
            let mut order: Vec<usize> = (0..codes.len()).collect();
            order.sort_by(|&a, &b| time(a).total_cmp(&time(b)));
            for i in order {
                assert_eq!(clock.next(), Some(codes[i]));
            }
            assert_eq!(clock.next(), None);
        }
    }

    #[test]
    fn times_count_from_the_last_move() {
        let board = Board::new(Variant::D5);
        let codes = board.legal();
        let mut clock = Clock::new();
        clock.add(codes[0], 10.0);
        clock.add(codes[1], 11.0);
        assert_eq!(clock.next(), Some(codes[0]));
        clock.add(codes[2], 0.5);
        clock.add(codes[3], 1.5);
        let rest: Vec<_> = std::iter::from_fn(|| clock.next()).collect();
        assert_eq!(rest, [codes[2], codes[1], codes[3]]);
    }

    #[test]
    fn extreme_times_are_no_end() {
        let board = Board::new(Variant::D5);
        let codes = board.legal();
        let mut clock = Clock::new();
        for (i, time) in [f32::INFINITY, 0.0, 1e30, 1e-40].into_iter().enumerate() {
            clock.add(codes[i], time);
        }
        let all: Vec<_> = std::iter::from_fn(|| clock.next()).collect();
        assert_eq!(all, [codes[1], codes[3], codes[2], codes[0]]);
    }
}
