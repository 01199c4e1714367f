//! `morpion check`: re-reads results and derives them again.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::shared::{
    GAMES, Jobs, Json, Outcome, Quiet, end_with, progress_line, remark, sentence, tell,
    with_threads,
};
use morpion_search::running::found_games;
use morpion_verify::{Elsewhere, Report, check_folder, json, result_folders};

/// Check the results that runs left behind, without trusting the program that wrote them.
///
/// `check` reads every file again and repeats every certificate (more than an hour of a core for the committed results of 5D). It
/// replays every listed graph and game (without DIR those in results/games and mine/games, too), walks over the boxes with code of its
/// own, and compares the summary with what follows from the box files. For folders of counts and of bounds of 5T it names the command
/// that checks them. It lists every fault with its file, and says what follows for all games. A check without faults does not turn
/// claims into proofs: each bound still rests on the evidence that its mark names.
///
/// Exit code: 0 sound, 1 something is wrong, 2 something cannot be read, 130 interrupted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The results folder [default: every folder under results/].
    dir: Option<PathBuf>,

    /// The results folder, by the option that other commands have.
    #[arg(long, value_name = "DIR", conflicts_with = "dir")]
    results: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    quiet: Quiet,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let mut false_game = None;
    let (folders, elsewhere) = match args.dir.or(args.results) {
        Some(dir) => {
            if let Some(elsewhere) = Elsewhere::of(&dir)? {
                anyhow::bail!("{elsewhere}");
            }
            (vec![dir], Vec::new())
        }
        None => {
            // Games that searches have left are replayed, too.
            match found_games(&GAMES) {
                Err(error) if error.is_false() => {
                    let fault = sentence(&error.into());
                    // At once: who knows whether all else can be read.
                    remark(&fault);
                    false_game = Some(fault);
                }
                games => drop(games?),
            }
            all_folders(Path::new("results"))?
        }
    };
    let bar = progress_line(args.quiet.quiet);
    let so_far = bar.clone();
    end_with(move || {
        so_far.finish_and_clear();
        match so_far.message().as_str() {
            "" => "no box was checked yet".to_owned(),
            how_far => format!("{how_far}, and nothing was changed"),
        }
    })?;
    let check = |folder: &PathBuf| {
        check_folder(folder, |done, all| {
            let folder = folder.display();
            bar.set_message(format!("{folder}: {done} of {all} boxes checked"));
        })
    };
    let all = || folders.iter().map(check).collect::<Result<Vec<_>, _>>();
    let reports = with_threads(args.jobs.jobs, all)??;
    bar.finish_and_clear();
    let mut value = json(&reports, &elsewhere);
    if let Some(fault) = &false_game {
        value["sound"] = false.into();
        value["false_game"] = fault.as_str().into();
    }
    tell(args.json, &value, || {
        let skipped = elsewhere.iter().map(|other| format!("skipped: {other}"));
        let fault = false_game.iter().map(|fault| format!("FAULT: {fault}"));
        let all = reports.iter().map(Report::text).chain(skipped).chain(fault);
        all.collect::<Vec<_>>().join("\n")
    })?;
    match false_game {
        Some(_) => Ok(Outcome::NotShown),
        None => outcome(&reports),
    }
}

fn outcome(reports: &[Report]) -> anyhow::Result<Outcome> {
    let faults: Vec<_> = reports.iter().flat_map(|r| &r.faults).collect();
    let unreadable = faults.iter().filter(|f| f.reason.is_unreadable()).count();
    match faults.len() {
        0 => Ok(Outcome::Done),
        n if n == unreadable => anyhow::bail!(
            "{n} of the files cannot be read: restore them, or remove them and run `morpion prove` again"
        ),
        _ => Ok(Outcome::NotShown),
    }
}

/// The folders that are checked here, and those that are not.
fn all_folders(results: &Path) -> anyhow::Result<(Vec<PathBuf>, Vec<Elsewhere>)> {
    let none = || {
        format!(
            "no results in {}: run `morpion prove` first, or name a folder",
            results.display()
        )
    };
    let folders = result_folders(results).with_context(none)?;
    anyhow::ensure!(!folders.is_empty(), none());
    let (mut checked, mut elsewhere) = (Vec::new(), Vec::new());
    for folder in folders {
        match Elsewhere::of(&folder)? {
            Some(other) => elsewhere.push(other),
            None => checked.push(folder),
        }
    }
    Ok((checked, elsewhere))
}
