//! Exact polishing: large-neighbourhood search around a game with the exact engine.
//!
//! A window of cells is freed; the moves whose lines do not meet it stay, and so do the other dots
//! outside, though by which moves they are placed is free as well. The engine that refutes bounds
//! then looks for a longer game, or for another one of the same length so that the search does not stand
//! still. Windows grow while the engine exhausts them and shrink while it does not.

use std::collections::BTreeSet;

use serde::Serialize;

use super::window::{Filled, Side, Window, fill_within};
use crate::game::{Code, Objects};
use crate::games::game::{Playable, Rng, below, unit};
use crate::games::retrace;
use crate::geometry::{BoundingBox, Move, Variant};
use crate::running::{Run, Searcher};
use morpion_proof::branch_and_bound::{Params, Question};

/// The algorithm with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Polish {
    /// Nodes the engine may spend on a window.
    pub nodes: u64,
    /// Whether the half turn maps the games to themselves.
    pub symmetric: bool,
    /// Only windows within this box, if given.
    pub within: Option<BoundingBox>,
    /// The game to start from; a random one when empty. It begins with the moves the search must keep.
    #[serde(skip)]
    pub start: Vec<Move>,
}

/// How often a longer game is looked for, rather than another one as long.
const LONGER: f32 = 0.7;
/// How often the box of the game is made one larger.
const LARGER_BOX: f32 = 0.25;

impl<G: Playable<Move = Code> + Sync> Searcher<G> for Polish {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let kept: BTreeSet<Move> = game.whole_game(&[]).into_iter().collect();
        let mut codes = self.first_game(game, run);
        let mut current = game.whole_game(&codes);
        let mut side = Side::first();
        while run.finished(current.len() as u32, &codes) {
            let window = self.window(&current, side, &mut run.rng);
            match self.try_window(&current, &kept, &window, run) {
                Filled::Found(moves) => {
                    codes = retrace(game, &moves, &mut run.rng);
                    current = game.whole_game(&codes);
                }
                Filled::Exhausted => side.grow(),
                Filled::GaveUp => side.shrink(),
            }
            run.look_at_clock();
        }
    }
}

impl Polish {
    fn first_game<G: Playable<Move = Code>>(
        &self,
        game: &mut G,
        run: &mut Run<'_, G>,
    ) -> Vec<Code> {
        if !self.start.is_empty() {
            return retrace(game, &self.start, &mut run.rng);
        }
        let mut codes = Vec::new();
        game.random_game(&mut run.rng, &mut codes);
        codes
    }

    fn window(&self, current: &[Move], side: Side, rng: &mut Rng) -> Window {
        let own = BoundingBox::of_moves(Variant::D5, current).unwrap_or_default();
        let bounding_box = Some(own)
            .filter(|_| unit(rng) < LARGER_BOX)
            .map(|own| self.larger(own, rng))
            .filter(|larger| self.admits(*larger))
            .unwrap_or(own);
        Window::drawn(bounding_box, self.symmetric, side, rng)
    }

    fn larger(&self, own: BoundingBox, rng: &mut Rng) -> BoundingBox {
        let mut distances = own.distances();
        let side = below(rng, 4);
        distances[side] += 1;
        if self.symmetric {
            distances[(side + 2) % 4] += 1;
        }
        distances.into()
    }

    fn admits(&self, bounding_box: BoundingBox) -> bool {
        self.within
            .is_none_or(|within| bounding_box.lies_inside(within))
    }

    fn try_window<G: Playable<Move = Code> + Sync>(
        &self,
        current: &[Move],
        kept: &BTreeSet<Move>,
        window: &Window,
        run: &mut Run<'_, G>,
    ) -> Filled {
        let mut given = window.given(current, kept);
        let longer = unit(&mut run.rng) < LONGER;
        if !longer {
            // Without one of its dots it is another game.
            let Some(dot) = window.some_dot(current, kept, &mut run.rng) else {
                return Filled::Exhausted;
            };
            given.absent.push(dot);
        }
        let question = Question {
            bounding_box: window.bounding_box,
            objects: Objects::Games,
            symmetric: self.symmetric,
            at_least: current.len() as u32 + u32::from(longer),
            arrival: None,
            all_of: false,
        };
        let watch = &*run;
        fill_within(self.nodes, question, &given, &Params::default(), &|| {
            watch.is_late()
        })
    }
}

#[cfg(test)]
mod tests;
