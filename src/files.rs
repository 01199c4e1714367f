//! Writing files so that a reader, a crash or a full disk never meets half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes `bytes` to `path`, replacing what is there, all or nothing.
///
/// The bytes go to a hidden file `.NAME.PID-N.tmp` in the same folder, which is flushed to
/// the disk, renamed over `path`, and the folder is flushed in turn. After a crash either
/// the old content or the new one is there, and at worst a `.tmp` file is left over.
///
/// # Errors
/// Whatever the file system says; `path` is then unchanged and the hidden file removed.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let temporary = temporary_path(folder, path)?;
    let written = write_and_rename(&temporary, path, bytes);
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    sync_folder(folder)
}

fn temporary_path(folder: &Path, path: &Path) -> io::Result<PathBuf> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let name = name.to_string_lossy();
    Ok(folder.join(format!(".{name}.{}-{number}.tmp", std::process::id())))
}

fn write_and_rename(temporary: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(temporary, path)
}

/// Only Unix lets a folder be opened and flushed.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_replaced_and_nothing_is_left_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_leaves_the_old_content_and_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        // A folder in the place of the file: the rename fails.
        let path = folder.path().join("a.json");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("kept"), b"").unwrap();
        assert!(write_atomically(&path, b"one").is_err());
        assert!(path.join("kept").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_atomically(&folder.path().join("no/such/a"), b"").is_err());
    }
}
