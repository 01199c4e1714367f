//! Reasons why the statements of a results folder about all games at once cannot be read.

use std::io;
use std::path::{Path, PathBuf};

use morpion_proof::claim::Setting;

/// Why the statements about all games at once cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WholeError {
    /// A file, or the folder, cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file does not hold the output of `enumerate --json`.
    #[error("{path} holds no counts: {error}; write it anew with `morpion enumerate --json`", path = path.display())]
    NoCounts {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: serde_json::Error,
    },
    /// The counts are of another setting.
    #[error("{path} counts positions of {found}, not of {wanted}: move it elsewhere", path = path.display())]
    OtherCounts {
        /// The file.
        path: PathBuf,
        /// The setting whose positions it counts.
        found: Setting,
        /// The setting of the folder.
        wanted: Setting,
    },
    /// The file is named like a certificate about octagons, but does not begin like one.
    #[error("{} does not begin like a certificate about octagons: move it elsewhere, or make it anew with `morpion octagons`", .0.display())]
    NoCertificate(PathBuf),
}

impl WholeError {
    /// For `map_err`: turns an error of the file system at this path into a fault.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File { path, error }
    }
}
