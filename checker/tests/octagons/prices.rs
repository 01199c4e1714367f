//! Tables, limits and the fitting of prices, against the page.

use super::{between, octagons, random_prices, random_table};
use crate::naive::{self, Point};
use crate::random::Random;
use morpion_check::octagons::octagon::Octagon;
use morpion_check::octagons::prices::{LIMIT, UNIT, fit};
use morpion_check::octagons::shape::Shape;
use morpion_check::octagons::table::Table;
use std::collections::BTreeMap;

/// The numbers of a table by its parts, as the page names them.
struct Parts {
    a: Vec<i64>,
    b: Vec<i64>,
    t: Vec<i64>,
    c: Vec<i64>,
}

fn parts(bytes: &[u8]) -> Parts {
    let number = |i: usize| i64::from(i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]));
    let part = |from: usize, size: usize| (from..from + size).map(number).collect();
    Parts {
        a: part(0, 1104),
        b: part(1104, 5376),
        t: part(6480, 1008),
        // Unsigned on the page; read as signed here, since the tests use no numbers that differ.
        c: part(7488, 576),
    }
}

fn depth(octagon: &Octagon, e: usize, place: i32) -> i64 {
    let places = naive::cells(octagon)
        .into_iter()
        .map(|cell| naive::place(e, cell));
    let (least, greatest) = (places.clone().min().unwrap(), places.max().unwrap());
    i64::from((place - least).min(greatest - place))
}

fn kind(octagon: &Octagon, e: usize, (x, y): Point) -> i64 {
    let is_in = 0 <= x && x <= octagon.width.into() && 0 <= y && y <= octagon.height.into();
    match (e < 2, is_in) {
        (true, true) | (false, false) => 1,
        _ => 0,
    }
}

/// s_e of a cell at index `i` of a row.
fn score(table: &Parts, octagon: &Octagon, (e, row): (usize, &[Point]), i: usize) -> i64 {
    let (n, cell) = (row.len() as i64, row[i]);
    let tau = i64::from(e > 1);
    let delta = [0, 1, 2, 3].map(|e| depth(octagon, e, naive::place(e, cell)));
    let (i, other) = (i as i64, n - 1 - i as i64);
    let ends = [false, true].map(|is_last| kind(octagon, e, naive::beyond(e, row, is_last, 1)));
    let epsilon = if i == other {
        ends[0].min(ends[1])
    } else {
        ends[usize::from(i > other)]
    };
    let f = i64::from(i.max(other) <= 5);
    let (h, g) = (delta[0].min(delta[1]), delta[2].min(delta[3]));
    let r = match (tau, delta[e]) {
        (0, d) if d == h => 0,
        (0, _) => 1,
        (_, d) if d == g => 2,
        _ => 3,
    };
    let t = i.min(other);
    table.a[((12 * tau + delta[e].min(11)) * 46 + n.min(45)) as usize]
        + table.b[(((((2 * tau + epsilon) * 14 + t.min(13)) * 12 + delta[e].min(11)) * 2 + f) * 4
            + n % 4) as usize]
        + table.t[((18 * h.min(13) + g.min(17)) * 4 + r) as usize]
}

#[test]
fn tables_propose_what_the_page_says() {
    let mut random = Random::new(8);
    for octagon in octagons() {
        let bytes = random_table(&mut random);
        let (table, parts, shape) = (Table::new(&bytes), parts(&bytes), Shape::new(octagon));
        let lambda = between(&mut random, UNIT, LIMIT);
        let prices = table.prices(&shape, lambda);
        let mut scores: BTreeMap<Point, [i64; 4]> = BTreeMap::new();
        let mut sums: BTreeMap<Point, i64> = BTreeMap::new();
        let mut outside: BTreeMap<(Point, usize), i64> = BTreeMap::new();
        for ((e, place), row) in naive::rows(&octagon) {
            for (i, &cell) in row.iter().enumerate() {
                scores.entry(cell).or_default()[e] = score(&parts, &octagon, (e, &row), i);
            }
            for (j, pair) in naive::pairs_of(e, &row).into_iter().flatten().enumerate() {
                let epsilon = kind(&octagon, e, naive::beyond(e, &row, j > 2, 1));
                let (tau, delta) = (i64::from(e > 1), depth(&octagon, e, place).min(11));
                let index = (((2 * tau + epsilon) * 3 + j as i64 % 3) * 12 + delta) * 4
                    + row.len() as i64 % 4;
                *sums.entry(pair.0).or_default() += parts.c[index as usize];
                outside.insert(pair, parts.c[index as usize]);
            }
        }
        let state = naive::State::of(&shape, &prices);
        for (cell, s) in scores {
            let sum: i64 = s.iter().sum();
            let u = [0, 1, 2].map(|e: usize| ((4 * s[e] - sum) * i64::from(lambda)) >> 16);
            let u = u.map(|u| u.clamp(-i64::from(LIMIT), LIMIT.into()) as i32);
            assert_eq!(state.u[&cell], u, "{octagon:?} {cell:?}");
        }
        for (pair, c) in outside {
            let q = i64::from(lambda - UNIT) * c / (1024 + sums[&pair.0]);
            assert_eq!(i64::from(state.q[&pair]), q, "{octagon:?} {pair:?}");
        }
        assert!(prices.are_legal(UNIT));
    }
}

#[test]
fn what_is_fitted_fits_and_stays_if_it_did() {
    let mut random = Random::new(9);
    for _ in 0..2000 {
        let most = random.pick(&[0, 1, 100, LIMIT]);
        let far = random.pick(&[3, 200, 3 * LIMIT]);
        let before = [0; 4].map(|_| between(&mut random, -far, far));
        let mut after = before;
        fit(&mut after, most);
        let mut q = (0..4).map(|e| (((0, 0), e), before[e])).collect();
        naive::fit_all(&mut q, most);
        assert_eq!(after, [0, 1, 2, 3].map(|e| q[&((0, 0), e)]));
        assert!(after.iter().sum::<i32>() <= most && after.iter().all(|&q| q >= 0));
        let kept = before.map(|q| q.max(0));
        assert!(kept.iter().sum::<i32>() > most || after == kept);
    }
}

#[test]
fn prices_beyond_a_limit_are_not_legal() {
    let mut random = Random::new(10);
    let shape = Shape::new(octagons()[4]);
    let legal = || {
        let mut prices = random_prices(&mut Random::new(11), &shape);
        prices.lambda = 8 * UNIT;
        prices
            .outside
            .iter_mut()
            .flatten()
            .for_each(|q| *q = (*q).min(UNIT));
        prices
    };
    assert!(legal().are_legal(8 * UNIT));
    assert!(!legal().are_legal(8 * UNIT + 1));
    for _ in 0..100 {
        let mut prices = legal();
        let (cell, o) = (random.below(shape.cells.len()), random.below(shape.outside));
        let e = random.below(4);
        match random.below(5) {
            0 => prices.lambda = LIMIT + 1,
            1 => prices.more[e % 3][cell] = LIMIT + 1,
            2 => prices.more[e % 3][cell] = -LIMIT - 1,
            3 => prices.outside[o][e] = -1,
            _ => prices.outside[o][e] += 7 * UNIT + 1 - prices.outside[o].iter().sum::<i32>(),
        }
        assert!(
            !prices.are_legal(UNIT),
            "with open nodes is valid: illegal prices"
        );
    }
    let mut prices = legal();
    prices.lambda = UNIT - 1;
    assert!(!prices.are_legal(0));
}
