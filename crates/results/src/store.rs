//! The state of a run on disk.
//!
//! ```text
//! DIR/run.json             what the folder is about: variant, symmetry
//! DIR/boxes/4-3-1-1.json   everything known of one canonical box
//! DIR/certificates/...     what proves the bounds that count as proven, and what they show together
//! DIR/positions-82.txt.zst all positions of so many moves, once they are listed, and
//! DIR/games-of-82/01.psol  a game of each family of them
//! DIR/unfinished/...       where the search of a box stopped, see [`unfinished_path`](crate::unfinished_path)
//! DIR/lock                 held while a run works on the folder
//! ```
//!
//! Promise: every file is replaced whole ([`write_atomically`]), so whatever stops a run,
//! the folder holds every box that was finished. A folder that is not ours, is about
//! something else, was written by a newer version, or is damaged is refused
//! before anything in it is touched.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::box_file::{self, object_faults, parse_box};
use super::facts::BoxFacts;
use super::header::parse;
use super::json_text;
use super::names::{
    BOXES_FOLDER, CERTIFICATES_FOLDER, RUN_FILE, UNFINISHED_FOLDER, box_file_name,
    certificate_path, family_path, games_folder, name_of, positions_path,
};
use super::pack::{FOR_GOOD, pack};
pub use super::store_error::{FileFault, StoreError};
use super::store_error::{damaged, io_error};
use morpion_check_core::packed;
use morpion_output::files::{if_there, listed, write_atomically};
use morpion_output::lock::{LOCK_FILE, Lock};
use morpion_proof::claim::{Claim, Setting};
use morpion_proof::tree::Tree;
use morpion_rules::geometry::{BoundingBox, Variant};

const RUN_FORMAT: &str = "morpion-results";
const RUN_VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunFile {
    format: String,
    version: u32,
    variant: Variant,
    symmetric: bool,
}

/// Reads the content of a `run.json`.
///
/// # Errors
/// The first `FileFault`.
pub fn parse_run(bytes: &[u8]) -> Result<Setting, FileFault> {
    let run: RunFile = parse(bytes, RUN_FORMAT, RUN_VERSION)?;
    Ok(Setting {
        variant: run.variant,
        symmetric: run.symmetric,
    })
}

/// Writes a file in the Zstandard format, with a checksum of its content.
pub(crate) fn write_packed(path: &Path, content: &[u8], level: i32) -> Result<(), StoreError> {
    let bytes = pack(content, level).map_err(io_error("compress", path))?;
    write_atomically(path, &bytes).map_err(io_error("write", path))
}

/// Makes a folder, if it is not there.
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(folder).map_err(io_error("create the folder", folder))
}

/// Reads one box file of a folder with this setting, and checks that it is in its place. The objects that it lists are not checked
/// here, but by [`object_faults`].
///
/// # Errors
/// See [`FileFault`].
pub fn read_box(path: &Path, folder: Setting) -> Result<BoxFacts, FileFault> {
    let (found, facts) = parse_box(&fs::read(path)?)?;
    if found != folder {
        return Err(FileFault::Setting { found, folder });
    }
    let found = facts.bounding_box;
    if found != found.canonical() || name_of(path) != box_file_name(found) {
        return Err(FileFault::Misplaced { found });
    }
    Ok(facts)
}

/// The files in the folder of boxes of a results folder, in order, without hidden ones, which are traces of a killed run.
///
/// # Errors
/// It cannot be read.
pub fn box_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = listed(&folder.join(BOXES_FOLDER))?;
    paths.retain(|path| !name_of(path).starts_with('.'));
    Ok(paths)
}

/// The known facts by box.
pub type Facts = BTreeMap<BoundingBox, BoxFacts>;

/// Reads a results folder without locking or changing it.
///
/// # Errors
/// The folder is not a results folder, or a file of it is damaged.
pub fn read_folder(folder: &Path) -> Result<(Setting, Facts), StoreError> {
    let setting = read_setting(folder)?;
    Ok((setting, read_boxes(folder, setting)?))
}

/// Reads a results folder that should be about `wanted`, without locking or changing it.
///
/// # Errors
/// See [`read_folder`]; or it is about something else.
pub fn read_folder_about(folder: &Path, wanted: Setting) -> Result<Facts, StoreError> {
    let found = read_setting(folder)?;
    ensure_about(folder, found, wanted)?;
    read_boxes(folder, wanted)
}

fn ensure_about(folder: &Path, found: Setting, wanted: Setting) -> Result<(), StoreError> {
    if found == wanted {
        return Ok(());
    }
    Err(StoreError::OtherSetting {
        path: folder.to_owned(),
        found,
        wanted,
    })
}

/// The setting of a results folder.
///
/// # Errors
/// The folder is not a results folder, or its `run.json` is damaged.
pub fn read_setting(folder: &Path) -> Result<Setting, StoreError> {
    read_run(folder)?.ok_or_else(|| StoreError::NotOurs(folder.to_owned()))
}

