//! Counts of positions on disk: `count.json` in a results folder, as `morpion enumerate --json` prints it.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::whole_error::WholeError;
use morpion_count::Level;
use morpion_output::files::if_there;
use morpion_proof::claim::Setting;

/// The file's name.
pub(crate) const COUNT_FILE: &str = "count.json";

/// The numbers of positions of a setting, by number of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    format: Format,
    #[serde(flatten)]
    setting: Setting,
    /// Whether the counts are complete: no position has more moves than the last level.
    whole: bool,
    /// The counts in order of the number of moves, without a gap.
    pub levels: Vec<Level>,
}

/// The format and version of the file, its field `format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[serde(rename = "morpion-count 1")]
    One,
}

impl Counted {
    /// Counts of a setting; `whole` when no position has more moves.
    pub const fn new(setting: Setting, whole: bool, levels: Vec<Level>) -> Self {
        Self {
            format: Format::One,
            setting,
            whole,
            levels,
        }
    }

    fn read_any(path: &Path) -> Result<Option<Self>, WholeError> {
        let Some(bytes) = if_there(fs::read(path)).map_err(WholeError::at(path))? else {
            return Ok(None);
        };
        let read = serde_json::from_slice(&bytes);
        read.map(Some).map_err(|error| WholeError::NoCounts {
            path: path.to_owned(),
            error,
        })
    }

    /// The counts in a results folder, if there are any.
    ///
    /// # Errors
    /// When the file cannot be read, or holds something else.
    pub(crate) fn read(folder: &Path, wanted: Setting) -> Result<Option<Self>, WholeError> {
        let path = folder.join(COUNT_FILE);
        match Self::read_any(&path)? {
            Some(counted) if counted.setting != wanted => Err(WholeError::OtherCounts {
                path,
                found: counted.setting,
                wanted,
            }),
            counted => Ok(counted),
        }
    }

    /// The setting whose positions were counted.
    pub const fn setting(&self) -> Setting {
        self.setting
    }

    /// The largest number of moves that was counted.
    pub fn to(&self) -> Option<u32> {
        u32::try_from(self.levels.last()?.moves).ok()
    }

    /// The length of the longest game, if everything was counted.
    pub fn longest_game(&self) -> Option<u32> {
        self.to().filter(|_| self.whole)
    }
}

/// The counts in a folder, of any setting, even if the folder holds no results of boxes.
///
/// # Errors
/// When the file cannot be read, or holds something else.
pub fn counted_in(folder: &Path) -> Result<Option<Counted>, WholeError> {
    Counted::read_any(&folder.join(COUNT_FILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_rules::geometry::Variant;

    fn two_levels(setting: Setting, whole: bool) -> Counted {
        let level = |moves| Level {
            moves,
            positions: 1 + 27 * moves as u64,
            classes: None,
        };
        Counted::new(setting, whole, vec![level(0), level(1)])
    }

    #[test]
    fn only_a_whole_count_says_how_long_games_are() {
        let setting = Setting::of(Variant::D5);
        assert_eq!(two_levels(setting, true).longest_game(), Some(1));
        assert_eq!(two_levels(setting, false).longest_game(), None);
    }

    #[test]
    fn counts_are_read_back_and_others_refused() {
        let folder = tempfile::tempdir().unwrap();
        let setting = Setting::of(Variant::D5);
        assert!(Counted::read(folder.path(), setting).unwrap().is_none());
        let counted = two_levels(setting, true);
        let path = folder.path().join(COUNT_FILE);
        fs::write(&path, serde_json::to_vec(&counted).unwrap()).unwrap();
        let read = Counted::read(folder.path(), setting).unwrap();
        assert_eq!(read, Some(counted));
        let other = Counted::read(folder.path(), Setting::of(Variant::D4));
        assert!(matches!(other, Err(WholeError::OtherCounts { .. })));
        fs::write(&path, "{\"format\": \"morpion-count 2\"}").unwrap();
        let newer = Counted::read(folder.path(), setting);
        assert!(matches!(newer, Err(WholeError::NoCounts { .. })));
    }
}
