//! Pictures of the walk: which box leads to which, coloured by the evidence for the bound on each.
//!
//! A row holds the boxes whose distances have the same sum, so every line leads downwards by one row or two.

use std::collections::BTreeMap;
use std::fmt::Write;

use petgraph::Direction::Incoming;

use super::verdict::Verdict;
use morpion_proof::claim::{Evidence, UpperBound};
use morpion_results::Facts;
use morpion_rules::geometry::BoundingBox;

/// Size of a box's field, and the room between two fields, in pixels.
const WIDTH: f64 = 66.0;
const HEIGHT: f64 = 30.0;
const GAP: f64 = 10.0;
/// The distance from one row to the next, in pixels.
const ROW: f64 = 78.0;
/// The width of an entry of the legend, in pixels.
const LEGEND: f64 = 180.0;
/// The height above the first row, in pixels.
const HEAD: f64 = 44.0;

/// The state of a box, which its colour shows: the evidence for its bound, or that it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Empty,
    Proven,
    Claimed,
    Open,
}

impl Standing {
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Proven, "#bfe3c7", "bound proven"),
        (Self::Empty, "#d9d9d9", "proven to hold nothing"),
        (Self::Claimed, "#f7e2a0", "claimed"),
        (Self::Open, "#f3b4ae", "open"),
    ];

    fn of(verdict: &Verdict, facts: &Facts, bounding_box: BoundingBox) -> Self {
        let objects = verdict.scope.objects;
        let bound = |evidence| facts.get(&bounding_box)?.bound(objects, evidence);
        match (bound(Evidence::Proven), bound(Evidence::Claimed)) {
            _ if verdict.claimed.open.contains(&bounding_box) => Self::Open,
            (Some(UpperBound::Empty), _) => Self::Empty,
            (Some(_), _) if !verdict.proven.open.contains(&bounding_box) => Self::Proven,
            (_, Some(_)) => Self::Claimed,
            _ => Self::Open,
        }
    }

    fn colour(self) -> &'static str {
        let entry = Self::ALL.iter().find(|(standing, ..)| *standing == self);
        entry.map_or("white", |(_, colour, _)| colour)
    }
}

/// A bound and the longest object known, as a field has room for them: `≤ 82, has 78`.
fn words(verdict: &Verdict, facts: &Facts, bounding_box: BoundingBox) -> String {
    let objects = verdict.scope.objects;
    let known = facts.get(&bounding_box);
    let bound = known.and_then(|k| k.bound(objects, Evidence::Claimed));
    let best = known.and_then(|k| k.best(objects));
    let best = best.map_or(String::new(), |n| format!(", has {n}"));
    match bound {
        None => format!("?{best}"),
        Some(UpperBound::Empty) => "none".to_owned(),
        Some(UpperBound::AtMost(n)) => format!("≤ {n}{best}"),
    }
}

/// The walk over the boxes as an SVG picture.
pub fn svg(verdict: &Verdict, facts: &Facts) -> String {
    let places = places(verdict);
    let right = places.values().map(|p| p.0).fold(4.0 * LEGEND, f64::max) + WIDTH / 2.0 + GAP;
    let foot = places.values().map(|p| p.1).fold(0.0, f64::max) + HEIGHT / 2.0 + GAP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {right:.0} {foot:.0}\" width=\"{right:.0}\" height=\"{foot:.0}\" \
         font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fffdf9\"/>\n"
    );
    legend(&mut svg);
    for (from, to, ()) in verdict.claimed.walk.graph.all_edges() {
        let ((x, y), (u, v)) = (places[&from], places[&to]);
        let (y, v) = (y + HEIGHT / 2.0, v - HEIGHT / 2.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{u:.1}\" y2=\"{v:.1}\" stroke=\"#a39d8f\" stroke-opacity=\"0.55\"/>"
        );
    }
    for (&bounding_box, &(x, y)) in &places {
        let colour = Standing::of(verdict, facts, bounding_box).colour();
        let words = words(verdict, facts, bounding_box);
        field(
            &mut svg,
            (x, y),
            colour,
            [&bounding_box.to_string(), &words],
        );
    }
    svg + "</svg>\n"
}

