//! LadderCheckpoints of ladders: one file for all jobs, JSON, written whole or not at all.
//!
//! A game that is read is played again from where the search begins, so what a damaged file holds is refused, or is still a
//! finished game.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ladder::{Climber, Ladder, State};
use crate::files::{FileError, write_atomically};
use crate::game::Code;
use crate::games::Playable;
use crate::geometry::Move;
use crate::running::Continued;

/// Why a checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// It cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was cut short or changed, or is of another search.
    #[error(
        "{path} is no checkpoint of this search ({about}): give the same --variant, --symmetric, --max-box and --keep, or begin without --from"
    )]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        about: String,
    },
}

/// All that a search needs to go on.
#[derive(Clone, Default)]
pub struct LadderCheckpoint {
    /// The game that the search goes on from; `None` where it began from nothing.
    pub from: Option<Continued>,
    /// By job.
    pub ladders: Vec<Ladder>,
}

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

impl LadderCheckpoint {
    /// Whether the file is a checkpoint of a ladder.
    pub fn is_at(path: &Path) -> bool {
        let start = format!("{{\"format\":{}", serde_json::json!(Format::One));
        std::fs::read(path).is_ok_and(|bytes| bytes.starts_with(start.as_bytes()))
    }

    /// Writes the checkpoint, replacing an older one; `game` knows the moves.
    ///
    /// # Errors
    /// When the file cannot be written; what was there stays.
    pub fn save<G: Playable<Move = Code>>(&self, game: &G, path: &Path) -> Result<(), LadderError> {
        let games = |ladder: &Ladder| {
            let whole = |climber: &Climber| game.whole_game(climber.moves());
            ladder.climbers.iter().map(whole).collect()
        };
        let saved = |ladder: &Ladder| SavedLadder {
            state: ladder.state.clone(),
            games: games(ladder),
        };
        let bytes = serde_json::to_vec(&Saved {
            format: Format::One,
            from: self.from.clone(),
            ladders: self.ladders.iter().map(saved).collect(),
        });
        let saved = bytes
            .map_err(Into::into)
            .and_then(|bytes| write_atomically(path, &bytes));
        Ok(saved.map_err(FileError::of("write", path))?)
    }

    /// Reads a checkpoint; `game` stands where the search begins.
    ///
    /// # Errors
    /// When the file cannot be read, or does not hold finished games from there.
    pub fn load<G: Playable<Move = Code>>(game: &mut G, path: &Path) -> Result<Self, LadderError> {
        let bytes = std::fs::read(path).map_err(FileError::of("read", path))?;
        Self::parsed(game, &bytes).map_err(|about| LadderError::Unfit {
            path: path.to_owned(),
            about,
        })
    }

    fn parsed<G: Playable<Move = Code>>(game: &mut G, bytes: &[u8]) -> Result<Self, String> {
        let saved: Saved = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let mut ladder = |saved: SavedLadder| {
            let climbers = saved.games.iter().map(|moves| climber(game, moves));
            let climbers = climbers.collect::<Option<_>>();
            let climbers = climbers.ok_or("a game of it is none here, or goes on")?;
            Ok(Ladder {
                climbers,
                state: saved.state,
            })
        };
        let ladders = saved.ladders.into_iter().map(&mut ladder);
        Ok(Self {
            from: saved.from,
            ladders: ladders.collect::<Result<_, String>>()?,
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
