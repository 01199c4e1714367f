//! Checkpoints: one file for all jobs, in one format for all algorithms, written whole or not at all.
//!
//! The file: the line `morpion-checkpoint 1 ALGORITHM`; then, packed by zstd with a check of its content, [`Checkpoint`] in JSON. The
//! moves of games are numbers ([`Code::index`]), from where the search begins.
//!
//! Games are played again when they are read: a damaged file is refused, or still holds finished games.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::Stage;
use crate::files::{FileError, write_atomically};
use crate::game::Code;
use crate::games::{Lesson, Playable};
use crate::geometry::Move;
use crate::record::Continued;

/// Why a checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be written or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file was cut short or changed, or is of another search.
    #[error(
        "{path} is no checkpoint of this search ({about}): give the same --variant, --symmetric and --max-box, or begin without --from"
    )]
    Unfit {
        /// The file.
        path: PathBuf,
        /// The fault of the file.
        about: String,
    },
    /// The search cannot go on from the file.
    #[error("the search cannot go on from {path}: {about}")]
    Refused {
        /// The file.
        path: PathBuf,
        /// The reason.
        about: String,
    },
}

/// All that a search needs to go on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checkpoint<S> {
    /// The game that the search goes on from; `None` where it began from nothing.
    pub from: Option<Continued>,
    /// The moves from the cross to where the search begins.
    #[serde(default)]
    pub kept: Vec<Move>,
    /// The game that jobs begin with; empty where they begin with none in particular.
    pub start: Vec<Move>,
    /// The stage of each job.
    pub stages: Vec<S>,
}

impl<S: Stage> Checkpoint<S> {
    fn first_line() -> String {
        format!("morpion-checkpoint 1 {}\n", S::ALGORITHM)
    }

    /// Whether the file begins like such a checkpoint.
    pub fn is_at(path: &Path) -> bool {
        let wanted = Self::first_line().into_bytes();
        let mut start = vec![0; wanted.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == wanted
    }

    /// Writes the checkpoint, replacing an older one.
    ///
    /// # Errors
    /// When the file cannot be written; what was there stays.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let saved = self.packed();
        let saved = saved.and_then(|bytes| write_atomically(path, &bytes));
        Ok(saved.map_err(FileError::of("write", path))?)
    }

    fn packed(&self) -> io::Result<Vec<u8>> {
        let saved = Checkpoint {
            from: self.from.clone(),
            kept: self.kept.clone(),
            start: self.start.clone(),
            stages: self.stages.iter().map(S::saved).collect(),
        };
        let mut encoder = zstd::Encoder::new(Self::first_line().into_bytes(), 0)?;
        encoder.include_checksum(true)?;
        encoder.write_all(&serde_json::to_vec(&saved)?)?;
        encoder.finish()
    }

    /// Reads a checkpoint as it was saved, whatever the game.
    ///
    /// # Errors
    /// When the file cannot be read, or was cut short or changed.
    pub fn read(path: &Path) -> Result<Checkpoint<S::Saved>, CheckpointError> {
        let bytes = std::fs::read(path).map_err(FileError::of("read", path))?;
        let packed = bytes.strip_prefix(Self::first_line().as_bytes());
        let packed = packed.ok_or("it begins otherwise".to_owned());
        packed.and_then(unpacked).map_err(unfit(path))
    }

    /// Reads a checkpoint; `game` stands where the search begins.
    ///
    /// # Errors
    /// As [`Self::read`], and when it does not hold finished games from there.
    pub fn load<G: Playable<Move = Code>>(
        game: &mut G,
        path: &Path,
    ) -> Result<Self, CheckpointError> {
        let saved = Self::read(path)?;
        let stages = saved.stages.into_iter();
        let stages = stages.map(|stage| S::restored(stage, game));
        Ok(Self {
            from: saved.from,
            kept: saved.kept,
            start: saved.start,
            stages: stages.collect::<Result<_, _>>().map_err(unfit(path))?,
        })
    }
}

