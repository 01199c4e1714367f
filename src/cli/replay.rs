//! `morpion replay`: is this file a game, and what game is it?

use std::path::PathBuf;

use serde::Serialize;

use super::shared::options::{Json, RulesOfFile};
use super::shared::output::print;
use super::{GAME_HELP, Outcome};
use crate::geometry::{BoundingBox, Variant};
use crate::record::{self, Position, Record, ReplayError};

/// Replay a game by the rules: its size and its box, or the first illegal move.
///
/// Cells are written in the frame in which x grows right, y grows down and the cross
/// fills (0,0) to (9,9), or (0,0) to (6,6) for lines of four.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", help = GAME_HELP)]
    game: PathBuf,
    #[command(flatten)]
    rules: RulesOfFile,
    #[command(flatten)]
    json: Json,
}

/// What there is to say about a legal game.
#[derive(Debug, Serialize)]
struct Summary {
    legal: bool,
    variant: Variant,
    /// The variant the file declares; Pentasol files declare none.
    declared: Option<Variant>,
    moves: usize,
    #[serde(rename = "box")]
    bounding_box: BoundingBox,
    canonical_box: BoundingBox,
    /// Only for the disjoint variants.
    unused_slots: Option<usize>,
    legal_moves_left: usize,
    description: Option<String>,
    author: Option<String>,
    source: Option<String>,
}

/// What there is to say about an illegal one.
#[derive(Debug, Serialize)]
struct Refusal {
    legal: bool,
    /// The first illegal move, from 1.
    r#move: Option<usize>,
    reason: String,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let record = record::load(&args.game)?;
    match record::replay(&record, args.rules.variant) {
        Ok(position) => {
            let summary = summarise(&record, &position);
            print(&match args.json.json {
                true => serde_json::to_string_pretty(&summary)?,
                false => in_words(&summary, args.rules.variant),
            })?;
            Ok(Outcome::Done)
        }
        // The user's mistake, not the game's.
        Err(error @ ReplayError::LineLength { .. }) => Err(error.into()),
        Err(error) => {
            let refusal = Refusal {
                legal: false,
                r#move: error.move_number(),
                reason: error.to_string(),
            };
            print(&match args.json.json {
                true => serde_json::to_string_pretty(&refusal)?,
                false => refusal.reason,
            })?;
            Ok(Outcome::NotShown)
        }
    }
}

fn summarise(record: &Record, position: &Position) -> Summary {
    let bounding_box = position.bounding_box();
    let metadata = record.metadata.clone();
    Summary {
        legal: true,
        variant: position.variant(),
        declared: record.variant,
        moves: position.moves().len(),
        bounding_box,
        canonical_box: bounding_box.canonical(),
        unused_slots: position.unused_slots(),
        legal_moves_left: position.legal_moves().len(),
        description: metadata.description,
        author: metadata.author,
        source: metadata.source,
    }
}

fn in_words(summary: &Summary, chosen: Option<Variant>) -> String {
    let how = match (chosen, summary.declared, summary.variant) {
        (Some(_), _, _) => "as chosen",
        (None, Some(_), _) => "as the file declares",
        (None, None, Variant::D5) => "the file names no variant; legal in 5T as well",
        (None, None, _) => "the file names no variant; not legal in 5D",
    };
    let mut lines = vec![
        format!("legal game of {} ({how})", summary.variant),
        format!("moves            {}", summary.moves),
        format!(
            "box              {}, canonical form {}",
            summary.bounding_box, summary.canonical_box
        ),
    ];
    if let Some(slots) = summary.unused_slots {
        lines.push(format!("unused slots     {slots}"));
    }
    lines.push(match summary.legal_moves_left {
        0 => "legal moves left none".to_owned(),
        n => format!("legal moves left {n}"),
    });
    let notes = [&summary.description, &summary.author, &summary.source];
    let names = ["description", "author", "source"];
    for (name, note) in names.into_iter().zip(notes) {
        for line in note.iter().flat_map(|n| n.lines()) {
            let line = line.replace(char::is_control, " ");
            lines.push(format!("{name:<16} {line}"));
        }
    }
    lines.join("\n")
}
