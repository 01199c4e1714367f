//! One child of a game, by chance.

use super::games::key_of;
use crate::game::{Code, Regrowth};
use crate::games::game::{Rng, below};

/// Makes a child of the game that is loaded: half of the time a move is put in, otherwise one is taken out. Returns
/// whether there is one.
pub(super) fn vary(regrowth: &mut Regrowth, moves: usize, rng: &mut Rng) -> bool {
    if below(rng, 2) == 0 {
        return regrowth.put_in(rng);
    }
    regrowth.take_out(below(rng, moves));
    regrowth.grow(rng);
    true
}

/// Whether the child places other dots than the game it is from.
pub(super) fn has_other_dots(regrowth: &Regrowth) -> bool {
    let key = |moves: &[Code]| key_of(moves.iter().map(|&code| regrowth.place(code)));
    key(regrowth.out()) != key(regrowth.grown())
}
