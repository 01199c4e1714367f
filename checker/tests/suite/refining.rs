//! Sections 3 and 4 of `paper/certificate.md` written down a second time, literally and slowly, against the plain bound.

use crate::naive::{self, Mark, NaiveState, Point, Status, cells, cross, line};
use crate::rules::{assert_same, closed, for_random_states, size};
use crate::sources::Random;
use morpion_check_core::bound::{Goal, Multipliers, Ranges, Schedule, UNIT, improve};
use morpion_check_core::geometry::Board;
use morpion_check_core::plain::{Evaluation, Recipe};
use morpion_check_core::state::Objects;
use std::collections::BTreeMap;

/// The slot, side or use that a multiplier belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Slot(Point, usize),
    Side(usize),
    Use(Point),
}

impl Key {
    /// The largest multiplier.
    const fn largest(self, seven: bool) -> i128 {
        match self {
            Self::Slot(..) if !seven => 12000,
            Self::Side(_) if !seven => 2048,
            Self::Slot(..) => 7000,
            Self::Side(_) => 5000,
            Self::Use(_) => 5500,
        }
    }
}

type Numbers = BTreeMap<Key, i128>;

/// A state with rounded multipliers, and c.
struct Bound<'a> {
    state: &'a NaiveState,
    u: Numbers,
    c: i128,
}

impl Bound<'_> {
    fn new<'a>(state: &'a NaiveState, fine: &Numbers, c: i128) -> Bound<'a> {
        let u = fine
            .iter()
            .map(|(&key, u)| (key, (u + 128).div_euclid(256)));
        let u = u.collect();
        Bound { state, u, c }
    }

    fn cost(&self, mark: Mark) -> i128 {
        let slots = line(mark)
            .into_iter()
            .map(|w| self.u[&Key::Slot(w, mark.1)]);
        let others = line(mark).into_iter().filter(|w| *w != mark.0);
        let uses = others.map(|w| self.usage(w)).sum::<i128>();
        slots.sum::<i128>() - uses
    }

    /// The multiplier of the use of a cell's dot: 0 for a cell that is not inner, and for gain 1.
    fn usage(&self, v: Point) -> i128 {
        self.u.get(&Key::Use(v)).copied().unwrap_or(0)
    }

    fn best(&self, v: Point) -> i128 {
        let costs = self
            .state
            .marks_of(v)
            .into_iter()
            .map(|mark| self.cost(mark));
        costs.min().expect("a closed state has marks")
    }

    fn slots(&self, v: Point) -> i128 {
        (0..4).map(|d| self.u[&Key::Slot(v, d)]).sum()
    }

    fn income(&self, v: Point) -> i128 {
        let sides = self.state.priced().into_iter().enumerate();
        let on = sides.filter(|(_, side)| side.contains(&v));
        let on_sides = on.map(|(k, _)| self.u[&Key::Side(k)]).sum::<i128>();
        self.c + self.slots(v) + on_sides - self.usage(v)
    }

    fn profit(&self, v: Point) -> i128 {
        self.income(v) - self.best(v)
    }

    /// The summand of a cell in the value.
    fn base(&self, v: Point) -> i128 {
        match self.state.cells[&v] {
            Status::Present => self.profit(v),
            Status::Free => self.profit(v).max(0),
            Status::Absent => 0,
        }
    }

    fn value(&self) -> i128 {
        let sides = self.u.iter().filter(|(key, _)| matches!(key, Key::Side(_)));
        let required: i128 = sides.map(|(_, u)| u).sum();
        let crossed: i128 = cross().into_iter().map(|v| self.slots(v)).sum();
        let placed = self.state.cells.keys().map(|&v| self.base(v)).sum::<i128>();
        crossed + placed - required
    }

    /// x[m] for all allowed marks of a cell that is not absent.
    fn shares(&self, v: Point, width: i128) -> Vec<(Mark, i128)> {
        let free = self.state.cells[&v] == Status::Free;
        let best = if free {
            self.best(v).min(self.income(v))
        } else {
            self.best(v)
        };
        let mut scale = 1;
        while width * scale < 1024 {
            scale *= 2;
        }
        let weight = |cost: i128| (width - (cost - best)).max(0) * scale;
        let marks = self.state.marks_of(v);
        let mut sum: i128 = marks.iter().map(|&mark| weight(self.cost(mark))).sum();
        sum += if free { weight(self.income(v)) } else { 0 };
        assert!((1024..65536).contains(&sum));
        let q = ((1 << 26) / sum).min(65535);
        let share = |mark| (mark, weight(self.cost(mark)) * q / 65536);
        marks.into_iter().map(share).collect()
    }

    fn gradient(&self, width: i128, balanced: bool) -> Numbers {
        let mut of_cell: BTreeMap<Point, i128> = cross().into_iter().map(|v| (v, 1024)).collect();
        let mut of_mark: BTreeMap<Mark, i128> = BTreeMap::new();
        for (&v, &status) in &self.state.cells {
            let shares = if status == Status::Absent {
                Vec::new()
            } else {
                self.shares(v, width)
            };
            let sum = shares.iter().map(|(_, x)| x).sum();
            assert!(sum <= 1024);
            of_cell.insert(v, sum);
            of_mark.extend(shares);
        }
        let priced = self.state.priced();
        let on = |k: usize| priced[k].iter().map(|v| of_cell[v]).sum::<i128>();
        let all: i128 = (0..priced.len()).map(on).sum();
        let gradient = |key: &Key| match *key {
            Key::Slot(v, d) => {
                let through = of_mark
                    .iter()
                    .filter(|(m, _)| m.1 == d && line(**m).contains(&v));
                of_cell[&v] - through.map(|(_, x)| x).sum::<i128>()
            }
            Key::Side(k) if balanced => {
                let count = priced.len() as i128;
                // Rust's division rounds toward zero.
                (count * on(k) - all) / count
            }
            Key::Side(k) => on(k) - 1024,
            Key::Use(v) => {
                let through = of_mark.iter().filter(|(m, _)| line(**m).contains(&v));
                through.map(|(_, x)| x).sum::<i128>().div_euclid(2) - of_cell[&v]
            }
        };
        self.u.keys().map(|key| (*key, gradient(key))).collect()
    }
}

