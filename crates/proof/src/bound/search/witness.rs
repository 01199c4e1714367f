//! Nodes in which nothing is left to decide.

use std::sync::atomic::Ordering;

use super::{Search, Subtree, Task, open};
use crate::bound::domain::Domain;
use crate::bound::instance::VARIANT;
use crate::bound::refute::SearchError;
use crate::game::graph::check_fit;
use crate::game::{Objects, order_moves};
use crate::geometry::{Direction, Line, Move};

impl Search<'_> {
    /// A node in which nothing is left to decide: a witness.
    pub(super) fn decided(&self, task: &Task<'_>, bytes: Vec<u8>) -> Subtree {
        let moves = self.moves(&task.node);
        if moves.len() >= self.header.at_least as usize {
            let checked = self.check_witness(moves);
            *self.witness.lock().expect("no thread panicked") = Some(checked);
            self.found.store(true, Ordering::Relaxed);
            return open(bytes);
        }
        // Fewer dots than asked for contradict P10.
        open(bytes)
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
        let bounding_box = self.header.bounding_box;
        check_fit(VARIANT, bounding_box, &moves)
            .map_err(|fault| SearchError::BadSolution(bounding_box, fault))?;
        match self.header.objects {
            Objects::Graphs => Ok(moves),
            Objects::Games => order_moves(VARIANT, &moves)
                .map_err(|cycle| SearchError::Unplayable(bounding_box, cycle.to_string())),
        }
    }
}
