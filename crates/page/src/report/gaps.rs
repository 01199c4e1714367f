//! Sentences about what is not proven, made from the same figures as everything else.

use serde::Serialize;

use super::TheoremFile;
use super::boxes::{BoxReport, Fate};
use super::overall::Overall;
use morpion_conclusion::Landscape;
use morpion_output::text::count;
use morpion_proof::engine::UpperBound;
use morpion_rules::geometry::BoundingBox;

/// Something that is not proven.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gap {
    /// Its description, in a sentence or two.
    pub text: String,
    /// The boxes it is about, if it is about some.
    pub boxes: Vec<BoundingBox>,
}

/// Everything that the results leave open.
pub(super) fn gaps(
    overall: &Overall,
    theorem: Option<&TheoremFile>,
    boxes: &[BoxReport],
) -> Vec<Gap> {
    let all = [
        open(overall, boxes),
        theorem_file(overall, theorem),
        claims(boxes),
        maxima(boxes),
        graphs(boxes),
    ];
    all.into_iter().flatten().collect()
}

/// Boxes that fulfil a condition.
fn which(boxes: &[BoxReport], condition: impl Fn(&BoxReport) -> bool) -> Vec<BoundingBox> {
    let chosen = boxes.iter().filter(|b| condition(b));
    chosen.map(|b| b.row.bounding_box).collect()
}

fn open(overall: &Overall, boxes: &[BoxReport]) -> Option<Gap> {
    if overall.proven.is_some() {
        return None;
    }
    let boxes = which(boxes, |b| b.fate == Fate::Open);
    let without = match boxes.len() {
        0 => String::new(),
        _ => format!(" No bound stands for {}.", count(boxes.len(), "box")),
    };
    let text = format!(
        "No bound on all games is proven: the walk over the boxes is not complete.{without}"
    );
    Some(Gap { text, boxes })
}

fn theorem_file(overall: &Overall, theorem: Option<&TheoremFile>) -> Option<Gap> {
    let bound = overall.proven?;
    let text = match theorem {
        None => "There is no theorem file, by which the checker could verify the whole without \
                 the program that made it."
            .to_owned(),
        Some(t) if !t.missing.is_empty() => format!(
            "The theorem file lists files that are not there: {}.",
            listed(&t.missing)
        ),
        Some(t) if t.conclusion.is_none() => {
            "The theorem file does not list every box that is needed.".to_owned()
        }
        Some(t) if t.at_most != Some(bound.into()) => match t.at_most {
            Some(n) => format!("The theorem file says {n} where the box files say {bound}."),
            None => "The theorem file speaks of single boxes only.".to_owned(),
        },
        Some(_) => return None,
    };
    let boxes = Vec::new();
    Some(Gap { text, boxes })
}

/// A few names, and how many more.
fn listed(names: &[String]) -> String {
    const NAMED: usize = 5;
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    names[..names.len().min(NAMED)].join(", ") + &more
}

fn claims(boxes: &[BoxReport]) -> Option<Gap> {
    let boxes = which(boxes, |b| {
        b.row.games.claimed.is_some() || b.row.graphs.claimed.is_some()
    });
    let text = format!(
        "For {} the strongest bound is claimed by a floating-point solver, not proven.",
        count(boxes.len(), "box")
    );
    (!boxes.is_empty()).then_some(Gap { text, boxes })
}

/// Boxes whose longest game is not known.
fn maxima(boxes: &[BoxReport]) -> Option<Gap> {
    let landscape = Landscape::of(boxes.iter().map(|b| &b.row));
    let open = which(boxes, |b| match (b.fate, b.row.games.proven) {
        (Fate::Proven, Some(UpperBound::AtMost(n))) => b.row.best_game.is_none_or(|size| size < n),
        _ => false,
    });
    let text = format!(
        "How long the longest game of {} is: the longest one known there is shorter than the bound. \
         A bound on all games does not need to know. Of {landscape}.",
        count(open.len(), "box")
    );
    (!open.is_empty()).then_some(Gap { text, boxes: open })
}

/// The sizes in the table of 2016 that are not proven here as bounds on the graphs of their boxes.
fn graphs(boxes: &[BoxReport]) -> Option<Gap> {
    let is_proven = |bound: UpperBound, size: u32| bound.refutes(size.saturating_add(1));
    let boxes = which(boxes, |b| match (b.row.paper, b.row.graphs.proven) {
        (Some(size), Some(bound)) => !is_proven(bound, size),
        (Some(_), None) => true,
        (None, _) => false,
    });
    let text = format!(
        "That {} of the table of 2016 have no larger graph than it gives. A graph need not be playable; \
         what is proven here speaks of games.",
        count(boxes.len(), "box")
    );
    (!boxes.is_empty()).then_some(Gap { text, boxes })
}
