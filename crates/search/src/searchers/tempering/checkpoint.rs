//! Checkpoints of ladders, in JSON.

use std::io;

use serde::{Deserialize, Serialize};

use super::ladder::{Climber, Ladder, State};
use crate::game::Code;
use crate::games::{Lesson, Playable};
use crate::record::Continued;
use crate::searchers::resumable::{Checkpoint, SavedStage, Stage};

/// The file.
#[derive(Serialize, Deserialize)]
struct Saved {
    format: Format,
    from: Option<Continued>,
    /// The games of each from hot to cold.
    ladders: Vec<SavedStage<State>>,
}

#[derive(Serialize, Deserialize)]
enum Format {
    #[serde(rename = "morpion-tempering 1")]
    One,
}

impl Stage for Ladder {
    /// Rounds.
    const EVERY: u64 = 1 << 14;

    const MAGIC: &'static [u8] = br#"{"format":"morpion-tempering 1""#;

    fn is_due(&self, every: u64) -> bool {
        self.state.rounds.is_multiple_of(every)
    }

    fn seed(&mut self) -> &mut Option<u64> {
        &mut self.state.seed
    }

    fn pack<G: Playable<Move = Code>>(
        checkpoint: &Checkpoint<Self>,
        game: &G,
    ) -> io::Result<Vec<u8>> {
        let saved = |ladder: &Self| {
            let games = ladder.climbers.iter().map(Climber::moves);
            SavedStage::of(ladder.state.clone(), games, game)
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
        Checkpoint::of_games(saved.from, saved.ladders, game, |state, games, game| {
            let climber = |found: &Lesson<Code>| Climber::new(found.score, &found.moves, game);
            let climbers = games.iter().map(climber).collect::<Option<_>>();
            Ok(Self {
                climbers: climbers.ok_or("games cannot be changed here")?,
                state,
            })
        })
    }
}
