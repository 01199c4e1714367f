//! `morpion census`: lists all longest games, box by box.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use morpion_check_core::listing::Register;
use serde::Serialize;
use serde_json::json;

use super::shared::{
    Console, Interrupt, Jobs, Json, Outcome, Quiet, Results, Symmetry, Time, remark, tell,
    with_threads,
};
use morpion_conclusion::{Census, Family, Listed, all_of_name, families};
use morpion_output::text::count;
use morpion_proof::claim::{Claim, Scope, Setting};
use morpion_proof::engine::exact::Exact;
use morpion_prove::{Limits, Run, ask_each};
use morpion_results::{
    CERTIFICATES_FOLDER, Facts, Store, games_folder, positions_path, read_folder_about,
};
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_verify::certificate::{CheckedCertificate, check_lists};

/// List all longest games of 5D, by the positions in which they end.
///
/// `census` begins with results that prove that no game has more than N moves, as `morpion prove` leaves them. It takes every box of the
/// walk whose bound is not below N. Where no game of N moves is known, it asks first for a proof that there is none; where one is known,
/// or found so, for a list of them all: the dots and lines at the end of each. It takes the boxes whose bound took the least effort first,
/// each on all cores. It keeps what it finds in the results folder after every box, and unfinished searches every few minutes and on
/// Ctrl-C; the same command goes on where the last one stopped. At the end the independent checker goes through all lists and counts the
/// positions. When no box is left, the command writes a theorem file for `morpion-check` to verify and, beside the certificates, the
/// positions and a game for each of their sets of dots. The committed results stay as they are unless you name their folder.
///
/// Exit code: 0 all are listed, 1 boxes are left, 2 misuse, 130 interrupted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List the games of at least this many moves.
    #[arg(long, value_name = "N", default_value_t = 82, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..1000))]
    at_least: u32,

    #[command(flatten)]
    symmetry: Symmetry,

    #[command(flatten)]
    results: Results,

    #[command(flatten)]
    jobs: Jobs,

    #[command(flatten)]
    time: Time,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    quiet: Quiet,
}

impl Args {
    const fn setting(&self) -> Setting {
        self.symmetry.setting(Variant::D5)
    }

    fn limits(&self) -> Limits {
        Limits {
            jobs: self.jobs.or_cores(),
            run: self.time.time_limit,
            per_box: None,
        }
    }

    /// The census by the facts in a folder; an error if they do not show that no game has more than `at_least` moves.
    fn census(&self, folder: &Path, facts: &Facts) -> anyhow::Result<Census> {
        let census = Census::new(facts, self.setting(), self.at_least);
        census.ok_or_else(|| {
            let (game, option) = match self.symmetry.symmetric {
                true => ("point-symmetric game", " --symmetric"),
                false => ("game", ""),
            };
            anyhow::anyhow!(
                "it is not proven in {folder} that no {game} has more than {n} moves: run `morpion prove{option} --objects games --at-most {n} --results {folder}` first",
                folder = folder.display(),
                n = self.at_least
            )
        })
    }
}

pub(super) fn run(args: Args) -> anyhow::Result<Outcome> {
    let setting = args.setting();
    // The evidence is read before anything is copied or made.
    let evidence = args.results.folder(setting);
    let facts = read_folder_about(&evidence, setting)?;
    args.census(&evidence, &facts)?;
    let folder = args.results.working(setting, false)?;
    let (store, facts) = Store::open(&folder, setting, false)?;
    let census = args.census(&folder, &facts)?;
    let facts = list(&args, &store, facts, &census)?;
    conclude(&args, &store, &facts, &census)
}

/// Asks for every list and every bound that is not there yet.
fn list(args: &Args, store: &Store, facts: Facts, census: &Census) -> anyhow::Result<Facts> {
    let console = Arc::new(Console::new(args.quiet.quiet, args.limits(), facts.len()));
    let interrupt = Interrupt::install(Arc::clone(&console), store.folder().to_owned())?;
    let run = Run {
        store,
        scope: Scope::all_games(args.setting()),
        limits: args.limits(),
        known: &BTreeMap::new(),
        engine: &Exact::default(),
        stop: &interrupt.stop,
        observer: &*console,
    };
    let facts = ask_each(&run, facts, &|facts| parted(facts, census).1);
    interrupt.wait_if_hit();
    console.finish();
    Ok(facts?)
}

/// The claims of the census that are proven, and those that are left.
fn parted(facts: &Facts, census: &Census) -> (Vec<Claim>, Vec<Claim>) {
    let is_proven = |claim: &Claim| {
        let known = facts.get(&claim.subject.bounding_box);
        known.is_some_and(|known| known.proves(claim))
    };
    census
        .claims(facts)
        .iter()
        .partition(|claim| is_proven(claim))
}

