//! The choice of the folders that are checked here, and of those that another command checks.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use morpion_output::files::listed;
use morpion_results::{Counted, RUN_FILE, WholeError, counted_in, name_of};

/// Folders beside those of results: what searches found, the runs of contests, and short games, which `page` replays.
const OTHERS: [&str; 3] = ["games", "searchers", "shortest"];

/// The folders under `results`, in order, without those that `prove --fresh` moved aside and without those of games.
///
/// # Errors
/// `results` cannot be read.
pub fn result_folders(results: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = listed(results)?;
    folders.retain(|path| {
        let name = name_of(path);
        let is_aside = name.contains(".old-") || name.starts_with('.');
        path.is_dir() && !is_aside && !OTHERS.contains(&&*name)
    });
    Ok(folders)
}

/// A folder whose evidence another command checks: counts, or bounds that no walk over boxes gives.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The folder.
    pub folder: PathBuf,
    /// The kind of evidence in it, in words.
    holds: &'static str,
    /// The command that checks it.
    pub command: String,
}

impl Elsewhere {
    /// The command that checks this folder; `None` if the folder is one that `prove` writes, or holds no evidence of another kind.
    ///
    /// # Errors
    /// It holds a count that cannot be read.
    pub fn of(folder: &Path) -> Result<Option<Self>, WholeError> {
        // Where a folder cannot be read, the check itself says what is wrong with it.
        let held = listed(folder).unwrap_or_default();
        let holds = |name: &str| held.iter().any(|path| name_of(path) == name);
        let shown = folder.display();
        let (holds, command) = if holds(RUN_FILE) {
            return Ok(None);
        } else if holds("units.txt") {
            ("a count", format!("morpion-recount {shown}/units.txt"))
        } else if let Some(counted) = counted_in(folder)? {
            ("a count", count_again(&counted))
        } else if held.iter().any(|path| name_of(path).ends_with(".cert.zst")) {
            let command = format!("morpion-check {shown}/*.cert.zst");
            ("certificates of a bound", command)
        } else {
            return Ok(None);
        };
        Ok(Some(Self {
            folder: folder.to_owned(),
            holds,
            command,
        }))
    }
}

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (folder, holds) = (self.folder.display(), self.holds);
        write!(f, "{folder} holds {holds}, which `{}` checks", self.command)
    }
}

/// The command that makes a count again.
fn count_again(counted: &Counted) -> String {
    let setting = counted.setting();
    let variant = setting.variant;
    match counted.to() {
        Some(moves) if !setting.symmetric => {
            format!("morpion enumerate --variant {variant} --moves {moves}")
        }
        _ => format!("morpion enumerate --variant {variant} --symmetric"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_is_checked_where_its_form_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let of = || Elsewhere::of(folder.path()).unwrap();
        assert!(of().is_none());
        fs::write(folder.path().join("at-most-9.cert.zst"), "").unwrap();
        let words = of().unwrap().to_string();
        assert!(
            words.contains("holds certificates of a bound, which `morpion-check "),
            "{words}"
        );
        fs::write(folder.path().join("units.txt"), "").unwrap();
        assert!(of().unwrap().command.starts_with("morpion-recount "));
        fs::write(folder.path().join(RUN_FILE), "").unwrap();
        assert!(of().is_none());
        assert!(
            Elsewhere::of(&folder.path().join("none"))
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn what_is_aside_is_no_folder_of_results() {
        let results = tempfile::tempdir().unwrap();
        for name in ["5D", "4T", "games", "5D.old-1", ".hidden"] {
            fs::create_dir(results.path().join(name)).unwrap();
        }
        fs::write(results.path().join("notes.txt"), "").unwrap();
        let folders = result_folders(results.path()).unwrap();
        let names: Vec<_> = folders.iter().map(|path| name_of(path)).collect();
        assert_eq!(names, ["4T", "5D"]);
    }
}
