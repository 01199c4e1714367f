//! A folder of units: the trunks, their units, and beside these their results.
//!
//! ```text
//! UNITS/5-3-2-2.games.at-most-82.cert.zst        a trunk, an unfinished certificate
//! UNITS/00001-5-3-2-2.games.at-most-82.unit      a unit; those nearest to the root come first
//! UNITS/00001-5-3-2-2.games.at-most-82.result    what was made of it
//! ```
//!
//! Names are for people; what a file is about is read from its content.

use std::fs;
use std::path::{Path, PathBuf};

use morpion_check_core::packed;

use super::cut::{Cut, units};
use super::file::{NotForUnits, Unit, UnitFault, claim_of};
use morpion_output::files::{FileError, listed, write_atomically};
use morpion_output::lock::{LOCK_FILE, Lock};
use morpion_proof::claim::{Claim, Setting};
use morpion_proof::tree::{ReadError, Tree};
use morpion_results::{CERTIFICATE_ENDING, FOR_NOW, is_certificate, pack};

/// The extension of the file of a unit.
pub(crate) const UNIT: &str = "unit";
/// The extension of the file of a result.
pub(crate) const RESULT: &str = "result";

/// Why a folder of units cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The file system refuses.
    #[error(transparent)]
    File(#[from] FileError),
    /// It holds files already.
    #[error("{} is not empty: units of different cuts are kept apart; name another folder", .0.display())]
    NotEmpty(PathBuf),
    /// Another process is about to write into it.
    #[error("another process is cutting into {}: wait for it to end, or name another folder", .0.display())]
    Busy(PathBuf),
    /// It holds no trunk.
    #[error("{} holds no certificate that units were cut from (.cert.zst): name a folder that `morpion split` made", .0.display())]
    NoTrunk(PathBuf),
    /// A trunk cannot be used.
    #[error("{} is no certificate that can be cut or joined", path.display())]
    Trunk {
        /// The file.
        path: PathBuf,
        /// The fault of the file.
        source: ReadError,
    },
    /// A trunk has no claim that can be shown in units.
    #[error("{} cannot be joined", path.display())]
    Nothing {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: NotForUnits,
    },
    /// Trunks ask about different positions.
    #[error("the units are partly about symmetric positions: join them apart")]
    Settings,
}

/// The default path of the result of a unit: beside it.
pub fn result_path(unit: &Path) -> PathBuf {
    unit.with_extension(RESULT)
}

/// Creates the folder if it is not there, locks it, and makes sure that it is empty.
///
/// # Errors
/// See [`FolderError`].
pub fn prepare(folder: &Path) -> Result<Lock, FolderError> {
    fs::create_dir_all(folder).map_err(FileError::of("create the folder", folder))?;
    let files = listed(folder).map_err(FileError::of("read", folder))?;
    if files.iter().any(|file| !file.ends_with(LOCK_FILE)) {
        return Err(FolderError::NotEmpty(folder.to_owned()));
    }
    let lock = Lock::try_of(folder).map_err(FileError::of("write into", folder))?;
    lock.ok_or_else(|| FolderError::Busy(folder.to_owned()))
}

/// Writes trunks and their units into a folder; returns how many units there are.
///
/// # Errors
/// See [`FolderError`].
pub fn write(folder: &Path, cuts: &[Cut]) -> Result<usize, FolderError> {
    let mut all: Vec<(String, Unit)> = Vec::new();
    for cut in cuts {
        let stem = cut.claim.name();
        let path = folder.join(format!("{stem}{CERTIFICATE_ENDING}"));
        let packed = pack(&cut.made.tree.write(), FOR_NOW).map_err(FileError::of("pack", &path))?;
        write_atomically(&path, &packed).map_err(FileError::of("write", &path))?;
        all.extend(cut.units().into_iter().map(|unit| (stem.clone(), unit)));
    }
    // Those near the root are likely to take longest: the last to end is then a short one.
    all.sort_by_key(|(_, unit)| unit.path.len());
    for (i, (stem, unit)) in all.iter().enumerate() {
        let extension = if unit.is_done() { RESULT } else { UNIT };
        let path = folder.join(format!("{:05}-{stem}.{extension}", i + 1));
        let text = unit.to_text().map_err(FileError::of("pack", &path))?;
        // Not flushed one by one: a unit that is lost in a crash can be cut again.
        fs::write(&path, text).map_err(FileError::of("write", &path))?;
    }
    Ok(all.len())
}

/// A certificate that units were cut from.
#[derive(Debug)]
pub struct Trunk {
    /// Its file.
    pub path: PathBuf,
    /// The claim that it is to show.
    pub claim: Claim,
    /// Its tree.
    pub tree: Tree,
    /// Its open nodes as units.
    pub units: Vec<Unit>,
}

/// Units or results, by their files, in order.
pub(crate) type Files = Vec<(PathBuf, Result<Unit, UnitFault>)>;

/// The contents of a folder of units.
#[derive(Debug)]
pub struct Folder {
    /// The trunks.
    pub trunks: Vec<Trunk>,
    /// The units, by their files.
    pub units: Files,
    /// The results, by their files.
    pub results: Files,
}

impl Folder {
    /// The setting of all trunks.
    ///
    /// # Errors
    /// The trunks have different settings.
    pub fn setting(&self) -> Result<Setting, FolderError> {
        let mut settings = self.trunks.iter().map(|trunk| trunk.claim.subject.setting);
        let first = settings.next().ok_or(FolderError::Settings)?;
        let is_one = settings.all(|setting| setting == first);
        is_one.then_some(first).ok_or(FolderError::Settings)
    }
}

/// Reads a folder of units, and results from other folders.
///
/// # Errors
/// See [`FolderError`]; faults of units and results are not errors.
pub fn read(folder: &Path, others: &[PathBuf]) -> Result<Folder, FolderError> {
    let listed = |folder: &Path| listed(folder).map_err(FileError::of("read", folder));
    let paths = listed(folder)?;
    let mut trunks = Vec::new();
    for path in paths.iter().filter(|path| is_certificate(path)) {
        let certificate = packed::read(path).map_err(FileError::of("read", path))?;
        let tree = Tree::read(&certificate).map_err(|source| FolderError::Trunk {
            path: path.clone(),
            source,
        })?;
        let claim = claim_of(&certificate).map_err(|source| FolderError::Nothing {
            path: path.clone(),
            source,
        })?;
        trunks.push(Trunk {
            path: path.clone(),
            claim,
            units: units(&tree),
            tree,
        });
    }
    if trunks.is_empty() {
        return Err(FolderError::NoTrunk(folder.to_owned()));
    }
    let read_all = |paths: &[PathBuf], extension: &str| {
        let is_one = |path: &&PathBuf| path.extension().is_some_and(|e| e == extension);
        let found = paths.iter().filter(is_one);
        let read = |path: &PathBuf| (path.clone(), Unit::read(path));
        found.map(read).collect::<Files>()
    };
    let mut results = read_all(&paths, RESULT);
    for other in others {
        results.extend(read_all(&listed(other)?, RESULT));
    }
    Ok(Folder {
        trunks,
        units: read_all(&paths, UNIT),
        results,
    })
}
