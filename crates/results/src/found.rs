//! Graphs and games that fit a box: how they are written, and checks that they keep the rules.

use serde::{Deserialize, Serialize};

use morpion_proof::claim::Setting;
use morpion_rules::game::{Cycle, GraphFault, graph, order_moves};
use morpion_rules::geometry::{BoundingBox, Move, Variant, cross_cells};
use morpion_rules::record::moves_text;

/// A graph or a game that fits the box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "FoundText", into = "FoundText")]
pub struct Found {
    /// Its moves; of a game, in an order of play.
    pub moves: Vec<Move>,
    /// Where it came from, in words.
    pub by: String,
}

impl Found {
    /// The number of moves.
    pub fn size(&self) -> u32 {
        u32::try_from(self.moves.len()).expect("a list in memory is shorter than 2^32")
    }
}

/// [`Found`] as it is written in a box file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundText {
    size: u32,
    by: String,
    moves: String,
}

impl From<Found> for FoundText {
    fn from(found: Found) -> Self {
        Self {
            size: found.size(),
            moves: moves_text::write(&found.moves),
            by: found.by,
        }
    }
}

/// Why a listed graph or game cannot be read.
#[derive(Debug, thiserror::Error)]
enum FoundTextError {
    #[error(transparent)]
    Moves(#[from] moves_text::ParseMovesError),
    #[error("`size` is {said} but {counted} moves are listed")]
    Size { said: u32, counted: u32 },
}

impl TryFrom<FoundText> for Found {
    type Error = FoundTextError;

    fn try_from(text: FoundText) -> Result<Self, FoundTextError> {
        let moves = moves_text::read(&text.moves)?;
        let found = Self { moves, by: text.by };
        let (said, counted) = (text.size, found.size());
        if said == counted {
            Ok(found)
        } else {
            Err(FoundTextError::Size { said, counted })
        }
    }
}

/// Why a listed object is not what it is said to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjectFault {
    /// The moves break the rules or do not fit the box.
    #[error(transparent)]
    Graph(#[from] GraphFault),
    /// The moves are listed as a game but wait for each other.
    #[error("the moves cannot be played: {0}")]
    Unplayable(Cycle),
    /// The moves are listed as a game, but cannot be played in the listed order.
    #[error("move {0} is played before the dots of its line are there")]
    Order(usize),
    /// The half turn does not map the moves to themselves.
    #[error("the half turn does not map the graph to itself")]
    Asymmetric,
}

/// Checks that the moves are a graph of the setting with exactly this bounding box.
///
/// # Errors
/// The first rule broken.
pub fn check_object(
    setting: Setting,
    bounding_box: BoundingBox,
    moves: &[Move],
) -> Result<(), ObjectFault> {
    graph::check_fit(setting.variant, bounding_box, moves)?;
    if setting.symmetric && !graph::is_symmetric(setting.variant, moves) {
        return Err(ObjectFault::Asymmetric);
    }
    Ok(())
}

/// The given order when it is one of play, else some order of play, else `None`.
pub(super) fn order_of_play(variant: Variant, moves: &[Move]) -> Option<Vec<Move>> {
    if check_order(variant, moves).is_ok() {
        return Some(moves.to_vec());
    }
    order_moves(variant, moves).ok()
}

/// Checks that every move finds the other dots of its line in place when it is played.
///
/// # Errors
/// `ObjectFault::Order` with the position of the first move that does not.
pub fn check_order(variant: Variant, moves: &[Move]) -> Result<(), ObjectFault> {
    let mut present: std::collections::BTreeSet<_> = cross_cells(variant).collect();
    for (index, mv) in moves.iter().enumerate() {
        if !mv.needs(variant).all(|cell| present.contains(&cell)) {
            return Err(ObjectFault::Order(index));
        }
        present.insert(mv.dot());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::geometry::{Cell, Direction, Line, Symmetry};

    /// One dot above the cross, from the left inner column.
    fn one_move() -> Vec<Move> {
        let line = Line::new(Cell::new(3, -1), Direction::Vertical);
        vec![Move::new(line, 0)]
    }

    #[test]
    fn asymmetric_graphs_are_told() {
        let setting = Setting {
            variant: Variant::D5,
            symmetric: true,
        };
        let moves = one_move();
        let turned = moves
            .iter()
            .map(|&m| Symmetry::HALF_TURN.mv(Variant::D5, m));
        let both: Vec<Move> = moves.iter().copied().chain(turned).collect();
        assert!(!graph::is_symmetric(Variant::D5, &moves));
        assert!(graph::is_symmetric(Variant::D5, &both));
        assert_eq!(
            check_object(setting, BoundingBox::new(1, 0, 1, 0), &both),
            Ok(())
        );
        let fault = check_object(setting, BoundingBox::new(1, 0, 0, 0), &moves);
        assert_eq!(fault, Err(ObjectFault::Asymmetric));
    }

    #[test]
    fn found_objects_say_how_many_moves_they_have() {
        let found = Found {
            moves: one_move(),
            by: "test".to_owned(),
        };
        let text = serde_json::to_string(&found).unwrap();
        assert_eq!(text, r#"{"size":1,"by":"test","moves":"(3,-1) | 0"}"#);
        assert_eq!(serde_json::from_str::<Found>(&text).unwrap(), found);
        let wrong = text.replace("\"size\":1", "\"size\":2");
        assert!(serde_json::from_str::<Found>(&wrong).is_err());
    }
}
