//! Nodes in which nothing is left to decide.

use super::SearchError;
use super::problem::Problem;
use crate::bound::domain::Domain;
use crate::bound::instance::VARIANT;
use crate::claim::{Objects, Subject};
use morpion_rules::game::graph::check_fit;
use morpion_rules::game::order_moves;
use morpion_rules::geometry::{Direction, Line, Move};

impl Problem {
    /// The object that a node describes in which nothing is left to decide, checked against the rules. (`None` if it is smaller
    /// than asked for, which rule P10 excludes.)
    pub(super) fn witness(&self, node: &Domain) -> Option<Result<Vec<Move>, SearchError>> {
        let moves = self.moves(node);
        let is_large = moves.len() >= self.header.claim.k as usize;
        is_large.then(|| self.check_witness(moves))
    }

    fn moves(&self, node: &Domain) -> Vec<Move> {
        let layout = &self.instance.layout;
        let cells = layout.cells();
        cells
            .filter(|&v| node.is_present(v))
            .filter_map(|v| node.marks_of(v).next())
            .map(|m| {
                let start = layout.cell(layout.start(m));
                let line = Line::new(start, Direction::ALL[m.direction]);
                Move::new(line, m.position as u8)
            })
            .collect()
    }

    fn check_witness(&self, moves: Vec<Move>) -> Result<Vec<Move>, SearchError> {
        let Subject {
            bounding_box,
            objects,
            ..
        } = self.header.claim.subject;
        check_fit(VARIANT, bounding_box, &moves)
            .map_err(|fault| SearchError::BadSolution(bounding_box, fault))?;
        match objects {
            Objects::Graphs => Ok(moves),
            Objects::Games => order_moves(VARIANT, &moves)
                .map_err(|cycle| SearchError::Unplayable(bounding_box, cycle.to_string())),
        }
    }
}
