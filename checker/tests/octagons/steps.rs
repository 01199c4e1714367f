//! The smoothed program and the steps against the page, row by row.

use super::{ASKED, between, octagons, random_prices};
use crate::naive::{self, State};
use crate::random::Random;
use morpion_check::octagons::filling::Asked;
use morpion_check::octagons::lane::{Group, Masks, soft, split};
use morpion_check::octagons::lanes::{Group as Place, LANES, Lanes, Layout};
use morpion_check::octagons::octagon::Octagon;
use morpion_check::octagons::prices::{LIMIT, Prices, UNIT};
use morpion_check::octagons::shape::Shape;
use morpion_check::octagons::smooth::{Rows, Scratch, Weights};
use morpion_check::octagons::step::{Ground, Step, Stepper};

#[test]
fn the_smoothed_maximum_is_one_far_away_and_between_near() {
    for smoothness in 0..=13 {
        let half = 1 << smoothness;
        for d in [
            -(1 << 29),
            -half - 1,
            -half,
            -1,
            0,
            1,
            half - 1,
            half,
            half + 1,
            1 << 29,
        ] {
            let (value, weight) = soft(7 + d, 7, smoothness);
            assert!(value >= (7 + d).max(7) && value <= (7 + d).max(7) + half / 4 + 1);
            assert!((0..=2 * half).contains(&weight));
            if d.abs() >= half {
                assert_eq!(value, (7 + d).max(7));
                assert_eq!(weight, if d > 0 { 2 * half } else { 0 });
            }
            let (part, rest) = split(1 << 14, weight, smoothness);
            assert_eq!(part + rest, 1 << 14);
            assert_eq!((part, rest).0, (1 << 14) * weight / (2 * half));
        }
    }
}

fn random_sides(random: &mut Random) -> [Asked; 8] {
    [0; 8].map(|_| random.pick(&ASKED[1..]))
}

/// Every group of an octagon with its prices in lanes, as the stepper lays them out.
fn groups(layout: &Layout, prices: &Prices) -> (Vec<Lanes>, Vec<Lanes>) {
    let mut cells = vec![[0; LANES]; layout.cell_vectors];
    for (e, places) in layout.cells.iter().enumerate() {
        for (cell, &place) in places.iter().enumerate() {
            cells.as_flattened_mut()[usize::from(place)] = prices.of_cell(cell)[e];
        }
    }
    let mut pairs = vec![[0; LANES]; layout.pair_vectors];
    for (places, prices) in layout.outside.iter().zip(&prices.outside) {
        for (place, price) in places.iter().zip(prices) {
            pairs.as_flattened_mut()[usize::from(*place)] = *price;
        }
    }
    (cells, pairs)
}

fn compare_rows(octagon: Octagon, random: &mut Random) {
    let shape = Shape::new(octagon);
    let layout = Layout::new(&shape);
    let prices = random_prices(random, &shape);
    let sides = random_sides(random);
    let smoothness = random.below(14) as u32;
    let (cells, pairs) = groups(&layout, &prices);
    let (mut x, mut y) = (cells.clone(), pairs.clone());
    let mut group = Group {
        lambda: prices.lambda,
        smoothness,
        lengths: [0; LANES],
        masks: Masks::new(sides.iter().map(|asked| asked.rules())),
    };
    let mut scratch = Scratch::default();
    let mut run = |place: &Place, is_sides: bool| {
        group.lengths = place.lengths;
        let rows = Rows {
            group: &group,
            cells: &cells[place.cells.clone()],
            pairs: pairs[place.pairs..].first_chunk().unwrap(),
        };
        let mut weights = Weights {
            cells: &mut x[place.cells.clone()],
            pairs: y[place.pairs..].first_chunk_mut().unwrap(),
        };
        if is_sides {
            scratch.run::<true>(&rows, &mut weights)
        } else {
            scratch.run::<false>(&rows, &mut weights)
        }
    };
    let mut sigma = run(&layout.sides, true);
    sigma += layout
        .others
        .iter()
        .map(|group| run(group, false))
        .sum::<i64>();

    let state = State::of(&shape, &prices);
    for ((e, place), row) in naive::rows(&octagon) {
        let asked = naive::asked(&octagon, (e, place), &sides);
        let weights = state.row(e, &row).weights(asked, smoothness);
        sigma -= i64::from(weights.sigma);
        let ours = shape
            .rows
            .iter()
            .find(|row| (row.direction, row.place) == (e, place))
            .unwrap();
        let found: Vec<i32> = ours
            .cells
            .iter()
            .map(|&cell| x.as_flattened()[usize::from(layout.cells[e][usize::from(cell)])])
            .collect();
        assert_eq!(found, weights.x, "{octagon:?} {asked:?} row {e} {place}");
        if let Some(pairs) = ours.pairs {
            let found = pairs.map(|pair| {
                y.as_flattened()[usize::from(layout.outside[usize::from(pair / 4)][e])]
            });
            assert_eq!(found, weights.y, "{octagon:?} {asked:?} row {e} {place}");
        }
    }
    assert_eq!(sigma, 0, "the weights of segments");
}

