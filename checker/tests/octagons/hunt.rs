//! The hunt: no filling, part or octagon that is known to exist is lost. `tests/planted.rs` plants bugs that these tests must find.

use crate::certificates::{Certificate, check};
use crate::fillings::{all, random_row};
use crate::random::Random;
use crate::{ASKED, between};
use morpion_check::octagons::layers::Lambdas;
use morpion_check::octagons::list::list;
use morpion_check::octagons::octagon::Octagon;

/// No filling of a row is worth more than the best.
#[test]
fn no_filling_is_lost() {
    let mut random = Random::new(20);
    for n in 2..=9 {
        let fillings = all(n);
        for _ in 0..40 {
            let row = random_row(&mut random, n as usize);
            for asked in ASKED {
                let best = row.best(&asked.rules());
                for filling in fillings.iter().filter(|filling| filling.answers(n, asked)) {
                    assert!(
                        filling.value(&row) <= best,
                        "a known object is lost: {filling:?} {asked:?}"
                    );
                }
            }
        }
    }
}

/// Parts that a gap can cut off: layers that grow, stay and shrink, with all paths that they begin. Dots and payment are covered by λ times
/// the cost.
#[test]
fn no_gap_is_lost() {
    let lambdas = Lambdas::new();
    let mut random = Random::new(21);
    let mut tight = 0;
    for _ in 0..400_000 {
        let mut layers = [0_usize; 24];
        let mut last = between(&mut random, 1, 28);
        for layer in &mut layers {
            *layer = last as usize;
            last = (last + random.pick(&[-3, -1, -1, 0, 1, 1, 2])).max(0);
        }
        let length = between(&mut random, 1, 24) as usize;
        layers[length..].fill(0);
        let at = |k: usize| layers.get(k).copied().unwrap_or(0);
        let before = |k: usize, by: usize| k.checked_sub(by).map_or(0, at);
        let begun = |k: usize| {
            let (n, one, two) = (at(k), before(k, 1), before(k, 2));
            let both = if n > one {
                2 * (n - one)
            } else {
                usize::from(n == one)
            };
            if n == 0 {
                0
            } else {
                1 + n.saturating_sub(two) + both
            }
        };
        let (paths, dots) = (
            (0..24).map(begun).sum::<usize>(),
            layers.iter().sum::<usize>(),
        );
        if 2 * paths > 144 + at(0) {
            continue;
        }
        let cost = paths - at(0);
        let two = at(0).min(at(2));
        let lines = at(0) + two + two.min(at(4));
        let rows = 144 - cost;
        let (plain, with) = (lambdas.without_prices(rows), lambdas.with_prices(rows));
        let is_covered = dots * plain.denominator as usize <= cost * plain.numerator as usize;
        assert!(is_covered, "a known object is lost: {layers:?}");
        // dots + (λ - 1) lines <= λ cost.
        let (numerator, denominator) = (with.numerator as usize, with.denominator as usize);
        let (needed, given) = (
            dots * denominator + (numerator - denominator) * lines,
            numerator * cost,
        );
        assert!(needed <= given, "a known object is lost: {layers:?}");
        tight += usize::from(needed + denominator > given);
    }
    assert!(tight > 10, "{tight} are tight");
}

/// An octagon with at most 144 rows is small, or an image of it is in the list.
#[test]
fn no_octagon_is_lost() {
    let mut random = Random::new(22);
    let lambdas = Lambdas::new();
    let list: std::collections::HashSet<_> = list(600, &lambdas)
        .into_iter()
        .map(|octagon| (octagon.width, octagon.height, octagon.corners))
        .collect();
    let mut large = 0;
    for _ in 0..300_000 {
        let sizes = [0; 2].map(|_| between(&mut random, 15, 40));
        let corners = [0; 4].map(|_| between(&mut random, 1, 20));
        let [a, b, c, d] = corners;
        let [x, y] = sizes;
        if a + d >= x || b + c >= x || a + b >= y || c + d >= y {
            continue;
        }
        let rows = 3 * (x + y) + 4 - corners.iter().sum::<i32>();
        let area = (x + 1) * (y + 1) - corners.iter().map(|by| by * (by + 1) / 2).sum::<i32>();
        // λ0 is at least 1, so these are not small.
        if rows > 144 || 144 - rows + area - 36 < 601 {
            continue;
        }
        large += 1;
        let images = [[a, b, c, d], [b, a, d, c], [d, c, b, a], [c, d, a, b]];
        let turned = [[a, d, c, b], [d, a, b, c], [b, c, d, a], [c, b, a, d]];
        let wide = images.map(|corners| (x, y, corners)).into_iter();
        let all = wide.chain(turned.map(|corners| (y, x, corners)));
        let name =
            |(x, y, corners): (i32, i32, [i32; 4])| (x as u8, y as u8, corners.map(|by| by as u8));
        let is_there = all
            .filter(|(x, y, _)| x <= y)
            .any(|image| list.contains(&name(image)));
        assert!(is_there, "a known object is lost: {sizes:?} {corners:?}");
    }
    assert!(large > 100, "{large}");
    // Those at the edge of the limit of rows.
    assert!(list.iter().any(|&(width, height, corners)| {
        Octagon {
            width,
            height,
            corners,
        }
        .rows()
            == 144
    }));
}

/// A certificate that does not close all octagons is no theorem.
#[test]
fn nothing_false_is_valid() {
    let certificate = Certificate::new(700, (0, 55), 40);
    let claims = |change: &dyn Fn(&mut Certificate)| {
        let mut certificate = certificate.clone();
        change(&mut certificate);
        check(&certificate.bytes()).is_ok_and(|proven| proven.is_whole())
    };
    assert!(claims(&|_| ()), "the certificate is good");
    let lies: [&dyn Fn(&mut Certificate); 7] = [
        &|c| c.records[0] = crate::certificates::record(64, 0, &[0]),
        &|c| c.records[54] = crate::certificates::record(64, 0, &[0]),
        &|c| (c.range.1, _) = (54, c.records.pop()),
        &|c| (c.range.0, _) = (1, c.records.remove(0)),
        // Only the first case is closed; none is; lines in the octagon are forgotten.
        &|c| c.records[20] = vec![0, 64, 0, 0, 0, 1, 0, 0, 0, 0, 0, 40, 0, 0],
        &|c| c.records[20] = crate::certificates::record(0, 0, &[1, 0, 0]),
        &|c| c.records[20] = crate::certificates::record(64, 40, &[9, 0, 0, 0]),
    ];
    for (i, lie) in lies.iter().enumerate() {
        assert!(!claims(lie), "with open nodes is valid: {i}");
    }
    let empty = b"morpion-octagons 1 5T at-most 401\n\0\0\0\0\0\0\0\0\0\0";
    assert!(
        check(empty).is_err(),
        "with open nodes is valid: too few moves for an empty core"
    );
}
