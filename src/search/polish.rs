//! Exact polishing: large-neighbourhood search around a game with the exact engine.
//!
//! A window of cells is freed; the moves whose lines do not meet it stay, and so do the other dots
//! outside, though by which moves they are placed is free as well. The engine that refutes bounds
//! then looks for a longer game, or for another one of the same length so that the search does not stand
//! still. Windows grow while the engine exhausts them and shrink while it does not.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::game::{Playable, Rng, below, unit};
use super::run::{Run, Searcher};
use crate::bound::{Given, Limits, Params, Question, fill};
use crate::game::{Code, Objects};
use crate::geometry::{BoundingBox, Cell, Move, Region, Symmetry, Variant, is_cross_cell};

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

/// The first windows have sides up to this many cells.
const FIRST_SIDE: usize = 8;
/// Smaller windows free next to nothing, larger ones everything.
const SIDES: std::ops::RangeInclusive<usize> = 4..=24;
/// How often a longer game is looked for, rather than another one as long.
const LONGER: f32 = 0.7;
/// How often the box of the game is made one larger.
const LARGER_BOX: f32 = 0.25;

/// What a window came to.
enum Tried {
    /// A game, in an order of play.
    Found(Vec<Move>),
    /// There is none.
    Exhausted,
    /// The engine gave up, or was stopped.
    GaveUp,
}

impl<G: Playable<Move = Code> + Sync> Searcher<G> for Polish {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let kept: BTreeSet<Move> = game.whole_game(&[]).into_iter().collect();
        let mut codes = self.first_game(game, run);
        let mut current = game.whole_game(&codes);
        let mut side = FIRST_SIDE;
        while run.finished(current.len() as u32, &codes) {
            let window = self.window(&current, side, &mut run.rng);
            match self.try_window(&current, &kept, &window, run) {
                Tried::Found(moves) => {
                    codes = retrace(game, &moves, &mut run.rng);
                    current = game.whole_game(&codes);
                }
                Tried::Exhausted => side = (side + 1).min(*SIDES.end()),
                Tried::GaveUp => side = (side - 1).max(*SIDES.start()),
            }
            run.look_at_clock();
        }
    }
}

/// The cells that are free, and the box the game is to have.
struct Window {
    bounding_box: BoundingBox,
    free: BTreeSet<Cell>,
    longer: bool,
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

    fn window(&self, current: &[Move], side: usize, rng: &mut Rng) -> Window {
        let own = BoundingBox::of_moves(Variant::D5, current).unwrap_or_default();
        let bounding_box = Some(own)
            .filter(|_| unit(rng) < LARGER_BOX)
            .map(|own| self.larger(own, rng))
            .filter(|larger| self.admits(*larger))
            .unwrap_or(own);
        let region = bounding_box.region(Variant::D5);
        let rows = span(region.y_min, region.y_max, side, rng);
        let columns = span(region.x_min, region.x_max, side, rng);
        let inside = |c: &Cell| rows.contains(&c.y) && columns.contains(&c.x);
        let mut free: BTreeSet<Cell> = region.cells().filter(inside).collect();
        if self.symmetric {
            let turned = |c: &Cell| Symmetry::HALF_TURN.cell(Variant::D5, *c);
            free.extend(free.iter().map(turned).collect::<Vec<_>>());
        }
        Window {
            bounding_box,
            free,
            longer: unit(rng) < LONGER,
        }
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
    ) -> Tried {
        let mut given = given(current, kept, window);
        let length = current.len() as u32;
        if !window.longer {
            // Without one of its dots it is another game.
            let dots = current
                .iter()
                .filter(|m| !kept.contains(m))
                .map(|m| m.dot());
            let dots: Vec<Cell> = dots.filter(|c| window.free.contains(c)).collect();
            if dots.is_empty() {
                return Tried::Exhausted;
            }
            given.absent.push(dots[below(&mut run.rng, dots.len())]);
        }
        let question = Question {
            bounding_box: window.bounding_box,
            objects: Objects::Games,
            symmetric: self.symmetric,
            at_least: length + u32::from(window.longer),
            arrival: None,
        };
        let asked = AtomicU64::new(0);
        let watch = &*run;
        let limits = Limits {
            stop: &|| {
                let nodes = asked.fetch_add(1, Ordering::Relaxed);
                nodes >= self.nodes || watch.is_late()
            },
            threads: 1,
            progress: &|_| {},
        };
        match fill(question, &given, &Params::default(), &limits) {
            Ok(filled) => match filled.witness {
                Some(moves) => Tried::Found(moves),
                None if filled.is_exhausted => Tried::Exhausted,
                None => Tried::GaveUp,
            },
            // A box beyond the engine's arrays.
            Err(_) => Tried::GaveUp,
        }
    }
}

/// All but what the window frees.
fn given(current: &[Move], kept: &BTreeSet<Move>, window: &Window) -> Given {
    let is_free = |c: &Cell| window.free.contains(c);
    let dots: BTreeSet<Cell> = current.iter().map(|m| m.dot()).collect();
    let region: Region = window.bounding_box.region(Variant::D5);
    let outside = region
        .cells()
        .filter(|c| !is_free(c) && !is_cross_cell(Variant::D5, *c));
    let (present, absent) = outside.partition(|c| dots.contains(c));
    let stays = |m: &&Move| kept.contains(m) || !m.line.cells(Variant::D5).any(|c| is_free(&c));
    Given {
        present,
        absent,
        moves: current.iter().filter(stays).copied().collect(),
    }
}

/// Up to `side` neighbouring numbers, some of them between `first` and `last`.
fn span(first: i16, last: i16, side: usize, rng: &mut Rng) -> std::ops::Range<i16> {
    let least = *SIDES.start();
    let length = (least + below(rng, side + 1 - least)) as i16;
    let starts = (last - first + length) as usize;
    let start = first - length + 1 + below(rng, starts) as i16;
    start..start + length
}

/// The steps from where `game` stands through these moves and on at random to the end.
fn retrace<G: Playable<Move = Code>>(game: &mut G, moves: &[Move], rng: &mut Rng) -> Vec<Code> {
    let wanted: BTreeSet<Move> = moves.iter().copied().collect();
    let mut codes = Vec::new();
    while !game.legal().is_empty() {
        let legal = game.legal();
        let next = legal.iter().find(|code| wanted.contains(&code.to_move()));
        let next = *next.unwrap_or_else(|| &legal[below(rng, legal.len())]);
        game.play(next);
        codes.push(next);
    }
    for _ in &codes {
        game.undo();
    }
    codes
}

#[cfg(test)]
mod tests;
