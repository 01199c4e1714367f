//! Certificates about the games that are made of given lines: checked one after another.

use crate::screen::Screen;
use morpion_check::lines::{FIRST_WORDS, check as check_file};
use morpion_check_core::packed;
use morpion_check_core::theorem::Failure;
use morpion_check_core::verdict::{Output, is_theorem};
use std::path::{Path, PathBuf};

/// Takes from paths what are certificates about lines.
pub(crate) fn take(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    paths.iter().cloned().partition(|path| is_about_lines(path))
}

fn is_about_lines(path: &Path) -> bool {
    path.is_file()
        && !is_theorem(path)
        && packed::read(path).is_ok_and(|file| file.starts_with(FIRST_WORDS))
}

/// Checks certificates, and prints what they show.
pub(crate) fn check(paths: &[PathBuf], screen: &Screen, output: &Output<'_>) {
    for path in paths {
        let file = match packed::read(path) {
            Ok(file) => file,
            Err(error) => {
                output.failed(path, &Failure::Unreadable(error));
                continue;
            }
        };
        match screen.while_drawn(|| check_file(&file)) {
            Ok(proven) => output.shown(path, &format!("valid: {proven}")),
            Err(reject) => output.rejected(path, &format!("rejected: {reject}")),
        }
    }
}
