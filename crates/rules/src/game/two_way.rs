//! A board with moves in both directions: any move whose dot no other line uses can be taken
//! back, not only the last one (Hyyrö and Poranen 2007, section 2.2).
//!
//! Promises: after any sequence of calls the forward list holds exactly the moves that the rules
//! allow and the box admits, the backward list exactly the moves that can be taken back, each
//! once, and [`TwoWayBoard::moves`] is an order of play. The last holds because no move that
//! stays needs the dot of one that goes: dropping a move from an order of play leaves one.

use super::board::{Board, with_rules};
use super::grid::{CELLS, Code, Field, Grid, Kills, MAX_OPENED};
use crate::geometry::Variant;

/// A position with its forward moves and its backward moves.
#[derive(Clone)]
pub struct TwoWayBoard {
    variant: Variant,
    field: Field,
    grid: Grid,
    /// Moves that are never taken back: those played before this board was made.
    kept: usize,
    moves: Vec<Code>,
    forward: Vec<Code>,
    backward: Vec<Code>,
    /// How many lines run through each cell.
    lines: Box<[u8]>,
    /// The move that placed the dot of each cell; not for the cross and the kept moves.
    placed_by: Box<[Option<Code>]>,
}

impl TwoWayBoard {
    /// Goes on from where `board` stands, within its box; the moves played so far are kept for good.
    pub fn new(board: &Board) -> Self {
        let (field, grid) = board.insides();
        let mut two_way = Self {
            variant: board.variant(),
            field,
            grid: grid.clone(),
            kept: board.len(),
            moves: Vec::with_capacity(128),
            forward: board.legal().to_vec(),
            backward: Vec::new(),
            lines: vec![0; CELLS].into_boxed_slice(),
            placed_by: vec![None; CELLS].into_boxed_slice(),
        };
        for &code in board.history() {
            for cell in code.cells(board.variant().line_length()) {
                two_way.lines[cell] += 1;
            }
        }
        two_way
    }

    /// The rules.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Number of moves played, the kept ones included.
    pub fn len(&self) -> usize {
        self.kept + self.moves.len()
    }

    /// Whether no move has been played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves played since the board was made and not taken back, in an order of play.
    pub fn moves(&self) -> &[Code] {
        &self.moves
    }

    /// The legal moves. The order is the same after the same sequence of calls.
    pub fn forward(&self) -> &[Code] {
        &self.forward
    }

    /// The moves that can be taken back. The order is the same after the same sequence of calls.
    pub fn backward(&self) -> &[Code] {
        &self.backward
    }

    /// Plays a move of [`Self::forward`].
    ///
    /// # Panics
    /// When it is none.
    pub fn play(&mut self, code: Code) {
        assert!(self.forward.contains(&code), "{code:?} is not legal");
        with_rules!(self.variant, self.play_in(code));
    }

    /// Takes back a move of [`Self::backward`].
    ///
    /// # Panics
    /// When it is none.
    pub fn take_back(&mut self, code: Code) {
        let index = self.backward.iter().position(|&c| c == code);
        let index = index.unwrap_or_else(|| panic!("{code:?} cannot be taken back"));
        self.backward.swap_remove(index);
        with_rules!(self.variant, self.take_back_in(code));
    }

    fn play_in<const L: usize, const K: usize>(&mut self, code: Code) {
        self.grid.flip::<L, K>(code);
        self.moves.push(code);
        let kills = Kills::<K>::new(code);
        self.forward.retain(|&c| !kills.kills(c));
        self.add_lines_through::<L, K>(code);
        for cell in code.cells(L) {
            self.lines[cell] += 1;
            // A second line now needs the dot of this cell.
            if self.lines[cell] == 2
                && let Some(user) = self.placed_by[cell]
                && let Some(index) = self.backward.iter().position(|&c| c == user)
            {
                self.backward.swap_remove(index);
            }
        }
        self.placed_by[code.dot() as usize] = Some(code);
        self.backward.push(code);
    }

    fn take_back_in<const L: usize, const K: usize>(&mut self, code: Code) {
        self.grid.flip::<L, K>(code);
        let index = self.moves.iter().rposition(|&c| c == code);
        self.moves.remove(index.expect("it was played"));
        self.forward.retain(|&c| !code.dot_is_on::<L>(c));
        self.add_lines_through::<L, K>(code);
        self.add_lines_along::<L, K>(code);
        self.placed_by[code.dot() as usize] = None;
        for cell in code.cells(L) {
            self.lines[cell] -= 1;
            if self.lines[cell] == 1
                && let Some(owner) = self.placed_by[cell]
            {
                self.backward.push(owner);
            }
        }
    }

    /// Adds the legal moves whose line runs through the dot of `code`: all of them are new, be the
    /// dot just placed (they lacked it) or just taken away (they place it).
    fn add_lines_through<const L: usize, const K: usize>(&mut self, code: Code) {
        let mut room = [Code::filler(); MAX_OPENED];
        let count = self.grid.opened::<L, K>(code.dot(), &mut room);
        let field = self.field;
        let admitted = room[..count].iter().filter(|&&c| field.admits(c));
        self.forward.extend(admitted);
    }

