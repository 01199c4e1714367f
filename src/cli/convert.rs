//! `morpion convert`: from one file format to another.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::shared::options::RulesOfFile;
use super::{GAME_HELP, Outcome};
use crate::files::write_atomically;
use crate::record::{self, Format};

/// Convert a game to another file format; illegal games are refused.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(value_name = "GAME", help = GAME_HELP)]
    game: PathBuf,
    /// The file to write; `-` for standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format to write [default: by the extension of the output].
    #[arg(long, value_enum)]
    to: Option<To>,
    #[command(flatten)]
    rules: RulesOfFile,
    /// Overwrite the output if it is there already.
    #[arg(long)]
    force: bool,
}

/// The formats by the names the user gives them.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum To {
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

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let named = args.to.map(Format::from);
    let format = match named.or_else(|| Format::of_path(&args.output)) {
        Some(format) => format,
        None => bail!(
            "{}: the extension names no format, so say --to psol, --to msr or --to json",
            args.output.display()
        ),
    };
    let to_stdout = args.output == Path::new("-");
    if !to_stdout {
        refuse_overwriting(&args.output, args.force)?;
    }
    let record = record::load(&args.game)?;
    let position = record::replay(&record, args.rules.variant)
        .with_context(|| format!("{}: not a game", args.game.display()))?;
    let text = record::write(&position, &record.metadata, format)?;
    if to_stdout {
        std::io::stdout().lock().write_all(text.as_bytes())?;
    } else {
        save(&args.output, text.as_bytes())?;
    }
    Ok(Outcome::Done)
}

/// Checked before the work, so that nobody waits for a refusal.
pub(super) fn refuse_overwriting(path: &Path, force: bool) -> anyhow::Result<()> {
    if !force && path.symlink_metadata().is_ok() {
        bail!(
            "{} exists already: use --force to overwrite it",
            path.display()
        );
    }
    Ok(())
}

pub(super) fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_atomically(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
