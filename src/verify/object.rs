//! Listed graphs and games, judged from the rules.

use std::collections::BTreeSet;

use crate::claim::Setting;
use crate::game::{GraphFault, graph::check_fit};
use crate::geometry::{BoundingBox, Cell, Move, Variant, is_cross_cell};

/// Why a listed graph or game does not hold.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The moves break the rules or do not fit the box.
    #[error(transparent)]
    Graph(#[from] GraphFault),
    /// A move of a game comes too early.
    #[error("move {index} needs {cell}, which holds no dot yet")]
    TooEarly {
        /// Position of the move, from 0.
        index: usize,
        /// The empty cell.
        cell: Cell,
    },
    /// The half turn takes a line to where there is none.
    #[error("the half turn of the line of move {index} is no line of the graph")]
    Asymmetric {
        /// Position of the move, from 0.
        index: usize,
    },
}

/// Checks the moves of a graph, or of a game in its order of play.
pub(super) fn check(
    setting: Setting,
    bounding_box: BoundingBox,
    moves: &[Move],
    is_game: bool,
) -> Result<(), Fault> {
    check_fit(setting.variant, bounding_box, moves)?;
    if is_game {
        replay(setting.variant, moves)?;
    }
    if setting.symmetric {
        check_half_turn(setting.variant, moves)?;
    }
    Ok(())
}

/// Plays move by move. That lines do not clash is known from [`check_fit`].
fn replay(variant: Variant, moves: &[Move]) -> Result<(), Fault> {
    let mut placed = BTreeSet::new();
    for (index, mv) in moves.iter().enumerate() {
        placed.insert(mv.dot());
        for cell in mv.line.cells(variant) {
            if !is_cross_cell(variant, cell) && !placed.contains(&cell) {
                return Err(Fault::TooEarly { index, cell });
            }
        }
    }
    Ok(())
}

fn check_half_turn(variant: Variant, moves: &[Move]) -> Result<(), Fault> {
    let last = variant.cross_span() - 1;
    let turned = |c: Cell| Cell::new(last - c.x, last - c.y);
    let line = |m: &Move| m.line.cells(variant).collect::<BTreeSet<Cell>>();
    let lines: BTreeSet<BTreeSet<Cell>> = moves.iter().map(line).collect();
    for (index, mv) in moves.iter().enumerate() {
        let image: BTreeSet<Cell> = mv.line.cells(variant).map(turned).collect();
        if !lines.contains(&image) {
            return Err(Fault::Asymmetric { index });
        }
    }
    Ok(())
}
