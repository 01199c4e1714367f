//! Exact polishing: tries all ways to fill a window of a game anew.
//!
//! A window is a square of cells. The moves whose lines meet it are taken out with all that depends on them, and the rest is completed in
//! the longest way. A longer game takes the place of the first, and everything begins again. Otherwise the windows grow, from one cell on,
//! until none of a size can be exhausted. Then the search is over, and its last word says in how many windows nothing is longer.

use std::collections::HashSet;
use std::fmt;

use rand::Rng as _;
use serde::Serialize;

use super::completion::{Filled, Task, complete};
use crate::game::Code;
use crate::games::game::{Playable, Rng};
use crate::games::retrace;
use crate::geometry::{BoundingBox, Cell, Move, Symmetry, Variant};
use crate::running::{Run, Searcher};

/// Exact polishing: completes windows of a game in the longest way.
#[derive(Clone, Debug, PartialEq, Serialize, clap::Args)]
pub struct Polish {
    /// Nodes that may be spent on a window, at least 1.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Whether the half turn maps the games to themselves.
    #[arg(skip)]
    pub symmetric: bool,
    /// No dot is placed outside this box, if it is given.
    #[arg(skip)]
    pub within: Option<BoundingBox>,
    /// The game to start from; a random one when empty. It begins with the moves the search must keep.
    #[arg(skip)]
    #[serde(skip)]
    pub start: Vec<Move>,
}

/// The windows tried around a game.
#[derive(Clone, Copy, Default)]
struct Tried {
    /// Moves of the game.
    moves: usize,
    /// The side of the windows, in cells.
    side: i16,
    exhausted: u32,
    given_up: u32,
}

impl<G: Playable<Move = Code> + Sync> Searcher<G> for Polish {
    fn search(&self, game: &mut G, run: &mut Run<'_, G>) {
        let kept = game.whole_game(&[]);
        let variant = game.variant();
        let mut codes = self.first_game(game, run);
        let mut current = game.whole_game(&codes);
        run.finished(current.len() as u32, &codes);
        while let Some(moves) = self.longer(variant, &current, &kept, run) {
            codes = retrace(game, &moves, &mut run.rng).moves;
            current = game.whole_game(&codes);
            run.finished(current.len() as u32, &codes);
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
            return retrace(game, &self.start, &mut run.rng).moves;
        }
        let mut codes = Vec::new();
        game.random_game(&mut run.rng, &mut codes);
        codes
    }

    /// A longer game that differs from this one in one window; `None` when the windows are done, or the search is over.
    fn longer<G: Playable<Move = Code> + Sync>(
        &self,
        variant: Variant,
        current: &[Move],
        kept: &[Move],
        run: &mut Run<'_, G>,
    ) -> Option<Vec<Move>> {
        let mut seen = HashSet::new();
        let mut tried = Tried {
            moves: current.len(),
            ..Tried::default()
        };
        loop {
            tried.side += 1;
            let before = tried;
            for square in squares(variant, current, tried.side, &mut run.rng) {
                let left = self.without(variant, current, kept, square);
                if !seen.insert(left.clone()) {
                    continue;
                }
                let watch = &*run;
                match self.completed(variant, &left, current.len(), &|| watch.is_late()) {
                    Filled::Found(added) => return Some([left, added].concat()),
                    Filled::Exhausted => tried.exhausted += 1,
                    Filled::GaveUp => tried.given_up += 1,
                }
                run.tell(|| tried.to_string());
                run.look_at_clock();
                if !run.finished_as(current.len() as u32, Vec::new) {
                    return None;
                }
            }
            if tried.exhausted == before.exhausted {
                return None;
            }
        }
    }

    /// The moves of a game that stay, in its order, when the moves through a square are taken out with all that depend on them.
    fn without(
        &self,
        variant: Variant,
        current: &[Move],
        kept: &[Move],
        square: Square,
    ) -> Vec<Move> {
        let turned = |cell| Symmetry::HALF_TURN.cell(variant, cell);
        let is_free = |cell: Cell| square.has(cell) || self.symmetric && square.has(turned(cell));
        let mut gone = HashSet::new();
        let mut left = Vec::new();
        for &mv in current {
            let is_taken_out = !kept.contains(&mv) && mv.line.cells(variant).any(is_free);
            if is_taken_out || mv.needs(variant).any(|cell| gone.contains(&cell)) {
                gone.insert(mv.dot());
            } else {
                left.push(mv);
            }
        }
        left
    }

    /// Completes the rest `left` of a game of so many moves to a longer game.
    fn completed(
        &self,
        variant: Variant,
        left: &[Move],
        moves: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Filled {
        let region = self.within.map(|within| within.region(variant));
        complete(&Task {
            variant,
            symmetric: self.symmetric,
            admits: &|cell| region.is_none_or(|region| region.contains(cell)),
            kept: left,
            at_least: moves + 1 - left.len(),
            nodes: self.nodes,
            is_over,
        })
    }
}

/// The squares of a side that meet the moves' box, in random order.
fn squares(variant: Variant, current: &[Move], side: i16, rng: &mut Rng) -> Vec<Square> {
    let bounding_box = BoundingBox::of_moves(variant, current).unwrap_or_default();
    let region = bounding_box.region(variant);
    let rows = region.y_min - side + 1..=region.y_max;
    let columns = region.x_min - side + 1..=region.x_max;
    let in_row = |y| {
        columns.clone().map(move |x| Square {
            corner: Cell::new(x, y),
            side,
        })
    };
    let mut squares: Vec<Square> = rows.flat_map(in_row).collect();
    squares.sort_by_cached_key(|_| rng.next_u64());
    squares
}

/// The cells of a window.
#[derive(Clone, Copy)]
struct Square {
    /// The cell with the least coordinates.
    corner: Cell,
    side: i16,
}

impl Square {
    fn has(self, cell: Cell) -> bool {
        let within = 0..self.side;
        within.contains(&(cell.x - self.corner.x)) && within.contains(&(cell.y - self.corner.y))
    }
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            moves,
            side,
            exhausted,
            given_up,
        } = self;
        let cells = if *side == 1 {
            "1 cell"
        } else {
            &format!("{side} x {side} cells")
        };
        write!(
            f,
            "no game of {} moves in {exhausted} windows of up to {cells}, {given_up} given up",
            moves + 1
        )
    }
}

#[cfg(test)]
mod tests;
