//! Why a text is not a game.

use super::content::{Excerpt, MAX_MOVES};
use super::drawing::DrawingFault;
use crate::game::GraphFault;
use crate::geometry::Variant;

/// Why a text is not a record, or a game cannot be written as one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// It is larger than any game; the limit in bytes.
    #[error("a record of more than {0} bytes is not a game")]
    TooLarge(usize),
    /// It holds bytes that no text has.
    #[error("this is a binary file, not a game: games are text, or PNG pictures that carry one")]
    Binary,
    /// It is in a format of ours that holds no single game.
    #[error(
        "this is a file of the format {0}, not a game: a checkpoint goes on by its algorithm and with its --variant, in the version of the program that left it"
    )]
    OtherFormat(Excerpt),
    /// It starts like no form of a game.
    #[error(
        "`{0}` starts no game: a Pentasol file, an MSR record, a list of moves or lines, or a picture that carries its game does"
    )]
    UnknownFormat(Excerpt),
    /// A file of comments only.
    #[error("the file holds only comments, no reference `(X,Y)` and no moves")]
    NoGame,
    /// A list of more moves than any game has.
    #[error("more than {MAX_MOVES} moves: no game has as many, and a file holds one game")]
    TooManyMoves,
    /// Moves that do not fit together.
    #[error("the moves are no graph of {variant}: {fault} (counted from 0)")]
    NoGraph {
        /// The rules.
        variant: Variant,
        /// The reason why the moves do not fit together.
        fault: GraphFault,
    },
    /// Lines without an order that are those of no game, or cannot be read.
    #[error(transparent)]
    Drawing(#[from] DrawingFault),
    /// The text begins like JSON, but is none; the parser's message.
    #[error("the JSON cannot be read: {0}")]
    Json(Excerpt),
    /// JSON in which no numbers are listed.
    #[error(
        "this is JSON, but neither an MSR record, which names its variant, nor a list of moves such as [[3,-1,3,3]]"
    )]
    JsonWithoutGame,
    /// A solution that is not whole.
    #[error(
        "the column {0} is not a whole number: a solution with fractions is no graph; `morpion verify MODEL SOLUTION` checks solutions"
    )]
    Fraction(Excerpt),
    /// A solution without a move.
    #[error("no column move_X_Y_D_I has the value 1: the solution holds no moves")]
    NoMoveOfValue,
    /// A line of a Pentasol file cannot be read.
    #[error("line {line}: {fault}")]
    Pentasol {
        /// The line, from 1.
        line: usize,
        /// The fault of the line.
        fault: PentasolFault,
    },
    /// A Pentasol file of the other dialect.
    #[error(
        "the moves are a game only if the sign of each last number is turned around: this is \
         another dialect of Pentasol, which is not read; have the program that wrote it write MSR"
    )]
    SignsTurned,
    /// A picture that holds no game.
    #[error("the picture carries no game, as those do that `morpion draw` and the board write")]
    Picture,
    /// The crate for MSR cannot read the record; its message.
    #[error("the MSR record cannot be read: {0}")]
    Msr(Excerpt),
    /// A later, incompatible version of MSR.
    #[error("version `{0}` of MSR is not known here: have the record written as version 0.1")]
    MsrVersion(Excerpt),
    /// A move of an MSR record makes no sense.
    #[error("move {number}: {fault}")]
    MsrMove {
        /// The move, from 1.
        number: usize,
        /// The fault of the move.
        fault: MsrMoveFault,
    },
    /// The record contradicts itself, so it is damaged.
    #[error("the record says it has {said} moves, but lists {found}")]
    Score {
        /// Its `score` field.
        said: usize,
        /// The moves it lists.
        found: usize,
    },
    /// Pentasol knows lines of five only.
    #[error("Pentasol files know only lines of five dots, so {0} needs MSR: use msr or json")]
    PentasolVariant(Variant),
}

impl RecordError {
    /// Whether the file was understood, but its content is no game.
    pub const fn is_refuted(&self) -> bool {
        match self {
            Self::Drawing(fault) => !fault.is_unreadable(),
            Self::NoGraph { .. } => true,
            _ => false,
        }
    }
}

/// A fault of a line of a Pentasol file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PentasolFault {
    /// The first line is a move.
    #[error(
        "`{0}` stands where the reference `(X,Y)` belongs; files without a reference are in a \
         dialect that also turns the sign of each move's last number around, so they are not \
         read: have the program that wrote it write MSR instead"
    )]
    NoReference(Excerpt),
    /// The first line is neither a reference nor a move.
    #[error("`{0}` is not a reference: write the north-west inner corner of the cross as `(X,Y)`")]
    NotAReference(Excerpt),
    /// The line does not have the form of a move.
    #[error("`{0}` is not a move: write `(x,y) D o`, for example `(27,25) - +2`")]
    NotAMove(Excerpt),
    /// A coordinate is not a whole number of reasonable size.
    #[error("`{0}` is not a coordinate: use a whole number")]
    BadNumber(Excerpt),
    /// The direction is not one of the four.
    #[error("`{0}` is not a direction: use - | \\ or /")]
    BadDirection(Excerpt),
    /// The last number is not between -2 and 2.
    #[error("`{0}` is not a place on the line: use a whole number from -2 to 2")]
    BadOffset(Excerpt),
    /// The dot lies absurdly far from the cross.
    #[error("the dot `{0}` lies too far from the cross")]
    TooFar(Excerpt),
}

/// A fault of a move of an MSR record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MsrMoveFault {
    /// `pos` does not lie on the line.
    #[error("`pos` is {pos}, but a line of {variant} has places 0 to {}", .variant.line_length() - 1)]
    Position {
        /// The offending value.
        pos: u8,
        /// The declared variant.
        variant: Variant,
    },
    /// The dot lies absurdly far from the cross.
    #[error("the dot ({0},{1}) lies too far from the cross")]
    TooFar(i16, i16),
}
