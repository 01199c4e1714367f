//! Checks what a box file says: its graphs and games, its bounds, and the proofs behind them.

use std::path::Path;

use super::certificate::check_certificate;
use super::report::Reason;
use crate::claim::{Claim, Evidence, Objects, Setting};
use crate::geometry::Variant;
use crate::results::{BoxFacts, Inquiry, Slots, Statement, check_object, check_order};

/// Everything wrong with what is said about a box.
pub(super) fn check_box(folder: &Path, setting: Setting, known: &BoxFacts) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let [t, r, b, l] = known.bounding_box.distances();
    if setting.symmetric && (t != b || r != l) {
        reasons.push(Reason::Inadmissible(known.bounding_box));
    }
    for (which, found) in [("graph", &known.best_graph), ("game", &known.best_game)] {
        let Some(found) = found else { continue };
        let mut checked = check_object(setting, known.bounding_box, &found.moves);
        if which == "game" {
            checked = checked.and_then(|()| check_order(setting.variant, &found.moves));
        }
        reasons.extend(checked.err().map(|fault| Reason::Object { which, fault }));
    }
    let size = |found: &Option<crate::results::Found>| found.as_ref().map(|f| f.moves.len() as u32);
    let (graph, game) = (size(&known.best_graph), size(&known.best_game));
    if let Some(game) = game.filter(|&n| graph.is_none_or(|g| g < n)) {
        reasons.push(Reason::GameExceedsGraph { game });
    }
    // A game is a graph, so the longest object known bounds what may be said about graphs.
    check_slots(
        known,
        &known.graphs,
        Objects::Graphs,
        graph.max(game),
        &mut reasons,
    );
    check_slots(known, &known.games, Objects::Games, game, &mut reasons);
    for (slots, objects) in [(&known.graphs, "graphs"), (&known.games, "games")] {
        let proven = slots.proven.as_ref();
        reasons.extend(proven.and_then(|s| check_proof(folder, setting, known, s, objects)));
    }
    let refuted = known.no_arrival.iter();
    reasons.extend(refuted.filter_map(|by| check_arrival_proof(folder, setting, known, by)));
    reasons
}

fn check_slots(
    known: &BoxFacts,
    slots: &Slots,
    objects: Objects,
    largest: Option<u32>,
    reasons: &mut Vec<Reason>,
) {
    let name = objects.plural();
    for (evidence, statement) in [
        (Evidence::Claimed, &slots.claimed),
        (Evidence::Proven, &slots.proven),
    ] {
        let Some(statement) = statement else { continue };
        check_statement(
            known,
            statement,
            (objects, name),
            (evidence, largest),
            reasons,
        );
    }
}

fn check_statement(
    known: &BoxFacts,
    statement: &Statement,
    (kind, objects): (Objects, &'static str),
    (evidence, largest): (Evidence, Option<u32>),
    reasons: &mut Vec<Reason>,
) {
    let bound = format!("`{}`", statement.bound);
    if let Some(size) = largest.filter(|&size| statement.bound.refutes(size)) {
        reasons.push(Reason::Contradiction {
            bound: bound.clone(),
            objects,
            evidence,
            size,
        });
    }
    if kind == Objects::Graphs && statement.by.objects == Objects::Games {
        reasons.push(Reason::WrongObjects);
    }
    if !known.inquiries.contains(&statement.by) {
        reasons.push(Reason::NoInquiry { bound, objects });
    }
}

/// Repeats the proof that no game arrives at a box by some sides.
fn check_arrival_proof(
    folder: &Path,
    setting: Setting,
    known: &BoxFacts,
    by: &Inquiry,
) -> Option<Reason> {
    let Some(arrival) = by.arrival.filter(|_| is_plain(setting)) else {
        return Some(Reason::NoSides);
    };
    let bound = format!("`no arrival by {arrival}`");
    if !known.inquiries.contains(by) {
        let objects = "games";
        return Some(Reason::NoInquiry { bound, objects });
    }
    let fault = check_certificate(folder, &Claim::no_arrival(known.bounding_box, arrival)).err()?;
    Some(Reason::NoCertificate {
        bound,
        objects: "games",
        fault,
    })
}

/// Whether games arrive at boxes one move at a time, and certificates can say so.
fn is_plain(setting: Setting) -> bool {
    setting.variant == Variant::D5 && !setting.symmetric
}

/// Repeats the proof of a bound that is marked proven.
fn check_proof(
    folder: &Path,
    setting: Setting,
    known: &BoxFacts,
    statement: &Statement,
    objects: &'static str,
) -> Option<Reason> {
    let about = Claim::maximum(setting, known.bounding_box, statement.by.objects);
    let checked = check_certificate(folder, &about.showing(statement.bound));
    checked.err().map(|fault| Reason::NoCertificate {
        bound: format!("`{}`", statement.bound),
        objects,
        fault,
    })
}
