//! Checkpoints of ladders, in JSON.

use std::io;

use serde::{Deserialize, Serialize};

use super::ladder::{Climber, Ladder, State};
use crate::game::Code;
use crate::games::Playable;
use crate::geometry::Move;
use crate::running::Continued;
use crate::searchers::resumable::{Checkpoint, Stage, finished_game};

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
            Ok(Self {
                climbers: climbers.collect::<Result<_, String>>()?,
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

/// With the whole game `moves`.
fn climber<G: Playable<Move = Code>>(game: &mut G, moves: &[Move]) -> Result<Climber, String> {
    let found = finished_game(game, moves)?;
    let climber = Climber::new(found.score, &found.moves, game);
    climber.ok_or_else(|| "games cannot be changed here".to_owned())
}
