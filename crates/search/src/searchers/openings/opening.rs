//! An opening: the beginning of a game, with a line that the game lacks.

use std::collections::{HashMap, HashSet};

use crate::game::Code;
use crate::games::Playable;
use crate::games::game::{Rng, below, unit};
use crate::geometry::{Cell, Line, Move, Variant, cross_cells};
use crate::searchers::families::{Families, lines_within};

/// A line that is put in lies at most so many cells outside the square around the cross.
const MARGIN: i16 = 1;

/// The probability that a line is put in; otherwise the opening is the game's own.
const PUT_IN: f32 = 0.75;

/// If no line is put in, at least one of so many moves of the game is kept.
const LEAST_KEPT: usize = 10;

/// If no line is put in, at most one of so many moves of the game is kept.
const MOST_KEPT: usize = 3;

/// An opening with a line put in has at least one of so many moves of the game, if so many can be played.
const WITH_LINE: usize = 6;

/// A line is not put in if it needs more than one of so many moves of the game.
const MOST_NEEDED: usize = 4;

/// The delay of a move whose line leaves the square around the cross, in cells.
const OUTSIDE: f32 = 6.0;

/// An opening, from where the search begins.
pub(super) struct Opening {
    pub(super) moves: Vec<Code>,
    /// The line that was put in, if one was.
    pub(super) line: Option<Line>,
}

/// Draws an opening from a finished game, which goes on from where `game` stands. `odds` weigh the line that is put in; a line
/// without an entry has the weight 1. If it leaves too few lines of the game, `others` are drawn, weighed by how many games have them.
pub(super) fn draw<G: Playable<Move = Code>>(
    parent: &[Code],
    others: &HashMap<Line, u32>,
    odds: &HashMap<Line, f32>,
    families: &Families,
    game: &mut G,
    rng: &mut Rng,
) -> Opening {
    let kept = game.whole_game(&[]).len();
    let moves = game.whole_game(parent).split_off(kept);
    let parent = Parent::of(game.variant(), moves);
    let put = (unit(rng) < PUT_IN).then(|| parent.line(odds, rng));
    let put = put.flatten();
    let mut play = Play::new(game, families, rng);
    let keep = match &put {
        Some(put) => {
            play.moves(&put.needs);
            play.line(put.mv.line);
            let more = 2 + below(play.rng, 5);
            parent.part(WITH_LINE).max(put.needs.len() + more)
        }
        None => {
            let (least, most) = (parent.part(LEAST_KEPT), parent.part(MOST_KEPT));
            least + below(play.rng, most - least + 1)
        }
    };
    play.lines(&parent.lines, others, keep);
    Opening {
        moves: play.end(),
        line: put.map(|put| put.mv.line),
    }
}

/// The game that an opening is drawn from.
struct Parent {
    variant: Variant,
    /// The moves from where the search begins, in an order of play.
    moves: Vec<Move>,
    lines: HashSet<Line>,
    /// The cells on which the moves place dots.
    placed: HashSet<Cell>,
    /// The cells that hold a dot where the search begins, as far as the game shows it.
    given: HashSet<Cell>,
}

/// A line to put in.
struct Put {
    mv: Move,
    /// The moves of the game that it needs, directly or not.
    needs: HashSet<Move>,
}

impl Parent {
    fn of(variant: Variant, moves: Vec<Move>) -> Self {
        let placed: HashSet<Cell> = moves.iter().map(|mv| mv.dot()).collect();
        let needed = moves.iter().flat_map(|mv| mv.needs(variant));
        let given = needed.filter(|cell| !placed.contains(cell));
        Self {
            variant,
            lines: moves.iter().map(|mv| mv.line).collect(),
            given: given.chain(cross_cells(variant)).collect(),
            placed,
            moves,
        }
    }

    /// The number of moves divided by `of`.
    fn part(&self, of: usize) -> usize {
        self.moves.len() / of
    }

    /// One of the lines that can be put in; `None` when there is none.
    fn line(&self, odds: &HashMap<Line, f32>, rng: &mut Rng) -> Option<Put> {
        let puts = lines_within(self.variant, MARGIN).filter_map(|line| self.put(line));
        // The first of clocks that ring at random, at rates in the proportion of the odds.
        let timed = |put: Put| {
            let odds = odds.get(&put.mv.line).copied().unwrap_or(1.0);
            (-unit(rng).ln() / odds, put)
        };
        let first = puts.map(timed).min_by(|(a, _), (b, _)| a.total_cmp(b));
        first.map(|(_, put)| put)
    }

    /// How a line that the game lacks can be put in with the fewest moves before it; `None` when it cannot, or needs too many.
    fn put(&self, line: Line) -> Option<Put> {
        if self.lines.contains(&line) {
            return None;
        }
        let positions = 0..self.variant.line_length() as u8;
        let puts = positions.filter_map(|position| self.put_by(Move::new(line, position)));
        let put = puts.min_by_key(|put| put.needs.len())?;
        (put.needs.len() <= self.part(MOST_NEEDED)).then_some(put)
    }

    /// How a move can be put in; `None` when it, or what it needs, excludes what it needs.
    fn put_by(&self, mv: Move) -> Option<Put> {
        let mut wanted: HashSet<Cell> = mv.needs(self.variant).collect();
        let will_be = |cell: &Cell| self.given.contains(cell) || self.placed.contains(cell);
        if self.given.contains(&mv.dot()) || !wanted.iter().all(will_be) {
            return None;
        }
        let mut needs = HashSet::new();
        for &other in self.moves.iter().rev() {
            if wanted.contains(&other.dot()) {
                if !other.line.compatible(mv.line, self.variant) {
                    return None;
                }
                wanted.extend(other.needs(self.variant));
                needs.insert(other);
            }
        }
        (!wanted.contains(&mv.dot())).then_some(Put { mv, needs })
    }
}

