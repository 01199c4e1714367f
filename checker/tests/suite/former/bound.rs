//! The bound of the checker, in planes of 16 bits, against the straightforward one, bit for bit, in boxes of all sizes.

use super::straightforward as plain;
use crate::rules::size;
use crate::sources::Random;
use morpion_check::former::bound::{
    Evaluation, Goal, MAX_SIDE, MAX_SLOT, Multipliers, Schedule, UNIT,
};
use morpion_check::geometry::{Arrival, Board};
use morpion_check::state::{Cell, Objects, State};

/// Boxes, some with the name of an arrival.
const BOXES: [([u64; 4], &str); 10] = [
    ([0, 0, 0, 0], ""),
    ([1, 0, 2, 1], ""),
    ([3, 2, 2, 1], ""),
    ([4, 3, 1, 1], ""),
    ([4, 4, 3, 3], ""),
    ([7, 0, 0, 0], ""),
    ([12, 6, 0, 6], ""),
    ([3, 2, 2, 1], "right"),
    ([4, 1, 0, 2], "top-left"),
    ([2, 0, 0, 0], "top"),
];

/// Propagated states, each with some more random decisions than the one before, until they contradict.
fn for_random_states(seed: u64, mut test: impl FnMut(&mut Random, &Board, &State)) {
    let mut random = Random::new(seed);
    for (distances, sides) in BOXES {
        let arrival = sides.parse::<Arrival>().ok();
        let board = Board::with_arrival(size(distances), arrival);
        for _ in 0..4 {
            let any = random.pick(&[Objects::Graphs, Objects::Games]);
            let objects = arrival.map_or(any, |_| Objects::Games);
            let mut state = State::new(&board, objects, false);
            while state.propagate(&board).is_ok() {
                test(&mut random, &board, &state);
                (0..1 + random.below(6)).for_each(|_| decide(&mut random, &board, &mut state));
            }
        }
    }
}

fn decide(random: &mut Random, board: &Board, state: &mut State) {
    let v = random.below(board.cells());
    let m = random.below(20);
    // What contradicts here is found by propagation or changes nothing.
    _ = match random.below(6) {
        0 => state.set_present(v),
        1 | 2 => state.set_absent(v),
        3 if state.allowed(v) >> m & 1 != 0 => state.force(v, m),
        _ => {
            state.forbid(v, 1 << m);
            Ok(())
        }
    };
}

/// Random fine multipliers, often at the ends of their ranges, twice.
fn random_multipliers(random: &mut Random, board: &Board) -> (Multipliers, plain::Multipliers) {
    let often_extreme = random.below(3) == 0;
    let mut any = |max: i64| match random.below(if often_extreme { 3 } else { 30 }) {
        0 => 0,
        1 => max * 256,
        _ => random.below(max as usize * 256 + 1) as i64,
    };
    let mut slow = plain::Multipliers::uniform(board, 0, 0);
    let slots = slow.slots.as_flattened_mut().iter_mut();
    slots.for_each(|u| *u = any(MAX_SLOT));
    slow.sides.iter_mut().for_each(|s| *s = any(MAX_SIDE));
    let fast = Multipliers::from_fn(board, |d, v| slow.slots[v][d], |k| slow.sides[k]);
    (fast, slow)
}

fn assert_same(board: &Board, fast: &Multipliers, slow: &plain::Multipliers) {
    for (v, slots) in slow.slots.iter().enumerate() {
        (0..4).for_each(|d| assert_eq!(i64::from(fast.slots(d)[v]), slots[d], "{d} {v}"));
    }
    let sides: Vec<i64> = fast.sides().iter().map(|&s| s.into()).collect();
    assert_eq!(sides, slow.sides);
    assert!((0..4).all(|d| fast.slots(d)[board.cells()..].iter().all(|&u| u == 0)));
}

#[test]
fn values_profits_and_fixings_are_the_straightforward_ones() {
    let mut fixings = 0;
    for_random_states(11, |random, board, state| {
        let (fast, slow) = random_multipliers(random, board);
        let gain = random.pick(&[0, UNIT]);
        let mut one = Evaluation::new(board);
        let mut two = plain::Evaluation::new(board);
        let value = one.evaluate(state, gain, &fast);
        assert_eq!(value, two.evaluate(state, gain, &slow));
        let decided = |v: &usize| !matches!(state.cell(*v), Cell::Cross | Cell::Absent);
        for v in (0..board.cells()).filter(decided) {
            assert_eq!(one.profit(v), two.profit(v));
        }
        let target = value - random.below(20_000) as i64;
        let (mut a, mut b) = (state.clone(), state.clone());
        let consistent = one.fix(&mut a, target).is_ok();
        assert_eq!(consistent, two.fix(&mut b, target).is_ok());
        for v in (0..board.cells()).filter(|_| consistent) {
            assert_eq!((a.cell(v), a.allowed(v)), (b.cell(v), b.allowed(v)));
            fixings += usize::from(a.allowed(v) != state.allowed(v));
        }
    });
    assert!(fixings > 1000, "{fixings}");
}

#[test]
fn refinements_are_the_straightforward_ones() {
    let (mut stopped, mut walked) = (0, 0);
    for_random_states(12, |random, board, state| {
        if random.below(3) != 0 {
            return;
        }
        let (mut fast, mut slow) = match random.below(2) {
            0 => random_multipliers(random, board),
            _ => (
                Multipliers::uniform(board, 1433, 900),
                plain::Multipliers::uniform(board, 1433, 900),
            ),
        };
        let gain = random.pick(&[0, UNIT]);
        let goal = Goal {
            gain,
            target: gain * random.below(120) as i64,
            balanced: random.below(2) == 0,
        };
        let (first, decay) = (random.below(65536) as i64, random.below(1024) as i64);
        let schedule = Schedule {
            steps: random.below(200) as u64,
            first: random.pick(&[65536, 1 + first]),
            decay: random.pick(&[12, 3, decay]),
        };
        let (mut one, mut two) = (Evaluation::new(board), plain::Evaluation::new(board));
        let result = one.refine(state, goal, &mut fast, schedule);
        assert_eq!(result, two.refine(state, goal, &mut slow, schedule));
        assert_same(board, &fast, &slow);
        stopped += usize::from(result.1 < schedule.steps + 1);
        walked += result.1;
        // Both stand at the best multipliers, ready for fixing.
        if result.0 >= goal.target {
            let (mut a, mut b) = (state.clone(), state.clone());
            let fixed = [one.fix(&mut a, goal.target), two.fix(&mut b, goal.target)];
            assert_eq!(fixed[0], fixed[1]);
            let same = |v| (a.cell(v), a.allowed(v)) == (b.cell(v), b.allowed(v));
            assert!(fixed[0].is_err() || (0..board.cells()).all(same));
        }
    });
    assert!(stopped > 5 && walked > 5000, "{stopped} {walked}");
}

#[test]
fn multipliers_out_of_range_are_moved_into_it() {
    let board = Board::new(size([1, 0, 0, 0]));
    let beyond = Multipliers::from_fn(&board, |_, _| i64::MAX, |_| -1);
    let end = Multipliers::from_fn(&board, |_, _| MAX_SLOT * 256, |_| 0);
    assert_eq!(beyond, end);
    assert_eq!(Multipliers::uniform(&board, MAX_SLOT, 0), end);
}
