//! A position as the networks see it: dots, and slots that lines have used.
//!
//! A slot is what a line uses up, in its direction: each of its cells in the disjoint variants, each step between two of its cells in the
//! touching ones. Dots and slots tell everything that matters for the rest of the game; the order of the moves does not matter.

use morpion_rules::game::Code;
use morpion_rules::geometry::{Cell, Variant, cross_cells};

/// Kinds of facts: a dot, and a used slot of each of the four directions.
pub(super) const CHANNELS: usize = 5;

/// A dot, or a used slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fact {
    /// Its cell; of a step between two cells the one the direction starts from.
    pub(super) x: i16,
    /// The row of the cell.
    pub(super) y: i16,
    /// 0 for a dot, else one more than the index of the direction.
    pub(super) channel: u8,
}

impl Fact {
    const fn new(cell: Cell, channel: u8) -> Self {
        Self {
            x: cell.x,
            y: cell.y,
            channel,
        }
    }
}

/// Appends the facts of the starting cross.
pub(super) fn of_cross(variant: Variant, facts: &mut Vec<Fact>) {
    facts.extend(cross_cells(variant).map(|cell| Fact::new(cell, 0)));
}

/// Appends the facts that a move makes true.
pub(super) fn of_move(variant: Variant, code: Code, facts: &mut Vec<Fact>) {
    let mv = code.to_move();
    facts.push(Fact::new(mv.dot(), 0));
    let slots = variant.line_length() - usize::from(variant.touching());
    let channel = mv.line.direction.index() as u8 + 1;
    facts.extend((0..slots).map(|i| Fact::new(mv.line.cell(i), channel)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::game::Board;

    #[test]
    fn a_move_makes_its_dot_and_its_slots_true() {
        for variant in Variant::ALL {
            let code = Board::new(variant).legal()[0];
            let mut facts = Vec::new();
            of_move(variant, code, &mut facts);
            let slots = variant.line_length() - usize::from(variant.touching());
            assert_eq!(facts.len(), 1 + slots);
            assert_eq!(facts[0], Fact::new(code.to_move().dot(), 0));
            let channel = facts[1].channel;
            assert!(facts[1..].iter().all(|f| f.channel == channel));
        }
    }
}
