//! The hunt: games that exist are never lost. `tests/planted.rs` plants bugs that these tests must find.

use crate::families::{Family, LOST, Numbers, random_game};
use crate::games::{Cell, LETTERS, Line, VARIANTS};
use crate::random::Random;
use morpion_check::lines::check;
use morpion_check::lines::known::Known;
use morpion_check::lines::rows;

/// The lines of some random games of at most `most` moves, which differ in length.
fn family(seed: u64, most: usize) -> Family {
    let mut random = Random::new(seed);
    let variant = VARIANTS[seed as usize % 4];
    let lengths = [most, most - 2, most / 2];
    let games = lengths.map(|most| random_game(variant, most, &mut random));
    Family::new(variant, &games, &[])
}

/// Moves have the numbers, cells and needs that the page gives them, and no two of a game clash.
#[test]
fn no_move_is_lost() {
    for seed in 0..20 {
        let family = family(seed, 20);
        let moves = &family.moves;
        assert_eq!(moves.all.len(), family.all.len(), "{LOST}: a move");
        for (mv, (line, cell)) in moves.all.iter().zip(&family.all) {
            let is_same = mv.line == *line && moves.cell_number(*cell) == Some(mv.places);
            let needs = family.places(*line).len() - 1;
            assert!(is_same && mv.needs.len() == needs, "{LOST}: {mv:?}");
        }
        for game in &family.games {
            for (i, &a) in game.iter().enumerate() {
                let clashes = game[..i].iter().any(|&b| moves.clash(a, b));
                assert!(!clashes, "{LOST}: move {a} of {game:?}");
            }
        }
    }
}

/// Random questions about a node to which a game belongs: whatever is accepted must hold for the game.
struct Hunter<'a> {
    family: &'a Family,
    game: &'a Numbers,
    known: Known<'a>,
    random: Random,
    /// Deductions and rows that were accepted.
    deduced: usize,
    rows: usize,
}

impl<'a> Hunter<'a> {
    /// A hunter for each game of the family.
    fn all(family: &'a Family, seed: u64) -> impl Iterator<Item = Self> {
        family.games.iter().map(move |game| Self {
            family,
            game,
            known: Known::new(&family.moves),
            random: Random::new(seed),
            deduced: 0,
            rows: 0,
        })
    }

    fn has(&self, m: usize) -> bool {
        self.game.contains(&m)
    }

    fn draws(&self, line: usize) -> bool {
        self.game.iter().any(|&m| self.family.all[m].0 == line)
    }

    /// A random move, in about half of all cases one of the game.
    fn mv(&mut self) -> usize {
        match self.random.below(2) {
            0 => self.random.pick(self.game),
            _ => self.random.below(self.family.all.len()),
        }
    }

    /// Goes on to a child of the node that the game belongs to.
    fn branch(&mut self) {
        let line = self.random.below(self.family.lines.len());
        match self.draws(line) {
            true => self.known.require(line),
            false => self.known.leave_out(line),
        }
    }

    /// Goes to a node that the game does not belong to, and comes back.
    fn stray(&mut self) {
        let mark = self.known.mark();
        let line = self.random.below(self.family.lines.len());
        match self.draws(line) {
            true => self.known.leave_out(line),
            false => self.known.require(line),
        }
        for _ in 0..20 {
            let (a, b) = (self.mv(), self.mv());
            let _ = self.known.deduce_out(a);
            let _ = self.known.deduce_excludes(a, b);
        }
        self.known.forget(mark);
    }

    fn deduce(&mut self) {
        let (a, b) = (self.mv(), self.mv());
        if self.known.deduce_out(a).is_ok() {
            assert!(!self.has(a), "{LOST}: out {a} of {:?}", self.game);
            self.deduced += 1;
        }
        if self.known.deduce_excludes(a, b).is_ok() {
            let both = self.has(a) && self.has(b);
            assert!(!both, "{LOST}: excludes {a} {b} of {:?}", self.game);
            self.deduced += 1;
        }
    }

