//! The positions that certificates list, collected for one file.

use crate::Output;
use morpion_check::listing::{Position, Register};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Positions, and where they are to be written.
pub(crate) struct Collected {
    file: PathBuf,
    /// `None` as long as no certificate lists any.
    register: Mutex<Option<Register>>,
}

impl Collected {
    pub(crate) fn new(file: &Path) -> Self {
        Self {
            file: file.to_owned(),
            register: Mutex::default(),
        }
    }

    /// Adds what a valid certificate lists.
    pub(crate) fn add(&self, positions: &[Position]) {
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        register.get_or_insert_default().add(positions);
    }
}

impl Output {
    /// Writes what was collected, if that was asked for and everything is valid.
    pub(crate) fn write_positions(&self) {
        let Some(collected) = &self.collected else {
            return;
        };
        let (file, register) = (&collected.file, &collected.register);
        let register = register.lock().unwrap_or_else(PoisonError::into_inner);
        let is_valid = self.worst.load(Ordering::Relaxed) == 0;
        match &*register {
            _ if !is_valid => self.rejected(file, "not written: not everything is valid"),
            None => self.rejected(
                file,
                "not written: no certificate that is named lists positions (version 8)",
            ),
            Some(register) => match fs::write(file, register.text()) {
                Ok(()) => self.proven(file, &summary(register)),
                Err(error) => self.unwritable(file, &error),
            },
        }
    }
}

fn summary(register: &Register) -> String {
    let (n, sets) = (register.positions().len(), register.sets_of_dots());
    let digest = register.digest();
    format!("written: positions up to symmetry: {n}; sets of dots: {sets}; SHA-256: {digest}")
}
