//! The bound and the recipe of the versions 1 to 5 written down a second time, literally and slowly.

use crate::naive::{self, Mark, NaiveState, Point, Status, cells, cross, line};
use crate::rules::{assert_same, closed, for_random_states, size};
use morpion_check::former::bound::{Evaluation, Goal, Multipliers, Schedule, UNIT};
use morpion_check::geometry::Board;
use morpion_check::state::Objects;
use std::collections::BTreeMap;

/// Rounded or fine multipliers by cell and direction, and by side.
#[derive(Clone, Debug)]
struct NaiveMultipliers {
    slots: BTreeMap<(Point, usize), i128>,
    sides: Vec<i128>,
}

impl NaiveMultipliers {
    fn map(&self, f: impl Fn(i128) -> i128) -> Self {
        Self {
            slots: self.slots.iter().map(|(&slot, &u)| (slot, f(u))).collect(),
            sides: self.sides.iter().map(|&s| f(s)).collect(),
        }
    }

    fn zip(&self, other: &Self, f: impl Fn(i128, i128) -> i128) -> Self {
        Self {
            slots: self
                .slots
                .iter()
                .map(|(&slot, &u)| (slot, f(u, other.slots[&slot])))
                .collect(),
            sides: self
                .sides
                .iter()
                .zip(&other.sides)
                .map(|(&s, &o)| f(s, o))
                .collect(),
        }
    }

    fn clamp(&self, slot: i128, side: i128) -> Self {
        Self {
            slots: self
                .slots
                .iter()
                .map(|(&k, &u)| (k, u.clamp(0, slot)))
                .collect(),
            sides: self.sides.iter().map(|&s| s.clamp(0, side)).collect(),
        }
    }
}

fn uniform(state: &NaiveState, start: i128) -> NaiveMultipliers {
    let slots = cells(state.size)
        .into_iter()
        .flat_map(|v| (0..4).map(move |d| ((v, d), start * 256)));
    NaiveMultipliers {
        slots: slots.collect(),
        sides: vec![0; state.priced().len()],
    }
}

fn profit(state: &NaiveState, u: &NaiveMultipliers, c: i128, v: Point) -> i128 {
    let cost = |mark: Mark| {
        line(mark)
            .iter()
            .map(|&w| u.slots[&(w, mark.1)])
            .sum::<i128>()
    };
    let best = state
        .marks_of(v)
        .into_iter()
        .map(cost)
        .min()
        .expect("a closed state has marks");
    let around: i128 = (0..4).map(|d| u.slots[&(v, d)]).sum();
    let sides = state.priced();
    let reach: i128 = sides
        .iter()
        .zip(&u.sides)
        .filter(|(side, _)| side.contains(&v))
        .map(|(_, s)| s)
        .sum();
    c + around + reach - best
}

/// The bound for rounded multipliers.
fn value(state: &NaiveState, u: &NaiveMultipliers, c: i128) -> i128 {
    let mut value = -u.sides.iter().sum::<i128>();
    for v in cross() {
        value += (0..4).map(|d| u.slots[&(v, d)]).sum::<i128>();
    }
    for (&v, &status) in &state.cells {
        match status {
            Status::Present => value += profit(state, u, c, v),
            Status::Free => value += profit(state, u, c, v).max(0),
            Status::Absent => {}
        }
    }
    value
}

fn subgradient(state: &NaiveState, u: &NaiveMultipliers, c: i128) -> NaiveMultipliers {
    let cost = |mark: Mark| {
        line(mark)
            .iter()
            .map(|&w| u.slots[&(w, mark.1)])
            .sum::<i128>()
    };
    let chosen = |v: Point| match state.cells.get(&v) {
        None => true,
        Some(Status::Present) => true,
        Some(Status::Free) => profit(state, u, c, v) > 0,
        Some(Status::Absent) => false,
    };
    let mut g = uniform(state, 0);
    for v in cells(state.size).into_iter().filter(|&v| chosen(v)) {
        (0..4).for_each(|d| *g.slots.get_mut(&(v, d)).unwrap() += 1);
        if state.cells.contains_key(&v) {
            let marks = state.marks_of(v);
            let least = marks.iter().map(|&mark| cost(mark)).min().unwrap();
            let pick = *marks.iter().find(|&&mark| cost(mark) == least).unwrap();
            line(pick)
                .iter()
                .for_each(|&w| *g.slots.get_mut(&(w, pick.1)).unwrap() -= 1);
        }
    }
    for (k, side) in state.priced().iter().enumerate() {
        g.sides[k] = side.iter().filter(|&&v| chosen(v)).count() as i128 - 1;
    }
    g
}

/// `refine`: the best value; `fine` becomes the best multipliers.
fn refine(
    state: &NaiveState,
    fine: &mut NaiveMultipliers,
    c: i128,
    t: i128,
    n: u64,
    first: i128,
    decay: i128,
) -> i128 {
    let mut best_value = i128::MAX;
    let mut best = fine.clone();
    let mut cur = fine.clone();
    let mut eta = first;
    let mut d = uniform(state, 0);
    for step in 0..=n {
        let u = cur.map(|u| (u + 128).div_euclid(256));
        let now = value(state, &u, c);
        let g = subgradient(state, &u, c);
        if now < best_value {
            (best_value, best) = (now, cur.clone());
            if now < t {
                break;
            }
        }
        if step == n {
            break;
        }
        d = match step {
            0 => g.map(|g| 1024 * g),
            _ => d.zip(&g, |d, g| d + (1024 * g - d + 4).div_euclid(8)),
        };
        cur = cur
            .zip(&d, |u, d| u - (d * eta).div_euclid(1024))
            .clamp(6144 * 256, 2048 * 256);
        eta -= (eta * decay).div_euclid(1024);
    }
    *fine = best;
    best_value
}

