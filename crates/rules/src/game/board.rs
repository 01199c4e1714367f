//! The fast board: a position, its legal moves, and undo.
//!
//! Promises: after any sequence of calls the legal list holds exactly the moves
//! that the rules allow and that place their dot within the board's box, each once.
//!
//! A move changes the list in two ways. It takes away the moves that place the
//! same dot and those whose line now conflicts with the drawn one; it adds those
//! that lacked nothing but the new dot. The lists of all positions of the game
//! lie one after another in one buffer, so undoing a move is dropping the last
//! list, and the order of the list before the move comes back with it.

use rand::Rng;

use super::code::{Code, Kills, MAX_REACH};
use super::grid::{Field, Grid, MAX_OPENED};
use crate::geometry::{BoundingBox, Cell, Move, Variant};

/// Calls a method that has the line length and the slots a line takes as constants.
///
/// A disjoint line takes its cells, a touching one the steps between them.
macro_rules! with_rules {
    ($variant:expr, $this:ident . $method:ident ( $($argument:expr),* )) => {
        match $variant {
            $crate::geometry::Variant::D5 => $this.$method::<5, 5>($($argument),*),
            $crate::geometry::Variant::T5 => $this.$method::<5, 4>($($argument),*),
            $crate::geometry::Variant::D4 => $this.$method::<4, 4>($($argument),*),
            $crate::geometry::Variant::T4 => $this.$method::<4, 3>($($argument),*),
        }
    };
}
pub(super) use with_rules;

/// A move that cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("move {ply} ({mv}){fault}")]
pub struct PlayError {
    /// Its number in the game, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The reason why it cannot be played.
    pub fault: PlayFault,
}

/// Why a move cannot be played, in words that follow its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayFault {
    /// The position is no position of a line of this variant.
    #[error(": the position lies outside the line")]
    MarkOutOfRange,
    /// The placed dot lies outside the board's box, or the line off the grid.
    #[error(" places its dot beyond the board, which ends at the box {0}")]
    BeyondBoard(BoundingBox),
    /// The cell of the placed dot holds a dot already.
    #[error(": there is a dot on {0} already")]
    DotTaken(Cell),
    /// A cell of the line, the first such, holds no dot.
    #[error(": its line runs through {0}, which holds no dot")]
    MissingDot(Cell),
    /// A line that is drawn already, by the move of this number, conflicts with the move's line.
    #[error(": its line overlaps the line of move {0}")]
    Overlap(usize),
}

/// The box asked for is larger than any board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the box {0} is too large for a board: no distance may exceed {MAX_REACH}")]
pub struct BoxTooLarge(pub BoundingBox);

/// A position of a game, with the moves that led to it.
///
/// ```
/// use morpion_rules::game::Board;
/// use morpion_rules::geometry::Variant;
///
/// let mut board = Board::new(Variant::D5);
/// assert_eq!(board.legal_moves().len(), 28);
/// let first = board.legal_moves().next().unwrap();
/// board.play(first)?;
/// assert!(board.has_dot(first.dot()));
/// board.undo();
/// assert!(board.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board {
    variant: Variant,
    limit: BoundingBox,
    field: Field,
    grid: Grid,
    history: Vec<Code>,
    /// Where each position's list starts in `lists`, the starting position's first.
    starts: Vec<u32>,
    /// The legal lists of all positions so far; room to spare after `end`.
    lists: Vec<Code>,
    end: usize,
}

impl Board {
    /// The starting position, on the largest board there is.
    pub fn new(variant: Variant) -> Self {
        Self::unchecked(variant, BoundingBox::from([MAX_REACH; 4]))
    }

