//! Re-reads everything a run left behind, and says what is wrong with it.
//!
//! Promise: a bound that is marked proven counts only when the independent checker has accepted its certificate
//! ([`certificate`]), and a graph or a game when it keeps the rules. What follows
//! for all games is drawn from that as a run draws it ([`conclusion`](crate::conclusion)), and once more, by the checker, from the
//! theorem files alone, without anything of the run; a difference is a fault.
//!
//! *Claimed* bounds rest on the word of a solver, whatever is checked here.

pub(crate) mod certificate;
mod facts;
mod read;
mod report;
mod theorem;

pub(crate) use report::{ByEvidence, Reason, Report};

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::claim::Setting;
use crate::conclusion::{Scope, verdict};
use crate::engine::Objects;
use crate::results::{BOXES_FOLDER, BoxFacts, Facts, Slots, StoreError};
use facts::check_box;
use read::{file_name, read_boxes, read_setting};
use report::fault;
use theorem::check_theorems;

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
pub(crate) fn check_folder_and_tell(
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
            .join(file_name(known.bounding_box));
        faults.extend(reasons.into_iter().map(|reason| fault(&path, reason)));
        objects += usize::from(known.best_graph.is_some()) + usize::from(known.best_game.is_some());
    }
    let verdict = verdict(&facts, about_all_games(setting));
    let (proven, claimed) = (&verdict.proven, &verdict.claimed);
    let theorems = check_theorems(folder, setting, &facts, proven.bound, &mut faults);
    let is_met = |known: &&BoxFacts| claimed.graph.contains_node(known.bounding_box);
    let beside = facts.values().filter(|known| !is_met(known));
    Ok(Report {
        folder: folder.to_owned(),
        setting,
        boxes: facts.len(),
        claimed: count(&facts, |s| s.claimed.is_some()),
        proven: count(&facts, |s| s.proven.is_some()),
        arrivals: facts.values().map(|f| f.no_arrival.len()).sum(),
        objects,
        met: (claimed.graph.node_count(), claimed.empty.len()),
        open: claimed.open.iter().copied().collect(),
        at_most: ByEvidence {
            proven: proven.bound,
            claimed: claimed.bound,
        },
        beside: beside.map(|f| f.bounding_box).collect(),
        theorems,
        faults,
    })
}

/// What a check concludes, whatever the folder was made for.
const fn about_all_games(setting: Setting) -> Scope {
    Scope {
        setting,
        objects: Objects::Games,
        max_box: None,
        at_most: None,
    }
}

fn count(facts: &Facts, holds: impl Fn(&Slots) -> bool) -> usize {
    let slots = facts.values().flat_map(|f| [&f.graphs, &f.games]);
    slots.filter(|s| holds(s)).count()
}