    /// Adds the legal moves that only the line of `code`, now taken away, had kept off, but for
    /// those that place its dot.
    fn add_lines_along<const L: usize, const K: usize>(&mut self, code: Code) {
        let (grid, field) = (&self.grid, self.field);
        let neighbours = grid.moves_along::<L, K>(code);
        let is_new = |c: &Code| c.dot() != code.dot() && field.admits(*c);
        self.forward.extend(neighbours.filter(is_new));
    }
}

impl std::fmt::Debug for TwoWayBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TwoWayBoard")
            .field("variant", &self.variant)
            .field("kept", &self.kept)
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::game::{check_graph, order_moves};
    use crate::geometry::{BoundingBox, Move};

    fn sorted(codes: &[Code]) -> Vec<Code> {
        let set: BTreeSet<Code> = codes.iter().copied().collect();
        assert_eq!(set.len(), codes.len(), "no move stands twice");
        set.into_iter().collect()
    }

    fn plain(codes: &[Code]) -> Vec<Move> {
        codes.iter().map(|c| c.to_move()).collect()
    }

    /// The moves that can be taken back, from the definition: the rest is still a graph.
    fn backward_by_definition(variant: Variant, kept: &[Move], moves: &[Code]) -> Vec<Code> {
        let stays_graph = |&&code: &&Code| {
            let rest = moves.iter().filter(|&&c| c != code).map(|c| c.to_move());
            let rest: Vec<Move> = kept.iter().copied().chain(rest).collect();
            check_graph(variant, &rest).is_ok()
        };
        sorted(
            &moves
                .iter()
                .filter(stays_graph)
                .copied()
                .collect::<Vec<_>>(),
        )
    }

    /// Holds a board against the slow checker and against a fresh board with the same moves.
    fn check(board: &TwoWayBoard, start: &Board) {
        let variant = board.variant();
        let kept: Vec<Move> = start.moves().collect();
        let moves = plain(board.moves());
        let whole = [&kept[..], &moves].concat();
        assert_eq!(check_graph(variant, &whole), Ok(()));
        assert!(order_moves(variant, &whole).is_ok());
        let mut fresh = start.clone();
        for &mv in &moves {
            fresh.play(mv).unwrap();
        }
        assert_eq!(board.len(), fresh.len());
        assert_eq!(sorted(board.forward()), sorted(fresh.legal()));
        let wanted = backward_by_definition(variant, &kept, board.moves());
        assert_eq!(sorted(board.backward()), wanted);
    }

    /// Takes the direction from the lowest bit of a choice and the move from the rest.
    fn step(board: &mut TwoWayBoard, choice: u32) {
        let (forward, backward) = (board.forward(), board.backward());
        let goes_back = choice.is_multiple_of(3) || forward.is_empty();
        let list = if goes_back && !backward.is_empty() {
            backward
        } else {
            forward
        };
        let Some(&code) = list.get(choice as usize / 3 % list.len().max(1)) else {
            return;
        };
        if board.backward().contains(&code) {
            board.take_back(code);
        } else {
            board.play(code);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn positions_stay_legal_and_the_lists_whole(
            variant in prop::sample::select(Variant::ALL.to_vec()),
            reach in 1u8..=6,
            opening in prop::collection::vec(any::<u32>(), 0..12),
            choices in prop::collection::vec(any::<u32>(), 1..200),
        ) {
            let mut start = Board::confined(variant, BoundingBox::from([reach; 4])).unwrap();
            for choice in opening {
                let count = start.legal().len().max(1);
                if !start.legal().is_empty() {
                    start.play_nth(choice as usize % count);
                }
            }
            let mut board = TwoWayBoard::new(&start);
            check(&board, &start);
            for choice in choices {
                step(&mut board, choice);
                check(&board, &start);
            }
        }
    }

    #[test]
    fn a_move_under_others_can_not_be_taken_back() {
        let mut board = TwoWayBoard::new(&Board::new(Variant::D5));
        let starts = board.forward().to_vec();
        let mut openers = 0;
        for first in starts {
            board.play(first);
            let on_top = |&&c: &&Code| first.dot_is_on::<5>(c);
            if let Some(&second) = board.forward().iter().find(on_top) {
                board.play(second);
                assert_eq!(board.backward(), [second]);
                board.take_back(second);
                openers += 1;
            }
            assert_eq!(board.backward(), [first]);
            board.take_back(first);
        }
        assert!(openers > 0, "some first dot opens a line");
    }

    #[test]
    #[should_panic(expected = "cannot be taken back")]
    fn kept_moves_are_not_taken_back() {
        let mut start = Board::new(Variant::T5);
        let first = start.play_nth(0);
        TwoWayBoard::new(&start).take_back(first);
    }
}
