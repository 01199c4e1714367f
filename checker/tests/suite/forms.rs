//! The fast form of the recipe against the plain one, step by step and bit for bit, in boxes of all sizes.

use crate::rules::size;
use crate::sources::Random;
use morpion_check_core::bound::{Descent, Goal, Multipliers, Ranges};
use morpion_check_core::bound::{Schedule, Step, UNIT, improve};
use morpion_check_core::geometry::{Arrival, Board};
use morpion_check_core::state::{Objects, State};
use morpion_check_core::{fast, plain};

/// Boxes, some with the name of an arrival.
const BOXES: [([u64; 4], &str); 11] = [
    ([0, 0, 0, 0], ""),
    ([1, 0, 2, 1], ""),
    ([3, 2, 2, 1], ""),
    ([4, 3, 1, 1], ""),
    ([4, 4, 3, 3], ""),
    ([7, 0, 0, 0], ""),
    ([2, 1, 2, 1], "symmetric"),
    ([12, 6, 0, 6], ""),
    ([3, 2, 2, 1], "right"),
    ([4, 1, 0, 2], "top-left"),
    ([2, 0, 0, 0], "top"),
];

/// Propagated states, each with some more random decisions than the one before, until they contradict.
fn for_random_states(seed: u64, mut test: impl FnMut(&mut Random, &Board, &State)) {
    let mut random = Random::new(seed);
    for (distances, about) in BOXES {
        let arrival = about.parse::<Arrival>().ok();
        let board = Board::with_arrival(size(distances), arrival);
        for _ in 0..4 {
            let any = random.pick(&[Objects::Graphs, Objects::Games]);
            let objects = arrival.map_or(any, |_| Objects::Games);
            let mut state = State::new(&board, objects, about == "symmetric");
            while state.propagate(&board).is_ok() {
                test(&mut random, &board, &state);
                for _ in 0..1 + random.below(6) {
                    decide(&mut random, &board, &mut state);
                }
            }
        }
    }
}

