//! The default folders of results and games.

use std::path::{Path, PathBuf};

use morpion_check_core::theorem::FILE_NAME;

use super::output::remark;
use morpion_proof::claim::Setting;
use morpion_results::{CERTIFICATES_FOLDER, copy_results, folder_name};
use morpion_rules::record::{Game, known_games};
use morpion_search::running::found_games;

/// `results/5D`, `results/5D-symmetric`, ...
pub(in crate::cli) fn default_folder(setting: Setting) -> PathBuf {
    Path::new("results").join(folder_name(setting))
}

/// Whether a folder is evidence that is complete: it holds the theorem about all games.
pub(in crate::cli) fn holds_theorem(folder: &Path) -> bool {
    folder.join(CERTIFICATES_FOLDER).join(FILE_NAME).is_file()
}

/// The folder in which a command that adds to results works: [`default_folder`], unless that is complete evidence, which stays as it
/// is; then a folder of the user's own, which begins as a copy of it (or empty, if `fresh`).
pub(in crate::cli) fn working_folder(setting: Setting, fresh: bool) -> anyhow::Result<PathBuf> {
    let evidence = default_folder(setting);
    if !holds_theorem(&evidence) {
        return Ok(evidence);
    }
    let own = Path::new("mine").join(&evidence);
    if !fresh && !own.exists() {
        copy_results(&evidence, &own)?;
    }
    remark(format_args!(
        "{} holds a theorem and stays as it is; what is new goes into {}",
        evidence.display(),
        own.display()
    ));
    Ok(own)
}

/// The games of the records and those that our own searches have left.
pub(in crate::cli) fn all_games(folders: &[PathBuf]) -> anyhow::Result<Vec<Game>> {
    Ok([known_games(), found_games(folders)?].concat())
}
