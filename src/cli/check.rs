//! `morpion check`: re-reads results and derives them again.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::Outcome;
use crate::geometry::BoundingBox;
use crate::search::found_games;
use crate::verify::{Report, check_folder};

/// Check the results that runs left behind, without trusting the program that wrote them.
///
/// Reads every file again, replays every listed graph and game (those in results/games, too), walks over the boxes with code of
/// its own, and compares the summary with what follows from the box files. Lists every fault with
/// its file. A check without faults does not turn claims into proofs: the bounds still rest on
/// the evidence they are marked with.
///
/// Exit code: 0 sound, 1 something is wrong, 2 something cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The results folder [default: every folder under results/].
    dir: Option<PathBuf>,

    /// Print the outcome as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let folders = match args.dir {
        Some(dir) => vec![dir],
        None => {
            // Games that searches have left are replayed, too.
            found_games(Path::new("results/games"))?;
            result_folders(Path::new("results"))?
        }
    };
    let reports = folders
        .iter()
        .map(|f| check_folder(f))
        .collect::<Result<Vec<Report>, _>>()?;
    let text = if args.json {
        json(&reports)
    } else {
        reports.iter().map(text).collect::<Vec<_>>().join("\n")
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
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

/// The folders under `results`, without those that `--fresh` moved aside and without the games.
pub(super) fn result_folders(results: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let none = || {
        format!(
            "no results in {}: run `morpion prove` first, or name a folder",
            results.display()
        )
    };
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(results).with_context(none)? {
        let path = entry.with_context(none)?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let is_results = name != "games" && !name.contains(".old-") && !name.starts_with('.');
        if path.is_dir() && is_results {
            folders.push(path);
        }
    }
    anyhow::ensure!(!folders.is_empty(), none());
    folders.sort();
    Ok(folders)
}

fn text(report: &Report) -> String {
    let mut lines = vec![format!(
        "{} ({}): {} box files, {} graphs and games replayed, {} claimed and {} proven bounds",
        report.folder.display(),
        report.setting,
        report.boxes,
        report.objects,
        report.claimed,
        report.proven,
    )];
    if report.arrivals > 0 {
        let n = report.arrivals;
        lines.push(format!(
            "  {n} proofs that no game arrives at a box by some sides"
        ));
    }
    let closure = &report.closure;
    lines.push(format!(
        "  walk from (0,0,0,0): {} boxes met, {} of them shown to hold no game, {} not looked at yet",
        closure.met.len(),
        closure.empty.len(),
        closure.unknown.len(),
    ));
    if !closure.unknown.is_empty() {
        lines.push(format!(
            "  not looked at: {}",
            names(closure.unknown.iter().map(|&b| b.into()))
        ));
    }
    if !report.beside.is_empty() {
        let names = names(report.beside.iter().copied());
        lines.push(format!(
            "  not met by the walk, which does no harm: {names}"
        ));
    }
    match &report.sentence {
        Some(sentence) => lines.push(format!("  summary: {sentence}")),
        None => lines.push(
            "  no readable summary: the last run was stopped; `morpion prove` writes a new one"
                .to_owned(),
        ),
    }
    for fault in &report.faults {
        lines.push(format!(
            "  FAULT {}: {}",
            fault.path.display(),
            fault.reason
        ));
    }
    lines.push(match report.faults.len() {
        0 => "  sound: no fault found".to_owned(),
        1 => "  NOT SOUND: 1 fault".to_owned(),
        n => format!("  NOT SOUND: {n} faults"),
    });
    lines.push(String::new());
    lines.join("\n")
}

/// As many names as fit a few lines.
fn names(boxes: impl ExactSizeIterator<Item = BoundingBox>) -> String {
    const MANY: usize = 40;
    let rest = boxes.len().saturating_sub(MANY);
    let mut names: Vec<String> = boxes.take(MANY).map(|b| b.to_string()).collect();
    if rest > 0 {
        names.push(format!("and {rest} more"));
    }
    names.join(" ")
}

fn json(reports: &[Report]) -> String {
    let folders: Vec<serde_json::Value> = reports.iter().map(report_json).collect();
    let value = serde_json::json!({
        "format": "morpion-check",
        "version": 1,
        "sound": reports.iter().all(|r| r.faults.is_empty()),
        "folders": folders,
    });
    format!("{value:#}\n")
}

fn report_json(report: &Report) -> serde_json::Value {
    let closure = &report.closure;
    let faults = report.faults.iter().map(|fault| {
        serde_json::json!({
            "file": fault.path.display().to_string(),
            "reason": fault.reason.to_string(),
            "unreadable": fault.reason.is_unreadable(),
        })
    });
    serde_json::json!({
        "folder": report.folder.display().to_string(),
        "variant": report.setting.variant,
        "symmetric": report.setting.symmetric,
        "boxes": report.boxes,
        "objects_replayed": report.objects,
        "claimed_bounds": report.claimed,
        "proven_bounds": report.proven,
        "refuted_arrivals": report.arrivals,
        "met": closure.met.len(),
        "empty": closure.empty.len(),
        "not_looked_at": closure.unknown,
        "not_met": report.beside,
        "summary": report.sentence,
        "faults": faults.collect::<Vec<_>>(),
    })
}