fn decide(random: &mut Random, board: &Board, state: &mut State) {
    let v = random.below(board.cells());
    let m = random.below(20);
    // A contradiction here is found by propagation, or changes nothing.
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

/// Random fine multipliers, often at the ends of their ranges.
fn random_multipliers(random: &mut Random, board: &Board, ranges: Ranges) -> Multipliers {
    let often_extreme = random.below(3) == 0;
    let mut any = |max: i64| match random.below(if often_extreme { 3 } else { 30 }) {
        0 => 0,
        1 => max * 256,
        _ => random.below(max as usize * 256 + 1) as i64,
    };
    let sides: Vec<i64> = board.priced.iter().map(|_| any(ranges.side)).collect();
    let uses: Vec<i64> = (0..board.cells()).map(|_| any(ranges.usage)).collect();
    let slot = |_, _| any(ranges.slot);
    Multipliers::from_fn(board, ranges, slot, |k| sides[k], |v| uses[v])
}

/// Takes random steps in both forms; returns how many.
fn compare(
    random: &mut Random,
    board: &Board,
    state: &State,
    fast: &mut fast::Recipe<'_>,
) -> usize {
    let gain = random.pick(&[0, UNIT]);
    let seven = gain == 0 && random.below(3) != 0;
    let goal = Goal {
        gain,
        moves: 0,
        balanced: random.below(2) == 0,
        ranges: if seven {
            Ranges::WITH_USES
        } else {
            Ranges::WITHOUT_USES
        },
    };
    let fine = match random.below(3) {
        0 => random_multipliers(random, board, goal.ranges),
        _ => Multipliers::uniform(board, goal.ranges, 700, 900),
    };
    let mut evaluation = plain::Evaluation::new(board);
    let mut plain = plain::Recipe::new(&mut evaluation, state, goal, &fine);
    fast.enter(state, goal, &fine);
    let [mut one, mut two] = [fine.clone(), fine];
    let steps = 1 + random.below(12);
    for _ in 0..steps {
        assert_eq!(fast.value(), plain.value());
        let width = 1 + random.below(1023) as i64;
        let width = random.pick(&[1, 2, 100, 1023, width]);
        let momentum = random.below(256) as i64;
        let step = Step {
            width,
            length: width * random.pick(&[1, 7, 24, 64]),
            momentum: random.pick(&[0, 255, momentum]),
        };
        fast.step(step);
        plain.step(step);
        fast.save(&mut one);
        plain.save(&mut two);
        assert!(one == two);
    }
    assert_eq!(fast.value(), plain.value());
    steps
}

#[test]
fn forms_agree() {
    let mut steps = 0;
    for_random_states(11, |random, board, state| {
        let mut fast = fast::Recipe::new(board);
        steps += compare(random, board, state, &mut fast);
        // The memory of another state, and of the same one, does not matter.
        let mut root = State::new(board, Objects::Graphs, false);
        root.propagate(board).expect("the root is consistent");
        compare(random, board, &root, &mut fast);
        compare(random, board, state, &mut fast);
    });
    assert!(steps > 1000, "{steps}");
}

/// Every multiplier at an end of its range: costs and incomes as large as can be.
#[test]
fn forms_agree_at_the_ends_of_the_ranges() {
    let mut random = Random::new(15);
    for distances in [[1, 1, 1, 1], [12, 6, 0, 6], [0, 0, 0, 0]] {
        let board = Board::new(size(distances));
        let mut state = State::new(&board, Objects::Graphs, false);
        state.propagate(&board).expect("the root is consistent");
        for round in 0..30 {
            let mut end = |max: i64| match round {
                0 | 2 => max * 256,
                1 => 0,
                _ => random.below(2) as i64 * max * 256,
            };
            let (gain, ranges) = if round % 3 == 0 {
                (UNIT, Ranges::WITHOUT_USES)
            } else {
                (0, Ranges::WITH_USES)
            };
            let goal = Goal {
                gain,
                moves: 0,
                balanced: false,
                ranges,
            };
            let (side, uses) = (end(ranges.side), end(ranges.usage));
            let slot = |_, _| end(ranges.slot);
            let fine = Multipliers::from_fn(&board, ranges, slot, |_| side, |_| uses);
            let mut evaluation = plain::Evaluation::new(&board);
            let mut plain = plain::Recipe::new(&mut evaluation, &state, goal, &fine);
            let mut fast = fast::Recipe::new(&board);
            fast.enter(&state, goal, &fine);
            let schedule = Schedule {
                steps: 6,
                width: 1023,
                decay: 0,
                rate: 64,
            };
            let (mut one, mut two) = (fine.clone(), fine);
            let expected = improve(&mut plain, &mut two, i64::MIN, schedule);
            assert_eq!(improve(&mut fast, &mut one, i64::MIN, schedule), expected);
            assert!(one == two);
        }
    }
}

#[test]
fn multipliers_out_of_range_are_moved_into_it() {
    let board = Board::new(size([1, 0, 0, 0]));
    for ranges in [Ranges::WITHOUT_USES, Ranges::WITH_USES] {
        let (most, uses) = (ranges.slot * 256, ranges.usage * 256);
        let beyond = Multipliers::from_fn(&board, ranges, |_, _| i64::MAX, |_| -1, |_| i64::MAX);
        let end = Multipliers::from_fn(&board, ranges, |_, _| most, |_| 0, |_| uses);
        assert_eq!(beyond, end);
        let uniform = Multipliers::uniform(&board, ranges, ranges.slot, 0);
        assert_eq!(uniform.slots(3), end.slots(3));
        // Only dots of inner cells must be of use.
        let used = |v: usize| beyond.uses()[v] > 0;
        assert!((0..board.cells()).all(|v| used(v) == (ranges.usage > 0 && board.inner[v])));
    }
}
