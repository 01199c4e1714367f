//! Lines of a few games, as the checker has them and as the page numbers them.

use crate::games::{Cell, Game, LETTERS, Line, cells};
use crate::random::Random;
use morpion_check::lines::moves::{self, Moves, Rules};

/// The words with which every test of the hunt reports that a game which exists is lost.
pub(crate) const LOST: &str = "a known game is lost";

/// A game by the numbers of its moves.
pub(crate) type Numbers = Vec<usize>;

/// The lines of some games.
pub(crate) struct Family {
    pub(crate) variant: &'static str,
    pub(crate) lines: Vec<Line>,
    pub(crate) games: Vec<Numbers>,
    pub(crate) moves: Moves,
    /// By move: its line, and the cell that it places.
    pub(crate) all: Vec<(usize, Cell)>,
}

/// A random game of at most `most` moves.
pub(crate) fn random_game(variant: &str, most: usize, random: &mut Random) -> Game {
    let mut game = Game::new(variant);
    while game.moves.len() < most {
        let legal = game.lines();
        if legal.is_empty() {
            break;
        }
        game.draw(random.pick(&legal));
    }
    game
}

impl Family {
    /// The family of these games, with further lines.
    pub(crate) fn new(variant: &'static str, games: &[Game], further: &[Line]) -> Self {
        let drawn = games.iter().flat_map(|game| &game.moves);
        let mut lines: Vec<Line> = Vec::new();
        for line in drawn.map(|(line, _)| *line).chain(further.iter().copied()) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let start = Game::new(variant);
        let free = |(number, &line)| {
            let own = cells(line, start.length()).into_iter();
            let free = own.filter(|&cell| !start.holds(cell));
            free.map(move |cell| (number, cell)).collect::<Vec<_>>()
        };
        let all: Vec<(usize, Cell)> = (0..).zip(&lines).flat_map(free).collect();
        let number = |&(line, cell): &(Line, Cell)| {
            let is_it = |&(number, place): &(usize, Cell)| lines[number] == line && place == cell;
            all.iter()
                .position(is_it)
                .expect("games are of these moves")
        };
        let games = games.iter().map(|g| g.moves.iter().map(number).collect());
        let of_checker = |&(start, direction): &Line| moves::Line { start, direction };
        let rules = Rules::named(variant).expect("a variant");
        Self {
            variant,
            games: games.collect(),
            moves: Moves::new(rules, lines.iter().map(of_checker).collect()),
            lines,
            all,
        }
    }

    /// A certificate about these lines.
    pub(crate) fn text(&self, at_most: usize, steps: &str) -> String {
        let line = |&((x, y), direction): &Line| format!("line {x} {y} {}\n", LETTERS[direction]);
        let lines: String = self.lines.iter().map(line).collect();
        let (variant, n) = (self.variant, self.lines.len());
        format!("morpion-lines 1 {variant} at-most {at_most} lines {n}\n{lines}{steps}")
    }

    /// The cells that the moves of a line place.
    pub(crate) fn places(&self, line: usize) -> Vec<Cell> {
        let of_line = self.all.iter().filter(|(own, _)| *own == line);
        of_line.map(|(_, cell)| *cell).collect()
    }

    /// All cells that moves place, each once.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.all.iter().map(|(_, cell)| *cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
