//! `morpion compare`: our bounds beside the best games and graphs known.

use std::path::Path;

use super::shared::{Games, Json, Results, tell};
use morpion_conclusion::{Comparison, compare, survey, text};
use morpion_results::{Whole, read_folder};
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
    // Of equally long games the last one is named, so the records come last.
    let games = [&found[..], &known_games()].concat();
    let comparisons = read_results(&args, &games)?;
    let json = serde_json::json!({
        "format": "morpion-compare",
        "version": 3,
        "certificates_repeated": false,
        "variants": comparisons,
    });
    tell(args.json, &json, || text(&comparisons))
}

/// Reads the results of one folder, or of all.
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
