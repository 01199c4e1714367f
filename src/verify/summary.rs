//! Compares a summary with what follows from the box files.

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::closure::{Closure, Shown, Sides, canonical, is_barred, shown, walk};
use super::{Facts, Reason};
use crate::claim::Setting;
use crate::conclusion::{BoxLine, Conclusion, LevelSummary, Scope, Summary, sentence, verdict};
use crate::engine::{Evidence, Objects, UpperBound};
use crate::results::{BoxFacts, Found, Inquiry};

/// What the box files show at one level of evidence.
struct Derived {
    closure: Closure,
    open: BTreeSet<Sides>,
    /// The largest bound when nothing is open.
    bound: Option<u32>,
}

/// Every part of the summary that does not follow from the box files.
pub(super) fn check(setting: Setting, facts: &Facts, said: &Summary) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if said.setting() != setting {
        let (found, folder) = (said.setting(), setting);
        return vec![Reason::Setting { found, folder }];
    }
    let claimed = derive(said, facts, Evidence::Claimed);
    let proven = derive(said, facts, Evidence::Proven);
    check_level("claimed", &said.claimed, &claimed, &mut reasons);
    check_level("proven", &said.proven, &proven, &mut reasons);
    check_lines(said, facts, &claimed, &mut reasons);
    let outside: BTreeSet<Sides> = said.outside.iter().map(|b| b.distances()).collect();
    compare(
        "boxes outside",
        &outside,
        &claimed.closure.outside,
        &mut reasons,
    );
    let conclusion = conclude(said, facts, [&claimed, &proven]);
    compare("conclusion", &said.conclusion, &conclusion, &mut reasons);
    compare(
        "sentence",
        &said.sentence,
        &words(said, facts),
        &mut reasons,
    );
    reasons
}

fn compare<T: PartialEq + Debug>(what: &str, said: &T, derived: &T, reasons: &mut Vec<Reason>) {
    if said != derived {
        reasons.push(Reason::Summary {
            what: what.to_owned(),
            said: format!("{said:?}"),
            derived: format!("{derived:?}"),
        });
    }
}

fn derive(said: &Summary, facts: &Facts, evidence: Evidence) -> Derived {
    let known = |b: Sides| Some(shown(facts.get(&b)?, said.objects, evidence));
    let speaks_of_games = said.objects == Objects::Games && !said.symmetric;
    let barred = |to: Sides, growth: Sides| {
        let facts = facts.get(&canonical(to));
        speaks_of_games && facts.is_some_and(|f| is_barred(f, to, growth))
    };
    let closure = walk(said.symmetric, said.max_box, known, barred);
    let shown_of = |b: &Sides| known(*b).unwrap_or(Shown::Nothing);
    let is_enough = |b: &Sides| match (shown_of(b), said.at_most) {
        (Shown::Nothing, _) => false,
        (Shown::AtMost(n), Some(wanted)) => n <= wanted,
        (Shown::AtMost(_), None) | (Shown::Empty, _) => true,
    };
    // A box without facts is never enough; the walk also calls boxes at the edge unknown.
    let endless: BTreeSet<Sides> = match said.max_box {
        Some(_) => BTreeSet::new(),
        None => closure.unknown.clone(),
    };
    let short = closure.met.keys().filter(|b| !is_enough(b)).copied();
    let open: BTreeSet<Sides> = short.chain(endless).collect();
    // For graphs, boxes that the walk misses count too, if they let the bound speak of all.
    let missed = missed_boxes(said, &closure);
    let covers_missed = missed.iter().all(is_enough);
    let extra = if covers_missed { missed } else { Vec::new() };
    let sizes = closure
        .met
        .keys()
        .copied()
        .chain(extra)
        .map(|b| match shown_of(&b) {
            Shown::AtMost(n) => n,
            Shown::Nothing | Shown::Empty => 0,
        });
    let bound = if open.is_empty() { sizes.max() } else { None };
    Derived {
        closure,
        open,
        bound,
    }
}

/// The boxes within the largest box that the walk does not meet, where graphs are asked about.
fn missed_boxes(said: &Summary, closure: &Closure) -> Vec<Sides> {
    let Some(max) = said.max_box.filter(|_| said.objects == Objects::Graphs) else {
        return Vec::new();
    };
    let [t, r, b, l] = max.distances();
    // The run does not list more boxes than this either; it then speaks of boxes met only.
    if [t, r, b, l]
        .iter()
        .map(|&d| u64::from(d) + 1)
        .product::<u64>()
        > 1_000_000
    {
        return Vec::new();
    }
    let mut boxes = BTreeSet::new();
    for top in 0..=t {
        for right in 0..=r {
            for bottom in 0..=b {
                for left in 0..=l {
                    if !said.symmetric || (top == bottom && right == left) {
                        boxes.insert(canonical([top, right, bottom, left]));
                    }
                }
            }
        }
    }
    boxes.retain(|b| !closure.met.contains_key(b));
    boxes.into_iter().collect()
}

fn check_level(name: &str, said: &LevelSummary, derived: &Derived, reasons: &mut Vec<Reason>) {
    compare(
        &format!("{name} bound"),
        &said.bound,
        &derived.bound,
        reasons,
    );
    let met = derived.closure.met.len();
    compare(&format!("boxes met, {name}"), &said.met, &met, reasons);
    let empty = derived.closure.empty.len();
    compare(
        &format!("empty boxes, {name}"),
        &said.empty,
        &empty,
        reasons,
    );
    let open: BTreeSet<Sides> = said.open.iter().map(|b| b.distances()).collect();
    compare(
        &format!("open boxes, {name}"),
        &open,
        &derived.open,
        reasons,
    );
}

