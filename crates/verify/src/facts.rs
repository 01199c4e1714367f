//! Checks what a box file says: its graphs and games, its bounds, and the proofs behind them.

use std::path::Path;

use super::certificate::check_certificate;
use super::report::Reason;
use morpion_proof::claim::{Claim, Evidence, Objects, Setting, UpperBound};
use morpion_results::{BoxFacts, Statement, object_faults};

/// All faults of the facts about a box.
pub(super) fn check_box(folder: &Path, setting: Setting, known: &BoxFacts) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if !setting.admits(known.bounding_box) {
        reasons.push(Reason::Inadmissible(known.bounding_box));
    }
    let faults = object_faults(setting, known);
    reasons.extend(faults.into_iter().map(Reason::Form));
    let (graph, game) = (known.best(Objects::Graphs), known.best(Objects::Games));
    if let Some(game) = game.filter(|_| graph < game) {
        reasons.push(Reason::GameExceedsGraph { game });
    }
    for said in known.statements() {
        reasons.extend(check_bound(known, said));
        reasons.extend(check_proof(folder, said));
    }
    reasons
}

/// A claim in words: `at most 84 moves`.
fn words(claim: &Claim) -> String {
    match (claim.arrival, claim.bound()) {
        _ if claim.all_of => format!("`{}`", claim.asked().trim_end_matches('?')),
        (Some(by), _) => format!("`no arrival by {by}`"),
        (None, bound) => format!("`{}`", bound.unwrap_or(UpperBound::Empty)),
    }
}

/// The contradiction between a bound that has evidence and the listed graph or game, if there is one.
fn check_bound(known: &BoxFacts, Statement { claim, entry }: Statement<'_>) -> Option<Reason> {
    let evidence = entry.evidence.filter(|_| claim.arrival.is_none())?;
    let objects = claim.subject.objects;
    // A game is a graph, so the longest object known bounds what may be said about graphs.
    let largest = match objects {
        Objects::Graphs => known.best(Objects::Graphs).max(known.best(Objects::Games)),
        Objects::Games => known.best(Objects::Games),
    };
    let size = largest.filter(|&size| claim.bound().is_some_and(|b| b.refutes(size)))?;
    Some(Reason::Contradiction {
        bound: words(&claim),
        objects: objects.plural(),
        evidence,
        size,
    })
}

/// Repeats the proof of a claim that is marked proven.
fn check_proof(folder: &Path, Statement { claim, entry }: Statement<'_>) -> Option<Reason> {
    entry.evidence.filter(|&e| e == Evidence::Proven)?;
    let fault = check_certificate(folder, &claim, None).err()?;
    Some(Reason::NoCertificate {
        bound: words(&claim),
        objects: claim.subject.objects.plural(),
        fault,
    })
}
