//! Ruin and recreate (Schrimpf et al. 2000): cuts a finished game and completes it again. The time depends on the size of the change and
//! not on the length of the game.
//!
//! There are two cuts. [`Regrowth::ruin`] takes a move out. [`Regrowth::insert`] puts a move in that the game lacks, and takes out the
//! moves that exclude it.
//!
//! A move depends on another when its line runs through the dot that the other placed. Taking out a move with all moves that depend on it
//! leaves a game, since no move that stays needs a dot that goes. The game is then completed: first with its own old moves that can be
//! played again, then with others. The move that was taken out first comes back only when nothing else is left.
//!
//! Promises: [`Regrowth::child`] after [`Regrowth::recreate`] is a finished game within the board's box, in an order of play
//! (symmetric where asked for); [`Regrowth::back`] brings back the game that was loaded, [`Regrowth::keep`] goes on with the child.
//!
//! The whole game had no legal moves, so every legal move of the rest runs through a cell that has lost its dot, or along a line that is
//! gone. These moves are gathered as they come: a move may wait twice, and moves that are no longer legal are thrown away when they are
//! drawn, as in [`super::Playout`].

use rand::Rng;

use super::board::{Board, below, with_rules};
use super::code::{CELLS, Code, HalfTurn};
use super::grid::{Field, Grid, MAX_OPENED};
use crate::geometry::Variant;

/// Cuts games and grows them again, one after the other, reusing its memory.
///
/// In symmetric games a move stands for itself and its image, as in [`super::Rollout`].
#[derive(Clone)]
pub struct Regrowth {
    variant: Variant,
    field: Field,
    grid: Grid,
    symmetric: Option<HalfTurn>,
    /// Number of moves played before.
    before: usize,
    /// The game loaded, in an order of play.
    game: Vec<Code>,
    /// Which moves of the game are out, by their place in it.
    is_out: Vec<bool>,
    /// The moves taken out, the first one first.
    out: Vec<Code>,
    /// The moves played since.
    recreated: Vec<Code>,
    /// By cell: the number of the cut that took its dot.
    gone: Vec<u32>,
    /// The number of the current cut.
    cut: u32,
    /// The part of each move in the game, by [`Code::index`].
    part: Vec<Part>,
    /// Places in the game of the moves that exclude the one to be put in.
    excluding: Vec<usize>,
    /// Moves of the game that wait to be played again.
    again: Vec<Code>,
    /// Other moves that wait.
    others: Vec<Code>,
}

/// The largest number of moves of the game that may exclude one that is put in.
const MOST_EXCLUDING: usize = 2;

/// The part of a move in the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    None,
    OfGame,
    /// The move is of the game, and is played again only at the end.
    Last,
}

impl Regrowth {
    /// A regrowth for games that go on from where `board` stands, within its box. The game loaded is the empty one.
    pub fn new(board: &Board) -> Self {
        Self::unloaded(board, None)
    }

    /// As [`Self::new`], for games that stay symmetric. The position must be symmetric.
    pub fn symmetric(board: &Board) -> Self {
        Self::unloaded(board, Some(HalfTurn::new(board.variant())))
    }

