//! The kinds of certificates, told by their first words: about octagons, about lines, and all others, which are for the core.

use morpion_check::{lines, octagons};
use morpion_check_core::folder::theorem_files;
use morpion_check_core::packed;
use morpion_check_core::verdict::is_theorem;
use std::fs;
use std::path::{Path, PathBuf};

/// The ending of the name of a packed certificate.
const ENDING: &str = ".cert.zst";

/// A certificate and its unpacked bytes.
pub(crate) type Unpacked = (PathBuf, Vec<u8>);

/// Paths by the kind of file that they lead to.
#[derive(Default)]
pub(crate) struct Kinds {
    /// Certificates about octagons.
    pub(crate) octagons: Vec<Unpacked>,
    /// Certificates about lines.
    pub(crate) lines: Vec<Unpacked>,
    /// All other paths.
    pub(crate) others: Vec<PathBuf>,
}

impl Kinds {
    /// Looks into files. A folder without theorem files stands for those of its certificates that are about octagons or lines, if there
    /// are any.
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let mut kinds = Self::default();
        for path in paths {
            let files = if path.is_dir() && theorem_files(path).is_err() {
                files(path)
            } else {
                vec![path.clone()]
            };
            // Not `any`: all files are to be looked into.
            let taken = files.into_iter().filter(|file| kinds.take(file)).count();
            if taken == 0 {
                kinds.others.push(path.clone());
            }
        }
        kinds
    }

    /// Whether the file is a certificate about octagons or lines, which is kept then.
    fn take(&mut self, path: &Path) -> bool {
        if is_theorem(path) {
            return false;
        }
        let Ok(file) = packed::read(path) else {
            return false;
        };
        let kind = if file.starts_with(octagons::FIRST_WORDS) {
            &mut self.octagons
        } else if file.starts_with(lines::FIRST_WORDS) {
            &mut self.lines
        } else {
            return false;
        };
        kind.push((path.to_owned(), file));
        true
    }
}

/// The certificates of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_packed = |path: &PathBuf| path.to_string_lossy().ends_with(ENDING);
    let mut files: Vec<_> = paths.filter(is_packed).collect();
    files.sort();
    files
}
