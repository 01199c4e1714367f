//! Checkpoints of ladders, in JSON.

use std::io;

use serde::{Deserialize, Serialize};

use super::ladder::{Climber, Ladder, State};
use crate::game::Code;
use crate::games::Playable;
use crate::geometry::Move;
use crate::running::Continued;
use crate::searchers::resumable::{Checkpoint, Stage};

/// The file.
#[derive(Serialize, Deserialize)]
struct Saved {
    format: Format,
    from: Option<Continued>,
    ladders: Vec<SavedLadder>,
}

#[derive(Serialize, Deserialize)]
enum Format {
    #[serde(rename = "morpion-tempering 1")]
    One,
}

#[derive(Serialize, Deserialize)]
struct SavedLadder {
    #[serde(flatten)]
    state: State,
    /// The hottest first, each whole, from the cross.
    games: Vec<Vec<Move>>,
}

impl Stage for Ladder {
    /// Rounds.
    const EVERY: u64 = 1 << 14;

    const MAGIC: &'static [u8] = br#"{"format":"morpion-tempering 1""#;

    fn is_due(&self, every: u64) -> bool {
        self.state.rounds.is_multiple_of(every)
    }

    fn handed_over(&mut self, seed: u64) {
        self.state.seed = Some(seed);
    }

    fn seed(&self) -> Option<u64> {
        self.state.seed
    }

    fn pack<G: Playable<Move = Code>>(
        checkpoint: &Checkpoint<Self>,
        game: &G,
    ) -> io::Result<Vec<u8>> {
        let whole = |climber: &Climber| game.whole_game(climber.moves());
        let saved = |ladder: &Self| SavedLadder {
            state: ladder.state.clone(),
            games: ladder.climbers.iter().map(whole).collect(),
        };
        Ok(serde_json::to_vec(&Saved {
            format: Format::One,
            from: checkpoint.from.clone(),
            ladders: checkpoint.stages.iter().map(saved).collect(),
        })?)
    }

    /// All rungs hold games, so the one that they began with is not needed.
    fn unpack<G: Playable<Move = Code>>(
        game: &mut G,
        bytes: &[u8],
    ) -> Result<Checkpoint<Self>, String> {
        let saved: Saved = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let ladder = |saved: SavedLadder| {
            let climbers = saved.games.iter().map(|moves| climber(game, moves));
            let climbers = climbers.collect::<Option<_>>();
            let climbers = climbers.ok_or("a game of it is none here, or goes on")?;
            Ok(Self {
                climbers,
                state: saved.state,
            })
        };
        Ok(Checkpoint {
            from: saved.from,
            start: Vec::new(),
            stages: saved
                .ladders
                .into_iter()
                .map(ladder)
                .collect::<Result<_, String>>()?,
        })
    }
}

/// With the whole game `moves`, which begins with those played before and holds the image of a move right after it where
/// games are to stay symmetric; `None` when it is no finished game from where `game` stands.
fn climber<G: Playable<Move = Code>>(game: &mut G, moves: &[Move]) -> Option<Climber> {
    let mut codes = Vec::new();
    for &mv in moves {
        let code = game.legal().iter().find(|code| code.to_move() == mv);
        if let Some(&code) = code {
            game.play(code);
            codes.push(code);
        }
    }
    let (score, is_finished) = (game.score(), game.legal().is_empty());
    for _ in &codes {
        game.undo();
    }
    let is_it = is_finished && game.whole_game(&codes) == moves;
    is_it.then(|| Climber::new(score, &codes, game)).flatten()
}