#[test]
fn lanes_compute_what_the_page_says_of_each_row() {
    let mut random = Random::new(1);
    for octagon in octagons() {
        for _ in 0..20 {
            compare_rows(octagon, &mut random);
        }
    }
}

fn random_step(random: &mut Random) -> Step {
    let (pace, limit) = (1 << random.below(15), 1 << random.below(17));
    Step {
        smoothness: random.below(14) as u32,
        pace: between(random, 0, pace),
        momentum: between(random, 0, 255),
        lambda_pace: random.below(65536) as u16,
        lambda_limit: random.below(limit) as u16,
    }
}

#[test]
fn steps_are_those_of_the_page() {
    let mut random = Random::new(2);
    for octagon in octagons() {
        for _ in 0..3 {
            let shape = Shape::new(octagon);
            let layout = Layout::new(&shape);
            let sides = random_sides(&mut random);
            let mut prices = random_prices(&mut random, &shape);
            let least = between(&mut random, UNIT, prices.lambda);
            let steps: Vec<Step> = (0..6).map(|_| random_step(&mut random)).collect();
            let first = State::of(&shape, &prices);
            let (mut now, mut ahead) = (first.clone(), first);
            for step in &steps {
                (now, ahead) = naive::step(&octagon, &sides, least, step, (&now, &ahead));
            }
            Stepper::default().run(&Ground::new(&layout, least, &sides), &steps, &mut prices);
            assert_eq!(
                State::of(&shape, &prices),
                now,
                "{octagon:?} {sides:?} {steps:?}"
            );
            assert!(prices.are_legal(least));
        }
    }
}

/// The largest numbers that the page allows stay within 31 bits: this would panic where it is compiled with checks.
#[test]
fn extreme_prices_do_not_overflow() {
    let mut random = Random::new(3);
    for octagon in octagons() {
        let shape = Shape::new(octagon);
        let layout = Layout::new(&shape);
        for lambda in [UNIT, LIMIT] {
            let mut prices = random_prices(&mut random, &shape);
            prices.lambda = lambda;
            for more in prices.more.iter_mut().flatten() {
                *more = random.pick(&[-LIMIT, LIMIT]);
            }
            for outside in prices.outside.iter_mut().flatten() {
                *outside = (*outside).min(lambda - UNIT) / 4;
            }
            let steps: Vec<Step> = (0..20)
                .map(|_| Step {
                    smoothness: 13,
                    pace: 1 << 14,
                    momentum: 255,
                    lambda_pace: 65535,
                    lambda_limit: 65535,
                })
                .collect();
            let sides = random_sides(&mut random);
            Stepper::default().run(&Ground::new(&layout, UNIT, &sides), &steps, &mut prices);
            assert!(prices.are_legal(UNIT));
        }
    }
}