    /// The starting position on a board that ends at `limit`: moves that place
    /// their dot outside that box count as illegal.
    ///
    /// # Errors
    /// When a distance exceeds [`MAX_REACH`].
    ///
    /// ```
    /// use morpion_rules::game::Board;
    /// use morpion_rules::geometry::{BoundingBox, Variant};
    /// use rand::SeedableRng;
    ///
    /// let limit = BoundingBox::new(1, 0, 0, 0);
    /// let mut board = Board::confined(Variant::D5, limit)?;
    /// board.play_out(&mut rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1));
    /// assert!(board.bounding_box().lies_inside(limit));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn confined(variant: Variant, limit: BoundingBox) -> Result<Self, BoxTooLarge> {
        if limit.distances().into_iter().any(|d| d > MAX_REACH) {
            return Err(BoxTooLarge(limit));
        }
        Ok(Self::unchecked(variant, limit))
    }

    fn unchecked(variant: Variant, limit: BoundingBox) -> Self {
        let field = Field::new(limit.region(variant));
        let opening = opening(variant, field);
        Self {
            variant,
            limit,
            field,
            grid: Grid::start(variant),
            history: Vec::with_capacity(128),
            starts: vec![0],
            end: opening.len(),
            lists: opening,
        }
    }

    /// The rules.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The box at which the board ends.
    pub fn limit(&self) -> BoundingBox {
        self.limit
    }

    /// Number of moves played.
    pub fn len(&self) -> usize {
        self.history.len()
    }

    /// Whether no move has been played.
    pub fn is_empty(&self) -> bool {
        self.history.is_empty()
    }

    /// The moves played, first to last.
    pub fn history(&self) -> &[Code] {
        &self.history
    }

    /// The moves played, first to last, as plain moves.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.history.iter().map(|c| c.to_move())
    }

    /// The legal moves. The order is the same after the same sequence of calls.
    #[inline]
    pub fn legal(&self) -> &[Code] {
        &self.lists[self.list_start()..self.end]
    }

    /// The legal moves as plain moves, in the order of [`Self::legal`].
    pub fn legal_moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.legal().iter().map(|c| c.to_move())
    }

    /// The parts that a playout needs to go on from here, besides the legal list.
    pub(super) const fn insides(&self) -> (Field, &Grid) {
        (self.field, &self.grid)
    }

    /// Whether `cell` holds a dot.
    pub fn has_dot(&self, cell: Cell) -> bool {
        self.grid.has_dot(cell)
    }

    /// The bounding box of the dots.
    pub fn bounding_box(&self) -> BoundingBox {
        let moves: Vec<Move> = self.moves().collect();
        BoundingBox::of_moves(self.variant, &moves).expect("dots stay within reach")
    }

    /// Whether the move is on the legal list.
    pub fn is_legal(&self, mv: Move) -> bool {
        Code::new(self.variant, mv).is_some_and(|c| self.is_legal_code(c))
    }

    /// Whether the move is on the legal list.
    pub fn is_legal_code(&self, code: Code) -> bool {
        let grid = &self.grid;
        self.field.admits(code) && with_rules!(self.variant, grid.allows(code))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the board stays as it is.
    ///
    /// ```
    /// use morpion_rules::game::Board;
    /// use morpion_rules::geometry::{Cell, Direction, Line, Move, Variant};
    ///
    /// let mut board = Board::new(Variant::D5);
    /// let line = Line::new(Cell::new(2, 0), Direction::Horizontal);
    /// board.play(Move::new(line, 0))?;
    /// // The dot is there now.
    /// assert!(board.play(Move::new(line, 0)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        match Code::new(self.variant, mv) {
            Some(code) if self.is_legal_code(code) => {
                self.push(code);
                Ok(())
            }
            _ => Err(self.why_illegal(mv)),
        }
    }

    /// Plays a move given by its code.
    ///
    /// # Errors
    /// When the move is not legal; the board stays as it is.
    pub fn play_code(&mut self, code: Code) -> Result<(), PlayError> {
        if !self.is_legal_code(code) {
            return Err(self.why_illegal(code.to_move()));
        }
        self.push(code);
        Ok(())
    }

    /// Plays the move at position `index` of the legal list: the fastest way.
    ///
    /// # Panics
    /// If `index` is not below the length of the list.
    #[inline]
    pub fn play_nth(&mut self, index: usize) -> Code {
        let code = self.legal()[index];
        self.push(code);
        code
    }

    /// Takes back the last move; everything, the order of the legal list included,
    /// is again as it was before it. `None` when there is none.
    #[inline]
    pub fn undo(&mut self) -> Option<Code> {
        let code = self.history.pop()?;
        let grid = &mut self.grid;
        with_rules!(self.variant, grid.flip(code));
        self.end = self.list_start();
        self.starts.pop();
        Some(code)
    }

    /// Takes back all moves.
    pub fn reset(&mut self) {
        while self.undo().is_some() {}
    }

    /// A legal move, drawn uniformly; `None` at the end of the game. The
    /// probabilities of two moves differ by 2^-32 at most.
    #[inline]
    pub fn random_legal<R: Rng>(&self, rng: &mut R) -> Option<Code> {
        let legal = self.legal();
        legal.get(below(rng, legal.len())).copied()
    }

    /// Plays uniformly random legal moves until none is left; returns the length of the game.
    ///
    /// ```
    /// use morpion_rules::game::Board;
    /// use morpion_rules::geometry::Variant;
    /// use rand::SeedableRng;
    ///
    /// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    /// let mut board = Board::new(Variant::D5);
    /// board.play_out(&mut rng);
    /// assert!(board.len() > 15 && board.legal().is_empty());
    /// ```
    pub fn play_out<R: Rng>(&mut self, rng: &mut R) -> usize {
        while let Some(code) = self.random_legal(rng) {
            self.push(code);
        }
        self.len()
    }

    #[inline(always)]
    fn list_start(&self) -> usize {
        self.starts.last().map_or(0, |&s| s as usize)
    }

    #[inline]
    fn push(&mut self, code: Code) {
        with_rules!(self.variant, self.push_in(code));
    }

    #[inline(always)]
    fn push_in<const L: usize, const K: usize>(&mut self, code: Code) {
        self.grid.flip::<L, K>(code);
        self.history.push(code);
        let (start, end) = (self.list_start(), self.end);
        if self.lists.len() < 2 * end - start + MAX_OPENED {
            self.grow();
        }
        let (old, new) = self.lists[start..].split_at_mut(end - start);
        let new = &mut new[..old.len() + MAX_OPENED];
        let mut len = 0;
        let kills = Kills::<K>::new(code);
        for &candidate in &*old {
            new[len] = candidate;
            len += usize::from(!kills.kills(candidate));
        }
        let kept = len;
        if let Some(room) = new[len..].first_chunk_mut() {
            len += self.grid.opened::<L, K>(code.dot(), room);
        }
        if !self.field.is_interior(code.dot()) {
            len = kept + self.field.gather_admitted(&mut new[kept..len]);
        }
        self.starts.push(end as u32);
        self.end = end + len;
    }

    /// Makes room, four times as much as before, so that this is rarely needed.
    #[cold]
    fn grow(&mut self) {
        let room = (4 * self.lists.len()).max(1024);
        self.lists.resize(room, Code::filler());
    }

    /// The first rule that an illegal move breaks.
    fn why_illegal(&self, mv: Move) -> PlayError {
        let ply = self.len() + 1;
        let fault = self.fault(mv);
        PlayError { ply, mv, fault }
    }

    fn fault(&self, mv: Move) -> PlayFault {
        if usize::from(mv.position) >= self.variant.line_length() {
            return PlayFault::MarkOutOfRange;
        }
        let beyond = PlayFault::BeyondBoard(self.limit);
        let Some(code) = Code::new(self.variant, mv) else {
            return beyond;
        };
        if self.has_dot(mv.dot()) {
            return PlayFault::DotTaken(mv.dot());
        }
        if let Some(cell) = mv.needs(self.variant).find(|&c| !self.has_dot(c)) {
            return PlayFault::MissingDot(cell);
        }
        let overlaps = |m: Move| !m.line.compatible(mv.line, self.variant);
        if let Some(index) = self.moves().position(overlaps) {
            return PlayFault::Overlap(index + 1);
        }
        debug_assert!(!self.field.admits(code));
        beyond
    }
}

