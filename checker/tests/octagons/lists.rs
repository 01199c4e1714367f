//! λ0, λ1 and the list of octagons, against plain counting.

use super::{between, octagons};
use crate::naive;
use crate::random::Random;
use morpion_check::octagons::layers::{Fraction, Lambdas, Rest, begun, for_each_case};
use morpion_check::octagons::list::list;
use morpion_check::octagons::octagon::Octagon;
use morpion_check::octagons::shape::{LONGEST, Shape};
use std::collections::{BTreeMap, BTreeSet};

fn fraction(numerator: u32, denominator: u32) -> Fraction {
    Fraction {
        numerator,
        denominator,
    }
}

/// The table of `paper/octagons.md`, section 4.
#[test]
fn lambdas_are_those_of_the_page() {
    let lambdas = Lambdas::new();
    assert_eq!(lambdas.without_prices(0), fraction(67, 22));
    let table = [
        (122, 10, 9),
        (120, 4, 3),
        (116, 19, 10),
        (112, 27, 11),
        (108, 3, 1),
        (104, 39, 11),
        (100, 47, 11),
        (90, 6, 1),
        (80, 61, 8),
        (0, 61, 8),
    ];
    for (rows, numerator, denominator) in table {
        assert_eq!(
            lambdas.with_prices(rows),
            fraction(numerator, denominator),
            "a known object is lost: {rows} rows"
        );
    }
    assert!((124..=144).all(|rows| lambdas.with_prices(rows) == fraction(1, 1)));
    assert_eq!(
        fraction(10, 9).times_rounded_up(4096),
        4552,
        "a known object is lost"
    );
    assert_eq!(fraction(4, 2).times_rounded_up(4096), 8192);
}

#[test]
fn what_the_program_divides_by_is_positive() {
    let mut cases = 0;
    for_each_case(&mut |case| {
        assert!(case.factor() > 0, "{case:?}");
        assert!(case.paths > case.layers[0]);
        cases += 1;
    });
    assert!(cases > 10_000_000, "{cases}");
}

/// The most dots in layers after two layers that begin no more than `paths` paths, by trying all.
fn most(before: usize, last: usize, paths: usize, empty: usize) -> usize {
    let next =
        (0..=9).filter(|&next| (next > 0 || empty < 3) && begun(before, last, next) <= paths);
    let with = |next: usize| {
        let empty = if next == 0 { empty + 1 } else { 0 };
        next + most(last, next, paths - begun(before, last, next), empty)
    };
    next.map(with).max().unwrap_or(0)
}

#[test]
fn the_rest_of_a_part_is_the_most_of_all() {
    let rest = Rest::new();
    for before in 0..4 {
        for last in 0..4 {
            for paths in 0..10 {
                assert_eq!(
                    rest.most(before, last, paths),
                    most(before, last, paths, 0),
                    "{before} {last} {paths}"
                );
            }
        }
    }
}

/// The paths of dots with all segments between them: no position with these dots has fewer.
fn paths(dots: &BTreeSet<(i32, i32)>) -> usize {
    let steps = [(1, 0), (0, 1), (1, -1), (1, 1)];
    let firsts = steps.iter().flat_map(|(dx, dy)| {
        dots.iter()
            .filter(move |(x, y)| !dots.contains(&(x - dx, y - dy)))
    });
    firsts.count()
}

#[test]
fn no_part_has_fewer_paths_than_its_layers_begin() {
    let mut random = Random::new(7);
    for round in 0..4000 {
        let far = 2 + round % 5;
        let mut dots: BTreeSet<(i32, i32)> = (0..between(&mut random, 1, 30))
            .map(|_| (between(&mut random, 0, far), between(&mut random, 0, far)))
            .collect();
        if round % 3 == 0 {
            // A dense one: few paths for its dots.
            dots = (0..=far)
                .flat_map(|x| (0..=far).map(move |y| (x, y)))
                .filter(|(x, y)| x + y > 1 && (x - y).abs() < far)
                .collect();
        }
        let mut layers: BTreeMap<i32, usize> = BTreeMap::new();
        dots.iter()
            .for_each(|(x, y)| *layers.entry(x + y).or_default() += 1);
        let at = |k: i32| layers.get(&k).copied().unwrap_or(0);
        let least: usize = (0..=2 * far)
            .map(|k| begun(at(k - 2), at(k - 1), at(k)))
            .sum();
        assert!(paths(&dots) >= least, "a known object is lost: {dots:?}");
    }
}

#[test]
fn lists_are_as_long_as_the_page_says() {
    let lambdas = Lambdas::new();
    for (moves, length) in [(484, 877_586), (470, 950_665), (700, 55), (750, 0)] {
        assert_eq!(list(moves, &lambdas).len(), length, "{moves}");
    }
}