/// What fixing decides, judged at rounded multipliers `u`: the state before propagation.
fn fix(state: &NaiveState, u: &NaiveMultipliers, c: i128, t: i128) -> NaiveState {
    let gap = value(state, u, c) - t;
    let mut fixed = state.clone();
    let cost = |mark: Mark| -> i128 { line(mark).iter().map(|&w| u.slots[&(w, mark.1)]).sum() };
    let profit = |v: Point| profit(state, u, c, v);
    let best = |v: Point| state.marks_of(v).into_iter().map(cost).min().unwrap();
    let live = |&(_, &status): &(&Point, &Status)| status != Status::Absent;
    for (&v, &status) in state.cells.iter().filter(live) {
        let free = status == Status::Free;
        let group: Vec<Point> = state.orbit(v);
        let base = |v| if free { profit(v).max(0) } else { profit(v) };
        for mark in state.marks_of(v) {
            let loss = |m: Mark| base(m.0) - (profit(m.0) - (cost(m) - best(m.0)));
            if state.mark_orbit(mark).into_iter().map(loss).sum::<i128>() > gap {
                fixed.allowed.remove(&mark);
            }
        }
        if free && group.iter().map(|&w| (-profit(w)).max(0)).sum::<i128>() > gap {
            fixed.cells.insert(v, Status::Absent);
        }
        if free && group.iter().map(|&w| profit(w).max(0)).sum::<i128>() > gap {
            let contradiction = fixed.cells.insert(v, Status::Present) == Some(Status::Absent);
            fixed.allowed.retain(|mark| !contradiction || mark.0 != v);
        }
    }
    fixed
}

#[test]
fn refining_and_fixing_agree_with_the_naive_ones() {
    let mut fixed_something = 0;
    for_random_states(2, 24, |random, board, state, naive| {
        if random.below(4) != 0 {
            return;
        }
        let gain = random.below(3).min(1) as i64 * UNIT;
        let schedule = Schedule {
            steps: random.below(12) as u64,
            first: 1 + random.below(65536) as i64,
            decay: random.below(1024) as i64,
        };
        let start = random.below(6145) as i64;
        let mut fine = Multipliers::uniform(board, start, 0);
        let mut slow = uniform(naive, start.into());
        let mut evaluation = Evaluation::new(board);
        let never = Goal {
            gain,
            target: -1 << 40,
            balanced: false,
        };
        let (value, evaluations) = evaluation.refine(state, never, &mut fine, schedule);
        let (c, first, decay) = (gain.into(), schedule.first.into(), schedule.decay.into());
        let expected = refine(naive, &mut slow, c, -1 << 40, schedule.steps, first, decay);
        assert_eq!(evaluations, schedule.steps + 1);
        assert_eq!(i128::from(value), expected);
        for (v, point) in naive::cells(board.size).into_iter().enumerate() {
            (0..4).for_each(|d| assert_eq!(i128::from(fine.slots(d)[v]), slow.slots[&(point, d)]));
        }
        assert_eq!(
            fine.sides()
                .iter()
                .map(|&s| i128::from(s))
                .collect::<Vec<_>>(),
            slow.sides
        );

        let target = value - random.below(3000) as i64;
        let rounded = NaiveMultipliers {
            slots: slow
                .slots
                .iter()
                .map(|(&slot, &u)| (slot, (u + 128) / 256))
                .collect(),
            sides: slow.sides.iter().map(|&s| (s + 128) / 256).collect(),
        };
        assert_eq!(super::refining::value(naive, &rounded, c), expected);
        let (mut one, mut two) = (state.clone(), fix(naive, &rounded, c, target.into()));
        fixed_something += usize::from(two != *naive);
        let consistent = evaluation.fix(&mut one, target).is_ok();
        assert_eq!(consistent, two.close().is_some());
        if consistent {
            assert_same(board, &one, &two);
        }
    });
    assert!(fixed_something > 5, "{fixed_something}");
}

#[test]
fn refining_stops_below_the_target() {
    let board = Board::new(size([1, 0, 0, 0]));
    let state = closed(&board, Objects::Graphs);
    let mut fine = Multipliers::uniform(&board, 1433, 0);
    let schedule = Schedule {
        steps: 500,
        first: 65536,
        decay: 12,
    };
    let goal = Goal {
        gain: UNIT,
        target: 75 * UNIT,
        balanced: false,
    };
    let (value, evaluations) = Evaluation::new(&board).refine(&state, goal, &mut fine, schedule);
    assert!(value < goal.target && (2..500).contains(&evaluations));
    let again = Schedule {
        steps: 0,
        ..schedule
    };
    assert_eq!(
        Evaluation::new(&board).refine(&state, goal, &mut fine, again),
        (value, 1),
        "the best multipliers are kept"
    );
}