/// The legal moves of the starting position that place their dot in the field.
fn opening(variant: Variant, field: Field) -> Vec<Code> {
    let grid = Grid::start(variant);
    let region = BoundingBox::new(1, 1, 1, 1).region(variant);
    let positions = 0..variant.line_length() as u8;
    region
        .lines(variant)
        .flat_map(|line| {
            positions
                .clone()
                .map(move |position| Move::new(line, position))
        })
        .filter_map(|mv| Code::new(variant, mv))
        .filter(|&code| with_rules!(variant, grid.allows(code)) && field.admits(code))
        .collect()
}

/// A number below `n`, by multiplication of 32 random bits; 0 when `n` is 0.
#[inline(always)]
pub fn below<R: Rng>(rng: &mut R, n: usize) -> usize {
    (((rng.next_u64() >> 32) * n as u64) >> 32) as usize
}

/// A number at least 0 and below 1, a multiple of 2^-24.
#[inline]
pub fn unit<R: Rng>(rng: &mut R) -> f32 {
    (rng.next_u64() >> 40) as f32 * (1.0 / 16_777_216.0)
}

/// Equal when the same moves were played under the same limit and the legal lists
/// stand in the same order.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.variant == other.variant
            && self.limit == other.limit
            && self.history == other.history
            && self.grid == other.grid
            && self.legal() == other.legal()
    }
}

impl Eq for Board {}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Board")
            .field("variant", &self.variant)
            .field("limit", &self.limit)
            .field("history", &self.history)
            .field("legal", &self.legal())
            .finish_non_exhaustive()
    }
}
