//! A walk through positions in both directions: any move whose dot no other line uses can be taken back, not only the last one (Hyyrö and
//! Poranen 2007, section 2.2). The walk uses the same grid as [`super::Regrowth`], and as there a move of a symmetric walk stands for
//! itself and its image.
//!
//! Promises: after any sequence of calls the forward list holds exactly the moves that the rules, the box and the symmetry allow, the
//! backward list exactly those that can be taken back, each once, and [`TwoWay::moves`] is an order of play. The last holds because no
//! move that stays needs the dot of one that goes.
//!
//! In a symmetric walk it is enough to look around a move, and not around its image: what would be found there are images of what is found
//! here. No line is found twice in this way: a line that runs through a dot and its image overlaps its own image, so the two exclude each
//! other.

use super::board::{Board, with_rules};
use super::code::{CELLS, Code, HalfTurn, Kills};
use super::grid::{Field, Grid, MAX_OPENED};
use crate::geometry::Variant;

/// A position with the moves that lead on and those that lead back.
#[derive(Clone)]
pub struct TwoWay {
    variant: Variant,
    field: Field,
    grid: Grid,
    symmetric: Option<HalfTurn>,
    /// Number of moves that are never taken back: those played before.
    before: usize,
    moves: Vec<Code>,
    forward: Vec<Code>,
    backward: Vec<Code>,
    /// How many lines run through each cell.
    lines: Box<[u8]>,
    /// The move that placed the dot of each cell; not for the cross and the moves before.
    placed_by: Box<[Option<Code>]>,
}

impl TwoWay {
    /// Goes on from where `board` stands, within its box.
    pub fn new(board: &Board) -> Self {
        Self::from(board, None)
    }

    /// As [`Self::new`], for games that stay symmetric. The position must be symmetric.
    pub fn symmetric(board: &Board) -> Self {
        Self::from(board, Some(HalfTurn::new(board.variant())))
    }

    fn from(board: &Board, symmetric: Option<HalfTurn>) -> Self {
        let (field, grid) = board.insides();
        let mut walk = Self {
            variant: board.variant(),
            field,
            grid: grid.clone(),
            symmetric,
            before: board.len(),
            moves: Vec::with_capacity(128),
            forward: Vec::new(),
            backward: Vec::new(),
            lines: vec![0; CELLS].into_boxed_slice(),
            placed_by: vec![None; CELLS].into_boxed_slice(),
        };
        for &code in board.history() {
            for cell in code.cells(board.variant().line_length()) {
                walk.lines[cell] += 1;
            }
        }
        for &code in board.legal() {
            with_rules!(walk.variant, walk.add(code));
        }
        // Of a symmetric pair both were legal.
        walk.forward.sort_unstable();
        walk.forward.dedup();
        walk
    }

    /// The moves played since the beginning and not taken back, in an order of play.
    pub fn moves(&self) -> &[Code] {
        &self.moves
    }

    /// Number of moves of the whole game, images and those before the beginning counted.
    pub fn score(&self) -> usize {
        self.before + self.moves.len() * (1 + usize::from(self.symmetric.is_some()))
    }

    /// The moves that can be played. The order is the same after the same sequence of calls.
    pub fn forward(&self) -> &[Code] {
        &self.forward
    }

    /// The moves that can be taken back. The order is the same after the same sequence of calls.
    pub fn backward(&self) -> &[Code] {
        &self.backward
    }

    /// Plays the move at position `index` of [`Self::forward`].
    ///
    /// # Panics
    /// If `index` is not below the length of the list.
    pub fn play_nth(&mut self, index: usize) {
        let code = self.forward[index];
        with_rules!(self.variant, self.play(code));
    }

    /// Takes back the move at position `index` of [`Self::backward`].
    ///
    /// # Panics
    /// If `index` is not below the length of the list.
    pub fn take_back_nth(&mut self, index: usize) {
        let code = self.backward.swap_remove(index);
        with_rules!(self.variant, self.take_back(code));
    }

    /// The move, and its image in a symmetric walk.
    #[inline(always)]
    fn both<const L: usize>(&self, code: Code) -> impl Iterator<Item = Code> + use<L> {
        let image = self.symmetric.map(|turn| turn.image::<L>(code));
        std::iter::once(code).chain(image)
    }

    fn play<const L: usize, const K: usize>(&mut self, code: Code) {
        self.moves.push(code);
        for code in self.both::<L>(code) {
            self.grid.flip::<L, K>(code);
            let kills = Kills::<K>::new(code);
            self.forward.retain(|&c| !kills.kills(c));
            for cell in code.cells(L) {
                self.lines[cell] += 1;
                // A second line now needs the dot of this cell.
                if self.lines[cell] == 2
                    && let Some(owner) = self.placed_by[cell]
                    && let Some(index) = self.backward.iter().position(|&c| c == owner)
                {
                    self.backward.swap_remove(index);
                }
            }
        }
        for placed in self.both::<L>(code) {
            self.placed_by[placed.dot() as usize] = Some(code);
        }
        self.backward.push(code);
        self.add_through::<L, K>(code);
    }

    fn take_back<const L: usize, const K: usize>(&mut self, code: Code) {
        let index = self.moves.iter().rposition(|&c| c == code);
        self.moves.remove(index.expect("it was played"));
        for code in self.both::<L>(code) {
            self.grid.flip::<L, K>(code);
            let dot = code.dot() as usize;
            self.placed_by[dot] = None;
            self.forward.retain(|&c| c.cells(L).all(|cell| cell != dot));
            code.cells(L).for_each(|cell| self.lines[cell] -= 1);
        }
        let free = code.cells(L).filter(|&cell| self.lines[cell] == 1);
        let owners = free.filter_map(|cell| self.placed_by[cell]);
        self.backward.extend(owners);
        self.add_through::<L, K>(code);
        self.add_along::<L, K>(code);
    }

    /// Adds the legal moves whose line runs through the dot of `code`: all of them are new, be the dot just placed (they lacked it) or just
    /// taken away (they place it).
    #[inline(always)]
    fn add_through<const L: usize, const K: usize>(&mut self, code: Code) {
        let mut room = [Code::filler(); MAX_OPENED];
        let count = self.grid.opened::<L, K>(code.dot(), &mut room);
        for &opened in &room[..count] {
            self.add::<L, K>(opened);
        }
    }

    /// Adds the legal moves that only the line of `code`, now taken away, had blocked, except those that place the dot taken away with
    /// it.
    #[inline(always)]
    fn add_along<const L: usize, const K: usize>(&mut self, code: Code) {
        let mut along = [code; MAX_OPENED];
        let mut count = 0;
        for near in self.grid.moves_along::<L, K>(code) {
            along[count] = near;
            count += 1;
        }
        for &near in &along[..count] {
            if self.both::<L>(code).all(|gone| gone.dot() != near.dot()) {
                self.add::<L, K>(near);
            }
        }
    }

    /// Adds a legal move, by itself or for its image too, if box and symmetry admit it.
    #[inline(always)]
    fn add<const L: usize, const K: usize>(&mut self, code: Code) {
        let mut step = code;
        if let Some(turn) = self.symmetric {
            let image = turn.image::<L>(code);
            if !self.field.admits(image) || !code.goes_with::<K>(image) {
                return;
            }
            step = code.min(image);
        }
        if self.field.admits(code) {
            self.forward.push(step);
        }
    }
}

#[cfg(test)]
mod tests;
