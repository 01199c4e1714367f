//! `morpion import`: takes certificates made elsewhere into a results folder.

use std::io::IsTerminal;
use std::path::PathBuf;

use indicatif::ProgressBar;
use morpion_check_core::packed;
use rayon::prelude::*;

use super::shared::{Outcome, Quiet, Results, Symmetry, print, progress_bar, remark, sentence};
use morpion_output::files::{self, FileError};
use morpion_prove::{ImportError, Imported, Importer};
use morpion_results::{Store, is_certificate};
use morpion_rules::geometry::Variant;

/// Take certificates made elsewhere into a results folder.
///
/// The independent checker reads each certificate, complete or unfinished. What a certificate proves is written down as if `morpion
/// prove` had proven it; where an unfinished one stops, `morpion prove` goes on. A weaker fact never replaces a stronger one, nor a
/// longer proof a shorter one of the same claim. The folder notes the effort that the certificate tells; the time that it took
/// elsewhere is not known.
///
/// Exit code: 0 when every certificate was taken in or is of no more use, 1 when one was refused, 2 on misuse or when a file cannot be
/// read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Certificates (.cert, or packed .cert.zst), or folders of such files.
    #[arg(value_name = "DIR_OR_FILE", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    symmetry: Symmetry,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    quiet: Quiet,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let files = listed(&args.paths)?;
    let setting = args.symmetry.setting(Variant::D5);
    let (store, facts) = Store::open(&args.results.working(setting, false)?, setting, false)?;
    let importer = Importer::new(&store, facts);
    let bar = match args.quiet.quiet || !std::io::stdout().is_terminal() {
        true => ProgressBar::hidden(),
        false => progress_bar(files.len(), "checking {bar:30} {pos} of {len} [{elapsed}]"),
    };
    let import = |path: &PathBuf| {
        let read = packed::read(path).map_err(FileError::of("read", path));
        bar.inc(1);
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => {
                bar.suspend(|| remark(sentence(&error.into())));
                return Ok((false, 1));
            }
        };
        let (words, is_refused) = told(importer.import(&bytes))?;
        if is_refused || !args.quiet.quiet {
            bar.suspend(|| print(&format!("{}: {words}", path.display())))?;
        }
        anyhow::Ok((is_refused, 0))
    };
    let all = files.par_iter().map(import);
    let (is_refused, unread) = all.try_reduce(
        || (false, 0),
        |one, other| Ok((one.0 || other.0, one.1 + other.1)),
    )?;
    anyhow::ensure!(
        unread == 0,
        "{unread} of {} files cannot be read; all others were looked at",
        files.len()
    );
    Ok(Outcome::of(!is_refused))
}

/// The files named, and in folders all that look like certificates, in order.
fn listed(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            // A name that is mistyped makes no results folder.
            std::fs::metadata(path).map_err(FileError::of("read", path))?;
            files.push(path.clone());
            continue;
        }
        let mut found = files::listed(path).map_err(FileError::of("read the folder", path))?;
        found.retain(|file| is_certificate(file));
        anyhow::ensure!(
            !found.is_empty(),
            "there are no certificates (.cert, .cert.zst) in {}: name the folder that holds them",
            path.display()
        );
        files.extend(found);
    }
    Ok(files)
}

/// The result for a certificate in words, and whether it was refused. An error that no other certificate could mend ends the import.
fn told(result: Result<Imported, ImportError>) -> anyhow::Result<(String, bool)> {
    Ok(match result {
        Ok(Imported::Proof(claim)) => (format!("imported: {claim}"), false),
        Ok(Imported::Unfinished(claim, share)) => {
            let percent = share * 100.0;
            (
                format!("imported, {percent:.4} % explored: {claim}?"),
                false,
            )
        }
        Ok(Imported::Known(claim)) => (format!("already known: {claim}"), false),
        Err(error) => (format!("refused: {}", error.refusal()?), true),
    })
}
