//! A ladder of temperatures with a game on each rung.

use std::fmt;

use rand::SeedableRng;

use super::Tempering;
use crate::game::{Code, Regrowth};
use crate::games::game::{Playable, Rng, unit};
use crate::games::{Lesson, retrace};
use crate::running::Run;
use crate::searchers::pool::key_of;
use crate::searchers::variation::vary;

/// The rungs of one job, with a game on each.
#[derive(Clone, Default)]
pub struct Ladder {
    /// The replicas, the hottest first.
    pub(super) replicas: Vec<Replica>,
    pub(super) state: State,
}

/// The state of a ladder besides its games.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct State {
    /// Rounds since the beginning.
    pub(super) rounds: u64,
    /// The seed from which the random numbers went on when the ladder was last handed over; `None` before.
    pub(super) seed: Option<u64>,
}

/// A finished game that walks by small changes.
#[derive(Clone)]
pub(super) struct Replica {
    pub(super) score: u32,
    /// The regrowth, with the game loaded.
    pub(super) regrowth: Regrowth,
}

/// Changes tried of each game in a round.
const CHANGES: usize = 200;

/// The share of changes that put a move in. Most of those fail, at once.
const INSERTS: f32 = 0.8;

impl Ladder {
    /// Hands in the games it has, and puts one on each rung that has none. Where there are fewer rungs than games, the coldest stay.
    pub(super) fn fill<G: Playable<Move = Code>>(
        &mut self,
        tempering: &Tempering,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        for replica in &self.replicas {
            run.finished(replica.score, replica.moves());
        }
        let rungs = tempering.rungs_of(run).count();
        // The hottest games are the shortest: they go, and new ones come there.
        let surplus = self.replicas.len().saturating_sub(rungs);
        self.replicas.drain(..surplus);
        let mut hottest = Vec::new();
        for _ in self.replicas.len()..rungs {
            let first = first_game(tempering, game, run);
            hottest.extend(Replica::new(first.score, &first.moves, game));
        }
        self.replicas.splice(..0, hottest);
    }

    /// Lets each replica walk, and swaps games on neighbouring rungs.
    pub(super) fn round<G: Playable<Move = Code>>(
        &mut self,
        tempering: &Tempering,
        game: &G,
        run: &mut Run<'_, G>,
    ) {
        for (rung, replica) in tempering.rungs_of(run).zip(&mut self.replicas) {
            replica.walk(tempering.inverse_temperature(rung), game, run);
        }
        self.state.rounds += 1;
        if run.is_over() {
            return;
        }
        if !tempering.shared {
            let mut rng = Rng::seed_from_u64(self.state.rounds);
            return swap(
                &mut self.replicas,
                |replica| replica.score,
                tempering,
                &mut rng,
            );
        }
        let mut games = tempering.by_rung(run.share(self.games()), run);
        // All jobs draw the same random numbers, even if some have done more rounds because they were stopped later.
        let moves = games.iter().flat_map(|game| &game.moves);
        let mut rng = Rng::seed_from_u64(key_of(moves.map(|code| code.index() as u32)));
        swap(&mut games, |game| game.score, tempering, &mut rng);
        for (rung, replica) in tempering.rungs_of(run).zip(&mut self.replicas) {
            if let Some(game) = games.get(rung) {
                replica.take(game);
            }
        }
    }

    /// The moves of its longest game from where the search begins, in an order of play; `None` where it has none.
    pub fn longest(&self) -> Option<&[Code]> {
        let longest = self.replicas.iter().max_by_key(|replica| replica.score);
        longest.map(Replica::moves)
    }

    fn games(&self) -> Vec<Lesson<Code>> {
        let game = |replica: &Replica| Lesson::of(replica.score, replica.moves().to_vec());
        self.replicas.iter().map(game).collect()
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scores = self
            .replicas
            .iter()
            .map(|replica| replica.score.to_string());
        let scores = scores.collect::<Vec<_>>().join(" ");
        write!(f, "from hot to cold: {scores} moves")
    }
}

impl Replica {
    /// A replica of a finished game; `None` where games cannot be changed.
    pub(super) fn new<G: Playable<Move = Code>>(
        score: u32,
        moves: &[Code],
        game: &G,
    ) -> Option<Self> {
        let mut regrowth = game.regrowth()?;
        regrowth.load(moves);
        Some(Self { score, regrowth })
    }

    /// The moves of the game, in an order of play.
    pub(super) fn moves(&self) -> &[Code] {
        self.regrowth.loaded()
    }

    /// Takes another game in place of its own, unless they are the same.
    fn take(&mut self, game: &Lesson<Code>) {
        if self.moves() != game.moves {
            self.regrowth.load(&game.moves);
            self.score = game.score;
        }
    }

    /// Tries changes at an inverse temperature.
    fn walk<G: Playable<Move = Code>>(&mut self, cold: f64, game: &G, run: &mut Run<'_, G>) {
        for _ in 0..CHANGES {
            if run.is_over() {
                return;
            }
            if !vary(&mut self.regrowth, INSERTS, &mut run.rng) {
                continue;
            }
            let score = game.child_score(&self.regrowth);
            run.moved(self.regrowth.out().len() + self.regrowth.recreated().len());
            run.finished_as(score, || self.regrowth.child().collect());
            let loss = f64::from(self.score) - f64::from(score);
            if loss <= 0.0 || f64::from(unit(&mut run.rng)) < (-cold * loss).exp() {
                self.regrowth.keep();
                self.score = score;
            } else {
                self.regrowth.back();
            }
        }
    }
}

/// The game that a rung begins with.
fn first_game<G: Playable<Move = Code>>(
    tempering: &Tempering,
    game: &mut G,
    run: &mut Run<'_, G>,
) -> Lesson<Code> {
    let mut first = Lesson::new();
    if tempering.start.is_empty() {
        first.score = game.random_game(&mut run.rng, &mut first.moves);
    } else {
        first = retrace(game, &tempering.start, &mut run.rng);
    }
    run.finished(first.score, &first.moves);
    first
}

/// Swaps neighbours on the whole ladder by their scores; nothing where rungs are missing, whose job is done.
pub(super) fn swap<T>(
    games: &mut [T],
    score: impl Fn(&T) -> u32,
    tempering: &Tempering,
    rng: &mut Rng,
) {
    for rung in (1..games.len()).rev() {
        let gain = f64::from(score(&games[rung - 1])) - f64::from(score(&games[rung]));
        let colder = tempering.inverse_temperature(rung) - tempering.inverse_temperature(rung - 1);
        if f64::from(unit(rng)) < (colder * gain).exp() {
            games.swap(rung - 1, rung);
        }
    }
}
