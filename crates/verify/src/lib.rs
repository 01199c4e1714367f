//! Re-reads everything a run left behind, and says what is wrong with it.
//!
//! Promise: a bound that is marked proven counts only when the independent checker has accepted its certificate ([`certificate`]), and a
//! graph or a game when it keeps the rules. The conclusion about all games is derived as a run derives it
//! ([`conclusion`](morpion_conclusion)), and once more, by the checker, from the theorem files alone, without anything of the run; a
//! difference is a fault.
//!
//! *Claimed* bounds rest on the word of a solver, whatever is checked here.

pub mod certificate;
mod facts;
mod folders;
mod report;
mod theorem;
mod words;

pub use folders::{Elsewhere, result_folders};
pub use report::{Reason, Report};
pub use words::json;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use facts::check_box;
use morpion_conclusion::{LevelSummary, verdict};
use morpion_proof::claim::{Evidence, Scope, Setting};
use morpion_results::{
    BOXES_FOLDER, BoxFacts, Facts, FileFault, Statement, StoreError, box_file_name, box_files,
    read_box, read_setting,
};
use morpion_rules::geometry::BoundingBox;
use report::{Fault, fault};
use theorem::check_theorems;

/// Checks one results folder, and reports all faults of its box files and theorem files. `progress` is called after each box,
/// from any thread, with the number of boxes done and of all.
///
/// # Errors
/// The folder or its `run.json` cannot be read, so there is nothing to check against.
pub fn check_folder(
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
            .join(box_file_name(known.bounding_box));
        faults.extend(reasons.into_iter().map(|reason| fault(&path, reason)));
        objects += usize::from(known.best_graph.is_some()) + usize::from(known.best_game.is_some());
    }
    let verdict = verdict(&facts, Scope::all_games(setting));
    let proven_bound = verdict.proven.bound;
    let theorems = check_theorems(folder, &facts, proven_bound, &mut faults);
    let is_beside = |b: &BoundingBox| !verdict.claimed.walk.graph.contains_node(*b);
    Ok(Report {
        folder: folder.to_owned(),
        setting,
        boxes: facts.len(),
        claimed: count(&facts, Evidence::Claimed),
        proven: count(&facts, Evidence::Proven),
        arrivals: arrivals(&facts),
        objects,
        walk: LevelSummary::new(&verdict.claimed),
        proven_bound,
        beside: facts.keys().copied().filter(is_beside).collect(),
        theorems,
        faults,
    })
}

/// Reads every file of the folder of boxes.
fn read_boxes(folder: &Path, setting: Setting, faults: &mut Vec<Fault>) -> Facts {
    let paths = box_files(folder).unwrap_or_else(|error| {
        let boxes = folder.join(BOXES_FOLDER);
        faults.push(fault(&boxes, FileFault::from(error).into()));
        Vec::new()
    });
    let mut facts = Facts::new();
    for path in paths {
        if path.extension().is_none_or(|e| e != "json") {
            faults.push(fault(&path, Reason::Stray));
            continue;
        }
        match read_box(&path, setting) {
            Ok(known) => drop(facts.insert(known.bounding_box, known)),
            Err(reason) => faults.push(fault(&path, reason.into())),
        }
    }
    facts
}

/// The number of bounds that have exactly this evidence.
fn count(facts: &Facts, evidence: Evidence) -> usize {
    let statements = facts.values().flat_map(BoxFacts::statements);
    let bounds = statements.filter(|said| said.claim.arrival.is_none() && !said.claim.all_of);
    let stands = |said: &Statement<'_>| said.entry.evidence == Some(evidence);
    bounds.filter(stands).count()
}

/// The number of proofs that no game arrives at a box by some sides.
fn arrivals(facts: &Facts) -> usize {
    let proofs = facts.values().flat_map(BoxFacts::proofs);
    proofs.filter(|said| said.claim.arrival.is_some()).count()
}