fn check_lines(said: &Summary, facts: &Facts, claimed: &Derived, reasons: &mut Vec<Reason>) {
    let listed: BTreeSet<Sides> = said
        .boxes
        .iter()
        .map(|l| l.bounding_box.distances())
        .collect();
    let met: BTreeSet<Sides> = claimed.closure.met.keys().copied().collect();
    compare("boxes listed", &listed, &met, reasons);
    compare(
        "number of boxes listed",
        &said.boxes.len(),
        &met.len(),
        reasons,
    );
    for line in said
        .boxes
        .iter()
        .filter(|l| met.contains(&l.bounding_box.distances()))
    {
        check_line(said, line, facts, claimed, reasons);
    }
}

fn check_line(
    said: &Summary,
    line: &BoxLine,
    facts: &Facts,
    claimed: &Derived,
    reasons: &mut Vec<Reason>,
) {
    let sides = line.bounding_box.distances();
    let name = |part: &str| format!("box {}, {part}", line.bounding_box);
    let from: BTreeSet<Sides> = line.resized_from.iter().map(|b| b.distances()).collect();
    compare(
        &name("resized from"),
        &from,
        &claimed.closure.met[&sides],
        reasons,
    );
    compare(
        &name("open"),
        &line.open,
        &claimed.open.contains(&sides),
        reasons,
    );
    let Some(known) = facts.get(&sides) else {
        return;
    };
    check_effort(said, line, known, reasons);
    let evidences = [
        (Evidence::Claimed, line.claimed),
        (Evidence::Proven, line.proven),
    ];
    for (evidence, bound) in evidences {
        let stated = bound.map_or(Shown::Nothing, |b: UpperBound| Shown::of(sides, b));
        let derived = shown(known, said.objects, evidence);
        compare(
            &name(&format!("{evidence} bound")),
            &stated,
            &derived,
            reasons,
        );
    }
    let size = |found: &Option<Found>| found.as_ref().map(|f| f.moves.len() as u32);
    compare(
        &name("best graph"),
        &line.best_graph,
        &size(&known.best_graph),
        reasons,
    );
    compare(
        &name("best game"),
        &line.best_game,
        &size(&known.best_game),
        reasons,
    );
}

/// Sums the inquiries of a box again.
fn check_effort(said: &Summary, line: &BoxLine, known: &BoxFacts, reasons: &mut Vec<Reason>) {
    let name = |part: &str| format!("box {}, {part}", line.bounding_box);
    let asked = &known.inquiries;
    let nodes = asked
        .iter()
        .fold(0u64, |sum, i| sum.saturating_add(i.nodes));
    let evaluations = asked
        .iter()
        .fold(0u64, |sum, i| sum.saturating_add(i.evaluations));
    let seconds: f64 = asked
        .iter()
        .map(|i| i.core_seconds.unwrap_or(i.seconds))
        .sum();
    compare(&name("nodes"), &line.nodes, &nodes, reasons);
    compare(
        &name("evaluations"),
        &line.evaluations,
        &evaluations,
        reasons,
    );
    // The order of a sum of floating-point numbers must not matter.
    if (line.core_milliseconds as f64 - seconds * 1000.0).abs() > 1.0 {
        compare(
            &name("core time"),
            &line.core_milliseconds,
            &((seconds * 1000.0) as u64),
            reasons,
        );
    }
    let about = |i: &&Inquiry| {
        let more = said.at_most.and_then(|n| n.checked_add(1));
        more.is_some() && i.objects == said.objects && i.at_least == more && i.arrival.is_none()
    };
    let share = asked
        .iter()
        .filter(about)
        .filter_map(|i| i.explored)
        .next_back();
    let explored = share
        .filter(|_| line.open)
        .map(|share| (share * 1e6) as u32);
    compare(
        &name("explored"),
        &line.explored_millionths,
        &explored,
        reasons,
    );
}

fn conclude(said: &Summary, facts: &Facts, [claimed, proven]: [&Derived; 2]) -> Conclusion {
    let mut largest: Option<(u32, Sides)> = None;
    for sides in claimed.closure.met.keys().chain(proven.closure.met.keys()) {
        let found = facts.get(sides).and_then(|f| match said.objects {
            Objects::Graphs => f.best_graph.as_ref(),
            Objects::Games => f.best_game.as_ref(),
        });
        let Some(found) = found else { continue };
        let size = found.moves.len() as u32;
        let is_better = |(n, b): (u32, Sides)| size > n || (size == n && *sides < b);
        if largest.is_none_or(is_better) {
            largest = Some((size, *sides));
        }
    }
    if let (Some(wanted), Some((size, sides))) = (said.at_most, largest)
        && size > wanted
    {
        let bounding_box = sides.into();
        return Conclusion::Refuted { size, bounding_box };
    }
    let (bound, evidence) = match (claimed.bound, proven.bound) {
        (None, None) => return Conclusion::Open,
        (Some(claimed), Some(proven)) if claimed < proven => (claimed, Evidence::Claimed),
        (_, Some(proven)) => (proven, Evidence::Proven),
        (Some(claimed), None) => (claimed, Evidence::Claimed),
    };
    Conclusion::Bounded { bound, evidence }
}

/// The wording is the run's: only the numbers in it, checked above, could mislead.
fn words(said: &Summary, facts: &Facts) -> String {
    let facts = facts.iter().map(|(&b, f)| (b.into(), f.clone())).collect();
    let scope = Scope {
        setting: said.setting(),
        objects: said.objects,
        max_box: said.max_box,
        at_most: said.at_most,
    };
    sentence(&verdict(&facts, scope))
}
