//! Certificates about octagons: each is checked by all threads, one after another, and parts are put together.

use crate::kinds::Unpacked;
use crate::screen::Screen;
use morpion_check::octagons::{Checker, Proven, together};
use morpion_check_core::verdict::Output;
use std::collections::BTreeMap;
use std::path::Path;

/// Checks certificates, and prints what they show.
pub(crate) fn check(files: &[Unpacked], jobs: usize, screen: &Screen, output: &Output<'_>) {
    let mut parts: BTreeMap<u32, Vec<(&Path, Proven)>> = BTreeMap::new();
    let mut checker = None;
    for (path, file) in files {
        let checker = checker.get_or_insert_with(|| Checker::new(jobs));
        let report = |closed, all| screen.closed(closed, all);
        match screen.while_drawn(|| checker.check(file, &report)) {
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