fn legend(svg: &mut String) {
    for ((_, colour, words), i) in Standing::ALL.into_iter().zip(0u8..) {
        let x = GAP + LEGEND * f64::from(i);
        let (top, middle) = (GAP, GAP + 15.0);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{top}\" width=\"20\" height=\"20\" rx=\"4\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{middle}\" text-anchor=\"start\" font-size=\"12\" fill=\"#26262e\">{words}</text>",
            x + 26.0
        );
    }
}

fn field(svg: &mut String, (x, y): (f64, f64), colour: &str, [name, words]: [&str; 2]) {
    let (left, top) = (x - WIDTH / 2.0, y - HEIGHT / 2.0);
    let _ = writeln!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"5\" fill=\"{colour}\" stroke=\"#26262e\" stroke-width=\"0.5\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\">{name}</text><text x=\"{x:.1}\" y=\"{:.1}\" fill=\"#56524a\" font-size=\"9\">{words}</text>",
        y - 3.0,
        y + 10.0
    );
}

/// The middle of each box's field. Within a row, boxes are sorted by the mean position of the boxes that they were resized from, so
/// that few lines cross.
fn places(verdict: &Verdict) -> BTreeMap<BoundingBox, (f64, f64)> {
    let graph = &verdict.claimed.walk.graph;
    let mut rows: BTreeMap<u32, Vec<BoundingBox>> = BTreeMap::new();
    for bounding_box in graph.nodes() {
        let (sum, bounding_box) = bounding_box.by_size();
        rows.entry(sum).or_default().push(bounding_box);
    }
    let widest = rows.values().map(Vec::len).max().unwrap_or(1) as f64;
    let middle = GAP + widest * (WIDTH + GAP) / 2.0;
    let mut places: BTreeMap<BoundingBox, (f64, f64)> = BTreeMap::new();
    for (n, mut row) in rows.into_values().enumerate() {
        let origin = |b: BoundingBox| {
            let from: Vec<f64> = graph
                .neighbors_directed(b, Incoming)
                .filter_map(|a| Some(places.get(&a)?.0))
                .collect();
            from.iter().sum::<f64>() / from.len().max(1) as f64
        };
        row.sort_by(|&a, &b| origin(a).total_cmp(&origin(b)).then(a.cmp(&b)));
        let y = HEAD + HEIGHT / 2.0 + ROW * n as f64;
        let left = middle - (row.len() - 1) as f64 * (WIDTH + GAP) / 2.0;
        let placed = row.into_iter().enumerate();
        let placed: Vec<_> = placed
            .map(|(i, b)| (b, (left + i as f64 * (WIDTH + GAP), y)))
            .collect();
        places.extend(placed);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict;
    use morpion_proof::claim::{Scope, Setting};
    use morpion_results::BoxFacts;
    use morpion_rules::geometry::Variant;

    fn nothing_known() -> (Verdict, Facts) {
        let start = Setting::START;
        let facts = Facts::from([(start, BoxFacts::new(start))]);
        let scope = Scope::all_games(Setting::of(Variant::D5));
        (verdict(&facts, scope), facts)
    }

    #[test]
    fn every_box_and_every_step_is_drawn_once() {
        let (verdict, facts) = nothing_known();
        let graph = &verdict.claimed.walk.graph;
        let svg = svg(&verdict, &facts);
        assert_eq!(svg.matches("<line").count(), graph.edge_count());
        for bounding_box in graph.nodes() {
            assert_eq!(svg.matches(&format!(">{bounding_box}<")).count(), 1);
        }
        let open = Standing::Open.colour();
        let in_legend = 1;
        assert_eq!(svg.matches(open).count(), graph.node_count() + in_legend);
    }

    #[test]
    fn fields_of_a_row_do_not_overlap() {
        let (verdict, _) = nothing_known();
        let places = places(&verdict);
        let apart = |a: &(f64, f64), b: &(f64, f64)| {
            (a.0 - b.0).abs() > WIDTH || (a.1 - b.1).abs() > HEIGHT
        };
        let all: Vec<_> = places.values().collect();
        for (i, a) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|b| apart(a, b)));
        }
    }
}
