//! `morpion check`: re-reads results and derives them again.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::Outcome;
use super::shared::console::progress_line;
use super::shared::interrupt::end_with;
use super::shared::options::{GAMES, Jobs, Json, Quiet};
use super::shared::output::tell;
use super::shared::pool::with_threads;
use morpion_conclusion::LevelSummary;
use morpion_output::files;
use morpion_output::text::{colour, count, some_of};
use morpion_results::{Counted, counted_in, name_of};
use morpion_rules::geometry::BoundingBox;
use morpion_search::running::found_games;
use morpion_verify::{Report, check_folder};

/// Check the results that runs left behind, without trusting the program that wrote them.
///
/// `check` reads every file again and repeats every certificate (half an hour for the committed results of 5D). It replays every listed
/// graph and game (without DIR those in results/games and mine/games, too), walks over the boxes with code of its own, and compares the
/// summary with what follows from the box files. For folders of counts and of bounds of 5T it names the command that checks them. It
/// lists every fault with its file, and says what follows for all games. A check without faults does not turn claims into proofs: each
/// bound still rests on the evidence that its mark names.
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
    let (folders, skipped) = match args.dir.or(args.results) {
        Some(dir) => {
            if let Some(skipped) = Skipped::of(&dir)? {
                anyhow::bail!("{}", skipped.sentence());
            }
            (vec![dir], Vec::new())
        }
        None => {
            // Games that searches have left are replayed, too.
            found_games(&GAMES)?;
            sorted_out(result_folders(Path::new("results"))?)?
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
            bar.set_message(format!(
                "{}: {done} of {all} boxes checked",
                folder.display()
            ));
        })
    };
    let reports = folders.iter().map(check);
    let check_all = || reports.collect::<Result<Vec<Report>, _>>();
    let reports = with_threads(args.jobs.jobs, check_all)??;
    bar.finish_and_clear();
    let words = || {
        let skipped = skipped
            .iter()
            .map(|other| format!("skipped: {}", other.sentence()));
        let all = reports.iter().map(text).chain(skipped);
        all.collect::<Vec<_>>().join("\n")
    };
    tell(args.json, &json(&reports, &skipped), words)?;
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

/// Folders beside those of results: what searches found, the runs of contests, and short games, which `page` replays.
const OTHERS: [&str; 3] = ["games", "searchers", "shortest"];

/// The folders under `results`, without those that `--fresh` moved aside and without [`OTHERS`].
fn result_folders(results: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let none = || {
        format!(
            "no results in {}: run `morpion prove` first, or name a folder",
            results.display()
        )
    };
    let mut folders = files::listed(results).with_context(none)?;
    folders.retain(|path| {
        let name = name_of(path);
        let is_other = OTHERS.contains(&&*name);
        let is_results = !is_other && !name.contains(".old-") && !name.starts_with('.');
        path.is_dir() && is_results
    });
    anyhow::ensure!(!folders.is_empty(), none());
    Ok(folders)
}

/// A folder whose evidence another command checks: counts, or bounds that no walk over boxes gives.
struct Skipped {
    folder: PathBuf,
    holds: &'static str,
    command: String,
}

impl Skipped {
    /// What to do with this folder, if it is none that `prove` writes.
    fn of(folder: &Path) -> anyhow::Result<Option<Self>> {
        let held: Vec<String> = match files::listed(folder) {
            Ok(paths) => paths
                .iter()
                .map(|path| name_of(path).into_owned())
                .collect(),
            // Where it is named, the check itself says what is wrong with it.
            Err(_) => return Ok(None),
        };
        let holds = |name: &str| held.iter().any(|file| file == name);
        let shown = folder.display();
        let skipped = |holds, command| {
            Ok(Some(Self {
                folder: folder.to_owned(),
                holds,
                command,
            }))
        };
        if holds("run.json") {
            Ok(None)
        } else if holds("units.txt") {
            skipped("a count", format!("morpion-recount {shown}/units.txt"))
        } else if let Some(counted) = counted_in(folder)? {
            skipped("a count", count_again(&counted))
        } else if held.iter().any(|file| file.ends_with(".cert.zst")) {
            skipped(
                "certificates of a bound",
                format!("morpion-check {shown}/*.cert.zst"),
            )
        } else {
            Ok(None)
        }
    }

