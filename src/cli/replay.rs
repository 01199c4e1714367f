//! `morpion replay`: are these files games, and what games are they?

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::shared::{GAME_HELP, Json, Outcome, Reading, path_as_text, tell};
use morpion_output::text::{align, colour};
use morpion_rules::game::graph::up_to_symmetry;
use morpion_rules::geometry::{BoundingBox, Move, Variant};
use morpion_rules::record::{self, DrawingFault, LoadError, Order, Position, Record, ReplayError};

/// Replay games by the rules: the size and the box of each, or the first illegal move.
///
/// For several games, also say which are the same, in another order, turned or mirrored.
///
/// Cells are written in the frame in which x grows right, y grows down and the cross
/// fills (0,0) to (9,9), or (0,0) to (6,6) for lines of four.
///
/// Exit code: 0 when all are games, 1 when one is not, 2 when a file cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", help = GAME_HELP, required = true)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    json: Json,
}

/// The report on a legal game.
#[derive(Debug, Serialize)]
struct Summary {
    legal: bool,
    variant: Variant,
    /// The variant that the file declares or its lines show; Pentasol files mostly do neither.
    declared: Option<Variant>,
    /// Whether the order of play was found, the file having none.
    reordered: bool,
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
    /// The earlier of several games that has the same moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<Same>,
    /// Its moves, in order of play.
    #[serde(skip)]
    game: Vec<Move>,
}

/// The report on an illegal game.
#[derive(Debug, Serialize)]
struct Refusal {
    legal: bool,
    /// The first illegal move, from 1.
    r#move: Option<usize>,
    reason: String,
}

/// An earlier game that a game equals, and how they differ.
#[derive(Clone, Debug, Serialize)]
struct Same {
    #[serde(serialize_with = "path_as_text")]
    file: PathBuf,
    /// Whether the game must be turned or mirrored to equal it.
    turned: bool,
    /// Whether its moves come in another order.
    reordered: bool,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Replayed {
    Game(Box<Summary>),
    None(Refusal),
}

/// One of several games.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(serialize_with = "path_as_text")]
    file: &'a Path,
    #[serde(flatten)]
    replayed: Replayed,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let judge = |path: &PathBuf| judge(args.reading, path);
    let mut replayed: Vec<Replayed> = args.games.iter().map(judge).collect::<Result<_, _>>()?;
    let are_games = replayed.iter().all(|v| matches!(v, Replayed::Game(_)));
    if let [replayed] = &replayed[..] {
        tell(args.json, replayed, || in_words(replayed, args.reading))?;
    } else {
        find_same(&args.games, &mut replayed);
        let lines = args.games.iter().zip(replayed);
        let lines: Vec<Line<'_>> = lines
            .map(|(file, replayed)| Line { file, replayed })
            .collect();
        tell(args.json, &lines, || table(&lines))?;
    }
    Ok(Outcome::of(are_games))
}

/// Errors are the user's mistakes, not the game's.
fn judge(reading: Reading, path: &Path) -> anyhow::Result<Replayed> {
    let record = match reading.load(path) {
        Ok(record) => record,
        Err(error) => {
            let reason = refuted(&error).ok_or(error)?;
            return Ok(Replayed::refuse(None, reason));
        }
    };
    match record::replay(&record, reading.variant) {
        Ok(position) => Ok(Replayed::Game(Box::new(summarise(&record, &position)))),
        Err(error @ ReplayError::LineLength { .. }) => Err(error.into()),
        Err(error) => Ok(Replayed::refuse(error.move_number(), error.to_string())),
    }
}

/// The reason why a file that was understood is no game; `None` if it was not understood.
fn refuted(error: &anyhow::Error) -> Option<String> {
    if let Some(LoadError::Record { source, .. }) = error.downcast_ref() {
        return source.is_refuted().then(|| source.to_string());
    }
    let fault: &DrawingFault = error.downcast_ref()?;
    (!fault.is_unreadable()).then(|| fault.to_string())
}

impl Replayed {
    const fn refuse(r#move: Option<usize>, reason: String) -> Self {
        Self::None(Refusal {
            legal: false,
            r#move,
            reason,
        })
    }
}

fn summarise(record: &Record, position: &Position) -> Summary {
    let bounding_box = position.bounding_box();
    let metadata = record.metadata.clone();
    Summary {
        legal: true,
        variant: position.variant(),
        declared: record.variant,
        reordered: record.order == Order::Found,
        moves: position.moves().len(),
        bounding_box,
        canonical_box: bounding_box.canonical(),
        unused_slots: position.unused_slots(),
        legal_moves_left: position.legal_moves().len(),
        description: metadata.description,
        author: metadata.author,
        source: metadata.source,
        same_as: None,
        game: position.moves().to_vec(),
    }
}

/// Notes for every game which earlier one it equals.
fn find_same(files: &[PathBuf], replayed: &mut [Replayed]) {
    let mut seen: Vec<(Vec<Move>, Vec<Move>, &PathBuf)> = Vec::new();
    for (file, replayed) in files.iter().zip(replayed) {
        let Replayed::Game(summary) = replayed else {
            continue;
        };
        let game = &summary.game;
        let class = up_to_symmetry(summary.variant, game);
        match seen.iter().find(|(other, ..)| *other == class) {
            Some((_, first, path)) => {
                let turned = sorted(first) != sorted(game);
                summary.same_as = Some(Same {
                    file: path.to_path_buf(),
                    turned,
                    reordered: !turned && first != game,
                });
            }
            None => seen.push((class, game.clone(), file)),
        }
    }
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

fn table(lines: &[Line<'_>]) -> String {
    let header = ["game", "variant", "moves", "box", ""];
    let rows = lines.iter().map(|line| {
        let file = line.file.display().to_string();
        let [variant, moves, bounding_box, remark] = match &line.replayed {
            Replayed::None(refusal) => {
                let reason = colour::bad(&refusal.reason);
                ["-".to_owned(), "-".to_owned(), "-".to_owned(), reason]
            }
            Replayed::Game(game) => [
                game.variant.to_string(),
                game.moves.to_string(),
                game.bounding_box.to_string(),
                game.same_as.as_ref().map(Same::words).unwrap_or_default(),
            ],
        };
        [file, variant, moves, bounding_box, remark]
    });
    align(header, rows, &[false, false, true, false, false])
}

impl Same {
    fn words(&self) -> String {
        let how = match (self.turned, self.reordered) {
            (true, _) => ", turned or mirrored",
            (false, true) => ", in another order",
            (false, false) => "",
        };
        format!("the moves of {}{how}", self.file.display())
    }
}

fn in_words(replayed: &Replayed, reading: Reading) -> String {
    let summary = match replayed {
        Replayed::Game(summary) => summary,
        Replayed::None(refusal) => return colour::bad(&refusal.reason),
    };
    let how = match (reading.variant, summary.declared, summary.variant) {
        (Some(_), _, _) => "as chosen",
        _ if summary.reordered => "an order of play was found",
        (None, Some(_), _) => "as the file has it",
        (None, None, Variant::D5) => "the file names no variant; legal in 5T as well",
        (None, None, _) => "the file names no variant; not legal in 5D",
    };
    let mut lines = vec![
        colour::good(format_args!("legal game of {} ({how})", summary.variant)),
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
