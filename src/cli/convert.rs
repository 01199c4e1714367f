//! `morpion convert`: from one file format to another.

use std::path::PathBuf;

use anyhow::Context;

use super::shared::{Force, GAME_HELP, Reading, Target};
use morpion_rules::record::{self, Format};

/// Convert a game to another file format, if it is legal.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", help = GAME_HELP)]
    game: PathBuf,
    /// The file to write; `-` for standard output.
    #[arg(short, long = "out", alias = "output", value_name = "FILE")]
    output: PathBuf,
    /// The format to write [default: by the extension of the output].
    #[arg(long, value_enum)]
    to: Option<To>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    force: Force,
}

/// The formats by the names the user gives them.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum To {
    /// Pentasol text (`.psol`): 5T and 5D only.
    Psol,
    /// MSR in its compact form (`.msr`).
    Msr,
    /// MSR as readable JSON (`.json`).
    Json,
}

impl From<To> for Format {
    fn from(to: To) -> Self {
        match to {
            To::Psol => Self::Psol,
            To::Msr => Self::Msr,
            To::Json => Self::Json,
        }
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<()> {
    let named = args.to.map(Format::from);
    let format = named.or_else(|| Format::of_path(&args.output));
    let format = format.with_context(|| {
        let output = args.output.display();
        format!("{output}: the extension names no format, so say --to psol, --to msr or --to json")
    })?;
    let target = Target::new(&args.output, args.force.force)?;
    let record = args.reading.load(&args.game)?;
    let position = record::replay(&record, args.reading.variant)
        .with_context(|| args.game.display().to_string())?;
    let text = record::write(&position, &record.metadata, format)?;
    target.write(text.as_bytes())
}
