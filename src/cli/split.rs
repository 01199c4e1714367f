//! `morpion split`: cuts questions into units for many machines.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::Context;
use morpion_check_core::packed;
use serde::Serialize;

use super::shared::{
    Games, Jobs, Json, Kind, Outcome, Symmetry, all_games, canonical, path_as_text, progress_line,
    remark, stop_flag, tell, with_threads,
};
use morpion_conclusion::lacking;
use morpion_output::files::FileError;
use morpion_output::text::count;
use morpion_proof::branch_and_bound::{Limits, Params, Problem};
use morpion_proof::claim::{Claim, Objects, Scope, Setting, Subject};
use morpion_proof::tree::Tree;
use morpion_results::{Facts, Found, known_by_box, read_folder_about, unfinished_path};
use morpion_rules::geometry::{Arrival, BoundingBox, Variant};
use morpion_units::cut::{Cut, cut};
use morpion_units::file::claim_of;
use morpion_units::folder;

/// Cut questions into units that any machine can work on.
///
/// The tree of each question is searched, always where the bound is largest, until it has enough open nodes. Each open node becomes a
/// file, a unit. `morpion run` works on a unit; `morpion join` puts the results together. The file of a unit holds all that is needed,
/// and the machines need not know of each other. Nobody knows beforehand how long a unit takes: --nodes or --time-limit of `morpion run`
/// ends a long one, and `morpion join --rest` makes new units of what is left. With `--jobs 1` the same question is always cut in the
/// same way.
///
/// Exit code: 0 when the units are written, 2 on misuse.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Distances of the boxes from the cross: TOP,RIGHT,BOTTOM,LEFT.
    #[arg(value_name = "BOX", required_unless_present_any = ["from", "theorem"])]
    boxes: Vec<BoundingBox>,

    /// Ask whether there is one with at least this many moves.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    at_least: Option<u32>,

    /// Ask whether anything fits the boxes at all.
    #[arg(long, conflicts_with = "at_least")]
    empty: bool,

    /// Ask whether a game arrives by these sides, as the first dot on them: a side (`top`) or a corner (`top-right`).
    #[arg(long, value_name = "SIDES", conflicts_with_all = ["at_least", "empty", "objects", "symmetric"])]
    arriving: Option<Arrival>,

    #[command(flatten)]
    kind: Kind,

    #[command(flatten)]
    symmetry: Symmetry,

    /// Cut these unfinished certificates instead, from where they stand: for example those in the folder `unfinished` of a results
    /// folder.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["boxes", "at_least", "empty", "arriving", "objects", "symmetric"])]
    from: Vec<PathBuf>,

    /// Cut everything that the theorem "no game of 5D has more than N moves" still lacks in the results folder, from where unfinished
    /// certificates stand. Where no game is known to fit a box, the first question is whether games arrive there. The answers may show
    /// that the theorem lacks more: so cut again after joining, until it lacks nothing.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..1000),
        conflicts_with_all = ["boxes", "at_least", "empty", "arriving", "objects", "symmetric", "from"])]
    theorem: Option<u32>,

    /// The results folder that --theorem is about, which is only read [default: results/5D, or no results where that is missing].
    #[arg(long, value_name = "DIR", requires = "theorem")]
    results: Option<PathBuf>,

    #[command(flatten)]
    games: Games,

    /// About how many units, in all.
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    units: u32,

    /// The folder for them, new or empty.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    json: Json,
}

