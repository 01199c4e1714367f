//! Replaying a game from the rules alone.
//!
//! Promise: a [`Position`] only ever holds a legal game. It is a plain set of dots and a list of lines, slow and easy to believe; it
//! shares no code with the fast board, so that each can be tested against the other. Source of the rules: slides, "Morpion Solitaire", for
//! lines of five and of four dots.

use std::collections::BTreeMap;

use crate::geometry::{
    BoundingBox, Cell, Line, MAX_DISTANCE, Move, Region, Variant, cross_cells, is_cross_cell,
};

use super::content::{Order, Record};

/// Why a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The placed dot is not one of the line's cells.
    #[error("its dot does not lie on its line")]
    NotOnLine,
    /// The dot lies absurdly far away.
    #[error("it lies more than {MAX_DISTANCE} cells from the cross")]
    TooFar,
    /// The dot it places belongs to the cross.
    #[error("{0} is a dot of the cross")]
    CrossDot(Cell),
    /// The dot it places was placed before.
    #[error("move {by} already placed a dot at {dot}")]
    DotThere {
        /// The dot.
        dot: Cell,
        /// The move that placed it, from 1.
        by: usize,
    },
    /// A cell of its line, other than its own dot, is empty.
    #[error("its line needs a dot at {0}, where there is none")]
    EmptyCell(Cell),
    /// Its line shares more cells with a parallel line than the variant allows.
    #[error("its line shares {shared} cell{} with the line of move {with}, from {} to {}", plural(*.shared), .ends.0, .ends.1)]
    Overlap {
        /// The earlier move, from 1.
        with: usize,
        /// How many cells the two lines share.
        shared: usize,
        /// The first and last cell of the earlier line.
        ends: (Cell, Cell),
    },
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A legal game in the making: the dots, who placed them, and the lines.
///
/// ```
/// use morpion_rules::geometry::Variant;
/// use morpion_rules::record::Position;
///
/// let mut position = Position::new(Variant::D5);
/// let first = position.legal_moves()[0];
/// position.play(first)?;
/// // It says why a move cannot be made.
/// assert!(position.check(first).unwrap_err().to_string().contains("dot"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    variant: Variant,
    /// Every dot, with the number of the move that placed it; 0 for the cross.
    dots: BTreeMap<Cell, usize>,
    moves: Vec<Move>,
}

impl Position {
    /// The starting cross of `variant`.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            dots: cross_cells(variant).map(|cell| (cell, 0)).collect(),
            moves: Vec::new(),
        }
    }

    /// The rules in force.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The moves, in the order they were played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether `cell` holds a dot.
    pub fn has_dot(&self, cell: Cell) -> bool {
        self.dots.contains_key(&cell)
    }

    /// Plays `mv`.
    ///
    /// # Errors
    /// Why it is not legal; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Fault> {
        self.check(mv)?;
        self.moves.push(mv);
        self.dots.insert(mv.dot(), self.moves.len());
        Ok(())
    }

    /// Whether `mv` is legal here.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, mv: Move) -> Result<(), Fault> {
        if usize::from(mv.position) >= self.variant.line_length() {
            return Err(Fault::NotOnLine);
        }
        if !is_near(self.variant, mv.line.start) || !is_near(self.variant, mv.dot()) {
            return Err(Fault::TooFar);
        }
        let dot = mv.dot();
        match self.dots.get(&dot) {
            Some(0) => return Err(Fault::CrossDot(dot)),
            Some(&by) => return Err(Fault::DotThere { dot, by }),
            None => {}
        }
        match mv.needs(self.variant).find(|&c| !self.has_dot(c)) {
            Some(cell) => Err(Fault::EmptyCell(cell)),
            None => self.check_lines(mv.line),
        }
    }

    fn check_lines(&self, line: Line) -> Result<(), Fault> {
        let allowed = usize::from(self.variant.touching());
        for (index, earlier) in self.moves.iter().enumerate() {
            let other = earlier.line;
            let on_other = |&c: &Cell| other.index_of(self.variant, c).is_some();
            let shared = line.cells(self.variant).filter(on_other).count();
            if other.direction == line.direction && shared > allowed {
                let last = other.cell(self.variant.line_length() - 1);
                return Err(Fault::Overlap {
                    with: index + 1,
                    shared,
                    ends: (other.start, last),
                });
            }
        }
        Ok(())
    }

    /// Every legal move, by direction, then row by row of the line's first cell.
    pub fn legal_moves(&self) -> Vec<Move> {
        let lines = self.reachable_region().lines(self.variant);
        let moves = lines.filter_map(|line| {
            let mut empty = (0u8..)
                .zip(line.cells(self.variant))
                .filter(|&(_, c)| !self.has_dot(c));
            match (empty.next(), empty.next()) {
                (Some((position, _)), None) => Some(Move::new(line, position)),
                _ => None,
            }
        });
        moves.filter(|&mv| self.check(mv).is_ok()).collect()
    }

    /// The bounding box and one ring of cells around it: a line with one empty
    /// cell reaches no further.
    fn reachable_region(&self) -> Region {
        let r = self.bounding_box().region(self.variant);
        Region {
            x_min: r.x_min - 1,
            x_max: r.x_max + 1,
            y_min: r.y_min - 1,
            y_max: r.y_max + 1,
        }
    }

    /// The bounding box of the dots.
    pub fn bounding_box(&self) -> BoundingBox {
        BoundingBox::of_moves(self.variant, &self.moves)
            .expect("check refuses dots beyond the largest distance")
    }

    /// The number of unused slots, counted dot by dot; `None` for touching
    /// variants, where a slot may serve two lines.
    pub fn unused_slots(&self) -> Option<usize> {
        let used = self.moves.len() * self.variant.line_length();
        (!self.variant.touching()).then(|| 4 * self.dots.len() - used)
    }
}

