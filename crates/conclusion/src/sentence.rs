//! The sentence (or two) at the end: what has been shown, and what has not.
//!
//! Promise: the words say no more than the [`Verdict`]; `proven` is written only when its
//! level of proofs alone has nothing open.

use std::collections::BTreeSet;

use super::verdict::{Conclusion, Level, Verdict};
use morpion_output::text::{count, some_of};
use morpion_proof::claim::{Evidence, Objects, Scope, Setting};
use morpion_rules::geometry::BoundingBox;

/// How many open boxes are named before the rest is only counted.
const NAMED_BOXES: usize = 8;

/// The verdict in words.
pub(crate) fn sentence(verdict: &Verdict) -> String {
    match verdict.conclusion {
        Conclusion::Bounded { bound, evidence } => bounded(verdict, bound, evidence),
        Conclusion::Refuted { size, bounding_box } => refuted(verdict, size, bounding_box),
        Conclusion::Open => open(verdict),
    }
}

fn bounded(verdict: &Verdict, bound: u32, evidence: Evidence) -> String {
    let scope = verdict.scope;
    let claim = claim(scope, verdict.level(evidence), bound);
    let words = match (evidence, verdict.proven.bound) {
        (Evidence::Proven, _) => "proven".to_owned(),
        (Evidence::Claimed, None) => "claimed by floating-point solvers, not proven".to_owned(),
        (Evidence::Claimed, Some(weaker)) => format!(
            "claimed by floating-point solvers; proven is only that none has more than {}",
            count(weaker, "move")
        ),
    };
    let rest = [best(verdict), unsettled(verdict), outside(verdict)].concat();
    format!("{claim}: {words}.{rest}")
}

fn unsettled(verdict: &Verdict) -> String {
    let boxes = &verdict.unsettled;
    match boxes.len() {
        0 => String::new(),
        1 => format!(" The maximum of 1 box is not settled: {}.", list(boxes)),
        n => format!(" The maxima of {n} boxes are not settled: {}.", list(boxes)),
    }
}

/// The statement that a bound holds, in words, without its evidence.
fn claim(scope: Scope, level: &Level, bound: u32) -> String {
    let (bound, what) = (count(bound, "move"), objects(scope, scope.objects));
    let within = within(scope);
    if scope.objects == Objects::Games || level.every_box {
        return format!("No {what}{within} has more than {bound}");
    }
    let met = count(level.walk.graph.node_count(), "box");
    let games = objects(scope, Objects::Games);
    format!(
        "No {what} that fits one of the {met} met has more than {bound}, \
         and every {games}{within} fits one of them"
    )
}

fn refuted(verdict: &Verdict, size: u32, bounding_box: BoundingBox) -> String {
    let scope = verdict.scope;
    let n = scope.at_most.unwrap_or(size);
    let what = objects(scope, scope.objects);
    let hint = match scope.objects {
        Objects::Graphs => " It need not be playable: ask about games with --objects games.",
        Objects::Games => "",
    };
    format!(
        "Refuted: box {bounding_box} fits a {what} with {}, so `at most {n}` does not hold.{hint}",
        count(size, "move")
    )
}

fn open(verdict: &Verdict) -> String {
    let scope = verdict.scope;
    let level = &verdict.claimed;
    let mut what = objects(scope, scope.objects);
    if scope.objects == Objects::Graphs && scope.max_box.is_none() {
        // The walk meets the boxes of games; it could not speak of all graphs.
        what.push_str(" in a box that games may reach");
    }
    let goal = match scope.at_most {
        Some(n) => format!(
            "that no {what}{} has more than {}",
            within(scope),
            count(n, "move")
        ),
        None => format!("any bound on every {what}{}", within(scope)),
    };
    let met = count(level.walk.graph.node_count(), "box");
    let verb = if level.open.len() == 1 { "is" } else { "are" };
    format!(
        "Not shown: {goal}. Of the {met} met, {} {verb} open: {}.{}{}{}",
        level.open.len(),
        list(&level.open),
        explored(verdict),
        best(verdict),
        outside(verdict)
    )
}

/// How far the searches of open boxes have come.
fn explored(verdict: &Verdict) -> String {
    if verdict.explored.is_empty() {
        return String::new();
    }
    let shares = verdict.explored.iter();
    let shares = shares.map(|(b, &share)| format!("{b} {}", percent(share)));
    format!(" Explored so far: {}.", some_of(shares, NAMED_BOXES, ", "))
}

/// Millionths as a percentage with two decimals, rounded down.
pub(crate) fn percent(millionths: u32) -> String {
    format!("{}.{:02} %", millionths / 10_000, millionths % 10_000 / 100)
}

fn best(verdict: &Verdict) -> String {
    let what = verdict.scope.objects.singular();
    match verdict.best {
        None => format!(" No {what} is listed."),
        Some((size, bounding_box)) if verdict.is_tight() => {
            let size = count(size, "move");
            format!(" A {what} of {size}, listed for box {bounding_box}, meets the bound.")
        }
        Some((size, bounding_box)) => {
            let size = count(size, "move");
            format!(" The largest {what} listed has {size}, in box {bounding_box}.")
        }
    }
}

fn outside(verdict: &Verdict) -> String {
    match (verdict.scope.max_box, verdict.claimed.walk.outside.len()) {
        (Some(max), n) if n > 0 => {
            let verb = if n == 1 { "was" } else { "were" };
            let boxes = count(n, "neighbouring box");
            format!(" Outside {max}, {boxes} {verb} not looked at.")
        }
        _ => String::new(),
    }
}

fn objects(scope: Scope, objects: Objects) -> String {
    let Setting { variant, symmetric } = scope.setting;
    let kind = if symmetric { "point-symmetric " } else { "" };
    format!("{kind}{} of Morpion {variant}", objects.singular())
}

fn within(scope: Scope) -> String {
    scope.max_box.map_or_else(String::new, |max| {
        format!(" whose bounding box lies within {max}")
    })
}

/// The names of the first few boxes, and how many more there are.
fn list(boxes: &BTreeSet<BoundingBox>) -> String {
    some_of(boxes, NAMED_BOXES, " ")
}
