//! Objects to test with: random games, random graphs, all graphs of a small set of cells; and pseudo-random numbers.

use crate::naive::{Mark, Point, cells, cross, line};
use morpion_check::geometry::BoxSize;
use std::collections::BTreeSet;

/// A small generator of pseudo-random numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// The marks that place one of these cells.
fn marks(points: impl IntoIterator<Item = Point>) -> Vec<Mark> {
    let of = |v| (0..4).flat_map(move |d| (0..5).map(move |i| (v, d, i)));
    points.into_iter().flat_map(of).collect()
}

/// Plays at random inside a box until no move is left or `most` moves are played; the moves in order of play.
pub(crate) fn random_game(random: &mut Random, within: BoxSize, most: usize) -> Vec<Mark> {
    let mut dots = cross();
    let mut used: BTreeSet<(Point, usize)> = BTreeSet::new();
    let mut game = Vec::new();
    while game.len() < most {
        let legal = |&mark: &Mark| {
            let line = line(mark);
            let slots_free = line.iter().all(|&p| !used.contains(&(p, mark.1)));
            !dots.contains(&mark.0)
                && slots_free
                && line.iter().all(|p| *p == mark.0 || dots.contains(p))
        };
        let moves: Vec<Mark> = marks(cells(within)).into_iter().filter(legal).collect();
        if moves.is_empty() {
            break;
        }
        let mark = random.pick(&moves);
        dots.insert(mark.0);
        used.extend(line(mark).map(|p| (p, mark.1)));
        game.push(mark);
    }
    game
}

/// A random game of pairs of moves that the half turn maps to each other.
pub(crate) fn random_symmetric_game(
    random: &mut Random,
    within: BoxSize,
    most: usize,
) -> Vec<Mark> {
    let image = |mark: Mark| ((9 - mark.0.0, 9 - mark.0.1), mark.1, 4 - mark.2);
    let mut game: Vec<Mark> = Vec::new();
    while game.len() < most {
        let dots: BTreeSet<Point> = cross()
            .into_iter()
            .chain(game.iter().map(|m| m.0))
            .collect();
        let lines = |mark: Mark| line(mark).map(|p| (p, mark.1));
        let used: BTreeSet<(Point, usize)> = game.iter().flat_map(|&m| lines(m)).collect();
        let legal = |&mark: &Mark| {
            !dots.contains(&mark.0)
                && lines(mark).iter().all(|slot| !used.contains(slot))
                && line(mark).iter().all(|p| *p == mark.0 || dots.contains(p))
                && lines(mark)
                    .iter()
                    .all(|slot| !lines(image(mark)).contains(slot))
        };
        let moves: Vec<Mark> = marks(cells(within)).into_iter().filter(legal).collect();
        if moves.is_empty() {
            break;
        }
        let mark = random.pick(&moves);
        game.extend([mark, image(mark)]);
    }
    game
}

/// The exact bounding box of the cross and these moves.
pub(crate) fn bounding_box(moves: &[Mark]) -> BoxSize {
    let far =
        |f: &dyn Fn(Point) -> i64| moves.iter().map(|mark| f(mark.0)).fold(0, i64::max) as u64;
    let distances = [
        far(&|p| -p.1),
        far(&|p| p.0 - 9),
        far(&|p| p.1 - 9),
        far(&|p| -p.0),
    ];
    BoxSize::new(distances).expect("tests stay in small boxes")
}

/// All graphs whose dots outside the cross lie in `points`, whatever their bounding box, up to `most` of them.
pub(crate) fn all_graphs(points: &[Point], most: usize) -> Option<Vec<Vec<Mark>>> {
    let mut found = Vec::new();
    let mut search = Search {
        may: cross(),
        must: BTreeSet::new(),
        used: BTreeSet::new(),
        moves: Vec::new(),
    };
    search.may.extend(points);
    search.extend(points, most, &mut found).then_some(found)
}

struct Search {
    /// Cells that hold or may hold a dot.
    may: BTreeSet<Point>,
    /// Cells that a line needs.
    must: BTreeSet<Point>,
    used: BTreeSet<(Point, usize)>,
    moves: Vec<Mark>,
}

impl Search {
    /// Decides the cells left one by one. False if too many graphs were found.
    fn extend(&mut self, left: &[Point], most: usize, found: &mut Vec<Vec<Mark>>) -> bool {
        let Some((&v, rest)) = left.split_first() else {
            found.push(self.moves.clone());
            return found.len() <= most;
        };
        for mark in marks([v]) {
            let line = line(mark);
            if line
                .iter()
                .any(|p| !self.may.contains(p) || self.used.contains(&(*p, mark.1)))
            {
                continue;
            }
            let old = self.must.clone();
            self.must.extend(line);
            self.used.extend(line.map(|p| (p, mark.1)));
            self.moves.push(mark);
            let goes_on = self.extend(rest, most, found);
            self.moves.pop();
            line.iter()
                .for_each(|&p| _ = self.used.remove(&(p, mark.1)));
            self.must = old;
            if !goes_on {
                return false;
            }
        }
        if self.must.contains(&v) {
            return true;
        }
        self.may.remove(&v);
        let goes_on = self.extend(rest, most, found);
        self.may.insert(v);
        goes_on
    }
}

/// The moves of a graph in an order of play, if there is one.
pub(crate) fn order_of_play(graph: &[Mark]) -> Option<Vec<Mark>> {
    let mut dots = cross();
    let mut left = graph.to_vec();
    let mut order = Vec::new();
    while !left.is_empty() {
        let ready = |mark: &Mark| line(*mark).iter().all(|p| *p == mark.0 || dots.contains(p));
        let next = left.iter().position(ready)?;
        let mark = left.remove(next);
        dots.insert(mark.0);
        order.push(mark);
    }
    Some(order)
}

/// Some cells of a random game and some cells around them, few enough to list all graphs on them.
pub(crate) fn small_cell_set(
    random: &mut Random,
    within: BoxSize,
    cells_of_game: usize,
    more: usize,
) -> Vec<Point> {
    let game = random_game(random, within, cells_of_game);
    let mut points: BTreeSet<Point> = game.iter().map(|mark| mark.0).collect();
    let cross = cross();
    let near: Vec<Point> = cells(within)
        .into_iter()
        .filter(|p| !cross.contains(p))
        .filter(|p| {
            points
                .iter()
                .any(|q| (p.0 - q.0).abs() <= 2 && (p.1 - q.1).abs() <= 2)
        })
        .collect();
    for _ in 0..more {
        points.insert(random.pick(&near));
    }
    points.into_iter().collect()
}
