//! The lock of a folder: one process at a time works on it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// Name of the locked file in the folder. It stays there, and its content does not matter.
pub const LOCK_FILE: &str = "lock";

/// Holds the lock of a folder until it is dropped.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Locks a folder; `None` if another process holds its lock.
    ///
    /// # Errors
    ///
    /// When the file cannot be created or locked.
    pub fn try_of(folder: &Path) -> io::Result<Option<Self>> {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join(LOCK_FILE))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for Lock {
    /// Closing the file would not do: a process that another thread is about to start may hold a copy of it for a moment.
    fn drop(&mut self) {
        // If unlocking fails, closing the file ends the lock, at the latest.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_free_once_its_lock_is_dropped_whoever_holds_a_copy_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::try_of(folder.path()).unwrap().unwrap();
        let copy = lock.0.try_clone().unwrap();
        assert!(Lock::try_of(folder.path()).unwrap().is_none());
        drop(lock);
        assert!(Lock::try_of(folder.path()).unwrap().is_some());
        drop(copy);
    }
}
