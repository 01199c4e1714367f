//! The games on the pages: records, and what our own searches have left.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::PageError;
use morpion_output::files::{FileError, listed};
use morpion_results::name_of;
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record::{KnownGame, Position, known_games, load, moves_text, replay};
use morpion_search::running::{FoundGame, found_games};

/// A game with where it is from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Game {
    /// What to call it.
    pub name: String,
    /// The rules.
    pub variant: Variant,
    /// Whether it was kept point-symmetric.
    pub symmetric: bool,
    /// Number of moves.
    pub size: usize,
    /// The box of its last position.
    #[serde(rename = "box")]
    pub bounding_box: Option<BoundingBox>,
    /// The moves as text.
    pub moves: String,
    /// Who found it, when and where it was published, as far as known.
    pub notes: Vec<String>,
    /// The file below its folder of games.
    pub file: Option<String>,
    /// Which of the folders of games that is, from 0.
    pub folder: usize,
    /// How it was searched for.
    pub search: Option<Search>,
}

/// How one of our games was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Search {
    /// The algorithm's name.
    pub algorithm: String,
    /// The command line.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// Searches side by side.
    pub jobs: usize,
    /// Games finished by the one that found it.
    pub playouts: u64,
    /// Wall time.
    pub seconds: f64,
    /// When.
    pub date: String,
}

impl Game {
    fn of_known(game: &KnownGame) -> Self {
        let about = &game.metadata;
        let names_author = |d: &String| about.author.as_deref().is_some_and(|a| names(d, a));
        let author = about.author.as_ref();
        let author = author.filter(|_| !about.description.iter().any(names_author));
        let notes = [author, about.description.as_ref(), about.source.as_ref()];
        Self {
            name: game.name.clone(),
            variant: game.variant,
            symmetric: false,
            size: game.moves.len(),
            bounding_box: BoundingBox::of_moves(game.variant, &game.moves),
            moves: moves_text::write(&game.moves),
            notes: notes.into_iter().flatten().cloned().collect(),
            file: None,
            folder: 0,
            search: None,
        }
    }

    /// One of our own.
    pub(super) fn of_found(game: &FoundGame, folders: &[PathBuf]) -> Self {
        let about = &game.sidecar;
        let algorithm = about.search["algorithm"].as_str().unwrap_or("search");
        let is_its_folder = |folder: &PathBuf| game.path.parent() == Some(folder.as_path());
        Self {
            name: game.name(),
            symmetric: about.symmetric,
            file: Some(name_of(&game.path).into_owned()),
            folder: folders.iter().position(is_its_folder).unwrap_or(0),
            notes: Vec::new(),
            search: Some(Search {
                algorithm: algorithm.to_owned(),
                command: about.command.clone(),
                seed: about.seed,
                jobs: about.jobs,
                playouts: about.playouts,
                seconds: about.seconds,
                date: about.date.clone(),
            }),
            ..Self::of_known(&game.to_known())
        }
    }
}

/// Whether a description names one of the authors itself.
fn names(description: &str, author: &str) -> bool {
    let mut words = author.split(|c: char| !c.is_alphabetic());
    words.any(|w| w.chars().count() > 3 && description.contains(w))
}

/// The games of our searches: 5D first, longest first within a variant.
pub(super) fn found(folders: &[PathBuf]) -> Result<Vec<FoundGame>, PageError> {
    let mut found = found_games(folders)?;
    found.sort_by_key(|g| {
        (
            g.variant() != Variant::D5,
            g.variant(),
            g.sidecar.symmetric,
            std::cmp::Reverse(g.moves.len()),
        )
    });
    Ok(found)
}

/// Ours, named as their files, then the records: of equally long games the last one is named.
pub(super) fn known(found: &[FoundGame]) -> Vec<KnownGame> {
    let own = found.iter().map(|game| KnownGame {
        name: name_of(&game.path).into_owned(),
        ..game.to_known()
    });
    own.chain(known_games()).collect()
}

/// The records that come with the program.
pub(super) fn records() -> Vec<Game> {
    known_games().iter().map(Game::of_known).collect()
}

/// The folder of short games beside those of results.
const SHORTEST_FOLDER: &str = "shortest";

/// The shortest game of each variant among the files of short games; none where there are no such files.
///
/// # Errors
/// A file holds no game, or one that can go on.
pub(super) fn shortest(results: &Path) -> Result<Vec<Game>, PageError> {
    let folder = results.join(SHORTEST_FOLDER);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut best: BTreeMap<Variant, Game> = BTreeMap::new();
    for path in listed(&folder).map_err(FileError::of("read", &folder))? {
        let game = ended(&path)?;
        if best.get(&game.variant).is_none_or(|b| game.size < b.size) {
            best.insert(game.variant, game);
        }
    }
    Ok(best.into_values().collect())
}

/// The game of a file, which cannot go on.
fn ended(path: &Path) -> Result<Game, PageError> {
    let fault = |reason: String| PageError::Shortest {
        path: path.to_owned(),
        reason,
    };
    let record = load(path).map_err(|e| fault(e.to_string()))?;
    let position: Position = replay(&record, None).map_err(|e| fault(e.to_string()))?;
    if !position.legal_moves().is_empty() {
        return Err(fault("this game can go on".to_owned()));
    }
    let known = KnownGame {
        id: String::new(),
        name: name_of(path).into_owned(),
        variant: position.variant(),
        moves: position.moves().to_vec(),
        metadata: record.metadata,
    };
    Ok(Game::of_known(&known))
}
