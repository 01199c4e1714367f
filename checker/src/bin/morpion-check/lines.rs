//! Certificates about the games that are made of given lines: checked one after another.

use crate::kinds::Unpacked;
use crate::screen::Screen;
use morpion_check::lines::check as check_file;
use morpion_check_core::verdict::Output;

/// Checks certificates, and prints what they show.
pub(crate) fn check(files: &[Unpacked], screen: &Screen, output: &Output<'_>) {
    for (path, file) in files {
        match screen.while_drawn(|| check_file(file)) {
            Ok(proven) => output.shown(path, &format!("valid: {proven}")),
            Err(reject) => output.rejected(path, &format!("rejected: {reject}")),
        }
    }
}
