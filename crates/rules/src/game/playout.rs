//! Random games from the starting position, or another, as fast as they will go.
//!
//! A [`super::Board`] keeps its legal list exact, which a playout does not need.
//! A move that is no longer legal never becomes legal again (dots and lines only
//! get more), so a [`Playout`] leaves it where it is and throws it away when it is
//! drawn: drawing uniformly from a list that holds every legal move once, and
//! drawing again when the move is dead, is drawing uniformly from the legal moves.

use rand::Rng;

use super::board::{Board, BoxTooLarge, below, with_rules};
use super::code::Code;
use super::grid::{Field, Grid, MAX_OPENED};
use crate::geometry::{BoundingBox, Move, Variant};

/// Plays random games one after the other, reusing its memory.
///
/// ```
/// use morpion_rules::game::Playout;
/// use morpion_rules::geometry::Variant;
/// use rand::SeedableRng;
///
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// let mut playout = Playout::new(Variant::D5);
/// let longest = (0..1000).map(|_| playout.run(&mut rng).len()).max();
/// assert!(longest > Some(40));
/// ```
#[derive(Clone)]
pub struct Playout {
    variant: Variant,
    field: Field,
    /// The legal moves where games start.
    opening: Vec<Code>,
    grid: Grid,
    /// Every legal move once, and moves that were legal; room to spare behind.
    open: Vec<Code>,
    played: Vec<Code>,
}

impl Playout {
    /// Ready to play games of `variant` on the largest board there is.
    pub fn new(variant: Variant) -> Self {
        Self::from_board(&Board::new(variant))
    }

    /// Ready to play games that place no dot outside `limit`.
    ///
    /// # Errors
    /// When a distance exceeds [`MAX_REACH`](super::MAX_REACH).
    pub fn confined(variant: Variant, limit: BoundingBox) -> Result<Self, BoxTooLarge> {
        Ok(Self::from_board(&Board::confined(variant, limit)?))
    }

    /// Ready to play games that go on from where `board` stands, within its box.
    pub fn from_board(board: &Board) -> Self {
        let (field, grid) = board.insides();
        Self {
            variant: board.variant(),
            field,
            grid: grid.clone(),
            opening: board.legal().to_vec(),
            open: board.legal().to_vec(),
            played: Vec::with_capacity(256),
        }
    }

    /// Games now go on from where `board` stands, within its box; reuses the memory.
    pub fn start_from(&mut self, board: &Board) {
        let (field, grid) = board.insides();
        self.field = field;
        self.grid.clone_from(grid);
        self.variant = board.variant();
        self.opening.clear();
        self.opening.extend_from_slice(board.legal());
        self.open
            .resize(self.open.len().max(board.legal().len()), Code::filler());
        self.played.clear();
    }

    /// Plays one game from the starting position (or from [`Self::start_from`]) until no
    /// legal move is left and returns its moves. The same generator state gives the same game.
    pub fn run<R: Rng>(&mut self, rng: &mut R) -> &[Code] {
        with_rules!(self.variant, self.run_in(rng));
        &self.played
    }

    /// The moves of the last game.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|c| c.to_move())
    }

    #[inline(always)]
    fn run_in<const L: usize, const K: usize>(&mut self, rng: &mut impl Rng) {
        for code in self.played.drain(..) {
            self.grid.flip::<L, K>(code);
        }
        let mut count = self.opening.len();
        self.open[..count].copy_from_slice(&self.opening);
        while count > 0 {
            let drawn = below(rng, count);
            let code = self.open[drawn];
            count -= 1;
            self.open[drawn] = self.open[count];
            if self.grid.still_allows::<K>(code) {
                count = self.play_in::<L, K>(code, count);
            }
        }
    }

    /// Plays `code` and returns how many moves are open then.
    #[inline(always)]
    fn play_in<const L: usize, const K: usize>(&mut self, code: Code, count: usize) -> usize {
        self.grid.flip::<L, K>(code);
        self.played.push(code);
        if self.open.len() < count + MAX_OPENED {
            self.grow();
        }
        let mut opened = match self.open[count..].first_chunk_mut() {
            Some(room) => self.grid.opened::<L, K>(code.dot(), room),
            None => unreachable!("there is room"),
        };
        if !self.field.is_interior(code.dot()) {
            opened = self
                .field
                .gather_admitted(&mut self.open[count..count + opened]);
        }
        count + opened
    }

    #[cold]
    fn grow(&mut self) {
        let room = (2 * self.open.len()).max(512);
        self.open.resize(room, Code::filler());
    }
}