/// What must be known of a checkpoint before a search can go on from it.
#[derive(Clone, Debug, Deserialize)]
pub struct Beginning {
    /// The name of the algorithm.
    #[serde(skip)]
    pub algorithm: String,
    /// The moves from the cross to where the search begins.
    #[serde(default)]
    pub kept: Vec<Move>,
    stages: Vec<IgnoredAny>,
}

impl Beginning {
    /// Reads it from a checkpoint of any algorithm.
    ///
    /// # Errors
    /// When the file cannot be read, or was cut short or changed.
    pub fn of(path: &Path) -> Result<Self, CheckpointError> {
        let bytes = std::fs::read(path).map_err(FileError::of("read", path))?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (first_line, packed) = bytes.split_at(end.map_or(0, |end| end + 1));
        let first_line = String::from_utf8_lossy(first_line);
        let algorithm = first_line.split_whitespace().last().unwrap_or("");
        Ok(Self {
            algorithm: algorithm.to_owned(),
            ..unpacked(packed).map_err(unfit(path))?
        })
    }

    /// The number of jobs that it was written by.
    pub fn jobs(&self) -> usize {
        self.stages.len()
    }
}

/// What a checkpoint holds after its first line.
fn unpacked<T: DeserializeOwned>(packed: &[u8]) -> Result<T, String> {
    let json = zstd::decode_all(packed).map_err(|_| "it cannot be unpacked")?;
    serde_json::from_slice(&json).map_err(|error| error.to_string())
}

/// For `map_err`: the file, with what is wrong.
fn unfit(path: &Path) -> impl FnOnce(String) -> CheckpointError {
    let path = path.to_owned();
    |about| CheckpointError::Unfit { path, about }
}

/// A stage that holds finished games.
#[derive(Serialize, Deserialize)]
pub struct WithGames<T> {
    /// The state of the stage besides its games.
    pub(in crate::searchers) state: T,
    /// The games, each as a number about it (its draws, in a pool) and the numbers of its moves.
    pub(in crate::searchers) games: Vec<(u32, Vec<u32>)>,
}

impl<T> WithGames<T> {
    /// A stage with games of which only the moves matter.
    pub(in crate::searchers) fn of<'a>(state: T, games: impl Iterator<Item = &'a [Code]>) -> Self {
        let games = games.map(|moves| (0, numbers(moves)));
        let games = games.collect();
        Self { state, games }
    }

    /// The finished games, from where `game` stands.
    ///
    /// # Errors
    /// As [`finished_game`].
    pub(in crate::searchers) fn finished<G: Playable<Move = Code>>(
        &self,
        game: &mut G,
    ) -> Result<Vec<Lesson<Code>>, String> {
        let games = self.games.iter();
        let games = games.map(|(_, moves)| finished_game(game, moves));
        games.collect()
    }
}

/// The moves of a game as numbers.
pub(in crate::searchers) fn numbers(moves: &[Code]) -> Vec<u32> {
    moves.iter().map(|code| code.index() as u32).collect()
}

/// The game that has these moves.
///
/// # Errors
/// When it is no finished game from where `game` stands.
fn finished_game<G: Playable<Move = Code>>(
    game: &mut G,
    numbers: &[u32],
) -> Result<Lesson<Code>, String> {
    let mut moves = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let is_next = |code: &&Code| code.index() == number as usize;
        let Some(&next) = game.legal().iter().find(is_next) else {
            break;
        };
        game.play(next);
        moves.push(next);
    }
    let (score, is_finished) = (game.score(), game.legal().is_empty());
    for _ in &moves {
        game.undo();
    }
    let is_it = is_finished && moves.len() == numbers.len();
    let found = is_it.then(|| Lesson::of(score, moves));
    found.ok_or_else(|| "a game of it is none here, or goes on".to_owned())
}
