//! Re-reads everything a run left behind and derives it again.
//!
//! Promise: nothing here calls the code that explored the boxes or drew the conclusion. Symmetry
//! of boxes, resizing, the walk and the bounds are written a second time, plainly ([`closure`]),
//! and graphs are judged from the rules ([`check_fit`](crate::game::graph::check_fit)). Shared
//! with the run are only the forms of the files and the wording of the final sentence.
//!
//! What a check without faults means: the files agree with each other and with the rules,
//! and what they show follows from the bounds they state. Whether those bounds hold rests on
//! their evidence: *claimed* ones on the word of a solver, *proven* ones on a certificate, which
//! the independent checker repeats here ([`certificate`]).

pub mod certificate;
pub mod closure;
mod facts;
mod object;
mod read;
mod report;
mod summary;

pub use report::{ByEvidence, Fault, Reason, Report};

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::claim::Setting;
use crate::conclusion::parse_summary;
use crate::engine::{Evidence, Objects};
use crate::results::{BOXES_FOLDER, BoxFacts, SUMMARY_FILE, Slots, StoreError};
use closure::{Shown, Sides};
use facts::check_box;
use read::{file_name, read_boxes, read_setting};
use report::fault;

/// The box files that could be read.
type Facts = BTreeMap<Sides, BoxFacts>;

/// Checks one results folder. Faults of box files and of the summary are reported, all of them.
///
/// # Errors
/// The folder or its `run.json` cannot be read, so there is nothing to check against.
pub fn check_folder(folder: &Path) -> Result<Report, StoreError> {
    check_folder_and_tell(folder, |_, _| {})
}

/// As [`check_folder`]; `progress` is called after each box, from any thread, with the number of boxes done and of all.
///
/// # Errors
/// As [`check_folder`].
pub fn check_folder_and_tell(
    folder: &Path,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<Report, StoreError> {
    let setting = read_setting(folder)?;
    let mut faults = Vec::new();
    let facts = read_boxes(folder, setting, &mut faults);
    let mut objects = 0;
    // In parallel: a certificate may take minutes.
    let all: Vec<&BoxFacts> = facts.values().collect();
    let done = AtomicUsize::new(0);
    let check_one = |known: &&BoxFacts| {
        let reasons = check_box(folder, setting, known);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, all.len());
        reasons
    };
    let checked: Vec<Vec<Reason>> = all.par_iter().map(check_one).collect();
    for (known, reasons) in all.iter().zip(checked) {
        let path = folder
            .join(BOXES_FOLDER)
            .join(file_name(known.bounding_box.distances()));
        faults.extend(reasons.into_iter().map(|reason| fault(&path, reason)));
        objects += usize::from(known.best_graph.is_some()) + usize::from(known.best_game.is_some());
    }
    let closure = walk(setting, &facts, Evidence::Claimed);
    let proven = walk(setting, &facts, Evidence::Proven);
    let at_most = ByEvidence {
        proven: at_most(&facts, &proven, Evidence::Proven),
        claimed: at_most(&facts, &closure, Evidence::Claimed),
    };
    let sentence = check_summary(folder, setting, &facts, &mut faults);
    let met = |known: &&BoxFacts| !closure.met.contains_key(&known.bounding_box.distances());
    Ok(Report {
        folder: folder.to_owned(),
        setting,
        boxes: facts.len(),
        claimed: count(&facts, |s| s.claimed.is_some()),
        proven: count(&facts, |s| s.proven.is_some()),
        arrivals: facts.values().map(|f| f.no_arrival.len()).sum(),
        objects,
        beside: facts.values().filter(met).map(|f| f.bounding_box).collect(),
        closure,
        at_most,
        sentence,
        faults,
    })
}

/// The walk that follows from bounds on games this good.
fn walk(setting: Setting, facts: &Facts, evidence: Evidence) -> closure::Closure {
    let shown = |b: Sides| Some(closure::shown(facts.get(&b)?, Objects::Games, evidence));
    let barred = |to: Sides, growth: Sides| {
        let known = facts.get(&closure::canonical(to));
        !setting.symmetric && known.is_some_and(|f| closure::is_barred(f, to, growth))
    };
    closure::walk(setting.symmetric, None, shown, barred)
}

/// The most moves that a bound of a box met allows; `None` if a box met has none, or has not been looked at.
fn at_most(facts: &Facts, closure: &closure::Closure, evidence: Evidence) -> Option<u32> {
    if !closure.unknown.is_empty() {
        return None;
    }
    let most = |b: &Sides| match closure::shown(facts.get(b)?, Objects::Games, evidence) {
        Shown::Nothing => None,
        Shown::AtMost(n) => Some(n),
        Shown::Empty => Some(0),
    };
    let mut met = closure.met.keys();
    met.try_fold(0, |all, b| Some(all.max(most(b)?)))
}

fn count(facts: &Facts, holds: impl Fn(&Slots) -> bool) -> usize {
    let slots = facts.values().flat_map(|f| [&f.graphs, &f.games]);
    slots.filter(|s| holds(s)).count()
}

/// Checks the summary, if there is one, and returns its sentence.
fn check_summary(
    folder: &Path,
    setting: Setting,
    facts: &Facts,
    faults: &mut Vec<Fault>,
) -> Option<String> {
    let path = folder.join(SUMMARY_FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => {
            faults.push(fault(&path, error.into()));
            return None;
        }
    };
    match parse_summary(&bytes) {
        Ok(said) => {
            let reasons = summary::check(setting, facts, &said);
            faults.extend(reasons.into_iter().map(|reason| fault(&path, reason)));
            Some(said.sentence)
        }
        Err(error) => {
            faults.push(fault(&path, error.into()));
            None
        }
    }
}
