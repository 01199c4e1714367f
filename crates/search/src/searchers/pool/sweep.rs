//! One sweep of a pool: from its first games until no better game comes in.

use std::fmt;

use super::Child;
use super::games::{Games, Pooled, has_other_dots, key_of};
use crate::game::{Code, Regrowth};
use crate::games::game::{Game, Playable};
use crate::running::Run;
use crate::searchers::families::Families;
use crate::searchers::variation::vary;

/// A pool that fills and narrows.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub(super) games: Games,
    /// The state of the sweep besides its games.
    pub(super) state: State,
    /// The families, if the sweep holds few games of each family instead of one for each set of dots.
    pub(super) families: Option<Families>,
}

/// The state of a sweep besides its games.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct State {
    /// The number of the sweep, from 1.
    pub(super) number: u32,
    /// Games there is room for.
    pub(super) room: usize,
    /// The least score that is taken.
    pub(super) floor: u32,
    /// The best score of the sweep.
    pub(super) best: u32,
    /// Variations tried since the floor rose or a game was better than all before it.
    pub(super) rested: u64,
    /// Variations tried since the sweep was last handed over.
    pub(super) unsaved: u64,
    /// The seed from which the random numbers went on then; `None` before.
    pub(super) seed: Option<u64>,
}

/// The share of variations that put a move in.
pub(super) const INSERTS: f32 = 0.5;

/// Games drawn in a round.
const PARENTS: usize = 64;

/// Variations tried of a game that was drawn. Loading it costs about as much as one of them.
const CHILDREN: usize = 8;

/// Variations tried for each game there is room for, before a floor at rest rises all the same.
const PATIENCE: u64 = 20;

/// The range of a sweep's patience, in variations tried.
const PATIENCES: std::ops::RangeInclusive<u64> = 100_000..=10_000_000;

impl Sweep {
    /// The first sweep, with room for so many games.
    pub fn first(room: usize) -> Self {
        Self {
            games: Games::new(),
            state: State {
                number: 1,
                room: room.max(1),
                floor: 0,
                best: 0,
                rested: 0,
                unsaved: 0,
                seed: None,
            },
            families: None,
        }
    }

    /// The first sweep, with few games of each family.
    pub(super) fn in_families(room: usize, families: Families) -> Self {
        Self {
            families: Some(families),
            ..Self::first(room)
        }
    }

    /// The next sweep.
    pub(super) fn next(&self) -> Self {
        let mut next = Self::first(self.state.room);
        next.state.number = self.state.number + 1;
        next.state.unsaved = self.state.unsaved;
        next.state.seed = self.state.seed;
        next
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.games.len() == 0
    }

    /// Children of games of the pool, as far as the pool may take them.
    pub(super) fn round<G: Playable<Move = Code>>(
        &mut self,
        regrowth: &mut Regrowth,
        game: &G,
        run: &mut Run<'_, G>,
    ) -> Vec<Child> {
        let mut children = Vec::new();
        for _ in 0..PARENTS {
            let Some(place) = self.games.draw(&mut run.rng) else {
                break;
            };
            let parent = &self.games.game(place).moves;
            regrowth.load(parent);
            for _ in 0..CHILDREN {
                self.state.rested += 1;
                self.state.unsaved += 1;
                if !vary(regrowth, INSERTS, &mut run.rng) {
                    continue;
                }
                let score = game.child_score(regrowth);
                run.moved(regrowth.out().len() + regrowth.recreated().len());
                let go_on = run.finished_as(score, || regrowth.child().collect());
                if score >= self.state.floor && self.is_other(regrowth) {
                    children.push(Child::of(score, regrowth.child().collect()));
                }
                regrowth.back();
                if !go_on {
                    return children;
                }
            }
        }
        children
    }

    /// Whether a child is another game than the one it is from.
    fn is_other(&self, regrowth: &Regrowth) -> bool {
        let of_other_family = |families: &Families| {
            families.key(regrowth.out()) != families.key(regrowth.recreated())
        };
        has_other_dots(regrowth) || self.families.as_ref().is_some_and(of_other_family)
    }

    /// Takes the children that the floor admits, and raises the floor when it is time.
    pub(super) fn take(&mut self, children: Vec<Child>, regrowth: &Regrowth) {
        for Child { score, moves, .. } in children {
            if score < self.state.floor || self.is_full_of_the_best(score) {
                continue;
            }
            let dots = key_of(moves.iter().map(|&code| regrowth.place(code)));
            let families = self.families.as_ref();
            let key = families.map_or(dots, |families| families.place(&moves, dots));
            self.games.offer(key, score, &moves);
            if score > self.state.best {
                self.state.best = score;
                self.state.rested = 0;
            }
        }
        if self.games.len() > self.state.room && self.state.floor < self.state.best {
            let floor = self.games.floor_for(self.state.room);
            self.raise(floor);
        } else if self.is_at_rest() {
            self.raise(self.state.floor + 1);
        }
    }

    /// Whether a game of this score finds no room, because the pool is full of games of the best score.
    fn is_full_of_the_best(&self, score: u32) -> bool {
        self.games.len() >= self.state.room
            && self.state.floor == self.state.best
            && score == self.state.best
    }

    fn raise(&mut self, floor: u32) {
        let floor = floor.min(self.state.best);
        if floor > self.state.floor {
            self.state.floor = floor;
            self.state.rested = 0;
            self.games.raise(floor);
        }
    }

    fn is_at_rest(&self) -> bool {
        let patience = PATIENCE * self.state.room as u64;
        self.state.rested >= patience.clamp(*PATIENCES.start(), *PATIENCES.end())
    }

    /// Whether the floor has come to the best score and nothing comes in.
    pub(super) fn is_over(&self) -> bool {
        self.state.floor == self.state.best && self.is_at_rest()
    }

    /// Hands in the best game.
    pub(super) fn hand_in<G: Game<Move = Code>>(&self, run: &mut Run<'_, G>) {
        if let Some(best) = self.best() {
            run.finished(best.score, &best.moves);
        }
    }

    /// The best game; `None` while there is none.
    pub(super) fn best(&self) -> Option<&Pooled> {
        self.games.in_order().max_by_key(|game| game.score)
    }
}

impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State {
            number,
            room,
            floor,
            best,
            ..
        } = self.state;
        let games = self.games.len();
        write!(
            f,
            "sweep {number}: {games} of {room} games, of {floor} to {best} moves"
        )
    }
}