/// Has the checker go through all lists, writes the theorem if none is missing, and reports the result.
fn conclude(args: &Args, store: &Store, facts: &Facts, census: &Census) -> anyhow::Result<Outcome> {
    let (listed, open) = parted(facts, census);
    if !args.quiet.quiet && !listed.is_empty() {
        remark(format_args!(
            "the checker goes through {}",
            count(listed.len(), "list")
        ));
    }
    let check = || check_lists(store.folder(), &listed);
    let lists = with_threads(args.jobs.jobs, check)??;
    let mut register = Register::default();
    lists.iter().for_each(|list| register.add(&list.positions));
    let positions = lists.iter().map(|list| list.positions.len()).sum();
    let theorem = census.theorem_file(store.folder(), facts);
    let report = Report {
        args,
        lines: listed.iter().zip(&lists).map(Line::new).collect(),
        open: open
            .iter()
            .map(|claim| claim.subject.bounding_box)
            .collect(),
        listed: Listed::new(positions, &register),
        is_whole: write(store, args.at_least, theorem, &register)?,
        folder: store.folder(),
    };
    tell(args.json, &report.json(), || report.text())?;
    Ok(Outcome::of(report.is_whole))
}

/// Writes the positions, the games and, last, the theorem; returns whether there is a theorem.
fn write(
    store: &Store,
    k: u32,
    theorem: Option<(String, String)>,
    register: &Register,
) -> anyhow::Result<bool> {
    let Some(theorem) = theorem else {
        return Ok(false);
    };
    let text = register.text();
    let families = families(&text).context("the checker's list cannot be read: report this")?;
    let games: Result<Vec<String>, _> = families.iter().map(Family::pentasol).collect();
    store.save_positions(k, &text, &games?)?;
    store.save_theorem(&[theorem])?;
    Ok(true)
}

/// A box whose list is ready, as the command prints it.
#[derive(Serialize)]
struct Line {
    #[serde(rename = "box")]
    bounding_box: BoundingBox,
    nodes: u64,
    #[serde(flatten)]
    listed: Listed,
}

impl Line {
    fn new((claim, list): (&Claim, &CheckedCertificate)) -> Self {
        Self {
            bounding_box: claim.subject.bounding_box,
            nodes: list.nodes,
            listed: Listed::of(&list.positions),
        }
    }
}

/// The report at the end.
struct Report<'a> {
    args: &'a Args,
    lines: Vec<Line>,
    open: Vec<BoundingBox>,
    /// All lists together.
    listed: Listed,
    /// Whether no list is missing, so that the files with the findings were written.
    is_whole: bool,
    folder: &'a Path,
}

impl Report<'_> {
    /// The theorem, all positions, and the folder of the games, one for each family.
    fn files(&self) -> [PathBuf; 3] {
        let (folder, k) = (self.folder, self.args.at_least);
        let theorem = folder.join(CERTIFICATES_FOLDER).join(all_of_name(k));
        [theorem, positions_path(folder, k), games_folder(folder, k)]
    }

    fn json(&self) -> serde_json::Value {
        let files = self.files().map(|file| file.display().to_string());
        let [theorem, list, games] = files.map(|file| self.is_whole.then_some(file));
        json!({
            "format": "morpion-census",
            "version": 1,
            "at_least": self.args.at_least,
            "symmetric": self.args.symmetry.symmetric,
            "boxes": self.lines,
            "open": self.open,
            "listed": self.listed,
            "theorem": theorem,
            "list": list,
            "games": games,
        })
    }

    fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| {
            let (nodes, listed) = (count(line.nodes, "node"), line.listed);
            format!("{}: {nodes}, {listed}\n", line.bounding_box)
        });
        let lines: String = lines.collect();
        format!("{lines}{}", self.sentence())
    }

    fn sentence(&self) -> String {
        let (setting, k) = (self.args.setting(), self.args.at_least);
        let positions = count(self.listed.up_to_symmetry, "position");
        let sets = self.listed.sets();
        let [theorem, list, games] = self.files();
        let (theorem, list, games) = (theorem.display(), list.display(), games.display());
        match self.is_whole {
            true => format!(
                "All games of {setting} with at least {k} moves end in one of {positions} up to symmetry, on {sets}: the checker has accepted every list now; that no other box fits such a game is what the bounds in the folder prove. {theorem} says so, and `morpion-check` verifies it whole. The positions are in {list}, and a game for each set of dots is in {games}."
            ),
            false => format!(
                "still to be listed: {} of {}; the same command goes on. So far {positions} of at least {k} moves up to symmetry, on {sets}.",
                self.open.len(),
                count(self.open.len() + self.lines.len(), "box")
            ),
        }
    }
}
