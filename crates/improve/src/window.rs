//! Windows: a part of a graph or game that the exact engine fills anew.
//!
//! The cells of a window are free. The moves whose lines do not meet it stay, and so do the other
//! dots outside, though by which moves they are placed is free as well.

use std::collections::BTreeSet;
use std::ops::Range;

use morpion_proof::branch_and_bound::{Given, Limits, Params, fill};
use morpion_proof::claim::Claim;

use morpion_rules::game::below;
use morpion_rules::geometry::{BoundingBox, Cell, Move, Variant, is_cross_cell};
use morpion_search::games::Rng;
use morpion_search::windows::Filled;

/// The largest side of the windows drawn, in cells: it grows while the engine exhausts windows and shrinks
/// while it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side(usize);

impl Side {
    /// Smaller windows free next to nothing.
    const LEAST: usize = 4;
    /// Larger ones free everything.
    const MOST: usize = 24;

    /// The side of the first windows.
    pub(super) const fn first() -> Self {
        Self(8)
    }

    /// The largest side, for windows of all sizes.
    pub(super) const fn last() -> Self {
        Self(Self::MOST)
    }

    pub(super) fn grow(&mut self) {
        self.0 = (self.0 + 1).min(Self::MOST);
    }

    pub(super) fn shrink(&mut self) {
        self.0 = (self.0 - 1).max(Self::LEAST);
    }
}

/// The cells that are free, and the box the object is to have.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) bounding_box: BoundingBox,
    pub(super) free: BTreeSet<Cell>,
}

impl Window {
    /// A rectangle drawn at random that meets the box.
    pub(super) fn drawn(bounding_box: BoundingBox, side: Side, rng: &mut Rng) -> Self {
        let region = bounding_box.region(Variant::D5);
        let rows = span(region.y_min, region.y_max, side, rng);
        let columns = span(region.x_min, region.x_max, side, rng);
        let inside = |c: &Cell| rows.contains(&c.y) && columns.contains(&c.x);
        let free = region.cells().filter(inside).collect();
        Self { bounding_box, free }
    }

    /// One of the dots of `current` in the window, if there is one.
    pub(super) fn some_dot(&self, current: &[Move], rng: &mut Rng) -> Option<Cell> {
        let dots = current.iter().map(|m| m.dot());
        let dots: Vec<Cell> = dots.filter(|c| self.free.contains(c)).collect();
        (!dots.is_empty()).then(|| dots[below(rng, dots.len())])
    }

    /// The dots, empty cells and moves that stay as they are while the window is free.
    pub(super) fn given(&self, current: &[Move]) -> Given {
        let is_free = |c: &Cell| self.free.contains(c);
        let dots: BTreeSet<Cell> = current.iter().map(|m| m.dot()).collect();
        let outside = self
            .bounding_box
            .region(Variant::D5)
            .cells()
            .filter(|c| !is_free(c) && !is_cross_cell(Variant::D5, *c));
        let (present, absent) = outside.partition(|c| dots.contains(c));
        let stays = |m: &&Move| !m.line.cells(Variant::D5).any(|c| is_free(&c));
        Given {
            present,
            absent,
            moves: current.iter().filter(stays).copied().collect(),
        }
    }
}

/// Lets the exact engine complete what is given, within this number of `nodes`.
pub(super) fn fill_within(
    nodes: u64,
    claim: Claim,
    given: &Given,
    params: &Params,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Filled {
    let limits = Limits {
        stop: is_over,
        nodes: Some(nodes),
        ..Limits::default()
    };
    match fill(claim, given, params, &limits) {
        Ok(outcome) => match outcome.witness {
            Some(moves) => Filled::Found(moves),
            None if outcome.tree.is_complete() => Filled::Exhausted,
            None => Filled::GaveUp,
        },
        // A box beyond the engine's arrays.
        Err(_) => Filled::GaveUp,
    }
}

/// Up to `side` neighbouring numbers, some of them between `first` and `last`.
fn span(first: i16, last: i16, side: Side, rng: &mut Rng) -> Range<i16> {
    let length = (Side::LEAST + below(rng, side.0 + 1 - Side::LEAST)) as i16;
    let starts = (last - first + length) as usize;
    let start = first - length + 1 + below(rng, starts) as i16;
    start..start + length
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use morpion_rules::game::Board;

    #[test]
    fn what_lies_outside_a_window_is_given() {
        let mut rng = Rng::seed_from_u64(3);
        let mut board = Board::new(Variant::D5);
        board.play_out(&mut rng);
        let game: Vec<Move> = board.moves().collect();
        let own = BoundingBox::of_moves(Variant::D5, &game).unwrap();
        for side in [4, 8, 20] {
            let window = Window::drawn(own, Side(side), &mut rng);
            let given = window.given(&game);
            for mv in &game {
                let meets = mv.line.cells(Variant::D5).any(|c| window.free.contains(&c));
                assert_eq!(given.moves.contains(mv), !meets);
                assert_eq!(
                    given.present.contains(&mv.dot()),
                    !window.free.contains(&mv.dot())
                );
            }
            let is_placed = |c: &Cell| game.iter().any(|m| m.dot() == *c);
            assert!(!given.absent.iter().any(is_placed));
            if let Some(dot) = window.some_dot(&game, &mut rng) {
                assert!(is_placed(&dot) && window.free.contains(&dot));
            }
        }
    }

    #[test]
    fn windows_meet_the_box() {
        let mut rng = Rng::seed_from_u64(5);
        for _ in 0..1000 {
            let rows = span(-3, 11, Side(9), &mut rng);
            assert!((4..=9).contains(&rows.len()));
            assert!(rows.start <= 11 && rows.end > -3, "{rows:?}");
        }
    }

    #[test]
    fn sides_stay_in_range() {
        let mut side = Side::first();
        (0..100).for_each(|_| side.grow());
        assert_eq!(side, Side(Side::MOST));
        (0..100).for_each(|_| side.shrink());
        assert_eq!(side, Side(Side::LEAST));
    }
}
