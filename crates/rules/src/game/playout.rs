//! Random games from the starting position, or another, as fast as they will go.
//!
//! A [`super::Board`] keeps its legal list exact, which a playout does not need.
//! A move that is no longer legal never becomes legal again (dots and lines only
//! get more), so a [`Playout`] leaves it where it is and throws it away when it is
//! drawn: drawing uniformly from a list that holds every legal move once, and
//! drawing again when the move is dead, is drawing uniformly from the legal moves.

use rand::Rng;

use super::board::{Board, BoxTooLarge, Opening, below, check_limit, with_rules};
use super::grid::{Code, Field, Grid, MAX_OPENED, MAX_REACH};
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
    opening: Opening,
    grid: Grid,
    /// Every legal move once, and moves that were legal; room to spare behind.
    open: Vec<Code>,
    played: Vec<Code>,
    left_out: bool,
}

impl Playout {
    /// Ready to play games of `variant` on the largest board there is.
    pub fn new(variant: Variant) -> Self {
        Self::unchecked(variant, BoundingBox::from([MAX_REACH; 4]))
    }

    /// Ready to play games that place no dot outside `limit`.
    ///
    /// # Errors
    /// When a distance exceeds [`MAX_REACH`].
    pub fn confined(variant: Variant, limit: BoundingBox) -> Result<Self, BoxTooLarge> {
        check_limit(limit)?;
        Ok(Self::unchecked(variant, limit))
    }

    fn unchecked(variant: Variant, limit: BoundingBox) -> Self {
        let field = Field::new(limit.region(variant));
        let opening = Opening::new(variant, field);
        Self {
            variant,
            field,
            grid: Grid::start(variant),
            open: opening.moves.clone(),
            played: Vec::with_capacity(256),
            left_out: opening.left_out,
            opening,
        }
    }

    /// Ready to play games that go on from where `board` stands, within its box.
    pub fn from_board(board: &Board) -> Self {
        let mut playout = Self::unchecked(board.variant(), board.limit());
        playout.start_from(board);
        playout
    }

    /// Games now go on from where `board` stands, within its box; reuses the memory.
    pub fn start_from(&mut self, board: &Board) {
        let (field, grid) = board.insides();
        self.field = field;
        self.grid.clone_from(grid);
        self.variant = board.variant();
        self.opening.moves.clear();
        self.opening.moves.extend_from_slice(board.legal());
        self.opening.left_out = board.left_out();
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

    /// Whether a legal move of the last game was left out because its dot lies
    /// outside the limit.
    pub fn left_out(&self) -> bool {
        self.left_out
    }

    #[inline(always)]
    fn run_in<const L: usize, const K: usize>(&mut self, rng: &mut impl Rng) {
        for code in self.played.drain(..) {
            self.grid.flip::<L, K>(code);
        }
        self.left_out = self.opening.left_out;
        let mut count = self.opening.moves.len();
        self.open[..count].copy_from_slice(&self.opening.moves);
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
            opened = self.drop_outside(count, opened);
        }
        count + opened
    }

    #[cold]
    fn grow(&mut self) {
        let room = (2 * self.open.len()).max(512);
        self.open.resize(room, Code::filler());
    }

    #[cold]
    fn drop_outside(&mut self, first: usize, count: usize) -> usize {
        let mut kept = 0;
        for i in first..first + count {
            let code = self.open[i];
            if self.field.admits(code) {
                self.open[first + kept] = code;
                kept += 1;
            }
        }
        self.left_out |= kept < count;
        kept
    }
}
