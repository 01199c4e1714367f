//! A pool of games: the search for the plateau where nested searches stop.
//!
//! The pool holds finished games, one for each set of dots: of games that place the same dots by other lines it keeps the latest. A round
//! draws games that were seldom drawn, varies them ([`Regrowth`]) and offers the results to the pool. A variation
//! takes a move out with all that depends on it, or puts a move in for the moves that exclude it, and completes the game. The pool takes
//! games that score at least its *floor*. The floor begins at 0. When there are more games than room, the worst go and the floor rises; it
//! also rises when it has not risen for long. Once the floor has reached the best score and no game comes in, the *sweep* is over, and the
//! next one begins: from random games, or from those of a nested rollout policy adaptation.
//!
//! A pool keyed by dots with a window of acceptance is Tishchenko's idea (2026, by his public log). The variations, and a floor
//! that rises by room instead of by time, are ours, and so are the first games. `paper/notes/30-pool.md` has the figures.

mod checkpoint;
mod first;
mod games;
mod sweep;

use games::Child;
pub(super) use games::{key_of, scatter};
pub use sweep::Sweep;

use std::mem::take;

use super::method::{Method, SettleError, Task};
use super::numbers::room;
use super::resumable::{self, Resumable};
use super::tempering::Ladder;
use crate::game::{Code, Regrowth};
use crate::games::{Playable, retrace};
use crate::geometry::{Move, Variant};
use crate::running::Run;
use crate::searchers::families::Families;

/// A pool of games, one for each set of dots: takes moves out of them or puts moves in, and completes them again.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, clap::Args)]
pub struct Pool {
    /// Games that there is room for, 1 to 262144 [default: 32768 in 5D and 5T, 1024 in 4T and 4D].
    #[arg(long, value_name = "N", value_parser = room())]
    pub room: Option<usize>,
    /// Whether the user named the room.
    #[arg(skip)]
    #[serde(skip)]
    pub room_is_named: bool,
    /// All jobs fill one pool; otherwise each has its own.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// Whether sweeps begin with the games of a nested rollout policy adaptation, instead of random ones: see
    /// [`Pool::walks_first_in`].
    #[arg(skip)]
    #[serde(skip)]
    pub walks_first: bool,
    /// A game that every sweep begins with, instead of random ones; none when empty. It begins with the moves the search
    /// must keep.
    #[arg(skip)]
    #[serde(skip)]
    pub start: Vec<Move>,
}

impl Method for Pool {
    fn settle(&mut self, task: &mut Task) -> Result<(), SettleError> {
        let variant = task.start.variant;
        self.room_is_named = self.room.is_some();
        self.room.get_or_insert(Self::room_for(variant));
        self.walks_first = Self::walks_first_in(variant);
        self.start = take(&mut task.around);
        Ok(())
    }

    resumable::resumes!(Sweep, Ladder);
}

/// A stage is a sweep, a step is a round.
impl Resumable for Pool {
    type Stage = Sweep;
    type Tools = Regrowth;

    fn first_stage(&self) -> Sweep {
        Sweep::first(self.room())
    }

    fn start(&mut self) -> Option<&mut Vec<Move>> {
        Some(&mut self.start)
    }

    /// A sweep keeps its room, and so do those after it.
    fn resume(&mut self, stages: &mut [Sweep]) -> Result<(), String> {
        let Some(room) = stages.first().map(|sweep| sweep.state.room) else {
            return Ok(());
        };
        if self.room_is_named && self.room != Some(room) {
            return Err(format!("it has room for {room} games: leave --room out"));
        }
        self.room = Some(room);
        Ok(())
    }

    fn tools<G: Playable<Move = Code>>(
        &self,
        sweep: &mut Sweep,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<Regrowth> {
        sweep.hand_in(run);
        game.regrowth()
    }

    fn step<G: Playable<Move = Code>>(
        &self,
        sweep: &mut Sweep,
        regrowth: &mut Regrowth,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        self.round(sweep, regrowth, game, run);
        run.tell(|| sweep.to_string());
        if sweep.is_over() {
            *sweep = sweep.next();
        }
    }
}

impl Pool {
    /// The room; before it is settled, that of 5D.
    fn room(&self) -> usize {
        self.room.unwrap_or(const { Self::room_for(Variant::D5) })
    }

    /// The room with which sweeps find the longest games of a variant in a given time, as measured in
    /// `paper/notes/30-pool.md`.
    pub const fn room_for(variant: Variant) -> usize {
        match variant {
            Variant::D5 | Variant::T5 => 32_768,
            Variant::D4 | Variant::T4 => 1_024,
        }
    }

    /// Whether sweeps for long games of a variant, with no other aim, begin with a nested rollout policy adaptation, as measured in
    /// `paper/notes/30-pool.md`.
    pub const fn walks_first_in(variant: Variant) -> bool {
        matches!(variant, Variant::T5)
    }

    /// The longest game of one sweep from where `game` stands, with few games of each family; `None` when the run is over before it
    /// has any, or games cannot be changed.
    ///
    /// The sweep has as many rounds as there is room for games: the longest games come by then, and later rounds seldom find longer
    /// ones.
    pub(super) fn sweep_families<G: Playable<Move = Code>>(
        &self,
        families: &Families,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<Child> {
        if game.legal().is_empty() {
            run.finished(game.score(), &[]);
            return Some(Child::of(game.score(), Vec::new()));
        }
        let mut regrowth = game.regrowth()?;
        let mut sweep = Sweep::in_families(self.room(), families.clone());
        for _ in 0..=self.room() {
            if run.is_over() || sweep.is_over() {
                break;
            }
            self.round(&mut sweep, &mut regrowth, game, run);
        }
        let best = sweep.best()?;
        Some(Child::of(best.score, best.moves.to_vec()))
    }

    fn round<G: Playable<Move = Code>>(
        &self,
        sweep: &mut Sweep,
        regrowth: &mut Regrowth,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        let mut children = match sweep.is_empty() {
            true => self.first_games(regrowth, game, run),
            false => sweep.round(regrowth, game, run),
        };
        if self.shared && !run.is_over() {
            children = run.share(children);
        }
        sweep.take(children, regrowth);
    }

    /// The games that a sweep begins with: the start, if one is given.
    fn first_games<G: Playable<Move = Code>>(
        &self,
        regrowth: &mut Regrowth,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Vec<Child> {
        if self.start.is_empty() {
            return match self.walks_first {
                true => first::walked_games(self.room(), regrowth, game, run),
                false => first::random_games(game, run),
            };
        }
        let first = retrace(game, &self.start, &mut run.rng);
        run.finished(first.score, &first.moves);
        vec![first]
    }
}

#[cfg(test)]
mod tests;
