//! The result of a search, and the reasons why there may be none.

use std::ops::AddAssign;

use crate::tree::{ReadError, Tree};
use morpion_rules::game::GraphFault;
use morpion_rules::geometry::{BoundingBox, Move, Variant};

/// The effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Nodes bounded. When the search resumes a tree, the nodes on the way to its open ones count, too.
    pub nodes: u64,
    /// Evaluations of the bound.
    pub evaluations: u64,
    /// Seconds on one core.
    pub core_seconds: f64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.core_seconds += other.core_seconds;
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The tree; a proof if it is complete.
    pub tree: Tree,
    /// An object that refutes the claim, checked against the rules. Its
    /// moves are in an order of play when the claim is about games.
    pub witness: Option<Vec<Move>>,
    /// The effort spent.
    pub effort: Effort,
}

/// Why a search could not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The box does not fit the engine's arrays.
    #[error("the box {0} is too wide or too high for the exact engine")]
    TooLarge(BoundingBox),
    /// Only Morpion 5D is searched.
    #[error("the exact engine bounds 5D only, not {0}: ask HiGHS, or about 5D")]
    OtherVariant(Variant),
    /// The half turn does not map the box to itself: no symmetric object fits it.
    #[error("no symmetric position has the box {0}: its opposite sides differ")]
    Lopsided(BoundingBox),
    /// The question about an arrival does not make sense.
    #[error(
        "only games of any length arrive at a box, and only by sides at a distance above 0: ask for such games"
    )]
    NoArrival,
    /// The question asks for a list that certificates do not have.
    #[error(
        "only games of at least some moves are listed, whatever sides they arrive by: ask for such games"
    )]
    NoList,
    /// The certificate to resume cannot be read.
    #[error("the unfinished certificate cannot be resumed: {0}")]
    Unreadable(#[from] ReadError),
    /// The certificate to resume belongs to another claim.
    #[error("the unfinished certificate is about another question")]
    OtherClaim,
    /// A decided node does not describe a graph: a bug in the rules of the engine.
    #[error("the engine found a solution for box {0} that breaks the rules: {1}")]
    BadSolution(BoundingBox, GraphFault),
    /// A decided node describes a graph that cannot be played: a bug in rule P6.
    #[error("the engine found a solution for box {0} that cannot be played: {1}")]
    Unplayable(BoundingBox, String),
    /// The tree has no such node.
    #[error("the unfinished certificate has no node at this place")]
    NoNode,
}
