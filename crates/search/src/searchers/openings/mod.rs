//! Games by their openings: plays good games again from their first moves on, with one of these moves changed.
//!
//! A few lines near the cross decide early what a long game can become. A *trial* draws one of the games in the [`Book`] and takes an
//! opening from it ([`opening::draw`]): some of its moves, and mostly a line that it lacks, put in as early as possible. A sweep of a
//! [`Pool`] plays the rest anew, with few games of each [family](super::families), so that many ways to go on from the opening stay side
//! by side. The final games of the sweep go into the book, which holds one game of each family, none much shorter than the longest.
//!
//! An empty book begins with a sweep from nothing, but this search is meant to begin with a good game of another search.
//! `paper/notes/37-openings.md` has the figures.

mod book;
mod opening;

pub use book::Book;

use std::mem::take;

use super::method::{Method, SettleError, Task};
use super::numbers::room;
use super::resumable::{self, Resumable};
use super::tempering::Ladder;
use crate::game::Code;
use crate::games::{Lesson, Playable, retrace};
use crate::geometry::{Move, Variant};
use crate::running::Run;
use crate::searchers::Pool;
use crate::searchers::families::Families;

/// Plays good games again from their first moves on, with one of these moves changed.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, clap::Args)]
pub struct Openings {
    /// Games that the pool of a trial has room for, 1 to 262144 [default: 16384 in 5D and 5T, 512 in 4T and 4D].
    #[arg(long, value_name = "N", value_parser = room())]
    pub room: Option<usize>,
    /// All jobs write one book; otherwise each has its own.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// The game that the book begins with; none when empty. It begins with the moves the search must keep.
    #[arg(skip)]
    #[serde(skip)]
    pub start: Vec<Move>,
}

impl Method for Openings {
    fn settle(&mut self, task: &mut Task) -> Result<(), SettleError> {
        self.room.get_or_insert(Self::room_for(task.start.variant));
        self.start = take(&mut task.around);
        Ok(())
    }

    resumable::resumes!(Book, Ladder);
}

/// Trial by trial.
impl Resumable for Openings {
    type Stage = Book;
    type Tools = Families;

    fn first_stage(&self) -> Book {
        Book::default()
    }

    fn start(&mut self) -> Option<&mut Vec<Move>> {
        Some(&mut self.start)
    }

    fn tools<G: Playable<Move = Code>>(
        &self,
        book: &mut Book,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<Families> {
        let families = Families::of(game.variant());
        if book.has_no_trial() && !self.start.is_empty() {
            let start = retrace(game, &self.start, &mut run.rng);
            book.take(start, &families);
        }
        book.hand_in(run);
        game.regrowth().map(|_| families)
    }

    fn step<G: Playable<Move = Code>>(
        &self,
        book: &mut Book,
        families: &mut Families,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) {
        let opening = book.opening(families, game, run);
        let mut found = Vec::from_iter(self.play_on(&opening, families, game, run));
        if self.shared && !run.is_over() {
            found = run.share(found);
        }
        for game in found {
            book.take(game, families);
        }
        run.tell(|| book.to_string());
    }
}

impl Openings {
    /// Half the room of a pool alone: in 5T such trials take half the time and come to the longest games as often in all, as measured in
    /// `paper/notes/37-openings.md`.
    pub const fn room_for(variant: Variant) -> usize {
        Pool::room_for(variant) / 2
    }

    /// The longest game that a sweep finds which begins so; `None` when it is broken off at once.
    fn play_on<G: Playable<Move = Code>>(
        &self,
        opening: &[Code],
        families: &Families,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<Lesson<Code>> {
        let pool = Pool {
            room: self.room,
            walks_first: Pool::walks_first_in(game.variant()),
            ..Pool::default()
        };
        for &code in opening {
            game.play(code);
        }
        let rest = run.after(opening, |run| pool.sweep_families(families, game, run));
        for _ in opening {
            game.undo();
        }
        rest.map(|rest| Lesson::of(rest.score, [opening, &rest.moves].concat()))
    }
}

#[cfg(test)]
mod tests;
