//! Writing files so that a reader never meets half of one.
//!
//! Promise: after [`write_atomically`] returns, the path holds the new bytes, flushed to the disk; before that, it holds what it held.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A file or folder that the file system refuses.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {path}")]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl FileError {
    /// For `map_err`: the error of this action, for example `write`, on this path.
    pub fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self {
            action,
            path,
            source,
        }
    }
}

/// Writes `bytes` to `path`, replacing a file that is already there.
///
/// The bytes go to a temporary file in the same folder, which is flushed and
/// then renamed. Links are replaced, not followed.
///
/// # Errors
/// The file system refuses; the temporary file is removed again.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_beside(path)?;
    let result = write_and_rename(&temporary, path, bytes);
    if result.is_err() {
        // The first error is the one worth telling; this file may not even exist.
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// The path, or, while that `is_taken`, the path with `-2`, `-3` and so on before its extension.
pub fn free_path(path: &Path, is_taken: impl Fn(&Path) -> bool) -> PathBuf {
    let numbered = |number: u32| {
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number}"));
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        path.with_file_name(name)
    };
    let others = (2..).map(numbered);
    let mut paths = std::iter::once(path.to_owned()).chain(others);
    paths
        .find(|path| !is_taken(path))
        .expect("there are more numbers than files")
}

/// Whether the file exists; if not, it is made, empty, so that no other process takes its name.
pub fn is_claimed(path: &Path) -> bool {
    let made = File::create_new(path);
    made.is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists)
}

/// Checks that [`write_atomically`] could write to `path` now; for use before the work whose result goes there.
///
/// # Errors
/// The file system refuses.
pub fn try_to_write(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let temporary = temporary_beside(path)?;
    File::create_new(&temporary)?;
    fs::remove_file(&temporary)
}

/// The paths in a folder, in order.
///
/// # Errors
/// The file system refuses.
pub fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The result for a file that need not exist: `None` if it does not exist, which is no error.
///
/// # Errors
/// All other faults.
pub fn if_there<T>(read: io::Result<T>) -> io::Result<Option<T>> {
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

fn write_and_rename(temporary: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(temporary, path)?;
    sync_folder(folder_of(path))
}

fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or_else(|| {
        let message = format!("`{}` does not name a file", path.display());
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    temporary.push(format!(".{}-{count}.tmp", std::process::id()));
    Ok(folder_of(path).join(temporary))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the rename itself durable. Only Unix lets a folder be opened and flushed.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// The hash of a file as it is written beside it: its bytes in hexadecimal, two small digits each.
///
/// ```
/// assert_eq!(morpion_output::files::hex(&[0, 10, 255]), "000aff");
/// ```
pub fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|e| e.unwrap().file_name()).collect()
    }

    #[test]
    fn writes_and_replaces_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("taken");
        fs::create_dir(&target).unwrap();
        fs::write(target.join("inside"), b"kept").unwrap();
        assert!(write_atomically(&target, b"x").is_err());
        assert_eq!(names(folder.path()), ["taken"]);
        assert!(write_atomically(&folder.path().join("no/such/folder"), b"x").is_err());
        assert!(write_atomically(Path::new("/"), b"x").is_err());
    }

    #[test]
    fn what_can_be_written_is_known_before_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        try_to_write(&path).unwrap();
        assert!(names(folder.path()).is_empty());
        write_atomically(&path, b"one").unwrap();
        try_to_write(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        for bad in [folder.path(), &path.join("below"), Path::new("/")] {
            assert!(try_to_write(bad).is_err(), "{}", bad.display());
        }
    }

    #[test]
    fn a_taken_path_gets_the_next_number() {
        let free = |path: &str, taken: &[&str]| {
            let is_taken = |path: &Path| taken.iter().any(|taken| path == Path::new(taken));
            free_path(Path::new(path), is_taken)
        };
        assert_eq!(free("a/b.c", &[]), Path::new("a/b.c"));
        assert_eq!(free("a/b.c", &["a/b.c"]), Path::new("a/b-2.c"));
        assert_eq!(free("a/b.c", &["a/b.c", "a/b-2.c"]), Path::new("a/b-3.c"));
        assert_eq!(free("b", &["b"]), Path::new("b-2"));
    }

    #[test]
    fn nobody_takes_a_claimed_path() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = folder.path().join("game.json");
        let names = ["game.json", "game-2.json", "game-3.json"];
        for name in names {
            assert_eq!(free_path(&wanted, is_claimed), folder.path().join(name));
        }
        // Where none can be made, whoever writes there learns of it.
        let nowhere = folder.path().join("no/folder");
        assert_eq!(free_path(&nowhere, is_claimed), nowhere);
    }
}
