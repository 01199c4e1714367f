//! A game that is known already, as a game of a search.

use std::collections::BTreeSet;

use super::game::{Playable, Rng, below};
use crate::game::Code;
use crate::geometry::Move;

/// The steps from where `game` stands through these moves and on at random to the end.
pub(crate) fn retrace<G: Playable<Move = Code>>(
    game: &mut G,
    moves: &[Move],
    rng: &mut Rng,
) -> Vec<Code> {
    let wanted: BTreeSet<Move> = moves.iter().copied().collect();
    let mut codes = Vec::new();
    while !game.legal().is_empty() {
        let legal = game.legal();
        let next = legal.iter().find(|code| wanted.contains(&code.to_move()));
        let next = *next.unwrap_or_else(|| &legal[below(rng, legal.len())]);
        game.play(next);
        codes.push(next);
    }
    for _ in &codes {
        game.undo();
    }
    codes
}