/// `improve`: the best value and how many evaluations it took; `fine` becomes the best multipliers.
fn slow_improve(
    state: &NaiveState,
    goal: Goal,
    fine: &mut Numbers,
    target: i128,
    schedule: Schedule,
) -> (i128, u64) {
    let [n, width, decay, rate] = [
        schedule.steps,
        schedule.width,
        schedule.decay,
        schedule.rate,
    ]
    .map(i128::from);
    let mut y = fine.clone();
    let mut p = y.clone();
    let mut f = width << 16;
    let mut best = i128::MAX;
    for t in 0.. {
        let bound = Bound::new(state, &y, goal.gain.into());
        let value = bound.value();
        if value < best {
            (best, *fine) = (value, y.clone());
        }
        if best < target || t == n {
            return (best, t as u64 + 1);
        }
        let w = (f >> 16).max(1);
        let g = bound.gradient(w, goal.balanced);
        let (a, b) = (w * rate, 256 * t / (t + 3));
        for (key, y) in &mut y {
            let max = key.largest(goal.ranges == Ranges::WITH_USES) * 256;
            let next = (*y - (g[key] * a + 512).div_euclid(1024)).clamp(0, max);
            *y = (next + ((next - p[key]) * b).div_euclid(256)).clamp(0, max);
            p.insert(*key, next);
        }
        f -= (f * decay) >> 12;
    }
    unreachable!()
}

/// The state after fixing, before propagation.
fn slow_fix(bound: &Bound<'_>, target: i128) -> NaiveState {
    let state = bound.state;
    let gap = bound.value() - target;
    let mut fixed = state.clone();
    for (&v, &status) in state.cells.iter().filter(|(_, s)| **s != Status::Absent) {
        let free = status == Status::Free;
        let orbit = state.orbit(v);
        for mark in state.marks_of(v) {
            let extra = |m: Mark| bound.cost(m) - bound.best(m.0);
            let loss = |m: Mark| bound.base(m.0) - (bound.profit(m.0) - extra(m));
            let losses = state.mark_orbit(mark).into_iter().map(loss);
            if losses.sum::<i128>() > gap {
                fixed.allowed.remove(&mark);
            }
        }
        let sum =
            |sign: i128| -> i128 { orbit.iter().map(|&w| (sign * bound.profit(w)).max(0)).sum() };
        if free && sum(-1) > gap {
            fixed.cells.insert(v, Status::Absent);
        }
        if free && sum(1) > gap {
            let contradiction = fixed.cells.insert(v, Status::Present) == Some(Status::Absent);
            fixed.allowed.retain(|mark| !contradiction || mark.0 != v);
        }
    }
    fixed
}

/// Random fine multipliers in both forms, sometimes the same for all slots.
fn random_multipliers(
    random: &mut Random,
    board: &Board,
    state: &NaiveState,
    seven: bool,
) -> (Multipliers, Numbers) {
    let uniform = random.below(2) == 0;
    let most = |key: Key| key.largest(seven) as usize * 256;
    let scale = random.pick(&[300, 1500, most(Key::Slot((0, 0), 0)) / 256]);
    let start = random.below(scale * 256) as i128;
    let mut numbers = Numbers::new();
    for v in cells(state.size) {
        for d in 0..4 {
            let any = random.below(scale * 256 + 1) as i128;
            numbers.insert(Key::Slot(v, d), if uniform { start } else { any });
        }
    }
    for k in 0..state.priced().len() {
        let any = random.below(most(Key::Side(k)) + 1) as i128;
        numbers.insert(Key::Side(k), any);
    }
    for v in inner(state).into_iter().filter(|_| seven) {
        let any = random.below(most(Key::Use(v)).min(scale * 256) + 1) as i128;
        numbers.insert(Key::Use(v), if uniform { 0 } else { any });
    }
    let fine = Multipliers::from_fn(
        board,
        if seven {
            Ranges::WITH_USES
        } else {
            Ranges::WITHOUT_USES
        },
        |d, v| numbers[&Key::Slot(board.position(v), d)] as i64,
        |k| numbers[&Key::Side(k)] as i64,
        |v| number_of_use(&numbers, board.position(v)) as i64,
    );
    (fine, numbers)
}

