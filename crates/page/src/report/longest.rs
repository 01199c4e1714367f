//! All longest games by families, from the list of positions beside a theorem.
//!
//! Shown only if the theorem file that lists them all is whole, with every file that it names, and the bound on all games is proven.
//! Neither certificates nor the list are repeated here: that is the checker's work.

use std::path::Path;

use morpion_check_core::packed;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::TheoremFile;
use crate::PageError;
use morpion_conclusion::{Family, all_of_name, families};
use morpion_output::files::{FileError, hex};
use morpion_results::{family_path, name_of, positions_path};
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record::{Game, moves_text};

/// All games of the largest possible number of moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Longest {
    /// The number of moves.
    pub moves: u32,
    /// The theorem that all are listed: its path below the folder of results.
    pub theorem: String,
    /// The list: its path below the results folder.
    pub list: String,
    /// The SHA-256 of its text, which the checker prints, too.
    pub sha256: String,
    /// The number of positions in it.
    pub positions: usize,
    /// The positions, grouped by their sets of dots.
    pub families: Vec<FamilyReport>,
}

/// The positions on one set of dots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FamilyReport {
    /// The bounding box of the positions.
    #[serde(rename = "box")]
    pub bounding_box: BoundingBox,
    /// The number of positions.
    pub positions: usize,
    /// The number of lines that all of them have.
    pub common: usize,
    /// The number of lines that some but not all of them have.
    pub varying: usize,
    /// A game of one of them, as text.
    pub moves: String,
    /// The indices, from 0, of the moves of that game whose lines some of the positions lack.
    pub varies: Vec<usize>,
    /// The known games that end in one of them, by name.
    pub known: Vec<String>,
    /// The file of the game below the results folder, if it is there.
    pub file: Option<String>,
}

impl Longest {
    /// Reads the list of all games of `k` moves, the largest possible number, from a results folder; `None` if there is no whole list,
    /// or it is empty.
    pub(super) fn read(folder: &Path, k: u32, games: &[Game]) -> Result<Option<Self>, PageError> {
        let path = positions_path(folder, k);
        let theorem = TheoremFile::read(folder, &all_of_name(k))?;
        let Some(theorem) = theorem.filter(|t| t.is_whole() && path.is_file()) else {
            return Ok(None);
        };
        let bytes = packed::read(&path).map_err(FileError::of("read", &path))?;
        let text = str::from_utf8(&bytes).ok();
        let families = text.and_then(families);
        let families = families.ok_or_else(|| PageError::Positions(path.clone()))?;
        let told = families.iter().zip(1..).map(|(family, number)| {
            let file = family_path(folder, k, number);
            let below = file.strip_prefix(folder).ok().filter(|_| file.is_file());
            FamilyReport::new(family, games, below.map(|path| path.display().to_string()))
        });
        let longest = Self {
            moves: k,
            theorem: theorem.file,
            list: name_of(&path).into_owned(),
            sha256: hex(&Sha256::digest(&bytes)),
            positions: families.iter().map(|f| f.positions.len()).sum(),
            families: told.collect(),
        };
        Ok((longest.positions > 0).then_some(longest))
    }
}

impl FamilyReport {
    fn new(family: &Family, games: &[Game], file: Option<String>) -> Self {
        let moves = family.game.moves();
        let is_known = |game: &&Game| game.variant == Variant::D5 && family.holds(&game.moves);
        let known = games.iter().filter(is_known);
        let varies = (0..moves.len()).filter(|&i| family.varies(moves[i].line));
        Self {
            bounding_box: family.bounding_box,
            positions: family.positions.len(),
            common: family.common(),
            varying: family.varying.len(),
            moves: moves_text::write(moves),
            varies: varies.collect(),
            known: known.map(|game| game.name.clone()).collect(),
            file,
        }
    }
}