/// An opening that is being played.
struct Play<'a, G: Playable<Move = Code>> {
    game: &'a mut G,
    families: &'a Families,
    rng: &'a mut Rng,
    /// Moves are played from one side to the other along this direction, as far as the rules allow.
    along: (f32, f32),
    /// How far that order is disturbed, in cells.
    noise: f32,
    codes: Vec<Code>,
}

impl<'a, G: Playable<Move = Code>> Play<'a, G> {
    fn new(game: &'a mut G, families: &'a Families, rng: &'a mut Rng) -> Self {
        let angle = unit(rng) * std::f32::consts::TAU;
        Self {
            game,
            families,
            along: (angle.cos(), angle.sin()),
            noise: 5.0 * unit(rng),
            rng,
            codes: Vec::new(),
        }
    }

    /// Plays these moves, as far as they are legal.
    fn moves(&mut self, moves: &HashSet<Move>) {
        while self.first(|mv| moves.contains(&mv)) {}
    }

    /// Draws a line, if it can be drawn.
    fn line(&mut self, line: Line) {
        self.first(|mv| mv.line == line);
    }

    /// Draws lines, whichever dots they place, until so many moves are played or no more can be: the game's own lines first, then others.
    fn lines(&mut self, own: &HashSet<Line>, others: &HashMap<Line, u32>, moves: usize) {
        let mut is_on = true;
        while is_on && self.codes.len() < moves {
            is_on = self.first(|mv| own.contains(&mv.line)) || self.often(others);
        }
    }

    /// Plays the wanted legal move that comes first in the order of this opening; returns whether there was one.
    fn first(&mut self, is_wanted: impl Fn(Move) -> bool) -> bool {
        let (families, (along_x, along_y), noise) = (self.families, self.along, self.noise);
        self.least(|code, random| {
            let mv = code.to_move();
            let outside = if families.is_inside(code) {
                0.0
            } else {
                OUTSIDE
            };
            let (x, y) = (f32::from(mv.dot().x), f32::from(mv.dot().y));
            is_wanted(mv).then_some(x * along_x + y * along_y + outside + noise * random)
        })
    }

    /// Plays a legal move whose line many games have; returns whether there was one.
    fn often(&mut self, games: &HashMap<Line, u32>) -> bool {
        self.least(|code, random| {
            let games = games.get(&code.to_move().line)?;
            Some(-(*games as f32) * random)
        })
    }

    /// Plays the legal move for which `place` is least, given a random number from 0 to 1 for each. Returns whether there was one.
    fn least(&mut self, place: impl Fn(Code, f32) -> Option<f32>) -> bool {
        let placed = |&code: &Code| Some((place(code, unit(self.rng))?, code));
        let places = self.game.legal().iter().filter_map(placed);
        let Some((_, code)) = places.min_by(|(a, _), (b, _)| a.total_cmp(b)) else {
            return false;
        };
        self.game.play(code);
        self.codes.push(code);
        true
    }

    /// Takes all moves back, and returns them.
    fn end(self) -> Vec<Code> {
        for _ in &self.codes {
            self.game.undo();
        }
        self.codes
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::Game;
    use crate::searchers::resumable::checks::known;

    #[test]
    fn openings_are_beginnings_that_leave_the_position() {
        for id in ["5T/rosin178", "5D/rosin82"] {
            let (mut root, parent) = known(id);
            let families = Families::of(root.variant());
            let lines: HashSet<Line> = parent.iter().map(|c| c.to_move().line).collect();
            let mut rng = Rng::seed_from_u64(1);
            let mut with_line = 0;
            for _ in 0..300 {
                let opening = draw(
                    &parent,
                    &HashMap::new(),
                    &HashMap::new(),
                    &families,
                    &mut root,
                    &mut rng,
                );
                assert_eq!(root.depth(), 0);
                let mut game = root.clone();
                for &code in &opening.moves {
                    assert!(game.legal().contains(&code));
                    game.play(code);
                }
                let own = |code: &&Code| lines.contains(&code.to_move().line);
                let others = opening.moves.len() - opening.moves.iter().filter(own).count();
                assert_eq!(others, usize::from(opening.line.is_some()), "{id}");
                with_line += others;
            }
            assert!((150..300).contains(&with_line), "{id} {with_line}");
        }
    }

    /// The naive reference: the moves needed are those that lead to the line when nothing else is played, and none can be spared.
    #[test]
    fn a_line_is_put_in_with_what_it_needs_and_no_more() {
        let (root, moves) = known("5T/rosin178");
        let parent = Parent::of(Variant::T5, root.whole_game(&moves));
        let leads = |needs: &HashSet<Move>, mv: Move| {
            let mut game = root.clone();
            let is_needed = |code: &&Code| needs.contains(&code.to_move());
            while let Some(&code) = game.legal().iter().find(is_needed) {
                game.play(code);
            }
            game.legal().iter().any(|code| code.to_move() == mv)
        };
        let mut found = 0;
        for line in lines_within(Variant::T5, MARGIN) {
            let Some(Put { mv, needs }) = parent.put(line) else {
                continue;
            };
            found += 1;
            assert!(leads(&needs, mv), "{mv}");
            for spared in &needs {
                let mut fewer = needs.clone();
                fewer.remove(spared);
                assert!(!leads(&fewer, mv), "{mv} without {spared}");
            }
        }
        assert!(found > 30, "{found}");
    }
}