    /// Leaves out all lines but those of the game: each of its moves can still be made.
    fn alone(&mut self) {
        for line in 0..self.family.lines.len() {
            assert!(!self.known.is_blocked(line), "{LOST}: blocked {line}");
            if !self.draws(line) {
                self.known.leave_out(line);
            }
        }
        for &m in self.game {
            let is_out = self.known.deduce_out(m).is_ok();
            assert!(!is_out, "{LOST}: out {m} of {:?}", self.game);
        }
    }

    /// Asks for a row, and counts the game by it.
    fn row(&mut self) {
        let words = self.words();
        let words: Vec<&str> = words.split(' ').collect();
        if let Ok(row) = rows::read(&self.known, &words) {
            let sum: i64 = self.game.iter().map(|&m| row.factors[m]).sum();
            assert!(sum <= row.at_most, "{LOST}: {words:?} of {:?}", self.game);
            self.rows += 1;
        }
    }

    fn cell(&mut self) -> Cell {
        let m = self.mv();
        self.family.all[m].1
    }

    /// The words of a row, which need not hold.
    fn words(&mut self) -> String {
        let line = self.random.below(self.family.lines.len());
        match self.random.below(6) {
            0 => format!("dot {}", name(self.cell())),
            1 => format!("required {line}"),
            2 => self.slot(line),
            3 => self.clique(),
            4 => format!("order move {} {}", self.mv(), self.set()),
            _ => format!("order cell {} {}", name(self.cell()), self.set()),
        }
    }

    fn slot(&mut self, line: usize) -> String {
        let own = crate::games::cells(self.family.lines[line], 5);
        let (x, y) = self.random.pick(&own);
        let direction = match self.random.below(4) {
            0 => self.random.pick(&LETTERS),
            _ => LETTERS[self.family.lines[line].1],
        };
        format!("slot {x} {y} {direction} {}", self.random.below(3))
    }

    /// Moves that mostly exclude each other; with a cell moves of which one at least needs it.
    fn clique(&mut self) -> String {
        let mut members: Vec<usize> = Vec::new();
        for _ in 0..40 {
            let m = self.mv();
            let is_free = members.iter().all(|&other| self.known.excludes(m, other));
            if (is_free || self.random.below(60) == 0) && !members.contains(&m) {
                members.push(m);
            }
        }
        let cell = match self.random.below(3) {
            0 => None,
            _ => Some(
                self.random
                    .pick(&self.family.places(self.family.all[members[0]].0)),
            ),
        };
        if self.random.below(2) == 0 {
            // All moves that need it.
            members.retain(|&m| {
                let (line, places) = self.family.all[m];
                cell.is_none_or(|cell| cell != places && self.family.places(line).contains(&cell))
            });
        }
        let members: Vec<String> = members.iter().map(ToString::to_string).collect();
        let cell = cell.map_or("-".to_owned(), name);
        format!("clique {cell} {}", members.join(" "))
    }

    /// A few cells, mostly of the game.
    fn set(&mut self) -> String {
        let n = 1 + self.random.below(4);
        let cells: Vec<String> = (0..n).map(|_| name(self.cell())).collect();
        cells.join(" ")
    }
}

fn name((x, y): Cell) -> String {
    format!("{x},{y}")
}

#[test]
fn no_known_game_is_lost() {
    let (mut rows, mut deduced) = (0, 0);
    for seed in 0..48 {
        let family = family(seed, 16);
        for mut hunter in Hunter::all(&family, seed) {
            for step in 0..600 {
                hunter.deduce();
                hunter.row();
                match step % 100 {
                    20 | 80 => hunter.stray(),
                    50 => hunter.branch(),
                    _ => {}
                }
            }
            hunter.alone();
            deduced += hunter.deduced;
            rows += hunter.rows;
        }
    }
    let is_enough = deduced > 1000 && rows > 1000;
    assert!(is_enough, "{deduced} deductions and {rows} rows");
    // Long games share cells that they reach in different ways.
    for seed in 0..40 {
        let family = family(seed, 40);
        Hunter::all(&family, seed).for_each(|mut hunter| hunter.alone());
    }
}

/// Certificates about the lines of one game and a line far from it, which claim too much.
struct Lie {
    family: Family,
    cells: Vec<Cell>,
}

