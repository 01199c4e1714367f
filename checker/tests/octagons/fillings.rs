//! The best filling of a row against all fillings, for every condition on a row.

use super::{ASKED, between, octagons, random_prices};
use crate::naive::{self, State};
use crate::random::Random;
use morpion_check::octagons::filling::{Asked, NEVER, Priced, bound};
use morpion_check::octagons::prices::UNIT;
use morpion_check::octagons::shape::Shape;

/// A filling: the cells with dots, and the first cells of its lines; cell 0 is the first one in the octagon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filling {
    pub(crate) dots: Vec<i32>,
    pub(crate) lines: Vec<i32>,
}

/// All fillings of a row of `n` cells that hold a dot: every set of lines that share no segment, each with two dots in the row or
/// more, and every set of dots with those of the lines.
pub(crate) fn all(n: i32) -> Vec<Filling> {
    let mut sets: Vec<Vec<i32>> = vec![vec![]];
    for start in -3..=n - 2 {
        let fits = |set: &&Vec<i32>| set.last().is_none_or(|last| last + 4 <= start);
        let more: Vec<_> = sets
            .iter()
            .filter(fits)
            .map(|set| [&set[..], &[start]].concat())
            .collect();
        sets.extend(more);
    }
    let mut fillings = Vec::new();
    for lines in sets {
        let of_lines = |i: &i32| lines.iter().any(|start| (*start..start + 5).contains(i));
        for set in 1..1 << n {
            let dots: Vec<i32> = (0..n).filter(|i| set >> i & 1 != 0).collect();
            if (0..n).filter(of_lines).all(|i| dots.contains(&i)) {
                let lines = lines.clone();
                fillings.push(Filling { dots, lines });
            }
        }
    }
    fillings
}

impl Filling {
    /// Whether the filling satisfies the condition.
    pub(crate) fn answers(&self, n: i32, asked: Asked) -> bool {
        let at_first = |start: &i32| *start < 0;
        let at_last = |start: &i32| start + 4 >= n;
        let inside = |start: &i32| !at_first(start) && !at_last(start);
        let any = |is: &dyn Fn(&i32) -> bool| self.lines.iter().any(is);
        let out = !self.lines.is_empty() && !any(&inside);
        match asked {
            Asked::Dot => true,
            Asked::Line => !self.lines.is_empty(),
            Asked::Inside => any(&inside),
            Asked::Out => out,
            Asked::First => out && !any(&at_last),
            Asked::Last => out && !any(&at_first),
            Asked::Both => out && any(&at_first) && any(&at_last),
        }
    }

    /// λ for each segment in the row, less the prices of dots in the row and of those outside.
    pub(crate) fn value(&self, row: &Priced) -> i32 {
        let n = row.cells.len() as i32;
        let dots = self.dots.iter().map(|&i| -row.cells[i as usize]);
        let segments =
            |start: &i32| (*start..start + 4).filter(|i| *i >= 0 && i + 1 < n).count() as i32;
        let outside = |i: i32| match i {
            ..0 => -row.pairs[(-i - 1) as usize],
            _ if i >= n => -row.pairs[(3 + i - n) as usize],
            _ => 0,
        };
        let of_line = |start: &i32| {
            row.lambda * segments(start) + (*start..start + 5).map(outside).sum::<i32>()
        };
        dots.chain(self.lines.iter().map(of_line)).sum()
    }
}

pub(crate) fn random_row(random: &mut Random, n: usize) -> Priced {
    let lambda = between(random, UNIT, 8 * UNIT);
    let far = random.pick(&[100, 2 * UNIT, 8 * UNIT]);
    Priced {
        lambda,
        cells: (0..n)
            .map(|_| between(random, UNIT - far, UNIT + far))
            .collect(),
        pairs: [0; 6].map(|_| between(random, 0, lambda - UNIT)),
    }
}

#[test]
fn the_best_filling_is_the_best_of_all() {
    let mut random = Random::new(4);
    for n in 1..=11 {
        let fillings = all(n);
        for _ in 0..60 {
            let row = random_row(&mut random, n as usize);
            for asked in ASKED {
                let answers = fillings.iter().filter(|filling| filling.answers(n, asked));
                let best = answers.map(|filling| filling.value(&row)).max();
                let found = row.best(&asked.rules());
                match best {
                    // A row of one cell is no side.
                    _ if n == 1 && asked != Asked::Dot => {}
                    Some(best) => assert_eq!(found, best, "{asked:?} {row:?}"),
                    None => assert!(found < NEVER / 2, "{asked:?} {row:?}"),
                }
            }
        }
    }
}

/// The cases of a question cover all fillings.
#[test]
fn answers_cover_their_question() {
    for n in 2..=9 {
        for filling in all(n) {
            let is = |asked| filling.answers(n, asked);
            assert_eq!(
                is(Asked::Line),
                is(Asked::Inside) || is(Asked::Out),
                "{filling:?}"
            );
            assert_eq!(
                is(Asked::Out),
                is(Asked::First) || is(Asked::Last) || is(Asked::Both),
                "{filling:?}"
            );
        }
    }
}

/// The value is far below all others if no filling satisfies the condition.
#[test]
fn what_does_not_exist_is_far_below() {
    let mut random = Random::new(5);
    // Nothing sticks out at one end only of a side of two cells.
    for _ in 0..100 {
        let row = random_row(&mut random, 4);
        assert!(row.best(&Asked::Inside.rules()) < NEVER / 2);
    }
}

#[test]
fn the_bound_is_the_sum_over_rows() {
    let mut random = Random::new(6);
    for octagon in octagons() {
        let shape = Shape::new(octagon);
        for _ in 0..10 {
            let prices = random_prices(&mut random, &shape);
            let sides = [0; 8].map(|_| random.pick(&ASKED[1..]));
            let state = State::of(&shape, &prices);
            let mut sum = 36 * (4 * i64::from(prices.lambda) - i64::from(UNIT));
            for ((e, place), cells) in naive::rows(&octagon) {
                let row = state.row(e, &cells);
                let priced = Priced {
                    lambda: row.l,
                    cells: row.p,
                    pairs: row.q.unwrap_or_default(),
                };
                sum += i64::from(priced.best(&naive::asked(&octagon, (e, place), &sides).rules()));
            }
            assert_eq!(bound(&shape, &prices, &sides), sum);
        }
    }
}
