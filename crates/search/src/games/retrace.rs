//! A known game, as a game of a search.

use std::collections::BTreeSet;

use super::Lesson;
use super::game::{Playable, Rng, below};
use crate::game::Code;
use crate::geometry::Move;

/// The game from where `game` stands through these moves and on at random to the end.
pub(crate) fn retrace<G: Playable<Move = Code>>(
    game: &mut G,
    moves: &[Move],
    rng: &mut Rng,
) -> Lesson<Code> {
    let wanted: BTreeSet<Move> = moves.iter().copied().collect();
    let mut codes = Vec::new();
    while !game.legal().is_empty() {
        let legal = game.legal();
        let next = legal.iter().find(|code| wanted.contains(&code.to_move()));
        let next = *next.unwrap_or_else(|| &legal[below(rng, legal.len())]);
        game.play(next);
        codes.push(next);
    }
    let score = game.score();
    for _ in &codes {
        game.undo();
    }
    Lesson::of(score, codes)
}
