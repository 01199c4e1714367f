//! The positions that certificates list, collected for one file.

use morpion_check_core::listing::{Position, Register};
use morpion_check_core::verdict::Output;
use std::fs;
use std::path::{Path, PathBuf};
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

    /// Adds the positions that a valid certificate lists.
    pub(crate) fn add(&self, positions: &[Position]) {
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        register.get_or_insert_default().add(positions);
    }

    /// Writes the positions collected, if everything is valid.
    pub(crate) fn write(&self, output: &Output<'_>) {
        let file = &self.file;
        let register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        match &*register {
            _ if output.worst() != 0 => {
                output.rejected(file, "not written: not everything is valid");
            }
            None => output.rejected(
                file,
                "not written: no certificate that is named lists positions",
            ),
            Some(register) => match fs::write(file, register.text()) {
                Ok(()) => output.shown(file, &summary(register)),
                Err(error) => output.unwritable(file, &error),
            },
        }
    }
}

fn summary(register: &Register) -> String {
    let (n, sets) = (register.positions().len(), register.sets_of_dots());
    let digest = register.digest();
    format!("written: positions up to symmetry: {n}; sets of dots: {sets}; SHA-256: {digest}")
}
