//! One random change of a game.

use crate::game::Regrowth;
use crate::games::game::{Rng, below, unit};

/// Makes a child of the game that is loaded: a move is put in, as often as `inserts` says, or one is taken out. Returns whether there
/// is a child.
pub(super) fn vary(regrowth: &mut Regrowth, inserts: f32, rng: &mut Rng) -> bool {
    if unit(rng) < inserts {
        return regrowth.insert(rng);
    }
    let moves = regrowth.loaded().len();
    regrowth.ruin(below(rng, moves));
    regrowth.recreate(rng);
    true
}
