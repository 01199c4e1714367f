//! Objects to test with: random games, random graphs, all graphs of a small set of cells.

use crate::naive::{Mark, Point, cells, cross, line};
use morpion_check_core::geometry::{Board, BoxSize};
use morpion_check_core::state::{Cell, Objects, State};
use std::collections::BTreeSet;

#[path = "../shared/random.rs"]
mod random;
pub(crate) use random::Random;

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

/// A random game whose last move arrives by the top-right corner of this box, the moves in order of play. Playing at random
/// hardly ever comes to a corner, so this goes back from the corner: each dot needs a line, whose dots need lines. `None` if the
/// search takes too long.
pub(crate) fn game_to_the_corner(random: &mut Random, within: BoxSize) -> Option<Vec<Mark>> {
    let [top, right, ..] = within.distances().map(i64::from);
    let last: Mark = ((9 + right, -top), 3, 4);
    let board = Board::new(within);
    let at = |(x, y): Point| board.cell(x, y).expect("in the box");
    let mut state = State::new(&board, Objects::Games, false);
    for p in cells(within) {
        if (p.0 == last.0.0 || p.1 == last.0.1) && p != last.0 {
            state.set_absent(at(p)).ok()?;
        }
    }
    state.force(at(last.0), 5 * last.1 + last.2 as usize).ok()?;
    let mut left = 4000;
    let state = find(random, &board, state, &mut left)?;
    let of = |p| {
        marks([p])
            .into_iter()
            .find(|mark| state.allowed(at(p)) >> (5 * mark.1 + mark.2 as usize) & 1 != 0)
    };
    let others = cells(within).into_iter().filter(|&p| p != last.0);
    let others = others.filter(|&p| state.cell(at(p)) == Cell::Present);
    let mut game = order_of_play(&others.map(of).collect::<Option<Vec<_>>>()?)?;
    game.push(last);
    Some(game)
}

/// A state in which every present cell has one mark, by going through the marks of present cells; up to `left` states.
fn find(random: &mut Random, board: &Board, mut state: State, left: &mut u32) -> Option<State> {
    *left = left.checked_sub(1)?;
    state.propagate(board).ok()?;
    let open = (0..board.cells())
        .filter(|&v| state.cell(v) == Cell::Present && state.allowed(v).count_ones() > 1);
    let Some(v) = open.min_by_key(|&v| state.allowed(v).count_ones()) else {
        return Some(state);
    };
    let point = board.position(v);
    let number = |mark: &Mark| 5 * mark.1 + mark.2 as usize;
    let mut allowed = marks([point]);
    allowed.retain(|mark| state.allowed(v) >> number(mark) & 1 != 0);
    // Few new dots: they are what leads to contradictions.
    allowed.sort_by_cached_key(|mark| {
        let cells = line(*mark).map(|(x, y)| state.cell(board.cell(x, y).expect("in the box")));
        let new = cells.into_iter().filter(|&cell| cell == Cell::Free).count();
        2 * new + random.below(3)
    });
    allowed.iter().find_map(|mark| {
        let mut next = state.clone();
        next.force(v, number(mark)).ok()?;
        find(random, board, next, left)
    })
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
