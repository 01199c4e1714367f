//! How the moves of random games are drawn (Cazenave 2007, section 2.3).

use crate::games::game::{Game, Rng, below};

/// How the moves of a random game are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, clap::Args)]
pub struct Draw {
    /// Draw from the moves that leave the most legal moves (Cazenave 2007, section 2.3), not from all.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mobility: bool,
}

impl Draw {
    /// A random game from here to the end, into `moves`; returns its score. The position stays.
    pub fn game<G: Game>(self, game: &mut G, rng: &mut Rng, moves: &mut Vec<G::Move>) -> u32 {
        if !self.mobility {
            return game.random_game(rng, moves);
        }
        moves.clear();
        let mut most = Vec::new();
        while !game.legal().is_empty() {
            most_mobile(game, &mut most);
            let mv = most[below(rng, most.len())];
            game.play(mv);
            moves.push(mv);
        }
        let score = game.score();
        for _ in &*moves {
            game.undo();
        }
        score
    }
}

/// The legal moves that leave the most legal moves.
fn most_mobile<G: Game>(game: &mut G, best: &mut Vec<G::Move>) {
    best.clear();
    let mut most = 0;
    for i in 0..game.legal().len() {
        let mv = game.legal()[i];
        game.play(mv);
        let mobility = game.legal().len();
        game.undo();
        if mobility > most {
            best.clear();
            most = mobility;
        }
        if mobility == most {
            best.push(mv);
        }
    }
}
