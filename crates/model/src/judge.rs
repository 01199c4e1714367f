//! Judges moves by the rules of the game alone, and whether a program asks for such moves.
//!
//! This file does not look at rows: a solver, or the author of a row, may be wrong.

use super::Spec;
use morpion_rules::game::graph::{Cycle, GraphFault, check_graph, is_symmetric, playable_part};
use morpion_rules::game::order_moves;
use morpion_rules::geometry::{BoundingBox, Move};

/// The judgement on moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The moves are no graph. The fault names moves by their positions in the list, from 0.
    None(GraphFault),
    /// A graph that cannot be played.
    Graph {
        /// The moves that can be played, in an order of play.
        playable: Vec<Move>,
        /// Moves that wait for each other.
        cycle: Cycle,
    },
    /// A game: all moves, in an order of play.
    Game(Vec<Move>),
}

/// Why a graph is not one of those that a program asks for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misfit {
    /// L5: its bounding box is another one, or none at all.
    #[error(transparent)]
    Box(GraphFault),
    /// L6: it is not symmetric.
    #[error("the half turn does not map it to itself, as L6 demands")]
    NotSymmetric,
    /// L7: it cannot be played.
    #[error("it cannot be played, as L7 demands")]
    NotPlayable,
    /// It is too small.
    #[error("it has {found} moves, and the model demands {wanted}")]
    TooSmall {
        /// The number of its moves.
        found: usize,
        /// The number of moves demanded.
        wanted: u32,
    },
}

/// Judges moves.
pub fn judge(spec: &Spec, moves: &[Move]) -> Judgement {
    if let Err(fault) = check_graph(spec.variant, moves) {
        return Judgement::None(fault);
    }
    match order_moves(spec.variant, moves) {
        Ok(order) => Judgement::Game(order),
        Err(cycle) => {
            let (playable, _) = playable_part(spec.variant, moves);
            Judgement::Graph { playable, cycle }
        }
    }
}

/// Why a program does not ask for this graph, if it does not. Order cuts are left out: a game breaks none,
/// and a graph that is no game is known by its cycle.
pub fn misfit(spec: &Spec, moves: &[Move], judgement: &Judgement) -> Option<Misfit> {
    let wanted = spec.bounding_box;
    let found = moves.len();
    match BoundingBox::of_moves(spec.variant, moves) {
        None => return Some(Misfit::Box(GraphFault::TooFar)),
        Some(found) if found != wanted => {
            return Some(Misfit::Box(GraphFault::WrongBox { found, wanted }));
        }
        Some(_) => {}
    }
    if spec.symmetric && !is_symmetric(spec.variant, moves) {
        return Some(Misfit::NotSymmetric);
    }
    if spec.ord && !matches!(judgement, Judgement::Game(_)) {
        return Some(Misfit::NotPlayable);
    }
    let wanted = spec.at_least?;
    (found < wanted as usize).then_some(Misfit::TooSmall { found, wanted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::geometry::{Cell, Direction, Line, Variant};
    use morpion_rules::record::known_game_by_id;

    fn rosin() -> (Spec, Vec<Move>) {
        let game = known_game_by_id("5D/rosin82").unwrap();
        let bounding_box = BoundingBox::of_moves(game.variant, &game.moves).unwrap();
        (Spec::graphs(game.variant, bounding_box), game.moves)
    }

    fn why(spec: Spec, moves: &[Move]) -> Option<Misfit> {
        misfit(&spec, moves, &judge(&spec, moves))
    }

    #[test]
    fn a_game_is_a_game_in_whatever_order() {
        let (spec, mut moves) = rosin();
        moves.reverse();
        let Judgement::Game(order) = judge(&spec, &moves) else {
            panic!("it is one");
        };
        assert!(morpion_rules::record::play_all(spec.variant, &order).is_ok());
        let ord = Spec {
            ord: true,
            at_least: Some(82),
            ..spec
        };
        assert_eq!(why(ord, &moves), None);
    }

    #[test]
    fn each_demand_is_looked_at() {
        let (spec, moves) = rosin();
        let symmetric = Spec {
            symmetric: true,
            ..spec
        };
        assert_eq!(why(symmetric, &moves), Some(Misfit::NotSymmetric));
        let more = Spec {
            at_least: Some(83),
            ..spec
        };
        let (found, wanted) = (82, 83);
        assert_eq!(why(more, &moves), Some(Misfit::TooSmall { found, wanted }));
        let larger = Spec::graphs(Variant::D5, BoundingBox::new(1, 3, 4, 3));
        assert!(matches!(why(larger, &moves), Some(Misfit::Box(_))));
    }

    #[test]
    fn moves_that_wait_for_each_other_are_a_graph_and_no_game() {
        let mv =
            |x, y, direction, position| Move::new(Line::new(Cell::new(x, y), direction), position);
        let cycle = [
            mv(1, 1, Direction::Vertical, 0),
            mv(0, 4, Direction::Rising, 1),
            mv(1, 1, Direction::Horizontal, 2),
        ];
        let spec = Spec::graphs(Variant::D4, BoundingBox::default());
        let Judgement::Graph {
            playable,
            cycle: found,
        } = judge(&spec, &cycle)
        else {
            panic!("it cannot be played");
        };
        assert_eq!((playable.len(), found.0.len()), (0, 3));
        assert_eq!(why(spec, &cycle), None);
        let ord = Spec { ord: true, ..spec };
        assert_eq!(why(ord, &cycle), Some(Misfit::NotPlayable));
    }

    #[test]
    fn half_a_game_is_no_graph() {
        let (spec, moves) = rosin();
        assert!(matches!(
            judge(&spec, &moves[41..]),
            Judgement::None(GraphFault::MissingDot(..))
        ));
    }
}