    fn sentence(&self) -> String {
        let (folder, holds) = (self.folder.display(), self.holds);
        format!("{folder} holds {holds}, which `{}` checks", self.command)
    }
}

/// The command that makes a count again.
fn count_again(counted: &Counted) -> String {
    let setting = counted.setting();
    let variant = setting.variant;
    match counted.to() {
        Some(moves) if !setting.symmetric => {
            format!("morpion enumerate --variant {variant} --moves {moves}")
        }
        _ => format!("morpion enumerate --variant {variant} --symmetric"),
    }
}

/// Folders that are checked here, and those that are not.
fn sorted_out(folders: Vec<PathBuf>) -> anyhow::Result<(Vec<PathBuf>, Vec<Skipped>)> {
    let (mut checked, mut skipped) = (Vec::new(), Vec::new());
    for folder in folders {
        match Skipped::of(&folder)? {
            Some(other) => skipped.push(other),
            None => checked.push(folder),
        }
    }
    Ok((checked, skipped))
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
    let LevelSummary {
        met, empty, open, ..
    } = &report.walk;
    lines.push(format!(
        "  walk from (0,0,0,0), claims believed: {met} boxes met, {empty} of them shown to hold no game, {} without a bound on games",
        open.len(),
    ));
    if !open.is_empty() {
        lines.push(format!("  without a bound: {}", names(open)));
    }
    if !report.beside.is_empty() {
        let names = names(&report.beside);
        lines.push(format!(
            "  not met by the walk, which does no harm: {names}"
        ));
    }
    for sentence in report.theorems.iter().filter(|_| report.faults.is_empty()) {
        lines.push(format!("  theorem file: {sentence}"));
    }
    lines.push(format!("  {}", conclusion(report)));
    for fault in &report.faults {
        lines.push(format!(
            "  {} {}: {}",
            colour::bad("FAULT"),
            fault.path.display(),
            fault.reason
        ));
    }
    lines.push(match report.faults.len() {
        0 => colour::good("  sound: no fault found"),
        n => colour::bad(format_args!("  NOT SOUND: {}", count(n, "fault"))),
    });
    lines.push(String::new());
    lines.join("\n")
}

/// What the bounds say together about all games.
fn conclusion(report: &Report) -> String {
    let none = |n: u32| format!("no game of {} has more than {n} moves", report.setting);
    let certain = report.faults.is_empty();
    match (report.proven_bound, report.walk.bound) {
        (Some(n), Some(m)) if certain && n == m => format!("{}: proven", none(n)),
        (Some(n), Some(m)) if certain => format!("{}: proven; {}: claimed", none(n), none(m)),
        (None, Some(m)) if certain => format!("{}: claimed, not proven", none(m)),
        (_, None) => {
            "the walk has not come to an end, so nothing follows for all of them".to_owned()
        }
        _ => "nothing follows for all of them as long as there are faults".to_owned(),
    }
}

/// As many names as fit a few lines.
fn names(boxes: &[BoundingBox]) -> String {
    some_of(boxes, 40, " ")
}

fn json(reports: &[Report], skipped: &[Skipped]) -> serde_json::Value {
    let folders: Vec<serde_json::Value> = reports.iter().map(report_json).collect();
    let skipped = skipped
        .iter()
        .map(|other| serde_json::json!({ "folder": other.folder, "checked_by": other.command }));
    let skipped: Vec<serde_json::Value> = skipped.collect();
    serde_json::json!({
        "format": "morpion-results-check",
        "version": 2,
        "sound": reports.iter().all(|r| r.faults.is_empty()),
        "folders": folders,
        "skipped": skipped,
    })
}

fn report_json(report: &Report) -> serde_json::Value {
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
        "met": report.walk.met,
        "empty": report.walk.empty,
        "open": report.walk.open,
        "not_met": report.beside,
        "games_at_most_proven": report.proven_bound.filter(|_| report.faults.is_empty()),
        "games_at_most_claimed": report.walk.bound.filter(|_| report.faults.is_empty()),
        "theorems": if report.faults.is_empty() { &report.theorems[..] } else { &[] },
        "faults": faults.collect::<Vec<_>>(),
    })
}