    fn unloaded(board: &Board, symmetric: Option<HalfTurn>) -> Self {
        let (field, grid) = board.insides();
        Self {
            variant: board.variant(),
            field,
            grid: grid.clone(),
            symmetric,
            before: board.len(),
            game: Vec::new(),
            is_out: Vec::new(),
            out: Vec::new(),
            recreated: Vec::new(),
            gone: vec![0; CELLS],
            cut: 0,
            part: vec![Part::None; Code::INDEX_END],
            excluding: Vec::new(),
            again: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Loads a finished game, given by its moves from where the board stood, in an order of play.
    ///
    /// The moves are not checked: if they are no finished game, nothing is promised.
    pub fn load(&mut self, moves: &[Code]) {
        self.back();
        let mut game = std::mem::take(&mut self.game);
        self.set(&game, Part::None);
        game.clear();
        game.extend_from_slice(moves);
        self.set(&game, Part::OfGame);
        self.is_out.clear();
        self.is_out.resize(game.len(), false);
        self.game = game;
    }

    /// Plays the moves, or takes them back.
    fn set(&mut self, moves: &[Code], part: Part) {
        with_rules!(self.variant, self.flip_all(moves));
        for code in moves {
            self.part[code.index()] = part;
        }
    }

    fn flip_all<const L: usize, const K: usize>(&mut self, moves: &[Code]) {
        for &code in moves {
            self.flip::<L, K>(code);
        }
    }

    #[inline(always)]
    fn flip<const L: usize, const K: usize>(&mut self, code: Code) {
        self.grid.flip::<L, K>(code);
        if let Some(turn) = self.symmetric {
            self.grid.flip::<L, K>(turn.image::<L>(code));
        }
    }

    /// Takes out the move at `index` of the game with all that depends on it; does nothing when it is out already.
    ///
    /// # Panics
    /// If `index` is not below the length of the game, or if the game has been completed since the cut.
    pub fn ruin(&mut self, index: usize) {
        assert!(
            self.recreated.is_empty(),
            "a game is cut before it is completed"
        );
        if self.out.is_empty() {
            self.begin_cut();
        }
        if !self.is_out[index] {
            with_rules!(self.variant, self.ruin_in(index));
        }
    }

    fn begin_cut(&mut self) {
        self.cut = self.cut.wrapping_add(1);
        if self.cut == 0 {
            self.gone.fill(0);
            self.cut = 1;
        }
    }

    fn ruin_in<const L: usize, const K: usize>(&mut self, index: usize) {
        self.remove::<L, K>(index);
        for later in index + 1..self.game.len() {
            if !self.is_out[later] && self.depends_on_gone::<L>(self.game[later]) {
                self.remove::<L, K>(later);
            }
        }
    }

    #[inline(always)]
    fn depends_on_gone<const L: usize>(&self, code: Code) -> bool {
        let depends = |code: Code| code.cells(L).any(|cell| self.gone[cell] == self.cut);
        let image = self.symmetric.map(|turn| turn.image::<L>(code));
        depends(code) || image.is_some_and(depends)
    }

    #[inline(always)]
    fn remove<const L: usize, const K: usize>(&mut self, index: usize) {
        let code = self.game[index];
        self.is_out[index] = true;
        self.out.push(code);
        self.mark_gone(code);
        self.flip::<L, K>(code);
    }

    /// Takes note that the dot of a move is gone, and that of its image.
    #[inline(always)]
    fn mark_gone(&mut self, code: Code) {
        self.gone[code.dot() as usize] = self.cut;
        if let Some(turn) = self.symmetric {
            self.gone[turn.image_of_dot(code.dot()) as usize] = self.cut;
        }
    }

    /// Puts a move in that the game lacks and completes the game around it: the moves that exclude it are out, with all
    /// that depends on them.
    ///
    /// The move is drawn: a line through a dot that the game places. Returns false, with the game as it was, when it
    /// cannot be put in, or more than two moves exclude it.
    ///
    /// # Panics
    /// If the game is empty, or has been cut.
    pub fn insert<R: Rng>(&mut self, rng: &mut R) -> bool {
        assert!(self.out.is_empty(), "a move is put into a whole game");
        self.begin_cut();
        let is_in = with_rules!(self.variant, self.insert_drawn(rng));
        if !is_in {
            self.back();
        }
        is_in
    }

    fn insert_drawn<const L: usize, const K: usize>(&mut self, rng: &mut impl Rng) -> bool {
        let through = self.game[below(rng, self.game.len())].dot();
        let (direction, offset) = (below(rng, 4), below(rng, L) as u32);
        let drawn = self.grid.nearly_full::<L>(through, direction, offset);
        let Some(step) = drawn.and_then(|code| self.step::<L, K>(code)) else {
            return false;
        };
        if self.part[step.index()] != Part::None || !self.make_room::<L, K>(step) {
            return false;
        }
        self.gather_around_out::<L, K>();
        self.play::<L, K>(step);
        self.play_waiting::<L, K>(rng);
        true
    }

    /// Takes out the moves that exclude a move, if it can be legal then; returns whether it is.
    fn make_room<const L: usize, const K: usize>(&mut self, step: Code) -> bool {
        if !self.find_excluding::<L, K>(step) {
            return false;
        }
        self.begin_cut();
        for i in 0..self.excluding.len() {
            self.ruin_in::<L, K>(self.excluding[i]);
        }
        self.grid.allows::<L, K>(step)
    }

    /// Finds the moves that exclude one, except those that depend on one found before. Returns whether there are any, not too many,
    /// and none of the moves that go places a dot that the move needs.
    fn find_excluding<const L: usize, const K: usize>(&mut self, step: Code) -> bool {
        let image = self.symmetric.map_or(step, |turn| turn.image::<L>(step));
        let is_needed =
            |dot: u32| dot != step.dot() && step.cells(L).any(|cell| cell == dot as usize);
        self.excluding.clear();
        for index in 0..self.game.len() {
            let other = self.game[index];
            if self.excluding.is_empty() || !self.depends_on_gone::<L>(other) {
                if step.goes_with::<K>(other) && image.goes_with::<K>(other) {
                    continue;
                }
                self.excluding.push(index);
            }
            if self.excluding.len() > MOST_EXCLUDING || is_needed(other.dot()) {
                return false;
            }
            self.mark_gone(other);
        }
        !self.excluding.is_empty()
    }

    /// Completes the game that is left; does nothing when no move is out.
    pub fn recreate<R: Rng>(&mut self, rng: &mut R) {
        if let Some(&first) = self.out.first() {
            self.part[first.index()] = Part::Last;
            with_rules!(self.variant, self.recreate_in(first, rng));
            self.part[first.index()] = Part::OfGame;
        }
    }

    #[inline(always)]
    fn recreate_in<const L: usize, const K: usize>(&mut self, first: Code, rng: &mut impl Rng) {
        self.gather_around_out::<L, K>();
        self.play_waiting::<L, K>(rng);
        if self.grid.allows::<L, K>(first) {
            self.play::<L, K>(first);
            self.play_waiting::<L, K>(rng);
        }
    }

    /// Adds the moves that are legal since moves are out to the waiting ones.
    #[inline(always)]
    fn gather_around_out<const L: usize, const K: usize>(&mut self) {
        self.again.clear();
        self.others.clear();
        for i in 0..self.out.len() {
            let code = self.out[i];
            self.add_around::<L, K>(code);
            if let Some(turn) = self.symmetric {
                self.add_around::<L, K>(turn.image::<L>(code));
            }
        }
    }

    /// Plays until no move waits.
    #[inline(always)]
    fn play_waiting<const L: usize, const K: usize>(&mut self, rng: &mut impl Rng) {
        loop {
            let list = match self.again.is_empty() {
                true => &mut self.others,
                false => &mut self.again,
            };
            if list.is_empty() {
                return;
            }
            let drawn = below(rng, list.len());
            let code = list.swap_remove(drawn);
            if self.grid.still_allows::<K>(code) {
                self.play::<L, K>(code);
            }
        }
    }

    #[inline(always)]
    fn play<const L: usize, const K: usize>(&mut self, code: Code) {
        self.flip::<L, K>(code);
        self.recreated.push(code);
        self.add_through::<L, K>(code);
        if let Some(turn) = self.symmetric {
            self.add_through::<L, K>(turn.image::<L>(code));
        }
    }

    /// Adds the moves that are legal since `code` is gone to the waiting ones.
    #[inline(always)]
    fn add_around<const L: usize, const K: usize>(&mut self, code: Code) {
        self.add_through::<L, K>(code);
        let mut along = [code; MAX_OPENED];
        let mut count = 0;
        for near in self.grid.moves_along::<L, K>(code) {
            along[count] = near;
            count += 1;
        }
        for &near in &along[..count] {
            self.add::<L, K>(near);
        }
    }

    /// Adds the legal moves whose line runs through the dot of `code` to the waiting ones.
    #[inline(always)]
    fn add_through<const L: usize, const K: usize>(&mut self, code: Code) {
        let mut room = [Code::filler(); MAX_OPENED];
        let count = self.grid.opened::<L, K>(code.dot(), &mut room);
        for &opened in &room[..count] {
            self.add::<L, K>(opened);
        }
    }

    /// Adds a legal move to the waiting ones, if box and symmetry admit it.
    #[inline(always)]
    fn add<const L: usize, const K: usize>(&mut self, code: Code) {
        let Some(step) = self.step::<L, K>(code) else {
            return;
        };
        match self.part[step.index()] {
            Part::None => self.others.push(step),
            Part::OfGame => self.again.push(step),
            Part::Last => {}
        }
    }

    /// The move as the game has it: itself, or in symmetric games the smaller of it and its image; `None` when box or symmetry do not
    /// admit it.
    #[inline(always)]
    fn step<const L: usize, const K: usize>(&self, code: Code) -> Option<Code> {
        let mut step = code;
        if let Some(turn) = self.symmetric {
            let image = turn.image::<L>(code);
            if !self.field.admits(image) || !code.goes_with::<K>(image) {
                return None;
            }
            step = code.min(image);
        }
        self.field.admits(code).then_some(step)
    }

    /// The moves that are out.
    pub fn out(&self) -> &[Code] {
        &self.out
    }

    /// The moves played since the cut.
    pub fn recreated(&self) -> &[Code] {
        &self.recreated
    }

    /// The moves that stayed, then those played since: an order of play.
    pub fn child(&self) -> impl Iterator<Item = Code> + '_ {
        let stayed = self.game.iter().zip(&self.is_out).filter(|(_, out)| !**out);
        let stayed = stayed.map(|(&code, _)| code);
        stayed.chain(self.recreated.iter().copied())
    }

    /// Number of moves of the whole game that [`Self::child`] makes, including images and the moves on the board before.
    pub fn score(&self) -> usize {
        let moves = self.game.len() - self.out.len() + self.recreated.len();
        let both = 1 + usize::from(self.symmetric.is_some());
        self.before + both * moves
    }

    /// A number for the dot, or the two dots, that the move places; below 4096.
    #[inline]
    pub fn place(&self, code: Code) -> u32 {
        let image = |turn: HalfTurn| turn.image_of_dot(code.dot());
        let other = self.symmetric.map_or(code.dot(), image);
        code.dot().min(other)
    }

    /// The game that is loaded, in an order of play.
    pub fn loaded(&self) -> &[Code] {
        &self.game
    }

    /// Makes [`Self::child`] the game that is loaded, which costs less than to load it.
    pub fn keep(&mut self) {
        for code in &self.out {
            self.part[code.index()] = Part::None;
        }
        for code in &self.recreated {
            self.part[code.index()] = Part::OfGame;
        }
        let mut is_out = self.is_out.iter();
        self.game.retain(|_| is_out.next() == Some(&false));
        self.game.append(&mut self.recreated);
        self.out.clear();
        self.is_out.clear();
        self.is_out.resize(self.game.len(), false);
    }

    /// Brings back the game that was loaded.
    pub fn back(&mut self) {
        if self.out.is_empty() {
            return;
        }
        with_rules!(self.variant, self.back_in());
        self.is_out.fill(false);
        self.out.clear();
        self.recreated.clear();
    }

    fn back_in<const L: usize, const K: usize>(&mut self) {
        for i in 0..self.recreated.len() {
            self.flip::<L, K>(self.recreated[i]);
        }
        for i in 0..self.out.len() {
            self.flip::<L, K>(self.out[i]);
        }
    }
}

#[cfg(test)]
mod tests;
