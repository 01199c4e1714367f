//! The theorem file: what the certificates of a folder show together, in the form that the independent checker verifies by itself
//! (`paper/certificate.md`, section 7).
//!
//! This file needs no promise: the checker repeats every certificate, replays every witness and derives the coverage and the conclusion
//! anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use morpion_check_core::theorem::Theorem;

use super::growth::boxes_within;
use super::verdict::Verdict;
use morpion_proof::claim::{
    Claim, Evidence, Objects, Scope, Setting, UpperBound, box_of, file_stem, sides,
};
use morpion_results::{BoxFacts, CERTIFICATES_FOLDER, Facts, certificate_path};
use morpion_rules::geometry::{BoundingBox, Cell, Direction, Line, Move, Variant};

/// The name of the file of a theorem of this scope: `theorem.txt` about games, `theorem-graphs.txt`, or for example
/// `theorem-graphs-within-2-1-1-1.txt`.
pub fn theorem_name(scope: Scope) -> String {
    match scope.max_box {
        None if scope.objects == Objects::Games => "theorem.txt".to_owned(),
        None => format!("theorem-{}.txt", scope.objects.plural()),
        Some(within) => {
            let (objects, within) = (scope.objects.plural(), file_stem(within));
            format!("theorem-{objects}-within-{within}.txt")
        }
    }
}

/// The name of the file of a theorem that all games of at least `k` moves are listed.
pub fn all_of_name(k: u32) -> String {
    format!("theorem-all-{k}.txt")
}

/// The theorems about exactly the boxes with a proven bound, on graphs and on games, as file names and texts. Each box has its
/// strongest bound; the theorem about games has only the boxes whose bound is stronger than those on their graphs and on all games.
/// These theorems need no coverage: for graphs that are not games there is none.
///
/// A theorem is left out if it would have no box, and both are if the variant is not Morpion 5D.
pub fn listed_theorems(folder: &Path, verdict: &Verdict, facts: &Facts) -> Vec<(String, String)> {
    let of = |objects| listed_theorem(folder, verdict, objects, facts);
    let both = [Objects::Graphs, Objects::Games];
    both.into_iter().filter_map(of).collect()
}

fn listed_theorem(
    folder: &Path,
    verdict: &Verdict,
    objects: Objects,
    facts: &Facts,
) -> Option<(String, String)> {
    let (setting, most) = (verdict.scope.setting, verdict.proven.bound);
    let is_news = |claim: &Claim| {
        objects == Objects::Graphs
            || claim.subject.objects == Objects::Games
                && matches!((claim.bound(), most), (Some(UpperBound::AtMost(n)), Some(most)) if n < most)
    };
    let proof = |known: &BoxFacts| {
        let proof = known.strongest(objects, Evidence::Proven)?;
        is_news(&proof.claim).then(|| line(folder, &proof.claim))?
    };
    let lines: String = facts.values().filter_map(proof).collect();
    let is_some = setting.variant == Variant::D5 && !lines.is_empty();
    let name = format!("theorem-{}-listed.txt", objects.plural());
    is_some.then(|| {
        (
            name,
            header(setting, None, objects, "at-most listed") + &lines,
        )
    })
}

/// Whether a theorem says at least what is to be shown about this scope.
pub fn says(theorem: &Theorem, scope: Scope) -> bool {
    let about_graphs = theorem.objects == morpion_check_core::state::Objects::Graphs;
    let is_enough = |n: u32| theorem.at_most.is_some_and(|most| most <= n.into());
    scope.setting.variant == Variant::D5
        && scope.setting.symmetric == theorem.symmetric
        && (scope.objects == Objects::Graphs) == about_graphs
        && scope.at_most.is_none_or(is_enough)
        && theorem
            .within
            .is_none_or(|within| Some(box_of(within)) == scope.max_box)
}

/// The lines of a theorem file before its statements: format, largest box, objects, and last the conclusion.
pub(super) fn header(
    setting: Setting,
    within: Option<BoundingBox>,
    objects: Objects,
    conclusion: &str,
) -> String {
    let within = within.map(|within| format!("within {}\n", sides(within)));
    let within = within.unwrap_or_default();
    let kind = if setting.symmetric { "symmetric-" } else { "" };
    let objects = objects.plural();
    format!("morpion-theorem 1\n{within}objects {kind}{objects}\n{conclusion}\n")
}

