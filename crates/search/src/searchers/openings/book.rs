//! The good games of a search by openings, and how they are kept in a file.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::opening;
use crate::game::Code;
use crate::games::game::below;
use crate::games::{Lesson, Playable};
use crate::geometry::Line;
use crate::running::Run;
use crate::searchers::families::Families;
use crate::searchers::resumable::{Stage, WithGames};

/// Finished games, one of each family.
#[derive(Clone, Debug, Default)]
pub struct Book {
    pub(super) games: Vec<Lesson<Code>>,
    pub(super) state: State,
}

/// The state of a book besides its games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The number of trials since the beginning.
    pub(super) trials: u64,
    /// How often each line was put in.
    pub(super) tries: Vec<(Line, u32)>,
    /// The seed from which the random numbers went on when the book was last handed over; `None` before.
    pub(super) seed: Option<u64>,
}

/// A game that is shorter than the longest by more moves than this is not in the book.
const SHORTER: u32 = 4;

impl Book {
    /// The opening that is to be tried next; the empty one where there is no game.
    pub(super) fn opening<G: Playable<Move = Code>>(
        &mut self,
        families: &Families,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Vec<Code> {
        self.state.trials += 1;
        if self.games.is_empty() {
            return Vec::new();
        }
        let parent = &self.games[below(&mut run.rng, self.games.len())];
        let lines = self.lines();
        let odds = self.odds(&lines);
        let opening = opening::draw(&parent.moves, &lines, &odds, families, game, &mut run.rng);
        if let Some(line) = opening.line {
            self.count(line);
        }
        opening.moves
    }

    /// How many games of the book have a line.
    fn lines(&self) -> HashMap<Line, u32> {
        let mut lines = HashMap::new();
        for code in self.games.iter().flat_map(|game| &game.moves) {
            *lines.entry(code.to_move().line).or_default() += 1;
        }
        lines
    }

    /// The weight with which each line is drawn to be put in next; lines without an entry have the weight 1. The weight falls each time
    /// that the line is put in, unless that brings games with it into the book. It is low for lines that most games have.
    fn odds(&self, lines: &HashMap<Line, u32>) -> HashMap<Line, f32> {
        let mut tries: HashMap<Line, u32> = lines.keys().map(|&line| (line, 0)).collect();
        tries.extend(self.state.tries.iter().copied());
        let odds = |(line, tries): (Line, u32)| {
            let games = lines.get(&line).copied().unwrap_or(0);
            let share = (1 + games.min(tries)) as f32 / (1 + games + tries) as f32;
            (line, share * share)
        };
        tries.into_iter().map(odds).collect()
    }

    fn count(&mut self, line: Line) {
        let mut tries = self.state.tries.iter_mut();
        match tries.find(|(tried, _)| *tried == line) {
            Some((_, tries)) => *tries += 1,
            None => self.state.tries.push((line, 1)),
        }
    }

    /// Takes a game that is at least as long as the one of its family, or of a new family, and not too short.
    pub(super) fn take(&mut self, game: Lesson<Code>, families: &Families) {
        let key = families.key(&game.moves);
        let is_of_family = |old: &&mut Lesson<Code>| families.key(&old.moves) == key;
        match self.games.iter_mut().find(is_of_family) {
            Some(old) if old.score <= game.score => *old = game,
            Some(_) => {}
            None => self.games.push(game),
        }
        let longest = self.longest();
        self.games.retain(|game| game.score + SHORTER >= longest);
    }

    /// Whether it stands at its beginning.
    pub(super) const fn has_no_trial(&self) -> bool {
        self.state.trials == 0
    }

    /// Hands in the games of the book.
    pub(super) fn hand_in<G: Playable<Move = Code>>(&self, run: &mut Run<'_, G>) {
        for game in &self.games {
            run.finished(game.score, &game.moves);
        }
    }

    fn longest(&self) -> u32 {
        let scores = self.games.iter().map(|game| game.score);
        scores.max().unwrap_or(0)
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (trials, games) = (self.state.trials, self.games.len());
        let longest = self.longest();
        let as_long = self.games.iter().filter(|game| game.score == longest);
        write!(
            f,
            "{trials} trials: {games} families in the book, {} of {longest} moves",
            as_long.count()
        )
    }
}

impl Stage for Book {
    /// Counted in trials.
    const EVERY: u64 = 1;