const FAR: Line = ((60, 60), 0);

impl Lie {
    fn new(seed: u64) -> Self {
        let variant = VARIANTS[seed as usize % 4];
        let game = random_game(variant, 12 + seed as usize, &mut Random::new(seed));
        let family = Family::new(variant, &[game], &[FAR]);
        let mut cells = family.cells();
        cells.retain(|&(x, _)| x < 60);
        Self { family, cells }
    }

    /// Deduces that all moves of the far line are out, so that no game draws it; `rest` is about the games without it.
    fn tree(&self, rest: &str) -> String {
        let far = self.family.lines.len() - 1;
        let moves = self.family.all.iter().enumerate();
        let of_far = moves.filter(|(_, (line, _))| *line == far);
        let out: String = of_far.map(|(m, _)| format!("out {m}\n")).collect();
        format!("{out}branched {far}\nblocked {far}\n{rest}")
    }

    /// A lie: where the far line must be drawn, all moves are out; the other node is closed as if they were out there, too.
    fn nothing_left(&self) -> String {
        let far = self.family.lines.len() - 1;
        let n = self.family.all.len();
        let last = (0..n).rev().map(|m| format!("out {m}\n"));
        let out: String = last.collect();
        format!("branched {far}\n{out}blocked {far}\nrefuted 1 0\n")
    }

    /// The game has as many moves as cells, so the dots of all of them bound it, and nothing less does.
    fn dots(&self, cells: &[Cell]) -> String {
        let row = |&(x, y): &Cell| format!("1 dot {x},{y}\n");
        let rows: String = cells.iter().map(row).collect();
        format!("refuted 1 {}\n{rows}", cells.len())
    }

    fn is_valid(&self, at_most: usize, steps: &str) -> bool {
        check(self.family.text(at_most, steps).as_bytes()).is_ok()
    }
}

#[test]
fn nothing_false_is_valid() {
    for seed in 0..12 {
        let lie = Lie::new(seed);
        let length = lie.family.games[0].len();
        assert_eq!(lie.cells.len(), length, "each move places a cell");
        let bounded = lie.dots(&lie.cells);
        let mut lies = vec![
            lie.tree(&bounded),
            lie.tree(&lie.dots(&lie.cells[1..])),
            lie.tree(""),
            "blocked 0\n".to_owned(),
            lie.tree("blocked 0\n"),
            lie.nothing_left(),
        ];
        lies.extend((0..lie.family.lines.len() - 1).map(|line| lie.half(line)));
        lies.extend(lie.less_than_nothing());
        for steps in lies {
            assert!(!lie.is_valid(length - 1, &steps), "{LOST}: {steps}");
        }
        assert!(lie.is_valid(length, &lie.tree(&bounded)), "it is true");
    }
}

impl Lie {
    /// A lie: branches on a line, and bounds both nodes by the dots of the cells that other lines place; these bound only the second.
    fn half(&self, line: usize) -> String {
        let of_others = |cell: &Cell| {
            let all = self.family.all.iter();
            all.filter(|(_, places)| places == cell)
                .any(|(own, _)| *own != line)
        };
        let mut left = self.cells.clone();
        left.retain(of_others);
        let bounded = self.dots(&left);
        self.tree(&format!("branched {line}\n{bounded}{bounded}"))
    }

    /// A lie: slots through which no line runs say that 0 is at most the dot of a cell; a multiplier of -1 would turn that round.
    fn less_than_nothing(&self) -> Option<String> {
        let directions = |&cell: &Cell| {
            let runs = |direction: usize| {
                let lines = self.family.lines.iter();
                let mut along = lines.filter(|line| line.1 == direction);
                along.any(|&line| crate::games::cells(line, 5).contains(&cell))
            };
            let free = (0..4).find(|&direction| !runs(direction))?;
            let (x, y) = cell;
            Some(format!("-1 slot {x} {y} {} 0\n", LETTERS[free]))
        };
        let rows: String = self.cells.iter().map(directions).collect::<Option<_>>()?;
        Some(self.tree(&format!("refuted 1 {}\n{rows}", self.cells.len())))
    }
}