/// The cells that are neither of the cross nor on a side.
fn inner(state: &NaiveState) -> Vec<Point> {
    let sides = naive::sides(state.size);
    let is_inner = |v: &Point| sides.iter().all(|(_, side)| !side.contains(v));
    state.cells.keys().copied().filter(is_inner).collect()
}

fn number_of_use(numbers: &Numbers, v: Point) -> i128 {
    numbers.get(&Key::Use(v)).copied().unwrap_or(0)
}

fn assert_same_numbers(board: &Board, fine: &Multipliers, numbers: &Numbers) {
    for (key, &number) in numbers {
        let value = match *key {
            Key::Slot((x, y), d) => fine.slots(d)[board.cell(x, y).unwrap()],
            Key::Side(k) => fine.sides()[k],
            Key::Use((x, y)) => fine.uses()[board.cell(x, y).unwrap()],
        };
        assert_eq!(i128::from(value), number, "{key:?}");
    }
}

#[test]
fn improving_and_fixing_agree_with_the_naive_ones() {
    let [mut fixed, mut stopped, mut sided] = [0; 3];
    for_random_states(2, 60, |random, board, state, naive| {
        if random.below(6) != 0 {
            return;
        }
        let gain = random.below(3).min(1) as i64 * UNIT;
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
        let (width, decay) = (1 + random.below(1023) as i64, random.below(4096) as i64);
        let schedule = Schedule {
            steps: random.below(8) as i64,
            width: random.pick(&[1, 2, 1023, width]),
            decay: random.pick(&[0, 4095, decay]),
            rate: 1 + random.below(64) as i64,
        };
        let (mut fine, mut slow) = random_multipliers(random, board, naive, seven);
        sided += naive.priced().len();
        let mut evaluation = Evaluation::new(board);
        let first = evaluation.evaluate(state, gain, &fine);
        let target = random.pick(&[first - 5000, i64::MIN]);
        let mut recipe = Recipe::new(&mut evaluation, state, goal, &fine);
        let (value, evaluations) = improve(&mut recipe, &mut fine, target, schedule);
        let expected = slow_improve(naive, goal, &mut slow, target.into(), schedule);
        assert_eq!((value.into(), evaluations), expected);
        assert_same_numbers(board, &fine, &slow);
        stopped += usize::from(value < target);

        assert_eq!(evaluation.evaluate(state, gain, &fine), value);
        let target = value - random.below(3000) as i64;
        let bound = Bound::new(naive, &slow, gain.into());
        assert_eq!(bound.value(), value.into());
        let (mut one, mut two) = (state.clone(), slow_fix(&bound, target.into()));
        fixed += usize::from(two != *naive);
        let consistent = evaluation.fix(&mut one, target).is_ok();
        assert_eq!(consistent, two.close().is_some());
        if consistent {
            assert_same(board, &one, &two);
        }
    });
    assert!(
        fixed > 10 && stopped > 3 && sided > 20,
        "{fixed} {stopped} {sided}"
    );
}

#[test]
fn improving_stops_below_the_target() {
    let board = Board::new(size([1, 0, 0, 0]));
    let state = closed(&board, Objects::Graphs);
    let mut fine = Multipliers::uniform(&board, Ranges::WITHOUT_USES, 700, 0);
    let schedule = Schedule {
        steps: 500,
        width: 600,
        decay: 60,
        rate: 16,
    };
    let goal = Goal {
        gain: UNIT,
        moves: 72,
        balanced: false,
        ranges: Ranges::WITHOUT_USES,
    };
    let target = goal.target(&state);
    assert_eq!(target, 72 * 1024);
    let mut evaluation = Evaluation::new(&board);
    let mut run = |steps| {
        let mut recipe = Recipe::new(&mut evaluation, &state, goal, &fine);
        improve(
            &mut recipe,
            &mut fine,
            target,
            Schedule { steps, ..schedule },
        )
    };
    let (value, evaluations) = run(500);
    assert!(value < target && (2..500).contains(&evaluations));
    assert_eq!(run(0), (value, 1), "the best multipliers are kept");
}

#[test]
fn a_target_counts_the_present_cells() {
    let board = Board::new(size([1, 0, 0, 0]));
    let mut state = closed(&board, Objects::Graphs);
    let goal = |gain, moves| Goal {
        gain,
        moves,
        balanced: false,
        ranges: Ranges::WITHOUT_USES,
    };
    assert_eq!(goal(UNIT, 1).target(&state), 1024);
    naive::cells(board.size)
        .into_iter()
        .take(7)
        .for_each(|(x, y)| {
            state.set_present(board.cell(x, y).unwrap()).unwrap();
        });
    assert_eq!(goal(UNIT, 1).target(&state), 7 * 1024);
    assert_eq!(goal(UNIT, 9).target(&state), 9 * 1024);
    assert_eq!(goal(0, 0).target(&state), 0);
}