/// The setting of a folder; `None` when it has no `run.json`.
fn read_run(folder: &Path) -> Result<Option<Setting>, StoreError> {
    let path = folder.join(RUN_FILE);
    let bytes = if_there(fs::read(&path)).map_err(io_error("read", &path))?;
    let setting = bytes.map(|bytes| parse_run(&bytes));
    setting.transpose().map_err(damaged(&path))
}

/// The box files of a folder; files that are not JSON are passed over.
fn read_boxes(folder: &Path, setting: Setting) -> Result<Facts, StoreError> {
    let paths = if_there(box_files(folder));
    let paths = paths.map_err(io_error("read", &folder.join(BOXES_FOLDER)))?;
    let is_json = |path: &&PathBuf| path.extension().is_some_and(|e| e == "json");
    let read = |path: &PathBuf| {
        let known = read_box(path, setting).and_then(|known| {
            let first = object_faults(setting, &known).into_iter().next();
            first.map_or(Ok(known), Err)
        });
        let known = known.map_err(damaged(path))?;
        Ok((known.bounding_box, known))
    };
    let paths = paths.unwrap_or_default();
    paths.iter().filter(is_json).map(read).collect()
}

/// A results folder that this process, and no other, works on.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    setting: Setting,
    _lock: Lock,
}

impl Store {
    /// Opens `folder` for work, creating it if need be, and reads what is known.
    ///
    /// With `fresh`, an existing results folder is first moved aside to `FOLDER.old-N`.
    ///
    /// # Errors
    /// See [`StoreError`]; nothing has then been changed in a folder that existed before.
    pub fn open(folder: &Path, setting: Setting, fresh: bool) -> Result<(Self, Facts), StoreError> {
        check_usable(folder)?;
        if fresh {
            move_aside(folder)?;
        } else {
            check_contents(folder, setting)?;
        }
        make_folder(folder)?;
        let lock = lock(folder)?;
        // Read only now: until the lock was held, another run may have been writing.
        let facts = read_boxes(folder, setting)?;
        let store = Self {
            folder: folder.to_owned(),
            setting,
            _lock: lock,
        };
        store.prepare()?;
        Ok((store, facts))
    }

    fn prepare(&self) -> Result<(), StoreError> {
        for name in [BOXES_FOLDER, CERTIFICATES_FOLDER] {
            make_folder(&self.folder.join(name))?;
        }
        remove_temporaries(&self.folder)?;
        for name in [BOXES_FOLDER, CERTIFICATES_FOLDER, UNFINISHED_FOLDER] {
            remove_temporaries(&self.folder.join(name))?;
        }
        let run = RunFile {
            format: RUN_FORMAT.to_owned(),
            version: RUN_VERSION,
            variant: self.setting.variant,
            symmetric: self.setting.symmetric,
        };
        let path = self.folder.join(RUN_FILE);
        if path.exists() {
            return Ok(());
        }
        self.write(&path, &run)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The setting of the folder.
    pub const fn setting(&self) -> Setting {
        self.setting
    }

    /// Writes the file of one box.
    ///
    /// # Errors
    /// The file system refuses; the previous file of the box is then still in place.
    pub fn save_box(&self, facts: &BoxFacts) -> Result<(), StoreError> {
        let boxes = self.folder.join(BOXES_FOLDER);
        let path = boxes.join(box_file_name(facts.bounding_box));
        self.write(&path, &box_file::file(self.setting, facts))
    }

    /// The nodes of the certificate by which the folder proves a claim; `None` if it is not there, or damaged.
    pub fn nodes_kept(&self, claim: &Claim) -> Option<u64> {
        let path = certificate_path(&self.folder, claim);
        let tree = Tree::read(&packed::read(&path).ok()?).ok()?;
        Some(tree.nodes().count() as u64)
    }

    /// Writes the certificate of a claim in place of the one that is there, packed unless that is not: theorem files name it.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn save_certificate(&self, claim: &Claim, certificate: &[u8]) -> Result<(), StoreError> {
        let path = certificate_path(&self.folder, claim);
        if path.extension().is_some_and(|e| e == "zst") {
            return write_packed(&path, certificate, FOR_GOOD);
        }
        write_atomically(&path, certificate).map_err(io_error("write", &path))
    }

