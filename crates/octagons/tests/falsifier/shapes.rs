//! Positions that are hard on the page: random games, dense fillings of octagons, gaps, arms, and dots of one parity.

use crate::position::{Cell, Line, Position, Random, SIZE, Set, along};
use morpion_octagons::octagon::place;

/// A position of one of several kinds.
pub(crate) fn position(random: &mut Random) -> Position {
    match random.below(7) {
        0 => game(random),
        1 => filled(octagon(random), &[], random),
        2 | 3 => {
            let region = octagon(random);
            let gaps = gaps(&region, random);
            filled(region, &gaps, random)
        }
        4 => arms(random),
        5 => pair(random),
        _ => parity(random),
    }
}

/// A random game of 5T.
fn game(random: &mut Random) -> Position {
    let rows = [0b11_1100_0000 >> 3; 4];
    let mut dots = Vec::new();
    let cross = [
        rows[0],
        0b100_1000,
        0b100_1000,
        0b11_1100_1111,
        0b10_0000_0001,
        0b10_0000_0001,
        0b11_1100_1111,
        0b100_1000,
        0b100_1000,
        rows[3],
    ];
    for (y, row) in cross.into_iter().enumerate() {
        (0..10)
            .filter(|x| row >> x & 1 == 1)
            .for_each(|x| dots.push((x + 43, y as i32 + 43)));
    }
    let mut position = Position::new(dots);
    for _ in 0..random.below(120) {
        let near = |c: i32| (c - 20)..(c + 30);
        let all =
            near(43).flat_map(|x| near(43).flat_map(move |y| (0..4).map(move |d| ((x, y), d))));
        let moves: Vec<Line> = all
            .filter(|&line| position.is_free(line) && position.count(line) == 4)
            .collect();
        if moves.is_empty() {
            break;
        }
        position.draw(moves[random.below(moves.len() as i32) as usize]);
    }
    position
}

/// The cells of an octagon in the middle of the grid; corners may be uncut.
fn octagon(random: &mut Random) -> Set {
    loop {
        let (x, y) = (5 + random.below(17), 5 + random.below(17));
        let [a, b, c, d] = [0; 4].map(|_: i32| random.below(12));
        if a + d < x && b + c < x && a + b < y && c + d < y {
            let middle = SIZE / 2 - 10;
            let holds = |(p, q): (i32, i32)| {
                (0..=x).contains(&p)
                    && (0..=y).contains(&q)
                    && (c..=x + y - a).contains(&(p + q))
                    && (d - y..=x - b).contains(&(p - q))
            };
            let all = (0..=y).flat_map(|q| (0..=x).map(move |p| (p, q)));
            let cells = all.filter(|&cell| holds(cell));
            return Set::new(cells.map(|(p, q)| (p + middle, q + middle)).collect());
        }
    }
}

/// Some diagonals through a region.
fn gaps(region: &Set, random: &mut Random) -> Vec<(usize, i32)> {
    let count = 1 + random.below(3);
    let all = &region.cells;
    let gap = |_| {
        let direction = 2 + random.below(2) as usize;
        let cell = all[random.below(all.len() as i32) as usize];
        (direction, place(cell, direction))
    };
    (0..count).map(gap).collect()
}

/// Fills a region with dots and nearly all lines that fit in, or stick out; nothing lies on the gaps.
fn filled(mut region: Set, gaps: &[(usize, i32)], random: &mut Random) -> Position {
    let in_gap = |cell| {
        gaps.iter()
            .any(|&(direction, at)| place(cell, direction) == at)
    };
    let cells = region.cells.iter().copied();
    let free: Vec<_> = cells.filter(|&cell| in_gap(cell)).collect();
    region.remove(&free);
    let mut position = Position::new(region.cells.clone());
    let skip = if random.chance(70) {
        0
    } else {
        random.below(10)
    };
    let sticks_out = [0, 30, 100][random.below(3) as usize];
    for direction in [3, 2, 1, 0] {
        let is_first = |&&cell: &&Cell| !region.has(along(cell, direction, -1));
        for &start in region.cells.iter().filter(is_first) {
            let row = (0..).take_while(|&i| region.has(along(start, direction, i)));
            let length = row.count() as i32;
            let is_out = random.chance(sticks_out);
            let firsts = match is_out {
                true => -random.below(4)..length - 1,
                false => random.below(2) * (length - 1).rem_euclid(4)..length - 4,
            };
            for first in firsts {
                let line = (along(start, direction, first), direction);
                let is_clear = (0..5).all(|i| !in_gap(along(line.0, direction, i)));
                if is_clear && position.is_free(line) && !random.chance(skip) {
                    position.draw(line);
                }
            }
        }
    }
    position
}

/// A region with long thin arms.
fn arms(random: &mut Random) -> Position {
    let mut region = octagon(random);
    let body = region.cells.clone();
    for _ in 0..1 + random.below(4) {
        let cell = body[random.below(body.len() as i32) as usize];
        let (direction, width) = (random.below(4) as usize, 1 + random.below(2));
        let across = (direction + 1 + random.below(3) as usize) % 4;
        let sign = 1 - 2 * random.below(2);
        for i in 0..4 + random.below(16) {
            for j in 0..width {
                region.add(along(along(cell, direction, sign * i), across, j));
            }
        }
    }
    let gaps = if random.chance(50) {
        gaps(&region, random)
    } else {
        Vec::new()
    };
    filled(region, &gaps, random)
}

/// Two regions side by side, mostly with an empty column between them: all diagonals between their sides hold dots.
fn pair(random: &mut Random) -> Position {
    let mut region = octagon(random);
    let (low, high) = region.places(1);
    let shift = (high - low) + 2 + random.below(3);
    let is_thin = random.chance(50);
    for (x, y) in region.cells.clone() {
        if !is_thin || x < low + 5 {
            region.add((x + shift, y));
        }
    }
    filled(region, &[], random)
}

/// Dots of one parity, with a patch of both.
fn parity(random: &mut Random) -> Position {
    let (mut region, patch) = (octagon(random), octagon(random));
    let small = random.chance(50);
    let goes = |&(x, y): &Cell| (x + y) % 2 == 1 && (small || !patch.has((x, y)) || x % 7 > 3);
    let free: Vec<_> = region.cells.iter().copied().filter(goes).collect();
    region.remove(&free);
    filled(region, &[], random)
}
