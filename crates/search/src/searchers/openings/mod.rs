//! Games by their openings: good games are played again from their first moves on, one of which is changed.
//!
//! What a long game can become was decided early, by a few lines near the cross. A *trial* draws one of the games in the [`Book`] and
//! takes an opening from it ([`opening::draw`]): some of its moves, and mostly a line that it lacks, put in as early as it can be. A sweep of a
//! [`Pool`] plays the rest anew, with few games of each [family](super::families), so that many ways to go on from the opening stay side by side.
//! What it ends with comes into the book, which holds one game of each family, none much shorter than the longest.
//!
//! A book that is empty begins with a sweep from nothing; but the search is made to begin with a good game of another one.
//! `paper/notes/37-openings.md` has the figures.

mod book;
mod opening;

pub use book::Book;

use crate::game::Code;
use crate::games::{Lesson, Playable, retrace};
use crate::geometry::{Move, Variant};
use crate::running::{Run, Searcher};
use crate::searchers::Pool;
use crate::searchers::families::Families;
use crate::searchers::resumable::{self, Resumable};

/// The algorithm with its parameters.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Openings {
    /// Games that the pool of a trial has room for, at least 1: see [`Openings::room_for`].
    pub room: usize,
    /// Whether all jobs write one book; otherwise each has its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// The game that the book begins with; none when empty. It begins with the moves the search must keep.
    #[serde(skip)]
    pub start: Vec<Move>,
}

impl<G: Playable<Move = Code>> Searcher<G> for Openings {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        resumable::search(self, game, run);
    }
}

/// Trial by trial.
impl Resumable for Openings {
    type Stage = Book;
    type Tools = Families;

    fn first_stage(&self) -> Book {
        Book::default()
    }

    fn beginning_with(self, start: Vec<Move>) -> Self {
        Self { start, ..self }
    }

    fn tools<G: Playable<Move = Code>>(
        &self,
        book: &mut Book,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Option<Families> {
        let families = Families::of(game.variant());
        if !self.start.is_empty() {
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
            shared: false,
            walks_first: Pool::walks_first_in(game.variant()),
            start: Vec::new(),
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