    /// Writes the files of a theorem beside the certificates; the theorem itself last.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn save_theorem(&self, files: &[(String, String)]) -> Result<(), StoreError> {
        let folder = self.folder.join(CERTIFICATES_FOLDER);
        for (name, text) in files {
            let path = folder.join(name);
            write_atomically(&path, text.as_bytes()).map_err(io_error("write", &path))?;
        }
        Ok(())
    }

    /// Writes all positions of at least `k` moves, and a game of each family.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn save_positions(&self, k: u32, list: &str, games: &[String]) -> Result<(), StoreError> {
        write_packed(&positions_path(&self.folder, k), list.as_bytes(), FOR_GOOD)?;
        let folder = games_folder(&self.folder, k);
        make_folder(&folder)?;
        for (game, number) in games.iter().zip(1..) {
            let path = family_path(&self.folder, k, number);
            write_atomically(&path, game.as_bytes()).map_err(io_error("write", &path))?;
        }
        Ok(())
    }

    fn write(&self, path: &Path, value: &impl Serialize) -> Result<(), StoreError> {
        write_atomically(path, json_text::write(value).as_bytes()).map_err(io_error("write", path))
    }
}

/// Copies the box files, certificates and theorems of a results folder to a new place: all of them or none.
///
/// # Errors
/// The file system refuses.
pub fn copy_results(from: &Path, to: &Path) -> Result<(), StoreError> {
    let part = to.with_extension(format!("part-{}", std::process::id()));
    let copy = || {
        for name in [BOXES_FOLDER, CERTIFICATES_FOLDER] {
            fs::create_dir_all(part.join(name))?;
            for entry in fs::read_dir(from.join(name))? {
                let entry = entry?;
                fs::copy(entry.path(), part.join(name).join(entry.file_name()))?;
            }
        }
        fs::copy(from.join(RUN_FILE), part.join(RUN_FILE))?;
        fs::rename(&part, to)
    };
    copy().or_else(|error| {
        // The first error is the one worth telling, and none if another process has been faster.
        let _ = fs::remove_dir_all(&part);
        match to.join(RUN_FILE).exists() {
            true => Ok(()),
            false => Err(io_error("copy results to", to)(error)),
        }
    })
}

/// Refuses a path that is not a folder, and a folder that holds something but no results.
fn check_usable(folder: &Path) -> Result<(), StoreError> {
    let paths = if_there(listed(folder)).map_err(|error| match error.kind() {
        io::ErrorKind::NotADirectory => StoreError::NotAFolder(folder.to_owned()),
        _ => io_error("read", folder)(error),
    })?;
    // A run that was killed, or found the disk full, while it created the folder leaves only such traces.
    let is_trace = |path: &PathBuf| match &*name_of(path) {
        LOCK_FILE => true,
        BOXES_FOLDER | CERTIFICATES_FOLDER => listed(path).is_ok_and(|files| files.is_empty()),
        _ => is_temporary(path),
    };
    if folder.join(RUN_FILE).exists() || paths.iter().flatten().all(is_trace) {
        return Ok(());
    }
    Err(StoreError::NotOurs(folder.to_owned()))
}

/// Refuses a folder about something else or with a damaged file.
fn check_contents(folder: &Path, wanted: Setting) -> Result<(), StoreError> {
    let Some(found) = read_run(folder)? else {
        return Ok(());
    };
    ensure_about(folder, found, wanted)?;
    read_boxes(folder, wanted).map(drop)
}

/// Whether the name is one that [`write_atomically`] gives a file until it is complete.
fn is_temporary(path: &Path) -> bool {
    let name = name_of(path);
    name.starts_with('.') && name.ends_with(".tmp")
}

fn remove_temporaries(folder: &Path) -> Result<(), StoreError> {
    let paths = if_there(listed(folder)).map_err(io_error("read", folder))?;
    let paths = paths.iter().flatten();
    for path in paths.filter(|path| is_temporary(path)) {
        fs::remove_file(path).map_err(io_error("remove", path))?;
    }
    Ok(())
}

fn lock(folder: &Path) -> Result<Lock, StoreError> {
    let lock = Lock::try_of(folder).map_err(io_error("lock", folder))?;
    lock.ok_or_else(|| StoreError::Busy(folder.to_owned()))
}

/// Renames an existing results folder to the first free `FOLDER.old-N`.
fn move_aside(folder: &Path) -> Result<(), StoreError> {
    match read_run(folder) {
        Ok(None) => return Ok(()),
        Ok(Some(_)) => {}
        Err(StoreError::Damaged {
            fault: FileFault::Version { .. },
            ..
        }) => {}
        Err(StoreError::Damaged { .. }) => return Err(StoreError::NotOurs(folder.to_owned())),
        Err(error) => return Err(error),
    }
    // Nobody may be working on it while it moves.
    let _lock = lock(folder)?;
    // Without a trailing slash, so that the new name lies beside the folder.
    let plain: PathBuf = folder.components().collect();
    let old = (1u32..)
        .map(|n| {
            let mut name = plain.clone().into_os_string();
            name.push(format!(".old-{n}"));
            PathBuf::from(name)
        })
        .find(|p| !p.exists())
        .expect("fewer than 2^32 folders exist");
    fs::rename(&plain, &old).map_err(io_error("move aside", folder))
}