    const ALGORITHM: &'static str = "openings";

    /// The game that the book began with is in it, or there are longer ones.
    type Saved = WithGames<State>;

    fn is_due(&self, every: u64) -> bool {
        self.state.trials.is_multiple_of(every)
    }

    fn seed(&mut self) -> &mut Option<u64> {
        &mut self.state.seed
    }

    fn saved(&self) -> Self::Saved {
        let games = self.games.iter().map(|lesson| &*lesson.moves);
        WithGames::of(self.state.clone(), games)
    }

    fn restored<G: Playable<Move = Code>>(
        saved: Self::Saved,
        game: &mut G,
    ) -> Result<Self, String> {
        let games = saved.finished(game)?;
        let state = saved.state;
        Ok(Self { games, state })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::{Game, Rng};
    use crate::geometry::{Move, Variant};
    use crate::searchers::resumable::checks::{known, plain};

    fn lesson(score: u32, moves: &[Code]) -> Lesson<Code> {
        Lesson::of(score, moves.to_vec())
    }

    #[test]
    fn a_book_holds_one_game_of_each_family_and_no_short_ones() {
        let families = Families::of(Variant::T5);
        let mut moves = Vec::new();
        plain(Variant::T5).random_game(&mut Rng::seed_from_u64(1), &mut moves);
        moves.retain(|&code| families.is_inside(code));
        let mut book = Book::default();
        let scores = |book: &Book| book.games.iter().map(|g| g.score).collect::<Vec<_>>();
        book.take(lesson(50, &moves), &families);
        book.take(lesson(49, &moves), &families);
        assert_eq!(scores(&book), [50]);
        book.take(lesson(52, &moves[1..]), &families);
        book.take(lesson(51, &moves), &families);
        assert_eq!(scores(&book), [51, 52]);
        book.take(lesson(52 - SHORTER - 1, &moves[2..]), &families);
        assert_eq!(scores(&book), [51, 52]);
        book.take(lesson(52 + SHORTER, &moves[2..]), &families);
        assert_eq!(scores(&book), [52, 52 + SHORTER]);
    }

    /// Draws so many openings from the first game of a book.
    fn try_lines(book: &mut Book, trials: usize) {
        let mut game = plain(Variant::T5);
        let families = Families::of(Variant::T5);
        let mut rng = Rng::seed_from_u64(1);
        for _ in 0..trials {
            let lines = book.lines();
            let moves = &book.games[0].moves;
            let odds = book.odds(&lines);
            let opening = opening::draw(moves, &lines, &odds, &families, &mut game, &mut rng);
            if let Some(line) = opening.line {
                book.count(line);
            }
        }
    }

    #[test]
    fn all_lines_are_tried_and_more_often_what_led_to_games_of_the_book() {
        let mut book = Book::default();
        let (_, moves) = known("5T/rosin178");
        let start = lesson(178, &moves);
        book.take(start, &Families::of(Variant::T5));
        try_lines(&mut book, 800);
        let tries: Vec<u32> = book.state.tries.iter().map(|&(_, tries)| tries).collect();
        let (least, most) = (tries.iter().min().unwrap(), tries.iter().max().unwrap());
        assert!(tries.len() > 30 && 4 * least > *most, "{tries:?}");

        let (good, before) = book.state.tries[0];
        let with_it = Code::new(Variant::T5, Move::new(good, 0)).unwrap();
        let games = (0..before).map(|_| lesson(178, &[with_it]));
        book.games.extend(games);
        try_lines(&mut book, 100);
        let added = book.state.tries[0].1 - before;
        let others = 100 - added as usize;
        assert!(added as usize > 5 * others / tries.len(), "{added}");
    }
}