impl Args {
    fn results(&self) -> &Path {
        self.results.as_deref().unwrap_or(Path::new("results/5D"))
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let questions = asked(&args)?;
    if questions.is_empty() {
        let (theorem, folder) = (args.theorem.unwrap_or_default(), args.results());
        let folder = folder.display();
        let report = Report {
            folder: &args.out,
            units: 0,
            questions: Vec::new(),
        };
        tell(args.json, &report, || {
            format!(
                "{folder} lacks nothing for a theorem of {theorem} moves: `morpion prove --theorem-only --objects games --at-most {theorem} --results {folder}` writes it"
            )
        })?;
        return Ok(Outcome::Done);
    }
    let _lock = folder::prepare(&args.out)?;
    let Some(cuts) = cut_all(&args, questions)? else {
        remark("interrupted: no units were written");
        return Ok(Outcome::Interrupted);
    };
    let units = folder::write(&args.out, &cuts)?;
    let report = Report {
        folder: &args.out,
        units,
        questions: cuts.iter().map(Line::of).collect(),
    };
    tell(args.json, &report, || report.in_words())?;
    Ok(Outcome::Done)
}

/// Cuts all questions, each into its share of the units; `None` if Ctrl-C ended it.
fn cut_all(args: &Args, questions: Vec<(Claim, Option<Tree>)>) -> anyhow::Result<Option<Vec<Cut>>> {
    let stop = stop_flag()?;
    let bar = progress_line(false);
    let each = args.units.div_ceil(questions.len() as u32);
    let cuts: Vec<Cut> = with_threads(args.jobs.jobs, || {
        let limits = Limits {
            stop: &|| stop.load(Ordering::Relaxed),
            threads: &rayon::current_num_threads,
            watch: &|_, tree| {
                bar.set_message(format!("cutting, {} of {each} units", tree.open()));
            },
            ..Limits::default()
        };
        let cut = |(claim, tree)| cut(claim, tree, each, &limits);
        questions.into_iter().map(cut).collect::<Result<_, _>>()
    })??;
    Ok((!stop.load(Ordering::Relaxed)).then_some(cuts))
}

/// The questions to be cut, each with the tree to go on from, if there is one.
fn asked(args: &Args) -> anyhow::Result<Vec<(Claim, Option<Tree>)>> {
    if !args.from.is_empty() {
        let mut known = HashSet::new();
        let from = args.from.iter().map(|path| {
            let (claim, tree) = resumed(path)?;
            anyhow::ensure!(
                known.insert(claim),
                "{} asks what another of the files asks, too: cut them into two folders",
                path.display()
            );
            Ok((claim, tree))
        });
        return from.collect();
    }
    if let Some(most) = args.theorem {
        return lacking_of(args, most);
    }
    let of_moves = args.at_least.or(args.empty.then_some(1));
    let at_least = of_moves
        .or(args.arriving.map(|_| 1))
        .context("say what is asked: --at-least N, --empty or --arriving SIDES")?;
    let setting = args.symmetry.setting(Variant::D5);
    let objects = args.kind.or(Objects::Graphs);
    let ask = |&bounding_box: &BoundingBox| {
        let (bounding_box, arrival) = canonical(bounding_box, args.arriving);
        let claim = match arrival {
            None => Subject::new(setting, bounding_box, objects).refuting(at_least),
            Some(by) => Claim::no_arrival(bounding_box, by),
        };
        (claim, None)
    };
    let mut questions: Vec<(Claim, Option<Tree>)> = args.boxes.iter().map(ask).collect();
    // Two boxes may be the same one, turned.
    let mut known = HashSet::new();
    questions.retain(|&(claim, _)| known.insert(claim));
    // A question that cannot be searched makes no folder.
    for &(claim, _) in &questions {
        Problem::new(claim, &Params::default())?;
    }
    Ok(questions)
}

/// The claims that a theorem lacks, each with the tree of its unfinished certificate, if there is one.
fn lacking_of(args: &Args, most: u32) -> anyhow::Result<Vec<(Claim, Option<Tree>)>> {
    let scope = Scope {
        at_most: Some(most),
        ..Scope::all_games(Setting::of(Variant::D5))
    };
    let results = args.results();
    let facts = if args.results.is_some() || results.exists() {
        read_folder_about(results, scope.setting)?
    } else {
        Facts::new()
    };
    let known = known_by_box(scope.setting, &all_games(&args.games.games)?);
    let listed = facts.values().filter_map(|f| f.best(Objects::Games));
    let longest = known.values().map(Found::size).chain(listed).max();
    let longest = longest.unwrap_or(0);
    anyhow::ensure!(
        longest <= most,
        "a game of {longest} moves is known, so no theorem says less: ask with --theorem {longest} or more"
    );
    let asks = lacking(&facts, scope, &known).into_iter();
    let claims = asks.filter_map(|ask| ask.claim().copied());
    let from_where_it_stands = |claim: Claim| {
        let path = unfinished_path(results, &claim.into());
        if path.exists() {
            resumed(&path)
        } else {
            Ok((claim, None))
        }
    };
    claims.map(from_where_it_stands).collect()
}

fn resumed(path: &Path) -> anyhow::Result<(Claim, Option<Tree>)> {
    let certificate = packed::read(path).map_err(FileError::of("read", path))?;
    let cannot = || format!("{} cannot be cut", path.display());
    let claim = claim_of(&certificate).with_context(cannot)?;
    let tree = Tree::read(&certificate).with_context(cannot)?;
    Ok((claim, Some(tree)))
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(serialize_with = "path_as_text")]
    folder: &'a Path,
    units: usize,
    questions: Vec<Line>,
}

/// The result of cutting a question.
#[derive(Serialize)]
struct Line {
    question: String,
    #[serde(skip)]
    claim: Claim,
    /// The number of moves of an object, if one was found.
    found: Option<usize>,
    units: usize,
    /// The number of nodes searched while cutting.
    nodes: u64,
}

impl Line {
    fn of(cut: &Cut) -> Self {
        let Cut { claim, made } = cut;
        Self {
            question: claim.name(),
            claim: *claim,
            found: made.witness.as_ref().map(Vec::len),
            units: made.tree.open() as usize,
            nodes: made.effort.nodes,
        }
    }

    fn in_words(&self) -> String {
        let bounding_box = self.claim.subject.bounding_box;
        let by = self.claim.arrival.map(|by| format!(" by {by}"));
        let what = format!("{bounding_box}{}", by.unwrap_or_default());
        let nodes = count(self.nodes, "node");
        match (self.found, self.units) {
            (Some(moves), _) => {
                format!("{what}: found, {moves} moves: `morpion join` takes it in\n")
            }
            (None, 0) => {
                format!("{what}: answered on the way ({nodes}): `morpion join` takes it in\n")
            }
            (None, units) => format!("{what}: {units} units ({nodes} searched)\n"),
        }
    }
}

impl Report<'_> {
    fn in_words(&self) -> String {
        let questions: String = self.questions.iter().map(Line::in_words).collect();
        let folder = self.folder.display();
        let open: usize = self.questions.iter().map(|line| line.units).sum();
        let run = if open > 0 {
            "`morpion run` each of them, then "
        } else {
            ""
        };
        format!(
            "{questions}{} units in {folder}: {run}`morpion join {folder}`\n",
            self.units
        )
    }
}
