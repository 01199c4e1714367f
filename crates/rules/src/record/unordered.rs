//! Moves without their order of play, though each with the dot that it places: pictures of graphs, `.moves` files, solutions of solvers.

use super::content::{MAX_MOVES, Order, Record, STRICTEST_FIRST, declared};
use super::fault::RecordError;
use super::replay::play_all;
use crate::game::{GraphFault, check_graph, order_moves};
use crate::geometry::{Move, Variant};

/// The moves in the order of the list, if they can be played so; or else in one in which they can be; or else as the graph that they are,
/// in no order.
///
/// # Errors
/// They are no graph, or more than any game has.
pub(super) fn graph(said: Option<Variant>, moves: Vec<Move>) -> Result<Record, RecordError> {
    if moves.len() > MAX_MOVES {
        return Err(RecordError::TooManyMoves);
    }
    let variants = said.map_or(STRICTEST_FIRST.to_vec(), |v| vec![v]);
    let record = |variant, moves, order| Record {
        variant,
        moves,
        order,
        ..Record::default()
    };
    let shown = |variant| said.or_else(|| declared(variant));
    let is_game = |v: &&Variant| play_all(**v, &moves).is_ok();
    if let Some(&variant) = variants.iter().find(is_game) {
        return Ok(record(shown(variant), moves, Order::Given));
    }
    let faults = variants.iter().map(|&v| (v, check_graph(v, &moves).err()));
    let faults: Vec<(Variant, Option<GraphFault>)> = faults.collect();
    let Some(&(variant, _)) = faults.iter().find(|(_, fault)| fault.is_none()) else {
        let first = faults
            .into_iter()
            .find_map(|(variant, fault)| Some((variant, fault?)));
        let (variant, fault) = first.expect("some rules were tried, and none of them met");
        return Err(RecordError::NoGraph { variant, fault });
    };
    Ok(match order_moves(variant, &moves) {
        Ok(moves) => record(shown(variant), moves, Order::Found),
        Err(_) => record(Some(variant), moves, Order::None),
    })
}

/// As [`graph`], but moves that are no graph stay as they are: [`replay()`](super::replay()) says what is wrong with them.
///
/// # Errors
/// More than any game has.
pub(super) fn settle(variant: Variant, moves: Vec<Move>) -> Result<Record, RecordError> {
    match graph(Some(variant), moves.clone()) {
        Err(RecordError::NoGraph { .. }) => Ok(Record::new(variant, moves)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{known_games, replay};

    #[test]
    fn games_come_back_in_an_order_of_play() {
        for game in known_games() {
            let given = graph(None, game.moves.clone()).unwrap();
            assert_eq!((given.order, &given.moves), (Order::Given, &game.moves));
            let mut backwards = game.moves.clone();
            backwards.reverse();
            let found = settle(game.variant, backwards).unwrap();
            assert_eq!(found.order, Order::Found);
            assert_eq!(replay(&found, None).unwrap().variant(), game.variant);
        }
    }

    #[test]
    fn what_is_no_graph_stays_as_it_is() {
        let game = known_games().swap_remove(0);
        let rest = game.moves[1..].to_vec();
        let record = settle(game.variant, rest.clone()).unwrap();
        assert_eq!((record.order, &record.moves), (Order::Given, &rest));
        let fault = graph(None, rest).unwrap_err();
        assert!(matches!(fault, RecordError::NoGraph { .. }), "{fault}");
        let many = vec![game.moves[0]; MAX_MOVES + 1];
        assert_eq!(graph(None, many), Err(RecordError::TooManyMoves));
    }
}