/// The files of a theorem by name: its witnesses, and last the theorem itself. `folder` is the results folder, where the name of each
/// certificate is looked up.
///
/// `None` unless the verdict is proven and about Morpion 5D.
pub fn theorem_files(
    folder: &Path,
    verdict: &Verdict,
    facts: &Facts,
) -> Option<Vec<(String, String)>> {
    let scope = verdict.scope;
    let is_5d = scope.setting.variant == Variant::D5;
    let bound = verdict.proven.bound.filter(|_| is_5d)?;
    let conclusion = format!("at-most {bound}");
    let mut text = header(scope.setting, scope.max_box, scope.objects, &conclusion);
    text += &arrivals(folder, verdict, facts)?;
    let mut witnesses = Vec::new();
    for bounding_box in covered(verdict)? {
        let known = facts.get(&bounding_box)?;
        // With a largest box, the theorem has the strongest bound of each box; about all games, the cheapest that suffices.
        let proof = match scope.max_box {
            Some(_) => known.strongest(scope.objects, Evidence::Proven)?,
            None => known.sufficient(scope.objects, bound)?,
        };
        text += &line(folder, &proof.claim)?;
        if let Some(found) = known.found(scope.objects) {
            let moves = witness_text(&found.moves);
            let file = witness_name(folder, bounding_box, scope.objects, found.size(), &moves);
            let _ = writeln!(
                text,
                "witness {} {} {file}",
                sides(bounding_box),
                found.size()
            );
            witnesses.push((file, moves));
        }
    }
    witnesses.push((theorem_name(scope), text));
    Some(witnesses)
}

/// The name of the file of a witness. It has the number of moves where another witness has the plain name: a theorem may rest on that.
fn witness_name(
    folder: &Path,
    bounding_box: BoundingBox,
    objects: Objects,
    size: u32,
    moves: &str,
) -> String {
    let stem = format!("{}.{}", file_stem(bounding_box), objects.plural());
    let plain = format!("{stem}.moves");
    match std::fs::read(folder.join(CERTIFICATES_FOLDER).join(&plain)) {
        Ok(other) if other != moves.as_bytes() => format!("{stem}.{size}.moves"),
        _ => plain,
    }
}

/// The lines of a theorem file about steps of the walk that no game takes.
pub(super) fn arrivals(folder: &Path, verdict: &Verdict, facts: &Facts) -> Option<String> {
    let barred = verdict.proven.walk.barred.iter();
    let mut lines = barred.map(|&(bounding_box, arrival)| {
        let proof = facts.get(&bounding_box)?.proof_of_no_arrival(arrival)?;
        line(folder, &proof.claim)
    });
    lines.try_fold(String::new(), |text, line| Some(text + &line?))
}

/// The boxes a theorem must list.
fn covered(verdict: &Verdict) -> Option<BTreeSet<BoundingBox>> {
    let scope = verdict.scope;
    match (scope.objects, scope.max_box) {
        (Objects::Graphs, Some(within)) => {
            Some(boxes_within(scope.setting, within)?.into_iter().collect())
        }
        _ => Some(verdict.proven.walk.graph.nodes().collect()),
    }
}

/// The line of a theorem file for a claim that is proven in the results folder.
pub(super) fn line(folder: &Path, claim: &Claim) -> Option<String> {
    let path = certificate_path(folder, claim);
    Some(claim.theorem_line(path.file_name()?.to_str()?))
}

/// The text of a witness file, one move on a line: placed cell, direction, position in the line.
fn witness_text(moves: &[Move]) -> String {
    moves.iter().fold(String::new(), |mut text, mv| {
        let (dot, direction) = (mv.dot(), mv.line.direction.index());
        let _ = writeln!(text, "{} {} {direction} {}", dot.x, dot.y, mv.position);
        text
    })
}

/// The move with these four numbers, from a witness file or a list of positions: x and y of the dot, the number of the direction, and
/// the dot's place in the line, from 0.
pub fn read_mark<'a>(numbers: impl Iterator<Item = &'a str>) -> Option<Move> {
    // As small as the checker has them, so that none is out of range anywhere.
    let mut numbers = numbers.map(str::parse::<i8>);
    let mut next = || numbers.next()?.ok();
    let (x, y, direction, position) = (next()?, next()?, next()?, next()?);
    let direction = *Direction::ALL.get(usize::try_from(direction).ok()?)?;
    let position = u8::try_from(position).ok().filter(|&i| i < 5)?;
    let dot = Cell::new(x.into(), y.into());
    let start = dot.step(direction, -i16::from(position));
    Some(Move::new(Line::new(start, direction), position))
}
