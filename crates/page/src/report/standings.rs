//! How long games of each kind can be: our bounds beside the longest game.

use std::path::Path;

use serde::Serialize;

use crate::PageError;
use morpion_conclusion::{Comparison, Standing, survey};
use morpion_proof::claim::Setting;
use morpion_rules::record::Game;

/// The bounds on all games of a variant, or on its point-symmetric ones, and the longest one known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AllGames {
    /// The variant, and whether only point-symmetric games count.
    #[serde(flatten)]
    pub setting: Setting,
    /// Length of the longest game known.
    pub best_game: Option<u32>,
    /// Our bounds, the strongest first.
    pub bounds: Vec<Standing>,
    /// The number of moves up to which every position was counted.
    pub counted_to: Option<u32>,
}

/// The bounds of all settings, from the folders of results.
pub(super) fn standings(results: &Path, games: &[Game]) -> Result<Vec<AllGames>, PageError> {
    let of = |comparison: Comparison| AllGames {
        setting: comparison.setting,
        best_game: comparison.best_game,
        bounds: comparison.bounds,
        counted_to: comparison.counted_to,
    };
    Ok(survey(results, games, None)?.into_iter().map(of).collect())
}