/// The eight images of an octagon, made by moving its cells.
fn images(octagon: &Octagon) -> Vec<BTreeSet<(i32, i32)>> {
    let cells = naive::cells(octagon);
    let mut images = Vec::new();
    for turn in 0..8 {
        let image = cells.iter().map(|&(x, y)| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (-x, y) };
            let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, -y) };
            if turn & 4 == 0 { (x, y) } else { (y, x) }
        });
        let image: Vec<_> = image.collect();
        let (x0, y0) = (
            image.iter().map(|p| p.0).min().unwrap(),
            image.iter().map(|p| p.1).min().unwrap(),
        );
        images.push(image.into_iter().map(|(x, y)| (x - x0, y - y0)).collect());
    }
    images
}

/// Every octagon up to a size, by its cells.
fn all(largest: u8) -> Vec<Octagon> {
    let mut all = Vec::new();
    for width in 3..=largest {
        for height in 3..=largest {
            let (x, y) = (width - 1, height - 1);
            for [a, b] in (1..x).flat_map(|a| (1..y).map(move |b| [a, b])) {
                for [c, d] in (1..x).flat_map(|c| (1..y).map(move |d| [c, d])) {
                    if a + d <= x && b + c <= x && a + b <= y && c + d <= y {
                        let corners = [a, b, c, d];
                        all.push(Octagon {
                            width,
                            height,
                            corners,
                        });
                    }
                }
            }
        }
    }
    all
}

#[test]
fn one_image_of_each_octagon_counts() {
    let mut classes: BTreeMap<_, Vec<Octagon>> = BTreeMap::new();
    for octagon in all(7) {
        let class = images(&octagon).into_iter().min().expect("eight");
        classes.entry(class).or_default().push(octagon);
    }
    assert!(classes.len() > 100);
    for (_, octagons) in classes {
        let firsts = octagons
            .iter()
            .filter(|octagon| octagon.width <= octagon.height && octagon.is_first_image());
        assert_eq!(firsts.count(), 1, "{octagons:?}");
    }
}

/// The list has all octagons up to a size that are not small, in its order: all of them for 200 moves, only some for 340.
#[test]
fn the_list_has_what_is_not_small() {
    let lambdas = Lambdas::new();
    for moves in [200, 340] {
        let (all, list) = (all(9), list(moves, &lambdas));
        let name = |octagon: &Octagon| (octagon.width, octagon.height, octagon.corners);
        let is_large = |octagon: &&Octagon| {
            let (cells, rows) = (
                naive::cells(octagon).len() as f64,
                naive::rows(octagon).len(),
            );
            let lambda = lambdas.without_prices(rows);
            let apart =
                (144 - rows) as f64 * f64::from(lambda.numerator) / f64::from(lambda.denominator);
            rows <= 144 && apart + cells - 36.0 >= f64::from(moves) + 1.0 - 1e-9
        };
        let firsts = all
            .iter()
            .filter(|octagon| octagon.width <= octagon.height && octagon.is_first_image());
        let large: Vec<_> = firsts.filter(is_large).map(name).collect();
        let listed: Vec<_> = list.iter().map(name).filter(|name| name.1 <= 9).collect();
        assert_eq!(listed, large, "a known object is lost: {moves}");
        assert!(list.is_sorted_by_key(name));
        assert!(!listed.is_empty());
    }
}

#[test]
fn octagons_have_the_cells_and_rows_of_the_page() {
    for octagon in octagons().into_iter().chain(all(6)) {
        let (cells, rows) = (naive::cells(&octagon), naive::rows(&octagon));
        assert_eq!(octagon.cells(), cells);
        assert_eq!(octagon.area() as usize, cells.len());
        assert_eq!(octagon.rows() as usize, rows.len());
        let shape = Shape::new(octagon);
        let names: Vec<_> = shape
            .rows
            .iter()
            .map(|row| (row.direction, row.place))
            .collect();
        assert_eq!(names, rows.keys().copied().collect::<Vec<_>>());
        for (row, (name, expected)) in shape.rows.iter().zip(&rows) {
            let found: Vec<_> = row
                .cells
                .iter()
                .map(|&cell| shape.cells[usize::from(cell)])
                .collect();
            assert_eq!(&found, expected);
            assert!(found.len() <= LONGEST);
            let side = octagon.sides().iter().position(|side| side == name);
            assert_eq!(row.side, side);
        }
        let sides = octagon.sides().map(|(e, place)| rows[&(e, place)].len());
        let [a, b, c, d] = octagon.corners.map(usize::from);
        let (x, y) = (usize::from(octagon.width), usize::from(octagon.height));
        let segments = [x - a - d, a, y - a - b, b, x - b - c, c, y - c - d, d];
        assert_eq!(sides, segments.map(|segments| segments + 1));
    }
}
