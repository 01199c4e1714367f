//! The theorem file: what a folder of certificates shows together, in the form that the
//! independent checker verifies on its own (`paper/certificate.md`, section 7).
//!
//! Promise: none is needed. The checker repeats every certificate, replays every witness and
//! derives the coverage and the conclusion anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::engine::{Evidence, Objects, UpperBound};
use crate::geometry::{Arrival, BoundingBox, Move, Variant};
use crate::resize::folder::names::file_stem;
use crate::resize::{
    BoxFacts, Facts, Scope, Setting, Slots, Statement, Verdict, arrival_certificate_path,
    boxes_within, certificate_path,
};

/// The name of the file of a theorem of this scope: `theorem.txt`, or for example
/// `theorem-graphs-within-2-1-1-1.txt`.
pub fn theorem_name(scope: Scope) -> String {
    match scope.max_box {
        None => "theorem.txt".to_owned(),
        Some(within) => {
            let (objects, within) = (scope.objects.plural(), file_stem(within));
            format!("theorem-{objects}-within-{within}.txt")
        }
    }
}

/// The files of a theorem by name: its witnesses, and last the theorem itself. `folder` is the results folder, which says
/// by which name each certificate is there.
///
/// `None` unless the verdict is proven and about Morpion 5D.
pub fn theorem_files(
    folder: &Path,
    verdict: &Verdict,
    facts: &Facts,
) -> Option<Vec<(String, String)>> {
    let scope = verdict.scope;
    let Setting { variant, symmetric } = scope.setting;
    let bound = verdict.proven.bound.filter(|_| variant == Variant::D5)?;
    let mut text = "morpion-theorem 1\n".to_owned();
    if let Some(within) = scope.max_box {
        let _ = writeln!(text, "within {}", sides(within));
    }
    let (kind, objects) = (
        if symmetric { "symmetric-" } else { "" },
        scope.objects.plural(),
    );
    let _ = write!(text, "objects {kind}{objects}\nat-most {bound}\n");
    for &(bounding_box, arrival) in &verdict.proven.barred {
        text += &arrival_line(folder, facts.get(&bounding_box)?, arrival)?;
    }
    let mut witnesses = Vec::new();
    for bounding_box in covered(verdict)? {
        let known = facts.get(&bounding_box)?;
        text += &box_line(folder, known, scope.objects)?;
        if let Some(found) = known.found(scope.objects) {
            let file = witness_name(bounding_box, scope.objects);
            let (box_text, size) = (sides(bounding_box), found.size());
            let _ = writeln!(text, "witness {box_text} {size} {file}");
            witnesses.push((file, witness_text(&found.moves)));
        }
    }
    witnesses.push((theorem_name(scope), text));
    Some(witnesses)
}

/// The boxes a theorem must list.
fn covered(verdict: &Verdict) -> Option<BTreeSet<BoundingBox>> {
    let scope = verdict.scope;
    match (scope.objects, scope.max_box) {
        (Objects::Graphs, Some(within)) => {
            Some(boxes_within(scope.setting, within)?.into_iter().collect())
        }
        _ => Some(verdict.proven.graph.nodes().collect()),
    }
}

fn box_line(folder: &Path, known: &BoxFacts, objects: Objects) -> Option<String> {
    let statement = strongest_proof(known, objects)?;
    let bounding_box = known.bounding_box;
    let path = certificate_path(folder, bounding_box, statement.by.objects, statement.bound);
    let file = path.file_name()?.to_str()?;
    let bound = match statement.bound {
        UpperBound::Empty => "empty".to_owned(),
        UpperBound::AtMost(n) => format!("at-most {n}"),
    };
    Some(format!("box {} {bound} {file}\n", sides(bounding_box)))
}

/// The line of the arrival that bars the step: its certificate may speak of an image of the sides.
fn arrival_line(folder: &Path, known: &BoxFacts, arrival: Arrival) -> Option<String> {
    let bounding_box = known.bounding_box;
    let wanted = arrival.canonical(bounding_box);
    let mut proven = known.no_arrival.iter().filter_map(|i| i.arrival);
    let proven = proven.find(|a| a.canonical(bounding_box) == wanted)?;
    let path = arrival_certificate_path(folder, bounding_box, proven);
    let file = path.file_name()?.to_str()?;
    let box_text = sides(bounding_box);
    Some(format!("arrival {box_text} {proven} {file}\n"))
}

/// A proof about graphs serves for games, too.
fn strongest_proof(known: &BoxFacts, objects: Objects) -> Option<&Statement> {
    let strongest = known.bound(objects, Evidence::Proven)?;
    let proof = |slots: &'_ Slots| slots.proven.as_ref().is_some_and(|s| s.bound == strongest);
    let slots = match objects {
        Objects::Graphs => vec![&known.graphs],
        Objects::Games => vec![&known.graphs, &known.games],
    };
    slots.into_iter().find(|s| proof(s))?.proven.as_ref()
}

fn sides(bounding_box: BoundingBox) -> String {
    bounding_box.distances().map(|d| d.to_string()).join(",")
}

fn witness_name(bounding_box: BoundingBox, objects: Objects) -> String {
    format!("{}.{}.moves", file_stem(bounding_box), objects.plural())
}

/// One move a line: placed cell, direction, position in the line.
fn witness_text(moves: &[Move]) -> String {
    moves.iter().fold(String::new(), |mut text, mv| {
        let (dot, direction) = (mv.dot(), mv.line.direction.index());
        let _ = writeln!(text, "{} {} {direction} {}", dot.x, dot.y, mv.mark);
        text
    })
}
