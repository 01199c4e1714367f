//! Certificates about octagons: each is checked by all threads, one after another, and parts are put together.

use crate::screen::Screen;
use morpion_check::octagons::{Checker, FIRST_WORDS, Proven, together};
use morpion_check_core::folder::theorem_files;
use morpion_check_core::packed;
use morpion_check_core::theorem::Failure;
use morpion_check_core::verdict::{Output, is_theorem};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What the name of a packed certificate ends with.
const ENDING: &str = ".cert.zst";

/// Takes from paths what are certificates about octagons. A folder without theorem files stands for those in it, if there are any.
pub(crate) fn take(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut octagons, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        let files = if path.is_dir() && theorem_files(path).is_err() {
            files(path)
        } else {
            vec![path.clone()]
        };
        let of_octagons: Vec<_> = files
            .into_iter()
            .filter(|file| is_about_octagons(file))
            .collect();
        if of_octagons.is_empty() {
            others.push(path.clone());
        }
        octagons.extend(of_octagons);
    }
    (octagons, others)
}

/// The certificates of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_packed = |path: &PathBuf| path.to_string_lossy().ends_with(ENDING);
    let mut files: Vec<_> = paths.filter(is_packed).collect();
    files.sort();
    files
}

fn is_about_octagons(path: &Path) -> bool {
    !is_theorem(path) && packed::read(path).is_ok_and(|file| file.starts_with(FIRST_WORDS))
}

/// Checks certificates, and prints what they show.
pub(crate) fn check(paths: &[PathBuf], jobs: usize, screen: &Screen, output: &Output<'_>) {
    let mut parts: BTreeMap<u32, Vec<(&Path, Proven)>> = BTreeMap::new();
    let mut checker = None;
    for path in paths {
        let file = match packed::read(path) {
            Ok(file) => file,
            Err(error) => {
                output.failed(path, &Failure::Unreadable(error));
                continue;
            }
        };
        let checker = checker.get_or_insert_with(|| Checker::new(jobs));
        let report = |closed, all| screen.closed(closed, all);
        match screen.while_drawn(|| checker.check(&file, &report)) {
            Ok(proven) if proven.is_whole() => output.shown(path, &format!("valid: {proven}")),
            Ok(part) => {
                output.shown(path, &part.to_string());
                parts.entry(part.at_most).or_default().push((path, part));
            }
            Err(reject) => output.rejected(path, &format!("rejected: {reject}")),
        }
    }
    for (at_most, parts) in &parts {
        put_together(*at_most, parts, output);
    }
}

/// Prints what parts for one number of moves show together.
fn put_together(at_most: u32, parts: &[(&Path, Proven)], output: &Output<'_>) {
    let proven: Vec<_> = parts.iter().map(|(_, part)| *part).collect();
    let name = match parts {
        [(path, _)] => path.to_path_buf(),
        [(first, _), .., (last, _)] => format!("{} to {}", first.display(), last.display()).into(),
        [] => return,
    };
    match together(&proven) {
        Some(all) => output.shown(&name, &format!("valid: {all}")),
        None => output.rejected(
            &name,
            &format!("unfinished: for {at_most} moves this is not all of the list; name the other parts, too"),
        ),
    }
}
