//! The games on the pages: records, and the games that our own searches found.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::PageError;
use morpion_output::files::{FileError, listed};
use morpion_results::name_of;
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record::{
    Finding, Game, Position, Provenance, known_games, load, moves_text, replay,
};
use morpion_search::running::found_games;

/// A game and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameReport {
    /// Its name on the pages.
    pub name: String,
    /// The variant in which it is played.
    pub variant: Variant,
    /// Whether the search that found it kept it point-symmetric.
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
    /// The name of its file in its folder of games.
    pub file: Option<String>,
    /// The number of that folder among the folders of games, from 0.
    pub folder: usize,
    /// How a search of ours found it.
    pub search: Option<Finding>,
}

impl GameReport {
    /// The report on a game whose file, if it has one, lies in one of `folders`.
    pub(super) fn of(game: &Game, folders: &[PathBuf]) -> Self {
        let Provenance {
            file,
            metadata: about,
            finding,
        } = &game.provenance;
        let names_author = |d: &String| about.author.as_deref().is_some_and(|a| names(d, a));
        let author = about.author.as_ref();
        let author = author.filter(|_| !about.description.iter().any(names_author));
        let notes = [author, about.description.as_ref(), about.source.as_ref()];
        let notes = notes.into_iter().flatten().filter(|_| finding.is_none());
        let folder = file.as_ref().and_then(|file| file.parent());
        let is_its_folder = |f: &PathBuf| folder == Some(f.as_path());
        Self {
            name: game.name.clone(),
            variant: game.variant,
            symmetric: is_symmetric(game),
            size: game.moves.len(),
            bounding_box: BoundingBox::of_moves(game.variant, &game.moves),
            moves: moves_text::write(&game.moves),
            notes: notes.cloned().collect(),
            file: file.as_ref().map(|file| name_of(file).into_owned()),
            folder: folders.iter().position(is_its_folder).unwrap_or(0),
            search: finding.clone(),
        }
    }
}

/// Whether the search that found the game kept it symmetric.
fn is_symmetric(game: &Game) -> bool {
    let finding = game.provenance.finding.as_ref();
    finding.is_some_and(|finding| finding.symmetric)
}

/// Whether a description names one of the authors itself.
fn names(description: &str, author: &str) -> bool {
    let mut words = author.split(|c: char| !c.is_alphabetic());
    words.any(|w| w.chars().count() > 3 && description.contains(w))
}

/// The games of our searches: 5D first, longest first within a variant.
pub(super) fn found(folders: &[PathBuf]) -> Result<Vec<Game>, PageError> {
    let mut found = found_games(folders)?;
    found.sort_by_key(|g| {
        (
            g.variant != Variant::D5,
            g.variant,
            is_symmetric(g),
            Reverse(g.moves.len()),
        )
    });
    Ok(found)
}

/// All known games: ours, named after their files, then the records, since of equally long games the last one is named.
pub(super) fn known(found: &[Game]) -> Vec<Game> {
    let own = found.iter().map(|game| {
        let file = game.provenance.file.as_deref();
        let name = file.map_or(Cow::default(), name_of).into_owned();
        Game {
            name,
            ..game.clone()
        }
    });
    own.chain(known_games()).collect()
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
        let known = best.get(&game.variant);
        if known.is_none_or(|b| game.moves.len() < b.moves.len()) {
            best.insert(game.variant, game);
        }
    }
    Ok(best.into_values().collect())
}

/// The game of a file; an error if it can go on.
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
    Ok(Game {
        name: name_of(path).into_owned(),
        variant: position.variant(),
        moves: position.moves().to_vec(),
        provenance: Provenance {
            metadata: record.metadata,
            ..Provenance::default()
        },
        ..Game::default()
    })
}