/// Whether `cell` lies within the largest distance of the cross.
pub(super) fn is_near(variant: Variant, cell: Cell) -> bool {
    is_cross_cell(variant, cell) || BoundingBox::of_cells(variant, [cell]).is_some()
}

/// A move of a game that is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {mv}, is not legal in {variant}: {fault}")]
pub struct IllegalMove {
    /// The rules that were applied.
    pub variant: Variant,
    /// The move's place in the game, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The rule that the move breaks, and where.
    pub fault: Fault,
}

/// Why a record is not a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A move breaks the rules of the chosen or declared variant.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// No variant was named, and neither 5D nor 5T fits; both verdicts are given.
    #[error("{t5} (in 5D the first illegal move is {})", .d5.number)]
    NoVariantFits {
        /// The first illegal move under 5D.
        d5: IllegalMove,
        /// The first illegal move under 5T.
        t5: IllegalMove,
    },
    /// The moves fit together, but wait for each other.
    #[error(
        "this is a graph of {variant} of {size} moves, not a game: there is no order in which they can be played (`morpion draw` draws it)"
    )]
    Graph {
        /// The rules.
        variant: Variant,
        /// The number of its moves.
        size: usize,
    },
    /// The chosen variant has lines of another length than the record.
    #[error("the game has lines of {} dots, so it cannot be replayed as {chosen}", .found)]
    LineLength {
        /// The length of the record's lines.
        found: usize,
        /// The variant that was asked for.
        chosen: Variant,
    },
}

impl ReplayError {
    /// The number of the first illegal move, from 1, under the most lenient rules tried.
    pub fn move_number(&self) -> Option<usize> {
        match self {
            Self::Illegal(illegal) => Some(illegal.number),
            Self::NoVariantFits { t5, .. } => Some(t5.number),
            Self::Graph { .. } | Self::LineLength { .. } => None,
        }
    }
}

/// Replays a record under the rules of `chosen`, or else of the variant it
/// declares; a record without a variant is tried as 5D, then as 5T.
///
/// # Errors
/// The first illegal move, that the moves are a graph without an order of play, or a variant of another line length.
pub fn replay(record: &Record, chosen: Option<Variant>) -> Result<Position, ReplayError> {
    let found = record.line_length();
    if let Some(chosen) = chosen.filter(|v| v.line_length() != found) {
        return Err(ReplayError::LineLength { found, chosen });
    }
    if let (Order::None, Some(variant)) = (record.order, chosen.or(record.variant)) {
        let size = record.moves.len();
        return Err(ReplayError::Graph { variant, size });
    }
    match chosen.or(record.variant) {
        Some(variant) => Ok(play_all(variant, &record.moves)?),
        None => play_all(Variant::D5, &record.moves).or_else(|d5| {
            play_all(Variant::T5, &record.moves).map_err(|t5| ReplayError::NoVariantFits { d5, t5 })
        }),
    }
}

/// Plays `moves` from the cross under the rules of `variant`.
///
/// # Errors
/// The first illegal move.
///
/// ```
/// use morpion_rules::record::{known_game_by_id, play_all};
///
/// let game = known_game_by_id("5D/rosin82").unwrap();
/// assert!(play_all(game.variant, &game.moves)?.legal_moves().is_empty());
/// let late = play_all(game.variant, &game.moves[1..]).unwrap_err();
/// println!("{late}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_all(variant: Variant, moves: &[Move]) -> Result<Position, IllegalMove> {
    let mut position = Position::new(variant);
    for (index, &mv) in moves.iter().enumerate() {
        position.play(mv).map_err(|fault| IllegalMove {
            variant,
            number: index + 1,
            mv,
            fault,
        })?;
    }
    Ok(position)
}
