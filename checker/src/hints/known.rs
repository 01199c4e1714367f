//! The knowledge at a node, as the proven checker keeps it: a cell without allowed marks is absent.

use morpion_check_core::bound::UNIT;
use morpion_check_core::format::Claim;
use morpion_check_core::geometry::{Board, bits};
use morpion_check_core::state::{Objects, State, turned};

/// The knowledge at a node about the objects that the claim denies.
#[derive(Debug, Clone)]
pub(super) struct Known<'a> {
    pub(super) board: &'a Board,
    claim: Claim,
    /// By cell: the allowed marks, one bit for each.
    pub(super) allowed: Vec<u32>,
    /// By cell: whether it must hold a dot.
    pub(super) present: Vec<bool>,
    /// Absent cells whose consequences are drawn.
    pub(super) buried: Vec<bool>,
    /// Cells with a single mark whose consequences are drawn.
    pub(super) drawn: Vec<bool>,
    /// Whether the node has ended.
    pub(super) closed: bool,
}

impl<'a> Known<'a> {
    /// The knowledge before the first operation.
    pub(super) fn first(board: &'a Board, claim: Claim) -> Self {
        let state = State::new(board, Objects::Games, false);
        let cells = board.cells();
        Self {
            board,
            claim,
            allowed: (0..cells).map(|v| state.allowed(v)).collect(),
            present: vec![false; cells],
            buried: vec![false; cells],
            drawn: vec![false; cells],
            closed: false,
        }
    }

    /// Whether the objects have an order of play.
    pub(super) fn has_order(&self) -> bool {
        self.claim.objects == Objects::Games
    }

    /// The gain of a move: `UNIT`, or 0 if objects with any number of moves are denied.
    pub(super) fn gain(&self) -> i64 {
        if self.claim.k > 0 { UNIT } else { 0 }
    }

    /// The least number of moves of the objects, as far as is known: as many as are asked for, and one for each present cell.
    pub(super) fn moves(&self) -> usize {
        let here = (0..self.board.cells()).filter(|&v| self.present[v] && self.allowed[v] != 0);
        self.asked().max(here.count())
    }

    /// The number of moves asked for; 0 if any number will do.
    pub(super) fn asked(&self) -> usize {
        usize::try_from(self.claim.moves()).unwrap_or(usize::MAX)
    }

    /// The image of a cell, if the objects are symmetric.
    pub(super) fn twin(&self, v: usize) -> Option<usize> {
        self.claim.symmetric.then(|| self.board.cells() - 1 - v)
    }

    /// The images of the allowed marks of a cell.
    pub(super) fn images(&self, v: usize) -> u32 {
        let images = bits(self.allowed[v]).map(turned);
        images.fold(0, |all, m| all | 1 << m)
    }

    /// The cells of the line of a mark.
    pub(super) fn line(&self, v: usize, m: usize) -> [usize; 5] {
        self.board.lines[self.board.line_of[v][m]].cells
    }

    /// Whether a cell outside the cross has no mark left.
    pub(super) fn is_absent(&self, v: usize) -> bool {
        !self.board.cross[v] && self.allowed[v] == 0
    }
}
