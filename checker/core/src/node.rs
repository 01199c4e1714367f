//! The nodes of a tree, and the decisions that lead to their children.
//!
//! Promise: every object that satisfies a node and the decision satisfies the child.

use crate::bound::Multipliers;
use crate::format::Header;
use crate::geometry::Board;
use crate::state::{Contradiction, State};

/// A node of the tree while its operation is read.
#[derive(Debug, Clone)]
pub struct Node {
    pub(crate) state: State,
    pub(crate) fine: Multipliers,
    /// Whether the state is contradictory or the last value was below the target.
    pub(crate) refuted: bool,
    /// The symmetries that a MIRROR may use here, one bit for each.
    pub(crate) mirrors: u8,
}

/// A decision that leads from a node to one of its children.
#[derive(Debug, Clone, Copy)]
pub enum Decision {
    /// The cell holds a dot.
    Present(usize),
    /// The cell holds no dot.
    Absent(usize),
    /// Cell and mark: the mark is a move.
    Forced(usize, usize),
    /// Cell and mark: the mark is not a move.
    Forbidden(usize, usize),
    /// Symmetry, cell and its image: both cells are absent.
    BothAbsent(u8, usize, usize),
}

impl Node {
    /// The root: nothing is decided.
    pub fn root(board: &Board, header: &Header) -> Self {
        let claim = header.claim;
        // Rule P10 is off if K is 0, that is, with gain 0.
        let state = State::new(board, claim.objects, claim.symmetric).with_moves(claim.moves());
        let mut root = Self {
            state,
            fine: Multipliers::uniform(board, header.goal.ranges, header.start, header.price),
            refuted: false,
            mirrors: if claim.all_of { 0 } else { 0b1111_1110 },
        };
        root.refuted = root.state.propagate(board).is_err();
        root
    }

    /// Turns the node into the child to which the decision leads.
    pub fn decide(&mut self, board: &Board, decision: Decision) {
        self.mirrors = if let Decision::BothAbsent(h, ..) = decision {
            1 << h
        } else {
            0
        };
        self.refuted = self.try_decide(board, decision).is_err();
    }

    fn try_decide(&mut self, board: &Board, decision: Decision) -> Result<(), Contradiction> {
        let state = &mut self.state;
        match decision {
            Decision::Present(v) => state.set_present(v)?,
            Decision::Absent(v) => state.set_absent(v)?,
            Decision::Forced(v, m) => state.force(v, m)?,
            Decision::Forbidden(v, m) => state.forbid(v, 1 << m),
            Decision::BothAbsent(_, v, w) => {
                state.set_absent(v)?;
                state.set_absent(w)?;
            }
        }
        state.propagate(board)
    }
}
