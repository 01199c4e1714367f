//! One random change of a game.

use crate::game::Regrowth;
use crate::games::game::{Rng, below, unit};

/// Makes a child of the game that is loaded: a move is put in, as often as `put_in` says, or one is taken out. Returns whether there
/// is a child.
pub(super) fn vary(regrowth: &mut Regrowth, put_in: f32, rng: &mut Rng) -> bool {
    if unit(rng) < put_in {
        return regrowth.put_in(rng);
    }
    let moves = regrowth.loaded().len();
    regrowth.take_out(below(rng, moves));
    regrowth.grow(rng);
    true
}
