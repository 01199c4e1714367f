//! `morpion compare`: our bounds beside the best games and graphs known.

use std::path::Path;

use serde::Serialize;

use super::shared::options::{Games, Json, Results};
use super::shared::output::tell;
use morpion_conclusion::{Bound, BoxRow, Comparison, compare, or_dash, short, survey};
use morpion_output::text::align;
use morpion_proof::claim::Setting;
use morpion_results::{Facts, Whole, read_folder};
use morpion_rules::geometry::Variant;
use morpion_rules::record::{Game, known_games};
use morpion_search::running::found_games;

/// Compare our bounds with the best games and graphs known.
///
/// The first table has every variant as a whole: the longest game known from records or results; the longest game that our own searches
/// have found from nothing (not by going on from a game); our bound on all games; the gap between the two; and, apart from them, the
/// bounds that others have published. Our bound is proven or claimed when no box is open, proven by a certificate about octagons, or
/// counted when every position was; else it says `none yet`. The second table has every box with results, for 5D with the size that the
/// paper of 2016 gives for its largest graph. Bounds are shown as the results state them: no certificate is repeated. Exit code 0.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this variant: 5D, 5T, 4D or 4T.
    #[arg(long)]
    variant: Option<Variant>,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    json: Json,
}

pub(super) fn run(args: Args) -> anyhow::Result<()> {
    let found = found_games(&args.games.games)?;
    // Of equally long games the last one is named: the records.
    let games = [&found[..], &known_games()].concat();
    let comparisons: Vec<Line> = read_results(&args, &games)?
        .into_iter()
        .map(|comparison| Line {
            found_here: longest(comparison.setting, &found),
            comparison,
        })
        .collect();
    tell(args.json, &json(&comparisons), || text(&comparisons))
}

/// One variant: what is known of it, and our own longest game.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    comparison: Comparison,
    found_here: Option<u32>,
}

/// The longest of our games of the setting that was found from nothing.
fn longest(setting: Setting, found: &[Game]) -> Option<u32> {
    let own = found.iter().filter(|game| game.is_own());
    let own: Vec<Game> = own.cloned().collect();
    compare(setting, &Facts::new(), &Whole::default(), &own).best_game
}

/// One folder, or all of them.
fn read_results(args: &Args, games: &[Game]) -> anyhow::Result<Vec<Comparison>> {
    let Some(folder) = args.results.named() else {
        return Ok(survey(Path::new("results"), games, args.variant)?);
    };
    let (setting, facts) = read_folder(folder)?;
    let wanted = args.variant.unwrap_or(setting.variant);
    anyhow::ensure!(
        wanted == setting.variant,
        "{} holds results about {setting}, not about {wanted}: leave --variant out or name another folder",
        folder.display()
    );
    let whole = Whole::read(folder, setting)?;
    Ok(vec![compare(setting, &facts, &whole, games)])
}

fn json(comparisons: &[Line]) -> serde_json::Value {
    serde_json::json!({
        "format": "morpion-compare",
        "version": 3,
        "certificates_repeated": false,
        "variants": comparisons,
    })
}

fn text(lines: &[Line]) -> String {
    let header = [
        "variant",
        "longest game known",
        "found here",
        "our bound",
        "gap",
        "published by others",
    ];
    let mut text = align(header, lines.iter().map(overall_row), &[false; 6]);
    let comparisons = lines.iter().map(|line| &line.comparison);
    for comparison in comparisons.filter(|c| !c.boxes.is_empty()) {
        text.push_str(&boxes_text(comparison));
    }
    if lines.iter().any(|line| has_proofs(&line.comparison)) {
        text.push_str("\n\"Proven\" as the results state it; `morpion-check FOLDER/certificates` repeats the proofs.\n");
    }
    text
}

fn has_proofs(comparison: &Comparison) -> bool {
    let is_proven =
        |b: &BoxRow| b.graphs.proven.is_some() || b.games.proven.is_some() || b.never_reached;
    comparison.boxes.iter().any(is_proven)
}

fn overall_row(line: &Line) -> [String; 6] {
    let comparison = &line.comparison;
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
        number(line.found_here),
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

fn number(n: Option<u32>) -> String {
    or_dash(n, |n| n.to_string())
}

fn boxes_text(comparison: &Comparison) -> String {
    let has_paper = comparison.boxes.iter().any(|b| b.paper.is_some())
        || comparison.paper_boxes_without_results > 0;
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
    if has_paper && comparison.paper_boxes_without_results > 0 {
        let n = comparison.paper_boxes_without_results;
        text.push_str(&format!(
            "{n} of the boxes in the table of 2016 have no results yet.\n"
        ));
    }
    text
}

fn box_row(line: &BoxRow) -> [String; 7] {
    [
        line.bounding_box.to_string(),
        number(line.best_graph),
        number(line.best_game),
        bounds(line.graphs),
        if line.never_reached {
            "never reached, proven".to_owned()
        } else {
            bounds(line.games)
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
