//! Checkpoints: one file for all jobs, written whole or not at all.
//!
//! The moves that are read are played again from where the search begins. So a damaged file is refused, or still gives finished games.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Stage;
use crate::files::{FileError, write_atomically};
use crate::game::Code;
use crate::games::{Lesson, Playable};
use crate::geometry::Move;
use crate::running::Continued;

/// Why a checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
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
    /// The search cannot go on from it.
    #[error("the search cannot go on from {path}: {about}")]
    Refused {
        /// The file.
        path: PathBuf,
        /// Why.
        about: String,
    },
}

/// All that a search needs to go on.
#[derive(Clone, Debug)]
pub struct Checkpoint<S> {
    /// The game that the search goes on from; `None` where it began from nothing.
    pub from: Option<Continued>,
    /// The game that jobs begin with; empty where they begin with none in particular.
    pub start: Vec<Move>,
    /// By job.
    pub stages: Vec<S>,
}

impl<S: Stage> Checkpoint<S> {
    /// Whether the file begins like such a checkpoint.
    pub fn is_at(path: &Path) -> bool {
        let mut start = vec![0; S::MAGIC.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == S::MAGIC
    }

    /// Writes the checkpoint, replacing an older one; `game` knows the moves.
    ///
    /// # Errors
    /// When the file cannot be written; what was there stays.
    pub fn save<G: Playable<Move = Code>>(
        &self,
        game: &G,
        path: &Path,
    ) -> Result<(), CheckpointError> {
        let saved = S::pack(self, game);
        let saved = saved.and_then(|bytes| write_atomically(path, &bytes));
        Ok(saved.map_err(FileError::of("write", path))?)
    }

    /// Reads a checkpoint; `game` stands where the search begins.
    ///
    /// # Errors
    /// When the file cannot be read, or does not hold finished games from there.
    pub fn load<G: Playable<Move = Code>>(
        game: &mut G,
        path: &Path,
    ) -> Result<Self, CheckpointError> {
        let bytes = std::fs::read(path).map_err(FileError::of("read", path))?;
        S::unpack(game, &bytes).map_err(|about| CheckpointError::Unfit {
            path: path.to_owned(),
            about,
        })
    }
}

/// A stage that holds finished games, in JSON.
#[derive(Serialize, Deserialize)]
pub(in crate::searchers) struct SavedStage<T> {
    /// What is to be known of it beside its games.
    #[serde(flatten)]
    state: T,
    /// Each whole, from the cross.
    games: Vec<Vec<Move>>,
}

impl<T> SavedStage<T> {
    /// With games from where `game` stands.
    pub(in crate::searchers) fn of<'a, G: Playable<Move = Code>>(
        state: T,
        games: impl Iterator<Item = &'a [Code]>,
        game: &G,
    ) -> Self {
        let games = games.map(|moves| game.whole_game(moves)).collect();
        Self { state, games }
    }
}

impl<S> Checkpoint<S> {
    /// From stages that `stage` makes of what is saved. The games that they hold stand for the one that they began with.
    ///
    /// # Errors
    /// When a game is no finished one from where `game` stands, or `stage` says so.
    pub(in crate::searchers) fn of_games<T, G: Playable<Move = Code>>(
        from: Option<Continued>,
        saved: Vec<SavedStage<T>>,
        game: &mut G,
        stage: impl Fn(T, Vec<Lesson<Code>>, &G) -> Result<S, String>,
    ) -> Result<Self, String> {
        let restored = |saved: SavedStage<T>| {
            let games = saved.games.iter().map(|moves| finished_game(game, moves));
            let games = games.collect::<Result<_, String>>()?;
            stage(saved.state, games, game)
        };
        let stages = saved.into_iter().map(restored);
        Ok(Self {
            from,
            start: Vec::new(),
            stages: stages.collect::<Result<_, String>>()?,
        })
    }
}

/// The whole game `moves`, which begins with those played before and holds the image of a move right after it where games are to stay
/// symmetric.
///
/// # Errors
/// When it is no finished game from where `game` stands.
pub(in crate::searchers) fn finished_game<G: Playable<Move = Code>>(
    game: &mut G,
    moves: &[Move],
) -> Result<Lesson<Code>, String> {
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
    let found = is_it.then(|| Lesson::of(score, codes));
    found.ok_or_else(|| "a game of it is none here, or goes on".to_owned())
}
