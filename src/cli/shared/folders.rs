//! Where results and games lie unless the user says otherwise.

use std::path::{Path, PathBuf};

use crate::claim::Setting;
use crate::record::{KnownGame, known_games};
use crate::search::{FoundGame, found_games};

/// `results/5D`, `results/5D-symmetric`, ...
pub(in crate::cli) fn default_folder(setting: Setting) -> PathBuf {
    let suffix = if setting.symmetric { "-symmetric" } else { "" };
    PathBuf::from(format!("results/{}{suffix}", setting.variant))
}

/// The games of the records and those that our own searches have left.
pub(in crate::cli) fn all_games(folder: &Path) -> anyhow::Result<Vec<KnownGame>> {
    let found = found_games(folder)?;
    let own = found.iter().map(FoundGame::to_known);
    Ok(known_games().into_iter().chain(own).collect())
}
