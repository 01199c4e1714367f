//! All longest games, by their families: what the list of positions beside a theorem has.
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

/// The games of as many moves as there can be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Longest {
    /// The number of moves.
    pub moves: u32,
    /// The theorem that all are listed: its path below the folder of results.
    pub theorem: String,
    /// The list: its path below the results folder.
    pub list: String,
    /// The SHA-256 of its text, which the checker tells, too.
    pub sha256: String,
    /// How many positions it has.
    pub positions: usize,
    /// They, by their sets of dots.
    pub families: Vec<FamilyReport>,
}

/// The positions on one set of dots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FamilyReport {
    /// Their bounding box.
    #[serde(rename = "box")]
    pub bounding_box: BoundingBox,
    /// How many there are.
    pub positions: usize,
    /// Lines of all of them.
    pub common: usize,
    /// Lines of some but not all.
    pub varying: usize,
    /// A game of one of them, as text.
    pub moves: String,
    /// The moves of that game, from 0, whose lines others of them lack.
    pub varies: Vec<usize>,
    /// The known games that end in one of them, by name.
    pub known: Vec<String>,
    /// The file of the game below the results folder, if it is there.
    pub file: Option<String>,
}

impl Longest {
    /// What a results folder has on games of `k` moves, of which there are none longer; `None` if they are not all listed, or there is
    /// none.
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
