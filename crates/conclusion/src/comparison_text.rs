//! Comparisons in words.

use super::compare::Comparison;
use super::row::{Bound, BoxRow};
use super::table::{number, short};
use morpion_output::text::align;

/// The comparisons as text: a table of the settings, and for each setting with results a table of its boxes.
pub fn text(comparisons: &[Comparison]) -> String {
    let header = [
        "variant",
        "longest game known",
        "found here",
        "our bound",
        "gap",
        "published by others",
    ];
    let mut text = align(header, comparisons.iter().map(overall_row), &[false; 6]);
    for comparison in comparisons.iter().filter(|c| !c.boxes.is_empty()) {
        text += &boxes_text(comparison);
    }
    if comparisons.iter().any(has_proofs) {
        text += "\n\"Proven\" as the results state it; `morpion-check FOLDER/certificates` repeats the proofs.\n";
    }
    text
}

fn has_proofs(comparison: &Comparison) -> bool {
    let is_proven =
        |b: &BoxRow| b.graphs.proven.is_some() || b.games.proven.is_some() || b.never_reached;
    comparison.boxes.iter().any(is_proven)
}

fn overall_row(comparison: &Comparison) -> [String; 6] {
    let best = match (comparison.best_game, &comparison.best_game_from) {
        (Some(n), Some(from)) => format!("{n} ({from})"),
        _ => "-".to_owned(),
    };
    let bounds = comparison.published.iter();
    let bounds = bounds.map(|p| format!("{} ({})", p.moves, p.year));
    let game = comparison.published_game.iter();
    let game = game.map(|p| format!("a game of {} ({})", p.moves, p.year));
    let published: Vec<String> = bounds.chain(game).collect();
    [
        comparison.setting.to_string(),
        best,
        number(comparison.found_here),
        our_bound(comparison),
        number(comparison.gap),
        match published[..] {
            [] => "-".to_owned(),
            _ => published.join(", "),
        },
    ]
}

fn our_bound(comparison: &Comparison) -> String {
    let told = comparison.bounds.iter().map(|b| {
        let whose = if b.of_all { " of all games" } else { "" };
        format!("{} {}{whose}", b.moves, b.evidence)
    });
    let told: Vec<String> = told.collect();
    match (told.is_empty(), comparison.counted_to) {
        (false, _) => told.join(", "),
        (true, Some(n)) => format!("none yet (counted to {n} moves)"),
        (true, None) => "none yet".to_owned(),
    }
}

fn boxes_text(comparison: &Comparison) -> String {
    let header = [
        "box",
        "best graph",
        "best game",
        "bound on graphs",
        "bound on games",
        "gap",
        "paper",
    ];
    let right = [false, true, true, false, false, true, true];
    let rows = align(header, comparison.boxes.iter().map(box_row), &right);
    let (setting, landscape) = (comparison.setting, comparison.landscape);
    let mut text = format!("\n{setting} by box\n{rows}{landscape}.\n");
    let missing = comparison.paper_boxes_without_results;
    if missing > 0 {
        text += &format!("{missing} of the boxes in the table of 2016 have no results yet.\n");
    }
    text
}

fn box_row(line: &BoxRow) -> [String; 7] {
    [
        line.bounding_box.to_string(),
        number(line.best_graph),
        number(line.best_game),
        bounds(line.graphs),
        match line.never_reached {
            true => "never reached, proven".to_owned(),
            false => bounds(line.games),
        },
        number(line.gap),
        number(line.paper),
    ]
}

/// The strongest bound with its evidence, and a weaker proven one beside a claimed one.
fn bounds(bound: Bound) -> String {
    let claimed = bound.claimed.map(|n| format!("{} claimed", short(n)));
    let proven = bound.proven.map(|n| format!("{} proven", short(n)));
    match (claimed, proven) {
        (Some(claimed), Some(proven)) => format!("{claimed}, {proven}"),
        (one, other) => one.or(other).unwrap_or_else(|| "-".to_owned()),
    }
}
