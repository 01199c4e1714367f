//! Reasons why a results folder does not say what it shows about all games at once.

use std::io;
use std::path::{Path, PathBuf};

use morpion_proof::claim::Setting;

/// Why it cannot be told.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WholeError {
    /// A file, or the folder.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Not what `enumerate --json` prints.
    #[error("{path} holds no counts: {error}; write it anew with `morpion enumerate --json`", path = path.display())]
    NoCounts {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: serde_json::Error,
    },
    /// Counts of something else.
    #[error("{path} counts positions of {found}, not of {wanted}: move it elsewhere", path = path.display())]
    OtherCounts {
        /// The file.
        path: PathBuf,
        /// What it counts.
        found: Setting,
        /// What the folder is about.
        wanted: Setting,
    },
    /// A certificate by its name alone.
    #[error("{} does not begin like a certificate about octagons: move it elsewhere, or make it anew with `morpion octagons`", .0.display())]
    NoCertificate(PathBuf),
}

impl WholeError {
    /// For `map_err`: what the file system refuses.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File { path, error }
    }
}
