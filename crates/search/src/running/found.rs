//! The games that searches have left in a folder, read and replayed.

use std::io;
use std::path::{Path, PathBuf};

use super::save::{Sidecar, sidecar_path};
use crate::games::StartPosition;
use crate::geometry::{Move, Variant};
use crate::record::{self, KnownGame, LoadError, Metadata, ReplayError};

/// A game with what is known of its finding.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundGame {
    /// The record.
    pub path: PathBuf,
    /// The moves in order of play; they have been replayed.
    pub moves: Vec<Move>,
    /// The file beside the record.
    pub sidecar: Sidecar,
}

impl FoundGame {
    /// The rules.
    pub const fn variant(&self) -> Variant {
        self.sidecar.variant
    }

    /// What to call it.
    pub fn name(&self) -> String {
        let algorithm = self.sidecar.search["algorithm"]
            .as_str()
            .unwrap_or("search");
        match &self.sidecar.from {
            None => format!("found by {algorithm}"),
            Some(from) => format!("{} continued by {algorithm}", from.game),
        }
    }

    /// Whether a search of ours has found it from nothing, and not by going on from another game.
    pub const fn is_own(&self) -> bool {
        self.sidecar.from.is_none()
    }

    /// The game beside those of the records.
    pub fn to_known(&self) -> KnownGame {
        KnownGame {
            id: format!("{}/{}", self.variant(), self.path.display()),
            name: self.name(),
            variant: self.variant(),
            moves: self.moves.clone(),
            metadata: Metadata::default(),
        }
    }
}

/// Why the games of a folder cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FoundError {
    /// A file or the folder cannot be read.
    #[error("cannot read {path}: every record needs its .json file beside it")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file beside a record is none.
    #[error("{path} does not say how a game was found")]
    Sidecar {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The record is none.
    #[error(transparent)]
    Record(#[from] LoadError),
    /// The game is not legal.
    #[error("{path} holds no game")]
    Illegal {
        /// The record.
        path: PathBuf,
        /// The first illegal move.
        source: Box<ReplayError>,
    },
    /// Record and sidecar disagree.
    #[error("{path} and the .json file beside it disagree about {about}: remove both")]
    Disagree {
        /// The record.
        path: PathBuf,
        /// What they disagree about.
        about: &'static str,
    },
}

/// Reads every record (`.psol`, `.msr`) of the folder with the file beside it, in order of the names. A folder that
/// is not there holds no games.
///
/// # Errors
/// The first file that cannot be read, is not legal, or does not fit the file beside it.
pub fn found_games(folders: &[impl AsRef<Path>]) -> Result<Vec<FoundGame>, FoundError> {
    let mut found = Vec::new();
    for folder in folders.iter().map(AsRef::as_ref) {
        let records = match records(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other.map_err(|source| FoundError::Io {
                path: folder.to_owned(),
                source,
            })?,
        };
        for record in records {
            found.push(read_game(record)?);
        }
    }
    Ok(found)
}

fn records(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut records = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|e| e.to_str());
        if matches!(extension, Some("psol" | "msr")) {
            records.push(path);
        }
    }
    records.sort();
    Ok(records)
}

fn read_game(path: PathBuf) -> Result<FoundGame, FoundError> {
    let sidecar = read_sidecar(&sidecar_path(&path))?;
    let loaded = record::load(&path)?;
    let position = record::replay(&loaded, Some(sidecar.variant));
    let position = position.map_err(|source| FoundError::Illegal {
        path: path.clone(),
        source: Box::new(source),
    })?;
    let moves = position.moves().to_vec();
    let disagree = |about| FoundError::Disagree {
        path: path.clone(),
        about,
    };
    if moves.len() != sidecar.moves {
        return Err(disagree("the number of moves"));
    }
    let start = StartPosition {
        variant: sidecar.variant,
        within: None,
        kept: moves.clone(),
    };
    if sidecar.symmetric && start.symmetric().is_err() {
        return Err(disagree("the symmetry"));
    }
    Ok(FoundGame {
        path,
        moves,
        sidecar,
    })
}

fn read_sidecar(path: &Path) -> Result<Sidecar, FoundError> {
    let text = std::fs::read_to_string(path).map_err(|source| FoundError::Io {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_str(&text).map_err(|source| FoundError::Sidecar {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::record::known_game_by_id;
    use crate::running::{Improvement, Keeper};

    /// A folder with the first `n` moves of a game of each of two variants.
    fn folder_of(n: usize, symmetric: bool) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for id in ["5D/rosin82", "4D/"] {
            let game = known_game_by_id(id).or_else(|| {
                let games = record::known_games().into_iter();
                games.rev().find(|g| g.id.starts_with(id))
            });
            let game = game.unwrap();
            let template = Sidecar {
                variant: game.variant,
                symmetric,
                ..Sidecar::default()
            };
            let improvement = Improvement {
                score: n as u32,
                moves: game.moves[..n].to_vec(),
                job: 0,
                playouts: 1,
                after: Duration::ZERO,
            };
            let mut keeper = Keeper::new(folder.path(), template).unwrap();
            keeper.keep(&improvement).unwrap();
        }
        folder
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let folder = folder_of(20, false);
        let games = found_games(&[folder.path()]).unwrap();
        let variants: Vec<_> = games.iter().map(FoundGame::variant).collect();
        assert_eq!(variants, [Variant::D4, Variant::D5]);
        assert!(games.iter().all(|g| g.moves.len() == 20));
    }

    #[test]
    fn a_folder_that_is_not_there_holds_no_games() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(found_games(&[folder.path().join("none")]).unwrap(), []);
        assert_eq!(found_games(&[folder.path()]).unwrap(), []);
    }

    #[test]
    fn games_that_are_not_what_they_say_are_refused() {
        let not_symmetric = folder_of(5, true);
        let error = found_games(&[not_symmetric.path()])
            .unwrap_err()
            .to_string();
        assert!(error.contains("about the symmetry"), "{error}");

        let folder = folder_of(20, false);
        let game = found_games(&[folder.path()]).unwrap().remove(1);
        let whole = std::fs::read_to_string(&game.path).unwrap();
        let cut = whole.trim_end().rsplit_once('\n').unwrap().0;
        std::fs::write(&game.path, cut).unwrap();
        let error = found_games(&[folder.path()]).unwrap_err().to_string();
        assert!(error.contains("number of moves"), "{error}");

        std::fs::write(&game.path, whole).unwrap();
        std::fs::remove_file(sidecar_path(&game.path)).unwrap();
        let error = found_games(&[folder.path()]).unwrap_err().to_string();
        assert!(error.contains(".json"), "{error}");
    }
}
