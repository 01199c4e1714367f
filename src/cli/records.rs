//! `morpion records`: the record games that come with the program.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::convert::To;
use super::shared::{Force, Json, Target, tell};
use morpion_output::files::FileError;
use morpion_output::text::align;
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record::{self, Game, known_games};

/// List the record games that come with the program, or write them to files.
///
/// Every command that reads a game takes them by name: record:5D/rosin82.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this variant: 5D, 5T, 4D or 4T.
    #[arg(long)]
    variant: Option<Variant>,
    /// Write each to a file in this folder, for example 5D-rosin82.msr.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The format to write.
    #[arg(long, value_enum, default_value = "msr", requires = "out")]
    to: To,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    json: Json,
}

/// A record in one line.
#[derive(Debug, Serialize)]
struct Line {
    id: String,
    moves: usize,
    #[serde(rename = "box")]
    bounding_box: Option<BoundingBox>,
    name: String,
    author: Option<String>,
    source: Option<String>,
    /// The file that was written.
    file: Option<String>,
}

pub(super) fn run(args: Args) -> anyhow::Result<()> {
    let is_asked = |game: &Game| args.variant.is_none_or(|v| v == game.variant);
    let games: Vec<Game> = known_games().into_iter().filter(is_asked).collect();
    let files = match &args.out {
        Some(folder) => write(&args, &games, folder)?,
        None => vec![None; games.len()],
    };
    let lines: Vec<Line> = games.into_iter().zip(files).map(Line::new).collect();
    tell(args.json, &lines, || in_words(&lines))
}

/// Writes all of them, or none if one is there already.
fn write(args: &Args, games: &[Game], folder: &Path) -> anyhow::Result<Vec<Option<PathBuf>>> {
    std::fs::create_dir_all(folder).map_err(FileError::of("create the folder", folder))?;
    let to = args.to.to_possible_value();
    let ending = to.as_ref().map_or("", |to| to.get_name());
    let mut files = Vec::new();
    for game in games {
        let position = record::play_all(game.variant, &game.moves)?;
        let text = record::write(&position, &game.provenance.metadata, args.to.into())?;
        let name = format!("{}.{ending}", game.id.replace('/', "-"));
        let target = Target::new(&folder.join(name), args.force.force)?;
        files.push((target, text));
    }
    let write = |(target, text): (Target, String)| {
        target.write(text.as_bytes())?;
        Ok(Some(target.path().to_owned()))
    };
    files.into_iter().map(write).collect()
}

impl Line {
    fn new((game, file): (Game, Option<PathBuf>)) -> Self {
        Self {
            moves: game.moves.len(),
            bounding_box: BoundingBox::of_moves(game.variant, &game.moves),
            id: game.id,
            name: game.name,
            author: game.provenance.metadata.author,
            source: game.provenance.metadata.source,
            file: file.map(|f| f.display().to_string()),
        }
    }
}

fn in_words(lines: &[Line]) -> String {
    let is_written = lines.iter().any(|line| line.file.is_some());
    let file = if is_written { "file" } else { "" };
    let header = ["record", "moves", "box", "name", file];
    let rows = lines.iter().map(|line| {
        let bounding_box = line.bounding_box.map(|b| b.to_string());
        [
            line.id.clone(),
            line.moves.to_string(),
            bounding_box.unwrap_or_default(),
            line.name.clone(),
            line.file.clone().unwrap_or_default(),
        ]
    });
    align(header, rows, &[false, true, false, false, false])
}
