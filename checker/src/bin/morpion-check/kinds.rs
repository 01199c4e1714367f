//! The kinds of certificates, told by their first words: about octagons, about lines, and all others, which are for the core.

use morpion_check::{lines, octagons};
use morpion_check_core::folder::theorem_files;
use morpion_check_core::packed;
use morpion_check_core::verdict::is_theorem;
use std::fs;
use std::path::{Path, PathBuf};

/// The endings of names of certificates, plain and packed.
const ENDINGS: [&str; 2] = [".cert", ".cert.zst"];

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
    /// Looks into files. A folder without theorem files stands for its certificates, if one of them is about octagons or lines.
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let mut kinds = Self::default();
        for path in paths {
            let files = if path.is_dir() && theorem_files(path).is_err() {
                files(path)
            } else {
                vec![path.clone()]
            };
            let all = files.len();
            let others = files.into_iter().filter(|file| !kinds.take(file));
            let others: Vec<PathBuf> = others.collect();
            if others.len() == all {
                kinds.others.push(path.clone());
            } else {
                // A file that is damaged is not passed over: the core says what is wrong with it.
                kinds.others.extend(others);
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
    let is_certificate = |path: &PathBuf| {
        let name = path.to_string_lossy();
        ENDINGS.iter().any(|ending| name.ends_with(ending))
    };
    let mut files: Vec<_> = paths.filter(is_certificate).collect();
    files.sort();
    files
}
