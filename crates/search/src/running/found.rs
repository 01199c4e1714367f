//! The games that searches have left in a folder, read and replayed.

use std::io;
use std::path::{Path, PathBuf};

use super::save::sidecar_path;
use crate::files::listed;
use crate::games::StartPosition;
use crate::record::{self, Finding, Game, LoadError, Provenance, ReplayError};

/// Why the games of a folder cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FoundError {
    /// A file or the folder cannot be read.
    #[error(
        "cannot read {path}: games that searches left have a .json file beside them; move other records to a folder of their own"
    )]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file beside a record does not say how a game was found.
    #[error("{path} does not say how a game was found")]
    Sidecar {
        /// The file.
        path: PathBuf,
        /// The error in the JSON.
        source: serde_json::Error,
    },
    /// The file holds no record.
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
    #[error("{path} and the .json file beside it disagree about {about}: move both elsewhere")]
    Disagree {
        /// The record.
        path: PathBuf,
        /// The property in which they differ.
        about: &'static str,
    },
}

impl FoundError {
    /// Whether a game is not what it is said to be; otherwise something cannot be read.
    pub const fn is_false(&self) -> bool {
        matches!(self, Self::Illegal { .. } | Self::Disagree { .. })
    }
}

/// Reads every record (`.psol`, `.msr`) of the folder with the file beside it, in order of the names. A folder that
/// is not there holds no games.
///
/// # Errors
/// The first file that cannot be read, is not legal, or does not fit the file beside it.
pub fn found_games(folders: &[impl AsRef<Path>]) -> Result<Vec<Game>, FoundError> {
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
            match read_game(&record) {
                // A search that found a longer game has just removed it.
                Err(_) if !record.exists() => {}
                game => found.push(game?),
            }
        }
    }
    Ok(found)
}

fn records(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut records = listed(folder)?;
    records.retain(|path| {
        let extension = path.extension().and_then(|e| e.to_str());
        matches!(extension, Some("psol" | "msr"))
    });
    Ok(records)
}

fn read_game(path: &Path) -> Result<Game, FoundError> {
    let finding = read_finding(&sidecar_path(path))?;
    let loaded = record::load(path)?;
    let variant = finding.variant;
    let position = record::replay(&loaded, Some(variant));
    let position = position.map_err(|source| FoundError::Illegal {
        path: path.to_owned(),
        source: Box::new(source),
    })?;
    let start = StartPosition {
        variant,
        within: None,
        kept: position.moves().to_vec(),
    };
    let about = if start.kept.len() != finding.moves {
        Some("the number of moves")
    } else if finding.symmetric && start.symmetric().is_err() {
        Some("the symmetry")
    } else {
        None
    };
    if let Some(about) = about {
        let path = path.to_owned();
        return Err(FoundError::Disagree { path, about });
    }
    Ok(Game {
        id: format!("{variant}/{}", path.display()),
        name: finding.name(),
        variant,
        moves: start.kept,
        provenance: Provenance {
            file: Some(path.to_owned()),
            metadata: loaded.metadata,
            finding: Some(finding),
        },
    })
}

fn read_finding(path: &Path) -> Result<Finding, FoundError> {
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
    use crate::geometry::{Move, Variant};
    use crate::record::known_game_by_id;
    use crate::running::{Improvement, Keeper};

    fn improvement(moves: &[Move]) -> Improvement {
        Improvement {
            score: moves.len() as u32,
            moves: moves.to_vec(),
            job: 0,
            playouts: 1,
            after: Duration::ZERO,
        }
    }

    /// A folder with the first `n` moves of a game of each of two variants.
    fn folder_of(n: usize, symmetric: bool) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for id in ["5D/rosin82", "4D/"] {
            let game = known_game_by_id(id).or_else(|| {
                let games = record::known_games().into_iter();
                games.rev().find(|g| g.id.starts_with(id))
            });
            let game = game.unwrap();
            let template = Finding {
                variant: game.variant,
                symmetric,
                ..Finding::default()
            };
            let mut keeper = Keeper::new(folder.path(), template).unwrap();
            keeper.keep(&improvement(&game.moves[..n])).unwrap();
        }
        folder
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let folder = folder_of(20, false);
        let games = found_games(&[folder.path()]).unwrap();
        let variants: Vec<_> = games.iter().map(|g| g.variant).collect();
        assert_eq!(variants, [Variant::D4, Variant::D5]);
        assert!(games.iter().all(|g| g.moves.len() == 20));
    }

    /// Each of the searches writes and removes only its own files.
    #[test]
    fn searches_in_one_folder_leave_each_other_their_games() {
        let folder = tempfile::tempdir().unwrap();
        let moves = known_game_by_id("5D/rosin82").unwrap().moves;
        // Another game: its first moves come in another order, and one of them is not played.
        let mut other = moves[..19].to_vec();
        let mut position = record::play_all(Variant::D5, &moves[..19]).unwrap();
        while let Some(&next) = position.legal_moves().iter().find(|mv| **mv != moves[19]) {
            position.play(next).unwrap();
            other.push(next);
        }
        let keeper = || Keeper::new(folder.path(), Finding::default()).unwrap();
        let keep = |keeper: &mut Keeper, moves: &[Move]| {
            keeper.keep(&improvement(moves)).unwrap();
            keeper.last().unwrap().to_owned()
        };
        let read = || {
            let games = found_games(&[folder.path()]).unwrap().into_iter();
            games.map(|game| game.moves).collect::<Vec<_>>()
        };
        let (mut one, mut two, mut three) = (keeper(), keeper(), keeper());
        let first = keep(&mut one, &moves[..20]);
        assert_ne!(keep(&mut two, &other[..20]), first);
        assert_eq!(read().len(), 2);
        // The same game is there already.
        assert_eq!(keep(&mut three, &moves[..20]), first);
        assert_eq!(read().len(), 2);
        // What is replaced is the search's own.
        keep(&mut two, &other[..30]);
        keep(&mut three, &moves[..40]);
        let found = read();
        assert_eq!(found.len(), 3);
        for wanted in [&moves[..20], &other[..30], &moves[..40]] {
            assert!(found.iter().any(|game| game == wanted));
        }
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
        let path = game.provenance.file.unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        let cut = whole.trim_end().rsplit_once('\n').unwrap().0;
        std::fs::write(&path, cut).unwrap();
        let error = found_games(&[folder.path()]).unwrap_err().to_string();
        assert!(error.contains("number of moves"), "{error}");

        std::fs::write(&path, whole).unwrap();
        std::fs::remove_file(sidecar_path(&path)).unwrap();
        let error = found_games(&[folder.path()]).unwrap_err().to_string();
        assert!(error.contains(".json"), "{error}");
    }
}
