//! Faults of a results folder and its files.

use std::io;
use std::path::{Path, PathBuf};

use super::found::ObjectFault;
use super::names::{RUN_FILE, box_file_name};
use morpion_proof::claim::Setting;
use morpion_rules::geometry::{BoundingBox, MAX_DISTANCE};

/// Why a results folder cannot be used. Each is one sentence with what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is something else in the place of the folder.
    #[error("{} is not a folder: name another one", .0.display())]
    NotAFolder(PathBuf),
    /// The folder holds other things.
    #[error("{} is not a results folder (it holds no {RUN_FILE} of ours): name another folder", .0.display())]
    NotOurs(PathBuf),
    /// The folder is about other positions.
    #[error("{} holds results about {found}, not about {wanted}: name another folder", path.display())]
    OtherSetting {
        /// The folder.
        path: PathBuf,
        /// The setting of its results.
        found: Setting,
        /// The setting that was asked for.
        wanted: Setting,
    },
    /// A file does not hold what it should.
    #[error("{} cannot be used: {fault} (`morpion check` lists every fault)", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault of the file.
        fault: FileFault,
    },
    /// An unfinished certificate is damaged.
    #[error("{} cannot be decompressed: {source}; remove it to start the search of this box anew", path.display())]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// The error of the decompression.
        source: io::Error,
    },
    /// Another run holds the lock.
    #[error("another run is working on {}: wait for it to end, or name another folder", .0.display())]
    Busy(PathBuf),
    /// The file system refused.
    #[error("cannot {action} {}: {source}{}", path.display(), advice(source))]
    Io {
        /// The action that failed, for example `write`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
}

/// Advice for a folder that cannot be written, for example in a read-only checkout; empty for other errors.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            " (name a folder of your own with --results; what is there can be checked without writing, by `morpion-check` or `morpion prove --sample`)"
        }
        _ => "",
    }
}

/// A fault of a file in a results folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The file system refuses.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// Not JSON, or not of the expected form.
    #[error("it is damaged or of another form: {0}")]
    Json(#[from] serde_json::Error),
    /// JSON, but of another program.
    #[error("its format is `{found}`, not `{wanted}`")]
    Format {
        /// The format it names.
        found: String,
        /// The format it should name.
        wanted: &'static str,
    },
    /// Written by another version of this program.
    #[error(
        "its format version is {found}, and this program reads version {wanted}: use the program that wrote it"
    )]
    Version {
        /// The version it names.
        found: u32,
        /// The version that this program reads.
        wanted: u32,
    },
    /// The box and the file's name disagree, or the box is not canonical.
    #[error(
        "it is about box {found}, whose canonical form is {} and belongs in {}",
        found.canonical(), box_file_name(found.canonical())
    )]
    Misplaced {
        /// The box it is about.
        found: BoundingBox,
    },
    /// A distance is beyond all reason.
    #[error("box {0} reaches further than {MAX_DISTANCE} cells")]
    TooLarge(BoundingBox),
    /// A question for the maximum is listed with evidence, although it claims nothing.
    #[error("something is to stand behind a claim without `k`, which says nothing")]
    NoBound,
    /// The file has another setting than its folder.
    #[error("it is about {found}, but the folder is about {folder}")]
    Setting {
        /// The setting of the file.
        found: Setting,
        /// The setting of its folder.
        folder: Setting,
    },
    /// A listed graph or game is not what it is said to be.
    #[error("the listed {which} does not hold: {fault}")]
    Object {
        /// `graph` or `game`.
        which: &'static str,
        /// The fault of the graph or game.
        fault: ObjectFault,
    },
}

impl FileFault {
    /// Whether the file cannot be read at all; otherwise it is in a wrong place, or lists a wrong graph or game.
    pub const fn is_unreadable(&self) -> bool {
        !matches!(
            self,
            Self::Misplaced { .. } | Self::Setting { .. } | Self::Object { .. }
        )
    }
}

pub(crate) fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    move |source| StoreError::Io {
        action,
        path: path.to_owned(),
        source,
    }
}

pub(crate) fn damaged(path: &Path) -> impl FnOnce(FileFault) -> StoreError {
    move |fault| StoreError::Damaged {
        path: path.to_owned(),
        fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_only_read_is_told_what_to_do_instead() {
        let refused = |kind: io::ErrorKind| {
            io_error("create", Path::new("results/5D/lock"))(kind.into()).to_string()
        };
        let told = refused(io::ErrorKind::PermissionDenied);
        assert!(told.contains("`morpion prove --sample`"), "{told}");
        assert!(!refused(io::ErrorKind::NotFound).contains("--sample"));
    }
}
