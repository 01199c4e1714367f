//! The lemmas on games: random ones of 5T, played by rules written down here once more.

use morpion_hulls::UNIT;
use morpion_hulls::board::{Asked, Board};
use morpion_hulls::family::Family;
use morpion_hulls::prices::Prices;
use morpion_hulls::row::Scratch;
use std::collections::{BTreeMap, BTreeSet};

type Cell = (i32, i32);
const STEPS: [Cell; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

#[derive(Default)]
struct Position {
    dots: BTreeSet<Cell>,
    /// First cell and direction.
    lines: Vec<(Cell, usize)>,
    segments: BTreeSet<(Cell, usize)>,
}

fn line((x, y): Cell, direction: usize) -> [Cell; 5] {
    let (dx, dy) = STEPS[direction];
    [0, 1, 2, 3, 4].map(|i| (x + i * dx, y + i * dy))
}

impl Position {
    fn cross() -> Self {
        let outline = [
            (3, 9),
            (6, 9),
            (6, 6),
            (9, 6),
            (9, 3),
            (6, 3),
            (6, 0),
            (3, 0),
            (3, 3),
            (0, 3),
            (0, 6),
            (3, 6),
            (3, 9),
        ];
        let mut dots = BTreeSet::new();
        for pair in outline.windows(2) {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            dots.extend((0..=3).map(|i| (x + (to_x - x) / 3 * i, y + (to_y - y) / 3 * i)));
        }
        assert_eq!(dots.len(), 36);
        Self {
            dots,
            ..Self::default()
        }
    }

    fn moves(&self) -> Vec<(Cell, usize)> {
        let near = self
            .dots
            .iter()
            .flat_map(|&(x, y)| (-4..=4).flat_map(move |i| (-4..=4).map(move |j| (x + i, y + j))));
        let starts: BTreeSet<Cell> = near.collect();
        let all = starts
            .into_iter()
            .flat_map(|cell| (0..4).map(move |d| (cell, d)));
        let is_move = |&(cell, direction): &(Cell, usize)| {
            let cells = line(cell, direction);
            cells.iter().filter(|cell| self.dots.contains(cell)).count() == 4
                && cells[..4]
                    .iter()
                    .all(|&cell| !self.segments.contains(&(cell, direction)))
        };
        all.filter(is_move).collect()
    }

    fn draw(&mut self, (cell, direction): (Cell, usize)) {
        let cells = line(cell, direction);
        self.dots.extend(cells);
        self.segments
            .extend(cells[..4].iter().map(|&cell| (cell, direction)));
        self.lines.push((cell, direction));
    }

    /// What each row that holds a dot wastes: dots less four times its lines; rows are named as on a board.
    fn waste(&self) -> BTreeMap<(usize, i32), i32> {
        let place = |(x, y): Cell, d: usize| [y, x, x + y, x - y][d];
        let mut waste = BTreeMap::new();
        for &dot in &self.dots {
            (0..4).for_each(|d| *waste.entry((d, place(dot, d))).or_default() += 1);
        }
        for &(cell, direction) in &self.lines {
            *waste
                .entry((direction, place(cell, direction)))
                .or_default() -= 4;
        }
        waste
    }

    /// X, Y, P, Q, p, q of the hull, and the corner that is moved to (0, 0).
    fn hull(&self) -> ([i32; 6], Cell) {
        let most = |value: fn(&Cell) -> i32| self.dots.iter().map(value).max().unwrap();
        let (left, low) = (-most(|c| -c.0), -most(|c| -c.1));
        let numbers = [
            most(|c| c.0) - left,
            most(|c| c.1) - low,
            most(|c| c.0 + c.1) - left - low,
            most(|c| c.0 - c.1) - left + low,
            -most(|c| -c.0 - c.1) - left - low,
            most(|c| c.1 - c.0) + left - low,
        ];
        (numbers, (left, low))
    }
}

fn played(seed: u64) -> Position {
    let (mut random, mut position) = (Random(seed), Position::cross());
    loop {
        let moves = position.moves();
        if moves.is_empty() {
            return position;
        }
        position.draw(moves[random.below(moves.len())]);
    }
}

#[test]
fn all_rows_together_waste_144_dots_and_each_wastes_one() {
    for seed in 0..20 {
        let waste = played(seed).waste();
        assert_eq!(waste.values().sum::<i32>(), 144);
        assert!(waste.values().all(|&waste| waste >= 1));
        assert!(waste.len() <= 144);
    }
}

#[test]
fn every_row_and_column_of_the_hull_holds_a_dot() {
    for seed in 0..20 {
        let position = played(seed);
        let ([width, height, ..], (left, low)) = position.hull();
        let waste = position.waste();
        assert!((low..=low + height).all(|y| waste.contains_key(&(0, y))));
        assert!((left..=left + width).all(|x| waste.contains_key(&(1, x))));
    }
}

#[test]
fn no_prices_bound_a_hull_below_a_game_in_it() {
    let mut random = Random(7);
    for seed in 0..20 {
        let position = played(seed);
        let (numbers, _) = position.hull();
        let octagon = Family {
            low: numbers,
            high: numbers,
            ..Family::all()
        };
        let board = Board::new(&octagon, &Asked::new());
        let mut prices = Prices::default();
        for _ in 0..5 {
            prices.share = random.below(3000) as i32;
            prices
                .more
                .iter_mut()
                .flatten()
                .for_each(|more| *more = random.below(600) as i32 - 300);
            let bound = prices.bound(&board, &mut Scratch::default());
            assert!(
                bound >= position.lines.len() as i64 * i64::from(UNIT),
                "seed {seed}"
            );
        }
    }
}

/// The value that is constant along a diagonal, counted so that it grows from the cross to each of the four diagonal sides.
const OUTWARDS: [fn(&Cell) -> i32; 4] =
    [|c| c.0 + c.1, |c| -c.0 - c.1, |c| c.0 - c.1, |c| c.1 - c.0];

impl Position {
    /// The dots beyond the empty diagonal nearest to the cross on a side.
    fn beyond_gap(&self, outwards: fn(&Cell) -> i32) -> Vec<Cell> {
        let held: BTreeSet<i32> = self.dots.iter().map(outwards).collect();
        let edge = Self::cross().dots.iter().map(outwards).max().unwrap();
        let gap = (edge..).find(|place| !held.contains(place)).unwrap();
        self.dots
            .iter()
            .copied()
            .filter(|dot| outwards(dot) > gap)
            .collect()
    }

    /// Takes away dots beyond gaps that lie on one line only, and says how many.
    fn prune(&mut self) -> i32 {
        let mut taken = 0;
        loop {
            let beyond: Vec<Cell> = OUTWARDS.iter().flat_map(|&o| self.beyond_gap(o)).collect();
            let lines_of = |dot: &Cell| -> Vec<usize> {
                let holds = |i: &usize| line(self.lines[*i].0, self.lines[*i].1).contains(dot);
                (0..self.lines.len()).filter(holds).collect()
            };
            let Some((dot, lines)) = beyond
                .iter()
                .map(|dot| (*dot, lines_of(dot)))
                .find(|(_, l)| l.len() == 1)
            else {
                return taken;
            };
            self.lines.remove(lines[0]);
            self.dots.remove(&dot);
            taken += 1;
        }
    }
}

#[test]
fn pruned_games_have_few_rows_and_gaps_only_in_small_hulls() {
    let mut pruned = 0;
    for seed in 100..160 {
        let mut position = played(seed);
        let taken = position.prune();
        pruned += taken;
        let ([x, y, top, right, bottom, left], _) = position.hull();
        let rows = x + y + top + right - bottom + left + 4;
        let waste = position.waste();
        assert_eq!(waste.values().sum::<i32>(), 144);
        assert!(rows <= 144 - 2 * taken, "seed {seed}");
        assert!(rows <= 138 || waste.len() == rows as usize, "seed {seed}");
    }
    assert!(pruned > 0, "no game had a gap");
}
